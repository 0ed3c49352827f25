/** Arithmetic of the charts: what is drawn where. Pure. */
import type { Point } from './shapes.ts';

/** About so many steps an axis has. */
const STEPS = 4;

/**
 * Whole, round numbers for an axis, from one at or below the lowest value up to one at or above the highest.
 * @param lowest where the axis may begin; default 0
 */
export function countTicks(highest: number, lowest = 0): number[] {
  const rough = Math.max(highest - lowest, 1) / STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10;
  const step = Math.max(factor * power, 1);
  const first = Math.floor(lowest / step) * step;
  const steps = Math.max(Math.ceil((highest - first) / step), 1);
  return Array.from({ length: steps + 1 }, (_, index) => first + index * step);
}

/** Times to name below an axis: the last one always, and others of those there are, far enough apart. @param most how many */
export function timeTicks(times: readonly number[], most: number): number[] {
  if (times.length <= 1) return [...times];
  const apart = (times.at(-1)! - times[0]!) / Math.max(most - 1, 1);
  const ticks: number[] = [];
  for (const at of times.toReversed()) if (ticks.length === 0 || ticks[0]! - at >= apart) ticks.unshift(at);
  return ticks;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * When a count of a post's history was made at the latest: it is the last one of its hour, or after 48 hours of its UTC day.
 * @param from beginning of the hour or day, epoch ms, as `publishedAt`
 */
export function countedAt(from: number, publishedAt: number): number {
  const hoursEnd = Math.floor((publishedAt + 48 * HOUR_MS) / HOUR_MS) * HOUR_MS;
  return from < hoursEnd ? from + HOUR_MS : (Math.floor(from / DAY_MS) + 1) * DAY_MS;
}

/** The parts of a line between its gaps: values that are not known are not drawn, and nothing is drawn across them. */
export function linesOf(points: readonly Point[]): { at: number; value: number }[][] {
  const lines: { at: number; value: number }[][] = [];
  let isOpen = false;
  for (const { at, value } of points) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    if (!isOpen) lines.push([]);
    isOpen = true;
    lines.at(-1)!.push({ at, value });
  }
  return lines;
}

/** Index of the time that is nearest. @param times ascending, at least one */
export function nearestIndex(times: readonly number[], at: number): number {
  let best = 0;
  for (const [index, time] of times.entries())
    if (Math.abs(time - at) < Math.abs(times[best]! - at)) best = index;
  return best;
}

/** How many days at the end have no value in any series, although earlier ones have: the networks report them later. */
export function lateDays(series: readonly { points: readonly Point[] }[]): number {
  const length = Math.max(0, ...series.map(({ points }) => points.length));
  for (let late = 0; late < length; late += 1)
    if (series.some(({ points }) => points.at(-1 - late)?.value != null)) return late;
  return 0;
}

/** A sentence about a series: its sum or its change, and the best of its days. Null if nothing is known. */
export function summaryOf(points: readonly Point[]) {
  const existing = points.filter((point): point is { at: number; value: number } => point.value !== null);
  if (existing.length === 0) return null;
  return {
    total: existing.reduce((sum, { value }) => sum + value, 0),
    last: existing.at(-1)!.value,
    change: existing.at(-1)!.value - existing[0]!.value,
    best: existing.reduce((best, one) => (one.value > best.value ? one : best)),
    known: existing.length,
  };
}

/**
 * Groups what would be drawn too close together, from left to right: each group lies at its first member's place.
 * @param apart the least distance of two groups
 */
export function grouped<Item extends { x: number }>(items: readonly Item[], apart: number): Item[][] {
  const groups: Item[][] = [];
  for (const item of items.toSorted((one, other) => one.x - other.x)) {
    const last = groups.at(-1);
    if (last !== undefined && item.x - last[0]!.x < apart) last.push(item);
    else groups.push([item]);
  }
  return groups;
}
