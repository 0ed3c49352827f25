/** What was changed of a post since it was approved, part by part: before and now side by side. */
import { Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Post, Reply } from '../../base/api.ts';
import { MediaThumb } from '../../base/parts/media-thumb.tsx';
import { withZone } from '../../base/parts/times.ts';
import { useAccountNames } from '../accounts/index.ts';
import { t } from '../../base/language/text.ts';

type Change = Reply<'getApproval'>['changes'][number];

const PARTS: { [part: string]: string } = {
  text: t('Text'),
  files: t('Files'),
  firstComment: t('First comment'),
  linkPreview: t('Preview of a page'),
  option: t('Option'),
  accountAdded: t('Goes out on another account'),
  accountRemoved: t('Does not go out on an account any more'),
  time: t('Time'),
};

const TIMES: { [timing: string]: string } = {
  publishNow: t('At once when it is approved'),
  useNextSlot: t('In the next free slot when it is approved'),
};

export function PostChanges({ post, changes }: { post: Post; changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label={t('What was changed since it was approved')}>
      <Text fw={600} size="sm">
        {t('What was changed since it was approved')}
      </Text>
      {changes.map((change) => (
        <ChangeCard
          key={`${change.part} ${change.index} ${change.name} ${change.accountIds.join(' ')}`}
          change={change}
          post={post}
        />
      ))}
    </Stack>
  );
}

function ChangeCard({ change, post }: { change: Change; post: Post }) {
  const names = useAccountNames();
  const { part, accountIds, index, name, before, after, filesBefore, filesAfter } = change;
  const title = [
    PARTS[part] + (name === null ? '' : ` ${name}`),
    ...(index === null || index === 0 ? [] : [t('part {count} of the thread', { count: index + 1 })]),
  ].join(', ');
  // a text that all accounts get needs no list of them
  const isForAll = part === 'text' && accountIds.length === post.accountIds.length;
  const where = isForAll
    ? ''
    : accountIds.map((id) => names.get(id) ?? t('a disconnected account')).join(', ');
  const hasSides = part !== 'accountAdded' && part !== 'accountRemoved';
  const words = (text: string | null) =>
    part === 'time' ? (text === null ? t('No time') : (TIMES[text] ?? withZone(text, post.timezone))) : text;
  return (
    <Card withBorder padding="sm" component="section" aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {where !== '' && (
        <Text size="xs" c="dimmed" dir="auto">
          {where}
        </Text>
      )}
      {hasSides && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt={4}>
          <Side title={t('Before')} text={words(before)} files={part === 'files' ? filesBefore : null} />
          <Side title={t('Now')} text={words(after)} files={part === 'files' ? filesAfter : null} />
        </SimpleGrid>
      )}
    </Card>
  );
}

function Side(props: { title: string; text: string | null; files: Change['filesBefore'] | null }) {
  const { title, text, files } = props;
  return (
    <Stack gap={2} component="section" aria-label={title} miw={0}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      {files === null ? (
        <Text className="post-text" dir="auto" size="sm">
          {text ?? t('None')}
        </Text>
      ) : (
        <Files files={files} />
      )}
    </Stack>
  );
}

function Files({ files }: { files: Change['filesBefore'] }) {
  if (files.length === 0) return <Text size="sm">{t('None')}</Text>;
  return (
    <Group gap="sm" align="flex-start">
      {files.map(({ url, description }, index) => (
        <Stack key={url} gap={2} maw={120}>
          <MediaThumb
            url={url}
            size={80}
            alt={description || t('File {count} of {count2}', { count: index + 1, count2: files.length })}
          />
          <Text size="xs" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {description || t('No description')}
          </Text>
        </Stack>
      ))}
    </Group>
  );
}
