/**
 * A feed: new items of an RSS, Atom or JSON feed become posts. It reads the feed again and again, and makes the posts of items that are new,
 * some at a time. Posts and the result of their items are one commit with the step of this actor, so that a crash makes no post twice. The
 * pauses between reads that fail grow; after a day of them it asks for a person, and goes on. What the feed had before its first read, or
 * before it was resumed, makes no posts, except as many as the person who set it wanted.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

/** After a read that failed it reads again after the first wait, ms; each further failure doubles it, up to the last one. */
const READ_AGAIN_MS = { first: 15 * 60_000, last: 6 * 60 * 60_000 };
/** After so long without a read that succeeded, a person is told, ms. */
const FAILS_FOR_MS = 24 * 60 * 60_000;

export type FeedInput = {
  feedId: string;
  accountIds: string[];
  /** How often it is read, ms. */
  everyMs: number;
  /** How many items of the first read become posts. */
  backfill: number;
};

export type FeedContext = {
  feedId: string;
  accountIds: string[];
  everyMs: number;
  /** How often it was changed. */
  revision: number;
  /** The number of its work: what an earlier effect reports is ignored, and an earlier effect makes nothing any more. */
  round: number;
  /** How many of the items that the next read finds become posts; null means all of them. */
  backfill: number | null;
  /** When a read last succeeded, epoch ms; null means none did. */
  lastReadAt: number | null;
  /** When it is read next, epoch ms; null if it is not. */
  nextAt: number | null;
  /** Items that wait for their posts. */
  waiting: number;
  /** Reads in a row that failed. */
  failures: number;
  /** When the first of them failed, epoch ms; null if the last read succeeded. */
  failingSince: number | null;
  /** How long it has waited since then, ms. */
  failingMs: number;
  /** A person was told that it fails. */
  isTold: boolean;
  /** Why it paused by itself, or ended; null means it did not. */
  reason: 'plan' | 'accounts' | null;
  /** Why it cannot be read, or does not work, as a sentence. */
  problem: string | null;
  /** What is wrong with some of its items, as a sentence. */
  notice: string | null;
  /** Why the last item became no post, as a sentence; null if it did. */
  refusal: string | null;
};

export type FeedEvent =
  /** A person changed it. `isOther`: it has another address. */
  | { type: 'edit'; accountIds: string[]; everyMs: number; isOther: boolean }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'delete' }
  /** One of its accounts was disconnected. `accountIds`: those that are left. */
  | { type: 'account.left'; accountIds: string[] }
  /** The feed was read. `waiting`: how many items wait for their posts. */
  | { type: 'read.done'; round: number; waiting: number; notice: string | null }
  /** Its server says that nothing has changed. */
  | { type: 'read.unchanged'; round: number; waiting: number }
  /** `afterMs`: the server wants no read before; null means it named no time. */
  | { type: 'read.failed'; round: number; problem: string; afterMs: number | null }
  /** The plan of the workspace does not include publishing. */
  | { type: 'read.refused'; round: number; error: string }
  /** It was in another round by then: nothing was done. The chart has no transition for it. */
  | { type: 'read.outdated' }
  /** Items have their results. `waiting`: how many are left. */
  | { type: 'items.done'; round: number; waiting: number; refusal: string | null }
  | { type: 'items.refused'; round: number; error: string }
  /** None of its accounts is connected any more. */
  | { type: 'items.no_account'; round: number }
  | { type: 'items.outdated' };

/** `backfill`: see FeedContext. */
export type ReadWork = { feedId: string; round: number; backfill: number | null };
export type ItemsWork = { feedId: string; round: number };

type Edit = Extract<FeedEvent, { type: 'edit' }>;
type Failed = Extract<FeedEvent, { type: 'read.failed' }>;
type ItemsDone = Extract<FeedEvent, { type: 'items.done' }>;

/** How long a feed that cannot be read waits, ms. Pure. @param of.failures in a row before this one; failingMs: how long it has failed */
function waitAfterFailure(
  { failures, failingMs }: { failures: number; failingMs: number },
  afterMs: number | null,
): number {
  const grown = Math.min(READ_AGAIN_MS.first * 2 ** failures, READ_AGAIN_MS.last);
  // a person is told after a day, not hours later
  const leftMs = FAILS_FOR_MS - failingMs;
  const own = leftMs < READ_AGAIN_MS.first ? grown : Math.min(grown, leftMs);
  return Math.max(own, afterMs ?? 0);
}

const healthy = {
  failures: 0,
  failingSince: null,
  failingMs: 0,
  isTold: false,
  reason: null,
  problem: null,
} as const;

/** What a person does with one that works. */
const STEERING = {
  pause: { target: 'paused', actions: 'keepPause' },
  edit: { target: 'reading', reenter: true, actions: by('keepEdit') },
} as const;

/** The plan does not include what it does: it waits for a person. */
const UNPLANNED = {
  guard: by('isCurrent'),
  target: 'paused',
  actions: [by('keepUnplanned'), { type: 'announce', params: { event: 'feed.failed' } }],
} as const;

export const feed = setup({
  types: {
    context: {} as FeedContext,
    events: {} as FeedEvent,
    input: {} as FeedInput,
  },
  actions: {
    readFeed: effect<ReadWork>(),
    makeFeedPosts: effect<ItemsWork>(),
    announce: effect<{ event: 'feed.failed' }>(),
    beginRound: assign(({ context }) => ({ round: context.round + 1, nextAt: null })),
    beginNext: assign(({ context }) => ({ round: context.round + 1 })),
    keepRead: assign(({ context }, { waiting }: { waiting: number }) => ({
      ...healthy,
      waiting,
      backfill: null,
      lastReadAt: now(),
      nextAt: now() + context.everyMs,
    })),
    keepNotice: assign((_, { notice }: { notice: string | null }) => ({ notice })),
    keepFailure: assign(({ context }, { problem, afterMs }: Failed) => {
      const { failures, failingMs } = context;
      const waitMs = waitAfterFailure({ failures, failingMs }, afterMs);
      return {
        problem,
        failures: failures + 1,
        failingSince: context.failingSince ?? now(),
        failingMs: failingMs + waitMs,
        nextAt: now() + waitMs,
      };
    }),
    tell: assign({ isTold: true }),
    keepItems: assign((_, { waiting, refusal }: ItemsDone) => ({ waiting, refusal })),
    keepUnplanned: assign((_, { error }: { error: string }) => ({
      ...healthy,
      reason: 'plan' as const,
      problem: error,
    })),
    keepNoAccount: assign({
      ...healthy,
      reason: 'accounts' as const,
      problem: 'none of its accounts is connected any more',
    }),
    keepAccounts: assign((_, { accountIds }: { accountIds: string[] }) => ({ accountIds })),
    keepEdit: assign(({ context }, { accountIds, everyMs, isOther }: Edit) => ({
      ...healthy,
      accountIds,
      everyMs,
      revision: context.revision + 1,
      refusal: null,
      ...(isOther && { backfill: context.backfill ?? 0, notice: null }),
    })),
    keepPause: assign({ ...healthy }),
    // what appeared meanwhile makes no posts
    skipFormer: assign(({ context }) => ({ ...healthy, refusal: null, backfill: context.backfill ?? 0 })),
  },
  guards: {
    isCurrent: ({ context }, { round }: { round: number }) => context.round === round,
    hasItems: ({ context }, { round, waiting }: { round: number; waiting: number }) =>
      context.round === round && waiting > 0,
    /** It has failed for a day, and nobody was told. */
    failsForLong: ({ context }, { round }: { round: number }) =>
      context.round === round && !context.isTold && context.failingMs >= FAILS_FOR_MS,
    hasNoAccount: (_, { accountIds }: { accountIds: string[] }) => accountIds.length === 0,
  },
  delays: {
    untilRead: ({ context }) => Math.max(0, (context.nextAt ?? now()) - now()),
  },
}).createMachine({
  id: 'feed',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    ...healthy,
    revision: 0,
    round: 0,
    lastReadAt: null,
    nextAt: null,
    waiting: 0,
    notice: null,
    refusal: null,
  }),
  initial: 'reading',
  on: {
    delete: '.deleted',
    'account.left': [
      { guard: by('hasNoAccount'), target: '.ended', actions: [by('keepAccounts'), 'keepNoAccount'] },
      { actions: by('keepAccounts') },
    ],
  },
  states: {
    reading: {
      description: 'The feed is being read.',
      entry: [
        'beginRound',
        {
          type: 'readFeed',
          params: ({ context: { feedId, round, backfill } }) => ({ feedId, round, backfill }),
        },
      ],
      on: {
        ...STEERING,
        'read.done': [
          { guard: by('hasItems'), target: 'making', actions: [by('keepRead'), by('keepNotice')] },
          { guard: by('isCurrent'), target: 'waiting', actions: [by('keepRead'), by('keepNotice')] },
        ],
        'read.unchanged': [
          { guard: by('hasItems'), target: 'making', actions: by('keepRead') },
          { guard: by('isCurrent'), target: 'waiting', actions: by('keepRead') },
        ],
        'read.failed': [
          {
            guard: by('failsForLong'),
            target: 'failing',
            actions: [by('keepFailure'), 'tell', { type: 'announce', params: { event: 'feed.failed' } }],
          },
          { guard: by('isCurrent'), target: 'failing', actions: by('keepFailure') },
        ],
        'read.refused': UNPLANNED,
      },
    },
    making: {
      description: 'Its new items are made into posts, the oldest first.',
      entry: [
        'beginNext',
        {
          type: 'makeFeedPosts',
          params: ({ context: { feedId, round } }) => ({ feedId, round }),
        },
      ],
      on: {
        ...STEERING,
        'items.done': [
          { guard: by('hasItems'), target: 'making', reenter: true, actions: by('keepItems') },
          { guard: by('isCurrent'), target: 'waiting', actions: by('keepItems') },
        ],
        'items.refused': UNPLANNED,
        'items.no_account': { guard: by('isCurrent'), target: 'ended', actions: 'keepNoAccount' },
      },
    },
    waiting: {
      description: 'All of its items have their results. It is read again at its time.',
      after: { untilRead: 'reading' },
      on: STEERING,
    },
    failing: {
      description: 'It could not be read, and is read again after a pause, which grows.',
      after: { untilRead: 'reading' },
      on: STEERING,
    },
    paused: {
      description: 'It is not read until somebody resumes it.',
      entry: 'beginRound',
      on: {
        resume: { target: 'reading', actions: 'skipFormer' },
        edit: { actions: by('keepEdit') },
      },
    },
    ended: {
      description: 'None of its accounts is connected. A change of its accounts starts it again.',
      entry: 'beginRound',
      on: { edit: { target: 'reading', actions: [by('keepEdit'), 'skipFormer'] } },
    },
    deleted: { type: 'final' },
  },
});
