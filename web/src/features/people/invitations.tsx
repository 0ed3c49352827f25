/** Inviting people by a link, and the invitations that are open. */
import { Alert, Button, Card, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../base/api.ts';
import { type FieldProps, Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { Copyable } from '../../base/parts/copy.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { fromNow } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { type Invitation, type NewInvitation, invitationsKey, useInvitations, useRevoke } from './queries.ts';
import { useAccounts } from '../accounts/index.ts';
import { AccountsChoice } from './accounts-choice.tsx';
import { accountsText, ROLE_CHOICES, ROLE_WORDS, type Role } from './words.ts';
import { t } from '../../base/language/text.ts';

export function Invitations() {
  const invitations = useInvitations();
  return (
    <Stack component="section" aria-label={t('Invitations')} mt="lg">
      <Title order={2} size="h4">
        {t('Invite somebody')}
      </Title>
      <InviteForm />
      {invitations.isPending ? (
        <Waiting rows={1} />
      ) : invitations.isError ? (
        <Fault message={messageOf(invitations.error)} onRetry={() => void invitations.refetch()} />
      ) : (
        invitations.data.length > 0 && (
          <Stack
            gap="xs"
            component="ul"
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
            aria-label={t('Open invitations')}
          >
            {invitations.data.map((one) => (
              <InvitationCard key={one.id} invitation={one} />
            ))}
          </Stack>
        )
      )}
    </Stack>
  );
}

interface Terms {
  [field: string]: unknown;
  role: Role;
  email: string;
  /** null means all. */
  accountIds: readonly string[] | null;
}

const EMPTY: Terms = { role: 'editor', email: '', accountIds: null };

function InviteForm() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const form = useApiForm({
    name: 'invitation',
    initialValues: EMPTY,
    validate: ({ role, accountIds }) =>
      role !== 'owner' && accountIds?.length === 0
        ? { accountIds: t('Choose one account at least, or all of them') }
        : {},
    placeOf: ({ code }) =>
      code === 'unknown_account'
        ? { path: 'accountIds', message: t('One of these accounts was disconnected. Choose again.') }
        : null,
    send: async ({ role, email, accountIds }) => {
      const held = role !== 'owner' && accountIds !== null && { accountIds: [...accountIds] };
      const body = { role, workspace: slug, ...(email !== '' && { email }), ...held };
      return (await call('createInvitation', body)).invitation;
    },
    onSent: () => {
      form.reset();
      return queries.invalidateQueries({ queryKey: invitationsKey(slug) });
    },
  });
  const { role } = form.values;
  return (
    <Stack gap="sm">
      <Form of={form} label={t('Invite somebody')}>
        <RoleAndAddress role={role} field={form.field} />
        {role !== 'owner' && (
          <div style={{ marginTop: 'var(--mantine-spacing-sm)' }}>
            <AccountsChoice {...form.field('accountIds')} />
          </div>
        )}
        <Submit of={form} mt="md">
          {t('Make a link')}
        </Submit>
      </Form>
      <FormFault of={form} />
      {form.sent !== undefined && <Made made={form.sent} onClose={form.forget} />}
    </Stack>
  );
}

function RoleAndAddress({ role, field }: { role: Role; field: (path: 'role' | 'email') => FieldProps }) {
  return (
    <Group align="flex-start" gap="sm">
      <Select
        label={t('Role')}
        description={ROLE_WORDS[role].description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={ROLE_CHOICES}
        allowDeselect={false}
        w={{ base: '100%', xs: 260 }}
        {...field('role')}
      />
      <TextInput
        label={t('Only for this address')}
        description={t('Optional. Without it everybody who has the link can use it.')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="email"
        autoComplete="off"
        {...field('email')}
        style={{ flex: 1, minWidth: 220 }}
      />
    </Group>
  );
}

const Made = ({ made, onClose }: { made: NewInvitation; onClose: () => void }) => (
  <Alert
    color="green"
    variant="light"
    title={
      made.mailed && made.email !== null
        ? t('The link is on its way to {email}', { email: made.email })
        : t('Send this link')
    }
    role="alert"
    withCloseButton
    closeButtonLabel={t('I have copied it')}
    onClose={onClose}
  >
    <Stack gap="xs">
      <Text size="sm">
        {t(
          'It lets one person in, within 7 days. Copy it now if you send it yourself: it is shown only once.',
        )}
      </Text>
      <Copyable text={made.url} label={t('The link of the invitation')} />
    </Stack>
  </Alert>
);

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { email, role, accountIds, invitedBy, expiresAt } = invitation;
  const { data: accounts = [] } = useAccounts();
  const now = useNow(30_000);
  const revoke = useRevoke(invitation);
  const who = email ?? t('everybody with the link');
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere', flex: 1, minWidth: 200 }}>
          {t('{label} · {accounts} · for {who} · by {invitedBy} · ends {when}', {
            label: ROLE_WORDS[role].label,
            accounts: accountsText(accountIds, accounts),
            who,
            invitedBy,
            when: fromNow(expiresAt, now),
          })}
        </Text>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          loading={revoke.isPending}
          onClick={() => revoke.mutate()}
          aria-label={t('Revoke the invitation for {who}', { who })}
        >
          {t('Revoke')}
        </Button>
      </Group>
    </Card>
  );
}
