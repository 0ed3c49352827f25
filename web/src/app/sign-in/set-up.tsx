import { Alert, Anchor, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { LIMITS } from '../../base/limits.ts';
import { call, type Session } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { ownZone } from '../../base/parts/times.ts';
import { useSessionChanged } from '../../base/session.ts';
import { Card } from '../../base/parts/card.tsx';
import { rich, t } from '../../base/language/text.ts';

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
      title={t('Make this installation yours')}
      text={t('You are the first person here: choose how you sign in from now on.')}
    >
      {simulatedAccounts > 0 && sandboxUrl !== null && (
        <SimulatedAccounts count={simulatedAccounts} sandboxUrl={sandboxUrl} />
      )}
      <OwnerForm needsKey={needsKey} />
    </Card>
  );
}

function OwnerForm({ needsKey }: { needsKey: boolean }) {
  const form = useApiForm({
    name: 'set-up',
    initialValues: { name: '', email: '', password: '', key: '' },
    send: ({ key, ...person }) =>
      call('setUp', { ...person, timezone: ownZone(), ...(key === '' ? {} : { key }) }),
    onSent: useSessionChanged(),
  });
  return (
    <Form of={form}>
      <Stack>
        <TextInput
          label={t('Name')}
          autoComplete="name"
          maxLength={LIMITS.personName}
          required
          {...form.field('name')}
        />
        <TextInput
          label={t('Email')}
          type="email"
          autoComplete="username"
          required
          {...form.field('email')}
        />
        <PasswordInput
          label={t('Password')}
          description={t('At least {limit} characters. A long one is safer than a complicated one.', {
            limit: LIMITS.minPassword,
          })}
          autoComplete="new-password"
          required
          minLength={LIMITS.minPassword}
          maxLength={LIMITS.password}
          {...form.field('password')}
          visibilityToggleButtonProps={{ 'aria-label': t('Show the password'), tabIndex: 0 }}
        />
        {needsKey && (
          <TextInput
            label={t('API key')}
            description={t(
              'This installation is in use already: one of its keys shows that it is yours. `npm run troupe -- keys create --name setup` makes one.',
            )}
            autoComplete="off"
            required
            {...form.field('key')}
          />
        )}
        <FormFault of={form} />
        <Submit of={form}>{t('Create the account')}</Submit>
      </Stack>
    </Form>
  );
}

function SimulatedAccounts({ count, sandboxUrl }: { count: number; sandboxUrl: string }) {
  return (
    <Alert
      color="accent"
      variant="light"
      mb="md"
      title={t('{count} simulated accounts are ready', { count })}
    >
      <Text size="sm">
        {rich(
          'One on each network, to try everything. What they publish reaches no real network: you see it in the <link>sandbox</link>.',
          {
            link: (words) => (
              <Anchor href={sandboxUrl} target="_blank" rel="noreferrer" size="sm" underline="always">
                {words}
              </Anchor>
            ),
          },
        )}
      </Text>
    </Alert>
  );
}
