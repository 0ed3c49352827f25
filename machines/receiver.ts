/**
 * Receives what people write to one account (docs/receiving.md): subscribes to the network's events, reads the account for what no
 * event reported, sweeps posts for comments that rules wait for, and looks up which post a comment belongs to. These are parallel
 * regions, so a slow subscription or sweep delays neither a read nor an answer to a comment. The progress of reads and sweeps
 * is stored page by page with the account and its posts; this machine decides when the next one starts.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How often a subscription is checked, ms. */
export const CHECK_EVERY_MS = DAY;
/** One with a problem is checked sooner, ms: the network may have been down, or somebody has repaired it. */
export const PROBLEM_AGAIN_MS = 10 * MINUTE;
/** A check that was asked for begins this long after the one before, ms: some networks never report everything. */
export const CHECKS_APART_MS = 10 * MINUTE;
/** After a failure an account is read again after the first wait, ms; each further failure doubles it, up to the last one. */
const READ_AGAIN_MS = { first: MINUTE, last: 15 * MINUTE };
/** An account whose access does not work is looked at again this often, ms. */
export const REFUSED_AGAIN_MS = 15 * MINUTE;

export type Via = 'webhook' | 'stream' | 'polling';

/** Why an account was not read to the end: the network does not respond, the budget is used up, or a person has to connect it again. */
type UnreadCode = 'network' | 'budget' | 'access';

/** Types, not interfaces: XState requires an index signature for JSON. */
type Unread = { code: UnreadCode; reason: string };

/** How an account receives. */
export type Way = {
  via: Via;
  /** How often it is read, ms; null means it is never read. */
  paceMs: number | null;
  /** What is missing, in words for a person; null means nothing. */
  problem: string | null;
};

export type ReceiverInput = {
  accountId: string;
  /** What was known of an account that received before it had this actor. Times are epoch ms. Absent means nothing. */
  known?: Way & {
    checkedAt: number;
    quietAt: number | null;
    readAt: number | null;
    unread: Unread | null;
    nextCheckAt: number;
    /** The account is read after the check that is due. */
    isAsked: boolean;
    nextReadAt: number | null;
  };
};

export type ReceiverContext = {
  accountId: string;
  /** null means not known yet. */
  via: Via | null;
  paceMs: number | null;
  problem: string | null;
  /** When the subscription was last checked, epoch ms; null means never. */
  checkedAt: number | null;
  /** A silence until then is unusual: the network is asked whether it still reports. null means nothing was reported yet. */
  quietAt: number | null;
  /** null means it is being checked. */
  nextCheckAt: number | null;
  /** The account is read after the check that is due, or under way. */
  isAsked: boolean;
  /** When the last completed read started, epoch ms; null means no read was completed. */
  readAt: number | null;
  /** When the read under way began; null means none is under way. */
  begunAt: number | null;
  /** null means it is being read, or is not read. */
  nextReadAt: number | null;
  /** Somebody asked for a read after the one under way had started. */
  readsAgain: boolean;
  /** Failures in a row that brought nothing. */
  failures: number;
  /** Why the last read did not come to its end; null means it did. */
  unread: Unread | null;
  /** When posts are listed or swept next, epoch ms; null means they are, or no rule needs it. */
  sweepAt: number | null;
  /** Why the last list or sweep did not come to its end; null means it did. */
  sweepProblem: string | null;
  /** When the posts of comments are looked up next, epoch ms; null means a lookup is in progress, or no comment waits. */
  placeAt: number | null;
  /** Another comment waits since the network was asked. */
  isPlaceAsked: boolean;
};

type Checked = Way & {
  /** The network had ended the subscription. */
  ended: boolean;
  /** When the check began, epoch ms. */
  checkedAt: number;
};
type Failed = {
  code: 'network' | 'budget';
  reason: string;
  /** The network is not asked before, ms. Absent means it named no time. */
  afterMs?: number;
  /** Some of it was read. */
  progressed: boolean;
};

export type ReceiverEvent =
  /** The account has a new access. */
  | { type: 'connected' }
  | { type: 'disconnect' }
  /** Something was found that the network should have reported. `force`: whenever the last check was. */
  | { type: 'check'; force: boolean }
  /** The network reported something. @see ReceiverContext.quietAt */
  | { type: 'heard'; quietAt: number }
  /** Something is known to be there that was not reported. */
  | { type: 'read' }
  /** A budget that was used up allows reads again. */
  | { type: 'pause.over' }
  | ({ type: 'subscription.checked' } & Checked)
  /** The account was disconnected. */
  | { type: 'subscription.gone' }
  /** All was read. */
  | { type: 'read.whole' }
  /** There is more to read. */
  | { type: 'read.more' }
  | ({ type: 'read.failed' } & Failed)
  /** The network refuses the access. */
  | { type: 'read.refused'; reason: string }
  | { type: 'read.gone' }
  /** A rule was made or changed: posts are listed at this time at the latest, epoch ms. */
  | { type: 'sweep'; at: number }
  /** `nextAt`: null where no rule is active. */
  | { type: 'sweep.done'; nextAt: number | null; problem: string | null }
  /** The post of a new comment is unknown, and a rule depends on it. */
  | { type: 'place' }
  /** `nextAt`: null where no comment waits. */
  | { type: 'place.done'; nextAt: number | null };

/** What the effect `subscribeAccount` gets. */
export type SubscribeWork = {
  accountId: string;
  /** The last check found nothing missing, so that a subscription that is not there has been ended by the network. */
  wasWhole: boolean;
  /** The account is read after it. */
  isAsked: boolean;
};

/** How long a read that failed waits, ms. Pure. @param failures in a row before this one that brought nothing */
export function waitAfterFailure(
  failures: number,
  { afterMs = 0, progressed }: Omit<Failed, 'code' | 'reason'>,
): number {
  const own = Math.min(READ_AGAIN_MS.first * 2 ** (progressed ? 0 : failures), READ_AGAIN_MS.last);
  return Math.max(own, afterMs);
}

/** When the subscription is checked next, epoch ms. Pure. */
function nextCheck({ checkedAt, problem, quietAt }: ReceiverContext): number | null {
  if (checkedAt === null) return null;
  const planned = checkedAt + (problem === null ? CHECK_EVERY_MS : PROBLEM_AGAIN_MS);
  return quietAt !== null && quietAt > checkedAt ? Math.min(planned, quietAt) : planned;
}

/** When the account is read next, epoch ms; null means never. Pure. */
function nextRead({ readAt, paceMs, unread, nextReadAt }: ReceiverContext): number | null {
  if (paceMs === null) return null;
  return unread !== null && nextReadAt !== null ? nextReadAt : (readAt ?? 0) + paceMs;
}

/** What may bring the next read forward. */
const SOONER = {
  'subscription.checked': 'deciding',
  read: { target: 'deciding', actions: 'askRead' },
} as const;

export const receiver = setup({
  types: {
    context: {} as ReceiverContext,
    events: {} as ReceiverEvent,
    input: {} as ReceiverInput,
  },
  actions: {
    subscribeAccount: effect<SubscribeWork>(),
    readAccount: effect<{ accountId: string; failures: number }>(),
    sweepAccount: effect<{ accountId: string }>(),
    placeComments: effect<{ accountId: string }>(),
    beginCheck: assign({ nextCheckAt: null }),
    askCheck: assign(() => ({ isAsked: true, nextCheckAt: now() })),
    keepHeard: assign(({ context }, { quietAt }: { quietAt: number }) => ({
      quietAt,
      // one that was asked for while another was under way stays due
      nextCheckAt: nextCheck({ ...context, quietAt }),
    })),
    noteHeard: assign((_, { quietAt }: { quietAt: number }) => ({ quietAt })),
    keepWay: assign(({ context }, { via, paceMs, problem, checkedAt, ended }: Checked) => {
      const way = { via, paceMs, problem, checkedAt };
      const isAskedAgain = context.nextCheckAt !== null;
      const isReading = context.begunAt !== null;
      const readsNow = paceMs !== null && (context.isAsked || ended);
      const planned = readsNow ? now() : nextRead({ ...context, ...way });
      return {
        ...way,
        nextCheckAt: isAskedAgain ? now() : nextCheck({ ...context, ...way }),
        isAsked: isAskedAgain,
        nextReadAt: isReading ? null : planned,
        readsAgain: isReading && (context.readsAgain || readsNow),
      };
    }),
    askRead: assign(() => ({ nextReadAt: now() })),
    askReadAgain: assign({ readsAgain: true }),
    beginRead: assign(({ context }) => ({
      begunAt: context.begunAt ?? now(),
      nextReadAt: null,
      readsAgain: false,
    })),
    keepWhole: assign(({ context }) => {
      const whole = { readAt: context.begunAt, begunAt: null, unread: null, failures: 0 };
      return { ...whole, nextReadAt: context.readsAgain ? now() : nextRead({ ...context, ...whole }) };
    }),
    keepMore: assign({ failures: 0 }),
    keepFailure: assign(({ context }, { code, reason, ...more }: Failed) => ({
      begunAt: null,
      unread: { code, reason },
      failures: more.progressed ? 1 : context.failures + 1,
      nextReadAt: now() + waitAfterFailure(context.failures, more),
    })),
    keepRefusal: assign(({ context }, { reason }: { reason: string }) => ({
      begunAt: null,
      unread: { code: 'access' as const, reason },
      failures: 0,
      nextReadAt: context.readsAgain ? now() : now() + REFUSED_AGAIN_MS,
    })),
    askSweep: assign(({ context }, { at }: { at: number }) => ({
      sweepAt: Math.min(context.sweepAt ?? Infinity, at),
    })),
    beginSweep: assign({ sweepAt: null }),
    keepSwept: assign(
      ({ context }, { nextAt, problem }: { nextAt: number | null; problem: string | null }) => ({
        // one that was asked for meanwhile stays planned
        sweepAt: context.sweepAt === null ? nextAt : Math.min(context.sweepAt, nextAt ?? Infinity),
        sweepProblem: problem,
      }),
    ),
    beginPlacing: assign({ placeAt: null, isPlaceAsked: false }),
    askPlaceAgain: assign({ isPlaceAsked: true }),
    keepPlaced: assign(({ context }, { nextAt }: { nextAt: number | null }) => ({
      placeAt: context.isPlaceAsked ? now() : nextAt,
    })),
  },
  guards: {
    isCheckDue: ({ context }) => context.nextCheckAt === null || context.nextCheckAt <= now(),
    isPolled: ({ context }) => context.via === 'polling',
    hasProblem: ({ context }) => context.problem !== null,
    mayCheck: ({ context: { via, checkedAt } }, { force }: { force: boolean }) =>
      force || (via !== 'polling' && checkedAt !== null && checkedAt < now() - CHECKS_APART_MS),
    isUnchecked: ({ context }) => context.checkedAt === null,
    isNeverRead: ({ context }) => context.paceMs === null,
    isReadDue: ({ context }) => context.nextReadAt === null || context.nextReadAt <= now(),
    isRefused: ({ context }) => context.unread?.code === 'access',
    isFailing: ({ context }) => context.unread !== null,
    needsNoSweep: ({ context }) => context.sweepAt === null,
    isSweepDue: ({ context }) => context.sweepAt !== null && context.sweepAt <= now(),
    isAllPlaced: ({ context }) => context.placeAt === null,
    isPlaceDue: ({ context }) => context.placeAt !== null && context.placeAt <= now(),
  },
  delays: {
    untilCheck: ({ context }) => Math.max(0, (context.nextCheckAt ?? now()) - now()),
    untilSweep: ({ context }) => Math.max(0, (context.sweepAt ?? now()) - now()),
    untilRead: ({ context }) => Math.max(0, (context.nextReadAt ?? now()) - now()),
    untilPlace: ({ context }) => Math.max(0, (context.placeAt ?? now()) - now()),
  },
}).createMachine({
  id: 'receiver',
  options: { maxIterations: 100 },
  context: ({ input: { accountId, known: earlier } }) => ({
    accountId,
    via: earlier?.via ?? null,
    paceMs: earlier?.paceMs ?? null,
    problem: earlier?.problem ?? null,
    checkedAt: earlier?.checkedAt ?? null,
    quietAt: earlier?.quietAt ?? null,
    nextCheckAt: earlier?.nextCheckAt ?? null,
    isAsked: earlier?.isAsked ?? false,
    readAt: earlier?.readAt ?? null,
    begunAt: null,
    nextReadAt: earlier?.nextReadAt ?? null,
    readsAgain: false,
    failures: 0,
    unread: earlier?.unread ?? null,
    // at once: whether rules need it is found out then
    sweepAt: 0,
    sweepProblem: null,
    placeAt: null,
    isPlaceAsked: false,
  }),
  initial: 'active',
  states: {
    active: {
      type: 'parallel',
      on: { disconnect: 'ended', 'subscription.gone': 'ended', 'read.gone': 'ended' },
      states: {
        subscription: {
          description: 'Whether the network reports to this service what people write.',
          initial: 'deciding',
          on: {
            connected: { target: '.deciding', actions: 'askCheck' },
            check: { guard: by('mayCheck'), target: '.deciding', actions: 'askCheck' },
            heard: { target: '.deciding', actions: by('keepHeard') },
          },
          states: {
            deciding: {
              always: [
                { guard: 'isCheckDue', target: 'checking' },
                { guard: 'isPolled', target: 'polled' },
                { guard: 'hasProblem', target: 'incomplete' },
                { target: 'subscribed' },
              ],
            },
            checking: {
              description: 'The subscription is read at the network, and made where something is missing.',
              entry: [
                {
                  type: 'subscribeAccount',
                  params: ({ context: { accountId, via, checkedAt, problem, isAsked } }) => ({
                    accountId,
                    wasWhole: via === 'webhook' && checkedAt !== null && problem === null,
                    isAsked,
                  }),
                },
                'beginCheck',
              ],
              on: {
                'subscription.checked': { target: 'deciding', actions: by('keepWay') },
                // the one under way may have started with the access from before: another follows
                connected: { actions: 'askCheck' },
                check: { guard: by('mayCheck'), actions: 'askCheck' },
                heard: { actions: by('noteHeard') },
              },
            },
            subscribed: {
              description: 'The network reports everything.',
              after: { untilCheck: 'checking' },
            },
            incomplete: {
              description: 'Not everything is reported, for the given reason; checked again in ten minutes.',
              after: { untilCheck: 'checking' },
            },
            polled: {
              description: 'The network does not call this service: the account is read instead.',
              after: { untilCheck: 'checking' },
            },
          },
        },
        reading: {
          description: 'Reads the account for what no event reported.',
          initial: 'deciding',
          states: {
            deciding: {
              always: [
                { guard: 'isUnchecked', target: 'unsubscribed' },
                { guard: 'isNeverRead', target: 'unread' },
                { guard: 'isReadDue', target: 'reading' },
                { guard: 'isRefused', target: 'refused' },
                { guard: 'isFailing', target: 'failing' },
                { target: 'waiting' },
              ],
            },
            unsubscribed: {
              description: 'It is not known yet how the account receives.',
              on: { 'subscription.checked': 'deciding' },
            },
            unread: {
              description: 'The network offers nothing to read.',
              on: { 'subscription.checked': 'deciding' },
            },
            waiting: {
              description: 'Everything was read. The next read is at its time, or when somebody requests it.',
              after: { untilRead: 'reading' },
              on: { 'pause.over': 'reading', ...SOONER },
            },
            reading: {
              description: 'Being read, page by page.',
              entry: [
                'beginRead',
                {
                  type: 'readAccount',
                  params: ({ context: { accountId, failures } }) => ({ accountId, failures }),
                },
              ],
              on: {
                'read.whole': { target: 'deciding', actions: 'keepWhole' },
                'read.more': { target: 'reading', reenter: true, actions: 'keepMore' },
                'read.failed': { target: 'deciding', actions: by('keepFailure') },
                'read.refused': { target: 'deciding', actions: by('keepRefusal') },
                read: { actions: 'askReadAgain' },
              },
            },
            failing: {
              description:
                'The last read failed, for the given reason; the next one continues where it stopped.',
              after: { untilRead: 'reading' },
              on: SOONER,
            },
            refused: {
              description: 'The network refuses the access: a person has to connect the account again.',
              after: { untilRead: 'reading' },
              on: SOONER,
            },
          },
        },
        sweeping: {
          description: 'Lists posts that rules watch, and sweeps them for comments that no event reported.',
          initial: 'deciding',
          states: {
            deciding: {
              always: [
                { guard: 'needsNoSweep', target: 'off' },
                { guard: 'isSweepDue', target: 'sweeping' },
                { target: 'waiting' },
              ],
            },
            off: {
              description: 'No rule is active.',
              on: { sweep: { target: 'deciding', actions: by('askSweep') } },
            },
            waiting: {
              description: 'Waits until the next post is due.',
              after: { untilSweep: 'sweeping' },
              on: { sweep: { target: 'deciding', actions: by('askSweep') } },
            },
            sweeping: {
              description: 'Posts that are due are listed or swept.',
              entry: [
                'beginSweep',
                { type: 'sweepAccount', params: ({ context: { accountId } }) => ({ accountId }) },
              ],
              on: {
                'sweep.done': { target: 'deciding', actions: by('keepSwept') },
                sweep: { actions: by('askSweep') },
              },
            },
          },
        },
        placing: {
          description: 'Asks the network what comments stand below, where a rule depends on it.',
          initial: 'deciding',
          states: {
            deciding: {
              always: [
                { guard: 'isAllPlaced', target: 'off' },
                { guard: 'isPlaceDue', target: 'placing' },
                { target: 'waiting' },
              ],
            },
            off: {
              description: 'No comment waits.',
              on: { place: 'placing' },
            },
            waiting: {
              description: 'The network did not respond, and is asked again.',
              after: { untilPlace: 'placing' },
              on: { place: 'placing' },
            },
            placing: {
              description: 'The network is asked; then the comments are compared with the rules.',
              entry: [
                'beginPlacing',
                { type: 'placeComments', params: ({ context: { accountId } }) => ({ accountId }) },
              ],
              on: {
                'place.done': { target: 'deciding', actions: by('keepPlaced') },
                place: { actions: 'askPlaceAgain' },
              },
            },
          },
        },
      },
    },
    ended: { type: 'final', description: 'The account was disconnected.' },
  },
});
