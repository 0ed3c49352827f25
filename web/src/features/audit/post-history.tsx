/** What happened to a post, in sentences. */
import { Stack, Text } from '@mantine/core';
import { messageOf, type Post } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone } from '../../base/parts/times.ts';
import { usePostHistory } from './queries.ts';
import { t } from '../../base/language/text.ts';

export default function PostHistory({ post: { id, updatedAt, timezone } }: { post: Post }) {
  const history = usePostHistory(id, updatedAt);
  if (history.isPending) return <Waiting rows={2} />;
  if (history.isError)
    return <Fault message={messageOf(history.error)} onRetry={() => void history.refetch()} />;
  if (history.data.length === 0) return <Text c="dimmed">{t('Nothing is known of it any more.')}</Text>;
  return (
    <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('History')}>
      {history.data.map(({ at, sentence }) => (
        <li key={`${at} ${sentence}`}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </Text>
          <Text size="xs" c="dimmed">
            {inZone(at, timezone)}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
