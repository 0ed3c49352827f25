# Two stages: packages, then what runs. Debian, since uWebSockets.js has no build for musl.
FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No embedded Postgres in here: a container uses DATABASE_URL. The HTTP server comes with builds for every platform.
RUN npm ci --omit=dev --omit=optional \
  && find node_modules/uWebSockets.js/dist/bin -name '*.node' ! -name "uws_linux_$(node -p process.arch)_$(node -p process.versions.modules).node" -delete \
  && rm -rf node_modules/node node_modules/.bin/node

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 TROUPE_DATA=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY machines machines
COPY adapters adapters
COPY store store
COPY src src
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
