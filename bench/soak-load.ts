/** Mixed load at a steady rate, however long responses take: creates, reads, lists, edits, deletes, and a live feed. */
import { WebSocket } from 'ws';
import { percentile } from './report.ts';
import { program } from './program.ts';

export interface SoakLoadInput {
  port: number;
  key: string;
  slug: string;
  account: string;
  perSecond: number;
  minutes: number;
  subscribers: number;
}
export interface SoakLoadResult {
  requests: number;
  /** Responses other than 2xx, and requests without a response. */
  failed: number;
  p50Ms: number;
  p99Ms: number;
  /** Events that subscribers received. */
  events: number;
  /** Sequence numbers that were missing or repeated. */
  holes: number;
}

/** How many posts are remembered, to be read, edited and deleted. */
const MAX_REMEMBERED = 1_000;
/** Posts that are due soon are due after this long, or twice as long at most, ms; in a short run sooner. */
const MAX_SOON_MS = 61_000;

await program(async (input: SoakLoadInput): Promise<SoakLoadResult> => {
  const { perSecond, minutes } = input;
  const seen: Seen = { latencies: [], requests: 0, failed: 0, events: 0, holes: 0 };
  const sockets = Array.from({ length: input.subscribers }, () => subscribe(input, seen));
  const requestOne = mixedRequests(callsTo(input, seen), input, seen);

  const end = Date.now() + minutes * 60_000;
  const running = new Set<Promise<unknown>>();
  for (let due = Date.now(); due < end; due += 1000 / perSecond) {
    const wait = due - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const request = requestOne();
    running.add(request);
    void request.finally(() => running.delete(request));
  }
  await Promise.all(running);
  for (const socket of sockets) socket.terminate();
  const { latencies, ...counts } = seen;
  return { ...counts, p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99) };
});

interface Seen {
  latencies: number[];
  requests: number;
  failed: number;
  events: number;
  holes: number;
}

function headersOf({ key }: SoakLoadInput) {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

function subscribe(input: SoakLoadInput, seen: Seen): WebSocket {
  let last: number | null = null;
  const url = `ws://127.0.0.1:${input.port}/v1/live?workspace=${input.slug}`;
  const socket = new WebSocket(url, { headers: headersOf(input) });
  socket.on('message', (bytes: Buffer) => {
    const message = JSON.parse(bytes.toString()) as { type: string; seq: number };
    if (message.type !== 'event') return;
    seen.events += 1;
    if (last !== null && message.seq !== last + 1) seen.holes += 1;
    last = message.seq;
  });
  socket.on('error', () => (seen.failed += 1));
  return socket;
}

type Call = (method: string, path: string, body?: object) => Promise<{ post?: { id: string } }>;

/** @returns a function that sends a request and counts it; without a response it returns an empty object */
function callsTo(input: SoakLoadInput, seen: Seen): Call {
  const headers = headersOf(input);
  return async (method, path, body) => {
    seen.requests += 1;
    const startedAt = performance.now();
    try {
      const response = await fetch(`http://127.0.0.1:${input.port}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const reply = (await response.json()) as { post?: { id: string } };
      if (!response.ok) seen.failed += 1;
      return reply;
    } catch {
      seen.failed += 1;
      return {};
    } finally {
      seen.latencies.push(performance.now() - startedAt);
    }
  };
}

/** @returns a function that sends the next request: creates, reads, lists, edits and deletes at random */
function mixedRequests(call: Call, { account, minutes }: SoakLoadInput, seen: Seen): () => Promise<unknown> {
  const soonMs = Math.min(MAX_SOON_MS, minutes * 60_000);
  const published: string[] = [];
  const scheduled: string[] = [];
  const create = async (timing: object, into: string[]) => {
    const content = `Soaking ${seen.requests} ${'and more words '.repeat(10)}`;
    const { post } = await call('POST', '/v1/posts', { content, accountIds: [account], ...timing });
    if (post === undefined) return;
    into.push(post.id);
    if (into.length > MAX_REMEMBERED) into.shift();
  };
  const soon = () => ({ scheduledAt: new Date(Date.now() + soonMs + Math.random() * soonMs).toISOString() });
  const later = () => ({ scheduledAt: new Date(Date.now() + 86_400_000).toISOString() });
  const anyOf = (ids: string[]) => ids[Math.floor(Math.random() * ids.length)];
  return async () => {
    const dice = Math.random() * 100;
    if (dice < 25) return create({ publishNow: true }, published);
    if (dice < 35) return create(soon(), published);
    if (dice < 40) return create(later(), scheduled);
    const known = anyOf(published);
    if (dice < 70 && known !== undefined) return call('GET', `/v1/posts/${known}`);
    if (dice < 92) return call('GET', '/v1/posts?limit=25');
    if (dice < 96) {
      const id = anyOf(scheduled);
      return id === undefined
        ? undefined
        : call('PATCH', `/v1/posts/${id}`, { content: 'Edited', ...later() });
    }
    const id = scheduled.shift();
    return id === undefined ? undefined : call('DELETE', `/v1/posts/${id}`);
  };
}
