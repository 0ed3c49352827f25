/** The queries of who did what. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';

type Page = Reply<'listAudit'>;
export type AuditEntry = Page['entries'][number];

/** Whose entries, and since when. Empty texts mean all. */
export interface AuditFilter {
  person: string;
  /** Days that are shown; 0 means all. */
  days: number;
}

const PER_PAGE = 50;
/** Of a file: the most that one call returns. */
const PER_FILE_PAGE = 1_000;
const DAY_MS = 86_400_000;

const inputOf = ({ person, days }: AuditFilter) => ({
  ...(person !== '' && { person }),
  ...(days > 0 && { from: new Date(Date.now() - days * DAY_MS).toISOString() }),
});

export function useAudit(filter: AuditFilter) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['audit', slug, filter],
    queryFn: ({ signal, pageParam: before }) =>
      call('listAudit', { workspace: slug, limit: PER_PAGE, ...inputOf(filter), before }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
}

/** Everything that a filter lets through, for a file. */
export async function readAll(slug: string, filter: AuditFilter): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  const input = { workspace: slug, limit: PER_FILE_PAGE, ...inputOf(filter) };
  for (let before: string | undefined; ;) {
    const page: Page = await call('listAudit', { ...input, before });
    entries.push(...page.entries);
    if (page.next === null) return entries;
    before = page.next;
  }
}

/** What happened to a post, newest first. @param updatedAt of the post: read at once when it changes */
export function usePostHistory(id: string, updatedAt: string) {
  const { slug } = useWorkspace();
  return useQuery({
    // below posts: an event about one, such as a note, has it read again
    queryKey: ['posts', slug, 'history', id, updatedAt],
    queryFn: async ({ signal }) =>
      (await call('getPostHistory', { id, workspace: slug }, { signal })).history,
  });
}
