/** The queries of saved replies. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';

export type SavedReply = Reply<'listSavedReplies'>['savedReplies'][number];

const keyOf = (slug: string) => ['saved-replies', slug];

/** All of the workspace, by name. */
export function useSavedReplies() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: keyOf(slug),
    queryFn: async ({ signal }) => {
      return (await call('listSavedReplies', { workspace: slug }, { signal })).savedReplies;
    },
  });
}

interface WrittenReply {
  /** null means a new one. */
  id: string | null;
  name: string;
  text: string;
}

/** @returns a function that stores a new saved reply, or changes one */
export function useSaveReply() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return async ({ id, name, text }: WrittenReply): Promise<void> => {
    const body = { name, text, workspace: slug };
    await (id === null ? call('createSavedReply', body) : call('updateSavedReply', { id, ...body }));
    await queries.invalidateQueries({ queryKey: keyOf(slug) });
  };
}

export function useDeleteReply() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('deleteSavedReply', { id, workspace: slug }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(slug) }),
  });
}
