/** Labels of posts on the real server: what stores, changes, counts and finds them (docs/contract.md, Posts). */
import t from 'tap';
import { newApproving } from '../support/approval.ts';
import { type RunningService, startService } from '../support/service.ts';

const running = await startService(t, { platforms: ['telegram', 'bluesky'] });
const { telegram, bluesky } = running.accounts;

const writeIn =
  ({ call }: Pick<RunningService, 'call'>) =>
  async (more: object): Promise<string> => {
    const fields = { content: 'Rye is back', accountIds: [telegram], draft: true, ...more };
    const { status, body } = await call('POST', '/v1/posts', fields);
    t.equal(status, 200, JSON.stringify(body));
    return body.post.id;
  };
const write = writeIn(running);
const read = async (id: string) => (await running.call('GET', `/v1/posts/${id}`)).body.post;
const batch = (body: object) => running.call('POST', '/v1/posts/batch', body);

void t.test(
  'labels are stored without the space around them, each once, and stay in their order',
  async (t) => {
    const id = await write({ labels: ['spring', ' rye ', 'spring'] });
    t.strictSame((await read(id)).labels, ['spring', 'rye']);
    t.strictSame((await read(await write({}))).labels, [], 'none is an empty list');
    await running.call('PATCH', `/v1/posts/${id}`, { content: 'Rye is sold out' });
    t.strictSame((await read(id)).labels, ['spring', 'rye'], 'a change that names none keeps them');
    const { body } = await running.call('POST', `/v1/posts/${id}/duplicate`, {});
    t.strictSame(body.post.labels, ['spring', 'rye'], 'a copy has them');
  },
);

void t.test('a label that is refused is named, and nothing is stored', async (t) => {
  const fields = { content: 'x', accountIds: [telegram], draft: true };
  for (const [labels, param] of [
    [['ok', '  '], '/labels/1'],
    [['x'.repeat(41)], '/labels/0'],
    [Array.from({ length: 21 }, (_, index) => `l${index}`), '/labels'],
    [[''], '/labels/0'],
  ] as const)
    t.match(await running.call('POST', '/v1/posts', { ...fields, labels }), { status: 400, body: { param } });
  const most = Array.from({ length: 20 }, (_, index) => `${'é'.repeat(38)}${String(index).padStart(2, '0')}`);
  t.strictSame((await read(await write({ labels: most }))).labels, most, '20 of 40 characters');
});

void t.test('a post that is out takes other labels, and watchers hear of it', async (t) => {
  const id = await write({ draft: false, publishNow: true });
  await running.until(id, ({ status }) => status === 'published');
  const { body } = await running.call('PATCH', `/v1/posts/${id}`, { labels: ['archive'] });
  t.match(body.post, { status: 'published', labels: ['archive'] });
  const [event] = await running.service.sql<{ types: string }[]>`
    select string_agg(events::text, ' ') as types from feed`;
  t.match(event!.types, new RegExp(`post\\.edited.*${id}|${id}.*post\\.edited`, 's'));
  t.match(await running.call('PATCH', `/v1/posts/${id}`, { labels: [], content: 'Other' }), {
    status: 409,
    body: { code: 'post_published' },
  });
  t.strictSame((await read(id)).labels, ['archive'], 'and nothing of a refused change is stored');
});

void t.test('an approved post stays approved when its labels change', async (t) => {
  const { people, write: writeBy, decide, change, set } = await newApproving(await startService(t));
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await writeBy(people.editor, { scheduledAt });
  t.match((await decide(people.approver, body.post.id, { decision: 'approved' })).body.post, {
    approval: 'approved',
  });
  const { body: after } = await change(people.editor, body.post.id, { labels: ['checked'] });
  t.match(after.post, { labels: ['checked'], approval: 'approved', status: 'scheduled' });
  await set(false);
});

void t.test('lists take a label, and the labels of posts are counted', async (t) => {
  const { neighbour } = running;
  const [one, other] = [await write({ labels: ['tea', 'Tea'] }), await write({ labels: ['tea'] })];
  const gone = await write({ labels: ['tea'] });
  await running.call('DELETE', `/v1/posts/${gone}`);
  const listed = await running.call('GET', '/v1/posts?label=tea&limit=1');
  t.strictSame(
    listed.body.posts.map((post: { id: string }) => post.id),
    [other],
  );
  const next = await running.call('GET', `/v1/posts?label=tea&limit=1&before=${listed.body.next}`);
  t.strictSame(
    next.body.posts.map((post: { id: string }) => post.id),
    [one],
  );
  t.match((await running.call('GET', '/v1/posts?label=te')).body.posts, []);
  const { labels } = (await running.call('GET', '/v1/labels')).body;
  t.match(
    labels.find(({ label }: { label: string }) => label === 'tea'),
    { posts: 2 },
  );
  t.match(
    labels.find(({ label }: { label: string }) => label === 'Tea'),
    { posts: 1 },
  );
  const { key } = await neighbour();
  const theirs = { authorization: `Bearer ${key}` };
  t.strictSame((await running.call('GET', '/v1/labels', undefined, theirs)).body.labels, []);
  t.strictSame((await running.call('GET', '/v1/posts?label=tea', undefined, theirs)).body.posts, []);
});

void t.test('a batch gives and takes labels, and its answer undoes it', async (t) => {
  const out = await write({ draft: false, publishNow: true, labels: ['old'] });
  await running.until(out, ({ status }) => status === 'published');
  const [plain, full] = [
    await write({ labels: ['old', 'kept'] }),
    await write({ labels: Array.from({ length: 20 }, (_, index) => `full ${index}`) }),
  ];
  const ids = [out, plain, full];
  const { status, body } = await batch({ action: 'label', ids, addLabels: ['new'], removeLabels: ['old'] });
  t.equal(status, 200, JSON.stringify(body));
  t.match(body.results, [{ ok: true }, { ok: true }, { ok: false, error: /at most 20/ }]);
  t.strictSame((await read(out)).labels, ['new']);
  t.strictSame((await read(plain)).labels, ['kept', 'new']);
  const undone = await batch(body.undo);
  t.match(undone.body.results, [{ ok: true }, { ok: true }]);
  t.strictSame((await read(out)).labels, ['old']);
  t.strictSame((await read(plain)).labels, ['old', 'kept']);
  const same = await batch({ action: 'label', ids: [plain], addLabels: ['kept'] });
  t.match(same.body, { results: [{ ok: true }], undo: null }, 'what changes nothing has nothing to undo');
  const all = await batch({ action: 'label', filter: { label: 'kept' }, removeLabels: ['kept'] });
  t.match(all.body.results, [{ id: plain, ok: true }]);
  for (const wrong of [
    { action: 'label', ids },
    { action: 'label', ids, addLabels: [' '] },
    { action: 'draft', ids, addLabels: ['x'] },
    { action: 'restore', ids: [plain], before: [{ labels: ['x'.repeat(41)] }] },
  ])
    t.equal((await batch(wrong)).status, 400, JSON.stringify(wrong));
  t.ok(bluesky);
});
