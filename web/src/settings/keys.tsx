import { Alert, Anchor, Button, Card, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ApiKey, call, messageOf, type Reply } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Copyable } from '../parts/copy.tsx';
import { useNow } from '../parts/now.ts';
import { Empty, Fault, Waiting } from '../parts/states.tsx';
import { fromNow, inZone } from '../parts/times.ts';
import { tellFailure } from '../posts/queries.ts';
import { useWorkspace } from '../session.ts';

const keysKey = ['keys'];

/** API keys: made and shown once, listed, revoked. */
export function Keys() {
  const keys = useQuery({
    queryKey: keysKey,
    queryFn: async ({ signal }) => (await call<Reply<'listKeys'>>('GET', '/app/api/keys', { signal })).keys,
  });
  return (
    <Stack maw={860}>
      <Text size="sm" c="dimmed">
        A key reaches every workspace you are a member of. It does not expire: revoke it when it is no longer
        needed. Programs send it as <Code>Authorization: Bearer …</Code>; what they can ask is described in{' '}
        <Anchor href="/v1/openapi.json" target="_blank" rel="noreferrer" inherit underline="always">
          openapi.json
        </Anchor>
        .
      </Text>
      <NewKey />
      {keys.isPending ? (
        <Waiting rows={2} />
      ) : keys.isError ? (
        <Fault message={messageOf(keys.error)} onRetry={() => void keys.refetch()} />
      ) : keys.data.length === 0 ? (
        <Empty title="No keys yet">Make one for each program, so that each can be revoked alone.</Empty>
      ) : (
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="API keys">
          {keys.data.map((key) => (
            <KeyCard key={key.id} apiKey={key} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function NewKey() {
  const [name, setName] = useState('');
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: async () => (await call<Reply<'createKey'>>('POST', '/app/api/keys', { body: { name } })).key,
    onSuccess: async () => {
      setName('');
      await queries.invalidateQueries({ queryKey: keysKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <Stack gap="sm">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Name of the new key"
            placeholder="For example: n8n"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            style={{ flex: 1, minWidth: 200 }}
          />
          <Button type="submit" loading={make.isPending}>
            Create a key
          </Button>
        </Group>
      </form>
      {make.isError && <Fault message={messageOf(make.error)} />}
      {make.data !== undefined && (
        <Alert
          color="green"
          variant="light"
          title={`The key “${make.data.name}” is created`}
          role="alert"
          withCloseButton
          closeButtonLabel="I have copied it"
          onClose={make.reset}
        >
          <Stack gap="xs">
            <Text size="sm">Copy it now: it is shown only once.</Text>
            <Copyable text={make.data.key} label="The new key" />
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

function KeyCard({ apiKey }: { apiKey: ApiKey }) {
  const { timezone } = useWorkspace();
  const { id, name, hint, createdAt, lastUsedAt } = apiKey;
  const queries = useQueryClient();
  const now = useNow(30_000);
  const [asking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => call('DELETE', `/app/api/keys/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysKey }),
    onError: tellFailure,
  });
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} truncate>
            {name} <Code>…{hint}</Code>
          </Text>
          <Text size="sm" c="dimmed">
            Created {inZone(createdAt, timezone)} ·{' '}
            {lastUsedAt === null ? 'never used' : `last used ${fromNow(lastUsedAt, now)}`}
          </Text>
        </div>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          onClick={() => setAsking(true)}
          aria-label={`Revoke the key ${name}`}
        >
          Revoke
        </Button>
      </Group>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Revoke “${name}”?`}
        label="Revoke"
        loading={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      >
        Programs that use this key are refused from now on. This cannot be undone.
      </Confirm>
    </Card>
  );
}
