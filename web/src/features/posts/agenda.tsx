import { ActionIcon, Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { Post } from '../../base/api.ts';
import { LeftIcon, RightIcon } from '../../base/parts/icons.tsx';
import { Empty } from '../../base/parts/states.tsx';
import { PostStatusBadge } from './status.tsx';
import { clockInZone, dayText, wallTime } from '../../base/parts/times.ts';

/** A month as a list of its days: for screens that are too narrow for seven columns. */
export function Agenda({
  month,
  posts,
  timezone,
  onMonth,
}: {
  /** Such as `2026-05`. */
  month: string;
  posts: Post[];
  timezone: string;
  onMonth: (month: string) => void;
}) {
  const days = Map.groupBy(posts, (post) => wallTime(post.scheduledAt!, timezone).slice(0, 10));
  const shown = [...days].filter(([day]) => day.startsWith(month));
  return (
    <Stack>
      <Group justify="space-between">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Previous month"
          onClick={() => onMonth(shifted(month, -1))}
        >
          <LeftIcon />
        </ActionIcon>
        <Text fw={600} role="status">
          {dayText(`${month}-01`, { month: 'long', year: 'numeric' })}
        </Text>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Next month"
          onClick={() => onMonth(shifted(month, 1))}
        >
          <RightIcon />
        </ActionIcon>
      </Group>
      {shown.length === 0 && (
        <Empty title="Nothing this month">Posts with a time, drafts too, are shown on their day.</Empty>
      )}
      {shown.map(([day, ofDay]) => (
        <Stack key={day} gap="xs" component="section" aria-label={day}>
          <Title order={2} size="h5">
            {dayText(day, { weekday: 'long', day: 'numeric', month: 'long' })}
          </Title>
          {ofDay.map((post) => (
            <Card key={post.id} withBorder padding="sm">
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <Anchor component={Link} href={`/posts/${post.id}`} c="inherit" lineClamp={2}>
                  <WithTime post={post} timezone={timezone} />
                </Anchor>
                <PostStatusBadge post={post} />
              </Group>
            </Card>
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

function shifted(month: string, by: number): string {
  const [year, one] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, one! - 1 + by, 1)).toISOString().slice(0, 7);
}

function WithTime({ post, timezone }: { post: Post; timezone: string }) {
  return (
    <>
      {clockInZone(post.scheduledAt!, timezone)} <bdi>{post.content.trim() || 'Without text'}</bdi>
    </>
  );
}
