import '@mantine/schedule/styles.css';
import { showFailure } from '../../base/failure.ts';
import { Box, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { MonthView, type ScheduleEventData } from '@mantine/schedule';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'wouter';
import { call, messageOf, type Post } from '../../base/api.ts';
import { TONE_COLORS } from '../../base/parts/look.ts';
import { networkName } from '../../base/parts/network.tsx';
import { Fault, PageTitle } from '../../base/parts/states.tsx';
import { postLook } from './status.tsx';
import { clockInZone, wallTime, withZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { useCan } from '../../base/can.tsx';
import { Agenda } from './agenda.tsx';
import './calendar.css';
import { useChangePost } from './queries.ts';

/** A month of posts, each on its day in the workspace's time zone. What is not out yet can be moved. */
export default function CalendarPage() {
  const { slug, timezone } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const today = wallTime(new Date().toISOString(), timezone).slice(0, 10);
  const month = /^\d{4}-\d{2}$/.test(search.get('month') ?? '') ? search.get('month')! : today.slice(0, 7);
  const { from, to } = rangeOf(month);
  const key = ['posts', slug, 'calendar', month];
  const posts = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await call('readCalendar', { workspace: slug, from, to }, { signal })).posts,
    placeholderData: (before) => before,
  });
  const shown = posts.data ?? [];
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const hints = useCan()('updatePost') && !isNarrow;

  return (
    <>
      <PageTitle>Calendar</PageTitle>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          In {timezone}.{' '}
          {posts.data?.length === 0
            ? `No post is planned in this month yet.${hints ? ' Choose a day to write a post for it.' : ''}`
            : hints && 'Drag a draft or a scheduled post to another day; choose a day to write one for it.'}
        </Text>
      </Group>
      {posts.isError && (
        <Box mb="sm">
          <Fault message={messageOf(posts.error)} onRetry={() => void posts.refetch()} />
        </Box>
      )}
      {isNarrow ? (
        <Agenda month={month} posts={shown} timezone={timezone} onMonth={(month) => setSearch({ month })} />
      ) : (
        <Month
          month={month}
          today={today}
          posts={shown}
          isPending={posts.isPending}
          queryKey={key}
          onMonth={(month) => setSearch({ month })}
        />
      )}
    </>
  );
}

interface MonthProps {
  /** Such as `2026-05`. */
  month: string;
  /** Such as `2026-05-04`. */
  today: string;
  posts: Post[];
  isPending: boolean;
  /** Of the query that reads the posts. */
  queryKey: readonly unknown[];
  onMonth: (month: string) => void;
}

/** The month as seven columns, with posts that can be dragged. */
function Month({ month, today, posts, isPending, queryKey, onMonth }: MonthProps) {
  const { timezone } = useWorkspace();
  const [, go] = useLocation();
  const move = useMove(queryKey);
  const can = useCan();
  return (
    <div className="calendar" aria-busy={isPending}>
      <MonthView
        date={`${month}-01`}
        onDateChange={(date) => onMonth(date.slice(0, 7))}
        events={posts.map((post) => eventOf(post, timezone))}
        maxEventsPerDay={3}
        weekdayFormat="ddd"
        consistentWeeks={false}
        viewSelectProps={{ style: { display: 'none' } }}
        // the text of a post keeps its own direction beside the time
        renderEventBody={({ payload }) => (
          <>
            {(payload as EventPayload).time} <bdi>{(payload as EventPayload).text}</bdi>
          </>
        )}
        withEventsDragAndDrop
        canDragEvent={(event) =>
          can('updatePost') &&
          isMovable(
            posts.find(({ id }) => id === event.id),
            can('decideApproval'),
          )
        }
        onEventDrop={({ eventId, newStart }) => {
          const post = posts.find(({ id }) => id === eventId);
          if (post !== undefined && isMovable(post, can('decideApproval'))) move(post, newStart.slice(0, 10));
        }}
        onEventClick={(event) => go(`/posts/${event.id}`)}
        onDayClick={(date) => {
          if (!can('createPost')) return;
          const day = date.slice(0, 10);
          go(day < today ? '/posts/new' : `/posts/new?at=${day}T${day === today ? '23:30' : '09:00'}`);
        }}
      />
    </div>
  );
}

/** Moves a post to another day at the same time of day. @param key of the query that is read again when that fails */
function useMove(key: readonly unknown[]) {
  const { timezone } = useWorkspace();
  const queries = useQueryClient();
  const change = useChangePost();
  return (post: Post, day: string) => {
    const time = wallTime(post.scheduledAt!, timezone).slice(11);
    const scheduledAt = `${day}T${time}`;
    if (scheduledAt < wallTime(new Date().toISOString(), timezone)) {
      notifications.show({
        color: 'red',
        message: 'That time has passed. Publish it now instead, or choose a later day.',
      });
      return;
    }
    const wanted = {
      scheduledAt,
      ...(post.status === 'draft' && post.approval !== 'requested' && { draft: true }),
    };
    change.mutate(
      { id: post.id, change: wanted },
      {
        onSuccess: (moved) =>
          notifications.show({ message: `Moved to ${withZone(moved.scheduledAt!, timezone)}.` }),
        onError: (error) => {
          showFailure(error);
          void queries.invalidateQueries({ queryKey: key });
        },
      },
    );
  };
}

/** What waits for an approval is moved by who wrote it alone: a time given by somebody who may approve would be their yes. */
const isMovable = (post: Post | undefined, mayApprove: boolean): boolean =>
  post?.limited !== true &&
  (post?.status === 'scheduled' ||
    (post?.status === 'draft' && !(post.approval === 'requested' && mayApprove)));

/** Six weeks around a month and a day more on each side: the workspace's days start at another time than UTC's. */
function rangeOf(month: string): { from: string; to: string } {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const DAY_MS = 86_400_000;
  return {
    from: new Date(first - 8 * DAY_MS).toISOString(),
    to: new Date(first + 37 * DAY_MS).toISOString(),
  };
}

/** What an event of the calendar is drawn with. */
interface EventPayload {
  status: Post['status'];
  time: string;
  /** The first line of the post. */
  text: string;
}

function eventOf(post: Post, timezone: string): ScheduleEventData {
  const start = wallTime(post.scheduledAt!, timezone).replace('T', ' ');
  const time = clockInZone(post.scheduledAt!, timezone);
  const networks = [...new Set(post.deliveries.map(({ platform }) => networkName(platform)))].join(', ');
  const text = post.content.trim().split('\n', 1)[0] || networks || 'Without text';
  return {
    id: post.id,
    title: `${time} ${text}`,
    start,
    // a post has no length, and the month view needs an end: the end of the day
    end: `${start.slice(0, 10)} 23:59:59`,
    color: TONE_COLORS[postLook(post).tone],
    payload: { status: post.status, time, text } satisfies EventPayload,
  };
}
