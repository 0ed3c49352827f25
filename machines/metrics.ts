/**
 * Decides when the numbers of one account are read at the network, and stores how the reads ended (docs/numbers.md). A refresh
 * has parts of a few pages each; the numbers of earlier parts stay stored if a later part fails. A refused read of numbers does
 * not change the account: publishing continues.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A post is looked at so long after it was published. */
export const FIRST_LOOK_MS = 15 * MINUTE;
/** By the age of the youngest post: how long its numbers are fresh. */
const LADDER = [
  { youngerThanMs: DAY, everyMs: HOUR },
  { youngerThanMs: 7 * DAY, everyMs: 6 * HOUR },
] as const;
/** Followers are counted each day, whatever the posts do. */
const LONGEST_MS = DAY;
/** After so many refreshes that found nothing new the wait is doubled, again and again up to `MAX_DOUBLED` times. */
const UNCHANGED = 3;
const MAX_DOUBLED = 3;
/** The pages of the last 30 days are read once a day, all of the last year once a week. */
const MONTH_EVERY_MS = DAY;
const YEAR_EVERY_MS = 7 * DAY;
/** How long a failed refresh waits, by what failed, unless the network says it. */
const AGAIN_MS = {
  budget: HOUR,
  rate_limited: 15 * MINUTE,
  needs_permission: DAY,
  not_available: DAY,
  network_down: 5 * MINUTE,
  policy: DAY,
} as const;
/** A network that stays down is asked less and less often. */
const MAX_FAILURES = 5;

export type NumbersProblem = keyof typeof AGAIN_MS;

/** How far back posts are read: the newest page, 30 days, or a year. */
export type Depth = 'page' | 'month' | 'year';
const DEEPER: { [depth in Depth]: number } = { page: 0, month: 1, year: 2 };

/** A type, not an interface: XState requires an index signature for JSON. */
export type Refused = { metric: string; mediaKind: string | null };

export type MetricsInput = {
  accountId: string;
  /** 0 to 1, the same for the same account: spreads the refreshes of accounts. */
  jitter: number;
};

export type MetricsContext = MetricsInput & {
  /** Names of metrics that the network refused to this account. */
  without: Refused[];
  /** How far back the refresh under way reads; null if none is. */
  depth: Depth | null;
  /** Somebody asked for the refresh under way. */
  isAsked: boolean;
  /** Where an unfinished refresh continues; null means at the beginning. */
  cursor: string | null;
  /** When the refresh under way began, epoch ms. */
  begunAt: number | null;
  /** When the last completed refresh of any depth started. */
  fetchedAt: number | null;
  /** The same of those that read back 30 days, and a year. */
  monthAt: number | null;
  yearAt: number | null;
  /** Refreshes in a row that found nothing new. */
  unchanged: number;
  /** When the youngest post was published; null if none is known. */
  youngestAt: number | null;
  /** Some networks charge for what they return and are asked less often. */
  leastWaitMs: number;
  problem: NumbersProblem | null;
  reason: string | null;
  failures: number;
  /** The network is not asked before, for any request. */
  blockedUntil: number | null;
  nextAt: number | null;
};

type Progress = { without: Refused[]; cursor: string | null };

export type MetricsEvent =
  /** Somebody wants to see numbers. `force`: also those that are fresh, or that were refused. */
  | { type: 'refresh'; depth: Depth; force: boolean }
  /** A post of this service is live on the account. */
  | { type: 'published' }
  /** Somebody commented on a post of the account. */
  | { type: 'commented' }
  /** The network refused names to a request for one post. */
  | { type: 'refused'; without: Refused[] }
  | { type: 'disconnect' }
  | ({ type: 'read.more' } & Progress)
  | {
      type: 'read.done';
      without: Refused[];
      /** Something counted more or less than before. */
      changed: boolean;
      youngestAt: number | null;
      leastWaitMs: number;
    }
  | ({ type: 'read.failed'; problem: NumbersProblem; reason: string; afterMs?: number } & Progress)
  /** The account was disconnected. */
  | { type: 'read.gone' };

/** What one effect reads. */
export type ReadWork = {
  accountId: string;
  depth: Depth;
  cursor: string | null;
  without: Refused[];
  /** Epoch ms. */
  begunAt: number;
  isAsked: boolean;
};

/** How long numbers stay fresh. Pure. @param at epoch ms, now */
export function freshFor(
  {
    youngestAt,
    unchanged,
    leastWaitMs,
    jitter,
  }: Pick<MetricsContext, 'youngestAt' | 'unchanged' | 'leastWaitMs' | 'jitter'>,
  at: number,
): number {
  const age = youngestAt === null ? Infinity : at - youngestAt;
  const step = LADDER.find(({ youngerThanMs }) => age < youngerThanMs)?.everyMs ?? LONGEST_MS;
  const doubled = Math.min(Math.floor(unchanged / UNCHANGED), MAX_DOUBLED);
  const wait = Math.min(step * 2 ** doubled, LONGEST_MS);
  // a post that is minutes old is looked at sooner
  const first = age < FIRST_LOOK_MS ? FIRST_LOOK_MS - age : wait;
  return Math.round(Math.max(Math.min(wait, first), leastWaitMs) * (1 + 0.1 * jitter));
}

/**
 * When numbers are read after a comment: it says that something changes, and many comments cost one refresh an hour. Pure.
 * @returns epoch ms; null if they are due by then anyway
 */
function dueByComment({ fetchedAt, nextAt, leastWaitMs }: MetricsContext, at: number): number | null {
  if (fetchedAt === null || nextAt === null) return null;
  const due = Math.max(at, fetchedAt + Math.max(HOUR, leastWaitMs));
  return due < nextAt ? due : null;
}

/** How far back the next refresh reads when nobody asks. Pure. */
function plannedDepth({ monthAt, yearAt }: MetricsContext, at: number): Depth {
  if (yearAt === null || at - yearAt >= YEAR_EVERY_MS) return 'year';
  return monthAt === null || at - monthAt >= MONTH_EVERY_MS ? 'month' : 'page';
}

/** A name that was refused once is never asked again. Pure. */
function together(earlier: readonly Refused[], more: readonly Refused[]): Refused[] {
  const isKnown = (one: Refused) =>
    earlier.some(({ metric, mediaKind }) => metric === one.metric && mediaKind === one.mediaKind);
  return [...earlier, ...more.filter((one) => !isKnown(one))];
}

const deeper = (one: Depth, other: Depth): Depth => (DEEPER[one] >= DEEPER[other] ? one : other);

export const metrics = setup({
  types: {
    context: {} as MetricsContext,
    events: {} as MetricsEvent,
    input: {} as MetricsInput,
  },
  actions: {
    readNumbers: effect<ReadWork>(),
    /** An unfinished refresh continues where it stopped. */
    plan: assign(({ context }) => {
      const depth = plannedDepth(context, now());
      const goesOn = context.cursor !== null && context.depth !== null;
      return {
        depth: goesOn ? deeper(depth, context.depth!) : depth,
        begunAt: goesOn ? context.begunAt : now(),
        isAsked: false,
        nextAt: null,
      };
    }),
    planAsked: assign(({ context }, { depth }: { depth: Depth }) => {
      const goesOn = context.cursor !== null && context.depth !== null;
      const nextDepth = deeper(depth, plannedDepth(context, now()));
      return {
        depth: goesOn ? deeper(nextDepth, context.depth!) : nextDepth,
        begunAt: goesOn ? context.begunAt : now(),
        isAsked: true,
        nextAt: null,
      };
    }),
    keepProgress: assign(({ context }, { without, cursor }: Progress) => ({
      without: together(context.without, without),
      cursor,
    })),
    keepRefused: assign(({ context }, { without }: { without: Refused[] }) => ({
      without: together(context.without, without),
    })),
    keepRead: assign(
      (
        { context },
        {
          without,
          changed,
          youngestAt,
          leastWaitMs,
        }: { without: Refused[]; changed: boolean; youngestAt: number | null; leastWaitMs: number },
      ) => ({
        without: together(context.without, without),
        cursor: null,
        depth: null,
        isAsked: false,
        fetchedAt: context.begunAt,
        begunAt: null,
        monthAt: context.depth === 'page' ? context.monthAt : context.begunAt,
        yearAt: context.depth === 'year' ? context.begunAt : context.yearAt,
        unchanged: changed ? 0 : context.unchanged + 1,
        youngestAt,
        leastWaitMs,
        problem: null,
        reason: null,
        failures: 0,
        blockedUntil: null,
      }),
    ),
    keepFailure: assign(
      (
        { context },
        {
          problem,
          reason,
          afterMs,
          without,
          cursor,
        }: Progress & { problem: NumbersProblem; reason: string; afterMs?: number },
      ) => {
        const failures = Math.min(context.failures + 1, MAX_FAILURES);
        const own = AGAIN_MS[problem] * (problem === 'network_down' ? 2 ** (failures - 1) : 1);
        const nextAt = now() + Math.max(own, afterMs ?? 0);
        const isTold = afterMs !== undefined || problem === 'budget' || problem === 'rate_limited';
        return {
          problem,
          reason,
          without: together(context.without, without),
          cursor,
          // what is left of it is read by the next one
          depth: cursor === null ? null : context.depth,
          begunAt: cursor === null ? null : context.begunAt,
          isAsked: false,
          failures,
          nextAt,
          blockedUntil: isTold ? now() + Math.max(afterMs ?? AGAIN_MS[problem], 0) : null,
        };
      },
    ),
    waitFresh: assign(({ context }) => ({
      nextAt: context.fetchedAt === null ? now() + firstWait(context) : now() + freshFor(context, now()),
    })),
    lookSoon: assign(({ context }) => ({
      nextAt: Math.min(context.nextAt ?? Infinity, now() + Math.max(FIRST_LOOK_MS, context.leastWaitMs)),
      unchanged: 0,
    })),
    lookAfterComment: assign(({ context }) => ({
      nextAt: dueByComment(context, now()) ?? context.nextAt,
      unchanged: 0,
    })),
  },
  guards: {
    isSoonerByComment: ({ context }) => dueByComment(context, now()) !== null,
    /** Fresh numbers are read again only if the caller forces it. While the network has asked us to wait, nothing is read. */
    mayAsk: ({ context }, { force }: { force: boolean }) =>
      force || context.fetchedAt === null || now() - context.fetchedAt >= HOUR,
    mayAskAgain: ({ context }, { force }: { force: boolean }) =>
      (context.blockedUntil === null || context.blockedUntil <= now()) &&
      (force || context.nextAt === null || context.nextAt <= now()),
  },
  delays: {
    untilNext: ({ context }) => Math.max(0, (context.nextAt ?? now()) - now()),
  },
}).createMachine({
  id: 'metrics',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    without: [],
    depth: null,
    isAsked: false,
    cursor: null,
    begunAt: null,
    fetchedAt: null,
    monthAt: null,
    yearAt: null,
    unchanged: 0,
    youngestAt: null,
    leastWaitMs: 0,
    problem: null,
    reason: null,
    failures: 0,
    blockedUntil: null,
    nextAt: null,
  }),
  initial: 'starting',
  on: { disconnect: '.ended', refused: { actions: by('keepRefused') } },
  states: {
    starting: { always: { target: 'fresh', actions: 'waitFresh' } },
    fresh: {
      description: 'The numbers are as new as they have to be.',
      after: { untilNext: { target: 'refreshing', actions: 'plan' } },
      on: {
        refresh: { guard: by('mayAsk'), target: 'refreshing', actions: by('planAsked') },
        published: { target: 'fresh', reenter: true, actions: 'lookSoon' },
        commented: {
          guard: 'isSoonerByComment',
          target: 'fresh',
          reenter: true,
          actions: 'lookAfterComment',
        },
      },
    },
    refreshing: {
      description: 'They are being read, one part after the other.',
      entry: {
        type: 'readNumbers',
        params: ({ context: { accountId, depth, cursor, without, begunAt, isAsked } }) => ({
          accountId,
          depth: depth!,
          cursor,
          without,
          begunAt: begunAt!,
          isAsked,
        }),
      },
      on: {
        'read.more': { target: 'refreshing', reenter: true, actions: by('keepProgress') },
        'read.done': { target: 'fresh', actions: [by('keepRead'), 'waitFresh'] },
        'read.failed': { target: 'stale', actions: by('keepFailure') },
        'read.gone': 'ended',
      },
    },
    stale: {
      description: 'They could not be read, or not all of them; the reason says why.',
      after: { untilNext: { target: 'refreshing', actions: 'plan' } },
      on: {
        refresh: { guard: by('mayAskAgain'), target: 'refreshing', actions: by('planAsked') },
      },
    },
    ended: { type: 'final' },
  },
});

/** Accounts that were connected together are not all read in the same second. */
function firstWait({ jitter }: MetricsContext): number {
  return Math.round(MINUTE + 10 * MINUTE * jitter);
}
