/** HTTP: reads and durable creates, compared with Fastify with pg and with bare uWebSockets.js. */
import { type Bench, roundsText, type Section } from '../bench.ts';
import { startProgram } from '../program.ts';
import { type Goal, ratio, type Report, shown, spreadOf } from '../report.ts';
import type { HttpServerInput } from './posts.ts';
import { CREATES, type Kind, READS, type Ready, requestsOf, WRITES_PER_SECOND } from './requests.ts';
import { underLoad, type UnderLoad } from './under-load.ts';

const OURS = 'Troupe';
const FASTIFY = 'Fastify 5 + pg';
const servers = [
  { name: OURS, file: 'http/troupe.ts', migrated: true, isPeer: false },
  { name: FASTIFY, file: 'peers/fastify.ts', migrated: false, isPeer: true },
  { name: 'bare uWebSockets.js', file: 'http/bare.ts', migrated: false, isPeer: false },
];
type Server = (typeof servers)[number];

const SIZES = {
  full: { posts: 20_000, workspaces: 8, connections: 32, warmUpSeconds: 2, seconds: 6 },
  quick: { posts: 5_000, workspaces: 8, connections: 32, warmUpSeconds: 1, seconds: 3 },
  tiny: { posts: 20, workspaces: 2, connections: 4, warmUpSeconds: 0, seconds: 0.3 },
};

/** One a round, by request and server. */
type Results = Map<string, UnderLoad[]>;

export const readsSection: Section = {
  title: 'Reads over HTTP',
  measure: async (bench) => {
    const results = await runRounds(bench, 'reads', READS);
    const { posts, workspaces } = SIZES[bench.size];
    return reportOf(bench, results, {
      kinds: READS,
      intro: `${posts.toLocaleString('en-US')} posts in ${workspaces} workspaces: published, scheduled, failed and drafts. Each GET asks for another post, in random order. Lists ask for a workspace and a status, half of them for a later page. Meanwhile ${WRITES_PER_SECOND} posts a second are edited, on every server.`,
      goals: [goalOf(results, 'GET a post', 3), goalOf(results, 'list 25', 3)],
    });
  },
};

export const createsSection: Section = {
  title: 'Creates over HTTP',
  measure: async (bench) => {
    const results = await runRounds(bench, 'creates', CREATES);
    return reportOf(bench, results, {
      kinds: CREATES,
      intro:
        'Durable creates of a scheduled post. In Fastify it is one transaction of three inserts (the post, its deliveries, the job that will publish it), and one more with an Idempotency-Key.',
      goals: [goalOf(results, 'create, scheduled', 2.5)],
    });
  },
};

async function runRounds(bench: Bench, label: string, kinds: readonly Kind[]): Promise<Results> {
  const results: Results = new Map();
  for (let round = 1; round <= bench.rounds; round += 1) {
    for (const server of servers) {
      if (server.isPeer && !bench.peers) continue;
      const name = `${label}_${round}_${server.file.replaceAll(/\W/g, '_')}`;
      for (const [kind, result] of await runServer(bench, server, { database: name, kinds })) {
        const row = `${kind}: ${server.name}`;
        results.set(row, [...(results.get(row) ?? []), result]);
        const rate = Math.round(result.load.perSecond);
        bench.log(
          `${label}: ${round}/${bench.rounds} ${row}: ${rate}/s, p99 ${result.load.p99Ms.toFixed(1)} ms`,
        );
      }
    }
  }
  return results;
}

/** Starts a server on a database of its own, and puts each kind of load on it. */
async function runServer(
  { stage, size, profileInto, log }: Bench,
  { file, migrated }: Server,
  { database, kinds }: { database: string; kinds: readonly Kind[] },
): Promise<Map<Kind, UnderLoad>> {
  const { posts, workspaces, ...load } = SIZES[size];
  const url = await stage.create(database, { migrated });
  const input: HttpServerInput = { url, posts, workspaces };
  const server = startProgram(file, input, profileInto === null ? {} : { profileInto });
  const ready = (await server.hello) as unknown as Ready;
  const results = new Map<Kind, UnderLoad>();
  for (const kind of kinds) {
    await stage.slowest(0);
    const requests = { ...load, port: ready.port, ...requestsOf(kind, ready, input) };
    results.set(kind, await underLoad(server.pid, stage.postmasterPid, requests));
    for (const { calls, ms, planMs, query } of await stage.slowest(6))
      log(
        `     ${ms.toFixed(0).padStart(6)} ms, planned ${planMs.toFixed(0)} ms ${String(calls).padStart(6)} calls  ${query.slice(0, 150)}`,
      );
  }
  server.finish();
  await server.result;
  await stage.drop(url);
  return results;
}

function reportOf(
  bench: Bench,
  results: Results,
  { kinds, intro, goals }: { kinds: readonly Kind[]; intro: string; goals: Goal[] },
): Report {
  const order = kinds.flatMap((kind) => servers.map(({ name }) => `${kind}: ${name}`));
  return {
    intro: `${SIZES[bench.size].connections} keep-alive connections from a process of their own, each waiting for its response. ${intro} Fastify remembers keys as we do. The bare server sends about as many bytes, without database, key or validation. Medians of ${roundsText(bench)} (lowest to highest).`,
    head: ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'Postgres CPU µs', 'bytes', 'MB'],
    rows: order.flatMap((name) => (results.has(name) ? [rowOf(name, results.get(name)!)] : [])),
    goals,
  };
}

function rowOf(name: string, runs: readonly UnderLoad[]): string[] {
  const column = (of: (result: UnderLoad) => number, digits = 0) => shown(spreadOf(runs.map(of)), digits);
  return [
    name,
    column(({ load }) => load.perSecond),
    column(({ load }) => load.p50Ms, 1),
    column(({ load }) => load.p99Ms, 1),
    column(({ cpuUs }) => cpuUs),
    name.includes('bare') ? '' : column(({ postgresCpuUs }) => postgresCpuUs),
    column(({ load }) => load.bytes),
    column(({ rssMb }) => rssMb),
  ];
}

function goalOf(results: Results, kind: Kind, goal: number): Goal {
  const rate = (server: string) => {
    const runs = results.get(`${kind}: ${server}`);
    return runs && spreadOf(runs.map(({ load }) => load.perSecond)).median;
  };
  return { text: `${kind}, of Fastify`, reached: ratio(rate(OURS), rate(FASTIFY)), goal };
}
