import { Divider, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { LIMITS } from '../../base/limits.ts';
import { call } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { useSession } from '../../base/session.ts';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The person who is signed in: their password, their second factor and their sessions. */
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
      <Divider />
      <SecondFactor />
      <Divider />
      <Sessions />
    </Stack>
  );
}

function PasswordForm() {
  const form = useApiForm({
    name: 'password',
    initialValues: { current: '', password: '' },
    send: (values) => call('changePassword', values),
    onSent: () => {
      form.reset();
      notifications.show({ message: 'The password is changed. Your other sessions have ended.' });
    },
  });
  const toggle = (what: string) => ({ 'aria-label': `Show the ${what}`, tabIndex: 0 });
  return (
    <Form of={form}>
      <Stack>
        <Title order={2} size="h4">
          Change the password
        </Title>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          {...form.field('current')}
          visibilityToggleButtonProps={toggle('current password')}
        />
        <PasswordInput
          label="New password"
          description={`At least ${LIMITS.minPassword} characters. A long one is safer than a complicated one.`}
          autoComplete="new-password"
          required
          minLength={LIMITS.minPassword}
          maxLength={LIMITS.password}
          {...form.field('password')}
          visibilityToggleButtonProps={toggle('new password')}
        />
        <FormFault of={form} />
        <Submit of={form}>Change the password</Submit>
      </Stack>
    </Form>
  );
}
