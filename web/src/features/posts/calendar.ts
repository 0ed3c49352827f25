/** Days, weeks and what is drawn in them. Pure. Days are `YYYY-MM-DD`, times of day `HH:MM`, in the time zone of the workspace. */
import { FIRST_WEEKDAY, instantAt, wallTime } from '../../base/parts/times.ts';

export type Slots = readonly { day: string; time: string }[];

/** What of a post says where it is, and whether it can be moved. */
interface Planned {
  status: string;
  scheduledAt: string | null;
  limited?: boolean;
}

export const addDays = (day: string, count: number): string => {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + count);
  return at.toISOString().slice(0, 10);
};

export const addMonths = (month: string, count: number): string => {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + count);
  return at.toISOString().slice(0, 7);
};

/** The days of the week of a day, as the reader's weeks begin. */
export function weekOf(day: string): string[] {
  const back = (new Date(`${day}T00:00:00Z`).getUTCDay() - FIRST_WEEKDAY + 7) % 7;
  return Array.from({ length: 7 }, (_, index) => addDays(day, index - back));
}

/** The weeks of a month, with the days before and after it that complete them. */
export function weeksOf(month: string): string[][] {
  const weeks: string[][] = [];
  for (let week = weekOf(`${month}-01`); week[0]!.slice(0, 7) <= month; week = weekOf(addDays(week[0]!, 7)))
    weeks.push(week);
  return weeks;
}

/** @param month such as `2026-05` */
export const daysOf = (month: string): string[] =>
  weeksOf(month)
    .flat()
    .filter((day) => day.startsWith(month));

/** What the service reads for days: a day more on each side, since the workspace's days begin at another time than UTC's. */
export const rangeOf = (first: string, last: string): { from: string; to: string } => ({
  from: `${addDays(first, -1)}T00:00:00.000Z`,
  to: `${addDays(last, 2)}T00:00:00.000Z`,
});

/** Posts by day, each day by time. */
export function byDay<Shown extends Planned>(
  posts: readonly Shown[],
  timezone: string,
): Map<string, Shown[]> {
  const sorted = posts.toSorted((a, b) => (a.scheduledAt! < b.scheduledAt! ? -1 : 1));
  return Map.groupBy(sorted, (post) => wallTime(post.scheduledAt!, timezone).slice(0, 10));
}

/**
 * The posts of a day that are shown when there is room for so many: those that failed or wait for a person, however many, and then the first.
 * @returns in the order of time
 */
export function visibleOf<Shown>(
  posts: readonly Shown[],
  room: number,
  mustShow: (post: Shown) => boolean,
): Shown[] {
  const urgent = posts.filter(mustShow);
  const others = posts.filter((post) => !mustShow(post)).slice(0, Math.max(0, room - urgent.length));
  const visible = new Set([...urgent, ...others]);
  return posts.filter((post) => visible.has(post));
}

/** The day of the week as schedules name it: `mon`. */
export const weekdayOf = (day: string): string =>
  new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(Date.parse(day)).toLowerCase();

/** The times of a day at which the schedule has a slot that is still to come and that no scheduled post has. @param now epoch ms */
export function freeSlots(
  day: string,
  { slots, posts, timezone, now }: { slots: Slots; posts: readonly Planned[]; timezone: string; now: number },
): string[] {
  const weekday = weekdayOf(day);
  const occupied = new Set(
    posts.filter(({ status }) => status === 'scheduled').map(({ scheduledAt }) => Date.parse(scheduledAt!)),
  );
  return slots
    .filter((slot) => slot.day === weekday)
    .map(({ time }) => time)
    .filter((time) => {
      const at = Date.parse(instantAt(`${day}T${time}:00`, timezone));
      return at > now && !occupied.has(at);
    })
    .toSorted();
}

/** What is not out yet can be moved. */
export const isMovable = (post: Planned): boolean =>
  post.limited !== true && (post.status === 'scheduled' || post.status === 'draft');

/** Where a post is moved to. */
export interface Place {
  day: string;
  /** `HH:MM`; null keeps the time of day. */
  time: string | null;
}

/** The time of a post at another place, `YYYY-MM-DDTHH:MM:SS`. */
export function wallAt(post: Planned, { day, time }: Place, timezone: string): string {
  const own = wallTime(post.scheduledAt!, timezone).slice(11);
  return `${day}T${time === null ? own : `${time}:00`}`;
}

/** The keys that move a post: with Shift, by a day or by an hour. */
export function placeAfter(post: Planned, key: string, timezone: string): Place | null {
  const [day = '', time = ''] = wallTime(post.scheduledAt!, timezone).split('T');
  const by = { ArrowLeft: -24, ArrowRight: 24, ArrowUp: -1, ArrowDown: 1 }[key];
  if (by === undefined) return null;
  const at = new Date(Date.parse(`${day}T${time}Z`) + by * 3_600_000).toISOString();
  return { day: at.slice(0, 10), time: at.slice(11, 16) };
}
