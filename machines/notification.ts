/**
 * A notification says that something in a workspace needs a person: one for each cause, such as "account X has to be connected again" or
 * "posts fail on account X", for all people whom it concerns. What happens again while it is open is counted, so 10,000 failures of an
 * account are one notification. People are notified when it opens and once more a day later. It looks every few minutes whether its cause is
 * still there, and closes when it is not; when the cause comes back it opens again, and people are notified again.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How often an open notification looks whether its cause is still there, ms. */
export const NOTIFICATION_LOOK_MS = 5 * MINUTE;
/**
 * After so many looks, which is a day, people are reminded, once. A failure is no state that ends: the notification of failed posts closes
 * after so many looks without another.
 */
export const NOTIFICATION_LOOKS = DAY / NOTIFICATION_LOOK_MS;

export type NotificationCause =
  | 'account_needs_reconnect'
  | 'post_failed'
  | 'post_may_be_live'
  | 'post_awaits_approval'
  | 'series_paused'
  | 'feed_failed'
  | 'conversation_handed_over'
  | 'call_awaits_confirmation';

export type NotificationInput = {
  notificationId: string;
  cause: NotificationCause;
  /** null if it is about no single account. */
  accountId: string | null;
};

export type NotificationContext = NotificationInput & {
  /** How often it happened since it opened. */
  count: number;
  /** How often it has opened: mails of different rounds are different mails. */
  round: number;
  /** Since when it is open, epoch ms. */
  openedAt: number;
  /** When it happened last, epoch ms. */
  lastAt: number;
  /** How often it looked in this round; for failed posts, since the last one. */
  looks: number;
  /** Whether people were reminded in this round. */
  isReminded: boolean;
  /** Ids of the people who have read it in this round. */
  readBy: string[];
};

export type NotificationEvent =
  /** It has happened again. */
  | { type: 'occurred' }
  | { type: 'read'; userId: string }
  /** Mails to the people whom it concerns are queued. */
  | { type: 'people.notified' }
  | { type: 'cause.holds' }
  /** `count`: of the notification when it was looked at; a later occurrence keeps it open. */
  | { type: 'cause.gone'; count: number };

type About = Pick<NotificationContext, 'cause' | 'accountId'>;

export const notification = setup({
  types: {
    context: {} as NotificationContext,
    events: {} as NotificationEvent,
    input: {} as NotificationInput,
  },
  actions: {
    /** Queues the mails of a round, or of its reminder. */
    notifyPeople: effect<
      About & { notificationId: string; count: number; round: number; isReminder: boolean }
    >(),
    lookAtCause: effect<About & { count: number }>(),
    countOccurrence: assign(({ context }) => ({
      count: context.count + 1,
      lastAt: now(),
      looks: context.cause === 'post_failed' ? 0 : context.looks,
    })),
    countLook: assign(({ context }) => ({ looks: context.looks + 1 })),
    openAgain: assign(({ context }) => ({
      count: 1,
      round: context.round + 1,
      openedAt: now(),
      lastAt: now(),
      looks: 0,
      isReminded: false,
      readBy: [],
    })),
    markReminded: assign({ isReminded: true, readBy: [] }),
    keepReader: assign(({ context }, { userId }: { userId: string }) => ({
      readBy: [...context.readBy, userId],
    })),
  },
  guards: {
    isUnread: ({ context }, { userId }: { userId: string }) => !context.readBy.includes(userId),
    isReminderDue: ({ context }) => !context.isReminded && context.looks >= NOTIFICATION_LOOKS,
    isAboutFailures: ({ context }) => context.cause === 'post_failed',
    isQuiet: ({ context }) => context.cause === 'post_failed' && context.looks >= NOTIFICATION_LOOKS,
    /** Nothing happened since it was looked at. */
    isStillGone: ({ context }, { count }: { count: number }) => context.count === count,
  },
  delays: { lookAgain: NOTIFICATION_LOOK_MS },
}).createMachine({
  id: 'notification',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    count: 1,
    round: 1,
    openedAt: now(),
    lastAt: now(),
    looks: 0,
    isReminded: false,
    readBy: [],
  }),
  initial: 'notifying',
  on: {
    occurred: { actions: 'countOccurrence' },
    read: { guard: by('isUnread'), actions: by('keepReader') },
  },
  states: {
    notifying: {
      description: 'Mails are queued for the people whom it concerns.',
      entry: { type: 'notifyPeople', params: ({ context }) => noticeOf(context) },
      on: { 'people.notified': 'open' },
    },
    open: {
      description: 'It needs a person.',
      after: {
        lookAgain: [
          { guard: 'isQuiet', target: 'closed' },
          { guard: 'isAboutFailures', target: 'open', reenter: true, actions: 'countLook' },
          { target: 'looking', actions: 'countLook' },
        ],
      },
    },
    looking: {
      description: 'Checks whether its cause still exists.',
      entry: {
        type: 'lookAtCause',
        params: ({ context: { cause, accountId, count } }) => ({ cause, accountId, count }),
      },
      on: {
        'cause.holds': [
          { guard: 'isReminderDue', target: 'notifying', actions: 'markReminded' },
          { target: 'open' },
        ],
        'cause.gone': [{ guard: by('isStillGone'), target: 'closed' }, { target: 'open' }],
      },
    },
    closed: {
      description: 'Its cause is gone. It opens again when the cause comes back.',
      on: { occurred: { target: 'notifying', actions: 'openAgain' } },
    },
  },
});

const noticeOf = ({ notificationId, cause, accountId, count, round, isReminded }: NotificationContext) => ({
  notificationId,
  cause,
  accountId,
  count,
  round,
  isReminder: isReminded,
});
