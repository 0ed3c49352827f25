/** A new feed, with its newest items as they would be posted. */
import {
  Button,
  Card,
  Group,
  MultiSelect,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../../base/api.ts';
import { type ApiForm, type FieldProps, Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { networkName } from '../../base/parts/network.tsx';
import { useWorkspace } from '../../base/session.ts';
import { useAccounts } from '../accounts/index.ts';
import { type Feed, type Preview, useFeedsAgain } from './queries.ts';
import { everyWords, MODE_CHOICES } from './words.ts';
import { t } from '../../base/language/text.ts';

/** Minutes. */
const EVERY = [15, 30, 60, 180, 360, 720, 1_440];
const BACKFILL = [0, 1, 3, 5, 10];

const EMPTY = {
  url: '',
  accountIds: [] as string[],
  template: '{title}\n\n{link}',
  mode: 'draft' as Feed['mode'],
  everyMinutes: '60',
  backfill: '0',
};

export function FeedForm({ onClose }: { onClose: () => void }) {
  const { slug: workspace } = useWorkspace();
  const again = useFeedsAgain();
  const form = useApiForm({
    name: 'feed',
    initialValues: EMPTY,
    send: ({ everyMinutes, backfill, ...values }) =>
      call('createFeed', {
        ...values,
        everyMinutes: Number(everyMinutes),
        backfill: Number(backfill),
        workspace,
      }),
    onSent: async () => {
      await again();
      onClose();
    },
  });
  const { url, template, accountIds } = form.values;
  return (
    <Card withBorder>
      <Form of={form} label={t('New feed')}>
        <Stack gap="sm">
          <AddressAndText form={form} />
          <NewestItems url={url} template={template} />
          <AccountsOf {...form.field('accountIds')} />
          <Choices form={form} />
          <FormFault of={form} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Submit of={form} disabled={url.trim() === '' || accountIds.length === 0}>
              {t('Save')}
            </Submit>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}

/** The address, and the text of its posts. */
function AddressAndText({ form }: { form: ApiForm<typeof EMPTY, unknown> }) {
  return (
    <>
      <TextInput
        label={t('Address of the feed')}
        description={t('Of an RSS, Atom or JSON feed.')}
        required
        dir="ltr"
        maxLength={LIMITS.feedUrl}
        {...form.field('url')}
        data-autofocus
      />
      <Textarea
        label={t('Text of its posts')}
        description={t(
          'In braces: title, link and summary of the item. Its first picture is the media of the post.',
        )}
        required
        autosize
        minRows={2}
        dir="auto"
        maxLength={LIMITS.feedTemplate}
        {...form.field('template')}
      />
    </>
  );
}

/** What becomes of its items, and how often it is read. */
function Choices({ form }: { form: ApiForm<typeof EMPTY, unknown> }) {
  return (
    <>
      <NativeSelect label={t('New items')} data={MODE_CHOICES} {...form.field('mode')} />
      <NativeSelect
        label={t('How often')}
        data={EVERY.map((minutes) => ({ value: String(minutes), label: everyWords(minutes) }))}
        {...form.field('everyMinutes')}
      />
      <NativeSelect
        label={t('Of the items that it has now')}
        data={BACKFILL.map((count) => ({
          value: String(count),
          label:
            count === 0
              ? t('none becomes a post')
              : t('{count, plural, one {the newest becomes a post} other {the newest # become posts}}', {
                  count,
                }),
        }))}
        {...form.field('backfill')}
      />
    </>
  );
}

function AccountsOf(field: FieldProps) {
  const { data: accounts = [] } = useAccounts();
  return (
    <MultiSelect
      label={t('Accounts')}
      data={accounts.map(({ id, platform, displayName, username }) => ({
        value: id,
        label: t('{account} on {network}', {
          account: displayName || username,
          network: networkName(platform),
        }),
      }))}
      searchable
      openOnFocus={false}
      {...field}
    />
  );
}

/** The newest items as they would be posted, when somebody asks for them. */
function NewestItems({ url, template }: { url: string; template: string }) {
  const { slug: workspace } = useWorkspace();
  const preview = useMutation({
    mutationFn: () => call('previewFeed', { url, template, workspace }),
  });
  return (
    <Stack gap="xs">
      <Group>
        <Button
          size="xs"
          variant="default"
          disabled={url.trim() === ''}
          loading={preview.isPending}
          onClick={() => preview.mutate()}
        >
          {t('Show the newest items')}
        </Button>
      </Group>
      <div role="status">
        {preview.error !== null && (
          <Text size="sm" c="red">
            {messageOf(preview.error)}
          </Text>
        )}
        {preview.data !== undefined && <Items of={preview.data} />}
      </div>
    </Stack>
  );
}

function Items({ of: { title, items, problem } }: { of: Preview }) {
  return (
    <Stack gap="xs">
      {title !== null && (
        <Text size="sm" fw={600} dir="auto">
          {title}
        </Text>
      )}
      {problem !== null && (
        <Text size="sm" c="red" dir="auto">
          {problem}
        </Text>
      )}
      {title !== null && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('It has no items yet.')}
        </Text>
      )}
      {items.map((item, index) => (
        <Card key={`${index} ${item.link ?? item.title}`} withBorder padding="xs">
          <Text size="sm" className="post-text" dir="auto">
            {item.text}
          </Text>
          {item.image !== null && (
            <Text size="xs" c="dimmed">
              {t('With a picture')}
            </Text>
          )}
        </Card>
      ))}
    </Stack>
  );
}
