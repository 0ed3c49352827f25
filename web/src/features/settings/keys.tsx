import { Alert, Anchor, Button, Card, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { LIMITS } from '../../base/limits.ts';
import { type ApiKey, call, messageOf, type Reply } from '../../base/api.ts';
import {
  ConfirmChoice,
  type ConfirmSetting,
  ReachChoice,
  SCOPES,
  heldTo,
  isEmptyReach,
  leastReach,
  scopeWords,
} from '../access/index.ts';
import { BELOW_LABEL, Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { Copyable } from '../../base/parts/copy.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Empty, Fault, Waiting } from '../../base/parts/states.tsx';
import { fromNow, inZone } from '../../base/parts/times.ts';
import { showFailure } from '../../base/failure.ts';
import { useSession, useWorkspace } from '../../base/session.ts';
import { rich, t } from '../../base/language/text.ts';

const keysKey = ['keys'];

/** API keys: made and shown once, listed, revoked. */
export function Keys() {
  const keys = useQuery({
    queryKey: keysKey,
    queryFn: async ({ signal }) => (await call('listKeys', {}, { signal })).keys,
  });
  return (
    <Stack maw={860}>
      <Text size="sm" c="dimmed">
        {rich(
          'A key may do what you may, in every workspace of yours, unless you hold it to less. It does not expire: revoke it when it is no longer needed. Programs send it as <code>Authorization: Bearer …</code>. The <link>API reference</link> lists every operation, to be tried with a key. An agent needs one too: <link2>connect an agent</link2>. Each key says what agents do with it before they publish, send or delete.',
          {
            code: (words) => <Code>{words}</Code>,
            link: (words) => (
              <Anchor href="/app/reference" target="_blank" rel="noreferrer" inherit underline="always">
                {words}
              </Anchor>
            ),
            link2: (words) => (
              <Anchor component={Link} href="/agents/connect" inherit underline="always">
                {words}
              </Anchor>
            ),
          },
        )}
      </Text>
      <NewKey />
      {keys.isPending ? (
        <Waiting rows={2} />
      ) : keys.isError ? (
        <Fault message={messageOf(keys.error)} onRetry={() => void keys.refetch()} />
      ) : keys.data.length === 0 ? (
        <Empty title={t('No keys yet')}>
          {t('Make one for each program, so that each can be revoked alone.')}
        </Empty>
      ) : (
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('API keys')}>
          {keys.data.map((key) => (
            <KeyCard key={key.id} apiKey={key} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function NewKey() {
  const { data: session } = useSession();
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const form = useApiForm({
    name: 'api-key',
    initialValues: { name: '', ...leastReach(slug) },
    send: async ({ name, confirm, ...reach }) =>
      (await call('createKey', { name, confirm, ...heldTo(reach) })).key,
    onSent: () => {
      form.reset();
      return queries.invalidateQueries({ queryKey: keysKey });
    },
  });
  return (
    <Stack gap="sm">
      <Form of={form}>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={t('Name of the new key')}
            placeholder={t('For example: n8n')}
            required
            maxLength={LIMITS.keyName}
            {...form.field('name')}
            style={{ flex: 1, minWidth: 200 }}
          />
          <Submit of={form} disabled={isEmptyReach(form.values)} mt={{ base: 0, sm: BELOW_LABEL }}>
            {t('Create a key')}
          </Submit>
        </Group>
        <Stack mt="sm">
          <ReachChoice scopes={SCOPES} workspaces={session?.workspaces ?? []} field={form.field} />
          <ConfirmChoice
            {...form.field('confirm')}
            label={t('Before an agent with it publishes, sends or deletes')}
            description={t('Holds for tools. Programs that call the API act at once.')}
          />
        </Stack>
      </Form>
      <FormFault of={form} />
      {form.sent !== undefined && <Made made={form.sent} onClose={form.forget} />}
    </Stack>
  );
}

function Made({ made, onClose }: { made: Reply<'createKey'>['key']; onClose: () => void }) {
  return (
    <Alert
      color="green"
      variant="light"
      title={t('The key “{name}” is created', { name: made.name })}
      role="alert"
      withCloseButton
      closeButtonLabel={t('I have copied it')}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">{t('Copy it now: it is shown only once.')}</Text>
        <Copyable text={made.key} label={t('The new key')} />
      </Stack>
    </Alert>
  );
}

/** What a key may do and where, in words; null means everything. */
function reachOf({ scopes, workspaces }: ApiKey): string | null {
  if (scopes === null && workspaces === null) return null;
  const what = scopes === null ? t('Everything') : scopes.map((scope) => scopeWords(scope).label).join(', ');
  if (workspaces === null) return t('{what} · in all workspaces', { what });
  return t('{what} · in {workspaces}', {
    what,
    workspaces: workspaces.join(', ') || t('no workspace any more'),
  });
}

function KeyCard({ apiKey }: { apiKey: ApiKey }) {
  const { timezone } = useWorkspace();
  const { id, name, hint, confirm, createdAt, lastUsedAt } = apiKey;
  const reach = reachOf(apiKey);
  const queries = useQueryClient();
  const now = useNow(30_000);
  const hold = useMutation({
    mutationFn: (confirm: ConfirmSetting) => call('setKeyConfirm', { id, confirm }),
    onSettled: () => queries.invalidateQueries({ queryKey: keysKey }),
    onError: showFailure,
  });
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} truncate>
            {name} <Code>…{hint}</Code>
          </Text>
          <Text size="sm" c="dimmed">
            {lastUsedAt === null
              ? t('Created {time} · never used', { time: inZone(createdAt, timezone) })
              : t('Created {time} · last used {when}', {
                  time: inZone(createdAt, timezone),
                  when: fromNow(lastUsedAt, now),
                })}
          </Text>
          {reach !== null && <Text size="sm">{reach}</Text>}
        </div>
        <Group gap="xs">
          <ConfirmChoice
            isBare
            label={t('Before a tool publishes, sends or deletes with the key {name}', { name })}
            value={confirm}
            onChange={(confirm) => hold.mutate(confirm)}
            disabled={hold.isPending}
          />
          <RevokeButton apiKey={apiKey} />
        </Group>
      </Group>
    </Card>
  );
}

function RevokeButton({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => call('revokeKey', { id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysKey }),
    onError: showFailure,
  });
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        onClick={() => setAsking(true)}
        aria-label={t('Revoke the key {name}', { name })}
      >
        {t('Revoke')}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('Revoke “{name}”?', { name })}
        label={t('Revoke')}
        loading={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      >
        {t('Programs that use this key are refused from now on. This cannot be undone.')}
      </Confirm>
    </>
  );
}
