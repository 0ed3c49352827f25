import { Group, Text } from '@mantine/core';
import type { Delivery } from '../../base/api.ts';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { sentence } from '../../base/finding.ts';
import { commentLook } from './status.tsx';
import { t } from '../../base/language/text.ts';

/** What became of the first comment below the post. Nothing if the account gets none. */
export function DeliveryComment({ comment }: { comment: Delivery['firstComment'] }) {
  if (comment === null) return null;
  return (
    <Group gap={6} mt={6} role="group" aria-label={t('First comment')}>
      <Text size="sm">{t('First comment')}</Text>
      <LookBadge look={commentLook(comment.status)} />
      {comment.error !== null && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {sentence(comment.error)}
        </Text>
      )}
    </Group>
  );
}
