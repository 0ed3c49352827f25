/**
 * The answer of a comment-to-DM rule to one comment: a direct message to its author, then a public reply below it
 * (docs/contract.md, Comment-to-DM rules).
 *
 * It waits in the queue of its account until the network's limit has a place. The two calls are actors of their own
 * (`comment_act`), which are never sent twice; a failed public reply never repeats the message. Faults of the account
 * hold it; faults of the person or the message end it.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import type { CommentActContext, CommentActInput } from './comment-act.ts';
import { effect, now } from './durable.ts';

const MINUTE = 60_000;
/** How often an account that cannot send is asked about again. */
export const HELD_FOR_MS = 5 * MINUTE;
/** The event `comment_dm.sent` waits this long for the public reply at most. */
export const ANNOUNCE_AFTER_MS = MINUTE;

/** Why a matching comment gets no message. */
export type SkipReason = 'duplicate' | 'plan' | 'paused' | 'too_old' | 'answered' | 'opted_out' | 'live_over';

/** A type, not an interface: XState requires an index signature for JSON. */
export type PrivateReplyInput = {
  replyId: string;
  ruleId: string;
  accountId: string;
  platform: string;
  commentId: string;
  /** Where the comment stands. */
  place: { networkPostId: string | null; parentId: string | null };
  dmText: string;
  /** Posted below the comment after the message; null: nothing is. */
  publicReply: string | null;
  /** By the network's clock, epoch ms. */
  commentedAt: number;
  /** What to do when nothing shows whether the public reply arrived (the account's setting). */
  onUnknown: 'retry' | 'hold';
  /** Known when the comment matched; null: it is to be sent. */
  skip: SkipReason | null;
};

export type PrivateReplyContext = PrivateReplyInput & {
  /** A place within the network's limit was taken, for `nextAt`. */
  hasPlace: boolean;
  waitMs: number;
  /** When its place comes, epoch ms; null: it does not wait. */
  nextAt: number | null;
  tries: number;
  /** Why the message may have arrived though no response said so; null: nothing is in doubt. */
  doubt: string | null;
  /** The network's id of the message; null: not sent, or not named. */
  messageId: string | null;
  publicReplyId: string | null;
  /** Why the public reply was not made; null: it was, or it is not to be. */
  publicReplyError: string | null;
  announced: boolean;
  /** Why it was skipped or failed; null: neither. */
  reason: string | null;
};

export type ActEnded = {
  type: 'act.ended';
  actId: string;
  status: 'done' | 'failed' | 'unknown';
  resultId: string | null;
  failure: CommentActContext['failure'];
  reason: string | null;
};

export type PrivateReplyEvent =
  | { type: 'place.granted' }
  /** The place is in `afterMs`. */
  | { type: 'place.wait'; afterMs: number }
  /** The account cannot send now. */
  | { type: 'place.held'; reason: string }
  | { type: 'place.refused'; reason: SkipReason }
  /** The rule was paused or deleted. */
  | { type: 'rule.stopped' }
  | ActEnded;

type Start = { kind: 'comment_act'; id: string; input: CommentActInput };

/** The ids of the two calls follow from its own, so that the database refuses a second one. */
const actIdOf = ({ replyId, tries }: PrivateReplyContext, call: 'M' | 'P') =>
  `act_${replyId.slice(replyId.indexOf('_') + 1)}${call}${tries}`;

const call =
  (action: 'private_reply' | 'reply') =>
  ({ context }: { context: PrivateReplyContext }): { actors: Start[] } => {
    const { accountId, platform, commentId, place, dmText, publicReply, onUnknown, replyId } = context;
    const doubt = action === 'private_reply' ? context.doubt : null;
    const id = actIdOf(context, action === 'reply' ? 'P' : 'M');
    const text = action === 'reply' ? (publicReply ?? '') : dmText;
    const facts = { accountId, platform, commentId, action, text, place, onUnknown };
    const input = {
      actId: id,
      ...facts,
      askedAt: now(),
      reportTo: replyId,
      ...(doubt !== null && { doubt }),
    };
    return { actors: [{ kind: 'comment_act', id, input }] };
  };

const sentEvent = { type: 'announce', params: { event: 'comment_dm.sent' } } as const;

export const privateReply = setup({
  types: {
    context: {} as PrivateReplyContext,
    events: {} as PrivateReplyEvent,
    input: {} as PrivateReplyInput,
  },
  actions: {
    startActors: effect<{ actors: Start[] }>(),
    announce: effect<{ event: 'comment_dm.sent' | 'comment_dm.failed' }>(),
    /** Asks whether it may be sent, and for a place within the network's limit. A `place.*` event reports the result. */
    takePlace: effect<{
      replyId: string;
      ruleId: string;
      accountId: string;
      commentId: string;
      commentedAt: number;
      hasPlace: boolean;
    }>(),
    keepPlace: assign((_, { afterMs }: { afterMs: number }) => ({
      hasPlace: true,
      waitMs: afterMs,
      nextAt: now() + afterMs,
    })),
    waitHeld: assign((_, { reason }: { reason: string | null }) => ({
      hasPlace: false,
      reason,
      waitMs: HELD_FOR_MS,
      nextAt: now() + HELD_FOR_MS,
    })),
    keepDoubt: assign(({ context }, { status, reason }: ActEnded) => ({
      doubt: status === 'unknown' ? (reason ?? 'no response came') : context.doubt,
    })),
    keepReason: assign((_, { reason }: { reason: string | null }) => ({ reason, nextAt: null })),
    keepSkip: assign(({ context }) => ({ reason: context.skip, nextAt: null })),
    stopWaiting: assign({ reason: 'paused', nextAt: null }),
    countTry: assign(({ context }) => ({
      tries: context.tries + 1,
      hasPlace: false,
      nextAt: null,
      reason: null,
    })),
    keepMessage: assign((_, { resultId }: { resultId: string | null }) => ({ messageId: resultId })),
    keepPublicReply: assign((_, { resultId, reason }: ActEnded) => ({
      publicReplyId: resultId,
      publicReplyError: reason,
    })),
    markAnnounced: assign({ announced: true }),
  },
  guards: {
    isSkipped: ({ context }) => context.skip !== null,
    isDone: (_, { status }: ActEnded) => status === 'done',
    isAccountFault: (_, { failure }: ActEnded) => failure === 'access',
    hasPublicReply: ({ context }) => context.publicReply !== null,
    isAnnounced: ({ context }) => context.announced,
  },
  delays: {
    place: ({ context }) => context.waitMs,
    announce: ANNOUNCE_AFTER_MS,
  },
}).createMachine({
  id: 'private_reply',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    hasPlace: false,
    waitMs: 0,
    nextAt: null,
    tries: 0,
    doubt: null,
    messageId: null,
    publicReplyId: null,
    publicReplyError: null,
    announced: false,
    reason: null,
  }),
  initial: 'matched',
  states: {
    matched: {
      always: [{ guard: 'isSkipped', target: 'skipped', actions: 'keepSkip' }, { target: 'queued' }],
    },
    queued: {
      description: 'Asks for a place within what the network takes in an hour.',
      entry: {
        type: 'takePlace',
        params: ({ context: { replyId, ruleId, accountId, commentId, commentedAt, hasPlace } }) => ({
          replyId,
          ruleId,
          accountId,
          commentId,
          commentedAt,
          hasPlace,
        }),
      },
      on: {
        'place.granted': { target: 'sending', actions: 'countTry' },
        'place.wait': { target: 'waiting', actions: by('keepPlace') },
        'place.held': { target: 'held', actions: by('waitHeld') },
        'place.refused': { target: 'skipped', actions: by('keepReason') },
        'rule.stopped': { target: 'skipped', actions: 'stopWaiting' },
      },
    },
    waiting: {
      description: 'Its place in the queue comes later.',
      after: { place: 'queued' },
      on: { 'rule.stopped': { target: 'skipped', actions: 'stopWaiting' } },
    },
    held: {
      description: 'The account cannot send now. Nothing is lost: it is asked again.',
      after: { place: 'queued' },
      on: { 'rule.stopped': { target: 'skipped', actions: 'stopWaiting' } },
    },
    sending: {
      description: 'The message is being sent, by an actor of its own.',
      entry: { type: 'startActors', params: call('private_reply') },
      on: {
        'act.ended': [
          { guard: by('isDone'), target: 'messaged', actions: by('keepMessage') },
          { guard: by('isAccountFault'), target: 'held', actions: [by('keepDoubt'), by('waitHeld')] },
          { target: 'failed', actions: [by('keepDoubt'), by('keepReason')] },
        ],
      },
    },
    messaged: {
      always: [{ guard: 'hasPublicReply', target: 'replying' }, { target: 'sent' }],
    },
    replying: {
      description: 'The message is sent; the public reply is being made.',
      entry: { type: 'startActors', params: call('reply') },
      after: { announce: { actions: [sentEvent, 'markAnnounced'] } },
      on: {
        'act.ended': [
          { guard: 'isAnnounced', target: 'replied', actions: by('keepPublicReply') },
          { target: 'sent', actions: by('keepPublicReply') },
        ],
      },
    },
    sent: { type: 'final', entry: sentEvent },
    replied: { type: 'final', description: 'Sent, and announced before the public reply ended.' },
    failed: { type: 'final', entry: { type: 'announce', params: { event: 'comment_dm.failed' } } },
    skipped: { type: 'final' },
  },
});

/** What people see of it (docs/contract.md, Comment-to-DM rules). */
export function replyStatusOf(state: string): 'queued' | 'sent' | 'failed' | 'skipped' {
  if (state === 'failed' || state === 'skipped') return state;
  return ['replying', 'replied', 'sent'].includes(state) ? 'sent' : 'queued';
}
