/** What a comment stands below: its picture, its text, where it is. */
import { Anchor, Badge, Text } from '@mantine/core';
import { Link } from 'wouter';
import { isWebAddress } from '../../base/parts/from-network.ts';
import { networkName } from '../../base/parts/network.tsx';
import { PostPicture } from '../../base/parts/post-picture.tsx';
import { useAddressThere } from '../posts/index.ts';
import type { Comment } from './tree.ts';
import { t } from '../../base/language/text.ts';

export function CommentedPost({ comment }: { comment: Comment }) {
  const { accountId, platform, rating, post } = comment;
  const network = networkName(platform);
  const there = useAddressThere({ accountId, platform, networkPostId: post.networkPostId, url: post.url });
  return (
    <div className="comment-post">
      <PostPicture url={post.thumbnailUrl} />
      <div className="comment-post-words">
        <Text size="xs" lineClamp={2} className="comment-post-text">
          {post.kind === 'ad' && (
            <Badge size="xs" variant="light" color="gray" tt="none" me={6}>
              {t('Ad')}
            </Badge>
          )}
          {textOf(comment, network)}
        </Text>
        <Text size="xs" c="dimmed" component="p">
          {post.id !== null && (
            <>
              <Anchor component={Link} href={`/posts/${post.id}`} inherit underline="always">
                {t('Post')}
              </Anchor>
              {' · '}
              <Anchor component={Link} href={`/comments?post=${post.id}`} inherit underline="always">
                {t('All its comments')}
              </Anchor>
            </>
          )}
          {post.id === null && rating === null && t('Made in {network}', { network })}
          {there !== null && rating === null && isWebAddress(there.url) && (
            <>
              {' · '}
              <Anchor href={there.url} target="_blank" rel="noreferrer" inherit underline="always">
                {there.isSimulated ? t('See it in the sandbox') : t('See it on {network}', { network })}
              </Anchor>
            </>
          )}
        </Text>
      </div>
    </div>
  );
}

function textOf({ post, rating }: Comment, network: string): string {
  const text = post.text.trim();
  if (text !== '') return text;
  if (rating !== null) return t('A business on {network}', { network });
  return post.thumbnailUrl === null ? t('A post on {network}', { network }) : t('A post without text');
}
