/** What the bell shows, and when the person gets mails. The live feed has it read again (home/follow-home.ts). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';

export type Notification = Reply<'listNotifications'>['notifications'][number];

export function useNotifications() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['notifications', slug],
    queryFn: async ({ signal }) =>
      (await call('listNotifications', { workspace: slug }, { signal })).notifications,
  });
}

export function useMarkRead() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('readNotifications', { workspace: slug }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['notifications', slug] });
      void queries.invalidateQueries({ queryKey: ['home', slug] });
    },
    onError: showFailure,
  });
}

const settingsKey = (slug: string) => ['notification-settings', slug] as const;

export function useNotificationSettings() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: settingsKey(slug),
    queryFn: ({ signal }) => call('getNotificationSettings', { workspace: slug }, { signal }),
  });
}

type MailTiming = Reply<'getNotificationSettings'>['mails'];

export function useSetMails() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mails: MailTiming) => call('setNotificationSettings', { mails, workspace: slug }),
    onSuccess: (settings) => queries.setQueryData(settingsKey(slug), settings),
    onError: showFailure,
  });
}
