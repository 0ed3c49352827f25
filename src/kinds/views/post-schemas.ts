/** The schema of a post in responses and webhooks. */
import { Type } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import { choice, instant, model, nullable, text } from '../../api/schemas.ts';
import { announcedFields } from './announced.ts';
import { approvalFields } from './approval.ts';
import { postOptions, toolPostOptions } from '../../../adapters/options.ts';

const PostMetrics = model(
  'PostMetrics',
  Type.Object({
    views: Type.Number(),
    likes: Type.Number(),
    comments: Type.Number(),
    shares: Type.Number(),
  }),
);

/** What a delivery and a part of a thread say alike. */
const place = {
  status: choice(
    ['pending', 'sending', 'processing', 'retrying', 'verifying', 'published', 'failed', 'cancelled'],
    '`pending`: waits for the rate limit or for a new connection; `error` says which. `verifying`: the response was lost; it is looked up before it is sent again.',
  ),
  networkPostId: nullable(text("The network's own id of the post.")),
  url: nullable(text('Address of the post at the network.')),
  error: nullable(text("The network's answer.")),
};

const DeliveryPart = model('DeliveryPart', Type.Object({ ...place, metrics: nullable(PostMetrics) }));

const DeliveryComment = model(
  'DeliveryComment',
  Type.Object(
    {
      status: choice(
        ['pending', 'sent', 'failed', 'unknown'],
        '`unknown`: a response was lost and nothing shows whether the comment is there; it is not sent again.',
      ),
      networkCommentId: nullable(text("The network's own id of the comment.")),
      error: nullable(text('Why it is not there, or may not be.')),
    },
    { description: 'The first comment below the post.' },
  ),
);

const Delivery = model(
  'Delivery',
  Type.Object(
    {
      accountId: text('As in GET /v1/accounts.'),
      platform: choice(platforms, 'The network.'),
      status: place.status,
      attempt: Type.Integer({ minimum: 0, description: 'How often it was tried; at most 4.' }),
      nextAttemptAt: nullable(instant('When it is tried or looked at again.')),
      networkPostId: place.networkPostId,
      url: place.url,
      error: place.error,
      networkCode: Type.Optional(text("The network's code of its refusal. Absent means none.")),
      maybeLive: Type.Optional(
        Type.Literal(true, {
          description:
            'An attempt may be live and no lookup shows it; POST /v1/posts/{id}/deliveries/{accountId}/resolve says what is there. Absent means no.',
        }),
      ),
      thread: Type.Array(DeliveryPart, { description: 'The parts after the first.' }),
      firstComment: nullable(DeliveryComment),
      warnings: Type.Array(Type.String(), {
        description: 'How the published post differs from the request, or what is not checked.',
      }),
    },
    { description: 'A post on one of its accounts.' },
  ),
);

const threadParts = Type.Array(
  model(
    'ThreadPart',
    Type.Object({
      content: Type.String(),
      media: Type.Optional(Type.Array(Type.String())),
      altText: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
  ),
  { description: 'Parts after the post itself.' },
);

const PostLinkPreview = Type.Union(
  [
    Type.Literal(false),
    Type.Object({
      url: Type.String(),
      title: Type.Optional(Type.String()),
      description: Type.Optional(Type.String()),
      image: Type.Optional(Type.String()),
    }),
  ],
  {
    description:
      'The page whose preview is shown below the post. `false`: none; null means the first address of the text.',
  },
);

const PostOverride = model(
  'PostOverride',
  Type.Object({
    accountIds: Type.Optional(Type.Array(Type.String())),
    platforms: Type.Optional(Type.Array(Type.String())),
    content: Type.Optional(Type.String()),
    media: Type.Optional(Type.Array(Type.String())),
    altText: Type.Optional(Type.Record(Type.String(), Type.String())),
    thread: Type.Optional(threadParts),
    linkPreview: Type.Optional(nullable(PostLinkPreview)),
    firstComment: Type.Optional(nullable(Type.String())),
  }),
);

const SkippedAccount = model(
  'SkippedAccount',
  Type.Object({
    accountId: Type.String(),
    platform: choice(platforms, 'The network.'),
    error: text('Why the network will refuse the post.'),
    code: Type.String(),
    param: Type.String(),
  }),
);

/** What a person writes of a post, or a series says of each of its posts. */
const writtenFields = {
  content: text('The text.'),
  accountIds: Type.Array(Type.String()),
  media: Type.Array(Type.String({ format: 'uri' })),
  overrides: Type.Array(PostOverride, { description: 'What some accounts get instead.' }),
  altText: Type.Record(Type.String(), Type.String(), { description: 'Descriptions of media, by URL.' }),
  thread: threadParts,
  linkPreview: nullable(PostLinkPreview),
  firstComment: nullable(text('What is commented below the post when it is live.')),
  labels: Type.Array(Type.String(), { description: 'Words of the team; no network gets them.' }),
  ...postOptions,
  ...toolPostOptions,
};

/** What each post of a series says. */
export const WrittenPost = Type.Object(writtenFields, { description: 'What each of its posts says.' });

const postFields = {
  id: Type.String(),
  content: text('The text.'),
  status: choice(
    ['draft', 'scheduled', 'publishing', 'published', 'failed'],
    '`publishing` while it waits for another try; `published` when out on one account or more.',
  ),
  ...approvalFields,
  scheduledAt: nullable(instant('When it is published.')),
  scheduledLocal: nullable(
    Type.String({
      description: "scheduledAt in the workspace's time zone.",
      examples: ['2026-05-04T10:00:00'],
    }),
  ),
  timezone: text("The workspace's IANA time zone."),
  publishedAt: nullable(instant('When the first account had it.')),
  accountIds: Type.Array(Type.String()),
  media: Type.Array(Type.String({ format: 'uri' })),
  overrides: Type.Array(PostOverride, { description: 'What some accounts get instead.' }),
  altText: Type.Record(Type.String(), Type.String(), { description: 'Descriptions of media, by URL.' }),
  skipped: Type.Array(SkippedAccount, {
    description: 'Accounts left out by `skipRefused`; of a draft, those that would be.',
  }),
  thread: threadParts,
  linkPreview: nullable(PostLinkPreview),
  firstComment: nullable(text('What is commented below the post when it is live.')),
  labels: Type.Array(Type.String(), { description: 'Words of the team; no network gets them.' }),
  seriesId: nullable(
    text('The series that made it; null if a person did. A deleted series keeps its name here.'),
  ),
  metrics: nullable(PostMetrics),
  error: nullable(text("A line for each failed account: its id, a colon, the network's response.")),
  warnings: Type.Array(Type.String(), { description: 'What was skipped or changed, in sentences.' }),
  partial: Type.Optional(
    Type.Literal(true, {
      description:
        'Not live, or not whole, on some accounts; POST /v1/posts/{id}/retry goes on there. Absent means no.',
    }),
  ),
  limited: Type.Optional(
    Type.Literal(true, {
      description: 'It also goes to accounts you do not reach: you cannot change it. Absent means no.',
    }),
  ),
  deliveries: Type.Array(Delivery, { description: 'The post on each account.' }),
  createdAt: instant('When it was created.'),
  updatedAt: instant('When it last changed.'),
  ...postOptions,
  ...toolPostOptions,
};

export const Post = model('Post', Type.Object(postFields));

/** A post in the body of a webhook. */
const AnnouncedPost = Type.Object({
  ...postFields,
  networks: Type.Array(
    Type.Object({
      accountId: text('As in GET /v1/accounts.'),
      platform: choice(platforms, 'The network.'),
      networkPostId: nullable(text("The network's own id of the post.")),
      url: nullable(text('Address of the post.')),
    }),
    { description: 'Where the post is out.' },
  ),
});

/** The body of the webhooks post.published and post.failed. */
export const PostEvent = model(
  'PostEvent',
  Type.Object({
    event: choice(['post.published', 'post.failed'], 'Name of the event.'),
    ...announcedFields,
    post: AnnouncedPost,
  }),
);

/** The body of the webhook post.needs_attention. */
export const AttentionEvent = model(
  'AttentionEvent',
  Type.Object({
    event: choice(['post.needs_attention'], 'Name of the event.'),
    ...announcedFields,
    post: AnnouncedPost,
    accountId: nullable(
      text('The account that has no copy, or may have one. It is null where the whole post waits.'),
    ),
    reason: choice(
      ['may_be_live', 'failed', 'approval'],
      '`may_be_live`: nobody knows whether the copy is live; look at the account and say what is there. `failed`: all tries for the account failed, or a thread stopped. `approval`: the post waits until somebody approves it.',
    ),
  }),
);
