/** The tools one by one: their examples, their errors, keys, fields and files. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { createKey } from '../../src/features/auth/keys.ts';
import { operations } from '../../src/service/operations.ts';
import { GUIDES } from '../../src/faces/mcp/guides.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, startService } from '../support/service.ts';
import { connectClient } from './client.ts';
import { exampleIn, furnish } from './world.ts';

const withTool = operations.filter(({ tool }) => tool !== undefined);
const byTool = (name: string) => withTool.find(({ tool }) => tool!.name === name)!;
/** Those that remove what others need come last. */
const ORDER = withTool.toSorted((a, b) => Number(isDelete(a.tool!.name)) - Number(isDelete(b.tool!.name)));
function isDelete(name: string): boolean {
  return name.startsWith('delete_');
}

void t.test('every tool takes the example that it lists', async (t) => {
  const world = await furnish(t);
  const { client, call } = await connectClient(t, { ...world, allTools: true });
  const listed = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]));
  t.strictSame([...listed.keys()].toSorted(), Object.keys(GUIDES).toSorted(), 'each tool has a guide');
  for (const operation of ORDER) {
    const { name } = operation.tool!;
    const { inputSchema, outputSchema } = listed.get(name)!;
    const [example] = inputSchema['examples'] as [{ [name: string]: unknown }];
    const { isError, body } = await call(name, await exampleIn(world, operation, example));
    t.notOk(isError, `${name}: ${JSON.stringify(body).slice(0, 300)}`);
    // the client has compared it with the output schema
    t.equal(outputSchema?.type, 'object');
  }
});

void t.test('annotations say what a tool may do', async (t) => {
  const running = await startService(t);
  const { client } = await connectClient(t, { ...running, allTools: true });
  const reads = ({ rest }: (typeof withTool)[number], name: string) =>
    rest?.method === 'get' || name === 'validate_post';
  for (const { name, annotations, description, title } of (await client.listTools()).tools) {
    const operation = byTool(name);
    const isRead = reads(operation, name);
    t.equal(annotations?.readOnlyHint, isRead, `${name} reads`);
    if (operation.rest?.method === 'delete') t.ok(annotations?.destructiveHint, `${name} removes`);
    if (isRead) t.notOk(annotations?.destructiveHint, `${name} removes nothing`);
    t.equal(typeof annotations?.idempotentHint, 'boolean');
    t.equal(typeof annotations?.openWorldHint, 'boolean');
    t.ok(title);
    t.notMatch(description, /\b(GET|PATCH|DELETE) \/v1/, `${name} speaks of tools`);
    t.match(description, /changes/, `${name} says what changes`);
  }
});

void t.test('the codes that descriptions explain exist', async (t) => {
  const known = [
    'api/problem.ts',
    'features/media/hosting.ts',
    'features/media/operations.ts',
    'features/posts/request.ts',
    'features/posts/draft.ts',
  ]
    .map((file) => readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8'))
    .concat(readFileSync(new URL('../../adapters/instagram/plan.ts', import.meta.url), 'utf8'))
    .concat(readFileSync(new URL('../../src/features/comments/perform.ts', import.meta.url), 'utf8'))
    .join('\n');
  for (const [tool, { errors = {} }] of Object.entries(GUIDES))
    for (const code of Object.keys(errors)) t.ok(known.includes(`'${code}'`), `${tool}: ${code}`);
});

void t.test('an error is a result with the words and the code of REST', async (t) => {
  const running = await startService(t);
  const { accounts } = running;
  const { call } = await connectClient(t, running);
  const post = { content: 'Hello', accountIds: [accounts['telegram']], publishNow: true };
  const cases: [tool: string, given: object, rest: [string, string, object?]][] = [
    ['create_post', { ...post, mdia: [] }, ['POST', '/v1/posts', { ...post, mdia: [] }]],
    [
      'create_post',
      { ...post, accountIds: ['acc_x'] },
      ['POST', '/v1/posts', { ...post, accountIds: ['acc_x'] }],
    ],
    ['create_post', { ...post, draft: true }, ['POST', '/v1/posts', { ...post, draft: true }]],
    ['create_post', { content: 'x\0' }, ['POST', '/v1/posts', { content: 'x\0' }]],
    ['list_posts', { limit: 1000 }, ['GET', '/v1/posts?limit=1000']],
    ['list_posts', { workspace: 'nope' }, ['GET', '/v1/posts?workspace=nope']],
    ['delete_post', { id: 'post_x' }, ['DELETE', '/v1/posts/post_x']],
    ['list_pinterest_boards', {}, ['GET', '/v1/pinterest-boards']],
    ['get_post_metrics', { id: 'post_x' }, ['GET', '/v1/posts/post_x/metrics']],
  ];
  for (const [tool, given, [method, path, body]] of cases) {
    const { isError, body: said } = await call(tool, given);
    const { requestId: _, ...rest } = (await running.call(method, path, body)).body;
    const { requestId, ...words } = said;
    t.ok(isError, `${tool} ${JSON.stringify(given)}`);
    if (path.includes('limit')) t.match(words, { error: rest.error, code: rest.code });
    else t.strictSame(words, rest);
    t.match(requestId, /^req_/);
  }
  t.match((await call('list_posts', { stauts: 'draft' })).body, { error: /did you mean status\?/ });
});

void t.test('an unknown tool is refused with the nearest name', async (t) => {
  const running = await startService(t);
  const { call } = await connectClient(t, running);
  await t.rejects(call('list_post'), { message: /there is no tool "list_post"; did you mean list_posts\?/ });
});

void t.test('a call is done once under its idempotencyKey', async (t) => {
  const running = await startService(t);
  const { call } = await connectClient(t, running);
  const post = { content: 'Once', accountIds: [running.accounts['telegram']], draft: true };
  const first = await call('create_post', { ...post, idempotencyKey: 'k1' });
  // a model may write the arguments in another order
  const again = await call('create_post', { idempotencyKey: 'k1', ...post });
  t.strictSame(again.body, first.body);
  t.strictSame([first.replayed, again.replayed], [false, true]);
  const other = await call('create_post', { ...post, content: 'Twice', idempotencyKey: 'k1' });
  t.match(other, { isError: true, body: { code: 'idempotency_mismatch' } });
  const wrong = await call('create_post', { ...post, nope: 1, idempotencyKey: 'k1' });
  t.match(wrong.body, { code: 'idempotency_mismatch' }, 'as REST says it');
  t.match((await call('create_post', { ...post, nope: 1, idempotencyKey: 'k2' })).body, {
    code: 'unknown_field',
  });
  t.notOk(
    (await call('create_post', { ...post, idempotencyKey: 'k2' })).isError,
    'an error leaves the key free',
  );
  t.match((await call('create_post', { ...post, idempotencyKey: '' })).body, { param: '/idempotencyKey' });
  t.match((await call('list_posts', { idempotencyKey: 'k3' })).body, { code: 'unknown_field' });
  t.equal((await running.call('GET', '/v1/posts')).body.posts.length, 2);
});

void t.test('a key that reaches one workspace gets nothing that another key did elsewhere', async (t) => {
  const running = await startService(t);
  const { service, accounts, workspaceId } = running;
  const [user] = await service.directory<{ id: string }[]>`select user_id as id from api_keys`;
  t.match(await running.call('POST', '/v1/workspaces', { slug: 'second', name: 'Second' }), { status: 200 });
  const [second] = await service.directory<{ id: string }[]>`select id from workspaces where slug = 'second'`;
  const keyIn = async (id: string) => {
    const made = { userId: user!.id, name: 'held', workspaceIds: [id], now: Date.now() };
    return connectClient(t, { ...running, key: (await createKey(service.directory, made)).key });
  };
  const post = { content: 'Once', accountIds: [accounts['telegram']], draft: true, idempotencyKey: 'k1' };
  const whole = await connectClient(t, running);
  t.match(await whole.call('create_post', post), { replayed: false, body: { post: { content: 'Once' } } });
  for (const id of [workspaceId, second!.id]) {
    const { call } = await keyIn(id);
    t.match(await call('create_post', post), { isError: true, body: { code: 'idempotency_mismatch' } });
  }
  const { call } = await keyIn(workspaceId);
  const own = { ...post, idempotencyKey: 'k2' };
  const first = await call('create_post', own);
  t.match(await call('create_post', own), { replayed: true, body: first.body }, 'its own call is repeated');
});

void t.test('fields makes records smaller, and keeps what the next tool needs', async (t) => {
  const running = await startService(t);
  const { call } = await connectClient(t, running);
  const { body } = await call('list_accounts', { fields: ['displayName'] });
  t.equal(body.accounts.length, 5);
  for (const account of body.accounts)
    t.strictSame(Object.keys(account).toSorted(), ['displayName', 'id', 'platform']);
  t.match((await call('list_accounts', { fields: ['nope'] })).body, { param: '/fields/0' });
});

void t.test('list_accounts finds an account by its name', async (t) => {
  const running = await startService(t);
  const { call } = await connectClient(t, running);
  const { accounts } = (await call('list_accounts')).body;
  const telegram = accounts.find(({ platform }: { platform: string }) => platform === 'telegram');
  t.strictSame((await call('list_accounts', { name: 'TELEGRAM' })).body.accounts, [telegram]);
  const none = await call('list_accounts', { name: 'nobody at all' });
  t.strictSame(none.body, { accounts: [] });
  t.match(none.texts[1], new RegExp(telegram.displayName));
});

void t.test('upload_media takes bytes in base64', async (t) => {
  const running = await startService(t);
  const { call } = await connectClient(t, running);
  const bytes = Buffer.from(await (await fetch(`${running.sandbox.url}/samples/photo.jpg`)).arrayBuffer());
  const file = bytes.toString('base64');
  const hosted = await call('upload_media', { file, idempotencyKey: 'one' });
  t.notOk(hosted.isError, JSON.stringify(hosted.body).slice(0, 300));
  const served = await fetch(hosted.body.url);
  t.strictSame(Buffer.from(await served.arrayBuffer()), bytes);
  t.ok((await call('upload_media', { file, idempotencyKey: 'one' })).replayed);
  const refused: [object, object][] = [
    [{}, { code: 'required', param: '/url' }],
    [{ file, url: 'https://example.org/a.jpg' }, { param: '/file' }],
    [{ file: 'data:image/png;base64,AAAA' }, { param: '/file', error: /base64/ }],
    [{ file: Buffer.from('words').toString('base64') }, { param: '/file', code: 'media_type_unsupported' }],
    [{ file: Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64') }, { param: '/file' }],
  ];
  for (const [given, said] of refused) t.match((await call('upload_media', given)).body, said);
});

void t.test('the limit of calls is that of the key, over REST and tools together', async (t) => {
  const running = await startService(t, { ratePerMinute: 3 });
  const { call } = await connectClient(t, running);
  await t.rejects(async () => {
    for (let i = 0; i < 4; i += 1) await call('list_workspaces');
  }, 'the fourth request is refused');
  t.equal((await running.call('GET', '/v1/workspaces')).status, 429);
});

void t.test('a post with a picture goes out on five networks', async (t) => {
  const running = await startService(t);
  const { call } = await connectClient(t, running);
  const { accounts } = (await call('list_accounts', { fields: ['displayName'] })).body;
  t.equal(accounts.length, 5);
  const { url } = (await call('upload_media', { url: `${running.sandbox.url}/samples/photo.jpg` })).body;
  const made = await call('create_post', {
    content: 'Fresh bread at eight',
    accountIds: accounts.map(({ id }: { id: string }) => id),
    media: [url],
    publishNow: true,
    idempotencyKey: 'bread',
  });
  t.equal(made.body.post.status, 'publishing');
  const { id } = made.body.post;
  await running.until(id, ({ status }) => status !== 'publishing', { advancesMs: 1000 });
  const { posts } = (await call('list_posts', { fields: ['deliveries', 'error'] })).body;
  t.equal(posts[0].error, null);
  t.equal(posts[0].deliveries.length, 5);
  for (const { platform, status, networkPostId } of posts[0].deliveries)
    t.ok(status === 'published' && networkPostId, platform);
});

void t.test('a post is tried as create_post would make it, and nothing is saved', async (t) => {
  const running = await startService(t);
  const { accounts, sandbox } = running;
  const { call } = await connectClient(t, { ...running, allTools: true });
  const story = {
    content: 'Fresh bread',
    accountIds: [accounts['instagram']],
    media: [`${sandbox.url}/samples/photo.jpg`],
    instagramStory: true,
    publishNow: true,
  };
  const { body } = await call('validate_post', story);
  t.match(body, { valid: true, accounts: [{ platform: 'instagram', text: '', warnings: [/story/] }] });
  t.match((await call('validate_post', { ...story, media: [] })).body, {
    valid: false,
    accounts: [{ refusals: [{ code: 'media_required' }] }],
  });
  t.strictSame((await call('list_posts')).body.posts, []);
});

void t.test('a run of an automation is explained from the message that it sent', async (t) => {
  const world = await furnish(t);
  const { call } = await connectClient(t, { ...world, allTools: true });
  const sent = await eventually(async (): Promise<Answer['body']> => {
    const { body: read } = await call('get_conversation_messages', { id: world.ids.conversation });
    return read.messages.find(({ by }: { by: string }) => by === 'automation');
  });
  t.equal(sent.runId, world.ids.dm_run);
  const { body } = await call('explain_run', { id: sent.runId });
  t.match(body, {
    runId: sent.runId,
    automationId: world.ids.automation,
    summary:
      /\(@rosa\) entered the automation “begin” \(version 1\) at .* \(Europe\/Berlin\)\. \d\d:\d\d: the message at \/steps\/0\. /,
    run: { id: sent.runId, contact: { username: 'rosa' } },
  });
});
