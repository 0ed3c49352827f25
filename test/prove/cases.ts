/**
 * The columns of the matrix and the cases in them. Kill points are not listed in the code: a run without faults counts
 * the commits and the calls of each row, and each of them becomes a case.
 * A kill at a commit is a run of its own. Kills during calls, and faults of the network, are played in crowds: one case
 * of each row, each in a workspace of its own, on one service. The networks hold the calls until all cases of a crowd
 * have made theirs, so that one kill meets each of them at its point.
 */
import type { Row } from './rows.ts';
import type { Fault } from '../../simulators/simulator.ts';
import type { Commit, Moment } from './postgres-proxy.ts';

/** When the network holds a call: before it works on it, or after it accepted. `late`, `very-late`: it works later. */
export type Held = 'left' | 'late' | 'very-late' | 'accepted';

/** Where the service is killed. */
export type Kill =
  /** At the nth commit of this label. One that ends in `*` is a prefix; one that begins with `~` is one event of several. */
  | { at: Moment; label: string; nth: number }
  /** While the network holds the nth such call of each of the crowd. */
  | { at: Held }
  /** Once each of the crowd has an answer to its request. */
  | { at: 'created' }
  | { at: 'after-ms'; ms: number };

/** A call in a run without faults. */
export interface Call {
  call: string;
  /** Ordinal among calls of the same name in this run (1-based). */
  nth: number;
  /** The call does not identify its account, so a fault for it affects all accounts of the network. */
  anonymous: boolean;
}

export interface Case {
  row: Row;
  column: ColumnName;
  /** Names the case within its row and column. */
  point: string;
  /** One after the other: the second is armed when the service is started again. */
  kills: Kill[];
  /** The call that is held, if a kill waits for one. */
  held: Call | null;
  fault: (Pick<Fault, 'kind' | 'status' | 'retryAfterSeconds' | 'delayMs'> & { call: Call | null }) | null;
  /** No picture: without an upload there is less evidence to find a post by. */
  textOnly: boolean;
  /** Whether it is scheduled ten minutes ahead; else it is published at once. */
  scheduled: boolean;
  /** Ms that pass while the service is down. */
  downFor: number;
  /** The restarted service does not know that it is the only one. */
  amongOthers: boolean;
  /** The shortest wait of a delivery after a temporary failure, ms. */
  leastWaitMs: number;
  /** How often the outcome may be unknown because of the network. */
  doubts: number;
  /** Copies of a call that the network executed after a lookup had not found it. */
  lateCopies: number;
  /** The same of a first comment. */
  lateComments: number;
  /** A person has to connect the account again before anything is sent, and a comment does not wait for that. */
  commentMayFail: boolean;
}

/** What is played in one run. */
export interface Task {
  kind: 'alone' | 'crowd' | 'bad-hour' | 'twins' | 'answers';
  cases: Case[];
  /** A case without progress for this long is stuck, ms of real time. */
  stuckAfterMs?: number;
}

export const columns = {
  'no-fault': 'nothing is done',
  'before-commit': 'killed before a commit left for Postgres (other than those in the next column)',
  'answer-uncommitted': "killed with the network's answer in hand, before its commit left",
  'before-call': 'killed after a commit was confirmed, before the call that follows it left',
  'after-commit': 'killed after any other commit was confirmed, before the service heard of it',
  'call-left': 'killed while a call was on its way; the network never works on it',
  'call-late': 'the same, but the network does the work while the service is down',
  'call-very-late':
    'the same, but the network does the work when everything else has come to rest, hours later at times: where only a list tells (†), it was looked for in vain by then, and was sent again',
  accepted: 'killed after the network did the work, before its answer',
  'killed-twice': 'killed after the live call was accepted, and again at a commit of the recovery',
  'among-others':
    'as accepted; the restarted service takes over when the heartbeat of the dead one is over, as several nodes on one database do',
  'text-only': 'a post without a picture: killed after its call was accepted, and with the answer in hand',
  refreshing:
    'the access token was over; killed at each commit and call of its refresh (refresh tokens work once)',
  due: 'a scheduled post: killed at the commit that makes it due, or down for an hour around its time',
  random: 'a post to every row, killed up to three times at random moments (by the seed)',
  'lost-answer': 'the work is done, the connection breaks without an answer',
  cut: 'the connection breaks before anything is done',
  'late-answer': 'the work is done, the answer comes after the time-out of 120 s',
  'error-after-accept': 'the work is done, the answer is 503',
  'no-id': 'the work is done, the answer is 200 with an empty object',
  '429': 'too many requests, without Retry-After',
  '429-retry-after': 'too many requests, Retry-After 20 minutes',
  '503-hour': 'every call answers 503 for an hour; then a person asks for the post again',
  twins:
    'a second post with the very words of one that is live: the call for it answers 503, and nothing is done',
  repeated:
    'two requests under one Idempotency-Key side by side, killed after the network did the work; both are repeated until they are answered',
  redelivered:
    'the network sends every event twice, the newest first; killed when the first is stored, before the network has the answer',
  'expired-token':
    'the access token is refused in the middle; where only a person can help, they connect the account again',
} as const;
export type ColumnName = keyof typeof columns;
export const columnNames = Object.keys(columns) as ColumnName[];

/** What a run without faults did. */
export interface Course {
  commits: Commit[];
  calls: Call[];
}

/** No case takes this long. */
export const HELD_MS = 600_000;
const TIMED_OUT_MS = 125_000;
/** The time-out of a call is 120 s of real time. */
const LATE_STUCK_MS = 300_000;
const MINUTE = 60_000;

export const plain = (row: Row): Case => ({
  row,
  column: 'no-fault',
  point: 'run',
  kills: [],
  held: null,
  fault: null,
  textOnly: false,
  scheduled: false,
  downFor: 0,
  amongOthers: false,
  leastWaitMs: 0,
  doubts: 0,
  lateCopies: 0,
  lateComments: 0,
  commentMayFail: false,
});

/** How often the outcome of a call may be unknown; never on a network with evidence. */
const doubtsOf = (row: Row, times = 1) => (row.evidence === null ? times : 0);

/**
 * A kill before and after every commit of a row's course. A `-hold` account takes the same course as its row until a
 * response is lost, and webhooks are sent the same way for all. So a case that is not played for a row is played for
 * another.
 */
export function commitCases(row: Row, course: Course, playsWebhooks: boolean): Case[] {
  const cases: Case[] = [];
  for (const { label, nth, effects } of numbered(course.commits)) {
    if (label === 'effects.rescue') continue; // a heartbeat searched for a dead node's work and found none
    if (label.startsWith('webhook') && !playsWebhooks) continue;
    const isAnswer = label.includes('outcome.') || label.includes('acted.');
    const isMark = label === 'effects.mark';
    const leadsToCall = isMark || effects.some((type) => CALLING.has(type));
    const add = (column: ColumnName, at: Moment, inDoubt: boolean) =>
      cases.push({
        ...plain(row),
        column,
        point: `${label}.${nth}`,
        kills: [{ at, label, nth }],
        doubts: inDoubt ? doubtsOf(row) : 0,
      });
    add(isAnswer ? 'answer-uncommitted' : 'before-commit', 'before', isAnswer);
    add(leadsToCall ? 'before-call' : 'after-commit', 'after', isMark);
  }
  return row.onUnknown === 'hold' ? cases.filter(({ column }) => !HOLD_AS_RETRY.includes(column)) : cases;
}

/** Effects that call a network. */
const CALLING = new Set([
  'publish',
  'verify',
  'refresh',
  'actOnComment',
  'lookForReply',
  'refreshForComment',
]);

/** Columns in which no outcome is unknown, or in which the account's setting for unknown outcomes does not matter. */
const HOLD_AS_RETRY: ColumnName[] = ['before-commit', 'after-commit', 'refreshing'];

/** Why there is nothing to play; null when there is something. */
export function whyNot(row: Row, column: ColumnName): string | null {
  const base = row.name.replace(/-hold$/, '');
  if (row.onUnknown === 'hold' && HOLD_AS_RETRY.includes(column)) return `as ${base}`;
  if (column === 'text-only' && row.textCall === null) return 'takes no post without media';
  if (column === 'twins' && (row.parts ?? row.comment) !== undefined) return `as ${row.network}`;
  if (column === 'expired-token' && row.renewal === 'never') return 'its access never ends by itself';
  if (column === 'refreshing' && row.renewal === 'never') return 'its access never ends by itself';
  if (column === 'refreshing' && row.name !== row.network) return `as ${row.network}`;
  if (column === 'refreshing' && row.renewal === 'person')
    return 'one that is over is renewed by a person alone';
  return null;
}

export const HELD = {
  left: 'call-left',
  late: 'call-late',
  'very-late': 'call-very-late',
  accepted: 'accepted',
} as const;

/** A kill during every call. */
function callCases(row: Row, course: Course): Case[] {
  return course.calls.flatMap((held) =>
    (Object.keys(HELD) as Held[]).map((at) => ({
      ...heldAt(row, at, held),
      column: HELD[at],
      lateCopies: at === 'very-late' && row.onlyListed && held.call === row.liveCall ? 1 : 0,
      lateComments: at === 'very-late' && row.onlyListedComment ? 1 : 0,
    })),
  );
}

const heldAt = (row: Row, at: Held, held: Call): Case => ({
  ...plain(row),
  point: pointOf(held),
  kills: [{ at }],
  held,
  doubts: doubtsOf(row),
});

const pointOf = ({ call, nth }: Call) => `${call}.${nth}`;

/** The first call that makes a row's post live; @returns undefined when the course has none: then rows.ts is wrong */
const liveOf = (row: Row, course: Course) => course.calls.find(({ call }) => call === row.liveCall);

/** Killed when the network has the post and the service does not know it: afterwards most has to be found out. */
export function accepted(row: Row, course: Course): Case {
  const live = liveOf(row, course);
  if (!live)
    throw new Error(`${row.name} never calls ${row.liveCall}: ${course.calls.map(pointOf).join(', ')}`);
  return { ...heldAt(row, 'accepted', live), column: 'accepted' };
}

function textOnlyCases(row: Row): Case[] {
  if (row.textCall === null) return [];
  const call: Call = { call: row.textCall, nth: 1, anonymous: false };
  const base = { ...plain(row), column: 'text-only', textOnly: true, doubts: doubtsOf(row) } as const;
  return [
    ...(['late', 'accepted'] as const).map((at) => ({ ...base, point: at, kills: [{ at }], held: call })),
    { ...base, point: 'answer-uncommitted', kills: [{ at: 'before', label: 'outcome.published*', nth: 1 }] },
  ];
}

function dueCases(row: Row): Case[] {
  const base = { ...plain(row), column: 'due', scheduled: true } as const;
  const killed = (at: Moment): Case => ({
    ...base,
    point: at,
    kills: [{ at, label: 'xstate.after*', nth: 1 }],
  });
  return [
    killed('before'),
    killed('after'),
    { ...base, point: 'down', kills: [{ at: 'created' }], downFor: 60 * MINUTE },
  ];
}

/** Commits of the recovery at which it is killed again, counted from the start of the recovery. */
const RECOVERY_POINTS = [1, 2, 4, 8];

function twiceCases(row: Row, course: Course): Case[] {
  const first = accepted(row, course);
  return (['before', 'after'] as const).flatMap((at) =>
    RECOVERY_POINTS.map((nth): Case => ({
      ...first,
      column: 'killed-twice',
      point: `${at}-${nth}`,
      kills: [...first.kills, { at, label: '*', nth }],
      doubts: doubtsOf(row, 2),
    })),
  );
}

/** A run whose access token is refused at the live call; null when no step refreshes it. */
export function withRefresh(row: Row, course: Course): Case | null {
  if (whyNot(row, 'refreshing') !== null) return null;
  const call = accepted(row, course).held;
  return {
    ...plain(row),
    column: 'refreshing',
    fault: { kind: 'expired_token', call },
    doubts: doubtsOf(row),
  };
}

/** A kill at every commit and call of the refresh. */
export function refreshCases(
  row: Row,
  plainCourse: Course,
  course: Course,
): { alone: Case[]; crowd: Case[] } {
  const base = withRefresh(row, plainCourse);
  if (!base) return { alone: [], crowd: [] };
  const ofRefresh = ({ label }: Commit) => /expired|^refresh\./.test(label);
  const alone = numbered(course.commits.filter(ofRefresh)).flatMap(({ label, nth }) =>
    (['before', 'after'] as const).map((at): Case => ({
      ...base,
      point: `${at}-${label}.${nth}`,
      kills: [{ at, label, nth }],
    })),
  );
  const known = new Set(plainCourse.calls.map(({ call }) => call));
  const calls = course.calls.filter(({ call }) => !known.has(call));
  const crowd = calls.flatMap((held) =>
    (Object.keys(HELD) as Held[]).map((at): Case => ({
      ...base,
      point: `${at}-${pointOf(held)}`,
      kills: [{ at }],
      held,
    })),
  );
  return { alone, crowd };
}

/** Only faults of the network. */
function faultCases(row: Row, course: Course): Case[] {
  // of a thread the call of each part, and that of a comment
  const calls = course.calls.filter(
    ({ call, nth }) => nth === 1 || ((row.parts ?? row.comment) !== undefined && call === row.liveCall),
  );
  const doubts = doubtsOf(row);
  const each = (
    column: ColumnName,
    fault: Omit<NonNullable<Case['fault']>, 'call'>,
    more: Partial<Case> = {},
  ): Case[] =>
    calls.map((call) => {
      const point = call.nth === 1 ? call.call : pointOf(call);
      return { ...plain(row), column, point, fault: { ...fault, call }, ...more };
    });
  const lives = row.renewal !== 'never';
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
    {
      ...plain(row),
      column: '503-hour',
      point: 'all',
      fault: { kind: 'status', status: 503, call: null },
      doubts: row.evidence === null ? 9 : 0,
    },
    // a call that does not identify its account has no token
    ...(lives
      ? each('expired-token', { kind: 'expired_token' }, { commentMayFail: row.renewal === 'person' }).filter(
          ({ fault }) => !fault?.call?.anonymous,
        )
      : []),
  ];
}

export const RANDOM_RUNS = 10;

/** A post to every row, killed at random moments from a seed. */
export function randomTasks(rows: readonly Row[], random: () => number): Task[] {
  return Array.from({ length: RANDOM_RUNS }, (_, index): Task => {
    const kills = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
      at: 'after-ms' as const,
      ms: Math.floor(random() * 1500),
    }));
    const point = String(index + 1);
    const cases = rows.map((row): Case => ({
      ...plain(row),
      column: 'random',
      point,
      kills,
      doubts: doubtsOf(row, kills.length),
    }));
    return { kind: 'crowd', cases };
  });
}

/** A post, and seconds later another one with the same text whose call meets an outage. */
export const twins = (row: Row): Case => ({
  ...plain(row),
  column: 'twins',
  point: row.liveCall,
  fault: { kind: 'status', status: 503, call: { call: row.liveCall, nth: 1, anonymous: false } },
  doubts: doubtsOf(row),
});

/** The cases that rows play in crowds; the others are in `commitCases` and `refreshCases`. */
export function sharedCases(row: Row, course: Course): Case[] {
  return [
    plain(row),
    ...callCases(row, course),
    ...textOnlyCases(row),
    ...dueCases(row),
    { ...accepted(row, course), column: 'among-others', point: 'run', amongOthers: true },
    ...twiceCases(row, course),
    ...(whyNot(row, 'twins') === null ? [twins(row)] : []),
    ...faultCases(row, course),
  ];
}

/**
 * Groups cases that one run can play: the same kills, and the same passing time. A crowd has at most one call that does
 * not identify its account, and no other case of that network, or a fault could meet the wrong case.
 */
export function gatherCrowds(cases: readonly Case[], most: number): Task[] {
  const crowds: { likeness: string; task: Task }[] = [];
  for (const one of cases) {
    if (one.kills.some((kill) => 'label' in kill && !kill.label.endsWith('*'))) {
      crowds.push({ likeness: '', task: { kind: 'alone', cases: [one] } });
      continue;
    }
    const { column, kills, scheduled, downFor, amongOthers, textOnly } = one;
    const likeness = JSON.stringify({ column, kills, scheduled, downFor, amongOthers, textOnly });
    const isAlone = textOnly && kills.some((kill) => 'label' in kill);
    const open = crowds.find(
      (crowd) =>
        !isAlone &&
        crowd.likeness === likeness &&
        crowd.task.cases.length < most &&
        fits(one, crowd.task.cases),
    );
    if (open) open.task.cases.push(one);
    else {
      const kind = isAlone ? 'alone' : (KIND_OF[column] ?? 'crowd');
      const task: Task = { kind, cases: [one] };
      if (column === 'late-answer') task.stuckAfterMs = LATE_STUCK_MS;
      crowds.push({ likeness, task });
    }
  }
  return crowds.map(({ task }) => task);
}

const KIND_OF: { [column in ColumnName]?: Task['kind'] } = { '503-hour': 'bad-hour', twins: 'twins' };

function fits(one: Case, crowd: readonly Case[]): boolean {
  return crowd.every(({ row, held, fault }) => {
    if (row.network !== one.row.network) return true;
    // a kill waits for one call of each row
    if (one.kills.length > 0 && row === one.row) return false;
    return ![held, fault?.call, one.held, one.fault?.call].some((call) => call?.anonymous === true);
  });
}

export const nameOf = ({ row, column, point }: Case) => `${row.name},${column},${point}`;

export function numbered(commits: readonly Commit[]): (Commit & { nth: number })[] {
  const seen = new Map<string, number>();
  return commits.map((commit) => {
    const nth = (seen.get(commit.label) ?? 0) + 1;
    seen.set(commit.label, nth);
    return { ...commit, nth };
  });
}
