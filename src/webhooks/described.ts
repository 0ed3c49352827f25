/** The calls to webhook endpoints as the OpenAPI document describes them. */
import { AccountEvent } from '../kinds/views/account-schemas.ts';
import { accountExample } from '../kinds/views/account.ts';
import { PostEvent } from '../kinds/views/post-schemas.ts';
import { postExample } from '../kinds/views/post.ts';

const SUMMARIES = {
  'account.connected': 'An account joined the workspace',
  'post.published': 'A post went out on at least one account',
  'post.failed': 'A post went out on no account',
};

const delivered = {
  ...postExample.deliveries[0]!,
  status: 'published',
  networkPostId: 'at://did:plc:x7k2/app.bsky.feed.post/3l6',
  url: 'https://bsky.app/profile/cafe-luna.example.social/post/3l6',
};
const examples: { [event: string]: object } = {
  'post.published': {
    ...postExample,
    status: 'published',
    publishedAt: '2026-05-04T08:00:01.000Z',
    deliveries: [delivered],
    networks: [
      {
        accountId: delivered.accountId,
        platform: delivered.platform,
        networkPostId: delivered.networkPostId,
        url: delivered.url,
      },
    ],
  },
  'post.failed': {
    ...postExample,
    status: 'failed',
    error: `${delivered.accountId}: Post text is too long`,
    deliveries: [
      { ...delivered, status: 'failed', networkPostId: null, url: null, error: 'Post text is too long' },
    ],
    networks: [],
  },
};

const HEADERS = [
  {
    name: 'X-Service-Signature',
    description:
      "`sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex.",
    example: 'sha256=5f2c1e0a7b9d4c3e8f6a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60',
  },
  {
    name: 'webhook-id',
    description: 'Id of the event: use it to notice repeats.',
    example: 'evt_01JD0000000000000000000001',
  },
  {
    name: 'webhook-timestamp',
    description: 'When this try left, in seconds since 1970.',
    example: '1777881601',
  },
  {
    name: 'webhook-signature',
    description: 'As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
];

const RESPONSES = {
  '2XX': { description: 'Taken. Anything else counts as failed.' },
  410: { description: 'The endpoint is gone for good: the send is not repeated.' },
};

/** Every event that is sent today. */
export const webhookCalls = Object.entries(SUMMARIES).map(([event, summary]) => {
  const isAccount = event.startsWith('account.');
  const resource = isAccount ? { account: accountExample } : { post: examples[event] };
  return {
    event,
    summary,
    description:
      'Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.',
    headers: HEADERS,
    body: isAccount ? AccountEvent : PostEvent,
    example: { event, timestamp: '2026-05-04T08:00:01.000Z', workspace: 'cafe-luna', ...resource },
    responses: RESPONSES,
  };
});
