/** Name, slug and time zone of a workspace, and what becomes of its planned posts (docs/people.md, Settings of a workspace). */
import t from 'tap';
import { WebSocket } from 'ws';
import { createKey } from '../../src/features/auth/keys.ts';
import { lockPlannedPosts } from '../../src/features/posts/index.ts';
import { findPlace, findPlan, findWorkspace } from '../../store/directory.ts';
import { connectClient } from '../mcp/client.ts';
import { newApproving } from '../support/approval.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/service.ts';
import { newTeam } from '../support/team.ts';

const running = await startService(t, { platforms: ['telegram'] });
const { sql, directory, context } = running.service;
const DAY = 86_400_000;
/** In a July that is to come: Berlin is two hours ahead of UTC, New York four behind. */
const JULY = `${new Date(running.service.context.clock() + 400 * DAY).getUTCFullYear()}-07-15`;
const change = (slug: string, body: object, headers?: { [name: string]: string }) =>
  running.call('PATCH', `/v1/workspaces/${slug}`, body, headers);
const planned = async (scheduledAt: string, more: object = {}): Promise<string> => {
  const fields = {
    content: 'Our rye is back',
    accountIds: [running.accounts['telegram']],
    scheduledAt,
    ...more,
  };
  const { status, body } = await running.call('POST', '/v1/posts', fields);
  t.equal(status, 200, JSON.stringify(body));
  return body.post.id;
};
const read = async (id: string) => (await running.call('GET', `/v1/posts/${id}`)).body.post;
const current = async () => (await running.call('GET', '/v1/workspaces')).body.workspaces[0];

void t.test('a former slug goes on meaning the workspace, everywhere, and nobody else gets it', async (t) => {
  const team = await newTeam(running, 'bakery');
  const other = await newTeam(running, 'florist');
  const { owner, editor } = team.people;
  const now = context.clock();
  const held = await createKey(directory, {
    userId: owner.userId,
    name: 'held',
    workspaceIds: [team.workspaceId],
    now,
  });
  const socket = new WebSocket(`${running.baseUrl.replace('http', 'ws')}/v1/live?workspace=bakery`, {
    headers: { authorization: `Bearer ${editor.key}` },
  });
  t.teardown(() => socket.close());
  // oxlint-disable-next-line typescript/no-explicit-any -- messages of every shape
  const heard: any[] = [];
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())));
  await eventually(async () => heard.some(({ type }) => type === 'subscribed'));

  const renamed = await owner.ask('PATCH', '/v1/workspaces/bakery', { slug: 'rye-house', name: 'Rye House' });
  t.match(renamed, {
    status: 200,
    body: { workspace: { slug: 'rye-house', name: 'Rye House', timezone: 'UTC' }, moved: 0, kept: 0 },
  });
  for (const slug of ['bakery', 'rye-house']) {
    t.equal((await editor.ask('GET', `/v1/posts?workspace=${slug}`)).status, 200, slug);
    const reply = { name: slug, text: 'Nine to five', workspace: slug };
    t.equal((await editor.ask('POST', '/v1/saved-replies', reply)).status, 200, slug);
    const byKey = { authorization: `Bearer ${held.key}` };
    t.equal(
      (await running.call('GET', `/v1/accounts?workspace=${slug}`, undefined, byKey)).status,
      200,
      slug,
    );
    for (const find of [findPlace, findPlan, findWorkspace])
      t.match(await find(directory, slug), { id: team.workspaceId }, `${find.name} ${slug}`);
    const tools = await connectClient(t, { baseUrl: running.baseUrl, key: editor.key });
    t.notOk((await tools.call('list_posts', { workspace: slug })).isError, slug);
  }
  await editor.ask('DELETE', '/v1/saved-replies/none?workspace=bakery');
  await eventually(async () => heard.some(({ event }) => event === 'workspace.updated'));
  t.match(
    heard.find(({ event }) => event === 'workspace.updated'),
    { data: { id: team.workspaceId, slug: 'rye-house', name: 'Rye House' } },
  );
  t.match(await other.people.owner.ask('PATCH', '/v1/workspaces/florist', { slug: 'bakery' }), {
    status: 409,
    body: { code: 'slug_taken', error: /slug "bakery" is taken/, param: '/slug' },
  });
  t.match(await other.people.owner.ask('POST', '/v1/workspaces', { name: 'X', slug: 'bakery' }), {
    status: 409,
    body: { code: 'slug_taken' },
  });
  t.match(await other.people.owner.ask('GET', '/v1/posts?workspace=bakery'), { status: 403 });
  // back again, and the slug between is the former one
  t.match(await owner.ask('PATCH', '/v1/workspaces/rye-house', { slug: 'bakery' }), { status: 200 });
  t.equal((await editor.ask('GET', '/v1/posts?workspace=rye-house')).status, 200);
  t.same(await directory`select slug from former_slugs where workspace_id = ${team.workspaceId}`, [
    { slug: 'rye-house' },
  ]);
});

void t.test('an open socket is sent the events after a change of the slug, under the new one', async (t) => {
  const socket = new WebSocket(`${running.baseUrl.replace('http', 'ws')}/v1/live?workspace=home`, {
    headers: { authorization: `Bearer ${running.key}` },
  });
  t.teardown(() => socket.close());
  // oxlint-disable-next-line typescript/no-explicit-any -- messages of every shape
  const heard: any[] = [];
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())));
  await eventually(async () => heard.some(({ type }) => type === 'subscribed'));
  t.match(await change('home', { slug: 'house' }), { status: 200 });
  // each socket is checked again within a second
  await eventually(async () => {
    await planned(`${JULY}T10:00:00Z`);
    return heard.some(({ workspace, event }) => workspace === 'house' && event === 'post.created');
  });
  const numbers = heard.filter(({ type }) => type === 'event').map(({ seq }) => seq);
  t.same(
    numbers,
    [...numbers].sort((a, b) => a - b),
  );
  t.equal(new Set(numbers).size, numbers.length, 'each event once');
  t.match(await change('home', { slug: 'home' }), { status: 200 });

  const { userId } = (await running.service.authenticate(running.key))!;
  const asked = { userId, name: 'agent', confirm: 'call' as const, now: context.clock() };
  const tools = await connectClient(t, {
    baseUrl: running.baseUrl,
    key: (await createKey(directory, asked)).key,
  });
  const post = { content: 'Now', accountIds: [running.accounts['telegram']], publishNow: true };
  for (const workspace of ['home', 'house'])
    t.match(
      await tools.call('create_post', { ...post, workspace }),
      { isError: true, body: { code: 'confirmation_required' } },
      `a call has to be confirmed under ${workspace}`,
    );
});

void t.test('planned posts keep their instant, and with moveScheduled their wall-clock time', async (t) => {
  t.match(await change('home', { timezone: 'Europe/Berlin' }), { status: 200, body: { moved: 0, kept: 0 } });
  const ids = {
    scheduled: await planned(`${JULY}T09:00:00`),
    draft: await planned(`${JULY}T10:30:00`, { draft: true }),
    // twice in Berlin on that night: the first
    autumn: await planned(`${JULY.slice(0, 4)}-12-01T09:00:00`),
  };
  t.match(await read(ids.scheduled), {
    scheduledAt: `${JULY}T07:00:00.000Z`,
    scheduledLocal: `${JULY}T09:00:00`,
  });
  t.match(await change('home', { timezone: 'America/New_York' }), {
    status: 200,
    body: { moved: 0, kept: 0 },
  });
  t.match(await read(ids.scheduled), {
    scheduledAt: `${JULY}T07:00:00.000Z`,
    scheduledLocal: `${JULY}T03:00:00`,
  });
  t.match(await change('home', { timezone: 'Europe/Berlin' }), { body: { moved: 0 } });

  const moved = await change('home', { timezone: 'America/New_York', moveScheduled: true });
  t.match(moved, { status: 200, body: { workspace: { timezone: 'America/New_York' }, kept: 0 } });
  t.ok(moved.body.moved >= 3, `${moved.body.moved} posts`);
  const local = (time: string) => ({ scheduledLocal: time, timezone: 'America/New_York' });
  t.match(await read(ids.scheduled), { ...local(`${JULY}T09:00:00`), scheduledAt: `${JULY}T13:00:00.000Z` });
  t.match(await read(ids.draft), { ...local(`${JULY}T10:30:00`), status: 'draft' });
  t.match(await read(ids.autumn), { ...local(`${JULY.slice(0, 4)}-12-01T09:00:00`) });
  const [due] = await sql<{ at: number }[]>`
    select (extract(epoch from due_at) * 1000)::float8 as at from due where actor_id = ${ids.scheduled}`;
  t.equal(due!.at, Date.parse(`${JULY}T13:00:00Z`), 'its timer moved too');
  t.match(
    await change('home', { timezone: 'America/New_York', moveScheduled: true }),
    { status: 200, body: { moved: 0, kept: 0 } },
    'the same again moves nothing',
  );
});

void t.test('a post whose time has passed in the new zone keeps its instant', async (t) => {
  await change('home', { timezone: 'UTC' });
  const soon = new Date(context.clock() + 3_600_000).toISOString();
  const id = await planned(soon);
  const { status, body } = await change('home', { timezone: 'Asia/Tokyo', moveScheduled: true });
  t.equal(status, 200);
  t.equal(body.kept, 1);
  t.match(await read(id), { status: 'scheduled', scheduledAt: soon });
  await change('home', { timezone: 'UTC' });
});

void t.test(
  'if the directory cannot commit, the same request does the rest and moves nothing twice',
  async (t) => {
    const id = await planned(`${JULY}T09:00:00Z`);
    await directory.unsafe(`
    create function refuse_commit() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$;
    create constraint trigger refused after update on workspaces deferrable initially deferred
      for each row execute function refuse_commit()`);
    const wanted = { timezone: 'Europe/Berlin', slug: 'berlin', moveScheduled: true };
    t.equal((await change('home', wanted)).status, 500);
    await directory.unsafe('drop trigger refused on workspaces; drop function refuse_commit()');
    t.match(await current(), { slug: 'home', timezone: 'UTC' }, 'the directory is as it was');
    t.match(await read(id), { scheduledAt: `${JULY}T07:00:00.000Z` }, 'and the cell is ahead');
    t.match(await change('home', wanted), {
      status: 200,
      body: { workspace: { slug: 'berlin', timezone: 'Europe/Berlin' }, moved: 0, kept: 0 },
    });
    t.match(await read(id), { scheduledAt: `${JULY}T07:00:00.000Z`, scheduledLocal: `${JULY}T09:00:00` });
    t.match(await change('home', { slug: 'home', timezone: 'UTC' }), { status: 200 });
  },
);

void t.test('more posts than one turn moves are refused, and nothing changes', async (t) => {
  const decision = { by: 'usr_1', at: context.clock() };
  await planned(`${JULY}T11:00:00Z`);
  await planned(`${JULY}T12:00:00Z`);
  const move = (max: number) =>
    context.node.command(async (tx, turn) => {
      const workspace = { id: running.workspaceId };
      const posts = await lockPlannedPosts(tx, turn, { workspace, decision, max });
      return { result: await posts.move({ from: 'UTC', to: 'UTC' }) };
    });
  await t.rejects(move(1), { code: 'conflict', message: /more than 1 posts are planned/ });
  t.match(await move(1_000), { moved: 0 });
});

void t.test('what is invalid is refused by name, and moving needs the scope publish', async (t) => {
  const before = await current();
  const { userId } = (await running.service.authenticate(running.key))!;
  const manages = await createKey(directory, {
    userId,
    name: 'manages',
    scopes: ['read', 'manage'],
    now: context.clock(),
  });
  const byKey = { authorization: `Bearer ${manages.key}` };
  for (const [body, param] of [
    [{ timezone: 'Mars/Base' }, '/timezone'],
    [{ moveScheduled: true }, '/moveScheduled'],
    [{ slug: 'Not A Slug' }, '/slug'],
    [{ name: '' }, '/name'],
    [{ plan: 'pro' }, '/plan'],
  ] as const)
    t.match(await change('home', body), { status: 400, body: { param } }, param);
  t.match(await change('home', { timezone: 'Asia/Tokyo', moveScheduled: true }, byKey), {
    status: 403,
    body: { code: 'insufficient_scope' },
  });
  t.same(await current(), before);
  t.match(await change('home', { name: 'Home' }, byKey), { status: 200 });
});

void t.test('a workspace keeps up to 20 former slugs', async (t) => {
  const { people } = await newTeam(running, 'many');
  for (let one = 1; one <= 20; one += 1)
    t.equal((await people.owner.ask('PATCH', '/v1/workspaces/many', { slug: `many-${one}` })).status, 200);
  t.match(await people.owner.ask('PATCH', '/v1/workspaces/many', { slug: 'many-21' }), {
    status: 409,
    body: { code: 'conflict', error: /20 former slugs/ },
  });
  t.match(await people.owner.ask('PATCH', '/v1/workspaces/many', { slug: 'many-3' }), { status: 200 });
});

void t.test('an approved post moves by the yes of the owner, and what waits goes on waiting', async (t) => {
  const team = await newApproving(running);
  const { owner, editor, approver } = team.people;
  const approved = (await team.write(editor, { scheduledAt: `${JULY}T09:00:00Z` })).body.post.id;
  t.match(await team.decide(approver, approved, { decision: 'approved' }), { status: 200 });
  const waiting = (await team.write(editor, { scheduledAt: `${JULY}T10:00:00Z` })).body.post.id;
  const { status, body } = await owner.ask('PATCH', '/v1/workspaces/home', {
    timezone: 'Europe/Berlin',
    moveScheduled: true,
  });
  t.equal(status, 200, JSON.stringify(body));
  t.match(await team.read(approved), {
    status: 'scheduled',
    approval: 'approved',
    approvalDetails: { decidedBy: owner.userId },
    scheduledAt: `${JULY}T07:00:00.000Z`,
  });
  t.match(await team.read(waiting), {
    status: 'draft',
    approval: 'requested',
    approvalDetails: { requestedBy: editor.userId, decidedAt: null },
    scheduledAt: `${JULY}T08:00:00.000Z`,
  });
  t.match(await team.decide(approver, waiting, { decision: 'approved' }), { status: 200 });
  t.match(await team.read(waiting), { status: 'scheduled', scheduledAt: `${JULY}T08:00:00.000Z` });
  await team.set(false);
});
