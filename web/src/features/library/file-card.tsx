/** A file of the library: what it is, its description, what uses it, and the way to delete it. */
import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useCan } from '../../base/can.tsx';
import { MediaThumb } from '../../base/parts/media-thumb.tsx';
import { withZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { DeleteFile } from './delete-file.tsx';
import { DescriptionForm } from './description-form.tsx';
import type { LibraryFile } from './queries.ts';
import { factsOf, titleOf } from './words.ts';
import { t } from '../../base/language/text.ts';

const THUMB_PX = 112;

export function FileCard({ file }: { file: LibraryFile }) {
  const { timezone } = useWorkspace();
  const can = useCan();
  const { id, url, altText, uploadedBy, createdAt } = file;
  const when = withZone(createdAt, timezone);
  const title = titleOf(file);
  return (
    <Card withBorder padding="md" component="article" aria-labelledby={`file-${id}`}>
      <Group gap="md" wrap="nowrap" align="flex-start">
        <a href={url} target="_blank" rel="noreferrer" aria-label={t('Open {name}', { name: title })}>
          <MediaThumb url={url} size={THUMB_PX} alt={altText ?? ''} />
        </a>
        <Stack gap={4} style={{ flex: 1, minWidth: 0 }}>
          <Text fw={600} dir="auto" id={`file-${id}`} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Text size="sm" dir="ltr" style={{ textAlign: 'start' }}>
            {factsOf(file)}
          </Text>
          <Text size="sm" c="dimmed">
            {uploadedBy === null ? when : t('{name}, {when}', { name: uploadedBy.name, when })}
          </Text>
          <UsedBy of={file} />
        </Stack>
      </Group>
      <Stack gap="sm" mt="sm">
        {can('updateMedia') ? (
          <DescriptionForm key={altText} file={file} />
        ) : (
          altText !== null && (
            <Text size="sm" dir="auto">
              {altText}
            </Text>
          )
        )}
        {can('deleteMedia') && <DeleteFile file={file} />}
      </Stack>
    </Card>
  );
}

function UsedBy({ of: { usedBy } }: { of: LibraryFile }) {
  const { count, posts, series } = usedBy;
  if (count === 0 && series.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('Nothing uses it')}
      </Text>
    );
  return (
    <Stack gap={2}>
      {count > 0 && (
        <Text size="sm">
          {t('{count, plural, one {In # post:} other {In # posts, the newest:}}', { count })}
        </Text>
      )}
      {posts.slice(0, 3).map(({ id, text }) => (
        <Anchor key={id} component={Link} href={`/posts/${id}`} size="sm" truncate dir="auto">
          {text.trim() || t('Without text')}
        </Anchor>
      ))}
      {series.length > 0 && (
        <Anchor component={Link} href="/series" size="sm">
          {t('{count, plural, one {In # series} other {In # series}}', { count: series.length })}
        </Anchor>
      )}
    </Stack>
  );
}
