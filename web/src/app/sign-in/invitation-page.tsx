/** The page behind the link of an invitation: a person joins with the account that they have, or makes one. */
import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call, messageOf, type Reply, type Session } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { Card } from '../../base/parts/card.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { useSessionChanged } from '../../base/session.ts';
import { ROLE_WORDS } from '../../features/people/index.ts';
import { SignInForm } from './sign-in.tsx';
import { t } from '../../base/language/text.ts';

type Invitation = Reply<'readInvitation'>;

/** The code is behind the # of the address, which the browser sends to no server. */
const codeInAddress = () => location.hash.slice(1);

/** @param props.user who is signed in; null means nobody */
export function InvitationPage({ user }: { user: Session['user'] }) {
  const [code] = useState(codeInAddress);
  const invitation = useQuery({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => call('readInvitation', { code }, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  if (invitation.isPending)
    return (
      <Card title={t('Invitation')} text={t('One moment.')}>
        <Waiting rows={2} />
      </Card>
    );
  if (invitation.isError)
    return (
      <Card title={t('Invitation')} text={t('This link leads nowhere any more.')}>
        <Stack>
          <Fault message={messageOf(invitation.error)} />
          <Anchor href="/app" size="sm">
            {t('To the dashboard')}
          </Anchor>
        </Stack>
      </Card>
    );
  const { workspace, invitedBy, role } = invitation.data;
  return (
    <Card
      title={t('Join “{workspace}”', { workspace })}
      text={t('{invitedBy} invites you. {label}: {role}.', {
        invitedBy,
        label: ROLE_WORDS[role].label,
        role: lowerFirst(ROLE_WORDS[role].description),
      })}
    >
      {user === null ? (
        <Newcomer code={code} invitation={invitation.data} />
      ) : (
        <Join code={code} user={user} />
      )}
    </Card>
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Reads the session again and opens the workspace. */
function useJoined() {
  const sessionChanged = useSessionChanged();
  const [, go] = useLocation();
  return async ({ workspace }: Reply<'acceptInvitation'>) => {
    await sessionChanged();
    go(`/app/w/${workspace}/posts`, { replace: true });
  };
}

function Join({ code, user }: { code: string; user: NonNullable<Session['user']> }) {
  const joined = useJoined();
  const sessionChanged = useSessionChanged();
  const join = useMutation({ mutationFn: () => call('acceptInvitation', { code }), onSuccess: joined });
  const signOut = useMutation({ mutationFn: () => call('signOut'), onSuccess: sessionChanged });
  return (
    <Stack>
      {join.isError && <Fault message={messageOf(join.error)} />}
      <Button loading={join.isPending} disabled={signOut.isPending} onClick={() => join.mutate()}>
        {t('Join as {name}', { name: user.name })}
      </Button>
      <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
        {t('Use another account')}
      </Button>
    </Stack>
  );
}

function Newcomer({ code, invitation }: { code: string; invitation: Invitation }) {
  const [hasAccount, setHasAccount] = useState(false);
  return (
    <Stack>
      {hasAccount ? <SignInForm /> : <SignUpForm code={code} email={invitation.email} />}
      <Button variant="subtle" onClick={() => setHasAccount(!hasAccount)}>
        {hasAccount ? t('I have no account here') : t('I have an account here')}
      </Button>
    </Stack>
  );
}

function SignUpForm({ code, email }: { code: string; email: string | null }) {
  const form = useApiForm({
    name: 'sign-up',
    initialValues: { name: '', email: email ?? '', password: '' },
    send: (person) => call('signUp', { code, ...person }),
    onSent: useJoined(),
  });
  return (
    <Form of={form}>
      <Stack>
        {email !== null && (
          <Alert color="accent" variant="light">
            {t('It is for {email} alone.', { email })}
          </Alert>
        )}
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
          readOnly={email !== null}
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
        <FormFault of={form} />
        <Submit of={form}>{t('Create the account and join')}</Submit>
      </Stack>
    </Form>
  );
}
