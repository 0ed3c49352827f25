/**
 * The daily mail of one person about what needs a person in one workspace. The first notification that opens after a mail plans the next
 * one, for the hour that the service says. What is still open at that hour is in the mail; when nothing is, no mail is sent.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

export type NotificationDigestInput = {
  digestId: string;
  userId: string;
  /** When the first mail is due, epoch ms. */
  dueAt: number;
};

export type NotificationDigestContext = {
  digestId: string;
  userId: string;
  /** When the next mail is due, epoch ms; null if nothing has opened since the last one. */
  dueAt: number | null;
  /** The number of the next mail: mails of different rounds are different mails. */
  round: number;
};

export type NotificationDigestEvent =
  /** A notification opened, or people are reminded of one. `dueAt`: when its mail is due, epoch ms. */
  | { type: 'opened'; dueAt: number }
  /** The mail is queued, or there was nothing to write. */
  | { type: 'digest.queued' };

export const notificationDigest = setup({
  types: {
    context: {} as NotificationDigestContext,
    events: {} as NotificationDigestEvent,
    input: {} as NotificationDigestInput,
  },
  actions: {
    /** Queues the mail of a round about all that is open now. `digest.queued` reports that it was done. */
    queueDigest: effect<{ digestId: string; userId: string; round: number }>(),
    planMail: assign((_, { dueAt }: { dueAt: number }) => ({ dueAt })),
    forgetPlan: assign({ dueAt: null }),
    countRound: assign(({ context }) => ({ round: context.round + 1 })),
  },
  guards: {
    /** Something opened while the mail was being written. */
    isPlanned: ({ context }) => context.dueAt !== null,
  },
  delays: { untilDue: ({ context }) => Math.max(0, (context.dueAt ?? now()) - now()) },
}).createMachine({
  id: 'notification_digest',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, round: 1 }),
  initial: 'waiting',
  states: {
    idle: {
      description: 'Nothing has opened since the last mail.',
      on: { opened: { target: 'waiting', actions: by('planMail') } },
    },
    waiting: {
      description: 'Something opened: the mail waits for its hour.',
      after: { untilDue: { target: 'queueing', actions: 'forgetPlan' } },
    },
    queueing: {
      description: 'What is open is read, and its mail is queued.',
      entry: {
        type: 'queueDigest',
        params: ({ context: { digestId, userId, round } }) => ({ digestId, userId, round }),
      },
      on: {
        opened: { actions: by('planMail') },
        'digest.queued': [
          { guard: 'isPlanned', target: 'waiting', actions: 'countRound' },
          { target: 'idle', actions: 'countRound' },
        ],
      },
    },
  },
});
