/** The queries of conversations and their messages. The live feed has them read again (follow-inbox.ts). */
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { LIMITS } from '../../base/limits.ts';
import { call, type Conversation, type Input, type Reply } from '../../base/api.ts';
import { changedPages, withChanged } from '../../base/parts/pages.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import type { InboxFilter } from './filter.ts';

type Which = Omit<Input<'listConversations'>, 'workspace' | 'limit'>;

const WHICH: { [show in InboxFilter['show']]: Which } = {
  open: { done: false, snoozed: false },
  unread: { unread: true },
  flagged: { flagged: true },
  snoozed: { snoozed: true },
  done: { done: true },
};

type Page = Reply<'listConversations'>;
type Pages = InfiniteData<Page, string | undefined>;
type ThreadPage = Reply<'getConversationMessages'>;

const readPage = (slug: string, which: Which, signal: AbortSignal) =>
  call('listConversations', { workspace: slug, limit: LIMITS.conversationsPerPage, ...which }, { signal });

/** What a list asks for. A search looks through all conversations, open and done. */
function askFor({ show, accountId, platform, assignee, label, q }: InboxFilter): Which {
  return {
    ...(q === '' ? WHICH[show] : { q }),
    accountId: accountId ?? undefined,
    platform: platform ?? undefined,
    assigneeId: assignee ?? undefined,
    label: label ?? undefined,
  };
}

/** The conversations that fit, the newest message first, page by page. */
export function useConversations(filter: InboxFilter) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['inbox', slug, 'list', filter],
    queryFn: ({ signal, pageParam: before }) => readPage(slug, { ...askFor(filter), before }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // one that moved to the top between two pages is in both
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ conversations }) => conversations).map((one) => [one.id, one])).values(),
    ],
  });
}

export function useConversation(id: string | null) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['inbox', slug, 'one', id],
    queryFn: async ({ signal }) => {
      return (await call('readConversation', { id: id!, workspace: slug }, { signal })).conversation;
    },
    enabled: id !== null,
    // what a list says of it is shown meanwhile
    placeholderData: () =>
      queries
        .getQueriesData<Pages>({ queryKey: ['inbox', slug, 'list'] })
        .flatMap(([, list]) => list?.pages.flatMap(({ conversations }) => conversations) ?? [])
        .find((one) => one.id === id),
  });
}

/** The messages of a conversation, oldest first; older ones are loaded page by page. */
export function useMessages(id: string) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['inbox', slug, 'messages', id],
    queryFn: ({ signal, pageParam: before }) =>
      call(
        'getConversationMessages',
        { id, workspace: slug, limit: LIMITS.messagesPerPage, before },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ messages }) => messages).toReversed(),
  });
}

/** The newest message of a conversation that was shown; null means none yet. */
export function newestMessageId(queries: QueryClient, slug: string, id: string): string | null {
  const read = queries.getQueryData<InfiniteData<ThreadPage>>(['inbox', slug, 'messages', id]);
  return read?.pages[0]?.messages[0]?.id ?? null;
}

/** Everything that is kept of a person, as the text of a JSON file. */
export async function readExport(slug: string, id: string): Promise<string> {
  const read = (before?: string) => call('exportPerson', { id, workspace: slug, before });
  const { next: more, ...all } = await read();
  for (let next = more; next !== null;) {
    const page = await read(next);
    all.messages.push(...page.messages);
    next = page.next;
  }
  return JSON.stringify(all, null, 2);
}

/** Deletes everything that is kept of a person. */
export function useForget() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('forgetPerson', { id, workspace: slug }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['inbox', slug, 'list'] });
      void queries.invalidateQueries({ queryKey: ['comments', slug] });
    },
    onError: showFailure,
  });
}

type Update = Omit<Input<'updateConversation'>, 'workspace'>;

/** Assigns, labels or snoozes a conversation. */
export function useUpdate() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (update: Update) =>
      (await call('updateConversation', { ...update, workspace: slug })).conversation,
    onSuccess: (conversation, { labels }) => {
      place(queries, slug, [conversation]);
      if (labels !== undefined) void queries.invalidateQueries({ queryKey: ['inbox', slug, 'labels'] });
    },
    onError: showFailure,
  });
}

/** The labels that conversations have, the most used first. */
export function useLabels() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['inbox', slug, 'labels'],
    queryFn: async ({ signal }) =>
      (await call('listConversationLabels', { workspace: slug }, { signal })).labels,
  });
}

export const notesKey = (slug: string, id: string) => ['inbox', slug, 'notes', id];

/** The notes about a conversation, oldest first. */
export function useNotes(id: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: notesKey(slug, id),
    queryFn: async ({ signal }) =>
      (await call('listConversationNotes', { id, workspace: slug }, { signal })).notes,
  });
}

/** What is known of the person of a conversation. */
export function usePerson(id: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['inbox', slug, 'person', id],
    queryFn: ({ signal }) => call('getPerson', { id, workspace: slug }, { signal }),
  });
}

export function useDeleteNote(id: string) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (noteId: string) => call('deleteConversationNote', { id, noteId, workspace: slug }),
    onSettled: () => queries.invalidateQueries({ queryKey: notesKey(slug, id) }),
    onError: showFailure,
  });
}

/** Stops automatic messages to the person of a conversation, or allows them again. */
export function useConsent() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, optedOut }: { id: string; optedOut: boolean }) =>
      call('setOptedOut', { id, optedOut, workspace: slug }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['inbox', slug] }),
    onError: showFailure,
  });
}

type Change = 'done' | 'reopen' | 'read' | 'unread';

/** @returns the conversation after the change */
async function change(slug: string, id: string, what: Change): Promise<Conversation> {
  const about = { id, workspace: slug };
  switch (what) {
    case 'done':
    case 'reopen':
      return (await call('markConversationDone', { ...about, done: what === 'done' })).conversation;
    case 'read':
      return (await call('markConversationRead', about)).conversation;
    case 'unread':
      return (await call('markConversationUnread', about)).conversation;
    default:
      return what satisfies never;
  }
}

/** Marks a conversation as done, open, read or unread. */
export function useChange() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, what }: { id: string; what: Change }) => change(slug, id, what),
    onSuccess: (conversation) => place(queries, slug, [conversation]),
    onError: showFailure,
  });
}

/** Marks several as done. @returns (of the mutation) how many of them failed, and why */
export function useAllDone() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const all = await Promise.allSettled(ids.map((id) => change(slug, id, 'done')));
      const done = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      place(queries, slug, done);
      const failed = all.find((one) => one.status === 'rejected');
      if (failed)
        throw new Error(`${ids.length - done.length} of ${ids.length} failed: ${String(failed.reason)}`);
      return done.length;
    },
    onError: showFailure,
  });
}

/** Puts changed conversations where they were read before; the lists are then read again. */
function place(queries: QueryClient, slug: string, changed: readonly Conversation[]): void {
  const byId = new Map(changed.map((one) => [one.id, one]));
  for (const one of changed) queries.setQueryData(['inbox', slug, 'one', one.id], one);
  queries.setQueriesData<Pages>(
    { queryKey: ['inbox', slug, 'list'] },
    (list) =>
      list &&
      changedPages(list, 'conversations', (all) => withChanged(all, (one) => byId.get(one.id) ?? one)),
  );
  void queries.invalidateQueries({ queryKey: ['inbox', slug, 'list'] });
}
