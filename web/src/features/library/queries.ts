/** The queries of the library. No event of the live feed is about it, so it is read again when a page with it is opened. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';

export type LibraryFile = Reply<'listMedia'>['media'][number];
export type FileType = LibraryFile['type'];

interface LibraryFilter {
  /** A part of the name or the description; empty means any. */
  words: string;
  /** null means any. */
  type: FileType | null;
}

export const libraryKey = (slug: string) => ['library', slug] as const;

/** The files of the workspace that fit, newest first, page by page. */
export function useLibrary({ words, type }: LibraryFilter) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: [...libraryKey(slug), words, type],
    queryFn: ({ signal, pageParam: before }) => {
      const filter = { ...(words !== '' && { q: words }), ...(type !== null && { type }) };
      return call('listMedia', { workspace: slug, before, limit: 30, ...filter }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
}
