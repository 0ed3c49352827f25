/** A month as a list of its days, with the slots of the schedule that are free; a phone has no other view. */
import { Anchor, Card, Group, Stack, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { Post } from '../../base/api.ts';
import { NetworkMark } from '../../base/parts/network.tsx';
import { Empty } from '../../base/parts/states.tsx';
import { PostStatusBadge } from './status.tsx';
import { byDay, daysOf, freeSlots, type Slots } from './calendar.ts';
import { FreeSlot } from './calendar-chip.tsx';
import { clockInZone, dayText, wallTime } from '../../base/parts/times.ts';
import { t } from '../../base/language/text.ts';

interface AgendaProps {
  /** Such as `2026-05`. */
  month: string;
  posts: readonly Post[];
  /** The posts that take slots, whether they are shown or not. */
  taking: readonly Post[];
  slots: Slots;
  /** Whether posts may have been left out. */
  isFiltered: boolean;
  /** Whether the person may write posts: then free slots are shown, and lead to a new one. */
  canWrite: boolean;
  timezone: string;
  /** Epoch ms. */
  now: number;
}

export function Agenda({ month, posts, taking, slots, isFiltered, canWrite, timezone, now }: AgendaProps) {
  const visible = byDay(posts, timezone);
  const postsInSlots = byDay(taking, timezone);
  const freeOn = (day: string) =>
    canWrite ? freeSlots(day, { slots, posts: postsInSlots.get(day) ?? [], timezone, now }) : [];
  const days = daysOf(month)
    .map((day) => ({ day, posts: visible.get(day) ?? [], free: freeOn(day) }))
    .filter((one) => one.posts.length + one.free.length > 0);
  return (
    <Stack>
      {days.every((one) => one.posts.length === 0) && (
        <Empty title={isFiltered ? t('No post matches') : t('Nothing this month')}>
          {isFiltered
            ? t('Choose another month, or change the search and the filters.')
            : t('Posts with a time, drafts too, are shown on their day.')}
        </Empty>
      )}
      {days.map((one) => (
        <Day key={one.day} {...one} timezone={timezone} />
      ))}
    </Stack>
  );
}

interface DayProps {
  day: string;
  posts: Post[];
  /** `HH:MM` of each slot. */
  free: string[];
  timezone: string;
}

/** Posts and free slots in the order of their times. */
function Day({ day, posts, free, timezone }: DayProps) {
  const lines = [
    ...posts.map((post) => ({
      at: wallTime(post.scheduledAt!, timezone).slice(11, 16),
      key: post.id,
      line: <PostLine post={post} timezone={timezone} />,
    })),
    ...free.map((time) => ({ at: time, key: time, line: <FreeSlot day={day} time={time} /> })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return (
    <Stack gap="xs" component="section" aria-label={day}>
      <Title order={2} size="h5">
        {dayText(day, { weekday: 'long', day: 'numeric', month: 'long' })}
      </Title>
      {lines.map(({ key, line }) => (
        <div key={key}>{line}</div>
      ))}
    </Stack>
  );
}

function PostLine({ post, timezone }: { post: Post; timezone: string }) {
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="xs">
        <Anchor component={Link} href={`/posts/${post.id}`} c="inherit" lineClamp={2}>
          <WithTime post={post} timezone={timezone} />
        </Anchor>
        <Group gap={6} wrap="nowrap" ms="auto">
          {[...new Set(post.deliveries.map(({ platform }) => platform))].slice(0, 3).map((platform) => (
            <NetworkMark key={platform} platform={platform} size={16} />
          ))}
          <PostStatusBadge post={post} />
        </Group>
      </Group>
    </Card>
  );
}

function WithTime({ post, timezone }: { post: Post; timezone: string }) {
  return (
    <>
      {clockInZone(post.scheduledAt!, timezone)} <bdi>{post.content.trim() || t('Without text')}</bdi>
    </>
  );
}
