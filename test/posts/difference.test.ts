/** What differs between a post as it was looked at and the post of now. */
import t from 'tap';
import { differenceOf } from '../../src/features/posts/approval/difference.ts';
import type { PostRow } from '../../store/posts.ts';

const plan = {
  content: 'Rye is back',
  accountIds: ['acc_x', 'acc_m'],
  media: ['https://here/a.jpg'],
  options: {},
  extras: {},
};
const at = '2026-05-04T08:00:00.000Z';
/** A post that is scheduled. */
const now = (change: object): PostRow =>
  ({
    ...plan,
    platforms: ['x', 'mastodon'],
    status: 'scheduled',
    scheduledAt: at,
    approval: null,
    ...change,
  }) as unknown as PostRow;
const changesOf = (before: object, after: object) =>
  differenceOf({ content: { ...plan, ...before }, time: at }, now(after));
const both = ['acc_x', 'acc_m'];

void t.test('nothing differs between the same posts, however their options are ordered', async (t) => {
  t.strictSame(changesOf({}, {}), []);
  t.strictSame(
    changesOf({ options: { a: 1, b: { c: 1, d: 2 } } }, { options: { b: { d: 2, c: 1 }, a: 1 } }),
    [],
  );
});

void t.test(
  'a text is one change for all accounts that get it, and an own text is of its account',
  async (t) => {
    t.match(changesOf({}, { content: 'Rye is out' }), [
      { part: 'text', accountIds: both, index: 0, before: 'Rye is back', after: 'Rye is out' },
    ]);
    const overrides = [{ accountIds: ['acc_x'], content: 'Rye!' }];
    t.match(changesOf({}, { extras: { overrides } }), [
      { part: 'text', accountIds: ['acc_x'], before: 'Rye is back', after: 'Rye!' },
    ]);
    t.strictSame(
      changesOf(
        { extras: { overrides: [{ platforms: ['x'], content: 'Rye!' }] } },
        { extras: { overrides } },
      ),
      [],
      'the same text by another rule',
    );
  },
);

void t.test('files differ by their order and by their descriptions', async (t) => {
  const media = ['https://here/a.jpg', 'https://here/b.jpg'];
  t.match(changesOf({ media }, { media: media.toReversed() }), [
    { part: 'files', accountIds: both, index: 0 },
  ]);
  const altText = { 'https://here/a.jpg': 'A loaf' };
  t.match(changesOf({}, { extras: { altText } }), [
    {
      part: 'files',
      filesBefore: [{ url: 'https://here/a.jpg', description: '' }],
      filesAfter: [{ url: 'https://here/a.jpg', description: 'A loaf' }],
    },
  ]);
});

void t.test('parts of a thread are compared one by one', async (t) => {
  const thread = [{ content: 'Two' }, { content: 'Three' }];
  t.match(changesOf({ extras: { thread } }, { extras: { thread: [{ content: 'Second' }] } }), [
    { part: 'text', index: 1, before: 'Two', after: 'Second' },
    { part: 'text', index: 2, before: 'Three', after: null },
  ]);
});

void t.test('first comments, previews and options differ', async (t) => {
  t.match(changesOf({ extras: { firstComment: 'Hi' } }, {}), [
    { part: 'firstComment', before: 'Hi', after: null, accountIds: both },
  ]);
  t.match(changesOf({}, { extras: { linkPreview: false } }), [
    { part: 'linkPreview', before: null, after: 'false' },
  ]);
  t.match(changesOf({ options: { sensitive: true } }, { options: {} }), [
    { part: 'option', name: 'sensitive', before: 'true', after: null, accountIds: [] },
  ]);
});

void t.test(
  'accounts that are added or taken away are named, and their texts are not compared',
  async (t) => {
    t.match(
      changesOf({ accountIds: ['acc_x', 'acc_gone'] }, { accountIds: ['acc_x', 'acc_m'] }).map(
        ({ part, accountIds }) => [part, ...accountIds],
      ),
      [
        ['accountRemoved', 'acc_gone'],
        ['accountAdded', 'acc_m'],
      ],
    );
  },
);

void t.test('a time differs where the post is planned', async (t) => {
  const later = '2026-05-05T08:00:00.000Z';
  t.match(changesOf({}, { scheduledAt: later }), [{ part: 'time', before: at, after: later }]);
  t.strictSame(changesOf({}, { status: 'draft', scheduledAt: null }), [], 'a draft has no time yet');
});
