/** Settings of the inbox: the saved replies, what it keeps, and the words by which people stop automatic messages. */
import { Button, Card, Group, NumberInput, Stack, Switch, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../base/limits.ts';
import { call, messageOf, type Reply } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { ConsentWords } from './consent-words.tsx';
import { SavedReplies } from './saved-replies.tsx';

type Kept = Reply<'getInboxSettings'>;

export function InboxSettings() {
  return (
    <Stack maw={720} gap="xl">
      <SavedReplies />
      <KeptAndWords />
    </Stack>
  );
}

function KeptAndWords() {
  const { slug } = useWorkspace();
  const settings = useQuery({
    queryKey: ['inbox-settings', slug],
    queryFn: ({ signal }) => call('getInboxSettings', { workspace: slug }, { signal }),
  });
  if (settings.isPending) return <Waiting rows={1} />;
  if (settings.isError)
    return <Fault message={messageOf(settings.error)} onRetry={() => void settings.refetch()} />;
  return (
    <>
      <Stack gap="sm">
        <Title order={2} size="h4">
          What is kept
        </Title>
        <KeptForm settings={settings.data} />
      </Stack>
      <Stack gap="sm">
        <Title order={2} size="h4">
          Stop and start words
        </Title>
        <ConsentWords settings={settings.data} />
      </Stack>
    </>
  );
}

/** What the field begins with when messages are limited for the first time. */
const FIRST_DAYS = 365;

interface DaysProps {
  days: number | string;
  onChange: (days: number | string) => void;
  isValid: boolean;
}

function DaysField({ days, onChange, isValid }: DaysProps) {
  return (
    <NumberInput
      label="Keep messages for so many days"
      value={days}
      onChange={onChange}
      min={1}
      max={LIMITS.inboxDays}
      allowDecimal={false}
      error={isValid ? undefined : `Give a number from 1 to ${LIMITS.inboxDays.toLocaleString('en')}.`}
      maw={260}
    />
  );
}

function KeptForm({ settings }: { settings: Kept }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const [days, setDays] = useState<number | string | null>(settings.keepMessagesDays);
  const [copyFiles, setCopyFiles] = useState(settings.copyFiles);
  const save = useMutation({
    mutationFn: (kept: Pick<Kept, 'keepMessagesDays' | 'copyFiles'>) =>
      call('setInboxSettings', { ...kept, workspace: slug }),
    onSuccess: (kept) => {
      queries.setQueryData(['inbox-settings', slug], kept);
      notifications.show({ message: 'What the inbox keeps is saved.' });
    },
    onError: showFailure,
  });
  const isValid = days === null || (typeof days === 'number' && days >= 1 && days <= LIMITS.inboxDays);
  return (
    <Card withBorder>
      <form
        aria-label="What is kept"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) save.mutate({ keepMessagesDays: typeof days === 'number' ? days : null, copyFiles });
        }}
      >
        <Stack gap="md">
          <Switch
            checked={copyFiles}
            onChange={(event) => setCopyFiles(event.currentTarget.checked)}
            label="Copy the files that people send"
            description="Networks delete theirs within days. Stories and shared posts are never copied."
          />
          <Switch
            checked={days !== null}
            onChange={(event) => setDays(event.currentTarget.checked ? FIRST_DAYS : null)}
            label="Delete old messages"
            description="Here, not at the networks. Off: they are kept."
          />
          {days !== null && <DaysField days={days} onChange={setDays} isValid={isValid} />}
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed" style={{ flex: 1, minWidth: 200 }}>
              Messages that are older are deleted within minutes, and do not come back.
            </Text>
            <Button type="submit" loading={save.isPending} disabled={!isValid}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
