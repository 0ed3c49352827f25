/**
 * What a listener of node:http in front of uWebSockets.js would cost: processor time of the server for each request, in
 * one process and one run. It would keep idle connections for longer, and answer in JSON what the library answers itself.
 * `node bench/listener.ts`
 */
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { createUwsServer } from '../src/faces/http/uws.ts';

const REQUESTS = 20_000;
const CONNECTIONS = 32;
const BODY = JSON.stringify({
  posts: Array.from({ length: 10 }, (_, n) => ({ id: `post_${n}`, content: 'x'.repeat(100) })),
});

/** Sends requests from another thread, whose processor time does not count. */
async function load(port: number): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: port });
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();
}

async function sendAll(port: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = REQUESTS;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', agent, path: '/v1/posts' }, (response) =>
        response.resume().on('end', resolve),
      );
      sent.on('error', reject).end();
    });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left > 0) {
        left -= 1;
        await one();
      }
    }),
  );
  agent.destroy();
}

async function main(): Promise<void> {
  const uws = createUwsServer({
    onRequest: (exchange) =>
      exchange.answer({ status: 200, headers: [['content-type', 'application/json']], body: BODY }),
    onBadFraming: () => undefined,
    onEnd: () => undefined,
  });
  await uws.listen('127.0.0.1', 0);
  const upstream = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const front = createServer({ keepAliveTimeout: 75_000 }, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const passed = request(
      { port: uws.port, host: '127.0.0.1', agent: upstream, method, path, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const ports = { direct: uws.port, 'behind node:http': (front.address() as AddressInfo).port };
  for (let round = 0; round < 3; round += 1)
    for (const [name, port] of Object.entries(ports)) {
      const before = process.threadCpuUsage?.() ?? process.cpuUsage();
      const began = performance.now();
      await load(port);
      const used = process.threadCpuUsage?.(before) ?? process.cpuUsage(before);
      const each = ((used.user + used.system) / REQUESTS).toFixed(1);
      process.stdout.write(
        `${name}: ${each} µs of processor time a request, ${Math.round(REQUESTS / ((performance.now() - began) / 1000))} requests/s\n`,
      );
    }
  front.close();
  front.closeAllConnections();
  upstream.destroy();
  uws.close();
}

if (isMainThread) await main();
else {
  await sendAll(workerData as number);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a worker, not of a window
  parentPort!.postMessage('done');
}
