/** How far back a refresh reads posts. Pure. */
import type { Price } from '../../../adapters/port/insights.ts';
import type { Depth } from '../../../machines/metrics.ts';
import { DAY_MS } from '../../base/durations.ts';

const DEPTH_DAYS: { [depth in Depth]: number } = { page: 0, month: 30, year: 366 };

/**
 * Where the network charges, as far as its plan goes, unless somebody asked: a step of the plan that is due every third day is read
 * on every third UTC day, and whenever a year is read.
 * @param of.begunAt epoch ms
 * @returns ms; 0: the newest page alone
 */
export function reachOf(
  { depth, isAsked, begunAt }: { depth: Depth; isAsked: boolean; begunAt: number },
  price: Pick<Price, 'ladder'> | undefined,
): number {
  const days = DEPTH_DAYS[depth];
  if (isAsked || price === undefined) return days * DAY_MS;
  const today = Math.floor(begunAt / DAY_MS);
  const due = price.ladder.filter(({ everyDays }) => depth === 'year' || today % everyDays === 0);
  return Math.min(days, Math.max(0, ...due.map(({ youngerThanDays }) => youngerThanDays))) * DAY_MS;
}
