/** Many posts by one request (docs/contract.md, Many posts at once). */
import t from 'tap';
import { insertMember, notifyAuthChanged } from '../../store/directory.ts';
import { newApproving } from '../support/approval.ts';
import { type RunningService, startService } from '../support/service.ts';
import { newMate } from '../support/team.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What tests do with posts of a running service. */
function postsOf({ call, accounts, service }: RunningService) {
  const inHours = (hours: number) => new Date(service.context.clock() + hours * HOUR).toISOString();
  const write = async (more: object): Promise<string> => {
    const body = { content: 'Rye is back', accountIds: [accounts['telegram']], ...more };
    return (await call('POST', '/v1/posts', body)).body.post.id;
  };
  const read = async (id: string) => (await call('GET', `/v1/posts/${id}`)).body;
  const batch = (body: object, headers: { [name: string]: string } = {}) =>
    call('POST', '/v1/posts/batch', body, headers);
  return { inHours, write, read, batch };
}

void t.test('a batch moves posts, says what is wrong with one, and its answer undoes it', async (t) => {
  const running = await startService(t);
  const { inHours, write, read, batch } = postsOf(running);
  const planned = await write({ scheduledAt: inHours(5) });
  const draft = await write({ draft: true, scheduledAt: inHours(6) });
  const bare = await write({ draft: true });
  const ids = [planned, draft, bare, 'post_unknown'];
  const before = await Promise.all([planned, draft, bare].map(read));

  const { status, body } = await batch({ action: 'move', ids, byMinutes: 24 * 60 });
  t.equal(status, 200);
  t.match(body.results, [
    { id: planned, ok: true, error: null, code: null },
    { id: draft, ok: true },
    { id: bare, ok: false, code: 'time_missing' },
    { id: 'post_unknown', ok: false, code: 'not_found' },
  ]);
  t.equal(body.undoUntil, null);
  t.match((await read(planned)).post, { status: 'scheduled', scheduledAt: later(before[0]!, DAY) });
  t.match((await read(draft)).post, { status: 'draft', scheduledAt: later(before[1]!, DAY) });

  const undone = await batch(body.undo);
  t.match(undone.body, { results: [{ ok: true }, { ok: true }], undo: null });
  for (const [index, id] of [planned, draft].entries())
    t.match((await read(id)).post, {
      status: before[index]!.post.status,
      scheduledAt: before[index]!.post.scheduledAt,
    });
});

const idsOf = (posts: { id: string }[]) => posts.map(({ id }) => id);
const later = ({ post }: { post: { scheduledAt: string } }, ms: number) =>
  new Date(Date.parse(post.scheduledAt) + ms).toISOString();

void t.test('posts take a time each, or slot after slot; none goes out by being moved', async (t) => {
  const running = await startService(t);
  const { inHours, write, read, batch } = postsOf(running);
  const ids = [await write({ scheduledAt: inHours(5) }), await write({ draft: true })];
  const times = [inHours(30), inHours(-1)];
  const moved = await batch({ action: 'move', ids, scheduledAt: times });
  t.match(moved.body.results, [{ ok: true }, { ok: false, code: 'time_passed' }]);
  t.match((await read(ids[0]!)).post, { status: 'scheduled', scheduledAt: times[0] });
  const back = await batch({ action: 'move', ids: [ids[0]], byMinutes: -60 * 24 * 30 });
  t.match(back.body.results, [{ code: 'time_passed' }]);

  const slots = await batch({ action: 'move', ids, useNextSlot: true });
  t.match(slots.body.results, [{ ok: true }, { ok: true }]);
  const [one, other] = await Promise.all(ids.map(read));
  t.match([one!.post.status, other!.post.status], ['scheduled', 'scheduled']);
  t.ok(one!.post.scheduledAt < other!.post.scheduledAt, 'in the order of the ids');
  await batch(slots.body.undo);
  t.match((await read(ids[0]!)).post, { status: 'scheduled', scheduledAt: times[0] });
  t.match((await read(ids[1]!)).post, { status: 'draft', scheduledAt: null }, 'a draft is a draft again');
});

void t.test('posts go back to drafts, and out again by undo, unless their time has passed', async (t) => {
  const running = await startService(t);
  const { inHours, write, read, batch } = postsOf(running);
  const ids = [await write({ scheduledAt: inHours(5) }), await write({ scheduledAt: inHours(1) })];
  const live = await write({ publishNow: true });
  await running.until(live, ({ status }) => status === 'published');
  const { body } = await batch({ action: 'draft', ids: [...ids, live] });
  t.match(body.results, [{ ok: true }, { ok: true }, { ok: false, code: 'post_published' }]);
  t.equal((await read(ids[0]!)).post.status, 'draft');
  running.advance(2 * HOUR);
  const undone = await batch(body.undo);
  t.match(undone.body.results, [{ ok: true }, { ok: false, code: 'time_passed' }]);
  t.match([(await read(ids[0]!)).post.status, (await read(ids[1]!)).post.status], ['scheduled', 'draft']);
});

void t.test('a deleted post is not found at once, and can be taken back for ten seconds', async (t) => {
  const running = await startService(t);
  const { call } = running;
  const { inHours, write, read, batch } = postsOf(running);
  const [kept, gone] = [await write({ scheduledAt: inHours(5) }), await write({ draft: true })];
  await call('POST', `/v1/posts/${gone}/notes`, { text: 'Too long' });
  const { body } = await batch({ action: 'delete', ids: [kept, gone] });
  t.match(body, { results: [{ ok: true }, { ok: true }], undo: { before: [null, null] } });
  t.equal(Date.parse(body.undoUntil) - running.service.context.clock() <= 10_000, true);
  for (const id of [kept, gone]) {
    t.equal((await call('GET', `/v1/posts/${id}`)).status, 404);
    t.equal((await call('PATCH', `/v1/posts/${id}`, { content: 'Other' })).status, 404);
    t.equal((await call('DELETE', `/v1/posts/${id}`)).status, 404);
    t.equal((await call('POST', `/v1/posts/${id}/retry`, {})).status, 404);
  }
  t.strictSame((await call('GET', '/v1/posts?status=all')).body.posts, []);
  const again = await batch({ action: 'delete', ids: [kept] });
  t.match(again.body.results, [{ ok: false, code: 'not_found' }]);

  await batch({ action: 'restore', ids: [kept] });
  t.match((await read(kept)).post, { status: 'scheduled' });
  running.advance(11_000);
  await running.idle();
  const { sql } = running.service;
  t.equal((await sql`select from post_notes where post_id = ${gone}`).length, 0);
  t.match((await batch({ action: 'restore', ids: [gone] })).body.results, [{ code: 'not_found' }]);
  t.match((await read(kept)).post, { status: 'scheduled' }, 'what was taken back stays');
});

void t.test(
  'nobody changes or takes back posts of another workspace, or of accounts they are held from',
  async (t) => {
    const running = await startService(t);
    const { call, accounts } = running;
    const { inHours, write, read, batch } = postsOf(running);
    const both = { accountIds: [accounts['telegram'], accounts['bluesky']] };
    const ids = [await write({ scheduledAt: inHours(5), ...both }), await write({ scheduledAt: inHours(6) })];
    const { key: theirs } = await running.neighbour();
    const mate = await newMate(running, 'Held');
    await running.service.directory.begin(async (tx) => {
      const limit = { role: 'editor' as const, accountIds: [accounts['telegram']!] };
      await insertMember(tx, { workspaceId: running.workspaceId, userId: mate.userId, ...limit }, Date.now());
      await notifyAuthChanged(tx);
    });
    running.service.context.forgetPrincipals();
    const hidden = { authorization: `Bearer ${theirs}` };
    const elsewhere = await write({ scheduledAt: inHours(7), accountIds: [accounts['bluesky']] });
    const overview = async (ask: typeof mate.ask) => (await ask('GET', '/app/api/post-overview')).body;
    const seen = await overview(mate.ask);
    t.strictSame(
      [seen.counts, idsOf(seen.next)],
      [null, ids],
      'without posts of other accounts, and their number',
    );
    const whole = await overview((method, path) => call(method, path));
    t.match([whole.counts, idsOf(whole.next)], [{ scheduled: 3 }, [...ids, elsewhere]], 'the next one first');
    t.strictSame((await overview((method, path) => call(method, path, undefined, hidden))).next, []);
    for (const action of [{ action: 'move', byMinutes: 60 }, { action: 'draft' }, { action: 'delete' }]) {
      const foreign = await batch({ ...action, ids }, hidden);
      t.match(foreign.body.results, [{ code: 'not_found' }, { code: 'not_found' }], action.action);
      const part = await batch({ ...action, ids: ids.slice(0, 1) }, mate.by.key);
      t.match(part.body.results, [{ code: 'held_to_accounts' }], action.action);
    }
    await batch({ action: 'delete', ids });
    t.match((await batch({ action: 'restore', ids }, hidden)).body.results, [{ ok: false }, { ok: false }]);
    t.match((await batch({ action: 'restore', ids }, mate.by.key)).body.results, [
      { code: 'held_to_accounts' },
      { ok: true },
    ]);
    t.equal((await read(ids[1]!)).post.status, 'scheduled');
    t.equal((await call('GET', `/v1/posts/${ids[0]}`)).status, 404, 'still being removed');
  },
);

void t.test('a filter takes posts page by page, and only those of its workspace', async (t) => {
  const running = await startService(t);
  const { call, accounts } = running;
  const { inHours, write, batch } = postsOf(running);
  for (let nth = 0; nth < 101; nth += 1)
    await write({ content: `Rye ${nth}`, draft: true, scheduledAt: inHours(5) });
  await write({ draft: true, accountIds: [accounts['bluesky']] });
  const filter = { status: 'draft', platform: 'telegram' };
  const first = await batch({ action: 'delete', filter });
  t.equal(first.body.results.length, 100);
  t.type(first.body.next, 'string');
  const second = await batch({ action: 'delete', filter: { ...filter, before: first.body.next } });
  t.match([second.body.results.length, second.body.next], [1, null]);
  t.equal((await call('GET', '/v1/posts')).body.posts.length, 1);

  const { accounts: theirs } = await running.neighbour();
  const foreign = await batch({ action: 'delete', filter: { accountId: theirs['telegram'] } });
  t.equal(foreign.status, 404);
});

void t.test('a filter by account group takes posts of its accounts alone', async (t) => {
  const running = await startService(t);
  const { call, accounts } = running;
  const { write, batch } = postsOf(running);
  const { telegram, bluesky, discord } = accounts;
  const group = { name: 'Bakery', accountIds: [telegram, bluesky] };
  const { id: groupId } = (await call('POST', '/v1/account-groups', group)).body.accountGroup;
  const { id: emptyId } = (await call('POST', '/v1/account-groups', { name: 'Nobody' })).body.accountGroup;
  const both = await write({ draft: true, accountIds: [bluesky, discord] });
  const one = await write({ draft: true, accountIds: [telegram] });
  const other = await write({ draft: true, accountIds: [discord] });
  for (const list of ['/app/api/posts', '/v1/posts'] as const) {
    const listed = async (id: string) => {
      const { body } = await call('GET', `${list}?groupId=${id}` as '/v1/posts');
      return body.posts.map((post) => post.id);
    };
    // oxlint-disable-next-line no-await-in-loop -- a list after the other
    t.strictSame(await listed(groupId), [one, both], list);
    // oxlint-disable-next-line no-await-in-loop
    t.strictSame(await listed(emptyId), [], list);
  }
  const none = await batch({ action: 'delete', filter: { groupId: emptyId } });
  t.strictSame(none.body.results, [], 'an empty group is not every account');
  const gone = await batch({ action: 'delete', filter: { groupId, status: 'draft' } });
  t.strictSame(
    gone.body.results.map(({ id }: { id: string }) => id),
    [one, both],
  );
  t.equal((await call('GET', `/v1/posts/${other}`)).status, 200);

  const { key } = await running.neighbour();
  const headers = { authorization: `Bearer ${key}` };
  t.equal((await call('GET', `/app/api/posts?groupId=${groupId}`, undefined, headers)).status, 404);
  t.equal((await call('GET', `/v1/posts?groupId=${groupId}`, undefined, headers)).status, 404);
  const foreign = { action: 'delete', filter: { groupId } };
  t.equal((await call('POST', '/v1/posts/batch', foreign, headers)).status, 404);
});

void t.test('a batch that ended half-way and is sent again does nothing twice', async (t) => {
  const running = await startService(t);
  const { inHours, write, read, batch } = postsOf(running);
  const ids = [await write({ scheduledAt: inHours(5) }), await write({ scheduledAt: inHours(6) })];
  const before = await Promise.all(ids.map(read));
  const body = { action: 'move', filter: { status: 'scheduled' }, byMinutes: 60 };
  const key = { 'idempotency-key': 'half-way' };
  const { sql } = running.service;
  // the newest post comes first; the other one is refused by Postgres, as if the service had been killed between the two
  await sql.unsafe(`
    create function refuse_second() returns trigger language plpgsql as $$
      begin if new.id = '${ids[0]}' then raise exception 'stopped'; end if; return new; end $$;
    create trigger refuse_second before update on actors for each row execute function refuse_second()`);
  t.equal((await batch(body, key)).status, 500);
  await sql.unsafe('drop trigger refuse_second on actors; drop function refuse_second()');
  // fits the filter now, and did not when the batch began
  const late = await write({ scheduledAt: inHours(7) });
  const lateBefore = await read(late);

  t.equal((await batch({ ...body, byMinutes: 30 }, key)).status, 422, 'the key belongs to the first request');
  const again = await batch(body, key);
  t.match(again.body.results, [
    { id: ids[1], ok: true },
    { id: ids[0], ok: true },
  ]);
  for (const [index, id] of ids.entries())
    t.equal((await read(id)).post.scheduledAt, later(before[index]!, HOUR), 'moved once');
  t.equal((await read(late)).post.scheduledAt, lateBefore.post.scheduledAt);
  const replay = await batch(body, key);
  t.equal(replay.headers.get('idempotent-replayed'), 'true');
  t.strictSame(replay.body, again.body);
});

void t.test('a moved approved post is asked for again, and one that waits goes on waiting', async (t) => {
  const running = await startService(t);
  const { inHours } = postsOf(running);
  const { people, write, decide, read } = await newApproving(running);
  const made = await write(people.editor, { scheduledAt: inHours(5) });
  const { id } = made.body.post;
  const batch = async (by: (typeof people)['editor'], body: object) =>
    (await running.call('POST', '/v1/posts/batch', body, by.by.key)).body;
  await batch(people.owner, { action: 'move', ids: [id], byMinutes: 60 });
  t.match(
    await read(id),
    { approval: 'requested', status: 'draft' },
    'an owner who moves it does not approve it',
  );
  await decide(people.owner, id, { decision: 'approved' });
  t.equal((await read(id)).status, 'scheduled');
  const moved = await batch(people.editor, { action: 'move', ids: [id], byMinutes: 60 });
  t.match(await read(id), { approval: 'requested', status: 'draft' });
  await batch(people.editor, moved.undo);
  t.match(await read(id), { approval: 'requested', status: 'draft' }, 'undo brings no approval back');
  const shelved = await batch(people.editor, { action: 'draft', ids: [id] });
  t.match(await read(id), { status: 'draft', approval: null });
  await batch(people.editor, shelved.undo);
  t.match(await read(id), { approval: 'requested' });
});

void t.test('what does not go together is refused, and changes nothing', async (t) => {
  const running = await startService(t);
  const { write, batch } = postsOf(running);
  const id = await write({ draft: true });
  for (const [body, param] of [
    [{ action: 'move', ids: [id] }, '/scheduledAt'],
    [{ action: 'move', byMinutes: 5 }, '/ids'],
    [{ action: 'move', ids: [id], filter: {}, byMinutes: 5 }, '/ids'],
    [{ action: 'move', ids: [id], byMinutes: 5, useNextSlot: true }, '/scheduledAt'],
    [{ action: 'move', ids: [id], byMinutes: 0 }, '/byMinutes'],
    [{ action: 'delete', ids: [id], byMinutes: 5 }, '/byMinutes'],
    [
      { action: 'move', ids: [id], scheduledAt: ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00Z'] },
      '/scheduledAt',
    ],
    [{ action: 'delete', ids: [id], before: [null] }, '/before'],
    [{ action: 'restore', filter: {} }, '/ids'],
    [{ action: 'label', ids: [id] }, '/addLabels'],
    [{ action: 'lend', ids: [id] }, '/action'],
  ] as const) {
    const answer = await batch(body);
    t.match([answer.status, answer.body.param], [400, param], JSON.stringify(body));
  }
});
