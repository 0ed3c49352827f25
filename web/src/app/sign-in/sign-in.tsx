import { Anchor, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link } from 'wouter';
import { useState } from 'react';
import { ApiError, call } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { useSessionChanged } from '../../base/session.ts';
import { Card } from '../../base/parts/card.tsx';
import { t } from '../../base/language/text.ts';

export const SignIn = () => (
  <Card title={t('Sign in')} text={t('With the address and password of this installation.')}>
    <SignInForm />
  </Card>
);

export function SignInForm() {
  const [wantsCode, setWantsCode] = useState(false);
  const changed = useSessionChanged();
  const form = useApiForm({
    name: 'sign-in',
    initialValues: { email: '', password: '', code: '' },
    send: async ({ code, ...login }) => {
      try {
        await call('signIn', wantsCode ? { ...login, code } : login);
        return true;
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
        setWantsCode(true);
        return false;
      }
    },
    onSent: (isSignedIn) => (isSignedIn ? changed() : undefined),
  });
  return (
    <Form of={form}>
      <Stack>
        <TextInput
          label={t('Email')}
          type="email"
          autoComplete="username"
          required
          {...form.field('email')}
        />
        <PasswordInput
          label={t('Password')}
          autoComplete="current-password"
          required
          {...form.field('password')}
          visibilityToggleButtonProps={{ 'aria-label': t('Show the password'), tabIndex: 0 }}
        />
        {wantsCode && (
          <TextInput
            label={t('Code')}
            description={t('The six digits that your app shows, or a recovery code.')}
            autoComplete="one-time-code"
            autoFocus
            required
            {...form.field('code')}
          />
        )}
        <FormFault of={form} />
        <Submit of={form}>{t('Sign in')}</Submit>
        <Anchor component={Link} href="/app/forgot-password" size="sm">
          {t('Forgot your password?')}
        </Anchor>
      </Stack>
    </Form>
  );
}
