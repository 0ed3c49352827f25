/**
 * A load generator for HTTP in a process of its own: keep-alive connections over plain TCP that each send a request, wait
 * for its response and send the next. It uses little CPU, so that a small machine measures the server.
 */
import { connect, type Socket } from 'node:net';
import { percentile } from './report.ts';
import { program } from './program.ts';

export interface LoadInput {
  port: number;
  connections: number;
  seconds: number;
  /** Not counted: code gets compiled and pools get filled first. */
  warmUpSeconds: number;
  /** Whole requests without `content-length` and body; one after the other, in a loop. */
  heads: string[];
  /** `NUMBER` in it becomes different in each request. null: no body. */
  body: string | null;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

await program(async (input: LoadInput): Promise<LoadResult> => {
  const latencies: number[] = [];
  let counting = false;
  let hasEnded = false;
  let number = 0;
  const prefix = `${Date.now()}_`;

  const nextRequest = (): string => {
    number += 1;
    const head = input.heads[number % input.heads.length]!;
    if (input.body === null) return `${head}\r\n\r\n`;
    const body = input.body.replaceAll('NUMBER', prefix + String(number));
    return `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };

  const drive = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let waiting: Buffer = Buffer.alloc(0);
      let sentAt = 0;
      const send = () => {
        if (hasEnded) {
          socket.end();
          return resolve();
        }
        sentAt = performance.now();
        socket.write(nextRequest());
      };
      socket.on('error', reject);
      socket.on('close', () => (hasEnded ? resolve() : reject(new Error('the server closed a connection'))));
      socket.on('data', (chunk: Buffer) => {
        waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
        const headEnd = waiting.indexOf('\r\n\r\n');
        if (headEnd === -1) return;
        const head = waiting.toString('latin1', 0, headEnd).toLowerCase();
        const length = Number(/content-length: (\d+)/.exec(head)?.[1]);
        if (waiting.length < headEnd + 4 + length) return;
        if (!head.startsWith('http/1.1 20'))
          return reject(new Error(`unexpected response: ${waiting.toString().slice(0, 600)}`));
        waiting = Buffer.alloc(0);
        if (counting) latencies.push(performance.now() - sentAt);
        send();
      });
      send();
    });

  const sockets = await Promise.all(
    Array.from(
      { length: input.connections },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect({ port: input.port, host: '127.0.0.1', noDelay: true });
          socket.on('connect', () => resolve(socket));
          socket.on('error', reject);
        }),
    ),
  );
  const drives = Promise.all(sockets.map(drive));
  const pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));
  const run = async () => {
    await pause(input.warmUpSeconds);
    counting = true;
    const startedAt = performance.now();
    await pause(input.seconds);
    counting = false;
    hasEnded = true;
    return (performance.now() - startedAt) / 1000;
  };
  const [seconds] = await Promise.all([run(), drives]);
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
});
