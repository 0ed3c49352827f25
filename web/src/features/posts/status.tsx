import { LookBadge } from '../../base/parts/look-badge.tsx';
import type { Account, Delivery, DeliveryStatus, Post, PostStatus } from '../../base/api.ts';
import { isPartial, published } from './outcome.ts';
import type { Look } from '../../base/parts/look.ts';
import { t } from '../../base/language/text.ts';

const POSTS: { [status in PostStatus]: Look } = {
  draft: { label: t('Draft'), tone: 'neutral' },
  scheduled: { label: t('Scheduled'), tone: 'planned' },
  publishing: { label: t('Publishing'), tone: 'working' },
  published: { label: t('Published'), tone: 'live' },
  failed: { label: t('Failed'), tone: 'failed' },
};

/** What a post's badge says. One that failed on some of its accounts is neither published nor failed. */
export function postLook(post: Pick<Post, 'status' | 'deliveries' | 'approval'>): Look {
  if (post.status === 'draft' && post.approval === 'requested')
    return { label: t('Waits for approval'), tone: 'needs-you' };
  if (post.status === 'draft' && post.approval === 'rejected')
    return { label: t('Not approved'), tone: 'failed' };
  if (!isPartial(post)) return POSTS[post.status];
  const { out, of } = published(post);
  return { label: t('Published on {out} of {of}', { out, of }), tone: 'failed' };
}

const DELIVERIES: { [status in DeliveryStatus]: Look } = {
  pending: { label: t('Not started'), tone: 'neutral' },
  sending: { label: t('Sending'), tone: 'working' },
  processing: { label: t('Processing'), tone: 'working', hint: t('The network prepares the media.') },
  retrying: {
    label: t('Waits to retry'),
    tone: 'working',
    hint: t('This try failed. The next one follows by itself.'),
  },
  verifying: {
    label: t('Verifying'),
    tone: 'working',
    hint: t(
      'The network’s response was lost. Troupe checks whether the post is there before it sends again.',
    ),
  },
  published: { label: t('Published'), tone: 'live' },
  failed: { label: t('Failed'), tone: 'failed' },
  cancelled: { label: t('Cancelled'), tone: 'neutral' },
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
    return { label: t('Needs you'), tone: 'needs-you' };
  if (status === 'pending' && error !== null) return { label: t('Waits'), tone: 'planned' };
  if (maybeLive === true && status === 'retrying')
    return {
      label: t('May be live'),
      tone: 'needs-you',
      hint: t('The network’s response was lost: this post may be live already.'),
    };
  if (maybeLive === true && status === 'failed')
    return {
      label: t('Needs you'),
      tone: 'needs-you',
      hint: t(
        'The network’s response was lost, and Troupe cannot check whether this post is live. It is not sent again until you say so.',
      ),
    };
  // a part of its thread is missing
  if (status === 'published' && error !== null) return { label: t('Partly published'), tone: 'failed' };
  return DELIVERIES[status];
}

const COMMENTS: { [status in CommentStatus]: Look } = {
  pending: { label: t('Not written yet'), tone: 'neutral' },
  sent: { label: t('Written'), tone: 'live' },
  failed: { label: t('Failed'), tone: 'failed' },
  unknown: { label: t('May be there'), tone: 'needs-you' },
};
type CommentStatus = NonNullable<Delivery['firstComment']>['status'];

/** What the badge of a first comment says. */
export const commentLook = (status: CommentStatus): Look => COMMENTS[status];

export const PostStatusBadge = ({ post }: { post: Pick<Post, 'status' | 'deliveries' | 'approval'> }) => (
  <LookBadge look={postLook(post)} />
);
