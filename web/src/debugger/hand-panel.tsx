/** Manual actions: what the chart accepts in the actor's present state, with a reason for the journal. */
import { Button, Fieldset, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { newIdempotencyKey } from '../parts/idempotency-key.ts';
import { tellFailure } from '../posts/queries.ts';
import { Quiet } from './parts.tsx';
import { useHand } from './queries.ts';
import type { Choice } from './shapes.ts';

const nameOf = ({ action, event }: Choice) => `${action} ${event}`;

export function HandPanel({ actorId, choices }: { actorId: string; choices: Choice[] }) {
  const hand = useHand(actorId);
  const [picked, setPicked] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [networkPostId, setNetworkPostId] = useState('');
  const [url, setUrl] = useState('');
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  // the same action under two names is shown once, under the first of them
  const shown = choices.filter(
    (one, place) =>
      choices.findIndex(({ event, title }) => event === one.event && title === one.title) === place,
  );
  const choice = shown.find((one) => nameOf(one) === picked) ?? null;

  if (shown.length === 0)
    return (
      <Quiet>
        In this state the chart accepts no manual action: it has ended, or it waits for a response that is
        under way.
      </Quiet>
    );

  const act = (event: React.FormEvent) => {
    event.preventDefault();
    if (!choice || reason.trim() === '') return;
    hand.mutate(
      { choice, reason: reason.trim(), networkPostId: networkPostId.trim(), url: url.trim(), idempotencyKey },
      {
        onSuccess: ({ state }) => {
          notifications.show({ message: `Done: it is now in the state “${state}”.` });
          setPicked(null);
          setReason('');
        },
        onError: tellFailure,
        onSettled: () => setKey(newIdempotencyKey()),
      },
    );
  };
  return (
    <form onSubmit={act}>
      <Stack gap="md">
        <Radio.Group label="What to do" value={picked} onChange={setPicked}>
          <Stack gap="xs" mt={6}>
            {shown.map((one) => (
              <Radio
                key={nameOf(one)}
                value={nameOf(one)}
                label={one.title}
                description={one.detail}
                color={one.action === 'cancel' ? 'red' : 'blue'}
              />
            ))}
          </Stack>
        </Radio.Group>
        {choice !== null && choice.fields.length > 0 && (
          <Fieldset legend="Where it is" variant="unstyled">
            <Stack gap="xs">
              {choice.fields.includes('networkPostId') && (
                <TextInput
                  label="The network’s id of the post"
                  value={networkPostId}
                  onChange={({ currentTarget }) => setNetworkPostId(currentTarget.value)}
                />
              )}
              {choice.fields.includes('url') && (
                <TextInput
                  label="Address"
                  type="url"
                  value={url}
                  onChange={({ currentTarget }) => setUrl(currentTarget.value)}
                />
              )}
            </Stack>
          </Fieldset>
        )}
        <Textarea
          label="Reason"
          description="Kept in the journal, with who did it."
          required
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Button
          type="submit"
          loading={hand.isPending}
          disabled={choice === null || reason.trim() === ''}
          color={choice?.action === 'cancel' ? 'red' : 'blue'}
        >
          {choice?.title ?? 'Do it'}
        </Button>
        {choice === null && (
          <Text size="xs" c="dimmed">
            Choose what to do and say why.
          </Text>
        )}
      </Stack>
    </form>
  );
}
