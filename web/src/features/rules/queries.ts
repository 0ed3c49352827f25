/** The queries of rules. The live feed says when they are read again (follow-rules.ts). */
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { putInList, removeFromList } from '../../base/lists.ts';
import { newIdempotencyKey, requestKeys } from '../../base/parts/idempotency-key.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { type EntryPages, withNewest } from './activity-cache.ts';
import type { Entry, EntryPage, Rule, RuleTerms } from './shapes.ts';

/** One page of the activity. */
const PER_PAGE = 50;
/** The newest activity is read again after this time while a public reply is under way: the feed does not report those, ms. */
const UNDER_WAY_MS = 3_000;
/** The latest posts of an account are read at the network: not again within this time, ms. */
const MEDIA_FRESH_MS = 5 * 60_000;

export const rulesKey = (slug: string) => ['rules', slug, 'list'] as const;
export const activityKey = (slug: string, ruleId: string) => ['rules', slug, 'activity', ruleId] as const;
export const nearKey = (slug: string) => ['rules', slug, 'near'] as const;

/** All rules of the workspace, the newest first. There are a hundred at most. */
export function useRules() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: rulesKey(slug),
    queryFn: async ({ signal }) => (await call('listCommentRules', { workspace: slug }, { signal })).rules,
  });
}

function readEntries(
  slug: string,
  ruleId: string,
  { before, signal }: { before: string | null; signal?: AbortSignal },
): Promise<EntryPage> {
  const query = { workspace: slug, queued: true, limit: PER_PAGE, before: before ?? undefined };
  return call('listCommentRuleEvents', { id: ruleId, ...query }, { signal });
}

/** What a rule did, newest first. */
export function useActivity(ruleId: string) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const queryKey = activityKey(slug, ruleId);
  const read = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => readEntries(slug, ruleId, { before: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
  });
  const isUnderWay = (read.data?.pages[0]?.events ?? []).some(isReplying);
  useQuery({
    queryKey: [...queryKey, 'newest'],
    queryFn: async () => {
      await readNewest(queries, slug, ruleId);
      return null;
    },
    enabled: isUnderWay,
    refetchInterval: UNDER_WAY_MS,
  });
  return read;
}

/** The message is sent, and its public reply neither made nor refused. */
export const isReplying = ({ status, publicReply }: Entry): boolean =>
  status === 'sent' &&
  publicReply !== null &&
  publicReply.id === null &&
  publicReply.error === null &&
  publicReply.skipped === null;

/** Reads the newest activity of a rule again, and puts it into what was read. */
export async function readNewest(queries: QueryClient, slug: string, ruleId: string): Promise<void> {
  const key = activityKey(slug, ruleId);
  if (queries.getQueryData(key) === undefined) return;
  const newest = await readEntries(slug, ruleId, { before: null });
  queries.setQueryData<EntryPages>(key, (data) => data && withNewest(data, newest));
}

/** The latest posts of an account, read at the network. */
export function useMedia(accountId: string | null) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['rule-media', slug, accountId],
    queryFn: async ({ signal }) => {
      const query = { workspace: slug, accountId: accountId! };
      return (await call('listCommentRuleMedia', query, { signal })).media;
    },
    enabled: accountId !== null,
    staleTime: MEDIA_FRESH_MS,
  });
}

interface Save {
  /** The rule that is changed; null means a new one. */
  id: string | null;
  accountId: string;
  terms: RuleTerms;
}

/** @returns a function that makes a rule, or changes one. A repeat after a lost response makes no second rule. */
export function useSaveRule() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return async ({ id, accountId, terms }: Save): Promise<Rule> => {
    const body = { ...terms, workspace: slug };
    const { rule } =
      id === null
        ? await call(
            'createCommentRule',
            { accountId, ...body },
            { idempotencyKey: creating.keyFor([accountId, body]) },
          )
        : await call('updateCommentRule', { id, ...body });
    creating.succeeded();
    putInList(queries, rulesKey(slug), rule);
    return rule;
  };
}

const creating = requestKeys();

/** Pauses a rule, or resumes it. */
export function useSetActive() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, active }: { id: string; active: boolean }) =>
      (await call('updateCommentRule', { id, active, workspace: slug })).rule,
    onSuccess: (rule) => putInList(queries, rulesKey(slug), rule),
    onError: showFailure,
  });
}

export function useDeleteRule() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('deleteCommentRule', { id, workspace: slug }),
    onSuccess: (_, id) => {
      removeFromList(queries, rulesKey(slug), id);
      queries.removeQueries({ queryKey: activityKey(slug, id) });
    },
    onError: showFailure,
  });
}

/** Words that people wrote and that are close to a keyword of the rule. */
export function useNearMisses(ruleId: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: [...nearKey(slug), ruleId],
    queryFn: ({ signal }) =>
      call('listCommentRuleNearMisses', { id: ruleId, workspace: slug, limit: 8 }, { signal }),
  });
}

/** Makes a keyword of a word. */
export function useAddKeyword(ruleId: string) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (keyword: string) =>
      (
        await call(
          'addCommentRuleKeyword',
          { id: ruleId, keyword, workspace: slug },
          { idempotencyKey: newIdempotencyKey() },
        )
      ).rule,
    onSuccess: async (rule) => {
      putInList(queries, rulesKey(slug), rule);
      await queries.invalidateQueries({ queryKey: nearKey(slug) });
    },
    onError: showFailure,
  });
}

/** Counts what a rule would answer of the last days. The posts are read at the network, which takes a while. */
export function usePastCount(ruleId: string) {
  const { slug } = useWorkspace();
  return useMutation({
    mutationFn: (days: number) => call('previewPastComments', { id: ruleId, workspace: slug, days }),
  });
}

/** Answers comments of the last days too. */
export function useAnswerPast(ruleId: string) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (days: number) =>
      (
        await call(
          'answerPastComments',
          { id: ruleId, days, workspace: slug },
          { idempotencyKey: newIdempotencyKey() },
        )
      ).rule,
    onSuccess: (rule) => putInList(queries, rulesKey(slug), rule),
    onError: showFailure,
  });
}

/** Why a comment's author got a message, or nothing. @param about null if nothing is asked */
export function useCommentExplained(about: { accountId: string; commentId: string } | null) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['rules', slug, 'explained', about],
    queryFn: ({ signal }) => {
      const query = { workspace: slug, ...about! };
      return call('explainCommentRules', query, { signal });
    },
    enabled: about !== null,
    staleTime: 0,
  });
}

/** Lets a person have the message of a rule again. */
export function useForgetPerson(ruleId: string) {
  const { slug } = useWorkspace();
  return useMutation({
    mutationFn: (person: string) =>
      call(
        'forgetCommentRulePerson',
        { id: ruleId, person, workspace: slug },
        { idempotencyKey: newIdempotencyKey() },
      ),
    onError: showFailure,
  });
}

/** How the rules of an account answer, and what holds them now. */
export function useRuleSettings(accountId: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['rules', slug, 'settings', accountId],
    queryFn: async ({ signal }) => {
      const query = { workspace: slug, accountId };
      return (await call('getCommentRuleSettings', query, { signal })).settings;
    },
  });
}

/** Sets how the rules of an account answer. */
export function useSaveRuleSettings(accountId: string) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return async (change: {
    evenPace: boolean;
    publicReplySeconds: number;
    testers: string[];
  }): Promise<void> => {
    const body = { accountId, ...change, workspace: slug };
    const { settings } = await call('setCommentRuleSettings', body);
    queries.setQueryData(['rules', slug, 'settings', accountId], settings);
  };
}
