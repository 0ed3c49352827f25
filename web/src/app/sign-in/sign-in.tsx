import { Anchor, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link } from 'wouter';
import { call } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { useSessionChanged } from '../../base/session.ts';
import { Card } from '../../base/parts/card.tsx';

export const SignIn = () => (
  <Card title="Sign in" text="With the address and password of this installation.">
    <SignInForm />
  </Card>
);

export function SignInForm() {
  const form = useApiForm({
    name: 'sign-in',
    initialValues: { email: '', password: '' },
    send: (values) => call('signIn', values),
    onSent: useSessionChanged(),
  });
  return (
    <Form of={form}>
      <Stack>
        <TextInput label="Email" type="email" autoComplete="username" required {...form.field('email')} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          {...form.field('password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        />
        <FormFault of={form} />
        <Submit of={form}>Sign in</Submit>
        <Anchor component={Link} href="/app/forgot-password" size="sm">
          Forgot your password?
        </Anchor>
      </Stack>
    </Form>
  );
}
