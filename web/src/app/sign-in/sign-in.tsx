import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, messageOf } from '../../base/api.ts';
import { Fault } from '../../base/parts/states.tsx';
import { useSessionChanged } from '../../base/session.ts';
import { Card } from '../../base/parts/card.tsx';

export function SignIn() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const sessionChanged = useSessionChanged();
  const signIn = useMutation({
    mutationFn: () => call('signIn', { email, password }),
    onSuccess: sessionChanged,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <Card title="Sign in" text="With the address and password of this installation.">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
          />
          {signIn.isError && <Fault message={messageOf(signIn.error)} />}
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
