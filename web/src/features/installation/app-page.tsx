/** The app (OAuth client, bot) of one network: how to get one, what to enter where, and whether it works. */
import {
  Alert,
  Anchor,
  Button,
  Group,
  List,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { call, messageOf } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { Copyable } from '../../base/parts/copy.tsx';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { SET_BY } from './apps.tsx';
import { Checks } from './checks.tsx';
import { type AppPage as Page, appKey, appsKey, useApp, useChanged, useRemoveApp } from './queries.ts';
import { listed } from '../../base/parts/names-in-words.ts';
import { rich, t } from '../../base/language/text.ts';

export function AppPage({ platform }: { platform: string }) {
  const [here] = useLocation();
  const { data, error, isPending, refetch } = useApp(platform);
  return (
    <Stack gap="lg" maw={860}>
      <Anchor component={Link} href={here} size="sm">
        {t('All of the installation')}
      </Anchor>
      {isPending && <Waiting rows={4} />}
      {!isPending && data === undefined && (
        <Fault message={messageOf(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <AppSections key={platform} app={data} />}
    </Stack>
  );
}

function AppSections({ app }: { app: Page }) {
  const { name, setBy } = app;
  return (
    <>
      <Group gap="sm">
        <Title order={2} size="h3">
          {t('App at {name}', { name })}
        </Title>
        <LookBadge look={SET_BY[setBy]} />
      </Group>
      {app.connects.length > 1 && (
        <Text size="sm">
          {t('People connect accounts of {connects} by it.', { connects: listed(app.connects) })}
        </Text>
      )}
      <Section title={t('Register it at {name}', { name })}>
        <Register app={app} />
      </Section>
      <Section title={t('Enter what it gives you')}>
        {setBy === 'variable' ? (
          <Text size="sm">
            {t(
              '{count, plural, one {{variables} sets this app} other {{variables} set this app}}: change it there, and restart. A variable beats what is stored here.',
              { variables: app.variables.join(', '), count: app.variables.length },
            )}
          </Text>
        ) : (
          <AppForm key={JSON.stringify(app)} app={app} />
        )}
      </Section>
      <Section title={t('Check it')}>
        <Check app={app} />
      </Section>
      <Section title={t('What {name} examines', { name })}>
        {app.review.length === 0 ? (
          <Text size="sm">{t('Nothing: the app works at once.')}</Text>
        ) : (
          <Sentences list={app.review} />
        )}
      </Section>
    </>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack component="section" gap="sm" aria-label={title}>
    <Title order={3} size="h5">
      {title}
    </Title>
    {children}
  </Stack>
);

const Sentences = ({ list }: { list: string[] }) => (
  <List size="sm" spacing={4}>
    {list.map((one) => (
      <List.Item key={one}>{one}</List.Item>
    ))}
  </List>
);

function Register({ app: { console: site, steps, copied, scopes } }: { app: Page }) {
  return (
    <>
      <Text size="sm">
        {rich('At <link>{name}</link>:', {
          name: site.name,
          link: (words) => (
            <Anchor href={site.url} target="_blank" rel="noreferrer" inherit underline="always">
              {words}
            </Anchor>
          ),
        })}
      </Text>
      <List type="ordered" size="sm" spacing={4}>
        {steps.map((one) => (
          <List.Item key={one}>{one}</List.Item>
        ))}
      </List>
      {copied.map(({ label, value }) => (
        <Copied key={label} label={label} text={value} />
      ))}
      {scopes.map(({ signIn, scopes: names }) => (
        <Copied
          key={signIn}
          label={scopes.length > 1 ? t('Scopes for {signIn}', { signIn }) : t('Scopes')}
          text={names.join(' ')}
        />
      ))}
    </>
  );
}

const Copied = ({ label, text }: { label: string; text: string }) => (
  <div>
    <Text size="sm" fw={500} mb={4}>
      {label}
    </Text>
    <Copyable text={text} label={label} />
  </div>
);

type Values = { [name in Page['fields'][number]['name']]: string };

function AppForm({ app }: { app: Page }) {
  const changed = useChanged();
  const { platform, name, fields, setBy, help } = app;
  const fieldNamed = (of: keyof Values) => fields.find((one) => one.name === of);
  const form = useApiForm({
    name: 'network-app',
    initialValues: {
      clientId: fieldNamed('clientId')?.value ?? '',
      clientSecret: '',
      consumerKey: fieldNamed('consumerKey')?.value ?? '',
      consumerSecret: '',
    } satisfies Values,
    send: (values) =>
      call('setNetworkApp', {
        platform,
        ...typed('clientId', values),
        ...typed('clientSecret', values),
        ...typed('consumerKey', values),
        ...typed('consumerSecret', values),
      }),
    onSent: () => Promise.all([changed(appsKey), changed(appKey(platform))]),
  });
  return (
    <Form of={form} label={t('App at {name}', { name })}>
      <Stack gap="sm">
        {fields.map(({ name: field, label, isSecret, isRequired, isStored }) => {
          const props = { label, autoComplete: 'off', ...form.field(field) };
          const isOptional = !isRequired;
          const description = isOptional && !isSecret ? help : undefined;
          return isSecret ? (
            <PasswordInput
              key={field}
              {...props}
              autoComplete="new-password"
              required={isRequired && !isStored}
              visibilityToggleButtonProps={{ 'aria-label': t('Show it'), tabIndex: 0 }}
              placeholder={isStored ? t('Stored; leave empty to keep it') : ''}
            />
          ) : (
            <TextInput key={field} {...props} required={isRequired} description={description} />
          );
        })}
        <FormFault of={form} />
        <Group gap="sm">
          <Submit of={form}>{t('Save the app')}</Submit>
          {setBy === 'operator' && <Remove app={app} />}
        </Group>
      </Stack>
    </Form>
  );
}

/** What was typed, without blanks around it; nothing for an empty field. */
function typed<Name extends keyof Values>(name: Name, values: Values): { [name in Name]?: string } {
  const value = values[name].trim();
  return value === '' ? {} : ({ [name]: value } as { [name in Name]: string });
}

function Remove({ app: { platform, name } }: { app: Page }) {
  const [isAsked, { open, close }] = useDisclosure(false);
  const remove = useRemoveApp(platform);
  return (
    <>
      <Button variant="subtle" color="red" onClick={open}>
        {t('Remove the app')}
      </Button>
      <Confirm
        opened={isAsked}
        onClose={close}
        title={t('Remove the app of {name}?', { name })}
        label={t('Remove')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
      >
        {t(
          'Nobody connects accounts by it any more. Those that are connected work until their access has to be renewed, and then wait for the app.',
        )}
      </Confirm>
    </>
  );
}

function Check({ app: { platform, name } }: { app: Page }) {
  const check = useMutation({ mutationFn: () => call('checkNetworkApp', { platform }) });
  return (
    <>
      <div>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t('Check the app')}
        </Button>
      </div>
      {check.isSuccess && (
        <Checks label={t('Checks of the app at {name}', { name })} checks={check.data.checks} />
      )}
      {check.isError && (
        <Alert color="red" role="alert" title={t('The check failed')}>
          {messageOf(check.error)}
        </Alert>
      )}
    </>
  );
}
