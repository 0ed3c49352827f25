/**
 * Subscribers of the live bench, in a process of their own, over plain TCP: frames are counted by their headers and not
 * read, except on every hundredth socket, which reads when each event was sent.
 */
import { connect, type Socket } from 'node:net';
import { program } from '../program.ts';
import { percentile } from '../report.ts';

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

await program(async (input: LiveLoadInput): Promise<LiveLoadResult> => {
  let received = 0;
  let wanted = Infinity;
  let reached = () => {};
  const delays: number[] = [];
  const sockets: Socket[] = [];

  const open = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port: input.port, host: '127.0.0.1' });
      sockets.push(socket);
      let rest: Buffer = Buffer.alloc(0);
      let upgraded = false;
      const reads = index % READ_EVERY === 0;
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('a subscriber was disconnected')));
      socket.on('data', (chunk: Buffer) => {
        let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        if (!upgraded) {
          const end = bytes.indexOf('\r\n\r\n');
          if (end === -1) return void (rest = bytes);
          if (!bytes.toString('latin1', 0, 12).endsWith('101')) return reject(new Error(bytes.toString()));
          upgraded = true;
          bytes = bytes.subarray(end + 4);
          resolve();
        }
        let at = 0;
        while (bytes.length - at >= 2) {
          const short = bytes[at + 1]! & 0x7f; // RFC 6455, section 5.2: servers do not mask
          const head = short === 126 ? 4 : short === 127 ? 10 : 2;
          if (bytes.length - at < head) break;
          const length =
            head === 2
              ? short
              : head === 4
                ? bytes.readUInt16BE(at + 2)
                : Number(bytes.readBigUInt64BE(at + 2));
          if (bytes.length - at < head + length) break;
          // events of every server start with the same bytes; greetings are not counted
          if ((bytes[at]! & 0x0f) === 1 && bytes[at + head + 9] === 0x65 && bytes[at + head + 10] === 0x76) {
            received += 1;
            if (reads) {
              const text = bytes.toString('latin1', at + head, at + head + length);
              delays.push(Date.now() - Number(/"sentAt":(\d+)/.exec(text)![1]));
            }
            if (received === wanted) reached();
          }
          at += head + length;
        }
        rest = at === bytes.length ? Buffer.alloc(0) : bytes.subarray(at);
      });
      socket.write(
        `GET ${input.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${input.key}\r\nUpgrade: websocket\r\n` +
          'Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
      );
    });
  for (let first = 0; first < input.subscribers; first += OPEN_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(OPEN_AT_ONCE, input.subscribers - first) }, (_, index) =>
        open(first + index),
      ),
    );
  await pause(1_000); // greetings and subscriptions are done by then

  const control = connect({ port: input.control, host: '127.0.0.1' });
  await new Promise((resolve) => control.on('connect', resolve));
  const all = (events: number) =>
    new Promise<void>((resolve) => {
      wanted = received + events * input.subscribers;
      reached = resolve;
      control.write(`${events}\n`);
    });

  for (let window = 0; window < WARM_UP_WINDOWS; window += 1) await all(input.window);
  const startedAt = performance.now();
  const before = received;
  while (performance.now() - startedAt < input.seconds * 1000) await all(input.window);
  const deliveredPerSecond = (received - before) / ((performance.now() - startedAt) / 1000);

  delays.length = 0;
  for (let sent = 0; sent < input.steadyPerSecond * input.steadySeconds; sent += 1) {
    control.write('1\n');
    await pause(1000 / input.steadyPerSecond);
  }
  await pause(1_000);
  for (const socket of sockets) socket.removeAllListeners('close');
  return { deliveredPerSecond, p50Ms: percentile(delays, 0.5), p99Ms: percentile(delays, 0.99) };
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
