/** Comments are stored once, whatever the order in which events about them come. */
import t from 'tap';
import { takeFacts } from '../../src/features/comments/take.ts';
import { listComments, readComments, saveDone, type StoredComment } from '../../store/comments.ts';
import { deleteAccount } from '../../store/accounts.ts';
import { changeEvent, commentEvent, HOUR, NOW, scene, type Scene } from './scene.ts';

const one = async ({ sql }: Scene, id: string): Promise<StoredComment | undefined> =>
  (await readComments(sql, { accountId: 'acc_1', ids: [id] }))[0];

const listed = async ({ sql }: Scene, more: Partial<Parameters<typeof listComments>[1]> = {}) =>
  listComments(sql, {
    workspaceId: 'ws_1',
    heldTo: null,
    platform: null,
    accountId: null,
    done: null,
    answered: null,
    rated: null,
    before: null,
    limit: 25,
    ...more,
  });

void t.test('a comment is stored once and told once', async (t) => {
  const world = await scene(t);
  const [told, ...more] = await world.take(commentEvent({ id: 'c1', text: 'Open on Sunday?' }));
  t.match(told, {
    workspaceId: 'ws_1',
    type: 'comment.created',
    resource: { type: 'comment', id: 'c1' },
    data: {
      id: 'c1',
      accountId: 'acc_1',
      platform: 'instagram',
      text: 'Open on Sunday?',
      done: false,
      createdAt: '2026-05-04T08:00:00.000Z',
      post: { id: null, networkPostId: 'media_1', kind: 'elsewhere' },
    },
  });
  t.strictSame(more, []);
  t.strictSame(await world.take(commentEvent({ id: 'c1', text: 'Open on Sunday?' })), [], 'a repeat');
  t.equal((await listed(world)).length, 1);
});

void t.test(
  'arrivals are numbered in the order in which they came, not in that of the network',
  async (t) => {
    const world = await scene(t);
    await world.take(commentEvent({ id: 'late' }, NOW), commentEvent({ id: 'early' }, NOW - HOUR / 2));
    await world.takeFor('acc_2', commentEvent({ id: 'other' }, NOW - HOUR / 3));
    await world.take(commentEvent({ id: 'late' }), changeEvent('early', 'hidden'));
    t.strictSame(
      (await listed(world)).map(({ id, seq }) => [id, seq]),
      [
        ['other', '3'],
        ['early', '2'],
        ['late', '1'],
      ],
    );
    t.strictSame(
      (await listed(world, { before: '3' })).map(({ id }) => id),
      ['early', 'late'],
    );
    t.strictSame(
      (await listed(world, { platform: 'facebook' })).map(({ id }) => id),
      ['other'],
    );
    t.strictSame(
      (await listed(world, { accountId: 'acc_1', limit: 1 })).map(({ id }) => id),
      ['early'],
    );
  },
);

void t.test(
  'what was made before the account received is history: stored as done, told to nobody',
  async (t) => {
    const world = await scene(t, { receivingSince: NOW - 1000 });
    t.strictSame(await world.take(commentEvent({ id: 'old' }, NOW - 2000)), []);
    t.equal((await world.take(commentEvent({ id: 'new' }, NOW - 500))).length, 1);
    t.match(await one(world, 'old'), { done: true });
    t.match(await one(world, 'new'), { done: false });
    t.strictSame(
      (await listed(world, { done: false })).map(({ id }) => id),
      ['new'],
    );
    t.strictSame(
      (await listed(world, { done: true })).map(({ id }) => id),
      ['old'],
    );
    const without = await scene(t);
    t.strictSame(
      await without.take(commentEvent({ id: 'old' }, NOW - 2 * HOUR)),
      [],
      'before it was connected',
    );
  },
);

void t.test(
  'the account’s own comments are done and in no list, also when only the name says so',
  async (t) => {
    const world = await scene(t);
    await world.take(
      commentEvent({ id: 'mine', isOwn: true }),
      commentEvent({ id: 'named', from: { id: null, username: 'Cafe.Luna', name: null } }),
      commentEvent({ id: 'perhaps', maybeOwn: true }),
    );
    t.match(await one(world, 'mine'), { isOwn: true, done: true });
    t.match(await one(world, 'named'), { isOwn: true, done: true });
    t.strictSame(
      (await listed(world)).map(({ id }) => id),
      ['perhaps'],
      'a hint is no proof',
    );
  },
);

void t.test('a change that comes before its comment is kept for it', async (t) => {
  const world = await scene(t);
  t.strictSame(
    await world.take(
      changeEvent('gone', 'deleted', { at: NOW + 10 }),
      changeEvent('hid', 'hidden', { at: NOW + 10 }),
      changeEvent('new', 'edited', { at: NOW + 10, text: 'corrected' }),
    ),
    [],
  );
  t.equal((await listed(world)).length, 0);
  await world.take(commentEvent({ id: 'gone' }), commentEvent({ id: 'hid' }), commentEvent({ id: 'new' }));
  t.strictSame(
    (await listed(world)).map(({ id, text, hidden }) => ({ id, text, hidden })),
    [
      { id: 'new', text: 'corrected', hidden: false },
      { id: 'hid', text: 'Hello', hidden: true },
    ],
  );
  t.match(await one(world, 'gone'), { text: '' }, 'what was taken back is not stored when it comes again');
});

void t.test('a new reply reopens what it answers, also below an answer of the account', async (t) => {
  const world = await scene(t, { receivingSince: NOW - HOUR / 2 });
  const finish = (id: string) => saveDone(world.sql, { accountId: 'acc_1', id, done: true });
  await world.take(
    commentEvent({ id: 'c1' }),
    commentEvent({ id: 'mine', parentId: 'c1', isOwn: true }),
    commentEvent({ id: 'c2' }),
  );
  for (const id of ['c1', 'c2']) await finish(id);
  const reply = commentEvent({ id: 'r1', parentId: 'c1', text: 'And on Monday?' });
  t.match(
    (await world.take(reply)).map(({ type, resource: { id }, data }) => [type, id, data['done']]),
    [
      ['comment.updated', 'c1', false],
      ['comment.created', 'r1', false],
    ],
  );
  t.match(await one(world, 'c1'), { done: false });
  t.match(await one(world, 'c2'), { done: true }, 'another one');

  await finish('c1');
  t.strictSame(await world.take(reply), [], 'a repeat is no new reply');
  await world.take(
    commentEvent({ id: 'old', parentId: 'c1' }, NOW - HOUR),
    commentEvent({ id: 'again', parentId: 'c1', isOwn: true }),
    commentEvent({ id: 'unknown', parentId: 'nothing' }),
  );
  t.match(await one(world, 'c1'), { done: true }, 'neither history nor an answer of ours');
  await world.take(commentEvent({ id: 'r2', parentId: 'mine' }));
  t.match(await one(world, 'c1'), { done: false }, 'a reply to our answer');
  t.match(await one(world, 'mine'), { done: true });
});

void t.test('the list knows what was answered, in public, in its thread or privately', async (t) => {
  const world = await scene(t);
  await world.take(
    commentEvent({ id: 'public' }, NOW - 50),
    commentEvent({ id: 'private' }, NOW - 50),
    commentEvent({ id: 'early', parentId: 'public' }, NOW - 40),
    commentEvent({ id: 'mine', parentId: 'public', isOwn: true }, NOW - 30),
    commentEvent({ id: 'late', parentId: 'public' }, NOW - 20),
    commentEvent({ id: 'nobody' }, NOW - 10),
    commentEvent({ id: 'taken back', parentId: 'nobody', isOwn: true }, NOW - 5),
    changeEvent('taken back', 'deleted'),
  );
  await world.sql.begin((tx) =>
    takeFacts(
      tx,
      { now: NOW },
      { id: 'acc_1', receivingSince: null },
      { facts: [{ kind: 'answered_privately', id: 'private', at: NOW }] },
    ),
  );
  const ids = async (answered: boolean) => (await listed(world, { answered })).map(({ id }) => id).sort();
  t.strictSame(await ids(true), ['early', 'private', 'public']);
  t.strictSame(await ids(false), ['late', 'nobody']);
});

void t.test('a change is told, and a deleted comment leaves the list with its text', async (t) => {
  const world = await scene(t);
  await world.take(commentEvent({ id: 'c1' }));
  const [hidden] = await world.take(changeEvent('c1', 'hidden', { at: NOW + 1 }));
  t.match(hidden, { type: 'comment.updated', data: { hidden: true, deleted: false } });
  t.strictSame(await world.take(changeEvent('c1', 'hidden', { at: NOW + 1 })), [], 'a repeat');
  const [gone] = await world.take(changeEvent('c1', 'deleted', { at: NOW + 2 }));
  t.match(gone, { type: 'comment.updated', data: { deleted: true, text: '' } });
  t.equal((await listed(world)).length, 0);
});

void t.test('a poll adds what is missing and erases nothing', async (t) => {
  const world = await scene(t);
  await world.take(commentEvent({ id: 'c1', networkPostId: 'item_1', text: 'Hello' }));
  const read = {
    kind: 'seen' as const,
    id: 'c1',
    isRead: true,
    at: NOW + 5,
    comment: {
      networkPostId: 'media_1',
      parentId: null,
      text: '',
      from: { id: null, username: null, name: 'Rosa' },
      isOwn: false,
      createdAt: NOW,
      likes: 3,
      hidden: false,
      rating: null,
      can: { hide: false },
      cannot: { hide: 'It is pinned.' },
      madeBy: null,
    },
  };
  const taken = await world.sql.begin((tx) =>
    takeFacts(tx, { now: NOW }, { id: 'acc_1', receivingSince: null }, { facts: [read] }),
  );
  t.match((taken as { feed: object[] }).feed, [
    {
      type: 'comment.updated',
      data: {
        text: 'Hello',
        from: { id: 'p1', username: 'rosa', name: 'Rosa' },
        likes: 3,
        post: { networkPostId: 'media_1' },
        can: { hide: false, reasons: { hide: 'It is pinned.' } },
      },
    },
  ]);
});

void t.test('what an event says of answering a comment is shown at once', async (t) => {
  const world = await scene(t);
  const says = { can: { reply: false, hide: false }, cannot: { reply: 'It mentions nobody.' } };
  const [told] = await world.take(commentEvent({ id: 'c1', ...says }));
  t.match(told, { data: { can: { reply: false, reasons: { reply: 'It mentions nobody.' } } } });
  await world.take(commentEvent({ id: 'c1' }, NOW + 5));
  t.match(await one(world, 'c1'), { says }, 'a repeat that says nothing takes nothing away');
});

void t.test('an ad shows our post, and the account it came by', async (t) => {
  const world = await scene(t);
  const ad = {
    networkPostId: 'ad_1',
    originalPostId: 'media_1',
    postKind: 'ad' as const,
    postUrl: 'https://x.test/ad',
  };
  const [told] = await world.take(commentEvent({ id: 'c1', ...ad }));
  t.match(told, { data: { post: { kind: 'ad', networkPostId: 'ad_1', url: 'https://x.test/ad' } } });
});

void t.test(
  'texts that Postgres does not store, and events of an account that is gone, fail nothing',
  async (t) => {
    const world = await scene(t);
    await world.take(commentEvent({ id: 'c1', text: 'nul \0 and half \ud83d' }));
    t.match(await one(world, 'c1'), { text: 'nul \ufffd and half \ufffd' });
    await deleteAccount(world.sql, { id: 'acc_1', workspaceId: 'ws_1' }, NOW);
    t.strictSame(await world.take(commentEvent({ id: 'c2' })), []);
    t.equal((await world.sql`select from comments`).count, 0, 'its comments went with it');
  },
);

void t.test(
  'the same comments from many transactions at once are stored once each, without gaps',
  async (t) => {
    const world = await scene(t);
    const events = Array.from({ length: 5 }, (_, index) => commentEvent({ id: `c${index}` }));
    const told = await Promise.all(
      Array.from({ length: 6 }, (_, turn) => world.take(...(turn % 2 === 0 ? events : events.toReversed()))),
    );
    t.equal(told.flat().length, 5, 'each is told once');
    const rows = await listed(world);
    t.strictSame(rows.map(({ seq }) => Number(seq)).toReversed(), [1, 2, 3, 4, 5]);
  },
);
