/** Reading a thread and the list of conversations, beside a post and the list of posts, of the same service. */
import { type Bench, roundsText, type Section } from '../bench.ts';
import type { LoadInput, LoadRequest, LoadResult } from '../http/load.ts';
import { keyOf } from '../rows/keys.ts';
import { runProgram, startProgram } from '../program.ts';
import { type Goal, ratio, type Report, shown, spreadOf } from '../report.ts';
import type { InboundReady, InboundServerInput } from './input.ts';
import type { InboundLoadInput } from './load.ts';

const SIZES = {
  full: { persons: 10_000, posts: 10_000, each: 3, seconds: 6, warmUpSeconds: 2 },
  quick: { persons: 2_000, posts: 2_000, each: 3, seconds: 3, warmUpSeconds: 1 },
  tiny: { persons: 10, posts: 10, each: 2, seconds: 0.3, warmUpSeconds: 0 },
};
const CONNECTIONS = 32;
const LISTED = 25;
/** Different conversations that are read, in a loop. */
const THREADS = 1_000;

const READS = ['a thread', 'a post', `${LISTED} conversations`, `${LISTED} posts`] as const;
type Read = (typeof READS)[number];

export const inboxReadsSection: Section = {
  title: 'Reads of the inbox',
  measure: async (bench) => {
    const results = new Map<Read, LoadResult[]>(READS.map((read) => [read, []]));
    for (let round = 1; round <= bench.rounds; round += 1) await runRound(bench, round, results);
    return reportOf(bench, results);
  },
};

async function runRound(
  { stage, size, log, rounds }: Bench,
  round: number,
  results: Map<Read, LoadResult[]>,
): Promise<void> {
  const { persons, posts, each, seconds, warmUpSeconds } = SIZES[size];
  const url = await stage.create(`inbox_reads_${round}`, { migrated: true });
  const input: InboundServerInput = { url, accounts: 4, posts };
  const server = startProgram('inbound/troupe.ts', input);
  const ready = (await server.hello) as unknown as InboundReady;
  const seeding: InboundLoadInput = {
    ...ready,
    mode: 'flood',
    connections: 4,
    persons,
    batch: persons,
    messages: persons * each,
    perSecond: 0,
  };
  await runProgram('inbound/load.ts', { ...seeding, batch: Math.min(500, persons) });
  const get = (path: string): LoadRequest => ({
    head: `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${ready.key}`,
    body: null,
  });
  const ids = await conversationIds(ready, persons);
  await stage.settle(url);
  const requests: { [read in Read]: LoadRequest[] } = {
    'a thread': ids.slice(0, THREADS).map((id) => get(`/v1/inbox/${id}/messages`)),
    'a post': Array.from({ length: Math.min(THREADS, posts) }, (_, index) =>
      get(`/v1/posts/post_${keyOf(index + 1)}`),
    ),
    [`${LISTED} conversations` as const]: [get(`/v1/inbox?limit=${LISTED}`), get(`/v1/inbox?done=false`)],
    [`${LISTED} posts` as const]: [get(`/v1/posts?limit=${LISTED}`), get(`/v1/posts?status=published`)],
  };
  for (const read of READS) {
    const load: LoadInput = {
      port: ready.port,
      connections: CONNECTIONS,
      seconds,
      warmUpSeconds,
      requests: requests[read],
      writes: null,
    };
    const result = await runProgram<LoadResult>('http/load.ts', load);
    results.get(read)!.push(result);
    log(`inbox reads: ${round}/${rounds} ${read}: ${Math.round(result.perSecond)}/s`);
  }
  server.finish();
  await server.result;
  await stage.drop(url);
}

/** Waits until the conversations are there. */
async function conversationIds({ port, key }: InboundReady, persons: number): Promise<string[]> {
  const wanted = Math.min(100, persons);
  for (let before = ''; ;) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/inbox?limit=100`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await response.text();
    const { conversations } = JSON.parse(text) as { conversations: { id: string }[] };
    if (conversations.length >= wanted && text === before) return conversations.map(({ id }) => id);
    before = text;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function reportOf(bench: Bench, results: Map<Read, LoadResult[]>): Report {
  const { persons, posts, each } = SIZES[bench.size];
  const count = (value: number) => value.toLocaleString('en-US');
  const rate = (read: Read) => spreadOf(results.get(read)!.map(({ perSecond }) => perSecond)).median;
  const goal = (text: string, one: Read, other: Read): Goal => ({
    text,
    reached: ratio(rate(one), rate(other)),
    goal: 1,
  });
  return {
    intro: `${count(persons)} conversations of ${each} messages, and ${count(posts)} posts, in one workspace of one service; ${CONNECTIONS} keep-alive connections, each waiting for its response. Medians of ${roundsText(bench)} (lowest to highest).`,
    head: ['', 'requests/s', 'p50 ms', 'p99 ms', 'bytes'],
    rows: READS.map((read) => {
      const runs = results.get(read)!;
      const column = (of: (result: LoadResult) => number, digits = 0) =>
        shown(spreadOf(runs.map(of)), digits);
      return [
        read,
        column(({ perSecond }) => perSecond),
        column(({ p50Ms }) => p50Ms, 1),
        column(({ p99Ms }) => p99Ms, 1),
        column(({ bytes }) => bytes),
      ];
    }),
    goals: [
      goal('a thread, of a post', 'a thread', 'a post'),
      goal('the list of conversations, of that of posts', `${LISTED} conversations`, `${LISTED} posts`),
    ],
  };
}
