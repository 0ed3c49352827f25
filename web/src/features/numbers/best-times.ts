/** When posts did well: from the workspace's own history, by weekday and three hours of its own time zone. Pure. */
import { AGE_MS, type AgedPost } from './compare.ts';
import type { Counts } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** Fewer posts than these say nothing. */
export const MIN_POSTS = 30;
export const MIN_IN_CELL = 5;
/** Length of a cell. */
export const CELL_HOURS = 3;

export interface Cell {
  /** 0: Monday. */
  weekday: number;
  /** 0 to 21: the first of its three hours. */
  hour: number;
  /** How many posts went out then. */
  posts: number;
  /** The median of what they reached, in proportion to what a post of their account usually does (1). Null means too few posts. */
  score: number | null;
}

interface BestTimes {
  /** How many posts could be judged. */
  posts: number;
  /** What was compared: the first 24 hours, or what posts of over a week count now. */
  basis: 'first24h' | 'lifetime';
  /** Null means too few posts to say anything. Otherwise the cells in which posts went out. */
  cells: Cell[] | null;
  /** Those of a score above the usual, best first. */
  best: Cell[];
}

const WEEKDAYS = [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')];

/**
 * What a post reached (views, else interactions), divided by its account's median, so that a large account does not outweigh a small one.
 * It is the first 24 hours that count. Where too few posts were counted then (the account is new here), what posts of over a week count
 * now takes their place: by then most of it has come.
 * @param now epoch ms
 */
export function bestTimes(posts: readonly AgedPost[], timeZone: string, now: number): BestTimes {
  const early = judge(posts, ({ at24h }) => at24h);
  if (early.length >= MIN_POSTS) return timesOf(early, 'first24h', timeZone);
  const old = posts.filter(({ publishedAt }) => now - Date.parse(publishedAt) >= AGE_MS['7d']);
  const late = judge(old, ({ latest }) => latest);
  return late.length > early.length
    ? timesOf(late, 'lifetime', timeZone)
    : timesOf(early, 'first24h', timeZone);
}

interface Judged {
  publishedAt: string;
  score: number;
}

/** Each post in proportion to its account's median. */
function judge(posts: readonly AgedPost[], countsOf: (post: AgedPost) => Counts | null): Judged[] {
  return [...Map.groupBy(posts, ({ accountId }) => accountId).values()].flatMap((own) => {
    // within an account everything is measured by the same count
    const hasViews = own.some((post) => countsOf(post)?.views != null);
    const reached = own.flatMap((post) => {
      const value = reachOf(countsOf(post), hasViews);
      return value === null ? [] : [{ publishedAt: post.publishedAt, value }];
    });
    const usual = reached.length === 0 ? 0 : median(reached.map(({ value }) => value));
    return usual === 0
      ? []
      : reached.map(({ publishedAt, value }) => ({ publishedAt, score: value / usual }));
  });
}

function timesOf(judged: readonly Judged[], basis: BestTimes['basis'], timeZone: string): BestTimes {
  if (judged.length < MIN_POSTS) return { posts: judged.length, basis, cells: null, best: [] };
  const byCell = Map.groupBy(judged, ({ publishedAt }) => {
    const { weekday, hour } = slotOf(publishedAt, timeZone);
    return weekday * 24 + hour;
  });
  const cells = [...byCell].map(([key, own]): Cell => ({
    weekday: Math.floor(key / 24),
    hour: key % 24,
    posts: own.length,
    score: own.length < MIN_IN_CELL ? null : median(own.map(({ score }) => score)),
  }));
  const best = cells
    .filter(({ score }) => score !== null && score > 1)
    .toSorted((one, other) => other.score! - one.score!);
  return { posts: judged.length, basis, cells, best };
}

/** Views, or likes, comments and shares together. Null if nothing is known. */
function reachOf(counts: Counts | null, hasViews: boolean): number | null {
  if (counts === null) return null;
  if (hasViews) return counts.views;
  const numbers = [counts.likes, counts.comments, counts.shares].flatMap((one) => one ?? []);
  return numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0);
}

/**
 * The next moments at which cells begin.
 * @param today a day and a time of the zone, such as `2026-05-04T10:00`
 * @returns such moments, the first one first
 */
export function nextMoments(cells: readonly Cell[], today: string): { at: string; score: number }[] {
  const [day, time] = today.split('T') as [string, string];
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return cells
    .map(({ weekday: ofCell, hour, score }) => {
      const clock = `${String(hour).padStart(2, '0')}:00`;
      const ahead = (ofCell - weekday + 7) % 7;
      const days = ahead === 0 && clock <= time ? 7 : ahead;
      const on = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
      return { at: `${on}T${clock}`, score: score ?? 1 };
    })
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
}
const DAY_MS = 86_400_000;

/** The cell of an instant on the clock of a zone. @param instant ISO text */
export function slotOf(instant: string, timeZone: string): { weekday: number; hour: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  const hour = Number(part('hour'));
  return { weekday: WEEKDAYS.indexOf(part('weekday')), hour: hour - (hour % CELL_HOURS) };
}

/** The middle one; of an even number the mean of both. @param values at least one */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
