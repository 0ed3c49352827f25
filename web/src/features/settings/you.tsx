import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { LIMITS } from '../../base/limits.ts';
import { ApiError, call, messageOf } from '../../base/api.ts';
import { Fault } from '../../base/parts/states.tsx';
import { useSession } from '../../base/session.ts';

/** The person who is signed in, and a form for a new password. */
export function You() {
  const { data } = useSession();
  return (
    <Stack maw={420}>
      <div>
        <Text fw={600}>{data?.user?.name}</Text>
        <Text size="sm" c="dimmed">
          {data?.user?.email}
        </Text>
      </div>
      <PasswordForm />
    </Stack>
  );
}

function PasswordForm() {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => call('changePassword', { current, password }),
    onSuccess: () => {
      setCurrent('');
      setPassword('');
      notifications.show({ message: 'The password is changed. Your other sessions have ended.' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  const faultOf = (param: string) =>
    change.error instanceof ApiError && change.error.param === param ? change.error.message : undefined;
  const isShown = faultOf('/current') !== undefined || faultOf('/password') !== undefined;
  const toggle = (what: string) => ({ 'aria-label': `Show the ${what}`, tabIndex: 0 });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={2} size="h4">
          Change the password
        </Title>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={faultOf('/current')}
          visibilityToggleButtonProps={toggle('current password')}
        />
        <PasswordInput
          label="New password"
          description="At least 10 characters. A long one is safer than a complicated one."
          autoComplete="new-password"
          required
          minLength={LIMITS.minPassword}
          maxLength={LIMITS.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={faultOf('/password')}
          visibilityToggleButtonProps={toggle('new password')}
        />
        {change.isError && !isShown && <Fault message={messageOf(change.error)} />}
        <Button type="submit" loading={change.isPending}>
          Change the password
        </Button>
      </Stack>
    </form>
  );
}
