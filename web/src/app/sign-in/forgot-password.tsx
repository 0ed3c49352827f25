import { Alert, Anchor, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { Card } from '../../base/parts/card.tsx';
import { t } from '../../base/language/text.ts';

const ToSignIn = () => (
  <Anchor component={Link} href="/app" size="sm">
    {t('Back to sign in')}
  </Anchor>
);

/** Asks for a link by mail. It says the same whether or not somebody has the address. */
export function ForgotPassword({ sendsMail }: { sendsMail: boolean }) {
  const [address, setAddress] = useState<string | null>(null);
  const form = useApiForm({
    name: 'forgot-password',
    initialValues: { email: '' },
    send: async (values) => {
      await call('sendPasswordReset', values);
      return values.email;
    },
    onSent: setAddress,
  });
  if (!sendsMail) return <WithoutMail />;
  if (address !== null)
    return (
      <Card
        title={t('Look into your mailbox')}
        text={t('The link in the mail works once, within the next hour.')}
      >
        <Stack>
          <Alert color="accent" variant="light">
            {t('If somebody here has the address {address}, a mail is on its way to it.', { address })}
          </Alert>
          <ToSignIn />
        </Stack>
      </Card>
    );
  return (
    <Card
      title={t('Forgot your password?')}
      text={t('You get a link by mail, with which you choose a new one.')}
    >
      <Form of={form}>
        <Stack>
          <TextInput
            label={t('Email')}
            type="email"
            autoComplete="username"
            required
            {...form.field('email')}
          />
          <FormFault of={form} />
          <Submit of={form}>{t('Send the link')}</Submit>
          <ToSignIn />
        </Stack>
      </Form>
    </Card>
  );
}

/** The page of the link. Its secret is in the fragment of the address, which reaches no server by itself. */
export function ResetPassword() {
  const [secret] = useState(() => location.hash.slice(1));
  const [isDone, setDone] = useState(false);
  const form = useApiForm({
    name: 'reset-password',
    initialValues: { password: '' },
    send: ({ password }) => call('usePasswordReset', { secret, password }),
    onSent: () => setDone(true),
  });
  if (isDone)
    return (
      <Card
        title={t('Your password is changed')}
        text={t('You are signed out everywhere: sign in with the new one.')}
      >
        <ToSignIn />
      </Card>
    );
  return (
    <Card title={t('Choose a new password')} text={t('You will be signed out everywhere.')}>
      <Form of={form}>
        <Stack>
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
            visibilityToggleButtonProps={{ 'aria-label': t('Show the password'), tabIndex: 0 }}
          />
          <FormFault of={form} />
          <Submit of={form}>{t('Change the password')}</Submit>
          <Anchor component={Link} href="/app/forgot-password" size="sm">
            {t('Ask for another link')}
          </Anchor>
        </Stack>
      </Form>
    </Card>
  );
}

const WithoutMail = () => (
  <Card
    title={t('Forgot your password?')}
    text={t(
      'This installation sends no mail. Ask the person who runs it for a new password: they run the command below.',
    )}
  >
    <Stack>
      <Text ff="monospace" size="sm">
        npm run troupe -- password reset --user your@address
      </Text>
      <ToSignIn />
    </Stack>
  </Card>
);
