/** The mail server of the installation: what is set, a form for it, and a test. */
import {
  Alert,
  Button,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../../base/api.ts';
import { type FieldProps, Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { type Mail, mailKey, useChanged, useMail, useRemoveMail } from './queries.ts';
import { t } from '../../base/language/text.ts';

export function MailServer() {
  const { data, error, isPending, refetch } = useMail();
  if (isPending) return <Waiting rows={2} />;
  if (data === undefined) return <Fault message={messageOf(error)} onRetry={() => void refetch()} />;
  return (
    <Stack gap="sm">
      <Text size="sm">{STATE[data.setBy]}</Text>
      {data.setBy === 'variable' ? (
        data.server !== null && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('{address}, from {from}', {
              address: `${data.server.host}:${data.server.port}`,
              from: data.server.from,
            })}
          </Text>
        )
      ) : (
        <MailForm key={JSON.stringify(data)} mail={data} />
      )}
      {data.server !== null && <Test canRemove={data.setBy === 'operator'} />}
    </Stack>
  );
}

const STATE: { [by in Mail['setBy']]: string } = {
  nobody: t('No mail server is set: invitations are links to copy, and nobody can ask for a new password.'),
  variable: t('TROUPE_SMTP_URL and TROUPE_MAIL_FROM set it: change it there.'),
  operator: t('Invitations and links for new passwords are sent through this server.'),
};

const SECURITY = [
  { value: 'starttls', label: 'STARTTLS (587)' },
  { value: 'tls', label: t('TLS from the first byte (465)') },
];

function MailForm({ mail: { server } }: { mail: Mail }) {
  const changed = useChanged();
  const form = useApiForm({
    name: 'mail-server',
    initialValues: {
      host: server?.host ?? '',
      port: server?.port ?? 587,
      security: server?.security ?? 'starttls',
      user: server?.user ?? '',
      password: '',
      from: server?.from ?? '',
    },
    send: ({ user, password, ...rest }) =>
      call('setMailServer', {
        ...rest,
        user: user === '' ? null : user,
        ...(password !== '' && { password }),
      }),
    onSent: () => changed(mailKey),
  });
  return (
    <Form of={form} label={t('Mail server')}>
      <Stack gap="sm">
        <Where field={form.field} hasPassword={server !== null && server.user !== null} />
        <TextInput
          label={t('Sender')}
          placeholder={'Troupe <troupe@example.com>'}
          required
          {...form.field('from')}
        />
        <FormFault of={form} />
        <div>
          <Submit of={form}>{t('Save the mail server')}</Submit>
        </div>
      </Stack>
    </Form>
  );
}

interface WhereProps {
  field: (path: 'host' | 'port' | 'security' | 'user' | 'password') => FieldProps;
  hasPassword: boolean;
}

function Where({ field, hasPassword }: WhereProps) {
  return (
    <>
      <Group grow preventGrowOverflow={false} align="flex-start" gap="sm">
        <TextInput label={t('Server')} placeholder="mail.example.com" required miw={200} {...field('host')} />
        <NumberInput label={t('Port')} required maw={140} {...field('port')} />
        <Select
          label={t('Security')}
          data={SECURITY}
          allowDeselect={false}
          miw={200}
          {...field('security')}
        />
      </Group>
      <Group grow preventGrowOverflow={false} align="flex-start" gap="sm">
        <TextInput label={t('User')} autoComplete="off" miw={200} {...field('user')} />
        <PasswordInput
          label={t('Password')}
          autoComplete="new-password"
          miw={200}
          visibilityToggleButtonProps={{ 'aria-label': t('Show the password'), tabIndex: 0 }}
          placeholder={hasPassword ? t('Stored; leave empty to keep it') : ''}
          {...field('password')}
        />
      </Group>
    </>
  );
}

function Test({ canRemove }: { canRemove: boolean }) {
  const test = useMutation({ mutationFn: () => call('sendTestMail', {}) });
  const remove = useRemoveMail();
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('Send a test mail to me')}
        </Button>
        {canRemove && (
          <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('Remove the mail server')}
          </Button>
        )}
      </Group>
      {test.isSuccess && (
        <Alert
          color="green"
          role="status"
          title={t('The server took the mail for {sentTo}', { sentTo: test.data.sentTo })}
        />
      )}
      {test.isError && (
        <Alert color="red" role="alert" title={t('The mail was not sent')}>
          {messageOf(test.error)}
        </Alert>
      )}
    </Stack>
  );
}
