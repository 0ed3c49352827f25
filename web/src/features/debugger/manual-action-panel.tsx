/** Manual actions: what the chart accepts in the actor's current state, with a reason for the journal. */
import { Button, Fieldset, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { LIMITS } from '../../base/limits.ts';
import { newIdempotencyKey } from '../../base/parts/idempotency-key.ts';
import { showFailure } from '../../base/failure.ts';
import { ifCan } from '../../base/can.tsx';
import { Quiet } from './parts.tsx';
import { useHand } from './queries.ts';
import type { Choice } from './shapes.ts';
import { t } from '../../base/language/text.ts';

const nameOf = ({ action, event }: Choice) => `${action} ${event}`;

/** An action that has two names is listed once, under the first of them. */
const distinct = (choices: Choice[]): Choice[] =>
  choices.filter(
    (one, place) =>
      choices.findIndex(({ event, title }) => event === one.event && title === one.title) === place,
  );

export const ManualActionPanel = ifCan('actOnActor', ActionForm);

function ActionForm({ actorId, choices }: { actorId: string; choices: Choice[] }) {
  const hand = useHand(actorId);
  const [picked, setPicked] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [networkPostId, setNetworkPostId] = useState('');
  const [url, setUrl] = useState('');
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const visible = distinct(choices);
  const choice = visible.find((one) => nameOf(one) === picked) ?? null;

  if (visible.length === 0) return <NoChoices />;

  const act = (event: React.FormEvent) => {
    event.preventDefault();
    if (!choice || reason.trim() === '') return;
    hand.mutate(
      { choice, reason: reason.trim(), networkPostId: networkPostId.trim(), url: url.trim(), idempotencyKey },
      {
        onSuccess: ({ state }) => {
          notifications.show({ message: t('Done: it is now in the state “{state}”.', { state }) });
          setPicked(null);
          setReason('');
        },
        onError: showFailure,
        onSettled: () => setKey(newIdempotencyKey()),
      },
    );
  };
  return (
    <form onSubmit={act}>
      <Stack gap="md">
        <Choices choices={visible} picked={picked} onPick={setPicked} />
        {choice !== null && choice.fields.length > 0 && (
          <PlaceFields
            choice={choice}
            networkPostId={networkPostId}
            url={url}
            onNetworkPostId={setNetworkPostId}
            onUrl={setUrl}
          />
        )}
        <Textarea
          label={t('Reason')}
          description={t('Kept in the journal, with who did it.')}
          required
          maxLength={LIMITS.manualReason}
          autosize
          minRows={2}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <SubmitButton choice={choice} isReady={reason.trim() !== ''} isSending={hand.isPending} />
      </Stack>
    </form>
  );
}

function Choices(props: { choices: Choice[]; picked: string | null; onPick: (name: string) => void }) {
  const { choices, picked, onPick } = props;
  return (
    <Radio.Group label={t('What to do')} value={picked} onChange={onPick}>
      <Stack gap="xs" mt={6}>
        {choices.map((one) => (
          <Radio
            key={nameOf(one)}
            value={nameOf(one)}
            label={one.title}
            description={one.detail}
            color={one.action === 'cancel' ? 'red' : 'accent'}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** Fields about the published post, for actions that need them. */
function PlaceFields(props: {
  choice: Choice;
  networkPostId: string;
  url: string;
  onNetworkPostId: (id: string) => void;
  onUrl: (url: string) => void;
}) {
  const { choice, networkPostId, url, onNetworkPostId, onUrl } = props;
  return (
    <Fieldset legend={t('Where it is')} variant="unstyled">
      <Stack gap="xs">
        {choice.fields.includes('networkPostId') && (
          <TextInput
            label={t('The network’s id of the post')}
            value={networkPostId}
            onChange={({ currentTarget }) => onNetworkPostId(currentTarget.value)}
          />
        )}
        {choice.fields.includes('url') && (
          <TextInput
            label={t('Address')}
            type="url"
            value={url}
            onChange={({ currentTarget }) => onUrl(currentTarget.value)}
          />
        )}
      </Stack>
    </Fieldset>
  );
}

function NoChoices() {
  return (
    <Quiet>
      {t(
        'In this state the chart accepts no manual action: the actor has ended, or it waits for a call that is under way.',
      )}
    </Quiet>
  );
}

function SubmitButton(props: { choice: Choice | null; isReady: boolean; isSending: boolean }) {
  const { choice, isReady, isSending } = props;
  return (
    <>
      <Button
        type="submit"
        loading={isSending}
        disabled={choice === null || !isReady}
        color={choice?.action === 'cancel' ? 'red' : 'accent'}
      >
        {choice?.title ?? t('Do it')}
      </Button>
      {choice === null && (
        <Text size="xs" c="dimmed">
          {t('Choose an action and give a reason.')}
        </Text>
      )}
    </>
  );
}
