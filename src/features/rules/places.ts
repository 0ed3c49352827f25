/**
 * In which order the messages of a queue get their places, and when (machines/reply-queue.ts). Pure. Live broadcasts come first.
 * Workspaces take turns, each in the order of its own messages. Times are epoch ms.
 */
import { HELD_FOR_MS, type Granted } from '../../../machines/reply-queue.ts';
import { EVEN_PACE, PRIVATE_REPLIES } from './pace.ts';

/** Places that become free within this time are granted together, ms. */
const TOGETHER_MS = 1_000;

/** What one workspace has in a queue. */
export interface Line {
  /** The workspace, as the queue names it. */
  seat: string;
  /** How many of its messages wait, those of live broadcasts and others. */
  live: number;
  queued: number;
  /** Its account cannot send before; null if as far as is known it can. */
  heldUntil: number | null;
  /** One message may try whether its account can send again. */
  isTrial: boolean;
  /** Its messages leave one after the other over the hour. */
  evenPace: boolean;
}

/** A line with the ids of its first messages. */
export interface FullLine extends Line {
  firstLive: readonly string[];
  firstQueued: readonly string[];
}

export type GrantPlan = Pick<Granted, 'trials' | 'lastSeat' | 'nextAt' | 'because'> & {
  /** The messages that get a place, in order. */
  chosen: string[];
};

/** The lines in the order of their turns: the one behind the line that had the last place comes first. */
export function inTurns<One extends Pick<Line, 'seat'>>(
  lines: readonly One[],
  lastSeat: string | null,
): One[] {
  const sorted = lines.toSorted((one, other) => (one.seat < other.seat ? -1 : 1));
  const next = lastSeat === null ? 0 : sorted.findIndex(({ seat }) => seat > lastSeat);
  return next <= 0 ? sorted : [...sorted.slice(next), ...sorted.slice(0, next)];
}

interface Situation {
  lines: readonly FullLine[];
  /** When the messages of the last hour were sent, earliest first. */
  sent: readonly number[];
  lastSeat: string | null;
  now: number;
  /** How many places are granted at most. */
  limit: number;
}

/** Chooses who gets a place now, and says when the next ones come. */
export function planGrants({ lines, sent, lastSeat, now, limit }: Situation): GrantPlan {
  const room = Math.min(limit, PRIVATE_REPLIES.max - sent.length);
  const turns = inTurns(lines, lastSeat).map((line) => ({ line, live: 0, queued: 0 }));
  const chosen: string[] = [];
  let last = lastSeat;
  let lastAt = sent.at(-1) ?? -Infinity;
  const mayTake = ({ line, live, queued }: (typeof turns)[number], from: 'live' | 'queued') => {
    if (line.heldUntil !== null && line.heldUntil > now) return false;
    if (line.isTrial && live + queued > 0) return false;
    if (from === 'live') return live < line.firstLive.length;
    return queued < line.firstQueued.length && (!line.evenPace || lastAt + EVEN_PACE.windowMs <= now);
  };
  for (const from of ['live', 'queued'] as const)
    for (let isAny = true; isAny;) {
      isAny = false;
      for (const turn of turns) {
        if (chosen.length >= room || !mayTake(turn, from)) continue;
        chosen.push((from === 'live' ? turn.line.firstLive : turn.line.firstQueued)[turn[from]]!);
        turn[from] += 1;
        last = turn.line.seat;
        lastAt = now;
        isAny = true;
      }
    }
  const left = turns.map(({ line, live, queued }) => ({
    ...line,
    live: line.live - live,
    queued: line.queued - queued,
    // while one reply tries, the others of its line wait for the result
    heldUntil: line.isTrial && live + queued > 0 ? now + HELD_FOR_MS : line.heldUntil,
  }));
  const trials = turns.flatMap(({ line, live, queued }) =>
    line.isTrial && live + queued > 0 ? line.seat : [],
  );
  return { chosen, trials, lastSeat: last, ...nextLook(left, [...sent, ...chosen.map(() => now)], now) };
}

/** When the next places can be granted to those that are left, and what they wait for. */
function nextLook(
  lines: readonly Line[],
  sent: readonly number[],
  now: number,
): Pick<GrantPlan, 'nextAt' | 'because'> {
  const waits = lines
    .filter(({ live, queued }) => live + queued > 0)
    .map((line): { at: number; because: GrantPlan['because'] } => {
      if (line.heldUntil !== null && line.heldUntil > now) return { at: line.heldUntil, because: 'held' };
      if (line.live > 0 || !line.evenPace) return { at: now, because: 'more' };
      const at = (sent.at(-1) ?? -Infinity) + EVEN_PACE.windowMs;
      return at > now ? { at, because: 'paced' } : { at: now, because: 'more' };
    })
    .toSorted((one, other) => one.at - other.at);
  const [first] = waits;
  if (!first) return { nextAt: null, because: null };
  const freeAt = (sent.at(-PRIVATE_REPLIES.max) ?? -Infinity) + PRIVATE_REPLIES.windowMs;
  if (freeAt <= now || first.at > freeAt) return { nextAt: first.at, because: first.because };
  return { nextAt: Math.max(freeAt, now + TOGETHER_MS), because: 'full' };
}

/** Where a message is among those of its line. */
interface Rank {
  /** From 1. */
  rank: number;
  isLive: boolean;
}

/** The place of a message among those of all lines, from 1. @param own the line of the message */
export function placeOf(
  { rank, isLive }: Rank,
  { lines, own, lastSeat }: { lines: readonly Line[]; own: string; lastSeat: string | null },
): number {
  const turns = inTurns(lines, lastSeat);
  const ownTurn = turns.findIndex(({ seat }) => seat === own);
  const from = isLive ? 'live' : 'queued';
  const before = turns.reduce((sum, line, turn) => {
    const theirs = line.seat === own ? rank - 1 : Math.min(line[from], turn < ownTurn ? rank : rank - 1);
    return sum + theirs + (isLive ? 0 : line.live);
  }, 0);
  return before + 1;
}

/** About when a message gets its place, if nobody leaves the queue and no fault holds it longer than is known. */
export function expectedAt({
  place,
  isLive,
  line: { evenPace, heldUntil },
  sent,
  now,
}: {
  place: number;
  isLive: boolean;
  line: Pick<Line, 'evenPace' | 'heldUntil'>;
  /** When the messages of the last hour were sent, earliest first. */
  sent: readonly number[];
  now: number;
}): number {
  const { max, windowMs } = PRIVATE_REPLIES;
  const from = Math.max(now, heldUntil ?? now);
  const gapMs = evenPace && !isLive ? EVEN_PACE.windowMs : -Infinity;
  const instants = [...sent];
  for (let one = 0; one < place; one += 1) {
    const free = (instants[instants.length - max] ?? -Infinity) + windowMs;
    instants.push(Math.max(from, free, (instants.at(-1) ?? -Infinity) + gapMs));
  }
  return instants.at(-1)!;
}
