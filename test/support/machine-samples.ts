/**
 * For each kind of actor an input and one sample of every event: enough to reach every state of its chart. A new kind
 * does not compile until it has samples.
 */
import { FAILED_LOOKUP_WAITS_MS } from '../../machines/lookup-waits.ts';
import type { AnyStateMachine } from 'xstate';
import { type Persisted, start, type Step, step, type Timer } from '../../machines/durable.ts';
import {
  type DeliveryEnd,
  type DeliveryEvent,
  type DeliveryInput,
  MAX_CONTINUED,
  MAX_LIMITED_LOOKS,
} from '../../machines/delivery/index.ts';
import type { AccountEvent, AccountInput } from '../../machines/account.ts';
import type { AutomationEvent, AutomationInput } from '../../machines/automation.ts';
import { type BroadcastEvent, type BroadcastInput, MISSING_FOR_MS } from '../../machines/broadcast.ts';
import { type ImportEvent, type ImportInput, MAX_LOOKS } from '../../machines/import.ts';
import type { MailEvent, MailInput } from '../../machines/mail.ts';
import type { PushEvent, PushInput } from '../../machines/push.ts';
import type { NotificationDigestEvent, NotificationDigestInput } from '../../machines/notification-digest.ts';
import type { NotificationEvent, NotificationInput } from '../../machines/notification.ts';
import type { MediaCopyEvent, MediaCopyInput } from '../../machines/media-copy.ts';
import type { CommentActEvent, CommentActInput, ActEnded } from '../../machines/comment-act.ts';
import type { ReceiverEvent, ReceiverInput } from '../../machines/receiver.ts';
import type { Granted, ReplyQueueEvent, ReplyQueueInput } from '../../machines/reply-queue.ts';
import type { FlowInput } from '../../machines/flow/setup.ts';
import type { CommentRuleEvent, CommentRuleInput } from '../../machines/comment-rule.ts';
import { kinds, type KindName } from './own-charts.ts';
import type { ConversationEvent, ConversationInput } from '../../machines/conversation.ts';
import type { MessageSendEvent, MessageSendInput } from '../../machines/message-send.ts';
import type { PrivateReplyEvent, PrivateReplyInput } from '../../machines/private-reply.ts';
import type { MetricsEvent, MetricsInput } from '../../machines/metrics.ts';
import type { ApprovalRequest, Decision } from '../../machines/approval.ts';
import type { PostEvent, PostInput, Target } from '../../machines/post.ts';
import type { FeedEvent, FeedInput } from '../../machines/feed.ts';
import type { SeriesEvent, SeriesInput } from '../../machines/series.ts';
import type { StreamEvent, StreamInput } from '../../machines/stream.ts';
import type { WebhookSendEvent, WebhookSendInput } from '../../machines/webhook-send.ts';

/** The instant samples start at, epoch ms. */
export const SAMPLE_AT = Date.parse('2026-05-04T08:00:00Z');
const HOUR = 3_600_000;
const MINUTE = 60_000;

interface Sample<Input = unknown, Event = { type: string }> {
  inputs: Input[];
  events: Event[];
  /** Paths from the first input to where a count is used up. */
  ways: (Event | Armed)[][];
  /** The same from the last input. Absent: there are none. */
  lastWays?: (Event | Armed)[][];
}

/** The event of the timer that is started. */
type Armed = { type: 'timer' };
const TIMER: Armed = { type: 'timer' };
const times = <Event>(count: number, list: Event[]): Event[] =>
  Array.from({ length: count }, () => list).flat();

const targets: Target[] = ['a', 'b'].map((name) => ({
  accountId: `acc_${name}`,
  deliveryId: `dlv_${name}`,
  platform: 'mastodon',
  onUnknown: 'retry',
}));

const REQUEST: ApprovalRequest = {
  wanted: { kind: 'at', at: SAMPLE_AT + HOUR },
  by: 'usr_1',
  at: SAMPLE_AT,
};
const DECISION: Decision = { by: 'usr_2', at: SAMPLE_AT };

const post: Sample<PostInput, PostEvent> = {
  inputs: [
    { postId: 'post_1', targets, dueAt: SAMPLE_AT, draft: false },
    { postId: 'post_1', targets, dueAt: SAMPLE_AT + HOUR, draft: false },
    { postId: 'post_1', targets, dueAt: null, draft: true },
    {
      postId: 'post_1',
      targets,
      dueAt: SAMPLE_AT + HOUR,
      draft: true,
      approval: { state: 'requested', request: REQUEST },
    },
    { postId: 'post_1', targets, dueAt: SAMPLE_AT, linksToPages: true },
    { postId: 'post_1', targets, dueAt: SAMPLE_AT + HOUR, linksToPages: true },
    {
      postId: 'post_1',
      targets: targets.map((one) => ({ ...one, firstComment: 'Our shop' })),
      dueAt: SAMPLE_AT,
    },
  ],
  events: [
    { type: 'pages.read' },
    { type: 'ask', request: { ...REQUEST, wanted: { kind: 'slot' } } },
    { type: 'approve', at: SAMPLE_AT + HOUR, plan: 'a.b.c.d', decision: DECISION },
    { type: 'approve', at: SAMPLE_AT - HOUR, plan: 'a.b.c.d', decision: DECISION },
    { type: 'reject', decision: { ...DECISION, reason: 'too long' } },
    { type: 'edit', approval: null },
    { type: 'edit', linksToPages: true },
    { type: 'edit', linksToPages: false },
    { type: 'edit', targets: targets.slice(0, 1), dueAt: SAMPLE_AT + 2 * HOUR },
    { type: 'schedule', at: SAMPLE_AT + HOUR },
    { type: 'schedule', at: SAMPLE_AT - HOUR },
    { type: 'publish' },
    { type: 'shelve' },
    ended('acc_a', 'published'),
    ended('acc_b', 'failed'),
    { type: 'act.ended', actId: 'act_aF', status: 'done', resultId: 'c_1', failure: null, reason: null },
    { type: 'retry', accountIds: ['acc_a'] },
    { type: 'remove' },
    { type: 'discard' },
    { type: 'restore' },
    { type: 'records.deleted' },
  ],
  ways: [
    [
      ended('acc_a', 'failed'),
      ended('acc_b', 'failed'),
      { type: 'ask', request: REQUEST },
      { type: 'reject', decision: DECISION },
      { type: 'discard' },
      { type: 'restore' },
    ],
    [ended('acc_a', 'failed'), ended('acc_b', 'published')],
    [ended('acc_a', 'failed'), ended('acc_b', 'failed')],
    [
      ended('acc_a', 'failed'),
      ended('acc_b', 'failed'),
      { type: 'edit', linksToPages: true },
      ended('acc_a', 'published'),
      { type: 'retry' },
    ],
  ],
  // with a first comment
  lastWays: [
    [ended('acc_a', 'published'), ended('acc_b', 'failed'), ended('acc_b', 'published')],
    [ended('acc_a', 'failed'), ended('acc_b', 'failed'), ended('acc_a', 'published')],
  ],
};

function ended(accountId: string, status: 'published' | 'failed'): DeliveryEnd {
  return {
    type: 'delivery.ended',
    accountId,
    round: 1,
    status,
    error: status === 'failed' ? 'too long' : null,
    ...(status === 'published' && { networkPostId: 'n_1' }),
  };
}

const REFRESHED = {
  type: 'refresh.refreshed' as const,
  credentialsVersion: 2,
  obtainedAt: SAMPLE_AT,
  expiresAt: null,
};

const delivery: Sample<DeliveryInput, DeliveryEvent> = {
  inputs: [
    {
      deliveryId: 'dlv_a',
      postId: 'post_1',
      accountId: 'acc_a',
      platform: 'mastodon',
      onUnknown: 'retry',
      round: 1,
    },
    {
      deliveryId: 'dlv_a',
      postId: 'post_1',
      accountId: 'acc_a',
      platform: 'mastodon',
      onUnknown: 'retry',
      round: 1,
      parts: 3,
    },
  ],
  events: [
    { type: 'send', round: 2, onUnknown: 'hold' },
    { type: 'send', round: 2, parts: 3 },
    { type: 'cancel', round: 1 },
    { type: 'cancel', round: 3 },
    { type: 'outcome.published', networkPostId: '7', url: 'https://example.com/7' },
    { type: 'outcome.progress', checkpoint: { container: '9' }, afterMs: 0 },
    { type: 'outcome.progress', checkpoint: { container: '9' }, afterMs: 5_000 },
    { type: 'outcome.progress', checkpoint: { container: '9' }, afterMs: 5_000, committed: true },
    { type: 'outcome.retry', reason: '503' },
    { type: 'outcome.retry', reason: '429', afterMs: 1_000 },
    { type: 'outcome.taken', reason: 'another post of ours' },
    { type: 'outcome.rejected', reason: 'too long' },
    { type: 'outcome.expired', reason: 'token over', credentialsVersion: 1 },
    { type: 'outcome.reauthorize', reason: 'sign in again', credentialsVersion: 1 },
    { type: 'outcome.limited', reason: 'slow down', afterMs: 1_000, ticket: 'account' },
    { type: 'account.healthy' },
    { type: 'outcome.unknown', reason: 'no answer' },
    { type: 'outcome.interrupted', reason: 'stopped' },
    { type: 'finding.live', networkPostId: '7', url: null },
    { type: 'finding.taken', reason: 'another post of ours' },
    { type: 'finding.progress', checkpoint: { draft: '5' } },
    { type: 'resolve.live', networkPostId: '7', url: null },
    { type: 'resolve.absent' },
    { type: 'resolve.give_up' },
    { type: 'finding.absent' },
    { type: 'finding.absent', checkpoint: { container: '9' } },
    { type: 'finding.cannot_tell', reason: 'no evidence' },
    { type: 'finding.retry', reason: '503' },
    { type: 'finding.expired', reason: 'token over', credentialsVersion: 1 },
    { type: 'finding.reauthorize', reason: 'sign in again', credentialsVersion: 1 },
    { type: 'finding.limited', reason: 'slow down', afterMs: 1_000 },
    REFRESHED,
    { type: 'refresh.retry', reason: '503' },
    { type: 'refresh.reauthorize', reason: 'sign in again', credentialsVersion: 1 },
    { type: 'refresh.unconfigured', reason: 'X_CLIENT_ID is not set', credentialsVersion: 1 },
  ],
  ways: [
    times<DeliveryEvent | Armed>(3, [{ type: 'outcome.retry', reason: '429' }, TIMER]),
    [
      { type: 'outcome.unknown', reason: 'no answer' },
      ...times<DeliveryEvent | Armed>(5, [{ type: 'finding.retry', reason: '503' }, TIMER]),
    ],
    times<DeliveryEvent>(2, [
      { type: 'outcome.expired', reason: 'token over', credentialsVersion: 1 },
      REFRESHED,
    ]),
    [
      { type: 'outcome.unknown', reason: 'no answer' },
      ...times<DeliveryEvent | Armed>(MAX_LIMITED_LOOKS, [
        { type: 'finding.limited', reason: 'slow down', afterMs: 1_000 },
        TIMER,
      ]),
    ],
    times<DeliveryEvent>(MAX_CONTINUED, [
      { type: 'outcome.unknown', reason: 'no answer' },
      { type: 'finding.progress', checkpoint: { draft: '5' } },
    ]),
    times<DeliveryEvent>(6, [{ type: 'outcome.interrupted', reason: 'stopped' }, { type: 'finding.absent' }]),
  ],
};

const webhookSend: Sample<WebhookSendInput, WebhookSendEvent> = {
  inputs: [{ sendId: 'send_1', endpointId: 'hook_1', eventId: 'evt_1', retries: true }],
  events: [
    { type: 'webhook.delivered', statusCode: 204 },
    { type: 'webhook.refused', reason: '500', gone: false },
    { type: 'webhook.refused', reason: '410', gone: true },
  ],
  ways: [
    times<WebhookSendEvent | Armed>(6, [{ type: 'webhook.refused', reason: '500', gone: false }, TIMER]),
  ],
};

const DAY = 24 * HOUR;
const REVOKE_TIMER = { type: 'xstate.after.revokeAgain.account.disconnected.waiting' } as never;
const connected = { accountId: 'acc_a', credentialsVersion: 1, obtainedAt: SAMPLE_AT, jitter: 0.5 };

const account: Sample<AccountInput, AccountEvent> = {
  inputs: [
    { ...connected, renewable: true, obtainedAt: SAMPLE_AT - 50 * DAY, expiresAt: SAMPLE_AT + 10 * DAY },
    { ...connected, renewable: true, expiresAt: SAMPLE_AT + 60 * DAY },
    { ...connected, renewable: false, expiresAt: SAMPLE_AT + 60 * DAY },
    { ...connected, renewable: false, expiresAt: SAMPLE_AT + 7 * DAY },
    { ...connected, renewable: false, expiresAt: SAMPLE_AT - DAY },
    { ...connected, renewable: true, expiresAt: SAMPLE_AT + 2 * HOUR },
    { ...connected, renewable: false, expiresAt: null },
  ],
  events: [
    { type: 'deauthorized', credentialsVersion: 1, reason: 'removed' },
    {
      type: 'connected',
      renewable: false,
      credentialsVersion: 5,
      obtainedAt: SAMPLE_AT,
      expiresAt: SAMPLE_AT + 60 * DAY,
    },
    { type: 'renewed', credentialsVersion: 3, obtainedAt: SAMPLE_AT, expiresAt: null },
    { type: 'refused', deliveryId: 'dlv_a', credentialsVersion: 0, reason: 'signed out' },
    { type: 'refused', deliveryId: 'dlv_a', credentialsVersion: 1, reason: 'signed out' },
    { type: 'refused', deliveryId: 'dlv_a', credentialsVersion: 4, reason: 'signed out' },
    { type: 'waiting.found', deliveryIds: ['dlv_a'], more: true },
    { type: 'waiting.found', deliveryIds: ['dlv_b'], more: false },
    { type: 'disconnect' },
    { ...REFRESHED, expiresAt: SAMPLE_AT + 60 * DAY },
    { type: 'refresh.retry', reason: '503' },
    { type: 'refresh.reauthorize', reason: 'signed out', credentialsVersion: 1 },
    {
      type: 'refused',
      deliveryId: 'dlv_a',
      credentialsVersion: 1,
      reason: 'X_CLIENT_ID is not set',
      unconfigured: true,
    },
    { type: 'refresh.unconfigured', reason: 'X_CLIENT_ID is not set', credentialsVersion: 1 },
    { type: 'configured' },
    { type: 'revoke.revoked' },
    { type: 'revoke.retry', reason: '503' },
    { type: 'revoke.refused', reason: 'invalid_client' },
  ],
  ways: [
    [
      { type: 'disconnect' },
      ...times<AccountEvent>(5, [{ type: 'revoke.retry', reason: '503' }, REVOKE_TIMER]),
    ],
  ],
};

const comment = {
  actId: 'act_1',
  accountId: 'acc_a',
  platform: 'instagram',
  commentId: '7',
  text: 'Thanks!',
  place: null,
  askedAt: SAMPLE_AT,
};
const LOST: CommentActEvent = { type: 'acted.unknown', reason: 'no answer' };
const BUSY: CommentActEvent = { type: 'acted.retry', reason: '503' };
const EXPIRED: CommentActEvent = { type: 'acted.expired', reason: 'token over', credentialsVersion: 1 };
const ABSENT: CommentActEvent = { type: 'looked.absent' };

const UNSEEN: CommentActEvent = { type: 'looked.cannot_tell', reason: 'no list' };

const DUPLICATE = { type: 'acted.duplicate' as const, reason: 'duplicate content' };

const commentAct: Sample<CommentActInput, CommentActEvent> = {
  inputs: [
    { ...comment, action: 'reply', onUnknown: 'retry' },
    { ...comment, action: 'reply', onUnknown: 'hold' },
    { ...comment, action: 'hide', text: '', onUnknown: 'retry' },
    { ...comment, action: 'first_comment', onUnknown: 'retry', reportTo: 'post_1' },
    { ...comment, action: 'private_reply', onUnknown: 'retry' },
  ],
  events: [
    { type: 'acted.done', id: '8' },
    { type: 'acted.done', id: null },
    { type: 'acted.missing', reason: 'gone' },
    { type: 'acted.rejected', reason: 'too long' },
    { type: 'acted.blocked', reason: 'messages are switched off' },
    { type: 'acted.closed', reason: 'too old' },
    { type: 'acted.spam', reason: 'slow down' },
    { type: 'acted.spam', reason: 'said before', isDuplicate: true },
    DUPLICATE,
    BUSY,
    { type: 'acted.retry', reason: '429', afterMs: 2 * HOUR },
    LOST,
    { type: 'acted.interrupted', reason: 'stopped' },
    EXPIRED,
    { type: 'acted.reauthorize', reason: 'sign in again', credentialsVersion: 1 },
    { type: 'looked.found', id: '8' },
    ABSENT,
    UNSEEN,
    { type: 'looked.retry', reason: '503' },
    { type: 'act.stored' },
    REFRESHED,
    { type: 'refresh.retry', reason: '503' },
    { type: 'refresh.reauthorize', reason: 'sign in again', credentialsVersion: 1 },
    { type: 'refresh.unconfigured', reason: 'no app', credentialsVersion: 1 },
  ],
  ways: [
    // a lost reply is looked for twice and sent again, until no try is left
    times<CommentActEvent | Armed>(3, [LOST, ABSENT, TIMER, ABSENT, TIMER]).slice(0, -1),
    [
      LOST,
      ...times<CommentActEvent | Armed>(FAILED_LOOKUP_WAITS_MS.length, [
        { type: 'looked.retry', reason: '503' },
        TIMER,
      ]),
    ],
    times<CommentActEvent | Armed>(2, [BUSY, ABSENT, TIMER]),
    times<CommentActEvent>(2, [EXPIRED, REFRESHED]),
    [LOST, UNSEEN, TIMER, ...times<CommentActEvent>(2, [EXPIRED, REFRESHED]), EXPIRED],
    times<CommentActEvent | Armed>(2, [EXPIRED, { type: 'refresh.retry', reason: '503' }, TIMER]),
    [...times<CommentActEvent | Armed>(2, [LOST, UNSEEN, TIMER]), EXPIRED],
    // the network refuses a later try as a duplicate, and does not list the first one
    [
      LOST,
      ABSENT,
      TIMER,
      ABSENT,
      TIMER,
      DUPLICATE,
      ...times<CommentActEvent | Armed>(4, [ABSENT, TIMER]),
      ABSENT,
    ],
    [
      LOST,
      ABSENT,
      TIMER,
      ABSENT,
      TIMER,
      { type: 'acted.spam', reason: 'said before', isDuplicate: true },
      UNSEEN,
    ],
    // what is in doubt since the first try is looked for twice after the last one
    [LOST, UNSEEN, TIMER, BUSY, ABSENT, TIMER, BUSY, ABSENT],
  ],
  lastWays: [
    times<CommentActEvent | Armed>(2, [BUSY, TIMER]),
    [LOST, TIMER, BUSY, TIMER, BUSY],
    [LOST, TIMER, LOST, TIMER, LOST],
  ],
};

const SEND: MessageSendInput = {
  messageId: 'msg_1',
  conversationId: 'conv_1',
  accountId: 'acc_a',
  personId: '1234500000000001',
  byPerson: true,
  asHumanAgent: false,
  askedAt: SAMPLE_AT,
};

const runInput: FlowInput = {
  runId: 'run_1',
  names: null,
  triggerText: 'price',
  actedAt: SAMPLE_AT,
  disclosure: null,
};

const conversation: Sample<ConversationInput, ConversationEvent> = {
  inputs: [
    {
      conversationId: 'conv_1',
      accountId: 'acc_a',
      personId: '1234500000000001',
      windowMs: 24 * HOUR,
      humanWindowMs: 168 * HOUR,
    },
  ],
  events: [
    { type: 'person.wrote', at: SAMPLE_AT },
    { type: 'person.named', known: true },
    { type: 'person.named', known: false },
    { type: 'person.wrote_before', at: SAMPLE_AT - HOUR },
    { type: 'person.acted', at: SAMPLE_AT },
    { type: 'person.opted_out', at: SAMPLE_AT },
    { type: 'person.opted_in', at: SAMPLE_AT },
    { type: 'team.answered', at: SAMPLE_AT },
    { type: 'send', send: SEND, at: SAMPLE_AT },
    { type: 'say', send: { ...SEND, reportTo: 'run_1' } },
    { type: 'run', run: { id: 'run_1', definitionId: 'def_1', input: runInput } },
    { type: 'flag', flag: { note: 'help', automationId: null, runId: null, at: SAMPLE_AT } },
    { type: 'read' },
    { type: 'unread' },
    { type: 'done' },
    { type: 'reopen' },
    { type: 'snooze', until: SAMPLE_AT + HOUR },
    { type: 'snooze.ended', until: SAMPLE_AT + HOUR },
  ],
  ways: [],
};

const messageSend: Sample<MessageSendInput, MessageSendEvent> = {
  inputs: [SEND, { ...SEND, reportTo: 'run_1' }],
  events: [
    { type: 'message.sent', networkId: 'mid.1' },
    { type: 'message.refused', reason: 'blocked' },
    { type: 'message.refused', reason: 'too late', cause: 'window' },
    { type: 'message.refused', reason: 'switched off', cause: 'account' },
    { type: 'message.retry', reason: '500', mayBeSent: true },
    { type: 'message.retry', reason: '503' },
    { type: 'message.retry', reason: '429', afterMs: 90_000 },
    { type: 'message.unknown', reason: 'no response' },
    { type: 'message.expired', reason: 'token over', credentialsVersion: 1 },
    { type: 'lookup.found', networkId: 'mid.1' },
    { type: 'lookup.absent' },
    { type: 'lookup.cannot_tell', reason: 'not listed' },
    { type: 'lookup.failed', reason: '503' },
    { type: 'message.reauthorize', reason: 'sign in again', credentialsVersion: 1 },
    { type: 'access.renewed' },
    { type: 'access.renewed', credentialsVersion: 2, obtainedAt: SAMPLE_AT, expiresAt: null },
    { type: 'access.retry', reason: '503' },
    { type: 'access.refused', reason: 'sign in again' },
    { type: 'echo', networkId: 'mid.1' },
  ],
  ways: [
    [
      ...times<MessageSendEvent | Armed>(2, [
        { type: 'message.retry', reason: '503' },
        { type: 'lookup.absent' },
        TIMER,
      ]),
      { type: 'message.retry', reason: '503' },
    ],
    [
      ...times<MessageSendEvent>(2, [
        { type: 'message.expired', reason: 'token over', credentialsVersion: 1 },
        { type: 'access.renewed' },
      ]),
      { type: 'message.expired', reason: 'token over', credentialsVersion: 1 },
    ],
    [
      ...times<MessageSendEvent | Armed>(2, [
        { type: 'message.retry', reason: '503' },
        { type: 'lookup.absent' },
        TIMER,
      ]),
      { type: 'message.expired', reason: 'token over', credentialsVersion: 1 },
      { type: 'access.retry', reason: '503' },
    ],
    [
      { type: 'message.unknown', reason: 'no response' },
      { type: 'lookup.absent' },
      TIMER,
      { type: 'lookup.absent' },
    ],
    [
      { type: 'message.unknown', reason: 'no response' },
      ...times<MessageSendEvent | Armed>(FAILED_LOOKUP_WAITS_MS.length, [
        { type: 'lookup.failed', reason: '503' },
        TIMER,
      ]),
      { type: 'lookup.failed', reason: '503' },
    ],
    ...(['window', 'account'] as const).map((cause): (MessageSendEvent | Armed)[] => [
      { type: 'message.retry', reason: '500', mayBeSent: true },
      { type: 'lookup.absent' },
      TIMER,
      { type: 'message.refused', reason: 'not now', cause },
    ]),
    [
      { type: 'message.retry', reason: '500', mayBeSent: true },
      { type: 'lookup.absent' },
      TIMER,
      ...times<MessageSendEvent>(2, [
        { type: 'message.expired', reason: 'token over', credentialsVersion: 1 },
        { type: 'access.renewed' },
      ]),
      { type: 'message.expired', reason: 'token over', credentialsVersion: 1 },
    ],
    ...([{ type: 'access.retry' }, { type: 'access.refused' }] as const).map(
      ({ type }): (MessageSendEvent | Armed)[] => [
        { type: 'message.retry', reason: '500', mayBeSent: true },
        { type: 'lookup.absent' },
        TIMER,
        { type: 'message.retry', reason: '500' },
        { type: 'lookup.absent' },
        TIMER,
        { type: 'message.expired', reason: 'token over', credentialsVersion: 1 },
        { type, reason: 'not now' },
      ],
    ),
    ...([{ type: 'message.reauthorize' }, { type: 'message.retry' }] as const).map(
      ({ type }): (MessageSendEvent | Armed)[] => [
        ...times<MessageSendEvent | Armed>(2, [
          { type: 'message.retry', reason: '500', mayBeSent: true },
          { type: 'lookup.absent' },
          TIMER,
        ]),
        { type, reason: 'not now', credentialsVersion: 1 },
      ],
    ),
  ],
};

const rule = {
  ruleId: 'rule_1',
  accountId: 'acc_a',
  mediaId: null,
  postId: null,
  nextPostSince: null,
  keywords: ['link'],
  match: 'contains' as const,
  dmText: 'Here it is',
  publicReplies: [],
  publicReplyLateMinutes: null,
  trackLinks: false,
  then: null,
};

const commentRule: Sample<CommentRuleInput, CommentRuleEvent> = {
  inputs: [
    { ...rule, active: true },
    { ...rule, active: false },
    { ...rule, nextPostSince: SAMPLE_AT, active: true },
  ],
  events: [
    { type: 'edit', changes: { keywords: ['recipe'] } },
    { type: 'post.found', mediaId: '5' },
    { type: 'reach_back', since: SAMPLE_AT - 1 },
    { type: 'pause' },
    { type: 'resume' },
    { type: 'delete' },
  ],
  ways: [],
};

const answering = {
  replyId: 'preply_1',
  ruleId: 'rule_1',
  accountId: 'acc_a',
  platform: 'instagram',
  commentId: '7',
  place: { networkPostId: '5', parentId: null },
  dmText: 'Here it is',
  commentedAt: SAMPLE_AT,
  onUnknown: 'retry' as const,
};
const actEnded = (more: Partial<ActEnded>): ActEnded => ({
  type: 'act.ended',
  actId: 'act_1M1',
  status: 'done',
  resultId: '8',
  failure: null,
  reason: null,
  ...more,
});
const GRANTED: PrivateReplyEvent = { type: 'place.granted' };

const privateReply: Sample<PrivateReplyInput, PrivateReplyEvent> = {
  inputs: [
    { ...answering, publicReply: 'Sent you a DM!', skip: null, queueId: 'rqueue_1' },
    { ...answering, publicReply: null, skip: null },
    { ...answering, publicReply: null, isBehind: true, isLive: true },
    { ...answering, publicReply: null, skip: 'duplicate' },
    { ...answering, publicReply: null, skip: null, isLive: true },
  ],
  events: [
    GRANTED,
    { type: 'place.asked', queueId: 'rqueue_1', at: SAMPLE_AT + HOUR },
    { type: 'place.refused', reason: 'too_old' },
    { type: 'person.reserved' },
    { type: 'person.answered' },
    { type: 'person.waits' },
    { type: 'rule.stopped' },
    { type: 'broadcast.over' },
    { type: 'queue.held' },
    { type: 'turn.granted' },
    { type: 'turn.wait', afterMs: 30_000, held: 'paced' },
    { type: 'turn.wait', afterMs: 24 * HOUR, held: 'breaker' },
    { type: 'turn.skipped', reason: 'late' },
    { type: 'breaker.tripped' },
    actEnded({}),
    actEnded({ status: 'failed', failure: 'rejected', resultId: null, reason: 'refused' }),
    actEnded({ status: 'failed', failure: 'closed', resultId: null, reason: 'over' }),
    actEnded({ status: 'failed', failure: 'spam', resultId: null, reason: 'slow down' }),
    actEnded({ status: 'failed', failure: 'busy', resultId: null, reason: '429', afterMs: 2 * HOUR }),
    actEnded({ status: 'failed', failure: 'access', resultId: null, reason: 'sign in again' }),
    actEnded({ status: 'unknown', resultId: null, reason: 'no answer' }),
  ],
  ways: [[GRANTED, actEnded({}), TIMER, { type: 'turn.granted' }, actEnded({})]],
};

const granted = (more: Partial<Granted>): Granted => ({
  type: 'places.granted',
  granted: 1,
  refused: 0,
  waiting: 2,
  sent: 700,
  trials: [],
  lastSeat: 'SEAT1',
  nextAt: SAMPLE_AT + MINUTE,
  because: 'full',
  ...more,
});
const SEAT_FAILED: ReplyQueueEvent = { type: 'account.failed', seat: 'SEAT1' };
const SEAT_WORKS: ReplyQueueEvent = { type: 'account.works', seat: 'SEAT1' };
const STREAM_REFUSED = { type: 'stream.refused', reason: '403', isTemporary: false } as const;
const STREAM_BUSY = { type: 'stream.refused', reason: '429', isTemporary: true } as const;
const STREAM_ENDED = { type: 'stream.ended', reason: 'the connection ended' } as const;
const STREAM_OPENED = { type: 'stream.opened', at: SAMPLE_AT } as const;
const STREAM_WAITED = {
  refused: { type: 'xstate.after.untilNext.stream.refused' } as never,
  waiting: { type: 'xstate.after.untilNext.stream.waiting' } as never,
};

const stream: Sample<StreamInput, StreamEvent> = {
  inputs: [
    { platform: 'x', heardAt: null },
    { platform: 'x', heardAt: SAMPLE_AT - HOUR },
  ],
  events: [
    { type: 'stream.needed' },
    STREAM_OPENED,
    { type: 'stream.heard', at: SAMPLE_AT + 1_000 },
    { type: 'stream.unneeded' },
    STREAM_ENDED,
    STREAM_REFUSED,
    STREAM_BUSY,
    { type: 'accounts.told' },
  ],
  ways: [
    [
      STREAM_REFUSED,
      { type: 'accounts.told' },
      STREAM_WAITED.refused,
      STREAM_OPENED,
      { type: 'accounts.told' },
    ],
    [STREAM_BUSY, STREAM_WAITED.refused, STREAM_BUSY, STREAM_WAITED.refused, STREAM_BUSY],
    [
      STREAM_OPENED,
      STREAM_ENDED,
      STREAM_WAITED.waiting,
      { type: 'stream.needed' },
      { type: 'stream.unneeded' },
    ],
  ],
};

const replyQueue: Sample<ReplyQueueInput, ReplyQueueEvent> = {
  inputs: [
    { platform: 'instagram', remoteId: '17', holds: {} },
    {
      platform: 'instagram',
      remoteId: '17',
      holds: { SEAT1: { until: SAMPLE_AT + MINUTE, isTried: false } },
    },
  ],
  events: [
    { type: 'place.asked' },
    granted({}),
    granted({ because: 'paced' }),
    granted({ because: 'held', trials: ['SEAT1'], lastSeat: null }),
    granted({ because: 'more', nextAt: SAMPLE_AT }),
    granted({ because: null, nextAt: null, waiting: 0, sent: 1 }),
    SEAT_FAILED,
    SEAT_WORKS,
    { type: 'account.works', seat: 'SEAT2' },
  ],
  ways: [
    [SEAT_FAILED, SEAT_WORKS, SEAT_FAILED, { type: 'place.asked' }, SEAT_WORKS],
    ...(['full', 'paced', 'held'] as const).map((because): ReplyQueueEvent[] => [
      { type: 'place.asked' },
      granted({ because }),
      SEAT_FAILED,
      SEAT_WORKS,
    ]),
  ],
};

const automation: Sample<AutomationInput, AutomationEvent> = {
  inputs: [
    { automationId: 'auto_1', accountId: 'acc_a', active: true },
    { automationId: 'auto_1', accountId: 'acc_a', active: false },
  ],
  events: [
    { type: 'edit', version: 2 },
    { type: 'pause' },
    { type: 'pause', reason: 'the automation was deleted' },
    { type: 'resume' },
    { type: 'delete' },
    { type: 'people.released' },
  ],
  ways: [],
};

const read = { without: [], cursor: null };

const metrics: Sample<MetricsInput, MetricsEvent> = {
  inputs: [
    { accountId: 'acc_a', jitter: 0 },
    { accountId: 'acc_b', jitter: 0.7 },
  ],
  events: [
    { type: 'refresh', depth: 'page', force: false },
    { type: 'refresh', depth: 'month', force: true },
    { type: 'refresh', depth: 'year', force: true },
    { type: 'published' },
    { type: 'commented' },
    { type: 'refused', without: [{ metric: 'views', mediaKind: 'FEED' }] },
    { type: 'read.more', without: [{ metric: 'reach', mediaKind: 'REELS' }], cursor: 'page 2' },
    { type: 'read.done', without: [], changed: true, youngestAt: SAMPLE_AT - HOUR, leastWaitMs: 0 },
    { type: 'read.done', without: [], changed: false, youngestAt: null, leastWaitMs: 24 * HOUR },
    { type: 'read.done', without: [], changed: true, youngestAt: null, leastWaitMs: 0 },
    { type: 'read.failed', ...read, problem: 'network_down', reason: '502' },
    { type: 'read.failed', ...read, problem: 'rate_limited', reason: '429', afterMs: 60_000 },
    { type: 'read.failed', without: [], cursor: 'page 3', problem: 'budget', reason: 'half is used' },
    { type: 'read.failed', ...read, problem: 'needs_permission', reason: 'allow insights' },
    { type: 'read.failed', ...read, problem: 'not_available', reason: 'too few followers' },
    { type: 'read.gone' },
    { type: 'disconnect' },
  ],
  ways: [
    [TIMER, { type: 'read.more', without: [], cursor: 'page 2' }],
    [TIMER, { type: 'read.done', without: [], changed: true, youngestAt: SAMPLE_AT, leastWaitMs: 0 }],
    // due in a day: a comment makes it sooner
    [TIMER, { type: 'read.done', without: [], changed: true, youngestAt: null, leastWaitMs: 0 }],
  ],
};

const mediaCopy: Sample<MediaCopyInput, MediaCopyEvent> = {
  inputs: [
    { accountId: 'acc_a', file: { messageId: 'dm_1', place: 0 } },
    {
      accountId: 'acc_a',
      file: { messageId: 'dm_2', place: 1 },
      known: { tries: 1, nextAt: SAMPLE_AT + HOUR },
    },
    { accountId: 'acc_a', deletedIds: ['dm_3', 'dm_4'] },
  ],
  events: [
    { type: 'copy.done' },
    { type: 'copy.gone' },
    { type: 'copy.failed', reason: 'it is no picture' },
    { type: 'copy.later', afterMs: 2_000 },
    { type: 'files.removed' },
    { type: 'files.left', afterMs: 60_000, reason: 'the disk is full' },
  ],
  ways: [
    [
      { type: 'copy.failed', reason: '503' },
      { type: 'xstate.after.untilNext.media_copy.waiting' } as never,
      { type: 'copy.failed', reason: '503' },
      { type: 'xstate.after.untilNext.media_copy.waiting' } as never,
      { type: 'copy.failed', reason: '503' },
    ],
  ],
};

const mailLater: MailEvent = { type: 'mail.later', reason: '421 try again later' };
const mailLost: MailEvent = { type: 'mail.unknown', reason: 'the connection broke' };

const mail: Sample<MailInput, MailEvent> = {
  inputs: [
    { mailId: 'mail_1', expiresAt: null },
    { mailId: 'mail_2', expiresAt: SAMPLE_AT + 90_000 },
  ],
  events: [
    { type: 'mail.sent' },
    { type: 'mail.none' },
    { type: 'mail.refused', reason: '550 no such user' },
    mailLater,
    mailLost,
  ],
  ways: [
    [mailLost, TIMER, mailLost],
    [mailLost, TIMER, { type: 'mail.refused', reason: '550' }],
    [mailLost, TIMER, ...times(6, [mailLater, TIMER]), mailLater],
    [...times(7, [mailLater, TIMER]), mailLater],
  ],
  lastWays: [[mailLater, TIMER, mailLater]],
};

const notification: Sample<NotificationInput, NotificationEvent> = {
  inputs: [
    { notificationId: 'ntf_1', cause: 'account_needs_reconnect', accountId: 'acc_a' },
    { notificationId: 'ntf_2', cause: 'post_awaits_approval', accountId: null },
    { notificationId: 'ntf_4', cause: 'conversation_handed_over', accountId: 'acc_a' },
    { notificationId: 'ntf_5', cause: 'call_awaits_confirmation', accountId: null },
    // the last one, which closes by time
    { notificationId: 'ntf_3', cause: 'post_failed', accountId: 'acc_a' },
  ],
  events: [
    { type: 'occurred' },
    { type: 'read', userId: 'usr_1' },
    { type: 'people.notified' },
    { type: 'cause.holds' },
    { type: 'cause.gone', count: 1 },
  ],
  ways: [
    [{ type: 'people.notified' }, TIMER, { type: 'cause.gone', count: 1 }, { type: 'occurred' }],
    [{ type: 'people.notified' }, { type: 'occurred' }, TIMER, { type: 'cause.gone', count: 1 }],
    [{ type: 'people.notified' }, ...times(288, [TIMER, { type: 'cause.holds' } as NotificationEvent])],
  ],
  lastWays: [[{ type: 'people.notified' }, ...times(289, [TIMER])]],
};

const notificationDigest: Sample<NotificationDigestInput, NotificationDigestEvent> = {
  inputs: [{ digestId: 'dig_1', userId: 'usr_1', dueAt: SAMPLE_AT + HOUR }],
  events: [{ type: 'opened', dueAt: SAMPLE_AT + 25 * HOUR }, { type: 'digest.queued' }],
  ways: [
    [TIMER, { type: 'opened', dueAt: SAMPLE_AT + 25 * HOUR }, { type: 'digest.queued' }, TIMER],
    [TIMER, { type: 'digest.queued' }, { type: 'opened', dueAt: SAMPLE_AT + 25 * HOUR }, TIMER],
  ],
};

const pushLater: PushEvent = { type: 'push.later', reason: '503', afterMs: null };
const pushLost: PushEvent = { type: 'push.unknown', reason: 'lost' };
const push: Sample<PushInput, PushEvent> = {
  inputs: [{ pushId: 'push_1', expiresAt: SAMPLE_AT + 24 * HOUR }],
  events: [
    { type: 'push.sent' },
    { type: 'push.none' },
    { type: 'push.gone', reason: '410' },
    { type: 'push.refused', reason: '400' },
    pushLater,
    { type: 'push.later', reason: '429', afterMs: 30 * HOUR },
    pushLost,
  ],
  ways: [
    [pushLost, TIMER, pushLost],
    [...times(5, [pushLater, TIMER]), pushLater],
  ],
};

const occurrencesMade: SeriesEvent = {
  type: 'occurrences.made',
  round: 1,
  through: SAMPLE_AT + 30 * 24 * HOUR,
  isMore: false,
  nextAt: SAMPLE_AT + 24 * HOUR,
  lastAt: null,
};
const withdrawn: SeriesEvent = { type: 'occurrences.withdrawn', round: 2, isMore: false };
const edited: SeriesEvent = { type: 'edit', from: SAMPLE_AT + HOUR, accountIds: ['acc_a'] };
const series: Sample<SeriesInput, SeriesEvent> = {
  inputs: [{ seriesId: 'series_1', accountIds: ['acc_a', 'acc_b'] }],
  events: [
    occurrencesMade,
    { ...occurrencesMade, isMore: true },
    { ...occurrencesMade, nextAt: null, lastAt: SAMPLE_AT + HOUR },
    { ...occurrencesMade, round: 3 },
    { type: 'occurrences.refused', round: 1, reason: 'plan', error: 'no plan' },
    { type: 'occurrences.no_account', round: 1 },
    withdrawn,
    { ...withdrawn, isMore: true },
    { ...withdrawn, round: 3 },
    { type: 'occurrences.outdated' },
    edited,
    { type: 'pause' },
    { type: 'resume' },
    { type: 'delete', posts: true },
    { type: 'delete', posts: false },
    { type: 'account.left', accountIds: ['acc_a'] },
    { type: 'account.left', accountIds: [] },
  ],
  ways: [
    [occurrencesMade, { type: 'pause' }, withdrawn, { type: 'resume' }],
    [occurrencesMade, { type: 'pause' }, { type: 'resume' }, withdrawn],
    [occurrencesMade, edited, edited, { ...withdrawn, round: 3 }],
    [occurrencesMade, { type: 'delete', posts: true }, withdrawn],
    [{ ...occurrencesMade, nextAt: null, lastAt: SAMPLE_AT + HOUR }, TIMER],
    [occurrencesMade, TIMER],
  ],
};

const readDone: FeedEvent = { type: 'read.done', round: 1, waiting: 0, notice: null };
const found: FeedEvent = { ...readDone, waiting: 2 };
const readFailed: FeedEvent = { type: 'read.failed', round: 1, problem: '503', afterMs: null };
const itemsDone: FeedEvent = { type: 'items.done', round: 2, waiting: 0, refusal: null };
const feedEdit: FeedEvent = { type: 'edit', accountIds: ['acc_a'], everyMs: HOUR, isOther: false };
const feed: Sample<FeedInput, FeedEvent> = {
  inputs: [{ feedId: 'feed_1', accountIds: ['acc_a', 'acc_b'], everyMs: HOUR, backfill: 1 }],
  events: [
    readDone,
    found,
    { ...readDone, round: 3, notice: 'one id for several items' },
    { type: 'read.unchanged', round: 1, waiting: 0 },
    { type: 'read.unchanged', round: 1, waiting: 1 },
    readFailed,
    { ...readFailed, afterMs: 2 * HOUR },
    { ...readFailed, round: 2 },
    { type: 'read.refused', round: 1, error: 'no plan' },
    { type: 'read.outdated' },
    itemsDone,
    { ...itemsDone, waiting: 1, refusal: 'too long' },
    { ...itemsDone, round: 3 },
    { type: 'items.refused', round: 2, error: 'no plan' },
    { type: 'items.no_account', round: 2 },
    { type: 'items.outdated' },
    feedEdit,
    { ...feedEdit, isOther: true },
    { type: 'pause' },
    { type: 'resume' },
    { type: 'delete' },
    { type: 'account.left', accountIds: ['acc_a'] },
    { type: 'account.left', accountIds: [] },
  ],
  ways: [
    [found, { ...itemsDone, waiting: 1 }, { ...itemsDone, round: 3 }],
    [readDone, TIMER],
    [readFailed, TIMER, { ...readFailed, round: 2 }],
    // a day later somebody is told
    [{ ...readFailed, afterMs: 24 * HOUR }, TIMER, { ...readFailed, round: 2 }],
    [found, { type: 'pause' }, { type: 'resume' }],
    [found, { type: 'items.no_account', round: 2 }, feedEdit],
    [found, { type: 'items.refused', round: 2, error: 'no plan' }, { type: 'resume' }],
  ],
};

const broadcast: Sample<BroadcastInput, BroadcastEvent> = {
  inputs: [
    { accountId: 'acc_a', networkPostId: 'live_1' },
    // missing for long when the actor started
    {
      accountId: 'acc_a',
      networkPostId: 'live_2',
      known: { missingSince: SAMPLE_AT - MISSING_FOR_MS, overAt: null, isOver: false },
    },
    {
      accountId: 'acc_a',
      networkPostId: 'live_3',
      known: { missingSince: null, overAt: SAMPLE_AT - HOUR, isOver: true },
    },
  ],
  events: [
    { type: 'commented' },
    { type: 'look.listed' },
    { type: 'look.missing' },
    { type: 'look.later', afterMs: 60_000, hasPlace: true, reason: null },
    { type: 'look.later', afterMs: 300_000, hasPlace: false, reason: '503' },
    { type: 'look.shared' },
    { type: 'look.gone' },
    { type: 'replies.ended' },
  ],
  ways: [],
};

const asked = {
  type: 'subscription.checked',
  via: 'webhook',
  paceMs: 900_000,
  problem: null,
  checkedAt: SAMPLE_AT,
} as const;
const subscribed = { ...asked, ended: false };
const failed = { type: 'read.failed', code: 'network', reason: '503', progressed: false } as const;
const startedReceiver = {
  via: 'webhook',
  paceMs: 900_000,
  problem: null,
  checkedAt: SAMPLE_AT - HOUR,
  quietAt: null,
  readAt: SAMPLE_AT - 60_000,
  unread: null,
  nextCheckAt: SAMPLE_AT + HOUR,
  isAsked: false,
  nextReadAt: SAMPLE_AT + 840_000,
} as const;

const receiver: Sample<ReceiverInput, ReceiverEvent> = {
  inputs: [
    { accountId: 'acc_a' },
    { accountId: 'acc_b', known: startedReceiver },
    { accountId: 'acc_c', known: { ...startedReceiver, via: 'polling', paceMs: null, nextReadAt: null } },
  ],
  events: [
    { type: 'connected' },
    { type: 'disconnect' },
    { type: 'check', force: false },
    { type: 'check', force: true },
    { type: 'heard', quietAt: SAMPLE_AT + 2 * HOUR },
    { type: 'read' },
    { type: 'pause.over' },
    subscribed,
    { ...asked, ended: true },
    { ...subscribed, problem: 'The network does not send: comments.' },
    { ...subscribed, via: 'polling', paceMs: 3_600_000 },
    { ...subscribed, paceMs: null },
    { type: 'subscription.gone' },
    { type: 'read.whole' },
    { type: 'read.more' },
    failed,
    { ...failed, progressed: true, afterMs: HOUR, code: 'budget' },
    { type: 'read.refused', reason: 'the token was revoked' },
    { type: 'read.gone' },
    { type: 'sweep', at: SAMPLE_AT + 60_000 },
    { type: 'sweep.done', nextAt: SAMPLE_AT + HOUR, problem: null },
    { type: 'sweep.done', nextAt: SAMPLE_AT, problem: '503' },
    { type: 'sweep.done', nextAt: null, problem: null },
    { type: 'place' },
    { type: 'place.done', nextAt: SAMPLE_AT + 15_000 },
    { type: 'place.done', nextAt: null },
  ],
  ways: [
    [subscribed, { type: 'read.whole' }],
    [subscribed, failed, { type: 'read' }],
    [subscribed, { type: 'read.refused', reason: 'the token was revoked' }, { type: 'read' }],
    [subscribed, { type: 'read' }, { type: 'read.whole' }],
  ],
};

const rowsDone = { type: 'rows.done', after: 51, accepted: 49, refused: 1, isLast: false } as const;
const rowsEnd = { ...rowsDone, after: 60, accepted: 9, refused: 0, isLast: true } as const;
const takeBack = { type: 'remove', userId: 'usr_a', draftsOnly: false } as const;
const postsRemoved = { type: 'posts.removed', after: 51, removed: 48, kept: 1, isLast: false } as const;
const unplanned = { type: 'rows.unplanned' } as const;

const imports: Sample<ImportInput, ImportEvent> = {
  inputs: [
    { importId: 'import_a', userId: 'usr_a', dryRun: false, rows: 59, accountIds: ['acc_a', 'acc_b'] },
    { importId: 'import_b', userId: 'usr_a', dryRun: true, rows: 59, accountIds: [] },
  ],
  events: [
    rowsDone,
    rowsEnd,
    unplanned,
    { type: 'rows.disallowed' },
    takeBack,
    postsRemoved,
    { ...postsRemoved, after: 60, isLast: true },
  ],
  ways: [
    [rowsDone, rowsEnd, takeBack, postsRemoved, { ...postsRemoved, isLast: true }],
    [rowsDone, unplanned, TIMER, rowsEnd],
    [unplanned, takeBack],
    // an hour each, for more than a week
    [...times<ImportEvent | Armed>(MAX_LOOKS, [unplanned, TIMER]), unplanned],
    [rowsDone, { type: 'rows.disallowed' }, takeBack],
  ],
};

export const samples: { [Name in KindName]: Sample } = {
  post,
  delivery,
  webhook_send: webhookSend,
  account,
  comment_act: commentAct,
  conversation,
  message_send: messageSend,
  media_copy: mediaCopy,
  notification,
  notification_digest: notificationDigest,
  push,
  series,
  feed,
  mail,
  comment_rule: commentRule,
  private_reply: privateReply,
  import: imports,
  broadcast,
  reply_queue: replyQueue,
  automation,
  metrics,
  receiver,
  stream,
};

/** A snapshot that a walk reached, as it is stored, with its timers. */
export interface Visited {
  snapshot: Persisted;
  timers: Timer[];
}

type Visit = (step: Step, before: Persisted | null, event: { type: string } | null) => void;

interface Walk {
  visits: Parameters<Visit>[];
  found: Map<string, Visited>;
}

const walks = new Map<KindName, Walk>();

/**
 * Walks a kind's machine breadth first with its sample events and timers, and calls `visit` for every step. It
 * continues only once from snapshots that decide alike (same state, same results of the guards). A process walks each machine once.
 * @returns the first snapshot of each state value, by the value's JSON
 */
export function walk(name: KindName, visit?: Visit): Map<string, Visited> {
  const walked = walks.get(name) ?? walkFirst(name);
  walks.set(name, walked);
  if (visit) for (const each of walked.visits) visit(...each);
  return walked.found;
}

function walkFirst(name: KindName): Walk {
  const visits: Walk['visits'] = [];
  const visit: Visit = (...each) => void visits.push(each);
  const machine: AnyStateMachine = kinds[name].machine;
  const { inputs, events, ways, lastWays = [] } = samples[name];
  const found = new Map<string, Visited>();
  const names = new Set<string>();
  const queue: Visited[] = [];
  const take = (before: Visited, event: { type: string }): Visited => {
    const taken = step(machine, before.snapshot, event, SAMPLE_AT);
    visit(taken, before.snapshot, event);
    return meet(taken, before.timers);
  };
  const meet = (taken: Step, armed: Timer[]): Visited => {
    const kept = armed.filter((timer) => !taken.cancels.includes(timer.id));
    const snapshot = JSON.parse(JSON.stringify(taken.snapshot)) as Persisted;
    const visited = { snapshot, timers: [...kept, ...taken.timers] };
    const value = JSON.stringify(snapshot.value);
    if (!found.has(value)) found.set(value, visited);
    const alike = `${value} ${judge(machine, snapshot)}`;
    if (!taken.done && !names.has(alike)) queue.push(visited);
    names.add(alike);
    return visited;
  };

  const firsts = inputs.map((input) => {
    const first = start(machine, input, SAMPLE_AT);
    visit(first, null, null);
    return meet(first, []);
  });
  const follow = (from: Visited, way: (Armed | { type: string })[]) =>
    way.reduce((at, event) => take(at, event.type === 'timer' ? at.timers[0]!.event : event), from);
  for (const way of ways) follow(firsts[0]!, way);
  for (const way of lastWays) follow(firsts.at(-1)!, way);
  for (let next = queue.shift(); next; next = queue.shift()) {
    for (const event of [...events, ...next.timers.map((timer) => timer.event)]) take(next, event);
  }
  return { visits, found };
}

/** The results of guards without parameters for a context, and which of its flags are set. */
function judge(machine: AnyStateMachine, { context }: Persisted): string {
  const guards = Object.values(machine.implementations.guards) as ((args: object) => boolean)[];
  const answers = guards.filter((guard) => guard.length < 2).map((guard) => guard({ context }));
  const flags = Object.values(context as object).filter((value) => typeof value === 'boolean');
  return JSON.stringify([...answers, ...flags]);
}
