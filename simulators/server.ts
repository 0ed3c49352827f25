/**
 * The sandbox as a process of its own, so that what the networks received outlives a crash of the service:
 * `node simulators/server.ts --port 4100 --folder .troupe/sandbox` (port 0: any free one; `--host` sets the address that it
 * listens on, by default this machine's alone).
 *
 * `/<platform>/…` are the networks, `/control/…` the control API, `/samples/…` media to post, `/` the page of what they
 * received, `/people` the page on which anybody is a follower.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { codeMark } from './code.ts';
import { control } from './control.ts';
import { PORT_TAKEN } from './launch.ts';
import { networks } from './networks.ts';
import { page } from './page.ts';
import { peoplePage } from './people-page.ts';
import { samples } from './samples.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

/**
 * The sandbox has no login, so it answers requests for local names only. In a container it listens on every address,
 * since a published port arrives from outside; the host publishes it to itself (`127.0.0.1:4100:4100`).
 */
const LOOPBACK = '127.0.0.1';
const LOCAL_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** Codes of a disk without room. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);
const MAX_BODY_BYTES = 512 * 1024 * 1024;

export interface SandboxServer {
  url: string;
  sandbox: Sandbox;
  /** Ends the server and every connection to it. */
  stop(): Promise<void>;
}

/**
 * Serves a sandbox. The port is taken before the folder is opened: of two servers for one port only one gets to write.
 * @throws when the port is in use (`EADDRINUSE`)
 */
export async function serveSandbox(
  options: { port: number; host?: string } & Omit<SandboxOptions, 'baseUrl'>,
): Promise<SandboxServer> {
  const server = createServer();
  // who calls closes: a connection that ends here at the moment of the next request fails it
  server.keepAliveTimeout = 0;
  await listen(server, options.port, options.host ?? LOOPBACK);
  const url = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
  const { now = Date.now } = options;
  const sandbox = createSandbox({ ...options, baseUrl: url });
  const about = { pid: process.pid, code: codeMark(), folder: options.folder ?? null };
  const answer = async (request: Request): Promise<Response> =>
    (await control(sandbox, request, about)) ??
    samples(request) ??
    page(sandbox, request) ??
    peoplePage(sandbox, request) ??
    sandbox.handle(request);
  server.on('request', (incoming, outgoing) => {
    respond(incoming, outgoing, url, now, answer).catch((cause: unknown) => {
      console.error(cause);
      if (outgoing.headersSent) incoming.socket.destroy();
      else if (FULL.has((cause as NodeJS.ErrnoException).code ?? ''))
        refuse(outgoing, 507, 'the disk of the sandbox is full: make room and try again');
      else
        outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('The sandbox has a bug: see its log.');
    });
  });
  return {
    url,
    sandbox,
    stop: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      await promise;
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ port, host }, resolve);
  await promise;
  server.off('error', reject);
}

/** Turns a node request into a fetch request, and the fetch response into a node response. */
async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: string,
  now: () => number,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  // A website whose name was pointed at this machine still sends its own name.
  const name = (incoming.headers.host ?? '').replace(/:\d+$/, '');
  if (!LOCAL_NAMES.has(name))
    return refuse(outgoing, 421, `the sandbox does not answer for the host ${name}`);
  const path = incoming.url ?? '/';
  if (!path.startsWith('/')) return refuse(outgoing, 400, 'the request target must be a path');
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    return refuse(outgoing, 413, `the body is over ${MAX_BODY_BYTES} bytes`);
  }

  const method = incoming.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = new Request(`${url}${path}`, {
    method,
    headers: headersOf(incoming),
    ...(hasBody ? { body: Uint8Array.from(await buffer(incoming)) } : {}),
  });
  const response = await answer(request);
  if (response.type === 'error') {
    incoming.socket.destroy();
    return;
  }
  // a network's Date is of its own clock: adapters compare it with the times in its ids
  outgoing.setHeader('date', new Date(now()).toUTCString());
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  outgoing.writeHead(response.status);
  if (response.body === null) return void outgoing.end();
  // a network's stream of events stays open until the caller leaves
  await pipeline(Readable.fromWeb(response.body), outgoing).catch((cause: unknown) => {
    if (!incoming.socket.destroyed) throw cause;
  });
}

function refuse(outgoing: ServerResponse, status: number, error: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

function headersOf({ headers }: IncomingMessage): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) copy.append(name, one);
  }
  return copy;
}

if (import.meta.main) await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      host: { type: 'string', default: LOOPBACK },
      folder: { type: 'string' },
    },
  });
  const { folder, host } = values;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    console.error(`--port must be a number from 0 to 65535, not ${values.port}`);
    process.exit(2);
  }
  try {
    const server = await serveSandbox({ port, host, networks, ...(folder === undefined ? {} : { folder }) });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => void server.stop().then(() => process.exit(0)));
    }
    console.log(`The sandbox is at ${server.url}`);
    // The process that started it may have ended; the next one finds the sandbox at its port.
    if (process.connected) process.send?.({ url: server.url }, () => undefined);
  } catch (cause) {
    console.error(cause);
    process.exit((cause as { code?: string }).code === 'EADDRINUSE' ? PORT_TAKEN : 1);
  }
}
