import { Anchor, Card, Group, Stack, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { Post } from '../../base/api.ts';
import { NetworkMark } from '../../base/parts/network.tsx';
import { Empty } from '../../base/parts/states.tsx';
import { PostStatusBadge } from './status.tsx';
import { clockInZone, dayText, wallTime } from '../../base/parts/times.ts';
import { t } from '../../base/language/text.ts';

/** A month as a list of its days; a phone has no other view. */
export function Agenda({
  month,
  posts,
  isFiltered,
  timezone,
}: {
  /** Such as `2026-05`. */
  month: string;
  posts: Post[];
  /** Whether posts may have been left out. */
  isFiltered: boolean;
  timezone: string;
}) {
  const days = Map.groupBy(posts, (post) => wallTime(post.scheduledAt!, timezone).slice(0, 10));
  const shown = [...days].filter(([day]) => day.startsWith(month));
  return (
    <Stack>
      {shown.length === 0 && (
        <Empty title={isFiltered ? t('No post matches') : t('Nothing this month')}>
          {isFiltered
            ? t('Choose another month, or change the search and the filters.')
            : t('Posts with a time, drafts too, are shown on their day.')}
        </Empty>
      )}
      {shown.map(([day, ofDay]) => (
        <Stack key={day} gap="xs" component="section" aria-label={day}>
          <Title order={2} size="h5">
            {dayText(day, { weekday: 'long', day: 'numeric', month: 'long' })}
          </Title>
          {ofDay.map((post) => (
            <Card key={post.id} withBorder padding="sm">
              <Group justify="space-between" gap="xs">
                <Anchor component={Link} href={`/posts/${post.id}`} c="inherit" lineClamp={2}>
                  <WithTime post={post} timezone={timezone} />
                </Anchor>
                <Group gap={6} wrap="nowrap" ms="auto">
                  {[...new Set(post.deliveries.map(({ platform }) => platform))]
                    .slice(0, 3)
                    .map((platform) => (
                      <NetworkMark key={platform} platform={platform} size={16} />
                    ))}
                  <PostStatusBadge post={post} />
                </Group>
              </Group>
            </Card>
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

function WithTime({ post, timezone }: { post: Post; timezone: string }) {
  return (
    <>
      {clockInZone(post.scheduledAt!, timezone)} <bdi>{post.content.trim() || t('Without text')}</bdi>
    </>
  );
}
