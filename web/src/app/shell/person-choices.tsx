import { Menu, Text } from '@mantine/core';
import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { useLocation } from 'wouter';
import { call, messageOf, type Session } from '../../base/api.ts';
import { PersonButton } from './person-button.tsx';
import { useOpened } from '../../base/parts/use-opened.ts';
import { sessionKey, signOutKey, useSessionChanged } from '../../base/session.ts';
import { t } from '../../base/language/text.ts';

/** The menu, opened: the password, and signing out. */
export default function PersonChoices({ user }: { user: NonNullable<Session['user']> }) {
  const { target, ...menu } = useOpened();
  const sessionChanged = useSessionChanged();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const signOut = useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      // requests under way would be refused once the session has ended, and the browser would complain of each
      await untilPagesAreGone(queries);
      await queries.cancelQueries();
      return call('signOut');
    },
    onSuccess: sessionChanged,
    onError: (error) =>
      notifications.show({ color: 'red', title: t('Still signed in'), message: messageOf(error) }),
  });
  return (
    <Menu position="bottom-end" width={220} {...menu}>
      <Menu.Target>
        <PersonButton ref={target} name={user.name} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate c="inherit">
            {user.name}
          </Text>
          {user.email}
        </Menu.Label>
        <Menu.Item onClick={() => go('/settings/you')}>{t('Change password')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()}>{t('Sign out')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** While a person signs out the app draws no page, so nothing more is requested. */
async function untilPagesAreGone(queries: QueryClient): Promise<void> {
  const isOfPage = {
    type: 'active',
    predicate: ({ queryKey }: Query) => queryKey[0] !== sessionKey[0],
  } as const;
  while (queries.getQueryCache().findAll(isOfPage).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
}
