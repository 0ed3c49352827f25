/**
 * Subscribers of the live bench, in a process of their own, over plain TCP: frames are counted by their headers and not
 * read, except on every hundredth socket, which reads when each event was sent.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { program } from '../program.ts';
import { percentile } from '../report.ts';
import { readEvents } from './frames.ts';

export interface LiveLoadInput {
  port: number;
  control: number;
  path: string;
  key: string;
  subscribers: number;
  /** Events in a window, all asked for at once, to measure the highest rate. */
  window: number;
  seconds: number;
  /** Rate afterwards, to measure delays. */
  steadyPerSecond: number;
  steadySeconds: number;
}
export interface LiveLoadResult {
  /** Events that reached a subscriber, each second. */
  deliveredPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** How many connections are opened at once. */
const OPEN_AT_ONCE = 200;
const READ_EVERY = 100;
const WARM_UP_WINDOWS = 2;
const SECOND = 1_000;

await program(async (input: LiveLoadInput): Promise<LiveLoadResult> => {
  const delays: number[] = [];
  const seen = { count: 0, wanted: Infinity, reached: () => {} };
  const sockets = await openAll(input, (text) => {
    seen.count += 1;
    if (text !== null) delays.push(Date.now() - Number(/"sentAt":(\d+)/.exec(text)![1]));
    if (seen.count === seen.wanted) seen.reached();
  });
  await pause(SECOND); // greetings and subscriptions are done by then

  const control = connect({ port: input.control, host: '127.0.0.1' });
  await new Promise((resolve) => control.on('connect', resolve));
  const publish = (events: number) =>
    new Promise<void>((resolve) => {
      seen.wanted = seen.count + events * input.subscribers;
      seen.reached = resolve;
      control.write(`${events}\n`);
    });

  for (let window = 0; window < WARM_UP_WINDOWS; window += 1) await publish(input.window);
  const startedAt = performance.now();
  const before = seen.count;
  while (performance.now() - startedAt < input.seconds * SECOND) await publish(input.window);
  const deliveredPerSecond = (seen.count - before) / ((performance.now() - startedAt) / SECOND);

  delays.length = 0;
  for (let sent = 0; sent < input.steadyPerSecond * input.steadySeconds; sent += 1) {
    control.write('1\n');
    await pause(SECOND / input.steadyPerSecond);
  }
  await pause(SECOND);
  for (const socket of sockets) socket.removeAllListeners('close');
  return { deliveredPerSecond, p50Ms: percentile(delays, 0.5), p99Ms: percentile(delays, 0.99) };
});

/** @param onEvent told of each event; with its text on those sockets that read it, else null */
async function openAll(input: LiveLoadInput, onEvent: (text: string | null) => void): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let first = 0; first < input.subscribers; first += OPEN_AT_ONCE) {
    const many = Math.min(OPEN_AT_ONCE, input.subscribers - first);
    const opening = Array.from({ length: many }, (_, index) =>
      subscribe(input, (bytes) =>
        onEvent((first + index) % READ_EVERY === 0 ? bytes().toString('latin1') : null),
      ),
    );
    sockets.push(...(await Promise.all(opening)));
  }
  return sockets;
}

/** @returns the socket, once the server has accepted it */
function subscribe(
  { port, path, key }: LiveLoadInput,
  onEvent: (bytes: () => Buffer) => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let rest: Buffer = Buffer.alloc(0);
    let isUpgraded = false;
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('a subscriber was disconnected')));
    socket.on('data', (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (!isUpgraded) {
        const end = rest.indexOf('\r\n\r\n');
        if (end === -1) return;
        if (!rest.toString('latin1', 0, 12).endsWith('101')) return reject(new Error(rest.toString()));
        isUpgraded = true;
        rest = rest.subarray(end + 4);
        resolve(socket);
      }
      rest = readEvents(rest, onEvent);
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nUpgrade: websocket\r\n` +
        'Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
  });
}
