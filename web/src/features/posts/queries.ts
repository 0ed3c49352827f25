/** The queries of posts. The live feed changes their results in the cache (`app/follow.ts`). */
import { notifications } from '@mantine/notifications';
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Input, type Post } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { listKey, place, type PostFilter, readPage } from './pages.ts';
import { t } from '../../base/language/text.ts';

/** Posts, page by page. The live feed keeps them current, so nothing is read twice. */
export function usePosts(filter: PostFilter) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: listKey(slug, filter),
    queryFn: ({ signal, pageParam }) => readPage(slug, filter, { before: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
  });
}

/** The labels that posts have, those of most posts first. */
export function usePostLabels() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['posts', slug, 'labels'],
    queryFn: async ({ signal }) => (await call('listPostLabels', { workspace: slug }, { signal })).labels,
  });
}

export function usePost(id: string | undefined) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['posts', slug, 'one', id],
    queryFn: async ({ signal }) => {
      return (await call('getPost', { id: id!, workspace: slug }, { signal })).post;
    },
    enabled: id !== undefined,
  });
}

/** What of a post is changed. */
export type PostChange = Omit<Input<'updatePost'>, 'id' | 'workspace'>;

/** Changes a post: its text, its time, or its status. */
export function useChangePost() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, change }: { id: string; change: PostChange }) =>
      (await call('updatePost', { id, ...change, workspace: slug })).post,
    onSuccess: async (post) => {
      queries.setQueryData(['posts', slug, 'one', post.id], post);
      place(queries, slug, [post.id], [post]);
      await readAgain(queries, slug);
    },
  });
}

/** Sends a post again to the accounts where it failed. Where it is live nothing changes. */
export function useRetryPost() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Pick<Post, 'id'>) => (await call('retryPost', { id, workspace: slug })).post,
    onSuccess: async (post) => {
      queries.setQueryData(['posts', slug, 'one', post.id], post);
      place(queries, slug, [post.id], [post]);
      notifications.show({ message: t('It is sent again where it failed.') });
      await readAgain(queries, slug);
    },
    onError: showFailure,
  });
}

/** Makes a draft that says the same as a post. */
export function useDuplicatePost() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => (await call('duplicatePost', { id, workspace: slug })).post,
    onSuccess: () => readAgain(queries, slug),
    onError: showFailure,
  });
}

/** Approves or rejects a post that waits, as the person saw it. */
export function useDecide(post: Pick<Post, 'id' | 'approvalDetails'>) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (verdict: Omit<Input<'decideApproval'>, 'id' | 'plan' | 'workspace'>) => {
      const plan = post.approvalDetails?.plan;
      const looked = plan ? { plan } : {};
      return (await call('decideApproval', { id: post.id, ...verdict, ...looked, workspace: slug })).post;
    },
    onSuccess: async (decided) => {
      queries.setQueryData(['posts', slug, 'one', decided.id], decided);
      place(queries, slug, [decided.id], [decided]);
      await readAgain(queries, slug);
    },
    onError: (error) => {
      showFailure(error);
      void queries.invalidateQueries({ queryKey: ['posts', slug, 'one', post.id] });
    },
  });
}

/** What of a post was approved last, and what was changed since. */
export function useApproved({ id, updatedAt }: Pick<Post, 'id' | 'updatedAt'>, isNeeded: boolean) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['posts', slug, 'approved', id, updatedAt],
    queryFn: ({ signal }) => call('getApproval', { id, workspace: slug }, { signal }),
    enabled: isNeeded,
  });
}

/** Events of the post say that its notes changed: queries of posts are read again then. */
export const notesKey = (slug: string, id: string) => ['posts', slug, 'notes', id];

export function useNotes(id: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: notesKey(slug, id),
    queryFn: async ({ signal }) => (await call('listPostNotes', { id, workspace: slug }, { signal })).notes,
  });
}

export function useDeleteNote(id: string) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (noteId: string) => call('deletePostNote', { id, noteId, workspace: slug }),
    onSettled: () => queries.invalidateQueries({ queryKey: notesKey(slug, id) }),
    onError: showFailure,
  });
}

const clientLinksKey = (slug: string, id: string) => ['posts', slug, 'client-links', id];

export function useClientLinks(id: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: clientLinksKey(slug, id),
    queryFn: async ({ signal }) =>
      (await call('listApprovalLinks', { id, workspace: slug }, { signal })).approvalLinks,
  });
}

/** Makes a link; its address is in the response alone. */
export function useNewClientLink(id: string) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call('createApprovalLink', { id, workspace: slug })).approvalLink,
    onSettled: () => queries.invalidateQueries({ queryKey: clientLinksKey(slug, id) }),
    onError: showFailure,
  });
}

export function useRevokeClientLink(id: string) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (linkId: string) => call('revokeApprovalLink', { id, linkId, workspace: slug }),
    onSettled: () => queries.invalidateQueries({ queryKey: clientLinksKey(slug, id) }),
    onError: showFailure,
  });
}

/** What a person found out about a delivery that may be live. */
export type Resolution = Omit<Input<'resolveDelivery'>, 'id' | 'workspace'>;

/** Records what a person found out about a delivery that may be live. */
export function useResolve(postId: string) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ accountId, ...resolution }: Resolution) =>
      call('resolveDelivery', { id: postId, accountId, ...resolution, workspace: slug }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['posts', slug] }),
  });
}

export function useRemovePost() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('deletePost', { id, workspace: slug }),
    onSuccess: async (_, id) => {
      // its notes, links and history, too: they would be read again, and are gone
      queries.removeQueries({ queryKey: ['posts', slug], predicate: ({ queryKey }) => queryKey[3] === id });
      place(queries, slug, [id], []);
      await readAgain(queries, slug);
      notifications.show({ message: t('Removed. What is live on the networks stays there.') });
    },
    onError: showFailure,
  });
}

/** Reads again what is not cached page by page: the calendar and the next slot. The feed reports the rest. */
const readAgain = (queries: QueryClient, slug: string) =>
  queries.invalidateQueries({ queryKey: ['posts', slug], predicate: isNoList });

/** Whether a query is not a list of posts. Lists are changed in place; everything else about posts is small enough to be read again. */
export const isNoList = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[2] !== 'list';
