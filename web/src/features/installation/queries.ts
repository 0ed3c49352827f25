/** The queries of the installation's pages, for its operators. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useSession, useSessionChanged } from '../../base/session.ts';

export type Installation = Reply<'readInstallation'>['installation'];
export type Mail = Reply<'readMailServer'>['mail'];
export type Operator = Reply<'listOperators'>['operators'][number];

export type NetworkApp = Reply<'listNetworkApps'>['apps'][number];
export type AppPage = Reply<'readNetworkApp'>['app'];
export type ReplyQueue = Reply<'listReplyQueues'>['queues'][number];
export type InstallationChange = Reply<'listInstallationAudit'>['entries'][number];

const changesKey = ['installation', 'changes'] as const;
export const mailKey = ['installation', 'mail'] as const;
export const operatorsKey = ['installation', 'operators'] as const;
export const appsKey = ['installation', 'apps'] as const;
export const appKey = (platform: string) => ['installation', 'app', platform] as const;

export const useInstallation = () =>
  useQuery({
    queryKey: ['installation', 'facts'],
    queryFn: async ({ signal }) => (await call('readInstallation', {}, { signal })).installation,
  });

export const useMail = () =>
  useQuery({
    queryKey: mailKey,
    queryFn: async ({ signal }) => (await call('readMailServer', {}, { signal })).mail,
  });

export const useApps = () =>
  useQuery({ queryKey: appsKey, queryFn: ({ signal }) => call('listNetworkApps', {}, { signal }) });

export const useApp = (platform: string) =>
  useQuery({
    queryKey: appKey(platform),
    queryFn: async ({ signal }) => (await call('readNetworkApp', { platform }, { signal })).app,
  });

export const useOperators = () =>
  useQuery({
    queryKey: operatorsKey,
    queryFn: async ({ signal }) => (await call('listOperators', {}, { signal })).operators,
  });

export const useReplyQueues = () =>
  useQuery({
    queryKey: ['installation', 'reply-queues'],
    queryFn: async ({ signal }) => (await call('listReplyQueues', {}, { signal })).queues,
    // no event of the live feed tells of them: they are of no workspace
    refetchInterval: 10_000,
  });

export const useChanges = () =>
  useInfiniteQuery({
    queryKey: changesKey,
    queryFn: ({ signal, pageParam: before }) => call('listInstallationAudit', { before }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

/** Reads again what an operator changed, and the list of changes. */
export function useChanged(): (key: readonly string[]) => Promise<void> {
  const queries = useQueryClient();
  return async (key) => {
    await Promise.all([key, changesKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}

/** Removes an operator. Who removes themselves sees no page of the installation afterwards. */
export function useRemoveOperator({ userId }: Operator) {
  const changed = useChanged();
  const sessionChanged = useSessionChanged();
  const isSelf = useSession().data?.user?.id === userId;
  return useMutation({
    mutationFn: () => call('removeOperator', { userId }),
    onSuccess: () => (isSelf ? sessionChanged() : changed(operatorsKey)),
    onError: showFailure,
  });
}

export function useRemoveMail() {
  const changed = useChanged();
  return useMutation({
    mutationFn: () => call('removeMailServer', {}),
    onSettled: () => changed(mailKey),
    onError: showFailure,
  });
}

export function useRemoveApp(platform: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: () => call('removeNetworkApp', { platform }),
    onSettled: () => Promise.all([changed(appsKey), changed(appKey(platform))]),
    onError: showFailure,
  });
}
