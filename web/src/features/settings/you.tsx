import { Divider, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { LIMITS } from '../../base/limits.ts';
import { call } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { useSession } from '../../base/session.ts';
import { LanguageChoice } from './language-choice.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { t } from '../../base/language/text.ts';

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
      <LanguageChoice />
      <Divider />
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
      notifications.show({ message: t('The password is changed. Your other sessions have ended.') });
    },
  });
  const toggle = (label: string) => ({ 'aria-label': label, tabIndex: 0 });
  return (
    <Form of={form}>
      <Stack>
        <Title order={2} size="h4">
          {t('Change the password')}
        </Title>
        <PasswordInput
          label={t('Current password')}
          autoComplete="current-password"
          required
          {...form.field('current')}
          visibilityToggleButtonProps={toggle(t('Show the current password'))}
        />
        <PasswordInput
          label={t('New password')}
          description={t('At least {limit} characters. A long one is safer than a complicated one.', {
            limit: LIMITS.minPassword,
          })}
          autoComplete="new-password"
          required
          minLength={LIMITS.minPassword}
          maxLength={LIMITS.password}
          {...form.field('password')}
          visibilityToggleButtonProps={toggle(t('Show the new password'))}
        />
        <FormFault of={form} />
        <Submit of={form}>{t('Change the password')}</Submit>
      </Stack>
    </Form>
  );
}
