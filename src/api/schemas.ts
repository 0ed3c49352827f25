/**
 * The shapes that many operations share (spec section 2, decisions.md). A shape made with `model` is a component of the
 * OpenAPI document, and every place that holds it refers to it there.
 */
import { Type, type TSchema } from 'typebox';
import { platforms } from '../../adapters/networks.ts';
import { postOptions } from '../posts/fields.ts';

/**
 * Names a schema among the components of the OpenAPI document. The name is a keyword of the schema itself, since the
 * schema's identity is lost when it is made optional or cloned; it does not reach the document.
 */
export function model<T extends TSchema>(name: string, schema: T): T {
  return Object.assign(schema, { 'x-model': name });
}

/** One of these texts. Its type is any text, because rows of the database are typed so. */
const choice = (values: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values], description });
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-05-04T08:00:00.000Z'] });
const url = (description: string) => Type.String({ description });
const platform = choice(platforms, 'The network.');
const accountId = Type.String({ description: 'As in GET /v1/accounts.' });
const networkPostId = nullable(Type.String({ description: "The network's own id of the post." }));

/** The id in a path. */
export const IdParams = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** No pattern: a slug that cannot be one is a workspace the caller is not a member of. */
export const WorkspaceSlug = Type.String({
  minLength: 1,
  maxLength: 63,
  description: "Slug of the workspace; the caller's first workspace when absent.",
  examples: ['cafe-luna'],
});

export const Workspace = model(
  'Workspace',
  Type.Object({
    slug: Type.String({ description: 'What the parameter `workspace` takes.' }),
    name: Type.String(),
    timezone: Type.String({ description: 'IANA name of its time zone.' }),
  }),
);

export const Account = model(
  'Account',
  Type.Object({
    id: Type.String({ description: 'What `accountIds` takes.' }),
    platform,
    displayName: Type.String(),
    username: Type.String(),
    avatarUrl: nullable(url('Picture of the account.')),
    url: nullable(url("The account's page at the network.")),
    status: choice(['healthy', 'expiring', 'needs_reconnect'], 'Whether the service may still post to it.'),
    warning: nullable(
      Type.Object(
        {
          code: choice(['token_expiring', 'needs_reconnect', 'app_not_configured'], 'What is the matter.'),
          message: Type.String({ description: 'What to do, in a sentence.' }),
          expiresAt: nullable(instant('When the access lapses.')),
        },
        { description: 'Comes before the access lapses: 14 days ahead for linkedin.' },
      ),
    ),
    connectedAt: instant('When it was connected.'),
    onUnknown: choice(
      ['retry', 'hold'],
      'What to do with a post whose answer was lost, where the network has no way to look whether it is live.',
    ),
  }),
);

export const ConnectLink = model(
  'ConnectLink',
  Type.Object({
    id: Type.String(),
    url: url('The hosted page. Whoever has it can connect accounts: send it to that person alone.'),
    redirectUrl: nullable(url('Where the person goes when they are done.')),
    platforms: Type.Array(platform, { description: 'The networks that are offered.' }),
    status: choice(
      ['pending', 'connected', 'expired', 'revoked'],
      '`connected`: one account or more were connected through it; until it expires it takes more.',
    ),
    expiresAt: instant('Until when it works.'),
    accounts: Type.Array(Account, { description: 'The accounts that were connected through it.' }),
  }),
);

export const Delivery = model(
  'Delivery',
  Type.Object(
    {
      accountId,
      platform,
      status: choice(
        ['pending', 'sending', 'processing', 'retrying', 'verifying', 'published', 'failed', 'cancelled'],
        "`pending`: it waits for the network's rate limit, or for its account to be connected again; the error says which. `verifying`: the answer of the network was lost, so the service looks before it sends again.",
      ),
      attempt: Type.Integer({ minimum: 0, description: 'How often it was tried; at most 4.' }),
      nextAttemptAt: nullable(instant('When it is tried or looked at again.')),
      networkPostId,
      url: nullable(url('Address of the post at the network.')),
      error: nullable(Type.String({ description: "The network's answer." })),
      warnings: Type.Array(Type.String(), {
        description:
          'How the published post is otherwise than was asked for (youtube made it private, say), or what of it is not watched.',
      }),
    },
    { description: 'How a post fares on one of its accounts.' },
  ),
);

export const PostMetrics = model(
  'PostMetrics',
  Type.Object({
    views: Type.Number(),
    likes: Type.Number(),
    comments: Type.Number(),
    shares: Type.Number(),
  }),
);

const postFields = {
  id: Type.String(),
  content: Type.String({ description: 'The text.' }),
  status: choice(
    ['draft', 'scheduled', 'publishing', 'published', 'failed'],
    'A post stays `publishing` while it waits to be tried again; `published` when it is out on one account or more.',
  ),
  scheduledAt: nullable(instant('When it is published.')),
  scheduledLocal: nullable(
    Type.String({
      description: "scheduledAt on the clock of the workspace's time zone.",
      examples: ['2026-05-04T10:00:00'],
    }),
  ),
  timezone: Type.String({ description: "The workspace's time zone, an IANA name." }),
  publishedAt: nullable(instant('When it was out on the first account.')),
  accountIds: Type.Array(Type.String()),
  media: Type.Array(Type.String({ format: 'uri' })),
  metrics: nullable(PostMetrics),
  error: nullable(
    Type.String({
      description: "One line for each account that failed: its id, a colon and the network's answer.",
    }),
  ),
  warnings: Type.Array(Type.String(), { description: 'What was skipped or changed, one sentence each.' }),
  deliveries: Type.Array(Delivery, { description: 'How the post fares on each account.' }),
  createdAt: instant('When it was created.'),
  updatedAt: instant('When it last changed.'),
  ...postOptions,
};

export const Post = model('Post', Type.Object(postFields));

export const PostingSchedule = model(
  'PostingSchedule',
  Type.Object({
    timezone: Type.String({ description: "The workspace's time zone, an IANA name." }),
    slots: Type.Array(
      Type.Object({
        day: choice(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], 'Day of the week.'),
        time: Type.String({ description: 'HH:MM in the time zone of the workspace.', examples: ['11:00'] }),
      }),
      { description: 'Empty: no schedule.' },
    ),
  }),
);

export const WebhookEndpoint = model(
  'WebhookEndpoint',
  Type.Object({
    id: Type.String(),
    url: url('Where events are sent.'),
    events: Type.Array(Type.String(), { description: 'Names of the events it is sent.' }),
    retries: Type.Boolean({ description: 'Whether a send that failed is repeated with backoff.' }),
    active: Type.Boolean({ description: 'false: nothing is sent.' }),
    createdAt: instant('When it was added.'),
  }),
);

export const WebhookDelivery = model(
  'WebhookDelivery',
  Type.Object(
    {
      id: Type.String(),
      event: Type.String({ description: 'Name of the event.' }),
      eventId: Type.String({
        description: 'The header webhook-id: the same on every try and every endpoint.',
      }),
      status: choice(['sending', 'retrying', 'delivered', 'failed'], 'Delivered: the endpoint answered 2xx.'),
      createdAt: instant('When it happened.'),
      tries: Type.Array(
        Type.Object({
          attempt: Type.Integer({ minimum: 1 }),
          startedAt: instant('When the call left.'),
          finishedAt: nullable(instant('When it was answered or given up.')),
          statusCode: nullable(Type.Integer({ description: 'What the endpoint answered.' })),
          error: nullable(Type.String({ description: 'Why it counts as failed.' })),
        }),
      ),
    },
    { description: 'One event on its way to one endpoint, with every try.' },
  ),
);

/** The one shape of every error (spec 2.4 has `error`; the rest is additive). */
export const ErrorAnswer = model(
  'Error',
  Type.Object({
    error: Type.String({ description: 'What is wrong and what to do, in a sentence.' }),
    code: Type.String({ description: 'Stable name of the error, in snake_case.' }),
    param: Type.Optional(
      Type.String({ description: 'JSON pointer of the field at fault.', examples: ['/media/1'] }),
    ),
    accountId: Type.Optional(Type.String({ description: 'The account at fault.' })),
    requestId: Type.String({ description: 'As in the header X-Request-Id: name it when you ask for help.' }),
  }),
);

const eventFields = {
  timestamp: instant('When it happened.'),
  workspace: Type.String({ description: 'Slug of the workspace.' }),
};

/** Body of the webhook account.connected (spec section 6). */
export const AccountEvent = model(
  'AccountEvent',
  Type.Object({
    event: choice(['account.connected'], 'Name of the event.'),
    ...eventFields,
    account: Account,
  }),
);

/** Body of the webhooks post.published and post.failed (spec section 6). */
export const PostEvent = model(
  'PostEvent',
  Type.Object({
    event: choice(['post.published', 'post.failed'], 'Name of the event.'),
    ...eventFields,
    post: Type.Object({
      ...postFields,
      networks: Type.Array(
        Type.Object({ accountId, platform, networkPostId, url: nullable(url('Address of the post.')) }),
        { description: 'Where the post is out.' },
      ),
    }),
  }),
);
