/** What a time line draws, computed from the steps of actors. Pure: nothing here reads the clock or the page. */
import type { Tone } from '../../base/parts/look.ts';
import type { Actor, Sequence, Step } from './shapes.ts';
import { stateText, stateTone } from './state-words.ts';

/** A step of an actor, at a time that the page can show. */
export interface Moment {
  actorId: string;
  seq: number;
  /** Epoch ms. */
  at: number;
  /** Type of the event. */
  event: string;
  /** After the step, as text. */
  state: string;
  /** When the first timer that it set is due, epoch ms; null means it set none. */
  dueAt: number | null;
}

/** How long an actor was in a state. Times are epoch ms. */
interface Bar {
  state: string;
  tone: Tone;
  from: number;
  to: number;
  /** A timer or a person ends it: nothing runs meanwhile. */
  isWait: boolean;
  /** Index of the moment at which it starts. */
  index: number;
}

/** A row of the time line: an actor, or a state of the only actor. */
export interface Lane {
  id: string;
  title: string;
  /** The actor that the row is of; null means a state of the page's actor. */
  actor: Actor | null;
  tone: Tone;
  bars: Bar[];
  /** Indices of its moments, oldest first. */
  indices: number[];
  /** When its next message is due, epoch ms; null if none is. */
  nextAt: number | null;
}

/** Moments of one actor's journal. */
export const ownMoments = (actorId: string, steps: readonly Step[]): Moment[] =>
  steps.map(({ seq, at, event, state, timers }) => ({
    actorId,
    seq,
    at: Date.parse(at),
    event: event.type,
    state,
    dueAt: timers.length === 0 ? null : Math.min(...timers.map(({ dueAt }) => Date.parse(dueAt))),
  }));

/** Moments of a family, in the order in which its steps were taken. */
export const familyMoments = ({ steps }: Sequence): Moment[] =>
  steps.map(({ at, dueAt, ...step }) => ({
    ...step,
    at: Date.parse(at),
    dueAt: dueAt === null ? null : Date.parse(dueAt),
  }));

/** What needs a person comes first, what is well comes last. */
const ORDER: readonly Tone[] = ['needs-you', 'failed', 'working', 'planned', 'neutral', 'live'];

/** Whether nothing follows: what ended has no length, and its row ends with it. */
const isOver = ({ state, dueAt }: Moment): boolean =>
  dueAt === null && ['live', 'failed', 'neutral'].includes(stateTone(state));

/**
 * A row for each actor that the page's actor started, those with a problem first.
 * @param end of the time line, epoch ms: what has not ended reaches it
 */
export function actorLanes(moments: readonly Moment[], actors: readonly Actor[], end: number): Lane[] {
  const indices = Map.groupBy(moments.keys(), (index) => moments[index]!.actorId);
  return actors
    .map((actor): Lane => {
      const own = indices.get(actor.id) ?? [];
      const newest = moments[own.at(-1) ?? -1];
      return {
        id: actor.id,
        title: actor.title,
        actor,
        tone: toneOf(actor),
        bars: barsOf(moments, own, end),
        indices: own,
        nextAt:
          actor.status === 'active' && actor.nextAt !== null && newest !== undefined
            ? Date.parse(actor.nextAt)
            : null,
      };
    })
    .toSorted(
      (a, b) => ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone) || a.title.localeCompare(b.title, 'en'),
    );
}

export const toneOf = ({ status, state, trouble }: Pick<Actor, 'status' | 'state' | 'trouble'>): Tone =>
  status === 'needs_attention' ? 'failed' : trouble !== null ? 'needs-you' : stateTone(state);

function barsOf(moments: readonly Moment[], own: readonly number[], end: number): Bar[] {
  const bars: Bar[] = [];
  for (const [place, index] of own.entries()) {
    const moment = moments[index]!;
    const next = moments[own[place + 1] ?? -1];
    const before = bars.at(-1);
    const to = next?.at ?? (isOver(moment) ? moment.at : Math.max(moment.at, end));
    if (before && before.state === moment.state && before.to === moment.at) {
      before.to = to;
      before.isWait ||= moment.dueAt !== null;
      continue;
    }
    const tone = stateTone(moment.state);
    const isWait = moment.dueAt !== null || tone === 'needs-you';
    bars.push({ state: moment.state, tone, from: moment.at, to, isWait, index });
  }
  return bars;
}

/** The active states of parallel regions, or the one state of others. */
function regionsOf(state: string): string[] {
  const regions = state.split(', ');
  // the first region names the state around all of them
  return regions.length === 1
    ? regions
    : [regions[0]!.slice(regions[0]!.indexOf('.') + 1), ...regions.slice(1)];
}

/** A row for each state that an actor was in, in the order of the first visits; those of a region are together. */
export function stateLanes(moments: readonly Moment[], end: number): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const [index, moment] of moments.entries()) {
    const next = moments[index + 1];
    const to = next?.at ?? (isOver(moment) ? moment.at : Math.max(moment.at, end));
    for (const state of regionsOf(moment.state)) {
      let lane = lanes.get(state);
      if (!lane) {
        const tone = stateTone(state);
        lane = { id: state, title: stateText(state), actor: null, tone, bars: [], indices: [], nextAt: null };
        lanes.set(state, lane);
      }
      lane.indices.push(index);
      if (next === undefined) lane.nextAt = moment.dueAt;
      const before = lane.bars.at(-1);
      if (before && before.to === moment.at && index > 0 && isIn(moments[index - 1]!, state)) before.to = to;
      else
        lane.bars.push({
          state,
          tone: lane.tone,
          from: moment.at,
          to,
          isWait: moment.dueAt !== null || lane.tone === 'needs-you',
          index,
        });
    }
  }
  const regions = [...new Set([...lanes.keys()].map(regionName))];
  return [...lanes.values()].toSorted(
    (a, b) => regions.indexOf(regionName(a.id)) - regions.indexOf(regionName(b.id)),
  );
}

const regionName = (state: string): string => state.slice(0, Math.max(0, state.indexOf('.')));
const isIn = ({ state }: Moment, region: string): boolean => regionsOf(state).includes(region);

/** Where times lie on the line, from 0 to 1. */
export interface Scale {
  place: (time: number) => number;
}

/** A gap of this length is drawn half as long as its logarithm grows: shorter ones are nearly true to scale, ms. */
const SHORT_GAP_MS = 250;

/**
 * @param times epoch ms, in any order
 * @param isEven every second has the same length; otherwise long waits are drawn shorter, so that what happened between them can be seen
 */
export function scaleOf(times: readonly number[], isEven: boolean): Scale {
  const marks = [...new Set(times)].toSorted((a, b) => a - b);
  const weights = marks.map((time, index) => {
    const gap = index === 0 ? 0 : time - marks[index - 1]!;
    return isEven ? gap : Math.log1p(gap / SHORT_GAP_MS);
  });
  const sums: number[] = [];
  let sum = 0;
  for (const weight of weights) sums.push((sum += weight));
  const whole = sum || 1;
  return {
    place(time) {
      const at = lastAtOrBefore(marks, time);
      if (at === -1) return 0;
      if (at === marks.length - 1) return sum === 0 ? 0 : 1;
      const part = (time - marks[at]!) / (marks[at + 1]! - marks[at]!);
      return (sums[at]! + part * weights[at + 1]!) / whole;
    },
  };
}

/** Index of the last of sorted numbers that is not larger; -1 if all are. */
function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The moment of a row that was the newest at a moment of the page; -1 means that the row starts later. */
export function newestAt({ indices }: Lane, index: number): number {
  return indices[lastAtOrBefore(indices, index)] ?? -1;
}

/** The moment of a row that lies nearest to a place on the line; -1 if the row has none. */
export function nearestTo(
  { indices }: Lane,
  { place, moments, scale }: { place: number; moments: readonly Moment[]; scale: Scale },
): number {
  let [best, least] = [-1, Infinity];
  for (const index of indices) {
    const distance = Math.abs(scale.place(moments[index]!.at) - place);
    if (distance <= least) [best, least] = [index, distance];
  }
  return best;
}

/** Which times are written above the line. @param times epoch ms, in order @param least distance between two of them, as a part of the line */
export function ticksOf(
  times: readonly number[],
  scale: Scale,
  least: number,
): { at: number; place: number }[] {
  const ticks: { at: number; place: number }[] = [];
  for (const at of times) {
    const place = scale.place(at);
    const before = ticks.at(-1);
    if (place > 1 - least / 2 || (before !== undefined && place - before.place < least)) continue;
    ticks.push({ at, place });
  }
  return ticks;
}

/** Bars as one SVG path for each tone and thickness. @param width of the drawing */
export function pathsOf(
  bars: readonly Bar[],
  scale: Scale,
  width: number,
): { tone: Tone; isWait: boolean; path: string }[] {
  const paths = new Map<string, { tone: Tone; isWait: boolean; path: string }>();
  for (const { tone, isWait, from, to } of bars) {
    const name = `${tone} ${isWait}`;
    const drawn = paths.get(name) ?? { tone, isWait, path: '' };
    const [start, end] = [scale.place(from) * width, scale.place(to) * width];
    const length = Math.max(MIN_BAR, end - start - BETWEEN);
    const x = Math.min(start, width - length);
    const [y, height] = isWait ? [10, 4] : [5, 14];
    drawn.path += `M${round(x)},${y}h${round(length)}v${height}h${round(-length)}z`;
    paths.set(name, drawn);
  }
  return [...paths.values()];
}

/** The shortest bar that can be seen, and the gap between two, pixels. */
const MIN_BAR = 3;
const BETWEEN = 1;
const round = (value: number) => Math.round(value * 10) / 10;
