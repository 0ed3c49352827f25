/** Rules and their activity as responses show them (docs/contract.md, Comment-to-DM rules). */
import { type TStringOptions, Type } from 'typebox';
import type { SkipReason } from '../../../machines/private-reply.ts';
import type { RuleRow } from '../../../store/comment-rules.ts';
import type { Watch } from '../../../store/comment-sweeps.ts';
import type { ActivityRow } from '../../../store/private-replies.ts';
import { choice, closed, instant, model, networkId, nullable, resourceId, text } from '../../api/schemas.ts';
import { SKIPPED, skippedName } from '../../kinds/private-reply.ts';
import { isoOf } from '../../base/time.ts';
import { MAX_KEYWORDS, MAX_WRITTEN_KEYWORDS } from '../../base/matching/index.ts';
import type { PlaceView } from './queue-views.ts';

/** The network whose comments rules answer. */
export const RULE_PLATFORM = 'instagram';
/** Rules of a workspace (docs/contract.md, Comment-to-DM rules). */
export const MAX_RULES = 100;
export const MAX_KEYWORD_CHARS = 100;
const MAX_PUBLIC_REPLIES = 5;
export const MAX_DM_CHARS = 1_000;
/** Characters of a comment (instagram's documentation). */
const MAX_PUBLIC_REPLY_CHARS = 2_200;

/** A week. */
const MAX_LATE_MINUTES = 10_080;
const NOTHING_SEEN: Watch = { lastCommentAt: null, sweptAt: null, foundBySweep: 0 };

/** The network's id of a post, which `…/media` lists. */
export const mediaIdOf = (options: TStringOptions = {}) =>
  networkId('id of GET /v1/comment-dm-rules/media; postId takes a post of this service', {
    maxLength: 128,
    ...options,
  });

export const ruleFields = {
  keywords: Type.Array(Type.String({ minLength: 1, maxLength: MAX_KEYWORD_CHARS }), {
    maxItems: MAX_WRITTEN_KEYWORDS,
    description: `Words, phrases or emoji, up to ${MAX_KEYWORDS} that differ. None: every comment matches.`,
  }),
  match: Type.Enum(['contains', 'exact'], {
    type: 'string',
    description: '`contains`: as a whole word or phrase. `exact`: the comment is the keyword alone.',
  }),
  dmText: Type.String({
    minLength: 1,
    maxLength: MAX_DM_CHARS,
    description: 'The direct message. {username} becomes the handle of the commenter.',
  }),
  publicReplies: Type.Array(Type.String({ minLength: 1, maxLength: MAX_PUBLIC_REPLY_CHARS }), {
    maxItems: MAX_PUBLIC_REPLIES,
    description: 'One of them is posted below the comment after the message was sent.',
  }),
  publicReplyLateMinutes: nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LATE_MINUTES,
      description:
        'A public reply whose turn comes more minutes after the message is left out. null if never.',
    }),
  ),
  trackLinks: Type.Boolean({
    description:
      'true: web addresses in `dmText` become short ones that count clicks; each message has its own.',
  }),
  then: nullable(
    Type.Object(
      { automationId: resourceId('automation', { description: 'Of the same account.' }) },
      {
        ...closed,
        description:
          "The automation that starts with the person's first answer, before all triggers. null means the triggers apply.",
      },
    ),
  ),
};

/** The counter of comments that the account itself wrote. */
export const OWN = 'own';

const SKIP_REASONS = Object.keys(SKIPPED) as SkipReason[];

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const Rule = model(
  'CommentRule',
  Type.Object({
    id: text('The rule.'),
    accountId: text('Its account.'),
    platform: text('The network.'),
    mediaId: nullable(
      text(
        "The network's id of the watched post, with `postId` once that is live; null if it is not yet, or every post is watched.",
      ),
    ),
    postId: nullable(
      text('The post of this service that is watched; null means see `mediaId`, or every post.'),
    ),
    nextPost: Type.Boolean({
      description: 'true: it waits for the next post of the account, which becomes its `mediaId`.',
    }),
    ...ruleFields,
    active: Type.Boolean({ description: 'false: paused.' }),
    stats: Type.Object({
      triggered: count('Comments that matched.'),
      queued: count('Messages that wait for their turn.'),
      sent: count('Messages that were sent.'),
      failed: count('Messages that were refused, and those that nobody knows to have arrived.'),
      skipped: count('Comments that got no message.'),
      skippedBy: Type.Object(
        Object.fromEntries(SKIP_REASONS.map((reason) => [reason, count(`Because ${SKIPPED[reason]}.`)])) as {
          [reason in SkipReason]: ReturnType<typeof count>;
        },
        { description: 'The same by reason.' },
      ),
      own: count(
        'Comments of the account itself that have a keyword. Rules do not answer them: no entry, no other count.',
      ),
      trackedSends: count('Messages with tracked links that were sent.'),
      clicks: count('How often people opened a tracked link.'),
      uniqueClicks: count('Tracked links that were opened. Each message has links of its own.'),
      seen: count(
        'Messages that people have seen, as far as the network says, or they wrote after. Who turned such marks off counts only once they write.',
      ),
      answered: count('Messages after which the person wrote.'),
    }),
    watch: Type.Object(
      {
        lastCommentAt: nullable(
          instant('When the newest comment below its posts was written; null if none came.'),
        ),
        sweptAt: nullable(
          instant('When its posts were last read for comments that no event reported; null if not yet.'),
        ),
        foundBySweep: count('Comments since it was made that only such reading found.'),
      },
      { description: 'What is received of the posts that it watches.' },
    ),
    createdAt: instant('When it was made.'),
  }),
);

/** @param counters of the rule, by name; watch: what is received of its posts */
export function publicRule(
  row: RuleRow,
  counters: ReadonlyMap<string, number> = new Map(),
  watch: Watch = NOTHING_SEEN,
) {
  const { id, accountId, platform, postId, keywords, match, dmText, publicReplies, active } = row;
  const { publicReplyLateMinutes, trackLinks, then, createdAt } = row;
  const mediaId = row.mediaId ?? row.liveMediaId;
  const nextPost = row.nextPostSince !== null;
  const texts = { dmText, publicReplies, publicReplyLateMinutes, trackLinks, then };
  const terms = { mediaId, postId, nextPost, keywords, match, ...texts };
  return { id, accountId, platform, ...terms, active, stats: statsOf(counters), watch, createdAt };
}

/** What a rule did, also what is not kept any more. */
function statsOf(counters: ReadonlyMap<string, number>) {
  const of = (name: string) => counters.get(name) ?? 0;
  const [queued, sent, failed] = [of('queued'), of('sent'), of('failed')];
  const skippedBy = Object.fromEntries(SKIP_REASONS.map((reason) => [reason, of(skippedName(reason))])) as {
    [reason in SkipReason]: number;
  };
  const skipped = Object.values(skippedBy).reduce((sum, one) => sum + one, 0);
  const [trackedSends, clicks, uniqueClicks] = [of('trackedSends'), of('clicks'), of('uniqueClicks')];
  const people = { trackedSends, clicks, uniqueClicks, seen: of('seen'), answered: of('answered') };
  return {
    triggered: queued + sent + failed + skipped,
    queued,
    sent,
    failed,
    skipped,
    skippedBy,
    own: of(OWN),
    ...people,
  };
}

export const ruleExample = {
  id: 'rule_01HV2ZK5J8Q2M4R6T8W0Y1A3C5',
  accountId: 'acc_01HV2ZK5J8Q2M4R6T8W0Y1A3C5',
  platform: RULE_PLATFORM,
  mediaId: '17895695668004550',
  postId: null,
  nextPost: false,
  keywords: ['link', 'recipe'],
  match: 'contains' as const,
  dmText: 'Hi {username}, here it is: https://example.com/bread',
  publicReplies: ['Sent you a DM!', 'Look into your messages!'],
  publicReplyLateMinutes: null,
  trackLinks: false,
  then: null,
  active: true,
  stats: statsOf(new Map()),
  watch: { lastCommentAt: '2026-05-04T08:11:00.000Z', sweptAt: '2026-05-04T08:10:00.000Z', foundBySweep: 0 },
  createdAt: '2026-05-04T08:00:00.000Z',
};

export const RuleActivity = model(
  'CommentRuleActivity',
  Type.Object({
    id: text('The entry.'),
    status: choice(['queued', 'sent', 'failed', 'skipped'], '`queued`: it waits for its turn.'),
    reason: nullable(
      text(
        `Why it failed, in the network's words where it responded; or why it was skipped: ${Object.keys(SKIPPED).join(', ')}.`,
      ),
    ),
    networkCode: nullable(
      text(
        "The network's own code of its refusal, such as `10/2534022`; null means no response of the network refused the message.",
      ),
    ),
    keyword: nullable(text('The keyword that matched; null means the rule matches every comment.')),
    comment: Type.Object({
      id: text("The network's own id."),
      text: text('What the person wrote.'),
      mediaId: nullable(text("The network's id of the post.")),
      from: Type.Object({
        id: nullable(text('The person, by the network; null if it does not say.')),
        username: nullable(text('Their handle.')),
      }),
      foundBySweep: Type.Boolean({
        description: 'No event of the network has reported it: reading the post found it.',
      }),
    }),
    dm: nullable(
      Type.Object({
        messageId: nullable(text("The network's id; null if not sent, or not named.")),
        text: text('The message.'),
      }),
    ),
    publicReply: nullable(
      Type.Object({
        id: nullable(text("The network's id; null if it was not made.")),
        text: text('What was to be posted.'),
        error: nullable(text('Why it was not made, or that it may have been made.')),
        networkCode: nullable(
          text("The network's own code of its refusal; null means no response of the network refused it."),
        ),
        held: nullable(
          choice(
            ['paced', 'breaker'],
            '`paced`: it waited, or waits, for its turn. `breaker`: the network took replies of the account for spam, so that they stopped for a day. null if it did not wait.',
          ),
        ),
        skipped: nullable(
          choice(
            ['late', 'paused'],
            '`late`: its turn came later than the rule allows. `paused`: the rule was paused or deleted before. null if it was not left out.',
          ),
        ),
        nextAt: nullable(instant('When its turn comes; null if it does not wait.')),
      }),
    ),
    seenAt: nullable(
      instant('When it was first known that the person has seen the message; null if it is not known.'),
    ),
    answeredAt: nullable(instant('When the person first wrote after the message; null if they have not.')),
    conversationId: nullable(
      text('The conversation with the person; null if they have written nothing yet.'),
    ),
    nextAt: nullable(instant('About when its turn comes; null if it does not wait.')),
    place: nullable(
      Type.Integer({
        minimum: 1,
        description: 'Its place in the queue of the account; null if it does not wait.',
      }),
    ),
    test: Type.Boolean({ description: 'The person is a tester of the account: it is not in the stats.' }),
    createdAt: instant('When the comment matched.'),
  }),
);

/** @param place of a message that waits in the queue of its account */
export function publicActivity(row: ActivityRow, place?: PlaceView) {
  const { id, status, keyword, publicText, nextAt, createdAt } = row;
  return {
    id,
    status,
    reason: row.reason ?? place?.fault ?? null,
    networkCode: status === 'failed' ? row.networkCode : null,
    keyword,
    comment: {
      id: row.commentId,
      text: row.text,
      mediaId: row.mediaId,
      from: { id: row.fromId, username: row.fromUsername },
      foundBySweep: row.foundBySweep,
    },
    dm: status === 'skipped' ? null : { messageId: row.messageId, text: row.dmText },
    publicReply:
      publicText === null || status !== 'sent'
        ? null
        : {
            id: row.publicReplyId,
            text: publicText,
            error: row.publicReplyError,
            networkCode: row.publicReplyCode,
            held: row.publicReplyHeld,
            skipped: row.publicReplySkipped,
            nextAt,
          },
    seenAt: row.seenAt,
    answeredAt: row.answeredAt,
    conversationId: row.conversationId,
    nextAt: place ? isoOf(place.at) : status === 'queued' ? nextAt : null,
    place: place?.place ?? null,
    test: row.isTest,
    createdAt,
  };
}

export const activityExample = {
  id: 'preply_01HV2ZK5J8Q2M4R6T8W0Y1A3C5',
  status: 'sent' as const,
  reason: null,
  networkCode: null,
  keyword: 'link',
  comment: {
    id: '17858893269000001',
    text: 'Link please!',
    mediaId: '17895695668004550',
    from: { id: '6781', username: 'ann' },
    foundBySweep: false,
  },
  dm: { messageId: 'aWdfZAG1faXRlbToxOk', text: 'Hi ann, here it is: https://example.com/bread' },
  publicReply: {
    id: '17858893269000002',
    text: 'Sent you a DM!',
    error: null,
    networkCode: null,
    held: null,
    skipped: null,
    nextAt: null,
  },
  seenAt: '2026-05-04T08:03:00.000Z',
  answeredAt: null,
  conversationId: 'conv_01JD0000000000000000000001',
  nextAt: null,
  place: null,
  test: false,
  createdAt: '2026-05-04T08:00:00.000Z',
};
