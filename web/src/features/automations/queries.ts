/** The queries of automations. The live feed says when they are read again (follow-automations.ts). */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { putInList, removeFromList } from '../../base/lists.ts';
import { newIdempotencyKey, requestKeys } from '../../base/parts/idempotency-key.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { automationsKey, runsKey, statsKey, versionsKey } from './keys.ts';
import type { Automation, Flow, Step, TalkTest } from './shapes.ts';

/** One page of runs. */
const PER_PAGE = 50;

/** All automations of the workspace, the newest first. There are a hundred at most. */
export function useAutomations() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: automationsKey(slug),
    queryFn: async ({ signal }) =>
      (await call('listDmAutomations', { workspace: slug }, { signal })).automations as Automation[],
  });
}

/** What new automations can begin with. */
export function useTemplates() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['automation-templates', slug],
    queryFn: async ({ signal }) =>
      (await call('listDmAutomationTemplates', { workspace: slug }, { signal })).templates,
    staleTime: Infinity,
  });
}

/** The people who went through an automation, the newest first. @param stepId only those whose last step it is; null means all */
export function useRuns(id: string, stepId: string | null) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: [...runsKey(slug, id), stepId],
    queryFn: ({ signal, pageParam: before }) =>
      call(
        'listDmRuns',
        { id, workspace: slug, limit: PER_PAGE, stepId: stepId ?? undefined, before },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
}

/** How many people are in each step, and where they ended, by version. @param isWanted false: not read now */
export function useStats(id: string, isWanted = true) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: statsKey(slug, id),
    queryFn: ({ signal }) => call('getDmAutomationStats', { id, workspace: slug }, { signal }),
    // the feed does not say when somebody has seen a message
    refetchInterval: 60_000,
    enabled: isWanted,
  });
}

/** The versions of an automation, the newest first. */
export function useVersions(id: string) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: versionsKey(slug, id),
    queryFn: ({ signal, pageParam: before }) =>
      call('listDmAutomationVersions', { id, workspace: slug, before }, { signal }),
    initialPageParam: undefined as number | undefined,
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
    queryFn: async ({ signal }): Promise<Terms> => {
      const query = { id: automation.id, number: `${version}`, workspace: slug };
      const { version: read } = await call('getDmAutomationVersion', query, { signal });
      return { ...read, steps: read.steps as Step[] };
    },
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
    mutationFn: async (number: number) =>
      (
        await call(
          'restoreDmAutomationVersion',
          { id, number: `${number}`, version, workspace: slug },
          { idempotencyKey: newIdempotencyKey() },
        )
      ).automation as Automation,
    onSuccess: async (automation) => {
      putInList(queries, automationsKey(slug), automation);
      await queries.invalidateQueries({ queryKey: versionsKey(slug, id) });
    },
    onError: showFailure,
  });
}

interface Save {
  /** What is changed; null means a new one. */
  id: string | null;
  flow: Flow;
  /** The version that was changed; null means whatever version there is. */
  version: number | null;
}

type Saved = Omit<Reply<'updateDmAutomation'>, 'automation'> & { automation: Automation };

/** Makes an automation, or changes one, at once. A repeat after a lost response makes no second one. */
export function useSaveFlow() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, flow, version }: Save): Promise<Saved> => {
      const { accountId, name, tests, ...rest } = flow;
      const terms = { ...rest, ...(name.trim() !== '' && { name: name.trim() }), workspace: slug };
      if (id !== null) {
        const change = { id, ...terms, version: version ?? undefined };
        return (await call('updateDmAutomation', change)) as Saved;
      }
      const body = { accountId, ...terms };
      const options = { idempotencyKey: creating.keyFor(body) };
      const made = (await call('createDmAutomation', body, options)) as Saved;
      for (const test of tests) await putTest(slug, made.automation.id, test);
      return made;
    },
    onSuccess: ({ automation }) => {
      creating.succeeded();
      putInList(queries, automationsKey(slug), automation);
      void queries.invalidateQueries({ queryKey: versionsKey(slug, automation.id) });
    },
  });
}

const creating = requestKeys();

/** Pauses an automation, which ends its runs, or resumes it. */
export function useSetActive() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, active }: { id: string; active: boolean }) =>
      (await call('updateDmAutomation', { id, active, workspace: slug })).automation as Automation,
    onSuccess: (automation) => putInList(queries, automationsKey(slug), automation),
    onError: showFailure,
  });
}

export function useDeleteAutomation() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('deleteDmAutomation', { id, workspace: slug }),
    onSuccess: (_, id) => {
      removeFromList(queries, automationsKey(slug), id);
      queries.removeQueries({ queryKey: runsKey(slug, id) });
      queries.removeQueries({ queryKey: statsKey(slug, id) });
    },
    onError: showFailure,
  });
}

/** Stops one person's run. */
export function useStopRun() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call('stopDmRun', { id, workspace: slug }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['automations', slug] }),
    onError: showFailure,
  });
}

/** The draft of an automation as it is when a page is opened. */
export function useDraft(id: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['automation-draft', slug, id],
    queryFn: ({ signal }) => call('getDmAutomationDraft', { id, workspace: slug }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Keeps a test with an automation, in place of one with the same name. */
export const putTest = (slug: string, id: string, test: TalkTest) =>
  call('saveDmAutomationTest', { id, ...test, workspace: slug });
