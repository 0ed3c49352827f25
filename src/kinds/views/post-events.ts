/** The bodies of webhooks about posts. The kinds `post` and `delivery` announce them. */
import type { Persisted } from '../../../machines/durable.ts';
import type { Db } from '../../../store/connect.ts';
import { type PostRow, readDeliveries, readPosts } from '../../../store/posts.ts';
import { type Announced, statusOf } from '../../engine/kind.ts';
import { AttentionEvent, PostEvent } from './post-schemas.ts';
import { postExample, publicPost } from './post.ts';

type Announcement = Parameters<Announced['read']>[2];

/** An event whose body is the post. */
export function aboutPost(summary: string, example: { [name: string]: unknown }): Announced {
  return {
    summary,
    schema: PostEvent,
    example: { post: example },
    read: async (db, ids, announcement) => {
      const rows = await readPosts(db, ids);
      return new Map(rows.map((row) => [row.id, bodyOf(row, announcement)]));
    },
  };
}

const NEEDS_ATTENTION = {
  summary:
    'A post waits for a person: its copy may be live, it failed for an account, or it waits for approval',
  schema: AttentionEvent,
  example: {
    post: {
      ...postExample,
      status: 'failed',
      deliveries: [failedExample()],
      error: `${postExample.accountIds[0]}: Post text is too long`,
      networks: [],
    },
    accountId: postExample.accountIds[0]!,
    reason: 'failed',
  },
};

/** `post.needs_attention` of a post that waits for approval. */
export const postNeedsAttention: Announced = {
  ...NEEDS_ATTENTION,
  read: async (db, ids, announcement) => {
    const rows = await readPosts(db, ids);
    const more = { accountId: null, reason: 'approval' };
    return new Map(rows.map((row) => [row.id, { ...bodyOf(row, announcement), ...more }]));
  },
};

/** `post.needs_attention` of a delivery that ended without the whole post at its account. */
export const deliveryNeedsAttention: Announced = { ...NEEDS_ATTENTION, read: readEnded };

async function readEnded(db: Db, ids: string[], announcement: Announcement) {
  const deliveries = await readDeliveries(db, ids);
  const rows = await readPosts(db, [...new Set(deliveries.map(({ postId }) => postId))]);
  const posts = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    deliveries.flatMap(({ id, postId, snapshot }) => {
      const row = posts.get(postId);
      return row ? [[id, { ...bodyOf(row, announcement), ...endOf(snapshot) }] as const] : [];
    }),
  );
}

function endOf(snapshot: Persisted) {
  const { accountId } = snapshot.context as unknown as { accountId: string };
  return { accountId, reason: statusOf(snapshot) === 'unresolved' ? 'may_be_live' : 'failed' };
}

function bodyOf(row: PostRow & { workspace: string }, { event, now }: Announcement) {
  const view = publicPost(row);
  return {
    event,
    timestamp: new Date(now).toISOString(),
    workspace: row.workspace,
    post: { ...view, networks: networksOf(view.deliveries) },
  };
}

/** Where a post is live, with the id of the post at each network. */
export function networksOf(
  deliveries: readonly {
    accountId: string;
    platform: string;
    status: string;
    networkPostId: string | null;
    url: string | null;
  }[],
) {
  return deliveries
    .filter(({ status }) => status === 'published')
    .map(({ accountId, platform, networkPostId, url }) => ({ accountId, platform, networkPostId, url }));
}

/** A delivery of the example that is live. */
export function deliveredExample() {
  return {
    ...postExample.deliveries[0]!,
    status: 'published',
    networkPostId: 'at://did:plc:x7k2/app.bsky.feed.post/3l6',
    url: 'https://bsky.app/profile/cafe-luna.example.social/post/3l6',
  };
}

/** A delivery of the example that failed. */
export function failedExample() {
  return {
    ...deliveredExample(),
    status: 'failed',
    networkPostId: null,
    url: null,
    error: 'Post text is too long',
    networkCode: 'InvalidRequest',
  };
}
