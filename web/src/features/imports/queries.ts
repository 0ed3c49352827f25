/** The queries of imports. No event of the live feed is about them, so they are read again while one is under way. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { readWords } from '../../base/finding-words.ts';
import { useWorkspace } from '../../base/session.ts';

export type Import = Reply<'listImports'>['imports'][number];
export type CheckedImport = Reply<'getImport'>['import'];

/** What is sent for a file. */
export interface FileToImport {
  file: File;
  name: string;
  /** Ids, separated by commas: for rows that name none. */
  accounts: string | undefined;
  workspace: string;
}

/** How often an import that is under way is read again, ms. */
const POLL_MS = 1_500;

const UNDER_WAY = new Set<Import['status']>(['checking', 'creating', 'removing']);

/** Whether its rows are being checked, made into posts, or removed. */
export const isUnderWay = ({ status }: Pick<Import, 'status'>): boolean => UNDER_WAY.has(status);

export const importsKey = (slug: string) => ['imports', slug] as const;

/** The imports of the workspace, newest first, page by page. */
export function useImports() {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: [...importsKey(slug), 'list'],
    queryFn: ({ signal, pageParam: before }) => call('listImports', { workspace: slug, before }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ imports }) => imports.some(isUnderWay)) === true && POLL_MS,
  });
}

/** An import with the problems of its rows. */
export function useImport(id: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: [...importsKey(slug), id],
    queryFn: async ({ signal }) => {
      const [found] = await Promise.all([
        call('getImport', { id, workspace: slug }, { signal }),
        readWords(),
      ]);
      return found.import;
    },
    refetchInterval: ({ state }) => state.data !== undefined && isUnderWay(state.data) && POLL_MS,
  });
}
