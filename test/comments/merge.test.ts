/** What is stored of a comment does not depend on the order in which it was learned. */
import * as fc from 'fast-check';
import t from 'tap';
import { type CommentFact, merged, type ReportedComment } from '../../src/features/comments/merge.ts';
import type { StoredComment } from '../../store/comments.ts';
import { property } from '../support/property.ts';

const NOW = 1_000_000;
const line = { accountId: 'acc_1', username: 'cafe', since: NOW - 10 };
const seen: ReportedComment = {
  networkPostId: 'media_1',
  parentId: null,
  text: 'first',
  from: { id: 'p1', username: 'rosa', name: null },
  isOwn: false,
  createdAt: NOW,
  likes: null,
  hidden: null,
  rating: null,
  madeBy: null,
};
/** What happened to one comment, each with its own time. */
const history: CommentFact[] = [
  { kind: 'seen', id: 'c1', isRead: false, at: NOW, comment: seen },
  { kind: 'edited', id: 'c1', at: NOW + 1, text: 'second' },
  { kind: 'hidden', id: 'c1', at: NOW + 2, text: null },
  { kind: 'unhidden', id: 'c1', at: NOW + 3, text: null },
  { kind: 'edited', id: 'c1', at: NOW + 4, text: 'third' },
  { kind: 'hidden', id: 'c1', at: NOW + 5, text: null },
  {
    kind: 'seen',
    id: 'c1',
    isRead: true,
    at: NOW + 6,
    comment: { ...seen, text: 'third', hidden: true, likes: 2 },
  },
];
const deletion: CommentFact = { kind: 'deleted', id: 'c1', at: NOW + 7, text: null };
const fold = (facts: readonly CommentFact[]) =>
  facts.reduce<StoredComment | null>((before, fact) => merged(before, fact, line), null)!;

/** All facts in any order, some of them more than once. */
const shuffled = (facts: CommentFact[]) =>
  fc
    .tuple(
      fc.shuffledSubarray(facts, { minLength: facts.length }),
      fc.array(fc.constantFrom(...facts), { maxLength: 8 }),
    )
    .chain(([all, repeats]) =>
      fc.shuffledSubarray([...all, ...repeats], { minLength: all.length + repeats.length }),
    );

void t.test('any order of facts, with repeats, gives the same comment', async (t) => {
  property(t, { arbitrary: shuffled(history), runs: 500 }, (facts) => {
    const { text, hidden, likes, deletedAt, done } = fold(facts);
    const expected = { text: 'third', hidden: true, likes: 2, deletedAt: null, done: false };
    if (JSON.stringify({ text, hidden, likes, deletedAt, done }) !== JSON.stringify(expected))
      throw new Error(JSON.stringify({ text, hidden, likes, deletedAt, done }));
  });
});

void t.test('a comment that was deleted stays deleted, in any order', async (t) => {
  property(t, { arbitrary: shuffled([...history, deletion]), runs: 500 }, (facts) => {
    const { text, deletedAt } = fold(facts);
    if (text !== '' || deletedAt !== NOW + 7) throw new Error(JSON.stringify({ text, deletedAt }));
  });
});

void t.test('a comment that a later read finds is back', async (t) => {
  const gone = fold([history[0]!, deletion]);
  const read = { ...history[6]!, at: NOW + 8 };
  t.match(merged(gone, read, line), { deletedAt: null, text: 'third' });
  t.match(
    merged(gone, history[0]!, line),
    { deletedAt: NOW + 7, text: '' },
    'a redelivered event proves nothing',
  );
});

void t.test('what changes nothing is not written', async (t) => {
  const stored = fold(history);
  t.equal(merged(stored, history[6]!, line), stored);
  t.equal(merged(stored, { ...history[6]!, at: NOW + 60 }, line), stored, 'a later poll');
});

void t.test(
  'a reply that was deleted is there again when another request makes it under the same id',
  async (t) => {
    const reply = { ...seen, parentId: 'c0', isOwn: true };
    const made = (at: number, madeBy: string | null, text = 'Thanks'): CommentFact => ({
      kind: 'seen',
      id: 'c1',
      isRead: false,
      at,
      comment: { ...reply, text, madeBy },
    });
    const again = fold([made(NOW, 'act_1'), deletion, made(NOW + 8, 'act_2', 'Thank you')]);
    t.match(again, { deletedAt: null, text: 'Thank you' });
    t.match(fold([made(NOW, 'act_1'), deletion, made(NOW + 8, 'act_1')]), { deletedAt: NOW + 7, text: '' });
    t.match(fold([made(NOW, 'act_1'), deletion, made(NOW + 6, 'act_2')]), { deletedAt: NOW + 7, text: '' });
    t.match(fold([made(NOW, null), deletion, made(NOW + 8, null)]), { deletedAt: NOW + 7, text: '' });
  },
);
