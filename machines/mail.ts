/**
 * One mail to one person. It is tried for about a day while the mail server is away or asks to wait. If the response to the mail itself is
 * lost, it is sent once more under the same Message-ID, by which mail programs show it once; after a second lost response nothing more
 * is sent. A mail that is of use for some time only, such as one with a link, is not sent after that.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Waits between tries, ms. */
export const MAIL_RETRY_AFTER_MS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
] as const;

export type MailInput = {
  mailId: string;
  /** After this instant it is of no use, epoch ms. Null means never. */
  expiresAt: number | null;
};

export type MailContext = MailInput & {
  attempt: number;
  /** Whether the response to a try was lost. */
  isRepeated: boolean;
  /** When it is tried again, epoch ms; null if it is being sent, or never again. */
  nextAt: number | null;
  reason: string | null;
};

export type MailEvent =
  | { type: 'mail.sent' }
  /** There is nobody to send it to. */
  | { type: 'mail.none' }
  /** The server refused the mail permanently. */
  | { type: 'mail.refused'; reason: string }
  /** The server did not take the mail, and may take it later. */
  | { type: 'mail.later'; reason: string }
  /** The mail was handed over and no response came: the server may have it. */
  | { type: 'mail.unknown'; reason: string };

export const mail = setup({
  types: {
    context: {} as MailContext,
    events: {} as MailEvent,
    input: {} as MailInput,
  },
  actions: {
    sendMail: effect<{ mailId: string; attempt: number }>(),
    keepReason: assign((_, { reason }: { reason: string }) => ({ reason })),
    planRetry: assign(({ context }) => ({ nextAt: now() + waitOf(context) })),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1, nextAt: null })),
    markRepeated: assign({ isRepeated: true }),
    forgetReason: assign({ reason: null }),
  },
  guards: {
    hasTries: ({ context }) => hasTries(context),
    /** The next try would come too late. */
    wouldExpire: ({ context }) => wouldExpire(context),
    /** The response to an earlier try was lost: nobody can say that the server has nothing. */
    mayBeThere: ({ context }) => context.isRepeated,
    isLastAndMayBeThere: ({ context }) => context.isRepeated && (wouldExpire(context) || !hasTries(context)),
    mayRepeat: ({ context }) => !context.isRepeated,
  },
  delays: {
    untilNext: ({ context }) => Math.max(0, (context.nextAt ?? now()) - now()),
  },
}).createMachine({
  id: 'mail',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, attempt: 1, isRepeated: false, nextAt: null, reason: null }),
  initial: 'sending',
  states: {
    sending: {
      description: 'The mail is handed over to the mail server.',
      entry: {
        type: 'sendMail',
        params: ({ context: { mailId, attempt } }) => ({ mailId, attempt }),
      },
      on: {
        'mail.sent': { target: 'sent', actions: 'forgetReason' },
        'mail.none': 'skipped',
        'mail.refused': [
          { guard: 'mayBeThere', target: 'unknown', actions: by('keepReason') },
          { target: 'failed', actions: by('keepReason') },
        ],
        'mail.later': [
          { guard: 'isLastAndMayBeThere', target: 'unknown', actions: by('keepReason') },
          { guard: 'wouldExpire', target: 'expired', actions: by('keepReason') },
          { guard: 'hasTries', target: 'waiting', actions: [by('keepReason'), 'planRetry'] },
          { target: 'failed', actions: by('keepReason') },
        ],
        'mail.unknown': [
          { guard: 'wouldExpire', target: 'unknown', actions: by('keepReason') },
          {
            guard: 'mayRepeat',
            target: 'waiting',
            actions: [by('keepReason'), 'markRepeated', 'planRetry'],
          },
          { target: 'unknown', actions: by('keepReason') },
        ],
      },
    },
    waiting: {
      description: 'The mail server was away, or its response was lost: the mail is sent again.',
      after: { untilNext: { target: 'sending', actions: 'countAttempt' } },
    },
    sent: { type: 'final', description: 'The mail server has the mail.' },
    skipped: { type: 'final', description: 'There was nobody to send it to.' },
    failed: { type: 'final', description: 'The mail server did not take the mail.' },
    expired: { type: 'final', description: 'The mail could not be sent while it was of use.' },
    unknown: {
      type: 'final',
      description:
        'The response to a try was lost, and no later try said more: the mail server may have the mail.',
    },
  },
});

const hasTries = ({ attempt }: MailContext): boolean => attempt <= MAIL_RETRY_AFTER_MS.length;

const wouldExpire = (context: MailContext): boolean =>
  context.expiresAt !== null && now() + waitOf(context) >= context.expiresAt;

function waitOf({ attempt }: MailContext): number {
  return MAIL_RETRY_AFTER_MS[Math.min(attempt, MAIL_RETRY_AFTER_MS.length) - 1]!;
}
