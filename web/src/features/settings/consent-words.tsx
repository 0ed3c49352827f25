/** The words by which people stop automatic messages, and bring them back. */
import { Button, Card, Group, Stack, TagsInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type FormEvent, type SetStateAction, useState } from 'react';
import { ApiError, call, type Reply } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';

type Settings = Reply<'getInboxSettings'>;

export function ConsentWords({ settings }: { settings: Settings }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const [stop, setStop] = useState<Words>({ list: settings.stopWords, typed: '' });
  const [start, setStart] = useState<Words>({ list: settings.startWords, typed: '' });
  const save = useMutation({
    mutationFn: (words: Pick<Settings, 'stopWords' | 'startWords'>) => {
      const { keepMessagesDays, copyFiles } = settings;
      const body = { keepMessagesDays, copyFiles, ...words, workspace: slug };
      return call('setInboxSettings', body);
    },
    onSuccess: (saved) => {
      queries.setQueryData(['inbox-settings', slug], saved);
      notifications.show({ message: 'The words are saved.' });
    },
    onError: (error) => {
      if (refusedList(error) === null) showFailure(error);
    },
  });
  const refused = refusedList(save.error);
  const errorOf = (list: string) => (refused === list ? save.error?.message : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [stopped, started] = [withTyped(stop), withTyped(start)];
    setStop(stopped);
    setStart(started);
    save.mutate({ stopWords: stopped.list, startWords: started.list });
  };
  return (
    <Card withBorder>
      <form aria-label="Stop and start words" onSubmit={submit}>
        <Stack gap="md">
          <WordsField
            label="Stop words"
            description="A person whose whole message is one of these gets no automatic messages any more. Capitals and accents do not count."
            words={stop}
            onChange={setStop}
            error={errorOf('stopWords')}
          />
          <WordsField
            label="Start words"
            description="A person who writes one of these gets them again."
            words={start}
            onChange={setStart}
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

interface Words {
  list: string[];
  /** What is typed, and not yet ended with Enter or a comma. */
  typed: string;
}

/**
 * A word that was typed and not ended is saved too. It joins the list here, not when the field loses the focus: that would move
 * the button below between the press and the release of a click, which then misses it.
 */
function withTyped({ list, typed }: Words): Words {
  const word = typed.trim();
  return { list: word === '' || list.includes(word) ? list : [...list, word], typed: '' };
}

interface WordsFieldProps {
  label: string;
  description: string;
  words: Words;
  onChange: Dispatch<SetStateAction<Words>>;
  error: string | undefined;
}

function WordsField({ label, description, words, onChange, error }: WordsFieldProps) {
  return (
    <TagsInput
      label={label}
      description={description}
      value={words.list}
      onChange={(list) => onChange((before) => ({ ...before, list }))}
      searchValue={words.typed}
      onSearchChange={(typed) => onChange((before) => ({ ...before, typed }))}
      acceptValueOnBlur={false}
      clearable={false}
      styles={{ pill: { maxWidth: '100%' } }}
      error={error}
    />
  );
}

/** The list whose word the service refused; null if none. */
function refusedList(error: Error | null): string | null {
  const name = error instanceof ApiError ? error.param.split('/')[1] : undefined;
  return name === 'stopWords' || name === 'startWords' ? name : null;
}
