/** What networks send: how many events are stored a second, how soon they are acknowledged, and how soon people see them. */
import { type Bench, roundsText, type Section } from '../bench.ts';
import { postgresCpuMs, processCpuMs } from '../postgres-cpu.ts';
import { runProgram, type Running, startProgram } from '../program.ts';
import { type Goal, ratio, type Report, shown, spreadOf } from '../report.ts';
import type { InboundReady, InboundServerInput } from './input.ts';
import type { InboundLoadInput, InboundLoadResult } from './load.ts';

const OURS = 'Troupe';
const BARE = 'bare uWebSockets.js, one INSERT';
const servers = [
  { name: OURS, file: 'inbound/troupe.ts', migrated: true },
  { name: BARE, file: 'inbound/bare.ts', migrated: false },
];
type Server = (typeof servers)[number];

const SIZES = {
  full: {
    persons: 10_000,
    accounts: 20,
    flood: 20_000,
    singles: 10_000,
    steadySeconds: 10,
    delaySeconds: 10,
  },
  quick: { persons: 10_000, accounts: 20, flood: 10_000, singles: 4_000, steadySeconds: 4, delaySeconds: 4 },
  tiny: { persons: 10, accounts: 2, flood: 20, singles: 10, steadySeconds: 0.1, delaySeconds: 0.1 },
};
const CONNECTIONS = 32;
/** Messages in a request, where a network sends many at once. */
const BATCH = 100;
const STEADY_PER_SECOND = 1_000;
const DELAY_PER_SECOND = 200;
const SECOND_MS = 1_000;

const KINDS = {
  many: `${BATCH} messages a request`,
  one: 'one message a request',
  steady: `${STEADY_PER_SECOND.toLocaleString('en-US')} a second`,
  live: `${DELAY_PER_SECOND} a second, until the live feed has it`,
  inbox: `${DELAY_PER_SECOND} a second, until GET /v1/inbox shows it`,
} as const;
type Kind = keyof typeof KINDS;

interface Result {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuUs: number;
  postgresCpuUs: number;
}
type Results = Map<string, Result[]>;
const keyOf = (kind: Kind, { name }: Server) => `${KINDS[kind]}: ${name}`;

export const inboundSection: Section = { title: 'Events from networks', measure: measureInbound };

async function measureInbound(bench: Bench): Promise<Report> {
  const results: Results = new Map();
  for (let round = 1; round <= bench.rounds; round += 1)
    for (const server of servers)
      for (const [kind, result] of await runServer(bench, server, round)) {
        const key = keyOf(kind, server);
        results.set(key, [...(results.get(key) ?? []), result]);
        const rate = Math.round(result.perSecond);
        bench.log(`inbound: ${round}/${bench.rounds} ${key}: ${rate}/s, p99 ${result.p99Ms.toFixed(1)} ms`);
      }
  const { persons, accounts } = SIZES[bench.size];
  const count = (value: number) => value.toLocaleString('en-US');
  return {
    intro: `Messages as Meta sends them, signed, for ${accounts} accounts and ${count(persons)} conversations, over ${CONNECTIONS} connections. A request is acknowledged when its events are stored. Troupe checks the signature, finds the accounts, and meanwhile gives the events to their conversations; the bare server parses the body and stores the same rows with one INSERT. Delays count from the moment at which a request was due. Medians of ${roundsText(bench)} (lowest to highest).`,
    head: ['', 'messages/s', 'p50 ms', 'p99 ms', 'CPU µs', 'Postgres CPU µs'],
    rows: [...results].map(([name, runs]) => rowOf(name, runs)),
    goals: goalsOf(results),
  };
}

function goalsOf(results: Results): Goal[] {
  const [ours, bare] = servers as [Server, Server];
  const median = (kind: Kind, server: Server, of: (result: Result) => number) => {
    const runs = results.get(keyOf(kind, server));
    return runs && spreadOf(runs.map(of)).median;
  };
  const rate = (kind: Kind): Goal => ({
    text: `acknowledged, ${KINDS[kind]}, of the bare server`,
    reached: ratio(
      median(kind, ours, ({ perSecond }) => perSecond),
      median(kind, bare, ({ perSecond }) => perSecond),
    ),
    goal: 0.5,
  });
  const delay = (kind: Kind, text: string): Goal => ({
    text,
    reached: median(kind, ours, ({ p99Ms }) => p99Ms) ?? null,
    goal: SECOND_MS,
    atMost: true,
    unit: 'ms',
  });
  return [
    rate('many'),
    rate('one'),
    delay('steady', `acknowledgement at ${STEADY_PER_SECOND} a second, p99`),
    delay('live', `from the network's POST to the live feed at ${DELAY_PER_SECOND} a second, p99`),
    delay('inbox', `from the network's POST to GET /v1/inbox at ${DELAY_PER_SECOND} a second, p99`),
  ];
}

function rowOf(name: string, runs: readonly Result[]): string[] {
  const column = (of: (result: Result) => number, digits = 0) => {
    const values = runs.map(of);
    return values.some(Number.isNaN) ? '' : shown(spreadOf(values), digits);
  };
  return [
    name,
    column(({ perSecond }) => perSecond),
    column(({ p50Ms }) => p50Ms, 1),
    column(({ p99Ms }) => p99Ms, 1),
    column(({ cpuUs }) => cpuUs),
    column(({ postgresCpuUs }) => postgresCpuUs),
  ];
}

/** Starts a server on a database of its own, makes its conversations, and puts each kind of load on it. */
async function runServer(
  { stage, size, profileInto, log }: Bench,
  server: Server,
  round: number,
): Promise<Map<Kind, Result>> {
  const { persons, accounts, flood, singles, steadySeconds, delaySeconds } = SIZES[size];
  const url = await stage.create(`inbound_${round}_${server.file.replaceAll(/\W/g, '_')}`, {
    migrated: server.migrated,
  });
  const input: InboundServerInput = { url, accounts, posts: 0 };
  const running = startProgram<{ taken: number }>(
    server.file,
    input,
    profileInto === null ? {} : { profileInto },
  );
  const ready = (await running.hello) as unknown as InboundReady;
  const load = (of: Partial<InboundLoadInput>) =>
    underLoad(running, stage.postmasterPid, {
      ...ready,
      mode: 'flood',
      connections: CONNECTIONS,
      persons,
      batch: 1,
      messages: 0,
      perSecond: 0,
      ...of,
    });
  const results = new Map<Kind, Result>();
  if (server.name === OURS) {
    // each person has written once: the conversations are there
    await load({ batch: Math.min(BATCH, persons), messages: persons });
    await caughtUp(ready);
    await stage.slowest(0);
    const steady = await load({
      mode: 'steady',
      messages: Math.round(STEADY_PER_SECOND * steadySeconds),
      perSecond: STEADY_PER_SECOND,
    });
    results.set('steady', steady.acknowledged);
    await caughtUp(ready);
    const delays = await load({
      mode: 'delays',
      messages: Math.round(DELAY_PER_SECOND * delaySeconds),
      perSecond: DELAY_PER_SECOND,
    });
    for (const kind of ['live', 'inbox'] as const)
      results.set(kind, { ...delays.acknowledged, cpuUs: NaN, postgresCpuUs: NaN, ...delays.load[kind]! });
    for (const { calls, ms, query } of await stage.slowest(8))
      log(`     ${ms.toFixed(0).padStart(6)} ms ${String(calls).padStart(6)} calls  ${query.slice(0, 150)}`);
  }
  results.set('many', (await load({ batch: Math.min(BATCH, flood), messages: flood })).acknowledged);
  if (server.name === OURS) await caughtUp(ready);
  results.set('one', (await load({ messages: singles })).acknowledged);
  running.finish();
  await running.result;
  await stage.drop(url);
  return results;
}

/** Waits until all that was stored is with its conversations: the list of conversations stands still. */
async function caughtUp({ port, key }: InboundReady): Promise<void> {
  const newest = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/inbox?limit=1`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return response.text();
  };
  for (let before = '', still = 0; still < 3;) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const now = await newest();
    still = now === before ? still + 1 : 0;
    before = now;
  }
}

async function underLoad(
  { pid }: Running<unknown>,
  postmasterPid: number,
  input: InboundLoadInput,
): Promise<{ load: InboundLoadResult; acknowledged: Result }> {
  const cpu = processCpuMs(pid) ?? NaN;
  const postgres = postgresCpuMs(postmasterPid) ?? NaN;
  const load = await runProgram<InboundLoadResult>('inbound/load.ts', input);
  const each = (ms: number) => (ms * 1000) / input.messages;
  const { perSecond, p50Ms, p99Ms } = load;
  return {
    load,
    acknowledged: {
      perSecond,
      p50Ms,
      p99Ms,
      cpuUs: each((processCpuMs(pid) ?? NaN) - cpu),
      postgresCpuUs: each((postgresCpuMs(postmasterPid) ?? NaN) - postgres),
    },
  };
}
