/**
 * One push to one browser. It is tried for some hours while the push service asks to wait or is away. If the response was lost, it is sent
 * once more under the same topic, so that a browser shows it once; after a second lost response nothing more is sent. A subscription that
 * the push service does not know any more has ended.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Waits between tries, ms. A push service may ask for a longer one. */
export const PUSH_RETRY_AFTER_MS = [10_000, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR] as const;

export type PushInput = {
  pushId: string;
  /** After this instant it says nothing new, epoch ms. */
  expiresAt: number;
};

export type PushContext = PushInput & {
  attempt: number;
  /** Whether the response to a try was lost. */
  isRepeated: boolean;
  /** When it is tried again, epoch ms; null if it is being sent, or never again. */
  nextAt: number | null;
  reason: string | null;
};

export type PushEvent =
  | { type: 'push.sent' }
  /** There is nothing to say any more, or nobody to say it to. */
  | { type: 'push.none' }
  /** The push service does not know the subscription any more. */
  | { type: 'push.gone'; reason: string }
  /** The push service refuses the push permanently. */
  | { type: 'push.refused'; reason: string }
  /** It did not take the push, and may take it later. `afterMs`: as it says, ms; null if it says nothing. */
  | { type: 'push.later'; reason: string; afterMs: number | null }
  /** The push was sent and no response came. */
  | { type: 'push.unknown'; reason: string };

export const push = setup({
  types: {
    context: {} as PushContext,
    events: {} as PushEvent,
    input: {} as PushInput,
  },
  actions: {
    sendPush: effect<{ pushId: string; attempt: number; expiresAt: number }>(),
    keepReason: assign((_, { reason }: { reason: string }) => ({ reason })),
    planRetry: assign(({ context }) => ({ nextAt: now() + waitOf(context, null) })),
    planLater: assign(({ context }, { afterMs }: { afterMs: number | null }) => ({
      nextAt: now() + waitOf(context, afterMs),
    })),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1, nextAt: null })),
    markRepeated: assign({ isRepeated: true }),
    forgetReason: assign({ reason: null }),
  },
  guards: {
    hasTries: ({ context }) => context.attempt <= PUSH_RETRY_AFTER_MS.length,
    /** The next try would come too late. */
    wouldExpire: ({ context }, { afterMs }: { afterMs: number | null }) =>
      now() + waitOf(context, afterMs) >= context.expiresAt,
    mayRepeat: ({ context }) => !context.isRepeated && now() + waitOf(context, null) < context.expiresAt,
  },
  delays: {
    untilNext: ({ context }) => Math.max(0, (context.nextAt ?? now()) - now()),
  },
}).createMachine({
  id: 'push',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, attempt: 1, isRepeated: false, nextAt: null, reason: null }),
  initial: 'sending',
  states: {
    sending: {
      description: 'The push is handed over to the push service of the browser.',
      entry: {
        type: 'sendPush',
        params: ({ context: { pushId, attempt, expiresAt } }) => ({ pushId, attempt, expiresAt }),
      },
      on: {
        'push.sent': { target: 'sent', actions: 'forgetReason' },
        'push.none': 'skipped',
        'push.gone': { target: 'ended', actions: by('keepReason') },
        'push.refused': { target: 'failed', actions: by('keepReason') },
        'push.later': [
          { guard: by('wouldExpire'), target: 'expired', actions: by('keepReason') },
          { guard: 'hasTries', target: 'waiting', actions: [by('keepReason'), by('planLater')] },
          { target: 'failed', actions: by('keepReason') },
        ],
        'push.unknown': [
          { guard: 'mayRepeat', target: 'waiting', actions: [by('keepReason'), 'markRepeated', 'planRetry'] },
          { target: 'unknown', actions: by('keepReason') },
        ],
      },
    },
    waiting: {
      description:
        'The push service asked to wait, was away, or its response was lost: the push is sent again.',
      after: { untilNext: { target: 'sending', actions: 'countAttempt' } },
    },
    sent: { type: 'final', description: 'The push service has the push.' },
    skipped: { type: 'final', description: 'There was nothing to say any more, or nobody to say it to.' },
    ended: {
      type: 'final',
      description: 'The browser takes no pushes any more: its subscription is deleted.',
    },
    failed: { type: 'final', description: 'The push service did not take the push.' },
    expired: { type: 'final', description: 'The push could not be sent while it said something new.' },
    unknown: { type: 'final', description: 'The response was lost, and the push service may have the push.' },
  },
});

/** As long as the push service asks for, and at least as long as the number of the try says. */
function waitOf({ attempt }: PushContext, afterMs: number | null): number {
  const own = PUSH_RETRY_AFTER_MS[Math.min(attempt, PUSH_RETRY_AFTER_MS.length) - 1]!;
  return Math.max(own, afterMs ?? 0);
}
