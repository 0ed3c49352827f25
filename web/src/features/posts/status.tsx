import { LookBadge } from '../../base/parts/look-badge.tsx';
import type { Account, Delivery, DeliveryStatus, Post, PostStatus } from '../../base/api.ts';
import { isPartial, published } from './outcome.ts';
import type { Look } from '../../base/parts/look.ts';

const POSTS: { [status in PostStatus]: Look } = {
  draft: { label: 'Draft', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'planned' },
  publishing: { label: 'Publishing', tone: 'working' },
  published: { label: 'Published', tone: 'live' },
  failed: { label: 'Failed', tone: 'failed' },
};

/** What a post's badge says. One that failed on some of its accounts is neither published nor failed. */
export function postLook(post: Pick<Post, 'status' | 'deliveries' | 'approval'>): Look {
  if (post.status === 'draft' && post.approval === 'requested')
    return { label: 'Waits for approval', tone: 'needs-you' };
  if (post.status === 'draft' && post.approval === 'rejected')
    return { label: 'Not approved', tone: 'failed' };
  if (!isPartial(post)) return POSTS[post.status];
  const { out, of } = published(post);
  return { label: `Published on ${out} of ${of}`, tone: 'failed' };
}

const DELIVERIES: { [status in DeliveryStatus]: Look } = {
  pending: { label: 'Not started', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'working' },
  processing: { label: 'Processing', tone: 'working', hint: 'The network prepares the media.' },
  retrying: {
    label: 'Waits to retry',
    tone: 'working',
    hint: 'This try failed. The next one follows by itself.',
  },
  verifying: {
    label: 'Verifying',
    tone: 'working',
    hint: 'The network’s response was lost. Troupe checks whether the post is there before it sends again.',
  },
  published: { label: 'Published', tone: 'live' },
  failed: { label: 'Failed', tone: 'failed' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

/**
 * What a delivery's badge says.
 * @param account of the delivery; undefined: not read yet, or disconnected
 */
export function deliveryLook(
  { status, error, maybeLive }: Pick<Delivery, 'status' | 'error'> & { maybeLive?: boolean },
  account: Account | undefined,
): Look {
  if (status === 'pending' && account?.status === 'needs_reconnect')
    // what to do is the delivery's own error
    return { label: 'Needs you', tone: 'needs-you' };
  if (status === 'pending' && error !== null) return { label: 'Waits', tone: 'planned' };
  if (maybeLive === true && status === 'retrying')
    return {
      label: 'May be live',
      tone: 'needs-you',
      hint: 'The network’s response was lost: this post may be live already.',
    };
  if (maybeLive === true && status === 'failed')
    return {
      label: 'Needs you',
      tone: 'needs-you',
      hint: 'The network’s response was lost, and Troupe cannot check whether this post is live. It is not sent again until you say so.',
    };
  // a part of its thread is missing
  if (status === 'published' && error !== null) return { label: 'Partly published', tone: 'failed' };
  return DELIVERIES[status];
}

const COMMENTS: { [status in CommentStatus]: Look } = {
  pending: { label: 'Not written yet', tone: 'neutral' },
  sent: { label: 'Written', tone: 'live' },
  failed: { label: 'Failed', tone: 'failed' },
  unknown: { label: 'May be there', tone: 'needs-you' },
};
type CommentStatus = NonNullable<Delivery['firstComment']>['status'];

/** What the badge of a first comment says. */
export const commentLook = (status: CommentStatus): Look => COMMENTS[status];

export const PostStatusBadge = ({ post }: { post: Pick<Post, 'status' | 'deliveries' | 'approval'> }) => (
  <LookBadge look={postLook(post)} />
);
