/** Settings of the inbox: the saved replies, what it keeps, and the words by which people stop automatic messages. */
import { Card, Group, NumberInput, Stack, Switch, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '../../base/limits.ts';
import { call, messageOf, type Reply } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { useWorkspace } from '../../base/session.ts';
import { ifCan } from '../../base/can.tsx';
import { ConsentWords } from './consent-words.tsx';
import { SavedReplies } from './saved-replies.tsx';
import { t } from '../../base/language/text.ts';

type StoredSettings = Reply<'getInboxSettings'>;

export function InboxSettings() {
  return (
    <Stack maw={720} gap="xl">
      <SavedReplies />
      <StorageAndWords />
    </Stack>
  );
}

const StorageAndWords = ifCan('setInboxSettings', StorageSettings);

function StorageSettings() {
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
          {t('What is kept')}
        </Title>
        <StorageForm settings={settings.data} />
      </Stack>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('Stop and start words')}
        </Title>
        <ConsentWords settings={settings.data} />
      </Stack>
    </>
  );
}

/** What the field begins with when messages are limited for the first time. */
const FIRST_DAYS = 365;

const isDays = (days: number | string | null): days is number =>
  typeof days === 'number' && days >= 1 && days <= LIMITS.inboxDays;

/** A number that is being typed is a text. */
type Written = { keepMessagesDays: number | string | null; copyFiles: boolean };

const daysRefusal = () => t('Give a number from 1 to {limit, number}.', { limit: LIMITS.inboxDays });

function StorageForm({ settings: { keepMessagesDays, copyFiles } }: { settings: StoredSettings }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const start: Written = { keepMessagesDays, copyFiles };
  const form = useApiForm({
    name: 'inbox',
    initialValues: start,
    validatesOnChange: true,
    validate: ({ keepMessagesDays: days }) =>
      days === null || isDays(days) ? {} : { keepMessagesDays: daysRefusal() },
    send: ({ keepMessagesDays: days, copyFiles }) =>
      call('setInboxSettings', { keepMessagesDays: isDays(days) ? days : null, copyFiles, workspace: slug }),
    onSent: (changes) => {
      queries.setQueryData(['inbox-settings', slug], changes);
      notifications.show({ message: t('What the inbox keeps is saved.') });
    },
  });
  const isLimited = form.values.keepMessagesDays !== null;
  return (
    <Card withBorder>
      <Form of={form} label={t('What is kept')}>
        <Stack gap="md">
          <Switch
            {...form.field('copyFiles', { type: 'checkbox' })}
            label={t('Copy the files that people send')}
            description={t('Networks delete theirs within days. Stories and shared posts are never copied.')}
          />
          <Switch
            checked={isLimited}
            onChange={(event) =>
              form.set({ keepMessagesDays: event.currentTarget.checked ? FIRST_DAYS : null })
            }
            label={t('Delete old messages')}
            description={t('Here, not at the networks. Off: they are kept.')}
          />
          {isLimited && (
            <NumberInput
              label={t('Keep messages for so many days')}
              {...form.field('keepMessagesDays')}
              min={1}
              max={LIMITS.inboxDays}
              allowDecimal={false}
              styles={{ wrapper: { maxWidth: 260 } }}
            />
          )}
          <FormFault of={form} />
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed" style={{ flex: 1, minWidth: 200 }}>
              {t('Messages that are older are deleted within minutes, and do not come back.')}
            </Text>
            <Submit of={form}>{t('Save')}</Submit>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}
