/**
 * A load generator for HTTP in a process of its own: keep-alive connections over plain TCP that each send a request, wait
 * for its response and send the next. It uses little CPU, so that a small machine measures the server.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../report.ts';
import { program } from '../program.ts';

/** A request. `NUMBER` in it becomes different each time it is sent. */
export interface LoadRequest {
  /** Request line and headers, without `content-length`. */
  head: string;
  body: string | null;
}

export interface LoadInput {
  port: number;
  connections: number;
  seconds: number;
  /** Not counted: code gets compiled and pools get filled first. */
  warmUpSeconds: number;
  /** Sent one after the other, in a loop over all connections. */
  requests: LoadRequest[];
  /** Sent meanwhile at a steady rate, on a connection of their own. They are not counted. null: none. */
  writes: { perSecond: number; requests: LoadRequest[] } | null;
}

export interface LoadResult {
  /** Responses to requests, those of the warm-up included. */
  all: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of a response, headers included, on average. */
  bytes: number;
}

await program(async (input: LoadInput): Promise<LoadResult> => {
  const { port, connections, seconds, warmUpSeconds, requests, writes } = input;
  const latencies: number[] = [];
  const seen = { all: 0, bytes: 0, isCounting: false, hasEnded: false };
  const next = inTurn(requests);

  const drive = async (connection: Connection) => {
    while (!seen.hasEnded) {
      const { ms, bytes } = await connection.ask(next());
      seen.all += 1;
      if (!seen.isCounting) continue;
      latencies.push(ms);
      seen.bytes += bytes;
    }
    connection.close();
  };
  const write = async (
    connection: Connection,
    { perSecond, requests: edits }: NonNullable<typeof writes>,
  ) => {
    const nextEdit = inTurn(edits);
    for (let due = Date.now(); !seen.hasEnded; due += 1000 / perSecond) {
      await pause(Math.max(0, due - Date.now()));
      await connection.ask(nextEdit());
    }
    connection.close();
  };
  const open = Array.from({ length: connections }, () => openConnection(port));
  const drives = (await Promise.all(open)).map(drive);
  if (writes) drives.push(write(await openConnection(port), writes));
  const count = async () => {
    await pause(warmUpSeconds * 1000);
    seen.isCounting = true;
    const startedAt = performance.now();
    await pause(seconds * 1000);
    while (latencies.length === 0) await pause(10); // a busy machine may take longer than a tiny run lasts
    seen.isCounting = false;
    seen.hasEnded = true;
    return (performance.now() - startedAt) / 1000;
  };
  const [counted] = await Promise.all([count(), ...drives]);
  return {
    all: seen.all,
    perSecond: latencies.length / counted,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    bytes: seen.bytes / latencies.length,
  };
});

/** @returns a function that returns the bytes of the next request, in a loop */
function inTurn(requests: readonly LoadRequest[]): () => string {
  const prefix = `${Date.now()}_`;
  let number = 0;
  return () => {
    const { head, body } = requests[number % requests.length]!;
    number += 1;
    const fill = (text: string) => text.replaceAll('NUMBER', `${prefix}${number}`);
    if (body === null) return `${fill(head)}\r\n\r\n`;
    const filled = fill(body);
    return `${fill(head)}\r\ncontent-length: ${Buffer.byteLength(filled)}\r\n\r\n${filled}`;
  };
}

interface Connection {
  /** Sends a request. @throws Error when the response is no success, or the connection ends */
  ask(request: string): Promise<{ ms: number; bytes: number }>;
  close(): void;
}

async function openConnection(port: number): Promise<Connection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect({ port, host: '127.0.0.1', noDelay: true });
    opening.once('connect', () => resolve(opening));
    opening.once('error', reject);
  });
  let received: Buffer = Buffer.alloc(0);
  let asked: { sentAt: number; answered: PromiseWithResolvers<{ ms: number; bytes: number }> } | null = null;
  const fail = (error: Error) => asked?.answered.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed a connection')));
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const bytes = lengthOf(received);
    if (bytes === null || received.length < bytes || asked === null) return;
    const { sentAt, answered } = asked;
    asked = null;
    if (received.toString('latin1', 0, 11) === 'HTTP/1.1 20')
      answered.resolve({ ms: performance.now() - sentAt, bytes });
    else answered.reject(new Error(`unexpected response: ${received.toString().slice(0, 600)}`));
    received = Buffer.alloc(0);
  });
  return {
    ask: (request) => {
      asked = { sentAt: performance.now(), answered: Promise.withResolvers() };
      socket.write(request);
      return asked.answered.promise;
    },
    close: () => void socket.end(),
  };
}

/** How long a response is, by its headers; null while they are not all there. */
function lengthOf(received: Buffer): number | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = received.toString('latin1', 0, headEnd);
  return headEnd + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
}
