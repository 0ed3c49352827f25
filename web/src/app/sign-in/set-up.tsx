import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { LIMITS } from '../../base/limits.ts';
import { ApiError, call, messageOf, type Session } from '../../base/api.ts';
import { Fault } from '../../base/parts/states.tsx';
import { ownZone } from '../../base/parts/times.ts';
import { useSessionChanged } from '../../base/session.ts';
import { Card } from '../../base/parts/card.tsx';

/** The first person chooses how they sign in, and becomes the owner. */
export function SetUp({
  setup: { needsKey, simulatedAccounts },
  sandboxUrl,
}: {
  setup: NonNullable<Session['setup']>;
  sandboxUrl: string | null;
}) {
  return (
    <Card
      title="Make this installation yours"
      text="You are the first person here: choose how you sign in from now on."
    >
      {simulatedAccounts > 0 && sandboxUrl !== null && (
        <SimulatedAccounts count={simulatedAccounts} sandboxUrl={sandboxUrl} />
      )}
      <OwnerForm needsKey={needsKey} />
    </Card>
  );
}

function OwnerForm({ needsKey }: { needsKey: boolean }) {
  const [form, setForm] = useState({ name: '', email: '', password: '', key: '' });
  const sessionChanged = useSessionChanged();
  const setUp = useMutation({
    mutationFn: () => {
      const { key, ...person } = form;
      return call('setUp', { ...person, timezone: ownZone(), ...(key === '' ? {} : { key }) });
    },
    onSuccess: sessionChanged,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setUp.mutate();
  };
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
    error:
      setUp.error instanceof ApiError && setUp.error.param === `/${name}` ? setUp.error.message : undefined,
    required: true,
  });
  const isShown = setUp.error instanceof ApiError && /^\/(name|email|password|key)$/.test(setUp.error.param);
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label="Name" autoComplete="name" maxLength={LIMITS.personName} {...field('name')} />
        <TextInput label="Email" type="email" autoComplete="username" {...field('email')} />
        <PasswordInput
          label="Password"
          description={`At least ${LIMITS.minPassword} characters. A long one is safer than a complicated one.`}
          autoComplete="new-password"
          minLength={LIMITS.minPassword}
          maxLength={LIMITS.password}
          {...field('password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        />
        {needsKey && (
          <TextInput
            label="API key"
            description="This installation is in use already: one of its keys shows that it is yours. `npm run troupe -- keys create --name setup` makes one."
            autoComplete="off"
            {...field('key')}
          />
        )}
        {setUp.isError && !isShown && <Fault message={messageOf(setUp.error)} />}
        <Button type="submit" loading={setUp.isPending}>
          Create the account
        </Button>
      </Stack>
    </form>
  );
}

function SimulatedAccounts({ count, sandboxUrl }: { count: number; sandboxUrl: string }) {
  return (
    <Alert color="blue" variant="light" mb="md" title={`${count} simulated accounts are ready`}>
      <Text size="sm">
        One on each network, to try everything. What they publish reaches no real network: you see it in the{' '}
        <Anchor href={sandboxUrl} target="_blank" rel="noreferrer" size="sm" underline="always">
          sandbox
        </Anchor>
        .
      </Text>
    </Alert>
  );
}
