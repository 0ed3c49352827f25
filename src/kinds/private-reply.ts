/** The kind `private_reply`: a rule's answer to one comment. machines/private-reply.ts makes the decisions. */
import {
  privateReply as machine,
  type PrivateReplyContext,
  type PublicReplyHold,
  type PublicReplySkip,
  replyStatusOf,
  type SkipReason,
  waitsForPlace,
} from '../../machines/private-reply.ts';
import type { Persisted } from '../../machines/durable.ts';
import { describeReplies, prunePrivateReplies } from '../../store/private-replies.ts';
import { shelfOf } from '../../store/reply-queue.ts';
import { defineKind, type HandlersOf } from '../engine/kind.ts';
import { stateName } from '../engine/state-name.ts';
import { redactText } from '../base/redact.ts';
import { describeBy } from './views/titles.ts';
import { announcedReply } from './views/private-reply.ts';
import { initialValues } from './initial-values.ts';
import { withContext } from './with-context.ts';
import { DAY_MS } from '../base/durations.ts';

export const privateReply = defineKind({
  name: 'private_reply',
  idPrefix: 'preply',
  machine,
  version: 3,
  upgrades: { 1: joinQueue, 2: withContext({ isBehind: false, behindTries: 0 }) },
  defaults: {
    1: { ...initialValues(machine), hasPlace: false },
    2: initialValues(machine),
    3: initialValues(machine),
  },
  listColumns: (snapshot) => {
    const { nextAt, reason, queueId, isLive } = snapshot.context as PrivateReplyContext;
    const state = stateName(snapshot.value);
    const status = replyStatusOf(state);
    // the queue finds those that wait for it by their shelf
    const shelf = queueId !== null && waitsForPlace(state) ? shelfOf(queueId, isLive) : null;
    return { status, shelf, plannedAt: nextAt, reachedAt: null, reason };
  },
  counted: (snapshot) => {
    const { ruleId, reason, isTest, isTracked } = snapshot.context as PrivateReplyContext;
    if (isTest) return null;
    const status = replyStatusOf(stateName(snapshot.value));
    const name = status === 'skipped' ? skippedName(reason as SkipReason) : status;
    return { ownerId: ruleId, names: isTracked && status === 'sent' ? [name, 'trackedSends'] : [name] };
  },
  feedEvent: {
    change: ({ id, snapshot }, before) => {
      const { ruleId, accountId, commentId, reason } = snapshot.context;
      const status = replyStatusOf(stateName(snapshot.value));
      if (before && replyStatusOf(stateName(before.value)) === status) return null;
      const data = { id, ruleId, accountId, commentId, status, reason };
      return { type: 'comment_rule.answered', resource: { type: 'private_reply', id }, data };
    },
  },
  announcements: {
    'comment_dm.sent': announcedReply('A comment-to-DM rule sent its message', {
      dm: { messageId: 'aWdfZAG1faXRlbToxOk', text: 'Here is the link: https://example.com' },
      publicReply: { id: '17858893269000002', text: 'Sent you a DM!' },
    }),
    'comment_dm.replied': announcedReply(
      'The public reply of a comment-to-DM rule is out, after comment_dm.sent said that there was none',
      {
        event: 'comment_dm.replied',
        dm: { messageId: 'aWdfZAG1faXRlbToxOk', text: 'Here is the link: https://example.com' },
        publicReply: { id: '17858893269000002', text: 'Sent you a DM!' },
      },
    ),
    'comment_dm.failed': announcedReply('The message of a comment-to-DM rule was not sent', {
      dm: null,
      publicReply: null,
      error: 'This person does not take messages.',
      networkCode: '10903',
    }),
  },
  effects: {
    takePerson: { answers: ['person.'], with: 'network' },
    takePlace: { answers: ['place.'], with: 'network' },
    holdQueue: { answers: ['queue.held'], with: 'network' },
    takeTurn: { answers: ['turn.'], with: 'network' },
    tripBreaker: { answers: ['breaker.tripped'], with: 'network' },
  },
  restingStates: [],
  retention: { label: 'ruleActivity', retentionMs: 90 * DAY_MS, prune: prunePrivateReplies },
  view: {
    remembers: { accountId: 'accountId', platform: 'platform', error: 'reason' },
    describe: describeBy(describeReplies),
    waitsForPerson: () => null,
    timers: {
      place: {
        title: 'Ask now',
        detail: 'Asks for a place at once; the limit of the network still counts.',
        isNextTry: true,
      },
      behind: {
        title: 'Ask now',
        detail: 'Asks what became of the earlier comment of the person.',
        isNextTry: true,
      },
      turn: {
        title: 'Post the public reply now',
        detail: 'Asks for its turn at once; the pace of the account still counts.',
        isNextTry: true,
      },
      announce: {
        title: 'Announce now',
        detail: 'Webhook endpoints hear of the message before the public reply has ended.',
      },
    },
    actions: (_, offer) =>
      offer.event(
        'send',
        { type: 'rule.stopped' },
        { title: 'Do not send', detail: 'The comment is skipped, as if the rule were paused.' },
      ),
    explain: {
      sentence: ({ snapshot }, { when }) => {
        const { reason, nextAt } = snapshot.context as PrivateReplyContext;
        const status = replyStatusOf(stateName(snapshot.value));
        if (status === 'skipped') return `This comment got no message: ${SKIPPED[reason as SkipReason]}.`;
        if (status === 'failed') return failedSentence(snapshot.context);
        if (status === 'sent') return `The message was sent.${publicSentence(snapshot.context, when)}`;
        const held = reason === null ? '' : ` The account could not send it: "${redactText(reason)}".`;
        const state = stateName(snapshot.value);
        if (state.startsWith('behind'))
          return 'An earlier comment of this person waits for the message; this one gets it if that one cannot.';
        if (state === 'held' && nextAt !== null)
          return `The network asked to wait until ${when(nextAt)}.${held}`;
        const expected =
          nextAt === null ? '' : `; its place was expected about ${when(nextAt)} when it asked`;
        return `The message waits in the queue of its account${expected}.${held}`;
      },
    },
  },
});

/** Version 1 had places of its own: those that waited for one ask the queue. Their ids keep the order. */
function joinQueue(snapshot: Persisted): Persisted {
  const { hasPlace: _, ...context } = snapshot.context as { hasPlace?: boolean };
  // from there it enters `queued`, which asks
  const value = snapshot.value === 'waiting' ? 'matched' : snapshot.value;
  return { ...snapshot, value, context: { ...context, queueId: null } } as Persisted;
}

/** Why a message failed. Only a response of the network refuses one. */
export function failedSentence({
  reason,
  networkCode,
}: {
  reason: string | null;
  networkCode?: string | null;
}): string {
  const cause = redactText(reason ?? 'no reason was given');
  return networkCode == null
    ? `The message was not confirmed as sent: "${cause}".`
    : `The network refused the message: "${cause}".`;
}

/** What became of the public reply, as a sentence with a space before it; empty: there is nothing to say. */
function publicSentence(context: PrivateReplyContext, when: (at: number) => string): string {
  const { publicReplyError, publicReplySkipped, publicReplyHeld, publicReplyId, nextAt } = context;
  if (publicReplyError !== null) return ` The public reply failed: "${redactText(publicReplyError)}".`;
  if (publicReplySkipped !== null) return ` The public reply was left out: ${LEFT_OUT[publicReplySkipped]}.`;
  if (publicReplyHeld === null || publicReplyId !== null || nextAt === null) return '';
  return ` The public reply waits until ${when(nextAt)}: ${HELD[publicReplyHeld]}.`;
}

/** Why a public reply was not made, and why one waits, as the end of a sentence. */
const LEFT_OUT: { [why in PublicReplySkip]: string } = {
  late: 'its turn came later than the rule allows',
  paused: 'the rule was paused or deleted before its turn came',
};
const HELD: { [why in PublicReplyHold]: string } = {
  paced: 'they are posted one after the other',
  breaker: 'the network took replies of this account for spam',
};

/** The counter of comments that a rule skipped for a reason. */
export const skippedName = (reason: SkipReason) => `skipped ${reason}`;

/** Why a comment got no message, as the end of a sentence. */
export const SKIPPED: { [reason in SkipReason]: string } = {
  duplicate: 'this person has had the message of this rule',
  plan: 'the workspace has no active plan',
  paused: 'the rule was paused or deleted before its turn came',
  too_old: 'it is older than the 7 days within which the network takes an answer',
  answered: 'it was answered with a direct message before, which the network allows once',
  opted_out: 'this person asked for no more messages',
  live_over: 'the live broadcast has ended',
};

export type PrivateReplyHandlers = HandlersOf<typeof privateReply>;
