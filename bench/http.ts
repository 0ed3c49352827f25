/** HTTP: reads and a durable create, compared with Fastify with pg and with bare uWebSockets.js. */
import type { LoadResult, LoadInput } from './load.ts';
import { postgresCpuMs, processCpuMs, processRss } from './postgres-cpu.ts';
import { runProgram, startProgram } from './program.ts';
import { ratio, type Section, shown, spreadOf } from './report.ts';
import type { Bench } from './run.ts';

export interface HttpServerInput {
  url: string;
  /** How many posts there are to read, with ids `post_1` and so on. */
  posts: number;
}

const POSTS = 5_000;
const CONNECTIONS = 32;
const DAY_MS = 86_400_000;

const servers = [
  { name: 'Troupe', file: 'http-troupe.ts', migrated: true },
  { name: 'Fastify 5 + pg', file: 'peers/fastify.ts', migrated: false },
  { name: 'bare uWebSockets.js', file: 'http-bare.ts', migrated: false },
];
const requests = ['GET a post', 'list 25', 'create, scheduled'] as const;
type Wanted = (typeof requests)[number];

interface Result {
  load: LoadResult;
  cpuUs: number;
  postgresCpuUs: number;
  rssMb: number;
}

export async function httpSection(bench: Bench): Promise<Section> {
  const { stage, quick, repeats, log } = bench;
  const results = new Map<string, Result[]>();
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    for (const { name, file, migrated } of servers) {
      const url = await stage.create(`http_${repeat}_${file.replaceAll(/\W/g, '_')}`, { migrated });
      const server = startProgram(
        file,
        { url, posts: POSTS },
        bench.profileInto === null ? {} : { profileInto: bench.profileInto },
      );
      const { port, key, account } = await server.hello;
      for (const wanted of requests) {
        const input: LoadInput = {
          port: Number(port),
          connections: CONNECTIONS,
          warmUpSeconds: quick ? 1 : 2,
          seconds: quick ? 2 : 6,
          ...requestOf(wanted, String(key), String(account)),
        };
        await stage.slowest(0);
        const cpu = processCpuMs(server.pid) ?? NaN;
        const postgres = postgresCpuMs(stage.postmasterPid) ?? NaN;
        const load = await runProgram<LoadResult>('load.ts', input);
        // the warm-up's requests use CPU too: they are added by their share of the time
        const all = load.requests * (1 + input.warmUpSeconds / input.seconds);
        const result = {
          load,
          cpuUs: (((processCpuMs(server.pid) ?? NaN) - cpu) * 1000) / all,
          postgresCpuUs: (((postgresCpuMs(stage.postmasterPid) ?? NaN) - postgres) * 1000) / all,
          rssMb: (processRss(server.pid) ?? NaN) / 1e6,
        };
        const label = `${wanted}: ${name}`;
        results.set(label, [...(results.get(label) ?? []), result]);
        log(
          `http: ${repeat}/${repeats} ${label}: ${Math.round(load.perSecond)}/s, p99 ${load.p99Ms.toFixed(1)} ms`,
        );
        for (const { calls, ms, planMs, query } of await stage.slowest(6))
          log(
            `     ${ms.toFixed(0).padStart(6)} ms, planned ${planMs.toFixed(0)} ms ${String(calls).padStart(6)} calls  ${query.slice(0, 150)}`,
          );
      }
      server.finish();
      await server.result;
      await stage.drop(url);
    }
  }

  const rate = (wanted: Wanted, server: string) =>
    spreadOf((results.get(`${wanted}: ${server}`) ?? []).map(({ load }) => load.perSecond)).median;
  const vsFastify = (wanted: Wanted) => ratio(rate(wanted, 'Troupe'), rate(wanted, 'Fastify 5 + pg'));
  return {
    title: 'HTTP',
    intro: `${CONNECTIONS} keep-alive connections from a process of their own, each waiting for its response; ${POSTS.toLocaleString('en-US')} posts in the workspace. Fastify remembers keys as we do, and its create is one transaction of three inserts. The bare server sends as many bytes, without database, key or validation. Medians of ${repeats === 1 ? 'one run' : `${repeats} interleaved runs`}.`,
    head: ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'Postgres CPU µs', 'MB'],
    rows: requests.flatMap((wanted) =>
      servers.map(({ name }) => {
        const runs = results.get(`${wanted}: ${name}`) ?? [];
        const column = (of: (result: Result) => number, digits = 0) => shown(spreadOf(runs.map(of)), digits);
        return [
          `${wanted}: ${name}`,
          column(({ load }) => load.perSecond),
          column(({ load }) => load.p50Ms, 1),
          column(({ load }) => load.p99Ms, 1),
          column(({ cpuUs }) => cpuUs),
          name.startsWith('bare') ? '' : column(({ postgresCpuUs }) => postgresCpuUs),
          column(({ rssMb }) => rssMb),
        ];
      }),
    ),
    goals: [
      { text: 'GET a post, of Fastify', reached: vsFastify('GET a post'), goal: 2 },
      { text: 'list 25, of Fastify', reached: vsFastify('list 25'), goal: 2 },
      { text: 'create, of Fastify', reached: vsFastify('create, scheduled'), goal: 1.5 },
    ],
  };
}

function requestOf(wanted: Wanted, key: string, account: string): Pick<LoadInput, 'heads' | 'body'> {
  const head = (line: string) =>
    `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\naccept: application/json`;
  switch (wanted) {
    case 'GET a post':
      return {
        heads: Array.from({ length: 500 }, (_, index) => head(`GET /v1/posts/post_${1 + index * 9}`)),
        body: null,
      };
    case 'list 25':
      return { heads: [head('GET /v1/posts?limit=25')], body: null };
    case 'create, scheduled':
      return {
        heads: [`${head('POST /v1/posts')}\r\ncontent-type: application/json`],
        body: JSON.stringify({
          content: `Hello from post number NUMBER${' and more words'.repeat(10)}`,
          accountIds: [account],
          scheduledAt: new Date(Date.now() + 90 * DAY_MS).toISOString(),
        }),
      };
    default:
      return wanted satisfies never;
  }
}
