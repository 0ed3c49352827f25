/** The kind `private_reply`: a rule's answer to one comment. machines/private-reply.ts makes the decisions. */
import {
  privateReply as machine,
  type PrivateReplyContext,
  replyStatusOf,
  type SkipReason,
} from '../../machines/private-reply.ts';
import { prunePrivateReplies } from '../../store/private-replies.ts';
import { defineKind, type HandlersOf } from '../engine/kind.ts';
import { stateName } from '../engine/state-name.ts';
import { redactText } from '../redact.ts';
import { describeByAccount } from './views/account-title.ts';
import { announcedReply } from './views/private-reply.ts';

const DAY = 24 * 3_600_000;

export const privateReply = defineKind({
  name: 'private_reply',
  idPrefix: 'preply',
  machine,
  version: 1,
  upgrades: {},
  defaults: {
    1: {
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
      skip: null,
    },
  },
  shown: (snapshot) => {
    const { nextAt, reason } = snapshot.context as PrivateReplyContext;
    const status = replyStatusOf(stateName(snapshot.value));
    return { status, shelf: null, plannedAt: nextAt, reachedAt: null, reason };
  },
  counted: (snapshot) => {
    const { ruleId, reason } = snapshot.context as PrivateReplyContext;
    const status = replyStatusOf(stateName(snapshot.value));
    return { ownerId: ruleId, names: [status === 'skipped' ? skippedName(reason as SkipReason) : status] };
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
    'comment_dm.failed': announcedReply('The network refused the message of a comment-to-DM rule', {
      dm: null,
      publicReply: null,
      error: 'This person does not take messages.',
    }),
  },
  effects: { takePlace: { answers: ['place.'], with: 'network' } },
  restingStates: [],
  retention: { label: 'ruleActivity', keptMs: 90 * DAY, prune: prunePrivateReplies },
  view: {
    remembers: { accountId: 'accountId', platform: 'platform', error: 'reason' },
    describe: describeByAccount,
    waitsForPerson: () => null,
    timers: {
      place: {
        title: 'Send now',
        detail: 'Asks for a place at once; the limit of the network still counts.',
        isNextTry: true,
      },
      announce: {
        title: 'Announce now',
        detail: 'Webhook endpoints hear of the message before the public reply has ended.',
      },
    },
    actions: (_, offer) =>
      offer.takes({ type: 'rule.stopped' })
        ? [
            offer.event(
              'send',
              { type: 'rule.stopped' },
              { title: 'Do not send', detail: 'The comment is skipped, as if the rule were paused.' },
            ),
          ]
        : [],
    explain: {
      sentence: ({ snapshot }, { when }) => {
        const { reason, nextAt, publicReplyError } = snapshot.context as PrivateReplyContext;
        const status = replyStatusOf(stateName(snapshot.value));
        if (status === 'skipped') return `This comment got no message: ${SKIPPED[reason as SkipReason]}.`;
        if (status === 'failed')
          return `The network refused the message: "${redactText(reason ?? 'no reason')}".`;
        const publicly = publicReplyError
          ? ` The public reply failed: "${redactText(publicReplyError)}".`
          : '';
        if (status === 'sent') return `The message was sent.${publicly}`;
        const held = reason === null ? '' : ` The account cannot send now: "${redactText(reason)}".`;
        return `The message waits in the queue${nextAt === null ? '' : ` until ${when(nextAt)}`}.${held}`;
      },
    },
  },
});

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
