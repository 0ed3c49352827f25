import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { useLocation } from 'wouter';
import { call, messageOf, type Session } from '../api.ts';
import { useSessionChanged } from '../session.ts';

export function PersonMenu({ user }: { user: NonNullable<Session['user']> }) {
  const sessionChanged = useSessionChanged();
  const [, go] = useLocation();
  const signOut = useMutation({
    mutationFn: () => call('DELETE', '/app/api/session'),
    onSuccess: sessionChanged,
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Still signed in', message: messageOf(error) }),
  });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${user.name}`} style={{ borderRadius: '50%' }}>
          <Avatar name={user.name} color="blue" size={32} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate c="inherit">
            {user.name}
          </Text>
          {user.email}
        </Menu.Label>
        <Menu.Item onClick={() => go('/settings/you')}>Change password</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
