/** Which post a rule watches: its picture, and its text with a link where it is known. */
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { ApiError } from '../../base/api.ts';
import { networkName } from '../../base/parts/network.tsx';
import { PostPicture } from '../../base/parts/post-picture.tsx';
import { usePost } from '../posts/index.ts';
import { useMedia } from './queries.ts';
import type { Rule } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** @returns what is known of the post that is watched; null means every post is */
function useWatched({ accountId, platform, mediaId, postId }: Rule): {
  text: string;
  pictureUrl: string | null;
  /** Of our own. */
  postId: string | null;
} | null {
  const post = usePost(postId ?? undefined);
  const media = useMedia(mediaId === null ? null : accountId);
  if (postId !== null) {
    const isGone = post.error instanceof ApiError && post.error.status === 404;
    return {
      text: isGone ? t('A post that was removed') : textOf(post.data?.content, t('A post without text')),
      pictureUrl: post.data?.media[0] ?? null,
      postId: isGone ? null : postId,
    };
  }
  if (mediaId === null) return null;
  const found = media.data?.find(({ id }) => id === mediaId);
  return {
    text: textOf(found?.text, t('A post on {network}', { network: networkName(platform) })),
    pictureUrl: found?.thumbnailUrl ?? null,
    postId: found?.postId ?? null,
  };
}

const textOf = (text: string | undefined, otherwise: string): string => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? otherwise : trimmed;
};

export function WatchedPost({ rule }: { rule: Rule }) {
  const watched = useWatched(rule);
  if (rule.nextPost)
    return (
      <Text size="sm" c="dimmed">
        {t('below the next post, which is not out yet')}
      </Text>
    );
  if (watched === null)
    return (
      <Text size="sm" c="dimmed">
        {t('below every post')}
      </Text>
    );
  return (
    <Group gap={8} wrap="nowrap" style={{ minWidth: 0 }}>
      <PostPicture url={watched.pictureUrl} size={32} />
      <Text size="sm" truncate style={{ minWidth: 0 }}>
        {watched.postId === null ? (
          watched.text
        ) : (
          <Anchor component={Link} href={`/posts/${watched.postId}`} inherit underline="always">
            {watched.text}
          </Anchor>
        )}
      </Text>
    </Group>
  );
}
