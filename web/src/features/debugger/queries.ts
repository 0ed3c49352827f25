/**
 * The queries of the debugger's pages, and how they stay current: the feed reports a change, then they are read again.
 */
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { LIMITS } from '../../base/limits.ts';
import { call } from '../../base/api.ts';
import { follower } from '../../base/live/follower.ts';
import { listen } from '../../base/live/live.ts';
import { useWorkspace } from '../../base/session.ts';
import type { Chart, Choice, Kind, JournalPage, Step, Stop, WholeActor } from './shapes.ts';

/**
 * The feed reports posts and deliveries, but not accounts and webhook sends, so those are polled. A query that has
 * never succeeded is not polled, because the page would lose its error message each time.
 */
const POLL_MS = 5_000;
/** Events come in bursts: the queries are read once, this long after the first event. */
const BATCH_MS = 250;

/** Reads the debugger's queries again when something changes in the workspace. */
export function useMoves(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const moves = follower<null>(queries, {
      roots: ['debugger'],
      firstMs: BATCH_MS,
      happened(_, add) {
        add(null);
        return true;
      },
      serve: () =>
        void queries.invalidateQueries({
          queryKey: ['debugger'],
          predicate: ({ state }) => pagesOf(state.data) <= MAX_LIVE_PAGES,
        }),
    });
    const stopListening = listen(moves);
    return () => {
      stopListening();
      moves.stop();
    };
  }, [queries]);
}

interface ActorFilter {
  kind: Kind | null;
  state: string;
  q: string;
  stuck: boolean;
}

/** Longer lists are read again less often, and not after each event. */
const MAX_LIVE_PAGES = 2;

/** Actors, page by page; those that are stuck come first. */
export function useActors(filter: ActorFilter) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['debugger', slug, 'actors', filter],
    queryFn: ({ signal, pageParam: before }) => {
      const fields = {
        kind: filter.kind ?? undefined,
        state: filter.state || undefined,
        q: filter.q || undefined,
        stuck: filter.stuck || undefined,
      };
      return call(
        'listActors',
        { workspace: slug, limit: LIMITS.actorsPerPage, ...fields, before },
        { signal },
      );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data !== undefined && POLL_MS * Math.max(1, pagesOf(state.data) - MAX_LIVE_PAGES),
  });
}

const pagesOf = (data: unknown): number => (data as { pages?: unknown[] } | undefined)?.pages?.length ?? 1;

export function useActor(id: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['debugger', slug, 'actor', id],
    queryFn: async ({ signal }) =>
      (await call('getActor', { id, workspace: slug }, { signal })) as WholeActor,
    refetchInterval: ({ state }) => state.data !== undefined && POLL_MS,
  });
}

interface Journal {
  steps: Step[];
  stopped: Stop | null;
  /**
   * The number of steps the actor had taken when it was read. `steps` may hold fewer, because the service limits how
   * many it returns.
   */
  of: number;
}

/** The whole journal. After the first reading only newer steps are read. @param seq steps the actor has taken */
export function useJournal(id: string, seq: number) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const queryKey = ['journal', slug, id];
  const journal = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Journal> => {
      const cached = queries.getQueryData<Journal>(queryKey);
      const steps = [...(cached?.steps ?? [])];
      for (;;) {
        const query = { id, workspace: slug, limit: LIMITS.journalSteps, after: steps.at(-1)?.seq ?? 0 };
        const page = (await call('getActorJournal', query, { signal })) as JournalPage;
        steps.push(...page.steps);
        if (page.next === null) return { steps, stopped: page.stopped, of: seq };
      }
    },
    staleTime: Infinity,
  });
  const newestSeq = Math.max(journal.data?.of ?? 0, journal.data?.steps.at(-1)?.seq ?? 0);
  const isBehind = journal.data !== undefined && seq > newestSeq && !journal.isFetching;
  const { refetch } = journal;
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  return journal;
}

export function useSequence(id: string, enabled: boolean) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['debugger', slug, 'sequence', id],
    queryFn: ({ signal }) => call('getActorSequence', { id, workspace: slug }, { signal }),
    enabled,
  });
}

export function useExplanation(postId: string | null) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['debugger', slug, 'explain', postId],
    queryFn: async ({ signal }) => {
      return call('explainPost', { id: postId!, workspace: slug }, { signal });
    },
    enabled: postId !== null,
    retry: false,
  });
}

/** What a person's run of an automation did. @param seq it is read again after each step of the run */
export function useRunExplanation(id: string, seq: number) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['debugger', slug, 'explain-run', id, seq],
    queryFn: ({ signal }) => call('explainDmRun', { id, workspace: slug }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** What a chart is of: a kind, or one definition of a kind whose actors have charts of their own. */
interface Charted {
  kind: string;
  definition?: { id: string; workspace: string };
}

/** A chart never changes while a service runs. */
const chartQuery = ({ kind, definition }: Charted) =>
  queryOptions({
    queryKey: ['chart', kind, definition?.id ?? null],
    queryFn: async ({ signal }) => {
      const query = { kind, definition: definition?.id, workspace: definition?.workspace };
      return (await call('getChart', query, { signal })) as Chart;
    },
    staleTime: Infinity,
  });

export function useChart(kind: string) {
  return useQuery(chartQuery({ kind }));
}

/** The chart that an actor runs on. Not asked for when the program does not know it. */
export function useChartOf({ actor: { kind, definitionId }, chartHash }: WholeActor) {
  const { slug } = useWorkspace();
  return useQuery({
    ...chartQuery(
      definitionId === null ? { kind } : { kind, definition: { id: definitionId, workspace: slug } },
    ),
    enabled: chartHash !== null,
  });
}

/** Asks the service to lay out the charts, one after the other, before a person opens them: the first layout takes a second. */
export function useChartsSoon(kinds: readonly string[]): void {
  const queries = useQueryClient();
  const names = kinds.join(' ');
  useEffect(() => {
    let hasEnded = false;
    const draw = async () => {
      for (const kind of names.split(' ')) if (!hasEnded) await queries.prefetchQuery(chartQuery({ kind }));
    };
    void draw();
    return () => {
      hasEnded = true;
    };
  }, [queries, names]);
}

export function useHeat(kind: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['debugger', slug, 'heat', kind],
    queryFn: ({ signal }) => call('getHeat', { kind, workspace: slug }, { signal }),
    refetchInterval: ({ state }) => state.data !== undefined && POLL_MS,
  });
}

interface ManualAction {
  choice: Choice;
  reason: string;
  networkPostId: string;
  url: string;
  /** A second click on the same action sends the same key, so it is done once. */
  idempotencyKey: string;
}

export function useHand(id: string) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ choice, reason, networkPostId, url, idempotencyKey }: ManualAction) =>
      call(
        'actOnActor',
        {
          id,
          workspace: slug,
          action: choice.action,
          event: choice.event,
          reason,
          ...(choice.fields.includes('networkPostId') && networkPostId !== '' ? { networkPostId } : {}),
          ...(choice.fields.includes('url') && url !== '' ? { url } : {}),
        },
        { idempotencyKey },
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['debugger'] }),
  });
}

/** Downloads the run as a file. */
export async function saveRun(slug: string, id: string): Promise<void> {
  const run = await call('downloadRun', { id, workspace: slug });
  saveJson(`troupe-run-${id}.json`, run);
}

/** The chart as the configuration that XState's tools read. */
export async function saveChart(kind: string): Promise<void> {
  const { config } = await call('exportChart', { kind });
  saveJson(`${kind}.xstate.json`, config);
}

function saveJson(name: string, value: unknown): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
