/** In which order messages of a queue get their places: held against queues that are drawn at random. */
import * as fc from 'fast-check';
import t from 'tap';
import { EVEN_PACE, PRIVATE_REPLIES } from '../../src/features/rules/pace.ts';
import { expectedAt, type FullLine, inTurns, placeOf, planGrants } from '../../src/features/rules/places.ts';

const NOW = 1_700_000_000_000;
const HOUR = PRIVATE_REPLIES.windowMs;

const line = (seat: string, more: Partial<FullLine> = {}): FullLine => {
  const firstLive = more.firstLive ?? [];
  const firstQueued = more.firstQueued ?? [];
  return {
    seat,
    live: firstLive.length,
    queued: firstQueued.length,
    heldUntil: null,
    isTrial: false,
    evenPace: false,
    firstLive,
    firstQueued,
    ...more,
  };
};
const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
const lines = fc
  .array(fc.record({ live: fc.nat(4), queued: fc.nat(6) }), { minLength: 1, maxLength: 4 })
  .map((counts) =>
    counts.map(({ live, queued }, index) => {
      const seat = String.fromCharCode(65 + index);
      return line(seat, { firstLive: ids(`${seat}L`, live), firstQueued: ids(`${seat}Q`, queued) });
    }),
  );
const lastSeat = fc.constantFrom(null, 'A', 'B', 'C', 'D', 'Z');

void t.test('every place is as it was said to be: the order of grants is the order of places', async (t) => {
  fc.assert(
    fc.property(lines, lastSeat, fc.integer({ min: 1, max: 30 }), (queue, last, limit) => {
      const { chosen } = planGrants({ lines: queue, sent: [], lastSeat: last, now: NOW, limit });
      return chosen.every((id, index) => {
        const own = id[0]!;
        const rank = { isLive: id[1] === 'L', rank: Number(id.slice(2)) + 1 };
        return placeOf(rank, { lines: queue, own, lastSeat: last }) === index + 1;
      });
    }),
  );
  t.pass('held');
});

void t.test(
  'no line gets a second place while another waits for its first, and live ones are before all',
  async (t) => {
    fc.assert(
      fc.property(lines, lastSeat, fc.integer({ min: 1, max: 30 }), (queue, last, limit) => {
        const { chosen } = planGrants({ lines: queue, sent: [], lastSeat: last, now: NOW, limit });
        const waiting = queue.reduce((sum, { live, queued }) => sum + live + queued, 0);
        const firstOther = chosen.findIndex((id) => id[1] === 'Q');
        const ranks = chosen.filter((id) => id[1] === 'Q').map((id) => Number(id.slice(2)));
        return (
          chosen.length === Math.min(limit, waiting) &&
          (firstOther < 0 || chosen.slice(firstOther).every((id) => id[1] === 'Q')) &&
          ranks.every((rank, index) => index === 0 || rank >= ranks[index - 1]!)
        );
      }),
    );
    t.pass('held');
  },
);

void t.test('the hour has 700, and the next look is when the first of them is an hour old', async (t) => {
  const sent = ids('', 698).map((_, index) => NOW - HOUR + 10_000 + index);
  const queue = [line('A', { firstQueued: ids('AQ', 5) })];
  const plan = planGrants({ lines: queue, sent, lastSeat: null, now: NOW, limit: 100 });
  t.strictSame(plan.chosen, ['AQ0', 'AQ1']);
  t.match(plan, { because: 'full', nextAt: NOW + 10_000, lastSeat: 'A' });
  const at = (place: number) => expectedAt({ place, isLive: false, line: queue[0]!, sent, now: NOW });
  t.strictSame([1, 2, 3, 4, 701].map(at), [NOW, NOW, NOW + 10_000, NOW + 10_001, NOW + HOUR]);
  const full = planGrants({ lines: queue, sent: [...sent, NOW, NOW], lastSeat: null, now: NOW, limit: 100 });
  t.match(full, { chosen: [], because: 'full', nextAt: NOW + 10_000, lastSeat: null });
});

void t.test('more than a commit takes follows at once; nobody is waited for in an empty queue', async (t) => {
  const queue = [line('A', { firstQueued: ids('AQ', 2), queued: 5 })];
  t.match(planGrants({ lines: queue, sent: [], lastSeat: null, now: NOW, limit: 2 }), {
    chosen: ['AQ0', 'AQ1'],
    because: 'more',
    nextAt: NOW,
  });
  const all = [line('A', { firstQueued: ids('AQ', 2) })];
  t.match(planGrants({ lines: all, sent: [], lastSeat: null, now: NOW, limit: 2 }), {
    because: null,
    nextAt: null,
  });
});

void t.test('an even pace lets one go, and live ones beside it', async (t) => {
  const queue = [
    line('A', { firstLive: ids('AL', 2), firstQueued: ids('AQ', 3), evenPace: true }),
    line('B', { firstQueued: ids('BQ', 1), evenPace: true }),
  ];
  const plan = planGrants({ lines: queue, sent: [NOW - HOUR + 1], lastSeat: 'A', now: NOW, limit: 100 });
  t.strictSame(plan.chosen, ['AL0', 'AL1']);
  t.match(plan, { because: 'paced', nextAt: NOW + EVEN_PACE.windowMs });
  const [own] = queue.map((one) => ({ ...one, firstLive: [], live: 0 }));
  const next = planGrants({
    lines: [own!],
    sent: [NOW - EVEN_PACE.windowMs],
    lastSeat: null,
    now: NOW,
    limit: 100,
  });
  t.strictSame(next.chosen, ['AQ0'], 'as soon as the last one is long enough ago');
  const early = planGrants({
    lines: [own!],
    sent: [NOW - EVEN_PACE.windowMs + 1],
    lastSeat: null,
    now: NOW,
    limit: 100,
  });
  t.match(early, { chosen: [], because: 'paced', nextAt: NOW + 1 });
});

void t.test('a line that is held waits, one that tries sends one message, and others go on', async (t) => {
  const held = line('A', { firstQueued: ids('AQ', 3), heldUntil: NOW + 1_000 });
  const free = line('B', { firstQueued: ids('BQ', 2) });
  const plan = (lines: FullLine[]) => planGrants({ lines, sent: [], lastSeat: null, now: NOW, limit: 100 });
  t.match(plan([held, free]), { chosen: ['BQ0', 'BQ1'], trials: [], because: 'held', nextAt: NOW + 1_000 });
  const trying = { ...held, heldUntil: NOW, isTrial: true };
  t.match(plan([trying, free]), { chosen: ['AQ0', 'BQ0', 'BQ1'], trials: ['A'], because: 'held' });
  t.strictSame(plan([{ ...trying, firstLive: ['AL0'], live: 1 }]).chosen, ['AL0'], 'one, not one of each');
  t.match(plan([held]), { lastSeat: null }, 'nobody had a place');
});

void t.test('turns go on behind the line that had the last place', async (t) => {
  const seats = (last: string | null) =>
    inTurns([line('C'), line('A'), line('B')], last)
      .map(({ seat }) => seat)
      .join('');
  t.strictSame([null, 'A', 'B', 'C', 'AA'].map(seats), ['ABC', 'BCA', 'CAB', 'ABC', 'BCA']);
});
