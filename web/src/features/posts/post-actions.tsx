import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Post } from '../../base/api.ts';
import { ifCan } from '../../base/can.tsx';
import { MoreButton } from './more-button.tsx';
import { canRetry } from './outcome.ts';
import { useRetryPost } from './queries.ts';
import { t } from '../../base/language/text.ts';

const PostMenu = lazy(() => import('./post-menu.tsx'));

/** Sends a post again where it failed; nothing where it did not fail. */
export const RetryButton = ifCan('retryPost', Retry);

function Retry({ post, size = 'sm' }: { post: Post; size?: 'compact-xs' | 'sm' }) {
  const retry = useRetryPost();
  if (post.limited || !canRetry(post)) return null;
  return (
    <Button
      variant="default"
      size={size}
      style={{ alignSelf: 'flex-start' }}
      loading={retry.isPending}
      onClick={() => retry.mutate(post)}
    >
      {t('Try again where it failed')}
    </Button>
  );
}

interface PostActionsProps {
  post: Post;
  onRemoved?: () => void;
}

/** What can be done with a post as it is: only that is offered. The menu is loaded when it is first opened. */
export const PostActions = ifCan('updatePost', (props: PostActionsProps) =>
  props.post.limited ? null : <Actions {...props} />,
);

function Actions(props: PostActionsProps) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <MoreButton
      post={props.post}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <PostMenu {...props} />
    </Suspense>
  );
}
