/**
 * A live broadcast whose comments rules answer: whether it has ended. Instagram takes private replies to its comments only while
 * it lasts, and reports no end of one. It lists the broadcasts that are live; one that is missing from that list twice has ended,
 * and the messages that wait for it end. Where the list cannot be read, the network's refusal of a message says it.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

/** How often the list is read, ms. */
export const LOOK_EVERY_MS = 30_000;
/** A list may be late: a broadcast has ended when it is missing for this long, ms. */
export const MISSING_FOR_MS = LOOK_EVERY_MS - 5_000;

/** A type, not an interface: XState requires an index signature for JSON. */
export type BroadcastKey = { accountId: string; networkPostId: string };

export type BroadcastInput = BroadcastKey & {
  /** What was known of it before the actor started. Absent means nothing. */
  known?: { missingSince: number | null; overAt: number | null; isOver: boolean };
};

export type BroadcastContext = BroadcastKey & {
  /** Since when the network does not list it, epoch ms; null means the last list had it. */
  missingSince: number | null;
  /** When it was last taken to have ended, epoch ms; null if never. It stays when the broadcast is watched again. */
  overAt: number | null;
  /** It was taken to have ended before the actor started. */
  isOver: boolean;
  /** The next call is paid for in the budget. */
  hasPlace: boolean;
  /** When the list was last read, epoch ms; null if never. */
  checkedAt: number | null;
  /** When the list is read next, epoch ms; null if it is being read, or is not needed. */
  nextAt: number | null;
  /** Why the list could not be read. */
  reason: string | null;
};

export type BroadcastEvent =
  /** Somebody has commented on it after it was taken to have ended. */
  | { type: 'commented' }
  | { type: 'look.listed' }
  | { type: 'look.missing' }
  /** The list cannot be read now. `hasPlace`: the next call is paid for. */
  | { type: 'look.later'; afterMs: number; hasPlace: boolean; reason: string | null }
  /** Another broadcast of the account reads the list for all of them, and sends its result to this one. */
  | { type: 'look.shared' }
  /** The account was disconnected. */
  | { type: 'look.gone' }
  /** The messages that waited for the broadcast have ended. */
  | { type: 'replies.ended' };

type Later = Extract<BroadcastEvent, { type: 'look.later' }>;

const isMissingLong = ({ missingSince }: BroadcastContext): boolean =>
  missingSince !== null && now() - missingSince >= MISSING_FOR_MS;

export const broadcast = setup({
  types: {
    context: {} as BroadcastContext,
    events: {} as BroadcastEvent,
    input: {} as BroadcastInput,
  },
  actions: {
    lookForBroadcast: effect<BroadcastKey & { hasPlace: boolean }>(),
    endLiveReplies: effect<BroadcastKey>(),
    planLook: assign(() => ({ nextAt: now() + LOOK_EVERY_MS })),
    beginLook: assign({ nextAt: null }),
    keepListed: assign(() => ({ missingSince: null, checkedAt: now(), hasPlace: false, reason: null })),
    keepMissing: assign(({ context }) => ({
      missingSince: context.missingSince ?? now(),
      checkedAt: now(),
      hasPlace: false,
      reason: null,
    })),
    keepOver: assign(() => ({ overAt: now(), checkedAt: now(), hasPlace: false, reason: null })),
    keepCommented: assign({ missingSince: null, hasPlace: false, reason: null }),
    keepLater: assign((_, { afterMs, hasPlace, reason }: Later) => ({
      nextAt: now() + afterMs,
      hasPlace,
      reason,
    })),
  },
  guards: {
    isOver: ({ context }) => context.isOver,
    isMissingLong: ({ context }) => isMissingLong(context),
  },
  delays: {
    untilLook: ({ context }) => Math.max(0, (context.nextAt ?? now()) - now()),
  },
}).createMachine({
  id: 'broadcast',
  options: { maxIterations: 100 },
  context: ({ input: { known: earlier, ...key } }) => ({
    ...key,
    missingSince: earlier?.missingSince ?? null,
    overAt: earlier?.overAt ?? null,
    isOver: earlier?.isOver ?? false,
    hasPlace: false,
    checkedAt: null,
    nextAt: null,
    reason: null,
  }),
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'isOver', target: 'ending' },
        { target: 'watching', actions: 'planLook' },
      ],
    },
    watching: {
      description: 'It is probably live; the list of live broadcasts is read every half minute.',
      after: {
        untilLook: {
          actions: [
            'beginLook',
            {
              type: 'lookForBroadcast',
              params: ({ context: { accountId, networkPostId, hasPlace } }) => ({
                accountId,
                networkPostId,
                hasPlace,
              }),
            },
          ],
        },
      },
      on: {
        'look.listed': { target: 'watching', reenter: true, actions: ['keepListed', 'planLook'] },
        'look.missing': [
          { guard: 'isMissingLong', target: 'ending', actions: 'keepOver' },
          { target: 'watching', reenter: true, actions: ['keepMissing', 'planLook'] },
        ],
        'look.later': { target: 'watching', reenter: true, actions: by('keepLater') },
        'look.shared': { target: 'watching', reenter: true, actions: 'planLook' },
        'look.gone': 'gone',
      },
    },
    ending: {
      description: 'It has ended, and the messages that wait for it are ended.',
      entry: {
        type: 'endLiveReplies',
        params: ({ context: { accountId, networkPostId } }) => ({ accountId, networkPostId }),
      },
      on: {
        'replies.ended': 'over',
        commented: { target: 'watching', actions: ['keepCommented', 'planLook'] },
      },
    },
    over: {
      description: 'It has ended. A later comment shows that the list was wrong, and it is watched again.',
      on: { commented: { target: 'watching', actions: ['keepCommented', 'planLook'] } },
    },
    gone: { type: 'final', description: 'The account was disconnected.' },
  },
});
