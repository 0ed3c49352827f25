/** The queries of conversations and their messages. The live feed has them read again (follow-inbox.ts). */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Conversation, type Reply } from '../api.ts';
import { tellFailure } from '../posts/queries.ts';
import { useWorkspace } from '../session.ts';
import type { InboxFilter } from './list-filter.tsx';

/** The service lists no more conversations, and no more messages, at once. */
export const MOST = 100;

const WHICH: { [show in InboxFilter['show']]: { [parameter: string]: string } } = {
  open: { done: 'false' },
  unread: { unread: 'true' },
  flagged: { flagged: 'true' },
  done: { done: 'true' },
};

async function readList(slug: string, which: { [parameter: string]: string }, signal: AbortSignal) {
  const query = new URLSearchParams({ workspace: slug, limit: String(MOST), ...which });
  return (await call<Reply<'listConversations'>>('GET', `/v1/inbox?${query}`, { signal })).conversations;
}

/** The conversations that fit, the newest message first. */
export function useConversations(filter: InboxFilter) {
  const { slug } = useWorkspace();
  const { show, accountId, platform } = filter;
  return useQuery({
    queryKey: ['inbox', slug, 'list', filter],
    queryFn: ({ signal }) =>
      readList(
        slug,
        {
          ...WHICH[show],
          ...(accountId !== null && { accountId }),
          ...(platform !== null && { platform }),
        },
        signal,
      ),
  });
}

/** How many conversations have unread messages; `MOST`: so many or more. */
export function useUnread() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['inbox', slug, 'unread'],
    queryFn: async ({ signal }) => (await readList(slug, WHICH.unread, signal)).length,
  });
}

export function useConversation(id: string | null) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['inbox', slug, 'one', id],
    queryFn: async ({ signal }) => {
      const path = `/app/api/conversations/${encodeURIComponent(id!)}?workspace=${slug}`;
      return (await call<Reply<'readConversation'>>('GET', path, { signal })).conversation;
    },
    enabled: id !== null,
    // what a list says of it is shown meanwhile
    placeholderData: () =>
      queries
        .getQueriesData<Conversation[]>({ queryKey: ['inbox', slug, 'list'] })
        .flatMap(([, list]) => list ?? [])
        .find((one) => one.id === id),
  });
}

/** The newest messages of a conversation, oldest first. */
export function useMessages(id: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['inbox', slug, 'messages', id],
    queryFn: async ({ signal }) => {
      const path = `/v1/inbox/${id}/messages?workspace=${slug}&limit=${MOST}`;
      const { messages } = await call<Reply<'getConversationMessages'>>('GET', path, { signal });
      return messages.toReversed();
    },
  });
}

export type Change = 'done' | 'reopen' | 'read' | 'unread';

/** @returns the conversation after the change */
async function change(slug: string, id: string, what: Change): Promise<Conversation> {
  const path = what === 'reopen' ? 'done' : what;
  const done = what === 'reopen' ? { done: false } : {};
  const body = { workspace: slug, ...done };
  const reply = await call<Reply<'markConversationDone'>>('POST', `/v1/inbox/${id}/${path}`, { body });
  return reply.conversation;
}

/** Marks a conversation as done, open, read or unread. */
export function useChange() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, what }: { id: string; what: Change }) => change(slug, id, what),
    onSuccess: (conversation) => place(queries, slug, [conversation]),
    onError: tellFailure,
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
    onError: tellFailure,
  });
}

/** Puts changed conversations where they were read before; the lists are then read again. */
function place(queries: QueryClient, slug: string, changed: readonly Conversation[]): void {
  const byId = new Map(changed.map((one) => [one.id, one]));
  for (const one of changed) queries.setQueryData(['inbox', slug, 'one', one.id], one);
  queries.setQueriesData<Conversation[]>({ queryKey: ['inbox', slug, 'list'] }, (list) =>
    list?.map((one) => byId.get(one.id) ?? one),
  );
  for (const name of ['list', 'unread']) void queries.invalidateQueries({ queryKey: ['inbox', slug, name] });
}
