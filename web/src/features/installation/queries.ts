/** The queries of the installation's pages, for its operators. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useSession, useSessionChanged } from '../../base/session.ts';

export type Installation = Reply<'readInstallation'>['installation'];
export type Mail = Reply<'readMailServer'>['mail'];
export type Operator = Reply<'listOperators'>['operators'][number];

export const mailKey = ['installation', 'mail'] as const;
export const operatorsKey = ['installation', 'operators'] as const;

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

export const useOperators = () =>
  useQuery({
    queryKey: operatorsKey,
    queryFn: async ({ signal }) => (await call('listOperators', {}, { signal })).operators,
  });

/** Removes an operator. Who removes themselves sees no page of the installation afterwards. */
export function useRemoveOperator({ userId }: Operator) {
  const queries = useQueryClient();
  const sessionChanged = useSessionChanged();
  const isSelf = useSession().data?.user?.id === userId;
  return useMutation({
    mutationFn: () => call('removeOperator', { userId }),
    onSuccess: () => (isSelf ? sessionChanged() : queries.invalidateQueries({ queryKey: operatorsKey })),
    onError: showFailure,
  });
}

export function useRemoveMail() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('removeMailServer', {}),
    onSettled: () => queries.invalidateQueries({ queryKey: mailKey }),
    onError: showFailure,
  });
}
