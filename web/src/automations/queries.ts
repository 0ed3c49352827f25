/** The queries of automations. The live feed says when they are read again (follow-automations.ts). */
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../api.ts';
import { newIdempotencyKey } from '../parts/idempotency-key.ts';
import { tellFailure } from '../posts/queries.ts';
import { useWorkspace } from '../session.ts';
import type { Automation, Flow, Run, RunPage, Stats, Template, VersionPage, Warning } from './shapes.ts';

export const PATH = '/v1/dm-automations';
/** One page of runs. */
const PER_PAGE = 50;

export const automationsKey = (slug: string) => ['automations', slug, 'list'] as const;
export const runsKey = (slug: string, id: string) => ['automations', slug, 'runs', id] as const;
export const statsKey = (slug: string, id: string) => ['automations', slug, 'stats', id] as const;

export const versionsKey = (slug: string, id: string) => ['automations', slug, 'versions', id] as const;

/** All automations of the workspace, the newest first. There are a hundred at most. */
export function useAutomations() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: automationsKey(slug),
    queryFn: async ({ signal }) =>
      (await call<{ automations: Automation[] }>('GET', `${PATH}?workspace=${slug}`, { signal })).automations,
  });
}

/** What new automations can begin with. */
export function useTemplates() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['automation-templates', slug],
    queryFn: async ({ signal }) =>
      (await call<{ templates: Template[] }>('GET', `${PATH}/templates?workspace=${slug}`, { signal }))
        .templates,
    staleTime: Infinity,
  });
}

/** The people who went through an automation, the newest first. */
export function useRuns(id: string) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: runsKey(slug, id),
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ workspace: slug, limit: String(PER_PAGE) });
      if (pageParam !== null) query.set('before', pageParam);
      return call<RunPage>('GET', `${PATH}/${id}/runs?${query}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** How many people are in each step, and where they ended, by version. @param isWanted false: not read now */
export function useStats(id: string, isWanted = true) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: statsKey(slug, id),
    queryFn: ({ signal }) => call<Stats>('GET', `${PATH}/${id}/stats?workspace=${slug}`, { signal }),
    enabled: isWanted,
  });
}

/** The versions of an automation, the newest first. */
export function useVersions(id: string) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: versionsKey(slug, id),
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ workspace: slug });
      if (pageParam !== null) query.set('before', String(pageParam));
      return call<VersionPage>('GET', `${PATH}/${id}/versions?${query}`, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
}

type Terms = Pick<Automation, 'trigger' | 'steps' | 'version'>;

/**
 * The trigger and the steps of a version.
 * @returns null while they are read
 */
export function useVersion(automation: Automation, version: number): Terms | null {
  const { slug } = useWorkspace();
  const isCurrent = version === automation.version;
  const { data } = useQuery({
    queryKey: ['automation-version', slug, automation.id, version],
    queryFn: async ({ signal }) =>
      (
        await call<{ version: Terms }>(
          'GET',
          `${PATH}/${automation.id}/versions/${version}?workspace=${slug}`,
          { signal },
        )
      ).version,
    enabled: !isCurrent,
    staleTime: Infinity,
  });
  return isCurrent ? automation : (data ?? null);
}

/** Makes a version with the steps and the trigger of an earlier one. */
export function useRestore({ id, version }: Automation) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: number) =>
      (
        await call<Saved>('POST', `${PATH}/${id}/versions/${wanted}/restore`, {
          body: { version, workspace: slug },
          idempotencyKey: newIdempotencyKey(),
        })
      ).automation,
    onSuccess: async (automation) => {
      keep(queries, slug, automation);
      await queries.invalidateQueries({ queryKey: versionsKey(slug, id) });
    },
    onError: tellFailure,
  });
}

interface Save {
  /** What is changed; null: a new one. */
  id: string | null;
  flow: Flow;
  /** The version that was changed; null: whatever version there is. */
  version: number | null;
}

export interface Saved {
  automation: Automation;
  warnings: Warning[];
}

/** Makes an automation, or changes one, at once. A repeat after a lost response makes no second one. */
export function useSaveFlow() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, flow, version }: Save): Promise<Saved> => {
      const { accountId, name, ...rest } = flow;
      const terms = { ...rest, ...(name.trim() !== '' && { name: name.trim() }), workspace: slug };
      if (id !== null)
        return call<Saved>('PATCH', `${PATH}/${id}`, {
          body: { ...terms, ...(version !== null && { version }) },
        });
      const body = { accountId, ...terms };
      return call<Saved>('POST', PATH, { body, idempotencyKey: keyFor(JSON.stringify(body)) });
    },
    onSuccess: ({ automation }) => {
      lastKey = null;
      keep(queries, slug, automation);
      void queries.invalidateQueries({ queryKey: versionsKey(slug, automation.id) });
    },
  });
}

let lastKey: { body: string; key: string } | null = null;

/** The same request goes out under the same key until it has succeeded. */
function keyFor(body: string): string {
  if (lastKey?.body !== body) lastKey = { body, key: newIdempotencyKey() };
  return lastKey.key;
}

/** Pauses an automation, which ends its runs, or resumes it. */
export function useSetActive() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, active }: { id: string; active: boolean }) =>
      (await call<Saved>('PATCH', `${PATH}/${id}`, { body: { active, workspace: slug } })).automation,
    onSuccess: (automation) => keep(queries, slug, automation),
    onError: tellFailure,
  });
}

export function useDeleteAutomation() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE', `${PATH}/${id}?workspace=${slug}`),
    onSuccess: (_, id) => {
      queries.setQueryData<Automation[]>(automationsKey(slug), (list) =>
        list?.filter((one) => one.id !== id),
      );
      queries.removeQueries({ queryKey: runsKey(slug, id) });
      queries.removeQueries({ queryKey: statsKey(slug, id) });
    },
    onError: tellFailure,
  });
}

/** Stops one person's run. */
export function useStopRun() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call<{ run: Run }>('POST', `/v1/dm-runs/${id}/stop`, {
        body: { workspace: slug },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['automations', slug] }),
    onError: tellFailure,
  });
}

/** Puts an automation as it is now into the list. */
function keep(queries: QueryClient, slug: string, automation: Automation): void {
  queries.setQueryData<Automation[]>(automationsKey(slug), (list) =>
    list === undefined || list.some(({ id }) => id === automation.id)
      ? list?.map((one) => (one.id === automation.id ? automation : one))
      : [automation, ...list],
  );
}
