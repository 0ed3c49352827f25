/**
 * The columns of the matrix and the cases in them. What can be killed is not listed by hand: a run without faults
 * counts the commits and the calls of each row, and every one of them becomes a case.
 */
import { LIVE_CALLS, type Row } from './rows.ts';
import type { Fault } from '../../src/sandbox/simulator.ts';
import type { Commit, Moment } from './postgres-proxy.ts';

/** Where the service is killed: at the nth commit of this label, or while the network holds the nth such call. */
export type Kill =
  | { at: Moment; label: string; nth: number }
  | { at: 'left' | 'late' | 'very-late' | 'accepted'; call: string; nth: number }
  /** Once the network of each of its accounts has the post, and none has answered. */
  | { at: 'all-accepted' }
  | { at: 'after-ms'; ms: number };

export interface Case {
  row: Row;
  column: ColumnName;
  /** Names the case within its row and column. */
  point: string;
  /** One after the other: the second is armed when the service is started again. */
  kills: Kill[];
  faults: Pick<Fault, 'kind' | 'call' | 'status' | 'retryAfterSeconds' | 'delayMs' | 'times'>[];
  /** No picture: without an upload of its own there is less to know a post by. */
  textOnly?: boolean;
  /** Ms until its time; absent: published at once. */
  scheduledIn?: number;
  /** Ms that pass while the service is down. */
  downFor?: number;
  /** The restarted service does not know that it is alone. Default: it does. */
  amongOthers?: boolean;
  /** How long a delivery waits at least after a temporary failure, ms. */
  leastWaitMs?: number;
  /** How often the network may leave it in doubt whether the post is live. */
  doubts: number;
  end: 'live' | 'any';
}

export const columns = {
  'no-fault': 'nothing is done',
  'before-commit': 'killed before a commit left for Postgres (other than those in the next column)',
  'answer-uncommitted': "killed with the network's answer in hand, before its commit left",
  'before-call': 'killed after a commit was confirmed, before the call that follows it left',
  'after-commit': 'killed after any other commit was confirmed, before the service heard of it',
  'call-left': 'killed while a call was on its way; the network never works on it',
  'call-late': 'the same, but the network does the work while the service is down',
  'call-very-late': 'the same, but the network does the work when everything else has come to rest',
  accepted: 'killed after the network did the work, before its answer',
  'killed-twice': 'killed after the live call was accepted, and again at each commit of the recovery',
  'among-others':
    'as accepted; the restarted service takes over when the heartbeat of the dead one is over, as several nodes on one database do',
  'text-only': 'a post without a picture: killed after its call was accepted, and with the answer in hand',
  refreshing:
    'the access token was over; killed at each commit and call of its refresh (refresh tokens work once)',
  due: 'a scheduled post: killed at the commit that makes it due, or down for an hour around its time',
  random: 'one post to all five networks, killed up to three times at random moments (by the seed)',
  'lost-answer': 'the work is done, the connection breaks without an answer',
  cut: 'the connection breaks before anything is done',
  'late-answer': 'the work is done, the answer comes after the time-out of 120 s',
  'error-after-accept': 'the work is done, the answer is 503',
  'no-id': 'the work is done, the answer is 200 with an empty object',
  '429': 'too many requests, without Retry-After',
  '429-retry-after': 'too many requests, Retry-After 20 minutes',
  '503-hour': 'every call answers 503 for an hour; then a person asks for the post again',
  'expired-token': 'the access token is refused in the middle',
} as const;
export type ColumnName = keyof typeof columns;
export const columnNames = Object.keys(columns) as ColumnName[];

/** What a run without faults did. */
export interface Course {
  commits: Commit[];
  calls: string[];
}

const LONG_MS = 600_000;
const TIMED_OUT_MS = 125_000;
const MINUTE = 60_000;

export const plain = (row: Row): Case => ({
  row,
  column: 'no-fault',
  point: 'run',
  kills: [],
  faults: [],
  doubts: 0,
  end: 'live',
});

/** A kill at every commit and every call of a row's course. */
export function killCases(row: Row, course: Course): Case[] {
  const cases: Case[] = [];
  const add = (column: ColumnName, point: string, kill: Kill, inDoubt: boolean) =>
    cases.push({ ...plain(row), column, point, kills: [kill], doubts: inDoubt && !row.evident ? 1 : 0 });
  for (const { label, nth, effects } of numbered(course.commits)) {
    if (label === 'effects.rescue') continue; // a heartbeat looked for a dead node's work and found none
    const isAnswer = label.includes('outcome.');
    const isMark = label === 'effects.mark';
    const leadsToCall = isMark || effects.some((type) => ['publish', 'verify', 'refresh'].includes(type));
    const before = isAnswer ? 'answer-uncommitted' : 'before-commit';
    add(before, `${label}.${nth}`, { at: 'before', label, nth }, isAnswer);
    const after = leadsToCall ? 'before-call' : 'after-commit';
    add(after, `${label}.${nth}`, { at: 'after', label, nth }, isMark);
  }
  const calls = numbered(course.calls.map((label) => ({ label, effects: [] })));
  for (const { label: call, nth } of calls) {
    const point = `${call}.${nth}`;
    add('call-left', point, { at: 'left', call, nth }, true);
    add('call-late', point, { at: 'late', call, nth }, true);
    add('call-very-late', point, { at: 'very-late', call, nth }, true);
    add('accepted', point, { at: 'accepted', call, nth }, true);
  }
  cases.push(...textOnlyCases(row));
  cases.push({ ...accepted(row), column: 'among-others', point: 'run', amongOthers: true });
  for (const at of ['before', 'after'] as const) {
    const kill: Kill = { at, label: 'xstate.after*', nth: 1 };
    cases.push({ ...plain(row), column: 'due', point: at, kills: [kill], scheduledIn: 10 * MINUTE });
  }
  const created: Kill = { at: 'after', label: '*', nth: 1 };
  cases.push({
    ...plain(row),
    column: 'due',
    point: 'down',
    kills: [created],
    scheduledIn: 10 * MINUTE,
    downFor: 60 * MINUTE,
  });
  return cases;
}

/** Killed when the network has the post and nobody else knows: after it there is most to find out. */
export function accepted(row: Row): Case {
  const call = LIVE_CALLS[row.network]!;
  const kills: Kill[] = [{ at: 'accepted', call, nth: 1 }];
  return { ...plain(row), column: 'accepted', point: `${call}.1`, kills, doubts: row.evident ? 0 : 1 };
}

function textOnlyCases(row: Row): Case[] {
  if (row.network === 'instagram') return []; // it takes no post without media
  const base: Case = {
    ...plain(row),
    column: 'text-only',
    point: '',
    textOnly: true,
    doubts: row.evident ? 0 : 1,
  };
  const call = row.network === 'telegram' ? 'sendMessage' : LIVE_CALLS[row.network]!;
  return [
    ...(['late', 'accepted'] as const).map((at): Case => ({
      ...base,
      point: at,
      kills: [{ at, call, nth: 1 }],
    })),
    { ...base, point: 'answer-uncommitted', kills: [{ at: 'before', label: 'outcome.published*', nth: 1 }] },
  ];
}

/** The first kill of `killed-twice`. */
export const firstOfTwo = (row: Row): Case => ({
  ...accepted(row),
  column: 'killed-twice',
  point: 'first',
  doubts: row.evident ? 0 : 2,
});

/** A run whose access token is refused at the live call; null where the network has nothing to refresh it with. */
export function withRefresh(row: Row): Case | null {
  if (row.network !== 'bluesky') return null; // instagram refreshes before the end only, the others' tokens never end
  const call = LIVE_CALLS[row.network]!;
  return {
    ...plain(row),
    column: 'refreshing',
    point: 'run',
    faults: [{ kind: 'expired_token', call, times: 1 }],
  };
}

/** A kill at every commit and call of the refresh. */
export function refreshCases(row: Row, course: Course): Case[] {
  const base = withRefresh(row);
  if (!base) return [];
  const ofRefresh = ({ label }: Commit) => label === 'accounts' || /expired|refresh\./.test(label);
  const commits = numbered(course.commits.filter(ofRefresh)).flatMap(({ label, nth }) =>
    (['before', 'after'] as const).map((at): Case => ({
      ...base,
      point: `${at}-${label}.${nth}`,
      kills: [{ at, label, nth }],
    })),
  );
  const call = course.calls.find((name) => /refresh/i.test(name)) ?? '';
  const calls = (['left', 'late', 'very-late', 'accepted'] as const).map((at): Case => ({
    ...base,
    point: `${at}-${call}`,
    kills: [{ at, call, nth: 1 }],
  }));
  return [...commits, ...calls];
}

/** A second kill at every commit of the recovery from the first. How the webhooks go out afterwards is nothing new. */
export function secondKillCases(row: Row, recovery: Course): Case[] {
  const first = firstOfTwo(row);
  const ofRecovery = recovery.commits.filter(({ label }) => !label.startsWith('webhook'));
  return numbered(ofRecovery).flatMap(({ label, nth }) =>
    (['before', 'after'] as const).map((at) => ({
      ...first,
      point: `${at}-${label}.${nth}`,
      kills: [...first.kills, { at, label, nth }],
    })),
  );
}

/** Faults of the network alone: they share one life of the service. */
export function faultCases(row: Row, course: Course): Case[] {
  const calls = [...new Set(course.calls)];
  const doubts = row.evident ? 0 : 1;
  const each = (column: ColumnName, fault: Case['faults'][number], more: Partial<Case>): Case[] =>
    calls.map((call) => ({
      ...plain(row),
      column,
      point: call,
      faults: [{ ...fault, call, times: 1 }],
      ...more,
    }));
  return [
    ...each('lost-answer', { kind: 'lost_answer' }, { doubts }),
    ...each('cut', { kind: 'cut' }, { doubts }),
    ...each('late-answer', { kind: 'slow', delayMs: TIMED_OUT_MS }, { doubts }),
    ...each('error-after-accept', { kind: 'error_after_accept', status: 503 }, { doubts }),
    ...each('no-id', { kind: 'no_id' }, { doubts }),
    ...each('429', { kind: 'status', status: 429 }, { leastWaitMs: 5 * MINUTE }),
    ...each(
      '429-retry-after',
      { kind: 'status', status: 429, retryAfterSeconds: 1200 },
      { leastWaitMs: 20 * MINUTE },
    ),
    { ...plain(row), column: '503-hour', point: 'all', faults: [{ kind: 'status', status: 503 }], doubts: 9 },
    ...each('expired-token', { kind: 'expired_token' }, { end: 'any' }),
  ];
}

/** The faults that hold a call for longer than any case takes. */
export function holdingFaults(kill: Kill, row: Row): Case['faults'] {
  if (kill.at === 'all-accepted')
    return [{ kind: 'slow', call: LIVE_CALLS[row.network], delayMs: LONG_MS, times: 1 }];
  if (!('call' in kill)) return [];
  const { call, nth } = kill;
  const kind = kill.at === 'accepted' ? 'slow' : 'held';
  const hold = { kind, call, delayMs: LONG_MS, times: 1 } as const;
  return nth > 1 ? [{ kind: 'slow', call, delayMs: 0, times: nth - 1 }, hold] : [hold];
}

/** One post to all networks, killed at moments that a seeded source of numbers chooses. */
export function randomKills(random: () => number): Kill[] {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    at: 'after-ms' as const,
    ms: Math.floor(random() * 250),
  }));
}

export const nameOf = ({ row, column, point }: Case) => `${row.name},${column},${point}`;

function numbered(commits: readonly Commit[]): (Commit & { nth: number })[] {
  const seen = new Map<string, number>();
  return commits.map((commit) => {
    const nth = (seen.get(commit.label) ?? 0) + 1;
    seen.set(commit.label, nth);
    return { ...commit, nth };
  });
}
