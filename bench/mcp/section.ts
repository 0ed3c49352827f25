/** Tools for agents: what a call costs beside the protocol alone. */
import { type Bench, roundsText, type Section } from '../bench.ts';
import type { LoadInput, LoadRequest } from '../http/load.ts';
import { underLoad, type UnderLoad } from '../http/under-load.ts';
import { postNumber, STATUSES } from '../http/posts.ts';
import type { Ready } from '../http/requests.ts';
import { runProgram, startProgram } from '../program.ts';
import { ratio, type Report, shown, spreadOf } from '../report.ts';
import type { ConstantInput } from './constant.ts';
import type { KeyCheckInput } from './key-check.ts';
import { toolCall, type Version, VERSIONS } from './messages.ts';

const OURS = 'Troupe';
const CONSTANT = 'a constant result';
const servers = [
  { name: OURS, file: 'http/troupe.ts', migrated: true },
  { name: CONSTANT, file: 'mcp/constant.ts', migrated: false },
];
type Server = (typeof servers)[number];

const SIZES = {
  full: { posts: 20_000, workspaces: 8, connections: 16, warmUpSeconds: 4, seconds: 8, checks: 500_000 },
  quick: { posts: 5_000, workspaces: 8, connections: 16, warmUpSeconds: 4, seconds: 5, checks: 200_000 },
  tiny: { posts: 20, workspaces: 2, connections: 2, warmUpSeconds: 0, seconds: 0.3, checks: 100 },
};
/** Different lists in a loop. */
const LISTS = 500;

/** One a round, by version and server. */
type Results = Map<string, UnderLoad[]>;
const rowOf = (version: Version, { name }: Pick<Server, 'name'>) => `${version}: ${name}`;

export const mcpSection: Section = { title: 'Tools for agents', measure: measureTools };

async function measureTools(bench: Bench): Promise<Report> {
  const results: Results = new Map();
  const keyChecks: number[] = [];
  for (let round = 1; round <= bench.rounds; round += 1) {
    // ours comes first: the other one returns what it listed
    let result: ConstantInput['result'] = {};
    for (const server of servers) result = await measureServer(bench, server, { round, results, result });
    keyChecks.push(await measureKeyCheck(bench, round));
  }
  const cpuOf = (version: Version, name: string) =>
    spreadOf(results.get(rowOf(version, { name }))!.map(({ cpuUs }) => cpuUs)).median;
  const { connections } = SIZES[bench.size];
  return {
    intro: `\`tools/call\` of \`list_posts\` (25 posts, with an API key) over ${connections} keep-alive connections, in both versions of the protocol; beside a server of 33 tools made with the same package, over the same HTTP server, whose handlers return the same 25 posts each time without a database, a key or a check. Medians of ${roundsText(bench)} (lowest to highest).`,
    head: ['', 'calls/s', 'p50 ms', 'p99 ms', 'CPU µs', 'Postgres CPU µs', 'bytes'],
    rows: [
      ...VERSIONS.flatMap((version) =>
        servers.map((server) => shownRow(rowOf(version, server), results.get(rowOf(version, server))!)),
      ),
      ['check of a remembered API key', '', '', '', shown(spreadOf(keyChecks), 1), '', ''],
    ],
    goals: [
      ...VERSIONS.map((version) => ({
        text: `CPU of a call, ${version}, of the constant one`,
        reached: ratio(cpuOf(version, OURS), cpuOf(version, CONSTANT)),
        goal: 2,
        atMost: true,
      })),
      {
        text: 'check of a remembered key',
        reached: spreadOf(keyChecks).median,
        goal: 20,
        atMost: true,
        unit: 'µs',
      },
    ],
  };
}

async function measureServer(
  { stage, size, rounds, profileInto, log }: Bench,
  server: Server,
  { round, results, result: constant }: { round: number; results: Results } & ConstantInput,
): Promise<ConstantInput['result']> {
  const { posts, workspaces, connections, warmUpSeconds, seconds } = SIZES[size];
  const name = `mcp_${round}_${server.file.replaceAll(/\W/g, '_')}`;
  const url = await stage.create(name, { migrated: server.migrated });
  const input = { url, posts, workspaces, result: constant };
  const running = startProgram(server.file, input, profileInto === null ? {} : { profileInto });
  const { port, key } = (await running.hello) as unknown as Ready;
  const listed = server.name === OURS ? await listOnce(port, key) : constant;
  const loads = VERSIONS.map((version): [Version, LoadInput] => {
    const requests = callsOf(version, { key, posts, workspaces });
    return [version, { port, connections, warmUpSeconds: 0, seconds, requests, writes: null }];
  });
  // the library is loaded by the first call, and code is compiled while it runs: neither is counted, of no version
  for (const [, load] of loads)
    await underLoad(running.pid, stage.postmasterPid, { ...load, seconds: warmUpSeconds });
  for (const [version, load] of round % 2 === 0 ? loads.toReversed() : loads) {
    const result = await underLoad(running.pid, stage.postmasterPid, load);
    const row = rowOf(version, server);
    results.set(row, [...(results.get(row) ?? []), result]);
    log(`mcp: ${round}/${rounds} ${row}: ${Math.round(result.cpuUs)} µs`);
  }
  running.finish();
  await running.result;
  await stage.drop(url);
  return listed;
}

async function listOnce(port: number, key: string): Promise<ConstantInput['result']> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`http://127.0.0.1:${port}/v1/posts?limit=25`, { headers });
  return (await response.json()) as ConstantInput['result'];
}

async function measureKeyCheck({ stage, size }: Bench, round: number): Promise<number> {
  const url = await stage.create(`mcp_${round}_key`, { migrated: true });
  const input: KeyCheckInput = { url, checks: SIZES[size].checks };
  const { us } = await runProgram<{ us: number }>('mcp/key-check.ts', input);
  await stage.drop(url);
  return us;
}

/** No two that follow each other are equal, so that none is answered by another's rows. */
function callsOf(
  version: Version,
  { key, posts, workspaces }: { key: string; posts: number; workspaces: number },
): LoadRequest[] {
  const filters = ['all', ...new Set(STATUSES)];
  return Array.from({ length: LISTS }, (_, index) => {
    const { workspace } = postNumber((index % posts) + 1, workspaces);
    const given = { workspace, status: filters[index % filters.length], limit: 25 };
    return toolCall(version, { key, name: 'list_posts', given });
  });
}

function shownRow(name: string, runs: readonly UnderLoad[]): string[] {
  const column = (of: (result: UnderLoad) => number, digits = 0) => shown(spreadOf(runs.map(of)), digits);
  return [
    name,
    column(({ load }) => load.perSecond),
    column(({ load }) => load.p50Ms, 1),
    column(({ load }) => load.p99Ms, 1),
    column(({ cpuUs }) => cpuUs),
    name.endsWith(CONSTANT) ? '' : column(({ postgresCpuUs }) => postgresCpuUs),
    column(({ load }) => load.bytes),
  ];
}
