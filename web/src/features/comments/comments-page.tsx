/** What people write below the posts of all accounts, or of one post, and reviews: read, answered, hidden, deleted. */
import './comments.css';
import { ActionIcon, Alert, Anchor, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { Link } from 'wouter';
import { ApiError, messageOf } from '../../base/api.ts';
import { KeyboardIcon } from '../../base/parts/icons.tsx';
import { KeysHelp } from '../../base/parts/keys-help.tsx';
import { useKeys } from '../../base/parts/use-keys.ts';
import { hasComments } from '../../base/parts/network.tsx';
import { ReceivingProblems } from '../accounts/index.ts';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { usePost } from '../posts/index.ts';
import { CommentList } from './comment-list.tsx';
import { fits } from './filter.ts';
import { KEYS } from './keys.ts';
import { type ChosenComments, CommentFilterBar, useChosenComments } from './list-filter.tsx';
import { NoComments, NoCommentsOfPost } from './no-comments.tsx';
import { NotReadList } from './not-read.tsx';
import { useComments, usePostComments, useReadAgain } from './queries.ts';
import { type Comment, keyOf, rowsOf } from './tree.ts';
import { rich, t } from '../../base/language/text.ts';

export default function CommentsPage() {
  const chosen = useChosenComments();
  const { postId, commentId } = chosen;
  const [help, { open, close }] = useDisclosure(false);
  useKeys({ '?': open }, true);
  return (
    <div className="comments">
      <PageTitle
        tab={postId === null ? t('Comments') : t('Comments of a post')}
        actions={
          <Tooltip label={t('Keys')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('Keys of comments')}
              onClick={open}
            >
              <KeyboardIcon />
            </ActionIcon>
          </Tooltip>
        }
      >
        {t('Comments')}
      </PageTitle>
      {postId === null ? (
        <OfAllPosts chosen={chosen} />
      ) : (
        <OfPost key={postId} postId={postId} commentId={commentId} />
      )}
      <KeysHelp title={t('Keys of comments')} keys={KEYS} opened={help} onClose={close} />
    </div>
  );
}

/** The comment that the keys act on. Until one is chosen it is the one that a link led to. @param commentId the network's id */
function useCurrent(commentId: string | null, comments: readonly Comment[]) {
  const [chosen, setCurrent] = useState<string | null>(null);
  const linked = comments.find(({ id }) => id === commentId);
  return [chosen ?? (linked ? keyOf(linked) : null), setCurrent] as const;
}

function OfAllPosts({ chosen }: { chosen: ChosenComments }) {
  const { filter, commentId } = chosen;
  const read = useComments(filter, true);
  const again = useReadAgain();
  const { fetchNextPage } = read;
  const load = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const pages = read.data?.pages ?? [];
  const comments = pages.flatMap((page) => page.comments);
  const [current, setCurrent] = useCurrent(commentId, comments);
  // what no longer fits stays in its place while somebody is at it
  const listed = comments.filter((one) => fits(one, filter) || keyOf(one) === current);
  const isEmpty = read.data !== undefined && listed.length === 0 && !read.hasNextPage;
  return (
    <>
      <CommentFilterBar chosen={chosen} />
      <ReceivingProblems isMeant={hasComments} />
      <NotReadList
        errors={pages.at(-1)?.errors ?? []}
        isPending={again.isPending}
        onRetry={() => again.mutate(null)}
      />
      {read.isPending && <Waiting label={t('Reading the networks')} />}
      {read.isError && read.data === undefined && (
        <Fault message={messageOf(read.error)} onRetry={() => void read.refetch()} />
      )}
      {isEmpty && <NoComments chosen={chosen} />}
      {(listed.length > 0 || read.hasNextPage) && (
        <CommentList
          rows={listed.map((comment) => ({ comment, depth: 0 }))}
          comments={comments}
          isOfPost={false}
          current={current}
          setCurrent={setCurrent}
          more={{
            total: null,
            hasMore: read.hasNextPage,
            isLoading: read.isFetchingNextPage,
            error: read.isFetching ? null : read.error,
            load,
          }}
        />
      )}
    </>
  );
}

function OfPost({ postId, commentId }: { postId: string; commentId: string | null }) {
  const post = usePost(postId);
  const read = usePostComments(postId);
  const again = useReadAgain();
  const { comments = [], errors = [], incomplete = false } = read.data ?? {};
  const rows = rowsOf(comments);
  const [current, setCurrent] = useCurrent(
    commentId,
    rows.map(({ comment }) => comment),
  );
  const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;
  if (isMissing(post.error) || isMissing(read.error)) return <NoSuchPost />;
  return (
    <>
      <Text size="sm" mb="sm" className="comment-post-text">
        {rich('below <link>{content}</link> · <link2>Comments of all posts</link2>', {
          content: post.data?.content.trim().slice(0, 80) || t('a post'),
          link: (words) => (
            <Anchor component={Link} href={`/posts/${postId}`} inherit underline="always">
              {words}
            </Anchor>
          ),
          link2: (words) => (
            <Anchor component={Link} href="/comments" inherit underline="always">
              {words}
            </Anchor>
          ),
        })}
      </Text>
      <NotReadList errors={errors} isPending={again.isPending} onRetry={() => again.mutate(postId)} />
      {incomplete && errors.length === 0 && (
        <Alert color="gray" variant="light" p="xs" mb="sm">
          {t('A network has more comments than are shown here.')}
        </Alert>
      )}
      {read.isPending && <Waiting label={t('Reading the networks')} />}
      {read.isError && read.data === undefined && (
        <Fault message={messageOf(read.error)} onRetry={() => void read.refetch()} />
      )}
      {read.data !== undefined && comments.length === 0 && errors.length === 0 && <NoCommentsOfPost />}
      {comments.length > 0 && (
        <CommentList rows={rows} comments={comments} isOfPost current={current} setCurrent={setCurrent} />
      )}
    </>
  );
}

const NoSuchPost = () => (
  <Empty title={t('This post is not here')}>
    {rich('It was removed, or it belongs to another workspace. <link>To the comments of all posts</link>', {
      link: (words) => (
        <Anchor component={Link} href="/comments" inherit underline="always">
          {words}
        </Anchor>
      ),
    })}
  </Empty>
);
