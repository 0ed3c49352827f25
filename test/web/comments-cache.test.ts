/** How changes get into the comments that a page has read. */
import t from 'tap';
import {
  type CommentPage,
  inPages,
  inPost,
  type PostComments,
} from '../../web/src/features/comments/cache.ts';
import { type CommentFilter, fits } from '../../web/src/features/comments/filter.ts';
import {
  type Comment,
  find,
  keyOf,
  rowsOf,
  without,
  withReply,
} from '../../web/src/features/comments/tree.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 4, 4, 8, minute)).toISOString();

const comment = (id: string, minute: number, more: Partial<Comment> = {}): Comment => ({
  id,
  accountId: 'acc_1',
  platform: 'instagram',
  postId: 'post_1',
  networkPostId: 'media_1',
  parentId: null,
  text: `text of ${id}`,
  attachments: [],
  from: { id: 'p1', username: 'rosa', name: null },
  isOwn: false,
  createdAt: at(minute),
  likes: null,
  rating: null,
  hidden: false,
  done: false,
  answeredPrivatelyAt: null,
  can: { reply: true, hide: true, delete: true, privateReply: true, reasons: {} },
  post: { id: 'post_1', networkPostId: 'media_1', kind: 'post', text: '', url: null, thumbnailUrl: null },
  replies: [],
  ...more,
});

const open: CommentFilter = { show: 'open', accountId: null, platform: null };
const page = (comments: Comment[], next: string | null = null): CommentPage => ({
  comments,
  errors: [],
  next,
});
const now = (one: Comment) => ({ comment: one, isGone: false });
const ids = (pages: readonly CommentPage[] | null) =>
  pages?.map(({ comments }) => comments.map(({ id }) => id));

const mine = comment('mine', 6, { isOwn: true, parentId: 'b' });
const pages = [
  page([comment('c', 30), comment('b', 5, { replies: [mine] })], '17'),
  page([comment('a', 3)], '5'),
];

void t.test('a new comment comes first, and one that belongs to no list leaves it as it is', async (t) => {
  t.strictSame(ids(inPages(pages, now(comment('d', 31)), open)), [['d', 'c', 'b'], ['a']]);
  t.equal(inPages(pages, now(comment('d', 31, { done: true })), open), pages);
  t.equal(inPages(pages, now(comment('d', 31)), { ...open, platform: 'facebook' }), pages);
  t.equal(inPages(pages, now(comment('d', 1)), open), pages, 'it is below what was read');
  t.equal(inPages(pages, now(comment('d', 4)), open), null, 'its place is not known');
  t.strictSame(ids(inPages([page([])], now(comment('d', 1)), open)), [['d']], 'the first of all');
});

void t.test(
  'a change keeps the answers below it, and a comment of another account has another key',
  async (t) => {
    const changed = inPages(pages, now(comment('b', 5, { hidden: true })), open)!;
    t.match(find(changed[0]!.comments, 'acc_1/b'), { hidden: true, replies: [{ id: 'mine' }] });
    const other = inPages(pages, now(comment('b', 40, { accountId: 'acc_2' })), open)!;
    t.equal(other[0]!.comments.length, 3);
  },
);

void t.test('an answer is placed below what it answers, once, and goes when it is gone', async (t) => {
  const answer = comment('again', 4, { isOwn: true, parentId: 'b' });
  const once = inPages(pages, now(answer), open)!;
  const twice = inPages(once, now(answer), open)!;
  t.strictSame(
    find(twice[0]!.comments, 'acc_1/b')!.replies.map(({ id }) => id),
    ['again', 'mine'],
    'the oldest first',
  );
  const gone = inPages(twice, { comment: mine, isGone: true }, open)!;
  t.strictSame(
    find(gone[0]!.comments, 'acc_1/b')!.replies.map(({ id }) => id),
    ['again'],
  );
  t.equal(inPages(pages, { comment: comment('z', 1), isGone: true }, open), pages);
});

void t.test('which comments wait for an answer', async (t) => {
  const unanswered: CommentFilter = { ...open, show: 'unanswered' };
  t.ok(fits(comment('a', 1), unanswered));
  t.notOk(fits(comment('a', 1, { replies: [mine] }), unanswered));
  t.ok(fits(comment('a', 1, { replies: [comment('b', 2)] }), unanswered), 'somebody else answered');
  t.notOk(fits(comment('a', 1, { answeredPrivatelyAt: at(2) }), unanswered));
  t.notOk(fits(comment('a', 1, { done: true }), unanswered));
  t.notOk(fits(mine, open), 'the account’s own');
  t.ok(fits(comment('a', 1, { rating: 1, done: true }), { ...open, show: 'reviews' }));
});

void t.test('of a post: replies find their place, and what answers a deleted comment stays', async (t) => {
  const read: PostComments = { comments: [comment('a', 1)], incomplete: false, errors: [] };
  const reply = comment('b', 2, { parentId: 'a' });
  const deeper = comment('c', 3, { parentId: 'b' });
  let shown = read;
  for (const one of [reply, deeper, reply, comment('elsewhere', 4, { postId: null })])
    shown = inPost(shown, now(one), 'post_1');
  t.strictSame(
    rowsOf(shown.comments).map(({ comment: { id }, depth }) => [id, depth]),
    [
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ],
  );
  shown = inPost(shown, { comment: reply, isGone: true }, 'post_1');
  t.strictSame(
    rowsOf(shown.comments).map(({ comment: { id } }) => id),
    ['a', 'c'],
  );
  t.strictSame(without(withReply([comment('a', 1)], { ...mine, parentId: 'a' }), 'acc_1/a'), []);
  t.equal(keyOf({ accountId: 'acc_1', id: 'a b/c' }), 'acc_1/a%20b%2Fc', 'a key has no space');
});
