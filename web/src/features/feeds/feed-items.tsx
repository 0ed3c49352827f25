/** What became of the items of a feed. */
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { type FeedItem, useFeedItems } from './queries.ts';
import { t } from '../../base/language/text.ts';

const RESULTS: { [result: string]: { label: string; color: string } } = {
  waiting: { label: t('Waits'), color: 'blue' },
  made: { label: t('Posted'), color: 'teal' },
  skipped: { label: t('Skipped'), color: 'gray' },
  refused: { label: t('Refused'), color: 'red' },
};

export function FeedItems({ id }: { id: string }) {
  const items = useFeedItems(id);
  if (items.isPending) return <Waiting rows={2} />;
  if (items.data === undefined)
    return <Fault message={messageOf(items.error)} onRetry={() => void items.refetch()} />;
  const rows = items.data.pages.flatMap((page) => page.items);
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('It has no items yet.')}
      </Text>
    );
  return (
    <Stack gap="xs" mt="xs">
      {rows.map((item) => (
        <ItemRow key={item.key} item={item} />
      ))}
      {items.hasNextPage && (
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={items.isFetchingNextPage}
            onClick={() => void items.fetchNextPage()}
          >
            {t('Show more')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function ItemRow({ item: { title, key, result, postId, problem } }: { item: FeedItem }) {
  const look = RESULTS[result] ?? RESULTS['skipped']!;
  const words = title.trim() || key;
  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Badge size="sm" variant="light" color={look.color} style={{ flexShrink: 0 }}>
          {look.label}
        </Badge>
        {postId === null ? (
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {words}
          </Text>
        ) : (
          <Anchor
            component={Link}
            href={`/posts/${postId}`}
            size="sm"
            dir="auto"
            style={{ overflowWrap: 'anywhere', minWidth: 0 }}
          >
            {words}
          </Anchor>
        )}
      </Group>
      {problem !== null && (
        <Text size="xs" c="dimmed" dir="auto">
          {problem}
        </Text>
      )}
    </div>
  );
}
