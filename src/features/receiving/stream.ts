/**
 * The effects of a network's stream of events (machines/stream.ts), for installations that networks cannot call. An event is
 * stored as one of a webhook is; what the stream repeats is known by its key. After a gap that is longer than the network
 * repeats, the accounts are read instead.
 */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { InboundPort, StreamPort } from '../../../adapters/port/inbound.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import { parseExactly } from '../../../adapters/lib/exact-json.ts';
import type { StreamEvent } from '../../../machines/stream.ts';
import type { Sql } from '../../../store/connect.ts';
import { isReceiving } from '../../../store/receiving.ts';
import { readStream, streamIdOf } from '../../../store/streams.ts';
import type { Log } from '../../base/log.ts';
import { SilenceLimit } from '../../base/silence-limit.ts';
import { INSTALLATION } from '../../engine/installation.ts';
import type { Node } from '../../engine/node.ts';
import type { StreamHandlers } from '../../kinds/stream.ts';
import type { Networks } from '../accounts/index.ts';
import { tellReceivers } from './start.ts';
import { eventStore, rowsOf } from './store-events.ts';

interface StreamDeps {
  sql: Sql;
  /** Called when an effect runs: the node is made after its handlers. */
  node: () => Pick<Node, 'command'>;
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
  /** false: no account receives anything. For tests. */
  subscribes: boolean;
}

/** How long the network may take to open it, ms. */
const OPEN_MS = 20_000;
/** How often the actor is notified that events arrived, ms. */
const SAVE_EVERY_MS = 5_000;
/** How often it is looked up whether an account still receives, ms. */
const LOOK_EVERY_MS = 10_000;

const UNNEEDED = { type: 'stream.unneeded' } as const;

export function streamHandlers(deps: StreamDeps): StreamHandlers {
  return {
    readStream: async ({ platform }, { signal }) => {
      const inbound = deps.adapters[platform]?.inbound;
      const port = inbound?.stream;
      if (!deps.subscribes || !port?.isUsed || !(await isReceiving(deps.sql, platform))) return UNNEEDED;
      const silence = new SilenceLimit(OPEN_MS, signal);
      try {
        const event = await readOnce(deps, { platform, inbound: inbound!, port }, silence);
        // of a node that stops, or that has lost it: another node opens it
        signal.throwIfAborted();
        return event;
      } finally {
        silence.end();
      }
    },
    tellAccounts: async ({ platform }) => {
      await tellReceivers(
        deps.node(),
        { platform, via: ['webhook', 'stream', 'polling'] },
        { type: 'check', force: true },
      );
      return { type: 'accounts.told' };
    },
  };
}

interface Source {
  platform: string;
  inbound: InboundPort;
  port: StreamPort;
}

type Outcome = Extract<StreamEvent, { type: `stream.${'ended' | 'refused' | 'unneeded'}` }>;

/** Opens the stream and reads it until it ends. @throws what the database throws: then it is opened again */
async function readOnce(deps: StreamDeps, source: Source, silence: SilenceLimit): Promise<Outcome> {
  const { sql, clock } = deps;
  const { platform, port } = source;
  const network = await deps.networks.find(platform, 'both');
  if (!network?.connect || network.app === null)
    return { type: 'stream.ended', reason: `no app is configured for ${platform}` };
  const { heardAt } = await readStream(sql, platform);
  const missedMs = heardAt === null ? 0 : Math.max(0, clock() - heardAt);
  const opened = await port.open({
    endpoints: network.endpoints,
    app: network.app,
    missedMs: Math.min(missedMs, port.backfillMs),
    fetch: deps.fetch,
    now: clock(),
    signal: silence.signal,
  });
  if (opened.kind !== 'open') {
    const { kind, reason } = opened;
    deps.log.warn({ platform, problem: reason }, 'the stream of events cannot be opened');
    return { type: 'stream.refused', reason, isTemporary: kind === 'retry' };
  }
  silence.heard(OPEN_MS);
  const at = clock();
  if (missedMs > port.backfillMs)
    await tellReceivers(deps.node(), { platform, via: ['stream'] }, { type: 'read' });
  await tellStream(deps, platform, { type: 'stream.opened', at });
  return readLines(deps, source, { body: opened.body, silence, simulated: network.sandbox });
}

/** Stores what comes, line by line. */
async function readLines(
  deps: StreamDeps,
  { platform, inbound, port }: Source,
  {
    body,
    silence,
    simulated,
  }: { body: ReadableStream<Uint8Array>; silence: SilenceLimit; simulated: boolean },
): Promise<Outcome> {
  const { sql, clock, count } = deps;
  const store = eventStore(deps);
  let savedAt = clock();
  let lookedAt = savedAt;
  silence.heard(port.silenceMs);
  for await (const line of linesOf(body)) {
    silence.heard(port.silenceMs);
    if (line.trim() !== '') {
      const parsed = parseExactly(line);
      const events = parsed === undefined ? [] : inbound.split(parsed, clock());
      if (await store(rowsOf(events, { platforms: [platform], simulated }, (kind) => count(platform, kind))))
        deps.onStored();
    }
    const now = clock();
    // only after the events are stored: after a crash in between they are requested again
    if (now - savedAt >= SAVE_EVERY_MS) {
      savedAt = now;
      await tellStream(deps, platform, { type: 'stream.heard', at: now });
    }
    if (now - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = now;
      if (!(await isReceiving(sql, platform))) return UNNEEDED;
    }
  }
  const reason = silence.isOver
    ? `nothing was heard for ${Math.ceil(port.silenceMs / 1000)} seconds`
    : 'the connection ended';
  return { type: 'stream.ended', reason };
}

/** The lines of a response until it ends, or breaks: what was missed is asked for again. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const input = Readable.fromWeb(body);
  // also when nobody reads it any more
  input.on('error', () => undefined);
  try {
    yield* createInterface({ input });
  } catch (error) {
    if (!input.errored) throw error;
  } finally {
    input.destroy();
  }
}

const tellStream = ({ node }: StreamDeps, platform: string, event: StreamEvent) =>
  node().command(async (_, turn) => {
    turn.tell(INSTALLATION, { to: streamIdOf(platform), event });
    return { result: null };
  });
