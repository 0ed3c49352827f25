import { Alert, Button, Card, Code, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, call, messageOf } from '../../base/api.ts';
import { Copyable } from '../../base/parts/copy.tsx';
import { Fault } from '../../base/parts/states.tsx';
import { useWorkspace } from '../../base/session.ts';
import { EventChoice } from './event-choice.tsx';

/** The form for a new webhook. Once it is added, its signing secret, which is shown once. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const { slug } = useWorkspace();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>(['post.published', 'post.failed']);
  const [retries, setRetries] = useState(true);
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: async () => {
      const body = { url: url.trim(), events, retries, workspace: slug };
      return (await call('createWebhook', body)).webhook;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks', slug] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  if (make.data !== undefined) return <Added secret={make.data.secret} onClose={onClose} />;
  const urlError =
    make.error instanceof ApiError && make.error.param === '/url' ? make.error.message : undefined;
  return (
    <Card withBorder>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Address"
            placeholder="https://example.org/hooks/troupe"
            type="url"
            required
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={urlError}
            data-autofocus
          />
          <EventChoice value={events} onChange={setEvents} />
          <Switch
            checked={retries}
            onChange={(event) => setRetries(event.currentTarget.checked)}
            label="Try again when it fails"
            description="Seven tries over about two days. Off: one call."
          />
          {make.isError && urlError === undefined && <Fault message={messageOf(make.error)} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={make.isPending} disabled={events.length === 0}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function Added({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Alert color="green" variant="light" title="The webhook is added" role="alert">
      <Stack gap="xs">
        <Text size="sm">
          Copy the signing secret now: it is shown only once. Calls carry <Code>X-Service-Signature</Code>, an
          HMAC-SHA256 of the body under it.
        </Text>
        <Copyable text={secret} label="The signing secret" />
        <Group>
          <Button size="xs" onClick={onClose}>
            I have copied it
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
