/** The queries of templates of posts. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../../base/api.ts';
import { showFailure } from '../../../base/failure.ts';
import { useWorkspace } from '../../../base/session.ts';

export type PostTemplate = Reply<'listPostTemplates'>['postTemplates'][number];

const keyOf = (slug: string) => ['post-templates', slug];

/** All of the workspace, by name. */
export function useTemplates() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: keyOf(slug),
    queryFn: async ({ signal }) =>
      (await call('listPostTemplates', { workspace: slug }, { signal })).postTemplates,
  });
}

/** @returns a function that keeps what a post says, under a name */
export function useSaveTemplate(postId: string) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return async ({ name }: { name: string }): Promise<void> => {
    await call('createPostTemplate', { name, postId, workspace: slug });
    await queries.invalidateQueries({ queryKey: keyOf(slug) });
  };
}

/** Makes a draft from a template. */
export function useTemplate() {
  const { slug } = useWorkspace();
  return useMutation({
    mutationFn: async (id: string) => (await call('createPostFromTemplate', { id, workspace: slug })).post,
    onError: showFailure,
  });
}

export function useDeleteTemplate() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('deletePostTemplate', { id, workspace: slug }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(slug) }),
    onError: showFailure,
  });
}
