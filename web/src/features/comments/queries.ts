/** The queries of comments, and what is done with them. The live feed changes what was read (follow-comments.ts). */
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { readOnceMore } from '../../base/live/reading.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { type Change, type CommentPage, inPages, inPost, type PostComments } from './cache.ts';
import { ASKED, type CommentFilter } from './filter.ts';
import type { Comment } from './tree.ts';

/** One page of the list. */
const PER_PAGE = 50;
/** A person who comes back to the page after this time sees what the networks have now: not all of them send events. */
const FRESH_MS = 60_000;

type Pages = InfiniteData<CommentPage, string | undefined>;

/** Comments across posts, the newest first. */
export function useComments(filter: CommentFilter, isOn: boolean) {
  const { slug } = useWorkspace();
  const { show, accountId, platform } = filter;
  return useInfiniteQuery({
    queryKey: ['comments', slug, 'list', filter],
    queryFn: async ({ signal, pageParam: before }): Promise<CommentPage> => {
      const from = { accountId: accountId ?? undefined, platform: platform ?? undefined };
      const query = { workspace: slug, limit: PER_PAGE, ...ASKED[show], ...from, before };
      return (await call('listComments', query, { signal })) as CommentPage;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: FRESH_MS,
    enabled: isOn,
  });
}

/** The comments of one post, read at its networks. */
export function usePostComments(postId: string | null) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['comments', slug, 'post', postId],
    queryFn: async ({ signal }) => {
      return (await call('getPostComments', { id: postId!, workspace: slug }, { signal })) as PostComments;
    },
    staleTime: FRESH_MS,
    enabled: postId !== null,
  });
}

/** Asks the networks again that could not be read. */
export function useReadAgain() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (postId: string | null) => {
      if (postId === null) await call('listComments', { workspace: slug, refresh: true, limit: 1 });
      await queries.invalidateQueries({ queryKey: ['comments', slug, postId === null ? 'list' : 'post'] });
    },
    onError: showFailure,
  });
}

export type Action = 'done' | 'reopen' | 'hide' | 'unhide' | 'delete';

async function act(slug: string, comment: Comment, action: Action): Promise<Change> {
  const { accountId, id } = comment;
  const about = { accountId, workspace: slug };
  switch (action) {
    case 'done':
    case 'reopen': {
      const body = { ...about, done: action === 'done' };
      const reply = await call('markCommentDone', { commentId: id, ...body });
      return { comment: reply.comment as Comment, isGone: false };
    }
    case 'hide':
    case 'unhide': {
      const body = { ...about, hidden: action === 'hide' };
      const reply = await call('hideComment', { commentId: id, ...body });
      return { comment: (reply.comment ?? comment) as Comment, isGone: false };
    }
    case 'delete': {
      await call('deleteComment', { commentId: id, ...about });
      return { comment, isGone: true };
    }
    default:
      return action satisfies never;
  }
}

/** Does something with a comment. */
export function useAct() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: ['act on comment', slug],
    mutationFn: ({ comment, action }: { comment: Comment; action: Action }) => act(slug, comment, action),
    onSuccess: (change) => place(queries, slug, [change]),
    onError: showFailure,
  });
}

/** So many requests for several comments run at once. */
const AT_ONCE = 4;

/** Does something with several comments. @returns (of the mutation) how many it was done with */
export function useActOnAll() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ comments, action }: { comments: readonly Comment[]; action: Action }) => {
      const waiting = [...comments];
      const failures: unknown[] = [];
      const work = async () => {
        for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
          try {
            place(queries, slug, [await act(slug, one, action)]);
          } catch (error) {
            failures.push(error);
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      if (failures.length > 0)
        throw new Error(`${failures.length} of ${comments.length} failed: ${String(failures[0])}`);
      return comments.length;
    },
    onError: showFailure,
  });
}

/** Puts changes into everything that was read. A list is read again where the place of a comment is not known. */
export function place(queries: QueryClient, slug: string, changes: readonly Change[]): void {
  // the comments of one post are read from its networks, which is too expensive to do twice
  void readOnceMore(queries, {
    queryKey: ['comments', slug],
    predicate: ({ queryKey }) => queryKey[2] !== 'post',
  });
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: ['comments', slug] })) {
    const [, , kind, which] = queryKey;
    if (kind === 'post')
      queries.setQueryData<PostComments>(queryKey, (read) =>
        read === undefined ? read : changes.reduce((now, change) => inPost(now, change, String(which)), read),
      );
    else placeInList(queries, queryKey, changes, which as CommentFilter);
  }
}

function placeInList(
  queries: QueryClient,
  queryKey: readonly unknown[],
  changes: readonly Change[],
  filter: CommentFilter,
): void {
  let isToRead = false;
  queries.setQueryData<Pages>(queryKey, (data) => {
    if (data === undefined) return data;
    let pages: readonly CommentPage[] = data.pages;
    for (const change of changes) {
      const next = inPages(pages, change, filter);
      if (next === null) isToRead = true;
      else pages = next;
    }
    return pages === data.pages ? data : { ...data, pages: [...pages] };
  });
  if (isToRead) void queries.invalidateQueries({ queryKey, exact: true });
}
