/** The words by which people stop automatic messages, and bring them back. */
import { Button, Card, Group, Stack, TagsInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, call, type Reply } from '../api.ts';
import { tellFailure } from '../posts/queries.ts';
import { useWorkspace } from '../session.ts';

type Settings = Reply<'getInboxSettings'>;

export function ConsentWords({ settings }: { settings: Settings }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const [stopWords, setStopWords] = useState(settings.stopWords);
  const [startWords, setStartWords] = useState(settings.startWords);
  const save = useMutation({
    mutationFn: (words: Pick<Settings, 'stopWords' | 'startWords'>) => {
      const { keepMessagesDays, copyFiles } = settings;
      const body = { keepMessagesDays, copyFiles, ...words, workspace: slug };
      return call<Settings>('PUT', '/v1/inbox-settings', { body });
    },
    onSuccess: (saved) => {
      queries.setQueryData(['inbox-settings', slug], saved);
      notifications.show({ message: 'The words are saved.' });
    },
    onError: (error) => {
      if (refusedList(error) === null) tellFailure(error);
    },
  });
  const refused = refusedList(save.error);
  const errorOf = (list: string) => (refused === list ? save.error?.message : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ stopWords, startWords });
  };
  return (
    <Card withBorder>
      <form aria-label="Stop and start words" onSubmit={submit}>
        <Stack gap="md">
          <TagsInput
            label="Stop words"
            description="A person whose whole message is one of these gets no automatic messages any more. Capitals and accents do not count."
            value={stopWords}
            onChange={setStopWords}
            acceptValueOnBlur
            clearable={false}
            styles={{ pill: { maxWidth: '100%' } }}
            error={errorOf('stopWords')}
          />
          <TagsInput
            label="Start words"
            description="A person who writes one of these gets them again."
            value={startWords}
            onChange={setStartWords}
            acceptValueOnBlur
            clearable={false}
            styles={{ pill: { maxWidth: '100%' } }}
            error={errorOf('startWords')}
          />
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed" style={{ flex: 1, minWidth: 200 }}>
              They hold for all accounts of the workspace. You can switch it for one person in the inbox.
            </Text>
            <Button type="submit" loading={save.isPending}>
              Save the words
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** The list whose word the service refused; null: none. */
function refusedList(error: Error | null): string | null {
  const name = error instanceof ApiError ? error.param.split('/')[1] : undefined;
  return name === 'stopWords' || name === 'startWords' ? name : null;
}
