/**
 * Reads networks' streams of events (X's Activity API), for installations that networks cannot call. One node holds a stream.
 * An event is stored as one of a webhook is; what the stream repeats is known by its key. After a gap that is longer than
 * the network repeats, the accounts are read instead.
 */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { InboundPort, StreamPort } from '../../../adapters/port/inbound.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import { parseExactly } from '../../../adapters/lib/exact-json.ts';
import type { Sql } from '../../../store/connect.ts';
import {
  leaveStream,
  saveHeard,
  saveStreamProblem,
  streamProblem,
  takeStream,
} from '../../../store/inbound-streams.ts';
import { isReceiving, type Receiving } from '../../../store/receiving.ts';
import type { Node } from '../../engine/node.ts';
import type { Networks } from '../accounts/index.ts';
import type { Log } from '../../base/log.ts';
import { tellReceivers } from './start.ts';
import { eventStore, rowsOf } from './store-events.ts';

interface StreamOptions {
  sql: Sql;
  node: Pick<Node, 'command'>;
  adapters: { [platform: string]: Manifest };
  networks: Networks;
  fetch: typeof globalThis.fetch;
  /** Epoch ms. */
  clock: () => number;
  log: Log;
  /** Called when events were stored. */
  onStored: () => void;
  /** Counts what was understood and what was not. */
  count: (platform: string, kind: string) => void;
}

/** With the name under which this process holds streams. */
type StreamDeps = StreamOptions & { nodeId: string; onRound: () => void };

/** Another node takes a stream whose node has not said for this long that it goes on, ms. */
const HOLD_MS = 30_000;
/** How often the node says so, ms. */
const RENEW_MS = 10_000;
/** How often it is written down that something was heard, ms. */
const SAVE_EVERY_MS = 1_000;
/** Pauses before a stream is opened again, ms: doubled each time, from the first to the last. */
const AGAIN_MS = { first: 1_000, last: 60_000 };
/** How long the network may take to open it, ms. */
const OPEN_MS = 20_000;

/**
 * Reads the streams that the operator chose.
 * @param onRound called when a stream has ended, or could not be opened
 * @returns a function that closes them
 */
export function keepStreaming(options: StreamOptions, onRound: () => void): () => Promise<void> {
  const deps = { ...options, onRound, nodeId: randomUUID() };
  const closing = new AbortController();
  const running = Object.values(deps.adapters).flatMap(({ platform, inbound }) =>
    inbound?.stream?.isUsed
      ? [keepOne(deps, { platform, inbound, port: inbound.stream }, closing.signal)]
      : [],
  );
  return async () => {
    closing.abort();
    await Promise.all(running);
  };
}

interface One {
  platform: string;
  inbound: InboundPort;
  port: StreamPort;
}

async function keepOne(deps: StreamDeps, one: One, closing: AbortSignal): Promise<void> {
  const { sql, nodeId, log } = deps;
  const { platform } = one;
  let wait = AGAIN_MS.first;
  while (!closing.aborted) {
    let heard = false;
    try {
      const now = Date.now();
      const held = (await isReceiving(sql, platform))
        ? await takeStream(sql, { platform, nodeId, now, until: now + HOLD_MS })
        : null;
      if (held) heard = await readOnce(deps, one, { heardAt: held.heardAt, closing });
      else wait = AGAIN_MS.first;
    } catch (error) {
      log.warn({ platform, error: String(error) }, 'the stream of events broke; opening it again');
    }
    deps.onRound();
    wait = heard ? AGAIN_MS.first : Math.min(wait * 2, AGAIN_MS.last);
    await pause(wait, undefined, { signal: closing, ref: false }).catch(() => undefined);
  }
  await leaveStream(sql, platform, nodeId).catch(() => undefined);
}

/** Opens the stream and reads it until it ends. @returns whether it was open */
async function readOnce(
  deps: StreamDeps,
  { platform, inbound, port }: One,
  { heardAt, closing }: { heardAt: number | null; closing: AbortSignal },
): Promise<boolean> {
  const { sql, networks, nodeId, clock, count } = deps;
  const network = await networks.find(platform);
  const app = network?.connect ? network.app : null;
  if (!network?.connect || app === null) return false;
  const cut = new AbortController();
  const stop = () => cut.abort();
  closing.addEventListener('abort', stop, { once: true });
  let silent = setTimeout(stop, OPEN_MS);
  const missed = heardAt === null ? 0 : Date.now() - heardAt;
  const opened = await port.open({
    endpoints: network.endpoints,
    app,
    missedMs: Math.min(missed, port.backfillMs),
    fetch: deps.fetch,
    now: clock(),
    signal: cut.signal,
  });
  if (opened.kind !== 'open') {
    clearTimeout(silent);
    closing.removeEventListener('abort', stop);
    if (!closing.aborted) await saveProblem(deps, platform, opened.reason);
    return false;
  }
  await saveProblem(deps, platform, null);
  let savedAt = Date.now();
  await saveHeard(sql, platform, savedAt);
  if (missed > port.backfillMs)
    await tellReceivers(deps.node, { platform, via: ['stream'] }, { type: 'read' });
  const renewing = setInterval(() => {
    const now = Date.now();
    takeStream(sql, { platform, nodeId, now, until: now + HOLD_MS })
      .then((held) => held ?? stop()) // another node has it
      .catch(stop);
  }, RENEW_MS).unref();
  const store = eventStore(deps);
  try {
    for await (const line of createInterface({ input: Readable.fromWeb(opened.body) })) {
      clearTimeout(silent);
      silent = setTimeout(stop, port.silenceMs);
      if (line.trim() !== '') {
        const parsed = parseExactly(line);
        const events = parsed === undefined ? [] : inbound.split(parsed, clock());
        if (await store(rowsOf(events, [platform], (kind) => count(platform, kind)))) deps.onStored();
      }
      // after what was heard is stored: a crash between the two asks for it again
      if (Date.now() - savedAt < SAVE_EVERY_MS) continue;
      savedAt = Date.now();
      await saveHeard(sql, platform, savedAt);
    }
  } finally {
    clearInterval(renewing);
    clearTimeout(silent);
    closing.removeEventListener('abort', stop);
    stop();
  }
  return true;
}

/** A new problem, or the end of one, is soon seen in each account of the network (`receiving`). */
async function saveProblem(
  { sql, node, log }: StreamDeps,
  platform: string,
  problem: string | null,
): Promise<void> {
  if ((await streamProblem(sql, platform)) === problem) return;
  if (problem !== null) log.warn({ platform, problem }, 'the stream of events cannot be opened');
  await saveStreamProblem(sql, platform, problem);
  const via: Receiving['via'][] = ['webhook', 'stream', 'polling'];
  await tellReceivers(node, { platform, via }, { type: 'check', force: true });
}

/**
 * The adapters with the streams that the settings choose.
 * @param streams platforms whose events come by a stream
 */
export function withStreams(
  adapters: { [platform: string]: Manifest },
  streams: readonly string[],
): { [platform: string]: Manifest } {
  return Object.fromEntries(
    Object.entries(adapters).map(([platform, adapter]) => {
      const { inbound } = adapter;
      if (!inbound?.stream || !streams.includes(platform)) return [platform, adapter];
      return [platform, { ...adapter, inbound: { ...inbound, stream: { ...inbound.stream, isUsed: true } } }];
    }),
  );
}
