/**
 * The queue of private replies of a network account: networks take 700 of them in an hour (docs/contract.md, Limits). It grants
 * places to the replies that wait (machines/private-reply.ts), which are rows: the actor knows how many they are, when the next
 * place comes, and which workspaces wait because their account cannot send. Workspaces are named by hashes (`seat`), so that
 * each that shares the account may read all of this.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

const MINUTE = 60_000;
/** How long a fault of an account holds its messages; then one of them tries. */
export const HELD_FOR_MS = 5 * MINUTE;
/** A hold of an account for which nothing waits is forgotten after this time. */
const FORGET_AFTER_MS = 24 * 60 * MINUTE;

/** A type, not an interface: XState requires an index signature for JSON. */
type Hold = {
  /** When one message may try, epoch ms. */
  until: number;
  /** One is trying, or has tried. */
  isTried: boolean;
};
/** The holds of accounts that cannot send, by the seat of their workspace. */
export type Holds = { [seat: string]: Hold };

/** Why the next place comes later: the hour is full, messages are spread over the hour, or no account can send. */
export type WaitReason = 'full' | 'paced' | 'held';

export type ReplyQueueInput = {
  platform: string;
  /** The network's own id of the account. */
  remoteId: string;
  /** What was known before the actor started. */
  holds: Holds;
};

export type ReplyQueueContext = ReplyQueueInput & {
  /** Who had the last place: the next one is of another workspace. null if nobody. */
  lastSeat: string | null;
  /** How many messages waited after the last grant, over all workspaces. */
  waiting: number;
  /** How many messages of the last hour there were at the last grant. */
  sent: number;
  /** When the next place comes, epoch ms; null if nobody waits, or places are being granted. */
  nextAt: number | null;
  /** Something has changed since the grant under way began to read. */
  isChanged: boolean;
};

/** What a grant did, and what follows. */
export type Granted = {
  type: 'places.granted';
  granted: number;
  refused: number;
  waiting: number;
  sent: number;
  /** The seats of which one message tries whether the fault has ended. */
  trials: string[];
  lastSeat: string | null;
  /** Epoch ms; null if nobody waits. */
  nextAt: number | null;
  /** `more`: at once. null if nobody waits. */
  because: WaitReason | 'more' | null;
};

export type ReplyQueueEvent =
  /** Somebody waits for a place. */
  | { type: 'place.asked' }
  | Granted
  /** An account cannot send: it holds the messages of its workspace. */
  | { type: 'account.failed'; seat: string }
  /** A message of an account was sent that a fault held. */
  | { type: 'account.works'; seat: string };

/** What is granted now, as far as the actor knows. */
export type GrantWork = ReplyQueueInput & { lastSeat: string | null };

const without = (holds: Holds, seat: string): Holds =>
  Object.fromEntries(Object.entries(holds).filter(([one]) => one !== seat));

export const replyQueue = setup({
  types: {
    context: {} as ReplyQueueContext,
    events: {} as ReplyQueueEvent,
    input: {} as ReplyQueueInput,
  },
  actions: {
    /** Grants the places that are free. `places.granted` reports the result, in the commit of the grant. */
    grantPlaces: effect<GrantWork>(),
    beginGrant: assign({ nextAt: null, isChanged: false }),
    keepGrant: assign(({ context }, granted: Granted) => ({
      waiting: granted.waiting,
      sent: granted.sent,
      lastSeat: granted.lastSeat ?? context.lastSeat,
      nextAt: granted.nextAt,
      holds: Object.fromEntries(
        Object.entries(context.holds)
          .filter(([, { until }]) => until > now() - FORGET_AFTER_MS)
          .map(([seat, hold]) => [
            seat,
            granted.trials.includes(seat) ? { until: now() + HELD_FOR_MS, isTried: true } : hold,
          ]),
      ),
    })),
    hold: assign(({ context }, { seat }: { seat: string }) => ({
      holds: { ...context.holds, [seat]: { until: now() + HELD_FOR_MS, isTried: false } },
    })),
    release: assign(({ context }, { seat }: { seat: string }) => ({ holds: without(context.holds, seat) })),
    markChanged: assign({ isChanged: true }),
  },
  guards: {
    isMore: ({ context }, { because }: Granted) => because === 'more' || context.isChanged,
    isFull: (_, { because }: Granted) => because === 'full',
    isPaced: (_, { because }: Granted) => because === 'paced',
    isHeld: (_, { because }: Granted) => because === 'held',
    isHolding: ({ context }, { seat }: { seat: string }) => Object.hasOwn(context.holds, seat),
  },
  delays: {
    next: ({ context }) => Math.max(0, (context.nextAt ?? now()) - now()),
  },
}).createMachine({
  id: 'reply_queue',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    lastSeat: null,
    waiting: 0,
    sent: 0,
    nextAt: null,
    isChanged: false,
  }),
  initial: 'idle',
  states: {
    idle: {
      description: 'Nobody waits.',
      on: {
        'place.asked': 'granting',
        'account.failed': { actions: by('hold') },
        'account.works': { guard: by('isHolding'), actions: by('release') },
      },
    },
    granting: {
      description: 'The places that are free are granted, in order.',
      entry: [
        'beginGrant',
        {
          type: 'grantPlaces',
          params: ({ context: { platform, remoteId, holds, lastSeat } }) => ({
            platform,
            remoteId,
            holds,
            lastSeat,
          }),
        },
      ],
      on: {
        'places.granted': [
          { guard: by('isMore'), target: 'granting', reenter: true, actions: by('keepGrant') },
          { guard: by('isFull'), target: 'full', actions: by('keepGrant') },
          { guard: by('isPaced'), target: 'paced', actions: by('keepGrant') },
          { guard: by('isHeld'), target: 'held', actions: by('keepGrant') },
          { target: 'idle', actions: by('keepGrant') },
        ],
        'place.asked': { actions: 'markChanged' },
        'account.failed': { actions: [by('hold'), 'markChanged'] },
        'account.works': { guard: by('isHolding'), actions: [by('release'), 'markChanged'] },
      },
    },
    full: {
      description: 'As many messages as the network takes were sent in the last hour.',
      after: { next: 'granting' },
      on: {
        'account.failed': { actions: by('hold') },
        'account.works': { guard: by('isHolding'), actions: by('release') },
      },
    },
    paced: {
      description: 'Messages leave one after the other over the hour, as the account is set.',
      after: { next: 'granting' },
      on: {
        'place.asked': 'granting',
        'account.failed': { actions: by('hold') },
        'account.works': { guard: by('isHolding'), actions: by('release') },
      },
    },
    held: {
      description: 'Those who wait have an account that cannot send. After five minutes one message tries.',
      after: { next: 'granting' },
      on: {
        'place.asked': 'granting',
        'account.failed': { actions: by('hold') },
        'account.works': { guard: by('isHolding'), target: 'granting', actions: by('release') },
      },
    },
  },
});
