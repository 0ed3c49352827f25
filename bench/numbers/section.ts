/** Numbers of posts from the store, beside the list of posts, with few samples and with many. */
import { type Bench, roundsText, type Section } from '../bench.ts';
import type { LoadRequest } from '../http/load.ts';
import { underLoad, type UnderLoad } from '../http/under-load.ts';
import { type Running, startProgram } from '../program.ts';
import { type Goal, ratio, type Report, shown, spreadOf } from '../report.ts';
import { type NumbersInput, networkPostIdOf, type NumbersReady } from './input.ts';

/** `many` has the same workspace as `few`, with more samples of each post, among others. */
const SIZES = {
  full: {
    posts: 5_000,
    few: { samplesPerPost: 20, others: 0 },
    many: { samplesPerPost: 75, others: 26 },
    turns: 3,
    seconds: 4,
    warmUpSeconds: 3,
  },
  quick: {
    posts: 5_000,
    few: { samplesPerPost: 20, others: 0 },
    many: { samplesPerPost: 75, others: 26 },
    turns: 4,
    seconds: 2,
    warmUpSeconds: 2,
  },
  tiny: {
    posts: 30,
    few: { samplesPerPost: 2, others: 0 },
    many: { samplesPerPost: 4, others: 1 },
    turns: 1,
    seconds: 0.3,
    warmUpSeconds: 0,
  },
};
const ACCOUNTS = 20;
/** A page is opened by few people at a time: more would measure how requests wait for the two cores. */
const CONNECTIONS = 4;
/** Different curves in a loop. */
const CURVES = 1_000;

const AMOUNTS = ['few', 'many'] as const;
type Amount = (typeof AMOUNTS)[number];
const READS = ['list', 'performance', 'newPerformance', 'curve'] as const;
type Read = (typeof READS)[number];
type Results = Map<string, UnderLoad[]>;
const rowOf = (amount: Amount, read: Read) => `${amount} ${read}`;

export const numbersSection: Section = {
  title: 'Numbers of posts',
  measure: async (bench) => {
    const results: Results = new Map();
    let samples = { few: 0, many: 0 };
    for (let round = 1; round <= bench.rounds; round += 1)
      samples = await measureRound(bench, { round, results });
    return reportOf(bench, results, samples);
  },
};

interface Server {
  running: Running<object>;
  ready: NumbersReady;
  url: string;
}

/** Both services run at the same time and are asked in turn, so that a busy minute of the machine meets both. @returns how many samples there were */
async function measureRound(
  bench: Bench,
  { round, results }: { round: number; results: Results },
): Promise<{ [amount in Amount]: number }> {
  const { stage, size, rounds, log } = bench;
  const { posts, seconds, warmUpSeconds, turns } = SIZES[size];
  const servers = {
    few: await startServer(bench, 'few', round),
    many: await startServer(bench, 'many', round),
  };
  for (let turn = 0; turn <= turns; turn += 1) {
    // the first turn is not counted: code is compiled while it runs, and pools get filled
    const isWarmUp = turn === 0;
    if (isWarmUp && warmUpSeconds === 0) continue;
    for (const read of READS)
      for (const amount of AMOUNTS) {
        const { running, ready } = servers[amount];
        await stage.slowest(0);
        const result = await underLoad(running.pid, stage.postmasterPid, {
          port: ready.port,
          connections: CONNECTIONS,
          seconds: isWarmUp ? warmUpSeconds : seconds,
          warmUpSeconds: 0,
          requests: requestsOf(read, ready, posts),
          writes: null,
        });
        if (isWarmUp) continue;
        const row = rowOf(amount, read);
        results.set(row, [...(results.get(row) ?? []), result]);
        log(
          `numbers: ${round}/${rounds} ${row}: ${Math.round(result.load.perSecond)}/s, p99 ${result.load.p99Ms.toFixed(1)} ms`,
        );
        for (const { calls, ms, query } of await stage.slowest(4))
          log(
            `     ${ms.toFixed(0).padStart(6)} ms ${String(calls).padStart(6)} calls  ${query.slice(0, 150)}`,
          );
      }
  }
  for (const { running, url } of Object.values(servers)) {
    running.finish();
    await running.result;
    await stage.drop(url);
  }
  return { few: servers.few.ready.samples, many: servers.many.ready.samples };
}

async function startServer(
  { stage, size, profileInto }: Bench,
  amount: Amount,
  round: number,
): Promise<Server> {
  const { posts, [amount]: samples } = SIZES[size];
  const url = await stage.create(`numbers_${round}_${amount}`, { migrated: true });
  const input: NumbersInput = { url, accounts: ACCOUNTS, posts, ...samples };
  const running = startProgram<object>(
    'numbers/troupe.ts',
    input,
    profileInto === null ? {} : { profileInto },
  );
  const ready = (await running.hello) as unknown as NumbersReady;
  await untilFresh(ready);
  return { running, ready, url };
}

/** The first request has every account read; from then on it is answered from the store. */
async function untilFresh({ port, key }: NumbersReady): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/performance?days=365`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { sources } = (await response.json()) as { sources: { state: string; fetchedAt: string | null }[] };
  if (!sources.every(({ state, fetchedAt }) => state === 'ok' && fetchedAt !== null))
    throw new Error(`the numbers of the bench's accounts were not read: ${JSON.stringify(sources)}`);
}

/** No two that follow each other are equal, so that none is answered by another's rows. */
function requestsOf(read: Read, { key, accounts }: NumbersReady, posts: number): LoadRequest[] {
  const get = (path: string): LoadRequest => ({
    head: `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}`,
    body: null,
  });
  switch (read) {
    case 'list':
      return ['all', 'published'].map((status) => get(`/v1/posts?limit=25&status=${status}`));
    case 'performance':
      return ['date', 'views', 'likes', 'comments', 'shares', 'engagement'].map((sortBy) =>
        get(`/v1/performance?days=365&limit=25&sortBy=${sortBy}`),
      );
    case 'newPerformance':
      // more questions than answers are kept, in an order in which each has left the memory when it comes again
      return Array.from({ length: 300 }, (_, index) => 66 + index).flatMap((days) =>
        ['date', 'views', 'likes', 'comments', 'shares', 'engagement'].map((sortBy) =>
          get(`/v1/performance?days=${days}&limit=25&sortBy=${sortBy}`),
        ),
      );
    case 'curve': {
      const ids = accounts.split(',');
      const some = Math.min(CURVES, posts);
      return Array.from({ length: some }, (_, index) => {
        const number = 1 + Math.floor((index * posts) / some);
        return get(
          `/v1/post-insights?accountId=${ids[number % ids.length]}&postId=${networkPostIdOf(number)}`,
        );
      });
    }
    default:
      return read satisfies never;
  }
}

function reportOf(bench: Bench, results: Results, samples: { [amount in Amount]: number }): Report {
  const count = (value: number) => value.toLocaleString('en-US');
  const p99 = (amount: Amount, read: Read) =>
    spreadOf(results.get(rowOf(amount, read))!.map(({ load }) => load.p99Ms)).median;
  const atMost = (text: string, reached: number | null, goal: number): Goal => ({
    text,
    reached,
    goal,
    atMost: true,
  });
  const names: { [read in Read]: string } = {
    list: 'the list of 25 posts',
    performance: 'performance of a year',
    newPerformance: 'performance, each time another question',
    curve: 'one post with its curve',
  };
  return {
    intro: `${ACCOUNTS} accounts with ${count(SIZES[bench.size].posts)} posts in a year, and as many posts of this service, in one workspace; ${CONNECTIONS} keep-alive connections. Performance is GET /v1/performance?days=365 in each of its orders, with the totals of all posts; it reads tracked_posts (index tracked_posts_by_time) and no sample. A curve is GET /v1/post-insights, which reads the samples of one post (post_samples_pkey). Everything is answered from the store; performance from memory while no number was read, as the list of posts from its kept JSON; “each time another question” goes through 1,800 periods and orders, more than memory holds, so that the posts come from the tables. Both services run at the same time and are asked in turn, ${SIZES[bench.size].turns} times a round. Medians of ${roundsText(bench)} (lowest to highest).`,
    head: ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'Postgres CPU µs', 'bytes'],
    rows: AMOUNTS.flatMap((amount) =>
      READS.map((read) => {
        const runs = results.get(rowOf(amount, read))!;
        const column = (of: (result: UnderLoad) => number, digits = 0) =>
          shown(spreadOf(runs.map(of)), digits);
        return [
          `${names[read]}, ${count(samples[amount])} samples`,
          column(({ load }) => load.perSecond),
          column(({ load }) => load.p50Ms, 1),
          column(({ load }) => load.p99Ms, 1),
          column(({ cpuUs }) => cpuUs),
          column(({ postgresCpuUs }) => postgresCpuUs),
          column(({ load }) => load.bytes),
        ];
      }),
    ),
    goals: [
      atMost('p99 of performance, of the list', ratio(p99('few', 'performance'), p99('few', 'list')), 2),
      atMost(
        'p99 of performance with many samples, of that with few',
        ratio(p99('many', 'performance'), p99('few', 'performance')),
        1.5,
      ),
      atMost(
        'p99 of a curve with many samples, of that with few',
        ratio(p99('many', 'curve'), p99('few', 'curve')),
        1.5,
      ),
    ],
  };
}
