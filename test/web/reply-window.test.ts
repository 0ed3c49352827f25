import t from 'tap';
import { neighbours, withOpen } from '../../web/src/base/parts/order.ts';
import { replyWindow, timeLeft } from '../../web/src/features/inbox/reply-window.ts';

const HOUR = 3_600_000;
const now = Date.parse('2026-05-05T08:00:00Z');
const at = (hours: number) => new Date(now + hours * HOUR).toISOString();
const about = { now, network: 'Instagram', person: 'Ann', when: (instant: string) => instant };

void t.test('the time left is said in at most two units', (t) => {
  t.equal(timeLeft(0), 'less than a minute');
  t.equal(timeLeft(59_999), 'less than a minute');
  t.equal(timeLeft(60_000), '1 min');
  t.equal(timeLeft(3 * HOUR + 12 * 60_000 + 59_000), '3 h 12 min');
  t.equal(timeLeft(24 * HOUR - 1), '23 h 59 min');
  t.equal(timeLeft(24 * HOUR), '1 d');
  t.equal(timeLeft(75 * HOUR), '3 d 3 h');
  t.end();
});

void t.test('the reply window is open, then open for people, then closed', (t) => {
  const words = (windowEndsAt: string | null, humanUntil: string | null) =>
    replyWindow({ windowEndsAt, humanUntil }, about);
  t.equal(words(null, null), null);
  t.match(words(at(3.2), at(147.2)), {
    isOpen: true,
    text: 'Instagram takes a reply for 3 h 12 min.',
    hint: `After that it may still take one from a person, until ${at(147.2)}.`,
  });
  t.match(words(at(3), null), { isOpen: true, hint: null });
  t.match(words(at(0), at(144)), {
    isOpen: true,
    text: 'Instagram takes a reply only from a person, for 6 d.',
  });
  t.match(words(at(-145), at(-1)), {
    isOpen: false,
    text: `Instagram has taken no reply from here since ${at(-1)}.`,
    hint: /as soon as Ann writes/,
  });
  t.match(words(at(-2), null), { isOpen: false, text: RegExp(at(-2)) });
  t.end();
});

void t.test('the conversation that is open stays in its place when it no longer fits the filter', (t) => {
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  t.same(withOpen([a, c], [a, b, c], b), [a, b, c]);
  t.same(withOpen([c, b], [b, c], b), [c, b], 'the order of the list counts');
  t.same(withOpen([a, c], [a, c], b), [a, c], 'one that was not shown is not added');
  t.same(withOpen([a, c], [a, b, c], undefined), [a, c]);
  t.same(neighbours([a, b, c], 'b'), { next: 'c', previous: 'a' });
  t.same(neighbours([a], 'a'), {});
  t.same(neighbours([a, b], 'x'), { next: 'a' });
  t.end();
});
