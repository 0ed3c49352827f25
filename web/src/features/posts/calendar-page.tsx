import { ActionIcon, Box, Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, messageOf, type Post } from '../../base/api.ts';
import { useCan } from '../../base/can.tsx';
import { useAddress } from '../../base/parts/address.ts';
import { Fold } from '../../base/parts/fold.tsx';
import { LeftIcon, RightIcon } from '../../base/parts/icons.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Fault, PageTitle } from '../../base/parts/states.tsx';
import { dayText, instantAt, wallTime, withZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { Agenda } from './agenda.tsx';
import { useBatch } from './batch.tsx';
import { addDays, addMonths, type Place, rangeOf, type Slots, wallAt, weekOf, weeksOf } from './calendar.ts';
import { useBestHours } from '../numbers/index.ts';
import './calendar.css';
import { MonthView, type ViewProps, WeekView } from './calendar-views.tsx';
import { useAccountGroups } from '../accounts/index.ts';
import { LabelChoice } from './labels.tsx';
import { SearchField } from './search-field.tsx';
import { AccountChoice, GroupChoice, NetworkChoice } from './list-filter.tsx';
import { postLook } from './status.tsx';
import { t } from '../../base/language/text.ts';

type View = 'week' | 'month' | 'list';
const VIEWS: { value: View; label: string }[] = [
  { value: 'week', label: t('Week') },
  { value: 'month', label: t('Month') },
  { value: 'list', label: t('List') },
];

/** Posts by their time in the workspace's time zone: a week, a month or a list. What is not out yet can be moved. */
export default function CalendarPage() {
  const { slug, timezone } = useWorkspace();
  const now = useNow(60_000);
  const today = wallTime(new Date(now).toISOString(), timezone).slice(0, 10);
  const calendar = useCalendarView(today);
  const { view, month, days, filter, q, isFiltered } = calendar;
  const key = ['posts', slug, 'calendar', days[0], days.at(-1), q];
  const { from, to } = rangeOf(days[0]!, days.at(-1)!);
  const posts = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await call('readCalendar', { workspace: slug, from, to, ...(q !== null && { q }) }, { signal })).posts,
    placeholderData: (before) => before,
  });
  const { slots, isOwn } = useSlots(calendar.accountId ?? null);
  const can = useCan();
  const { accountId = null, platform = null } = calendar;
  const best = useBestHours({ accountId, platform, isShown: view === 'week' });
  const canMove = can('batchPosts');
  const move = useMove(key);
  const fitting = (posts.data ?? []).filter(filter);
  const props: ViewProps = {
    posts: fitting,
    // of the schedule of all, every post takes a slot
    taking: isOwn ? fitting : (posts.data ?? []),
    // which slots are free is known of all posts alone
    slots: q === null ? slots : [],
    best,
    timezone,
    today,
    now,
    move: canMove ? move : undefined,
    canWrite: can('createPost'),
  };
  return (
    <>
      <PageTitle actions={<ViewChoice shown={calendar} />}>{t('Calendar')}</PageTitle>
      <Toolbar shown={calendar} today={today} />
      <Hint
        timezone={timezone}
        view={view}
        isEmpty={!isFiltered && posts.data?.length === 0}
        canMove={canMove}
        hasBest={view === 'week' && best.hours.size > 0}
      />
      {posts.isError && (
        <Box mb="sm">
          <Fault message={messageOf(posts.error)} onRetry={() => void posts.refetch()} />
        </Box>
      )}
      <div className="calendar" aria-busy={posts.isPending}>
        {view === 'week' && <WeekView days={days} {...props} />}
        {view === 'month' && <MonthView month={month} {...props} />}
        {view === 'list' && <Agenda month={month} isFiltered={isFiltered} {...props} />}
      </div>
    </>
  );
}

interface HintProps {
  timezone: string;
  view: CalendarView['view'];
  /** Nothing is planned, whatever the filters are. */
  isEmpty: boolean;
  canMove: boolean;
  /** Best times are drawn. */
  hasBest: boolean;
}

function Hint({ timezone, view, isEmpty, canMove, hasBest }: HintProps) {
  const empty =
    view === 'week' ? t('No post is planned in this week yet.') : t('No post is planned in this month yet.');
  const sentences = [
    t('In {timezone}.', { timezone }),
    isEmpty && empty,
    !isEmpty &&
      canMove &&
      view !== 'list' &&
      t('Drag a draft or a scheduled post, or move it with Shift and the arrows.'),
    hasBest &&
      t('In the shaded hours posts of the last 90 days did best; 1 × is what a post usually reaches.'),
  ];
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {sentences.filter(Boolean).join(' ')}
    </Text>
  );
}

/** What the address asks for. A phone has the list alone. */
function useCalendarView(today: string) {
  const [search, set] = useAddress();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const chosen = VIEWS.find(({ value }) => value === search.get('view'))?.value ?? 'month';
  const view = isNarrow ? 'list' : chosen;
  const month = /^\d{4}-\d{2}$/.test(search.get('month') ?? '') ? search.get('month')! : today.slice(0, 7);
  const dayInAddress = search.get('day') ?? '';
  const day = /^\d{4}-\d{2}-\d{2}$/.test(dayInAddress)
    ? dayInAddress
    : month === today.slice(0, 7)
      ? today
      : `${month}-01`;
  const days = view === 'week' ? weekOf(day) : weeksOf(month).flat();
  const groups = useAccountGroups();
  const [accountId, platform, status, groupId, label = null] = [
    'account',
    'network',
    'status',
    'group',
    'label',
  ].map((name) => search.get(name));
  const q = search.get('q')?.trim() || null;
  // a group that is not there any more, or not read yet, hides nothing
  const group = groups.find(({ id }) => id === groupId);
  const filter = (post: Post) =>
    (accountId == null || post.accountIds.includes(accountId)) &&
    (group === undefined || post.accountIds.some((id) => group.accountIds.includes(id))) &&
    (label === null || post.labels.includes(label)) &&
    (platform == null || post.deliveries.some((one) => one.platform === platform)) &&
    (status == null || postLook(post).label === status || post.status === status);
  return {
    view,
    isNarrow,
    month,
    day,
    days,
    filter,
    accountId,
    platform,
    status,
    group,
    label,
    q,
    isFiltered: [accountId, platform, status, group, label, q].some((one) => one != null),
    set,
  };
}

type CalendarView = ReturnType<typeof useCalendarView>;

const STATUSES = [
  { value: '', label: t('Every status') },
  { value: 'draft', label: t('Drafts') },
  { value: 'scheduled', label: t('Scheduled') },
  { value: 'published', label: t('Published') },
  { value: 'failed', label: t('Failed') },
];

/** Week, month or list, where there is room for more than the list. */
function ViewChoice({ shown: { view, isNarrow, day, set } }: { shown: CalendarView }) {
  if (isNarrow) return null;
  return (
    <SegmentedControl
      aria-label={t('View')}
      data={VIEWS}
      value={view}
      onChange={(view) => set({ view, day: view === 'week' ? day : null })}
    />
  );
}

/** Which days are shown, and which posts of them. */
function Toolbar({ shown, today }: { shown: CalendarView; today: string }) {
  const { view, month, day, days, set } = shown;
  const isWeek = view === 'week';
  const go = (by: 1 | -1) => {
    if (!isWeek) return set({ month: addMonths(month, by), day: null });
    const to = addDays(day, 7 * by);
    return set({ day: to, month: to.slice(0, 7) });
  };
  const title = isWeek
    ? `${dayText(days[0]!, { day: 'numeric', month: 'short' })} – ${dayText(days[6]!)}`
    : dayText(`${month}-01`, { month: 'long', year: 'numeric' });
  return (
    <Group gap="sm" mb="sm" align="end">
      <Group gap={6} wrap="nowrap" className="cal-steps">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={isWeek ? t('Previous week') : t('Previous month')}
          onClick={() => go(-1)}
        >
          <LeftIcon />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={isWeek ? t('Next week') : t('Next month')}
          onClick={() => go(1)}
        >
          <RightIcon />
        </ActionIcon>
        <Button variant="default" size="sm" onClick={() => set({ month: today.slice(0, 7), day: today })}>
          {t('Today')}
        </Button>
        <Text fw={600} role="status" aria-label={t('Shown')} className="cal-title">
          {title}
        </Text>
      </Group>
      <SearchField value={shown.q} onChange={(q) => set({ q })} />
      <Filters shown={shown} />
    </Group>
  );
}

/** Which posts are shown. On a phone they are folded: in the open they would fill half of it. */
function Filters({ shown }: { shown: CalendarView }) {
  const { accountId = null, platform = null, status, group, label, isNarrow, set } = shown;
  const count = [accountId, group, platform, label, status].filter((one) => one != null).length;
  const choices = (
    <>
      <AccountChoice value={accountId} onChange={(account) => set({ account })} />
      <GroupChoice value={group?.id ?? null} onChange={(group) => set({ group })} />
      <NetworkChoice value={platform} onChange={(network) => set({ network })} />
      <LabelChoice value={label} onChange={(label) => set({ label })} />
      <NativeSelect
        label={t('Status')}
        data={STATUSES}
        value={status ?? ''}
        onChange={({ currentTarget }) => set({ status: currentTarget.value || null })}
        className="post-filter"
      />
    </>
  );
  if (!isNarrow) return choices;
  return (
    <Box w="100%">
      <Fold
        title={t('Filters')}
        says={count === 0 ? t('none') : t('{count, plural, one {# chosen} other {# chosen}}', { count })}
        startsOpen={false}
        label={t('Filters')}
      >
        {choices}
      </Fold>
    </Box>
  );
}

/**
 * The slots of which those that are free are drawn: of the account that the calendar is of, where it has a schedule of its own, else
 * of the workspace.
 */
function useSlots(accountId: string | null): { slots: Slots; isOwn: boolean } {
  const { slug } = useWorkspace();
  const read = (of: { accountId?: string }) => ({
    queryKey: ['posting-schedule', slug, of.accountId ?? null],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call('getPostingSchedule', { workspace: slug, ...of }, { signal }),
  });
  const all = useQuery(read({}));
  const own = useQuery({ ...read({ accountId: accountId ?? '' }), enabled: accountId !== null });
  const isOwn = accountId !== null && (own.data?.slots.length ?? 0) > 0;
  return { slots: (isOwn ? own.data?.slots : all.data?.slots) ?? [], isOwn };
}

/** Moves a post, with a way back. It is shown at its new time at once. @param key of the query that reads the posts */
function useMove(key: readonly unknown[]) {
  const { timezone } = useWorkspace();
  const queries = useQueryClient();
  const batch = useBatch();
  const focused = useRef<string | null>(null);
  // moved by a key, its link is another element now
  useEffect(() => {
    if (focused.current === null) return;
    document.querySelector<HTMLElement>(`[data-post="${focused.current}"]`)?.focus();
  });
  return (post: Post, place: Place) => {
    const at = instantAt(wallAt(post, place, timezone), timezone);
    if (at === post.scheduledAt) return;
    if (Date.parse(at) <= Date.now()) {
      notifications.show({
        color: 'red',
        message: t('That time has passed. Publish it now instead, or choose a later one.'),
      });
      return;
    }
    focused.current = document.activeElement?.closest<HTMLElement>('[data-post]')?.dataset['post'] ?? null;
    queries.setQueryData<Post[]>(key, (before) =>
      before?.map((one) => (one.id === post.id ? { ...one, scheduledAt: at } : one)),
    );
    batch.mutate(
      {
        batch: { action: 'move', ids: [post.id], scheduledAt: [at] },
        words: (count: number) =>
          t('{count, plural, one {# post moved to {time}.} other {# posts moved to {time}.}}', {
            count,
            time: withZone(at, timezone),
          }),
      },
      { onSettled: () => (focused.current = null) },
    );
  };
}
