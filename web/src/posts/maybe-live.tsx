/** Nobody knows whether a post is live: a person who has looked at the account can say. */
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import type { Delivery } from '../api.ts';
import { tellFailure, type Resolution, useResolve } from './queries.ts';

const CHOICES: { outcome: Resolution['outcome']; label: string; hint: string }[] = [
  { outcome: 'live', label: 'It is live', hint: 'It is not sent again.' },
  { outcome: 'absent', label: 'It is not there', hint: 'It is sent again now.' },
  { outcome: 'give_up', label: 'Give up', hint: 'It counts as failed there, and is not sent again.' },
];

export function MaybeLive({ postId, delivery }: { postId: string; delivery: Delivery }) {
  const [outcome, setOutcome] = useState<Resolution['outcome'] | null>(null);
  const [url, setUrl] = useState('');
  const resolve = useResolve(postId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (outcome === null) return;
    const told = outcome === 'live' && url.trim() !== '' ? { outcome, url: url.trim() } : { outcome };
    resolve.mutate(
      { accountId: delivery.accountId, ...told },
      { onSuccess: () => notifications.show({ message: 'Noted, with your name.' }), onError: tellFailure },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" mt="sm">
        <Radio.Group
          label="Look at the account, then say what you found"
          value={outcome}
          onChange={(value) => setOutcome(value as Resolution['outcome'])}
        >
          <Stack gap={6} mt={6}>
            {CHOICES.map((choice) => (
              <Radio
                key={choice.outcome}
                value={choice.outcome}
                label={choice.label}
                description={choice.hint}
                size="sm"
              />
            ))}
          </Stack>
        </Radio.Group>
        {outcome === 'live' && (
          <TextInput
            label="Its address there"
            description="May stay empty."
            type="url"
            size="xs"
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        )}
        <Group justify="space-between" gap="sm">
          <Text size="xs" c="dimmed">
            The journal keeps who said it.
          </Text>
          <Button type="submit" size="xs" disabled={outcome === null} loading={resolve.isPending}>
            Say so
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
