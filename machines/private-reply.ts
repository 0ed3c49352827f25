/**
 * The answer of a comment-to-DM rule to one comment: a direct message to its author, then a public reply below it
 * (docs/contract.md, Comment-to-DM rules).
 *
 * It waits in the queue of its network account (machines/reply-queue.ts) until the queue grants it a place. Each of the two calls
 * is made by a `comment_act` actor, which never sends twice; a failed public reply does not repeat the message. After a fault of
 * the account the queue is held, and this actor asks for a place again; a fault of the person or the message ends it. Public
 * replies have a rate limit, because networks treat many of them within a short time as spam.
 */
import { assign, setup } from 'xstate';
import type { ActEnded, CommentActInput } from './comment-act.ts';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

const MINUTE = 60_000;
/** The event `comment_dm.sent` waits this long for the public reply at most; a later one is `comment_dm.replied`. */
export const ANNOUNCE_AFTER_MS = MINUTE;
/** How long a comment waits before it asks again whether the person got the message for an earlier one; doubled each time. */
const FIRST_BEHIND_MS = 5_000;
const MAX_BEHIND_MS = 60 * MINUTE;
/** Messages that are refused with a request to wait longer than a call does are sent again, this often. */
const MAX_LONG_WAITS = 2;

/** Why a matching comment gets no message. */
export type SkipReason = 'duplicate' | 'plan' | 'paused' | 'too_old' | 'answered' | 'opted_out' | 'live_over';

/** A type, not an interface: XState requires an index signature for JSON. */
export type PrivateReplyInput = {
  replyId: string;
  ruleId: string;
  accountId: string;
  platform: string;
  commentId: string;
  /** The post of the comment, and the comment above it. */
  place: { networkPostId: string | null; parentId: string | null };
  dmText: string;
  /** Posted below the comment after the message; null if nothing is. */
  publicReply: string | null;
  /** By the network's clock, epoch ms. */
  commentedAt: number;
  /** What to do when nothing shows whether the public reply arrived (the account's setting). */
  onUnknown: 'retry' | 'hold';
  /** Known when the comment matched; null or absent means it is to be sent. */
  skip?: SkipReason | null;
  /** Another comment of the person waits for the message of the rule: this one gets it only if that one cannot. Absent means none does. */
  isBehind?: boolean;
  /** Made below a live broadcast: it comes before those that wait, and ends with the broadcast. Absent means not. */
  isLive?: boolean;
  /** Written by a tester of the account: it is not counted. Absent means not. */
  isTest?: boolean;
  /** The public reply is left out when its turn comes more than so many minutes after the message. null or absent means never. */
  publicReplyLateMinutes?: number | null;
  /** The message has links whose clicks are counted. Absent means it has none. */
  isTracked?: boolean;
  /** The queue of its network account. null or absent means it is not known before the message asks for a place. */
  queueId?: string | null;
};

/** Why a public reply waits: for its turn, or because the network took replies of the account for spam. */
export type PublicReplyHold = 'paced' | 'breaker';
/** Why a public reply was left out. */
export type PublicReplySkip = 'late' | 'paused';

export type PrivateReplyContext = Required<PrivateReplyInput> & {
  waitMs: number;
  /** How often it was asked whether the person got the message for an earlier comment. */
  behindTries: number;
  /**
   * When its place was expected as it asked, the network's wait ends, or the turn of its public reply comes, epoch ms; null if it does
   * not wait.
   */
  nextAt: number | null;
  tries: number;
  /** How often the network asked for a long wait. */
  longWaits: number;
  /** Why the message may have arrived although no response confirmed it; null if there is no doubt. */
  doubt: string | null;
  /** The network's id of the message; null if not sent, or not named. */
  messageId: string | null;
  publicReplyId: string | null;
  /** Why the public reply was not made; null if it was, or it is not to be. */
  publicReplyError: string | null;
  /** When the message was sent, epoch ms; null if it was not. */
  messagedAt: number | null;
  /** The public reply has its turn, at `nextAt`. */
  hasTurn: boolean;
  /** Why the public reply waits, or waited last; null if it did not. */
  publicReplyHeld: PublicReplyHold | null;
  /** Why the public reply was left out; null if it was not. */
  publicReplySkipped: PublicReplySkip | null;
  announced: boolean;
  /** Why it was skipped or failed; null if neither. */
  reason: string | null;
  /** The network's code of its refusal of the message. Absent means no response of the network refused it. */
  networkCode?: string;
  /** The same of the public reply. */
  publicReplyCode?: string;
};

export type PrivateReplyEvent =
  | { type: 'place.granted' }
  /** It waits in the queue. `at`: when its place is expected, epoch ms; earlier when others leave, later when a fault holds the account. */
  | { type: 'place.asked'; queueId: string; at: number }
  | { type: 'place.refused'; reason: SkipReason }
  /** No earlier comment of the person can get the message any more: this one is to get it. */
  | { type: 'person.reserved' }
  /** The person has got the message, or may have. */
  | { type: 'person.answered' }
  /** An earlier comment of the person still waits for it. */
  | { type: 'person.waits' }
  /** No message of the account is sent for a while. */
  | { type: 'queue.held' }
  | { type: 'turn.granted' }
  /** The turn of the public reply is in `afterMs`. */
  | { type: 'turn.wait'; afterMs: number; held: PublicReplyHold }
  | { type: 'turn.skipped'; reason: PublicReplySkip }
  /** No public reply of the account is made for a while. */
  | { type: 'breaker.tripped' }
  /** The rule was paused or deleted. */
  | { type: 'rule.stopped' }
  /** The live broadcast below which it was commented has ended. */
  | { type: 'broadcast.over' }
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
    // what an earlier actor sent is looked for too
    const startedAt = doubt === null ? now() : context.commentedAt;
    const input = {
      actId: id,
      ...facts,
      askedAt: startedAt,
      reportTo: replyId,
      ...(doubt !== null && { doubt }),
    };
    return { actors: [{ kind: 'comment_act', id, input }] };
  };

/** What is asked before a public reply. `latestAt`: epoch ms; later it is left out. null if it never is. */
type PublicTurn = {
  replyId: string;
  ruleId: string;
  accountId: string;
  hasTurn: boolean;
  latestAt: number | null;
};

/** Ends what waits for its place. */
const stops = {
  'rule.stopped': { target: 'skipped', actions: 'stopWaiting' },
  'broadcast.over': { guard: 'isOfBroadcast', target: 'skipped', actions: 'endWithBroadcast' },
} as const;

const leaveOut = { type: 'skipPublicReply', params: { reason: 'paused' } } as const;

const sentEvent = { type: 'announce', params: { event: 'comment_dm.sent' } } as const;

export const privateReply = setup({
  types: {
    context: {} as PrivateReplyContext,
    events: {} as PrivateReplyEvent,
    input: {} as PrivateReplyInput,
  },
  actions: {
    startActors: effect<{ actors: Start[] }>(),
    announce: effect<{ event: 'comment_dm.sent' | 'comment_dm.failed' | 'comment_dm.replied' }>(),
    /** Asks the queue for a place. `place.asked` reports it, or `place.refused` that it is not to be sent; the queue grants the place. */
    takePlace: effect<{
      replyId: string;
      ruleId: string;
      accountId: string;
      commentId: string;
      commentedAt: number;
      isLive: boolean;
    }>(),
    /** Asks whether the person of the comment still needs the message, and reserves it for them. A `person.*` event reports the result. */
    takePerson: effect<{ replyId: string }>(),
    /** Asks whether the public reply may be made now. A `turn.*` event reports the result. */
    takeTurn: effect<PublicTurn>(),
    /** Holds the messages of the account. `queue.held` reports it. */
    holdQueue: effect<{ accountId: string; reason: string }>(),
    /** Stops public replies of the account for a while. `breaker.tripped` reports it. */
    tripBreaker: effect<{ accountId: string; reason: string }>(),
    keepAsked: assign((_, { queueId, at }: { queueId: string; at: number }) => ({ queueId, nextAt: at })),
    waitBehind: assign(({ context }) => {
      const waitMs = Math.min(FIRST_BEHIND_MS * 2 ** context.behindTries, MAX_BEHIND_MS);
      return { behindTries: context.behindTries + 1, waitMs, nextAt: now() + waitMs };
    }),
    endAsDuplicate: assign({ reason: 'duplicate', nextAt: null }),
    keepFault: assign((_, { reason }: { reason: string | null }) => ({ reason })),
    waitLong: assign(({ context }, { reason, afterMs = 0 }: ActEnded) => ({
      longWaits: context.longWaits + 1,
      reason,
      waitMs: afterMs,
      nextAt: now() + afterMs,
    })),
    /** A call that failed for certain has shown that no earlier one arrived. */
    keepDoubt: assign((_, { status, reason }: ActEnded) => ({
      doubt: status === 'unknown' ? (reason ?? 'no response came') : null,
    })),
    keepReason: assign((_, { reason, code }: { reason: string | null; code?: string }) => ({
      reason,
      nextAt: null,
      ...(code !== undefined && { networkCode: code }),
    })),
    keepSkip: assign(({ context }) => ({ reason: context.skip, nextAt: null })),
    stopWaiting: assign({ reason: 'paused', nextAt: null }),
    endWithBroadcast: assign({ reason: 'live_over', nextAt: null }),
    countTry: assign(({ context }) => ({
      tries: context.tries + 1,
      nextAt: null,
      reason: null,
    })),
    keepMessage: assign((_, { resultId }: { resultId: string | null }) => ({
      messageId: resultId,
      messagedAt: now(),
    })),
    keepTurn: assign((_, { afterMs, held }: { afterMs: number; held: PublicReplyHold }) => ({
      // a turn that came before the network's refusal is not kept over it
      hasTurn: held === 'paced',
      publicReplyHeld: held,
      waitMs: afterMs,
      nextAt: now() + afterMs,
    })),
    endTurn: assign({ nextAt: null }),
    skipPublicReply: assign((_, { reason }: { reason: PublicReplySkip }) => ({
      publicReplySkipped: reason,
      nextAt: null,
    })),
    keepPublicReply: assign((_, { resultId, reason, code }: ActEnded) => ({
      publicReplyId: resultId,
      publicReplyError: reason,
      ...(code !== undefined && { publicReplyCode: code }),
    })),
    markAnnounced: assign({ announced: true }),
  },
  guards: {
    isSkipped: ({ context }) => context.skip !== null,
    isBehind: ({ context }) => context.isBehind,
    isOutOfQueue: ({ context }) => context.queueId === null,
    isDone: (_, { status }: ActEnded) => status === 'done',
    isAccountFault: (_, { failure }: ActEnded) => failure === 'access',
    isLongWait: ({ context }, { failure, afterMs }: ActEnded) =>
      failure === 'busy' && afterMs !== undefined && context.longWaits < MAX_LONG_WAITS,
    isOfBroadcast: ({ context }) => context.isLive,
    isBroadcastOver: ({ context }, { status, failure }: ActEnded) =>
      context.isLive && status === 'failed' && failure === 'closed',
    isSpam: (_, { failure }: ActEnded) => failure === 'spam',
    hasPublicReply: ({ context }) => context.publicReply !== null,
    isAnnounced: ({ context }) => context.announced,
    /** The public reply is out, and `comment_dm.sent` had none. */
    isRepliedLate: ({ context }) => context.announced && context.publicReplyId !== null,
  },
  delays: {
    place: ({ context }) => context.waitMs,
    behind: ({ context }) => context.waitMs,
    turn: ({ context }) => context.waitMs,
    announce: ANNOUNCE_AFTER_MS,
  },
}).createMachine({
  id: 'private_reply',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    skip: input.skip ?? null,
    isBehind: input.isBehind ?? false,
    isLive: input.isLive ?? false,
    isTest: input.isTest ?? false,
    publicReplyLateMinutes: input.publicReplyLateMinutes ?? null,
    isTracked: input.isTracked ?? false,
    queueId: input.queueId ?? null,
    waitMs: 0,
    behindTries: 0,
    nextAt: null,
    tries: 0,
    longWaits: 0,
    doubt: null,
    messageId: null,
    publicReplyId: null,
    publicReplyError: null,
    messagedAt: null,
    hasTurn: false,
    publicReplyHeld: null,
    publicReplySkipped: null,
    announced: false,
    reason: null,
  }),
  initial: 'matched',
  states: {
    matched: {
      always: [
        { guard: 'isSkipped', target: 'skipped', actions: 'keepSkip' },
        { guard: 'isBehind', target: 'behind' },
        { target: 'queued' },
      ],
    },
    behind: {
      description:
        'An earlier comment of the person waits for the message. This one gets it if that one cannot.',
      initial: 'asking',
      on: stops,
      states: {
        asking: {
          description: 'Asks what became of the earlier one.',
          entry: { type: 'takePerson', params: ({ context: { replyId } }) => ({ replyId }) },
          on: {
            'person.reserved': '#private_reply.queued',
            'person.answered': { target: '#private_reply.skipped', actions: 'endAsDuplicate' },
            'person.waits': { target: 'waiting', actions: 'waitBehind' },
          },
        },
        waiting: {
          description: 'The earlier one still waits.',
          after: { behind: 'asking' },
        },
      },
    },
    queued: {
      description: 'Asks for a place within what the network takes in an hour.',
      entry: {
        type: 'takePlace',
        params: ({ context }) => {
          const { replyId, ruleId, accountId, commentId, commentedAt, isLive } = context;
          return { replyId, ruleId, accountId, commentId, commentedAt, isLive };
        },
      },
      on: {
        'place.asked': [
          // it is in the queue from here on: only who asks now is sure to be seen
          { guard: 'isOutOfQueue', target: 'queued', reenter: true, actions: by('keepAsked') },
          { target: 'waiting', actions: by('keepAsked') },
        ],
        'place.granted': { target: 'sending', actions: 'countTry' },
        'place.refused': { target: 'skipped', actions: by('keepReason') },
        ...stops,
      },
    },
    waiting: {
      description: 'It waits in the queue of its network account, which grants it a place.',
      on: {
        'place.granted': { target: 'sending', actions: 'countTry' },
        'place.refused': { target: 'skipped', actions: by('keepReason') },
        ...stops,
      },
    },
    held: {
      description: 'The network asked for a long wait. Nothing is lost: it asks for a place again.',
      after: { place: 'queued' },
      on: stops,
    },
    sending: {
      description: 'The message is being sent, by an actor of its own.',
      entry: { type: 'startActors', params: call('private_reply') },
      on: {
        'act.ended': [
          { guard: by('isDone'), target: 'messaged', actions: by('keepMessage') },
          { guard: by('isAccountFault'), target: 'blocked', actions: [by('keepDoubt'), by('keepFault')] },
          { guard: by('isLongWait'), target: 'held', actions: [by('keepDoubt'), by('waitLong')] },
          { guard: by('isBroadcastOver'), target: 'skipped', actions: 'endWithBroadcast' },
          { target: 'failed', actions: [by('keepDoubt'), by('keepReason')] },
        ],
      },
    },
    blocked: {
      description: 'A fault of the account: its messages in the queue are held, not only this one.',
      entry: {
        type: 'holdQueue',
        params: ({ context: { accountId, reason } }) => ({
          accountId,
          reason: reason ?? 'the account cannot send',
        }),
      },
      on: { 'queue.held': 'queued', ...stops },
    },
    messaged: {
      always: [{ guard: 'hasPublicReply', target: 'replying' }, { target: 'sent' }],
    },
    replying: {
      description: 'The message is sent; the public reply follows when it has its turn.',
      initial: 'asking',
      after: { announce: { actions: [sentEvent, 'markAnnounced'] } },
      states: {
        asking: {
          description: 'Asks for a turn within the pace of the account.',
          entry: {
            type: 'takeTurn',
            params: ({ context }) => {
              const { replyId, ruleId, accountId, hasTurn, messagedAt, publicReplyLateMinutes } = context;
              const latestAt =
                publicReplyLateMinutes === null ? null : (messagedAt ?? 0) + publicReplyLateMinutes * MINUTE;
              return { replyId, ruleId, accountId, hasTurn, latestAt };
            },
          },
          on: {
            'turn.granted': { target: 'calling', actions: 'endTurn' },
            'turn.wait': { target: 'paced', actions: by('keepTurn') },
            'turn.skipped': { target: 'ended', actions: by('skipPublicReply') },
            'rule.stopped': { target: 'ended', actions: leaveOut },
          },
        },
        paced: {
          description: 'The turn of the public reply comes later.',
          after: { turn: 'asking' },
          on: { 'rule.stopped': { target: 'ended', actions: leaveOut } },
        },
        calling: {
          description: 'The public reply is being made, by an actor of its own.',
          entry: { type: 'startActors', params: call('reply') },
          on: {
            'act.ended': [
              { guard: by('isSpam'), target: 'tripping', actions: by('keepPublicReply') },
              { target: 'ended', actions: by('keepPublicReply') },
            ],
          },
        },
        tripping: {
          description: 'The network took it for spam: public replies of the account stop for a while.',
          entry: {
            type: 'tripBreaker',
            params: ({ context: { accountId, publicReplyError } }) => ({
              accountId,
              reason: publicReplyError ?? 'the network took a public reply for spam',
            }),
          },
          on: { 'breaker.tripped': 'ended' },
        },
        ended: {
          always: [
            {
              guard: 'isRepliedLate',
              target: '#private_reply.replied',
              actions: { type: 'announce', params: { event: 'comment_dm.replied' } },
            },
            { guard: 'isAnnounced', target: '#private_reply.replied' },
            { target: '#private_reply.sent' },
          ],
        },
      },
    },
    sent: { type: 'final', entry: sentEvent },
    replied: { type: 'final', description: 'Sent, and announced before the public reply ended.' },
    failed: { type: 'final', entry: { type: 'announce', params: { event: 'comment_dm.failed' } } },
    skipped: { type: 'final' },
  },
});

/** Whether it waits for a place of the queue. @param state such as `replying.asking` */
export const waitsForPlace = (state: string): boolean => state === 'queued' || state === 'waiting';

/** What people see of it (docs/contract.md, Comment-to-DM rules). */
export function replyStatusOf(state: string): 'queued' | 'sent' | 'failed' | 'skipped' {
  if (state === 'failed' || state === 'skipped') return state;
  return /^(replying\b|replied$|sent$)/.test(state) ? 'sent' : 'queued';
}
