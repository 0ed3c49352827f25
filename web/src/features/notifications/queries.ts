/** What the bell shows, how the person is notified, and in which browsers they get pushes. The live feed has it read again (home/follow-home.ts). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Input, type Reply } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { subscribeHere, unsubscribeHere } from './browser-push.ts';

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

/** What a person changes of the settings. */
type NotificationChange = Omit<Input<'setNotificationSettings'>, 'workspace'>;

export function useSetNotifications() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: NotificationChange) =>
      call('setNotificationSettings', { ...change, workspace: slug }),
    onSuccess: (settings) => queries.setQueryData(settingsKey(slug), settings),
    onError: showFailure,
  });
}

const browsersKey = ['push-browsers'] as const;

export type PushBrowser = Reply<'listPushBrowsers'>['browsers'][number];

/** The browsers of the person that get pushes, and the key with which others subscribe. */
export function usePushBrowsers() {
  return useQuery({
    queryKey: browsersKey,
    queryFn: ({ signal }) => call('listPushBrowsers', {}, { signal }),
  });
}

export function useTurnOn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (publicKey: string) => {
      const subscription = await subscribeHere(publicKey);
      return subscription === null ? null : call('addPushBrowser', subscription);
    },
    onSuccess: (list) => list !== null && queries.setQueryData(browsersKey, list),
    onError: showFailure,
  });
}

export function useRemoveBrowser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, isCurrent }: { id: string; isCurrent: boolean }) => {
      await call('removePushBrowser', { id });
      if (isCurrent) await unsubscribeHere();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: browsersKey }),
    onError: showFailure,
  });
}

export function useTestBrowser() {
  const { slug } = useWorkspace();
  return useMutation({
    mutationFn: (id: string) => call('testPushBrowser', { id, workspace: slug }),
    onError: showFailure,
  });
}
