/**
 * The network and those who watch, in a process of their own: messages as fast as they are taken (`flood`), at a steady
 * rate (`steady`), and how long each takes to reach the live feed and the list of conversations (`delays`).
 */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, openConnection } from '../http/connection.ts';
import { readEvents } from '../live/frames.ts';
import { percentile } from '../report.ts';
import { program } from '../program.ts';
import { type BenchMessage, requestOf, TEXT } from './events.ts';
import type { InboundReady } from './input.ts';

export interface InboundLoadInput extends InboundReady {
  mode: 'flood' | 'steady' | 'delays';
  connections: number;
  /** People who write, in turn. */
  persons: number;
  /** In a request. */
  batch: number;
  /** Messages in all. */
  messages: number;
  /** A second; a flood has no rate. */
  perSecond: number;
}

export interface InboundLoadResult {
  perSecond: number;
  /** From the moment at which a request was due until its response. */
  p50Ms: number;
  p99Ms: number;
  /** From that moment until a subscriber has the message, and until the list shows it. Empty: not measured. */
  live: { p50Ms: number; p99Ms: number; seen: number } | null;
  inbox: { p50Ms: number; p99Ms: number; seen: number } | null;
}

await program(async (input: InboundLoadInput): Promise<InboundLoadResult> => {
  const connections = await Promise.all(
    Array.from({ length: input.connections }, () => openConnection(input.port)),
  );
  const next = messagesOf(input);
  const watch = input.mode === 'delays' ? await watchAll(input) : null;
  const { latencies, seconds } =
    input.mode === 'flood'
      ? await flood(input, connections, next)
      : await steady(input, connections, { next, sent: watch?.sent ?? new Map() });
  const seen = watch ? await watch.stop() : null;
  for (const connection of connections) connection.close();
  return {
    perSecond: input.messages / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    live: seen && spread(seen.live),
    inbox: seen && spread(seen.inbox),
  };
});

function spread(delays: number[]) {
  return {
    p50Ms: percentile(delays, 0.5),
    p99Ms: percentile(delays, 0.99),
    seen: delays.length,
  };
}

/** @returns a function that makes the next message */
function messagesOf({ accounts, persons }: InboundLoadInput): () => BenchMessage & { number: number } {
  const ids = accounts.split(',');
  const run = Date.now();
  let number = 0;
  return () => {
    number += 1;
    const person = number % persons;
    return {
      number,
      id: `${run}_${number}`,
      account: ids[person % ids.length]!,
      person: String(9_000_000 + person),
      text: `#${number}# ${TEXT}`,
    };
  };
}

interface Sent {
  latencies: number[];
  seconds: number;
}

/** Each connection sends the next request when it has the response to the last one. Bodies are made beforehand. */
async function flood(
  { messages, batch }: InboundLoadInput,
  connections: readonly Connection[],
  next: () => BenchMessage,
): Promise<Sent> {
  const requests = Array.from({ length: messages / batch }, () =>
    textOf(requestOf(Array.from({ length: batch }, next), Date.now())),
  );
  const latencies: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let request = requests.pop(); request !== undefined; request = requests.pop())
        latencies.push((await connection.ask(request)).ms);
    }),
  );
  return { latencies, seconds: (performance.now() - startedAt) / 1000 };
}

/** Requests are due at even distances; one that finds no free connection waits, which counts. */
async function steady(
  { messages, batch, perSecond }: InboundLoadInput,
  connections: readonly Connection[],
  { next, sent }: { next: () => BenchMessage & { number: number }; sent: Map<number, number> },
): Promise<Sent> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const wallOffset = Date.now() - startedAt;
  let asked = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (asked * batch < messages) {
        const dueAt = startedAt + (asked * batch * 1000) / perSecond;
        asked += 1;
        await pause(Math.max(0, dueAt - performance.now()));
        const some = Array.from({ length: batch }, next);
        for (const { number } of some) sent.set(number, dueAt + wallOffset);
        await connection.ask(textOf(requestOf(some, Date.now())));
        latencies.push(performance.now() - dueAt);
      }
    }),
  );
  return { latencies, seconds: (performance.now() - startedAt) / 1000 };
}

function textOf({ head, body }: ReturnType<typeof requestOf>): string {
  return `${head}\r\ncontent-length: ${Buffer.byteLength(body!)}\r\n\r\n${body}`;
}

/** A subscriber of the live feed, and somebody who reads the list of conversations over and over. */
async function watchAll(input: InboundLoadInput) {
  const sent = new Map<number, number>();
  const live: number[] = [];
  const inbox: number[] = [];
  const shown = new Set<number>();
  const socket = await subscribe(input, (text) => {
    if (!text.includes('message.created')) return;
    const at = sent.get(numberIn(text));
    if (at !== undefined) live.push(Date.now() - at);
  });
  const reader = await openConnection(input.port);
  const request = `GET /v1/inbox?limit=100 HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${input.key}\r\n\r\n`;
  const over = new AbortController();
  const reading = (async () => {
    while (!over.signal.aborted) {
      const { text } = await reader.ask(request);
      const now = Date.now();
      for (const [, digits] of text().matchAll(/"#(\d+)#/g)) {
        const number = Number(digits);
        const at = sent.get(number);
        if (at === undefined || shown.has(number)) continue;
        shown.add(number);
        inbox.push(now - at);
      }
    }
  })();
  return {
    sent,
    stop: async () => {
      for (let waited = 0; live.length < input.messages && waited < 100; waited += 1) await pause(100);
      over.abort();
      await reading;
      reader.close();
      socket.removeAllListeners();
      socket.destroy();
      return { live, inbox };
    },
  };
}

function numberIn(text: string): number {
  return Number(/#(\d+)#/.exec(text)?.[1]);
}

function subscribe({ port, path, key }: InboundLoadInput, onEvent: (text: string) => void) {
  return new Promise<ReturnType<typeof connect>>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let rest: Buffer = Buffer.alloc(0);
    let isUpgraded = false;
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      if (!isUpgraded) {
        const end = rest.indexOf('\r\n\r\n');
        if (end === -1) return;
        if (!rest.toString('latin1', 0, 12).endsWith('101')) return reject(new Error(rest.toString()));
        isUpgraded = true;
        rest = rest.subarray(end + 4);
        resolve(socket);
      }
      rest = readEvents(rest, (bytes) => onEvent(bytes().toString()));
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nUpgrade: websocket\r\n` +
        'Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
  });
}
