/**
 * A series: a post that is made again and again, by a rule. It makes the posts of the next 30 days, and the next ones when their time comes
 * into these 30 days. When its rule has no further date it has ended once the last post was due. What it planned ahead is withdrawn when a
 * person pauses or changes it, except posts that were edited: those no longer follow it. If the plan, the network or an account refuses its
 * posts, it pauses and asks for a person.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

/** So far ahead its posts are on the calendar, ms. */
export const SERIES_AHEAD_MS = 30 * 24 * 60 * 60_000;

/** Why it paused by itself. */
type SeriesRefusal = 'plan' | 'refused';

export type SeriesInput = { seriesId: string; accountIds: string[] };

export type SeriesContext = {
  seriesId: string;
  accountIds: string[];
  /** How often it was changed. */
  revision: number;
  /** The number of its work: what an earlier effect reports is ignored, and an earlier effect makes nothing any more. */
  round: number;
  /** Posts are made up to this instant, epoch ms; null means none were looked for yet. */
  madeUntil: number | null;
  /** When it makes the next posts, epoch ms; null if its rule has no further date, or it does not work. */
  nextAt: number | null;
  /** When its last post is due, epoch ms; null while there are further dates. */
  lastAt: number | null;
  /** From which instant on planned posts are withdrawn, epoch ms. */
  withdrawFrom: number | null;
  /** What it does after that. */
  then: 'make' | 'pause' | 'delete';
  /** Why it paused by itself, or ended before its last date; null means it did not. */
  reason: SeriesRefusal | 'accounts' | null;
  /** The same as a sentence. */
  error: string | null;
};

export type SeriesEvent =
  /** A person changed it. `from`: posts of this instant and later are made again, epoch ms. */
  | { type: 'edit'; from: number; accountIds: string[] }
  | { type: 'pause' }
  | { type: 'resume' }
  /** `posts`: its posts that are not out are removed too. */
  | { type: 'delete'; posts: boolean }
  /** One of its accounts was disconnected. `accountIds`: those that are left. */
  | { type: 'account.left'; accountIds: string[] }
  /** Posts up to `through` are made. `nextAt`, `lastAt`: see SeriesContext. */
  | {
      type: 'occurrences.made';
      round: number;
      through: number;
      isMore: boolean;
      nextAt: number | null;
      lastAt: number | null;
    }
  | { type: 'occurrences.refused'; round: number; reason: SeriesRefusal; error: string }
  /** None of its accounts is connected any more. */
  | { type: 'occurrences.no_account'; round: number }
  | { type: 'occurrences.withdrawn'; round: number; isMore: boolean }
  /** It was in another round by then: nothing was done. The chart has no transition for it. */
  | { type: 'occurrences.outdated' };

/** `after`, `until`: epoch ms; the posts after the one, up to the other. */
export type MakeWork = { seriesId: string; round: number; after: number; until: number };
/** `from`: epoch ms. `all`: edited posts and drafts, too. */
export type WithdrawWork = { seriesId: string; round: number; from: number; all: boolean };

type Made = Extract<SeriesEvent, { type: 'occurrences.made' }>;
type Refused = Extract<SeriesEvent, { type: 'occurrences.refused' }>;

/** A person pauses it. One that is paused or has ended does not take it. */
const PAUSE = { target: 'withdrawing', actions: 'keepPause' } as const;

export const series = setup({
  types: {
    context: {} as SeriesContext,
    events: {} as SeriesEvent,
    input: {} as SeriesInput,
  },
  actions: {
    makeOccurrences: effect<MakeWork>(),
    withdrawOccurrences: effect<WithdrawWork>(),
    announce: effect<{ event: 'series.paused' }>(),
    beginRound: assign(({ context }) => ({
      round: context.round + 1,
      nextAt: null,
      lastAt: null,
      reason: null,
      error: null,
    })),
    keepMade: assign((_, { through, nextAt, lastAt }: Made) => ({ madeUntil: through, nextAt, lastAt })),
    keepRefusal: assign((_, { reason, error }: Refused) => ({ reason, error })),
    keepNoAccount: assign({
      reason: 'accounts' as const,
      error: 'none of its accounts is connected any more',
    }),
    keepAccounts: assign((_, { accountIds }: { accountIds: string[] }) => ({ accountIds })),
    keepEdit: assign(({ context }, { from, accountIds }: { from: number; accountIds: string[] }) => ({
      accountIds,
      revision: context.revision + 1,
      withdrawFrom: Math.min(from, context.withdrawFrom ?? from),
      madeUntil: context.madeUntil === null ? null : Math.min(context.madeUntil, from - 1),
    })),
    keepPause: assign(({ context }) => ({
      then: 'pause' as const,
      withdrawFrom: Math.min(now(), context.withdrawFrom ?? now()),
      madeUntil: null,
    })),
    makeThen: assign({ then: 'make' as const }),
    pauseThen: assign({ then: 'pause' as const }),
    keepDelete: assign({ then: 'delete' as const, withdrawFrom: 0 }),
    forgetWithdrawal: assign({ withdrawFrom: null }),
  },
  guards: {
    isCurrent: ({ context }, { round }: { round: number }) => context.round === round,
    hasMore: ({ context }, { round, isMore }: { round: number; isMore: boolean }) =>
      context.round === round && isMore,
    /** Its rule has a date after those that are made. */
    goesOn: ({ context }, { round, nextAt }: { round: number; nextAt: number | null }) =>
      context.round === round && nextAt !== null,
    makesThen: ({ context }, { round }: { round: number }) =>
      context.round === round && context.then === 'make',
    pausesThen: ({ context }, { round }: { round: number }) =>
      context.round === round && context.then === 'pause',
    hasNoAccount: ({ context }, { accountIds }: { accountIds: string[] }) =>
      accountIds.length === 0 && context.then !== 'delete',
    /** It is not being deleted. */
    isKept: ({ context }) => context.then !== 'delete',
    deletesPosts: (_, { posts }: { posts: boolean }) => posts,
  },
  delays: {
    untilNext: ({ context }) => Math.max(0, (context.nextAt ?? now()) - now()),
    untilLast: ({ context }) => Math.max(0, (context.lastAt ?? now()) - now()),
  },
}).createMachine({
  id: 'series',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    revision: 0,
    round: 0,
    madeUntil: null,
    nextAt: null,
    lastAt: null,
    withdrawFrom: null,
    then: 'make',
    reason: null,
    error: null,
  }),
  initial: 'making',
  on: {
    edit: { guard: 'isKept', target: '.withdrawing', actions: [by('keepEdit'), 'makeThen'] },
    delete: [
      { guard: by('deletesPosts'), target: '.withdrawing', actions: 'keepDelete' },
      { target: '.deleted' },
    ],
    'account.left': [
      { guard: by('hasNoAccount'), target: '.ended', actions: [by('keepAccounts'), 'keepNoAccount'] },
      { actions: by('keepAccounts') },
    ],
  },
  states: {
    making: {
      description: 'The posts of the next 30 days are made.',
      entry: [
        'beginRound',
        {
          type: 'makeOccurrences',
          params: ({ context: { seriesId, round, madeUntil } }) => ({
            seriesId,
            round,
            after: Math.max(madeUntil ?? now(), now()),
            until: now() + SERIES_AHEAD_MS,
          }),
        },
      ],
      on: {
        pause: PAUSE,
        'occurrences.made': [
          { guard: by('hasMore'), target: 'making', reenter: true, actions: by('keepMade') },
          { guard: by('goesOn'), target: 'waiting', actions: by('keepMade') },
          { guard: by('isCurrent'), target: 'finishing', actions: by('keepMade') },
        ],
        'occurrences.refused': {
          guard: by('isCurrent'),
          target: 'paused',
          actions: [by('keepRefusal'), { type: 'announce', params: { event: 'series.paused' } }],
        },
        'occurrences.no_account': { guard: by('isCurrent'), target: 'ended', actions: 'keepNoAccount' },
      },
    },
    waiting: {
      description:
        'Its posts of the next 30 days are on the calendar; it waits until the next one comes into these 30 days.',
      after: { untilNext: 'making' },
      on: { pause: PAUSE },
    },
    finishing: {
      description: 'All of its posts are made; it waits until the last one is due.',
      after: { untilLast: 'ended' },
      on: { pause: PAUSE },
    },
    withdrawing: {
      description: 'Posts that it planned ahead are removed, except those that were edited.',
      entry: [
        'beginRound',
        {
          type: 'withdrawOccurrences',
          params: ({ context: { seriesId, round, withdrawFrom, then } }) => ({
            seriesId,
            round,
            from: withdrawFrom ?? now(),
            all: then === 'delete',
          }),
        },
      ],
      on: {
        pause: { ...PAUSE, guard: 'isKept', reenter: true },
        resume: { guard: 'isKept', actions: 'makeThen' },
        edit: { guard: 'isKept', target: 'withdrawing', reenter: true, actions: by('keepEdit') },
        'occurrences.withdrawn': [
          { guard: by('hasMore'), target: 'withdrawing', reenter: true },
          { guard: by('makesThen'), target: 'making', actions: 'forgetWithdrawal' },
          { guard: by('pausesThen'), target: 'paused', actions: 'forgetWithdrawal' },
          { guard: by('isCurrent'), target: 'deleted' },
        ],
      },
    },
    paused: {
      description: 'It makes no posts until somebody resumes it.',
      on: {
        resume: { target: 'making', actions: 'makeThen' },
        edit: { target: 'withdrawing', actions: [by('keepEdit'), 'pauseThen'] },
      },
    },
    ended: {
      description:
        'Its last date has passed, or none of its accounts is connected. A change of its rule or accounts starts it again.',
    },
    deleted: { type: 'final' },
  },
});
