/** The audit list: what agents did by tools, for the people of the workspace. */
import t, { type Test } from 'tap';
import { kinds } from '../../src/kinds/index.ts';
import { operations } from '../../src/service/operations.ts';
import { catalogueOf } from '../../src/faces/mcp/catalogue.ts';
import { prune } from '../../src/service/retention.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, type RunningService, startService } from '../support/service.ts';
import { setUp } from '../web/set-up.ts';
import { newApp, personOf } from '../oauth/app.ts';
import { connectClient } from './client.ts';

type Listed = Answer['body'];

const readCalls = async ({ call }: RunningService, query = ''): Promise<Listed[]> =>
  (await call('GET', `/app/api/tool-calls?${query}`)).body.calls;

/** The calls once this many tools are in the list, without what clients send to connect. */
async function tools(running: RunningService, count: number): Promise<Listed[]> {
  return eventually(async () => {
    const calls = (await readCalls(running)).filter(
      ({ tool }) => !tool.includes('/') && tool !== 'initialize',
    );
    return calls.length >= count ? calls : null;
  });
}

async function start(t: Test) {
  const running = await startService(t);
  return { running, ...(await connectClient(t, { ...running, allTools: true })) };
}

void t.test('each call is listed with who made it, what it was about and what came of it', async (t) => {
  const { running, call } = await start(t);
  const { accounts } = running;
  const accountIds = [accounts['telegram'], accounts['discord']];
  const made = await call('create_post', {
    content: 'Fresh bread',
    accountIds,
    draft: true,
    idempotencyKey: 'k',
  });
  await call('list_posts', { limit: 5, status: 'draft' });
  await call('delete_post', { id: 'post_nope' });
  await t.rejects(call('list_post'));
  const calls = await tools(running, 4);
  const [key] = await running.service.directory<{ id: string }[]>`select id from api_keys`;
  const who = { keyId: key!.id, keyName: 'test', client: 'troupe-test 1' };
  t.match(calls, [
    { ...who, tool: 'list_post', outcome: 'refused', code: 'unknown_tool', changes: false },
    {
      tool: 'delete_post',
      outcome: 'refused',
      code: 'not_found',
      changes: true,
      arguments: { id: 'post_nope' },
      resourceId: null,
    },
    {
      ...who,
      tool: 'list_posts',
      outcome: 'done',
      code: null,
      changes: false,
      arguments: { limit: 5, status: 'draft' },
      resourceId: null,
    },
    {
      ...who,
      tool: 'create_post',
      outcome: 'done',
      changes: true,
      resourceId: made.body.post.id,
      requestId: /^req_/,
    },
  ]);
  t.strictSame(calls[3].arguments, { content: '(11 characters)', accountIds, draft: true });
});

void t.test('a client that connects is listed, in both versions of the protocol', async (t) => {
  const running = await startService(t);
  const modern = await connectClient(t, running, '2026-07-28');
  await modern.client.listTools();
  const old = await connectClient(t, running, '2025-11-25');
  await old.client.listTools();
  const calls = await eventually(async () => {
    const found = await readCalls(running);
    return found.filter(({ tool }) => tool === 'tools/list').length === 2 ? found : null;
  });
  t.match(
    calls.filter(({ tool }) => tool !== 'tools/list').map(({ tool, client }) => [tool, client]),
    [
      ['initialize', 'troupe-test 1'],
      ['server/discover', 'troupe-test 1'],
    ],
  );
});

void t.test('nothing that people wrote, no address, file or key is kept', async (t) => {
  const { running, call } = await start(t);
  const secret = 'what nobody else may read';
  const url = `${running.sandbox.url}/samples/photo.jpg?token=${'s'.repeat(20)}`;
  const key = `trp_${'A'.repeat(43)}`;
  const every = catalogueOf(operations);
  for (const { name, listed } of every.values()) {
    const texts = Object.keys(listed.inputSchema.properties!).map((field) => [field, secret]);
    await call(name, Object.fromEntries(texts));
  }
  await call('create_post', {
    content: secret,
    media: [url],
    accountIds: [key],
    draft: true,
    [secret]: 1,
    [key]: 1,
  });
  await call('upload_media', { url });
  await call('upload_media', { file: Buffer.from(secret).toString('base64') });
  await call('update_dm_automation', { id: key, steps: [{ type: 'message', text: secret }] });
  await call('list_conversations', { q: secret, workspace: secret });
  await t.rejects(call(key));
  await tools(running, every.size + 6);
  const rows = await running.service.sql<
    { row: string }[]
  >`select to_jsonb(c)::text as row from tool_calls c`;
  const all = rows.map(({ row }) => row).join('\n');
  for (const word of [
    secret,
    'A'.repeat(43),
    'ssssssss',
    'photo.jpg',
    Buffer.from(secret).toString('base64'),
    running.key,
  ])
    t.notOk(all.includes(word), word);
});

void t.test('the list is read page by page, by key, and without what only reads', async (t) => {
  const { running, call } = await start(t);
  const draft = { content: 'x', accountIds: [running.accounts['telegram']], draft: true };
  for (let count = 0; count < 3; count += 1) {
    await call('create_post', draft);
    await call('list_posts');
  }
  await tools(running, 6);
  const all = await readCalls(running);
  const paged: Listed[] = [];
  for (let before = ''; ;) {
    const { body } = await running.call('GET', `/app/api/tool-calls?limit=2${before}`);
    paged.push(...body.calls);
    if (body.next === null) break;
    before = `&before=${body.next}`;
  }
  t.strictSame(paged, all);
  t.strictSame(
    (await readCalls(running, 'changes=true')).map(({ tool }) => tool),
    ['create_post', 'create_post', 'create_post'],
  );
  t.equal((await readCalls(running, `keyId=${all[0].keyId}`)).length, all.length);
  t.strictSame(await readCalls(running, 'keyId=key_other'), []);
});

void t.test('a workspace sees its own calls alone', async (t) => {
  const { running, call } = await start(t);
  const neighbour = await running.neighbour();
  const theirs = await connectClient(t, { baseUrl: running.baseUrl, key: neighbour.key });
  const { body } = await call('create_workspace', { name: 'Second' });
  await call('list_posts', { workspace: body.workspace.slug });
  await call('list_posts', { workspace: neighbour.slug });
  await theirs.call('list_accounts');
  const own = await tools(running, 2);
  t.strictSame(
    own.map(({ tool, code }) => [tool, code]),
    [
      ['list_posts', 'not_a_member'],
      ['create_workspace', null],
    ],
  );
  t.equal(own[1].resourceId, body.workspace.slug);
  const second = await readCalls(running, `workspace=${body.workspace.slug}`);
  t.strictSame(
    second.map(({ tool }) => tool),
    ['list_posts'],
  );
  const asNeighbour = { authorization: `Bearer ${neighbour.key}` };
  const { body: seen } = await running.call('GET', '/app/api/tool-calls', undefined, asNeighbour);
  t.strictSame(
    seen.calls.filter(({ tool }: Listed) => !tool.includes('/')).map(({ tool }: Listed) => tool),
    ['list_accounts'],
  );
  const foreign = `/app/api/tool-calls?workspace=home` as const;
  t.equal((await running.call('GET', foreign, undefined, asNeighbour)).status, 403);
  const byKey = `/app/api/tool-calls?keyId=${own[0].keyId}` as const;
  t.strictSame((await running.call('GET', byKey, undefined, asNeighbour)).body.calls, []);
});

void t.test('a list that cannot be written fails and delays no call', async (t) => {
  const { running, call } = await start(t);
  const { sql } = running.service;
  await sql`alter table tool_calls rename to elsewhere`;
  const draft = { content: 'x', accountIds: [running.accounts['telegram']], draft: true };
  t.notOk((await call('create_post', draft)).isError);
  await sql`alter table elsewhere rename to tool_calls`;
  // a lock holds up whoever writes: the call does not
  await sql.begin(async (tx) => {
    await tx`lock table tool_calls in access exclusive mode`;
    t.notOk((await call('create_post', draft)).isError);
  });
  t.match((await tools(running, 1))[0], { tool: 'create_post', outcome: 'done' });
});

void t.test('calls are deleted after 90 days', async (t) => {
  const { running, call } = await start(t);
  await call('list_posts');
  await tools(running, 1);
  const { sql, directory } = running.service;
  const day = 86_400_000;
  const [{ at } = { at: 0 }] = await sql<{ at: number }[]>`
    select (extract(epoch from max(at)) * 1000)::float8 as at from tool_calls`;
  await prune({ sql, directory }, kinds, at + 89 * day);
  t.ok((await sql`select from tool_calls`).length > 0);
  const pruned = await prune({ sql, directory }, kinds, at + 91 * day);
  t.ok(pruned!['toolCalls']! > 0);
  t.equal((await sql`select from tool_calls`).length, 0);
});

void t.test('a person sees the last call with each of their own keys, wherever it was', async (t) => {
  const { running, call } = await start(t);
  const neighbour = await running.neighbour();
  const theirs = await connectClient(t, { baseUrl: running.baseUrl, key: neighbour.key });
  await theirs.call('list_posts');
  const { body } = await call('create_workspace', { name: 'Second' });
  await call('list_posts', { workspace: body.workspace.slug });
  await call('list_accounts', { workspace: body.workspace.slug });
  const cookie = await setUp(running);
  const headers = { cookie: `${cookie.name}=${cookie.value}`, authorization: '' };
  const latest = () => running.call('GET', '/app/api/tool-calls/latest', undefined, headers);
  const calls = await eventually(async () => {
    const { calls: found } = (await latest()).body;
    return found[0]?.tool === 'list_accounts' ? found : null;
  });
  t.equal(calls.length, 1);
  t.match(await running.call('GET', '/app/api/tool-calls/latest'), {
    status: 403,
    body: { code: 'session_required' },
  });
});

void t.test('an app is named also when the person ends it before its call is written', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const app = await newApp(running, { client_name: 'Bakery helper' });
  const { access_token: key, refresh_token: refresh } = await app.connect(person);
  const { call } = await connectClient(t, { baseUrl: running.baseUrl, key });
  await call('list_accounts');
  await app.revoke(refresh);
  const calls = await eventually(async () => {
    const { body } = await person.ask('GET', '/app/api/tool-calls');
    return body.calls.some(({ tool }: { tool: string }) => tool === 'list_accounts') && body.calls;
  });
  t.strictSame([...new Set(calls.map(({ keyName }: { keyName: string }) => keyName))], ['Bakery helper']);
});
