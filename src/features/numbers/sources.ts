/** Options and words that the operations of numbers share. */
import { Type } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import type { TrackedPost } from '../../../store/tracked-posts.ts';
import { resourceId } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';
import { engagementRate } from './sums.ts';

export const refreshField = {
  refresh: Type.Optional(
    Type.Boolean({
      description:
        'Reads the numbers at the networks again, also when younger than an hour, and waits up to ten seconds.',
    }),
  ),
};
export const filterFields = {
  platform: Type.Optional(Type.Enum([...platforms], { type: 'string', description: 'One network only.' })),
  accountId: Type.Optional(resourceId('account', { description: 'One account only.' })),
};

export type PostSource = ReturnType<typeof postSource>;

/** A post as GET /v1/performance shows it. */
export function postSource(post: TrackedPost) {
  const { accountId, platform, networkPostId, postId, url, text, publishedAt } = post;
  const { views, likes, comments, shares } = post;
  return {
    accountId,
    platform,
    networkPostId,
    postId,
    url,
    text,
    publishedAt: isoOf(publishedAt),
    views,
    likes,
    comments,
    shares,
    engagementRate: engagementRate(post),
  };
}

export const sourceExample = {
  accountId: 'acc_01JD0000000000000000000001',
  platform: 'instagram',
  fetchedAt: '2026-05-04T08:00:00.000Z',
  state: 'ok',
  reason: null,
  nextAt: '2026-05-04T09:00:00.000Z',
};
export const postExample = {
  accountId: 'acc_01JD0000000000000000000001',
  platform: 'instagram',
  networkPostId: '17900000000000001',
  postId: 'post_01JD0000000000000000000001',
  url: 'https://www.instagram.com/p/abc/',
  text: 'Hello from all of us',
  publishedAt: '2026-05-03T08:00:00.000Z',
  views: 1200,
  likes: 80,
  comments: 12,
  shares: 4,
  engagementRate: 8,
};
