/** The words by which people stop automatic messages, and bring them back. */
import { Card, Group, Stack, TagsInput, type TagsInputProps, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { useWorkspace } from '../../base/session.ts';
import { t } from '../../base/language/text.ts';

type Settings = Reply<'getInboxSettings'>;

export function ConsentWords({ settings }: { settings: Settings }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const { keepMessagesDays, copyFiles, stopWords, startWords } = settings;
  const form = useApiForm({
    name: 'consent-words',
    initialValues: { stopWords, startWords, typedStop: '', typedStart: '' },
    send: (words) =>
      call('setInboxSettings', { keepMessagesDays, copyFiles, ...allWords(words), workspace: slug }),
    onSent: (saved) => {
      form.set({ stopWords: saved.stopWords, startWords: saved.startWords, typedStop: '', typedStart: '' });
      queries.setQueryData(['inbox-settings', slug], saved);
      notifications.show({ message: t('The words are saved.') });
    },
  });
  return (
    <Card withBorder>
      <Form of={form} label={t('Stop and start words')}>
        <Stack gap="md">
          <WordsField
            label={t('Stop words')}
            description={t(
              'A person whose whole message is one of these gets no automatic messages any more. Capitals and accents do not count.',
            )}
            {...form.field('stopWords')}
            searchValue={form.values.typedStop}
            onSearchChange={(typedStop) => form.set({ typedStop })}
          />
          <WordsField
            label={t('Start words')}
            description={t('A person who writes one of these gets them again.')}
            {...form.field('startWords')}
            searchValue={form.values.typedStart}
            onSearchChange={(typedStart) => form.set({ typedStart })}
          />
          <FormFault of={form} />
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed" style={{ flex: 1, minWidth: 200 }}>
              {t(
                'They hold for all accounts of the workspace. You can switch it for one person in the inbox.',
              )}
            </Text>
            <Submit of={form}>{t('Save the words')}</Submit>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}

interface Words extends Pick<Settings, 'stopWords' | 'startWords'> {
  /** What is typed, and not yet ended with Enter or a comma. */
  typedStop: string;
  typedStart: string;
}

/**
 * A word that was typed and not ended is saved too. It joins the list here, not when the field loses the focus: that would move
 * the button below between the press and the release of a click, which then misses it.
 */
const allWords = ({ stopWords, startWords, typedStop, typedStart }: Words) => ({
  stopWords: withTyped(stopWords, typedStop),
  startWords: withTyped(startWords, typedStart),
});

function withTyped(list: string[], typed: string): string[] {
  const word = typed.trim();
  return word === '' || list.includes(word) ? list : [...list, word];
}

const WordsField = (props: TagsInputProps) => (
  <TagsInput {...props} acceptValueOnBlur={false} clearable={false} styles={{ pill: { maxWidth: '100%' } }} />
);
