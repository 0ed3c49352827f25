/** A month and a week as grids of days, in which posts are dragged from place to place. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Post } from '../../base/api.ts';
import { clock, dayText, wallTime } from '../../base/parts/times.ts';
import type { BestHours } from '../numbers/index.ts';
import { byDay, freeSlots, type Place, visibleOf, type Slots, weekdayOf, weeksOf } from './calendar.ts';
import { Chip, dropTarget, FreeSlot } from './calendar-chip.tsx';
import { postLook } from './status.tsx';
import { t } from '../../base/language/text.ts';

export interface ViewProps {
  posts: readonly Post[];
  /** The posts that take slots, whether they are shown or not. */
  taking: readonly Post[];
  slots: Slots;
  /** When posts did best, for the week. */
  best: { hours: BestHours; cellHours: number };
  timezone: string;
  /** `YYYY-MM-DD` */
  today: string;
  /** Epoch ms. */
  now: number;
  move: ((post: Post, place: Place) => void) | undefined;
  /** Whether the person may write posts: then free slots and days lead to a new one. */
  canWrite: boolean;
}

/** What a day of the month has room for. */
const ROOM = 4;

const hrefOf = (day: string, today: string) =>
  day < today ? '/posts/new' : `/posts/new?at=${day}T${day === today ? '23:30' : '09:00'}`;

/** @param props.month such as `2026-05` */
export function MonthView({ month, ...view }: ViewProps & { month: string }) {
  const { posts, taking, slots, timezone, today, now, move, canWrite } = view;
  const days = byDay(posts, timezone);
  const slotsOn = byDay(taking, timezone);
  const weeks = weeksOf(month);
  const dropAt = useDrop(posts, move);
  return (
    <div className="cal cal-month">
      {weeks[0]!.map((day) => (
        <div key={day} className="cal-weekday" aria-hidden="true">
          {dayText(day, { weekday: 'short' })}
        </div>
      ))}
      {weeks.flat().map((day) => {
        const ofDay = days.get(day) ?? [];
        const others = slotsOn.get(day) ?? [];
        const free = canWrite ? freeSlots(day, { slots, posts: others, timezone, now }) : [];
        return (
          <section
            key={day}
            className="cal-day"
            aria-label={dayText(day)}
            data-today={day === today || undefined}
            data-outside={!day.startsWith(month) || undefined}
            {...dropTarget(dropAt && ((id) => dropAt(id, { day, time: null })))}
          >
            <DayNumber day={day} today={today} canWrite={canWrite} />
            <DayPosts posts={ofDay} timezone={timezone} move={move} />
            {free.map((time) => (
              <FreeSlot
                key={time}
                {...{ day, time }}
                {...dropTarget(dropAt && ((id) => dropAt(id, { day, time })))}
              />
            ))}
          </section>
        );
      })}
    </div>
  );
}

function DayNumber({ day, today, canWrite }: { day: string; today: string; canWrite: boolean }) {
  const number = Number(day.slice(8));
  if (!canWrite) return <span className="cal-number">{number}</span>;
  return (
    <Link
      href={hrefOf(day, today)}
      className="cal-number"
      aria-label={t('Write a post for {day}', { day: dayText(day) })}
    >
      {number}
    </Link>
  );
}

/** It failed, or a person has to act: it is never folded away. */
const mustShow = (post: Post): boolean => ['failed', 'needs-you'].includes(postLook(post).tone);

/** The posts of a day; what has no room is shown when it is asked for. */
function DayPosts({ posts, timezone, move }: Pick<ViewProps, 'posts' | 'timezone' | 'move'>) {
  const [isOpen, setOpen] = useState(false);
  const visible = isOpen ? posts : visibleOf(posts, ROOM, mustShow);
  const rest = posts.length - visible.length;
  return (
    <>
      {visible.map((post) => (
        <Chip key={post.id} {...{ post, timezone, move }} />
      ))}
      {(rest > 0 || isOpen) && (
        <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Fewer') : t('{rest} more', { rest })}
        </Button>
      )}
    </>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
/** The first hour in sight, where no post is earlier. */
const MORNING = 7;

/** @param props.days of the week */
export function WeekView({ days, ...view }: ViewProps & { days: readonly string[] }) {
  const { posts, taking, timezone, today, canWrite } = view;
  const box = useRef<HTMLDivElement>(null);
  const ofWeek = byDay(posts, timezone);
  const slotsOn = byDay(taking, timezone);
  const first = days[0]!;
  const earliest = Math.min(
    MORNING,
    ...days.flatMap((day) =>
      (ofWeek.get(day) ?? []).map(({ scheduledAt }) =>
        Number(wallTime(scheduledAt!, timezone).slice(11, 13)),
      ),
    ),
  );
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>(`[data-hour="${earliest}"]`);
    if (box.current && row) box.current.scrollTop = row.offsetTop - HEAD_HEIGHT;
    // a post that is moved meanwhile does not scroll the week
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [first]);
  return (
    <div ref={box} className="cal cal-week" role="region" aria-label={t('Week, scrollable')} tabIndex={0}>
      <div className="cal-corner" />
      {days.map((day) => (
        <div key={day} className="cal-weekday" data-today={day === today || undefined}>
          {dayText(day, { weekday: 'short', day: 'numeric', month: 'short' })}
        </div>
      ))}
      {HOURS.map((hour) => (
        <Hour key={hour} {...view} {...{ days, hour, ofWeek, slotsOn }} canWrite={canWrite} />
      ))}
    </div>
  );
}

/** Of the row with the days, CSS pixels. */
const HEAD_HEIGHT = 34;

interface HourProps extends ViewProps {
  days: readonly string[];
  /** `00` to `23` */
  hour: string;
  ofWeek: Map<string, Post[]>;
  slotsOn: Map<string, Post[]>;
}

/** An hour of each day of the week. */
function Hour({ days, hour, ofWeek, slotsOn, ...view }: HourProps) {
  const { posts, slots, best, timezone, today, now, move, canWrite } = view;
  const dropAt = useDrop(posts, move);
  const isOfHour = (time: string) => time.slice(0, 2) === hour;
  return (
    <>
      <div className="cal-hour" data-hour={Number(hour)}>
        {clock(`${hour}:00`)}
      </div>
      {days.map((day) => {
        const ofDay = ofWeek.get(day) ?? [];
        const own = ofDay.filter(({ scheduledAt }) => isOfHour(wallTime(scheduledAt!, timezone).slice(11)));
        const others = slotsOn.get(day) ?? [];
        const free = canWrite ? freeSlots(day, { slots, posts: others, timezone, now }).filter(isOfHour) : [];
        const score = day < today ? null : scoreAt(day, hour, best);
        return (
          <div
            key={day}
            className="cal-cell"
            data-best={score !== null || undefined}
            {...dropTarget(dropAt && ((id) => dropAt(id, { day, time: `${hour}:00` })))}
          >
            {score !== null && Number(hour) % best.cellHours === 0 && (
              <span className="cal-best">{t('Best time: {score}', { score: score.toFixed(1) })} ×</span>
            )}
            {own.map((post) => (
              <Chip key={post.id} {...{ post, timezone, move }} />
            ))}
            {free.map((time) => (
              <FreeSlot
                key={time}
                {...{ day, time }}
                {...dropTarget(dropAt && ((id) => dropAt(id, { day, time })))}
              />
            ))}
          </div>
        );
      })}
    </>
  );
}

/** What posts of this hour reached, in proportion to the usual; null where it is none of the best. */
function scoreAt(day: string, hour: string, { hours, cellHours }: ViewProps['best']): number | null {
  const first = Number(hour) - (Number(hour) % cellHours);
  return hours.get(`${weekdayOf(day)} ${String(first).padStart(2, '0')}`) ?? null;
}

/** @returns what is done when a post is dropped; undefined where the person may not move posts */
function useDrop(posts: readonly Post[], move: ViewProps['move']) {
  if (move === undefined) return undefined;
  return (id: string, place: Place) => {
    const post = posts.find((one) => one.id === id);
    if (post) move(post, place);
  };
}
