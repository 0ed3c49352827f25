/**
 * Keys that are held to some scopes, or to some workspaces. Every operation of the table is asked with a key and with an app's access token
 * for each scope: a new one is tested because it is in the table. That no id of another workspace helps is in isolation.test.ts.
 */
import t from 'tap';
import { rowsToPlay } from '../support/long.ts';
import { WebSocket } from 'ws';
import { SCOPES, type Scope } from '../../src/api/principal.ts';
import { scopesOf } from '../../src/api/scope.ts';
import { createKey } from '../../src/features/auth/keys.ts';
import { operations } from '../../src/service/operations.ts';
import { catalogueOf } from '../../src/faces/mcp/catalogue.ts';
import { eventually } from '../support/eventually.ts';
import { type Call, type RunningService, startService } from '../support/service.ts';
import { connectClient } from '../mcp/client.ts';
import { newApp, personOf } from '../oauth/app.ts';
import { idFieldsOf } from '../support/table-inputs.ts';

type Row = (typeof operations)[number];

/** What the handler refuses of the operation's example, although the gate lets the key through. */
const REFUSED_LATER: { [operation: string]: readonly Scope[] } = {
  createPost: ['draft'], // it is published at once
  createSeries: ['draft'], // its posts go out
  updateSeries: ['draft'],
  createFeed: ['draft'],
  createWebhook: ['manage'], // it is sent what may be read
};

/** A key of the same person. */
async function keyOf(
  { service, key }: RunningService,
  held: { scopes?: readonly Scope[]; workspaceIds?: readonly string[]; confirm?: 'call' | 'person' },
): Promise<string> {
  const { userId } = (await service.authenticate(key))!;
  return (await createKey(service.directory, { userId, name: 'held', now: Date.now(), ...held })).key;
}

/** What may be held to scopes. @returns how one is made that has these */
const BEARERS: {
  [what: string]: (running: RunningService) => Promise<(scopes: readonly Scope[]) => Promise<string>>;
} = {
  'an API key': async (running) => (scopes) => keyOf(running, { scopes }),
  'a key that has to confirm': async (running) => (scopes) => keyOf(running, { scopes, confirm: 'person' }),
  'an access token of an app': async (running) => {
    const [person, app] = [await personOf(running), await newApp(running)];
    return async (scopes) => (await app.connect(person, { scopes })).access_token;
  },
  'a narrower token of an app that may do everything': async (running) => {
    const [person, app] = [await personOf(running), await newApp(running)];
    return async (scopes) => {
      const { refresh_token: all } = await app.connect(person, { scopes: [...SCOPES] });
      return (await app.refresh(all, { scope: scopes.join(' ') })).body.access_token;
    };
  },
};

const asks =
  ({ call }: RunningService, key: string): Call =>
  (method, path, body, more = {}) =>
    call(method, path, body, { authorization: `Bearer ${key}`, ...more });

/** The operation's example, with its ids in the path. */
function exampleOf({ rest, dashboard, example, body }: Row) {
  const { method, path } = (rest ?? dashboard)!;
  const params = (example.params ?? {}) as { [name: string]: string };
  const query = new URLSearchParams((example.query ?? {}) as { [name: string]: string }).toString();
  return {
    method: method.toUpperCase(),
    path:
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!) + (query === '' ? '' : `?${query}`),
    body: body === undefined ? undefined : (example.body ?? {}),
  };
}

void t.test('every operation that may change something names what it needs', (t) => {
  for (const { id, rest, dashboard, scope } of operations)
    if ((rest ?? dashboard)!.method !== 'get') t.ok(scope !== undefined, id);
  t.throws(
    () => scopesOf({ id: 'new', rest: { method: 'post', path: '/v1/new' } }),
    /does not say which scope/,
  );
  t.end();
});

for (const what of rowsToPlay(['an API key', 'an access token of an app'], (one) => one === 'an API key'))
  void t.test(`${what} without the scope of an operation is refused, one with it is not`, async (t) => {
    const running = await startService(t);
    const bearerOf = await BEARERS[what]!(running);
    for (const scope of SCOPES) {
      const ask = asks(running, await bearerOf([scope]));
      for (const operation of operations) {
        const needed = scopesOf(operation);
        const { method, path, body } = exampleOf(operation);
        const answer = await ask(method, path, body);
        const where = `${operation.id} with ${scope}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 150)}`;
        const isRefused = answer.body?.code === 'insufficient_scope';
        if (needed.includes(scope)) {
          t.equal(isRefused, REFUSED_LATER[operation.id]?.includes(scope) ?? false, where);
          continue;
        }
        t.equal(answer.status, 403, where);
        t.ok(isRefused, where);
        t.match(answer.body.error, `needs the scope ${needed.join(' or ')}`, where);
        t.equal(
          answer.headers.get('www-authenticate'),
          `Bearer error="insufficient_scope", scope="${needed.join(' ')}"`,
        );
      }
    }
  });

for (const [what, bearers] of rowsToPlay(
  Object.entries(BEARERS),
  ([what]) => what === 'a key that has to confirm',
))
  void t.test(`${what} sees and calls only the tools of its scopes`, async (t) => {
    const running = await startService(t);
    const bearerOf = await bearers(running);
    const tools = [...catalogueOf(operations).values()];
    for (const scope of SCOPES) {
      const key = await bearerOf([scope]);
      const { client, call } = await connectClient(t, { baseUrl: running.baseUrl, key, allTools: true });
      const allowed = tools.filter(({ operation }) => scopesOf(operation).includes(scope));
      t.strictSame(
        (await client.listTools()).tools.map(({ name }) => name),
        allowed.map(({ name }) => name),
        scope,
      );
      t.ok(allowed.length > 0 && allowed.length < tools.length);
      for (const { name, listed, operation } of tools) {
        const { isError, body } = await call(
          name,
          (listed.inputSchema as { examples?: object[] }).examples![0],
        );
        const isRefused = isError && body.code === 'insufficient_scope';
        if (!allowed.some((one) => one.name === name)) t.ok(isRefused, `${name} with ${scope}`);
        else
          t.equal(isRefused, REFUSED_LATER[operation.id]?.includes(scope) ?? false, `${name} with ${scope}`);
      }
    }
    const { client } = await connectClient(t, running);
    t.equal((await client.listTools()).tools.length, 33, 'a key that is not held sees all');
  });

void t.test('what a scope refuses is refused before anybody is asked to confirm it', async (t) => {
  const running = await startService(t);
  const words = { content: 'Fresh bread', accountIds: [running.accounts['telegram']] };
  const make = async (timing: object): Promise<string> =>
    (await running.call('POST', '/v1/posts', { ...words, ...timing })).body.post.id;
  const [draft, planned] = [await make({ draft: true }), await make({ scheduledAt: at })];
  const timings = [{ publishNow: true }, { scheduledAt: at }];
  const beyond: { [scope in 'draft' | 'publish']: [string, object][] } = {
    draft: [
      ...timings.map((timing): [string, object] => ['create_post', { ...words, ...timing }]),
      ...timings.map((timing): [string, object] => ['update_post', { id: draft, ...timing }]),
      ['update_post', { id: planned, content: 'Other words' }],
      ['update_post', { id: planned, draft: true }],
      ['delete_post', { id: planned }],
    ],
    publish: [
      ['create_post', { ...words, draft: true }],
      ['update_post', { id: draft, content: 'Other words' }],
      ['delete_post', { id: draft }],
    ],
  };
  for (const confirm of ['call', 'person'] as const)
    for (const scope of ['draft', 'publish'] as const) {
      const key = await keyOf(running, { scopes: [scope], confirm });
      const { call } = await connectClient(t, { baseUrl: running.baseUrl, key });
      for (const [tool, given] of beyond[scope])
        t.match(
          (await call(tool, given)).body,
          { code: 'insufficient_scope' },
          `${tool} ${JSON.stringify(given)} with ${scope}`,
        );
    }
  t.equal((await running.service.sql`select from confirmations`).length, 0, 'nobody was asked');
  const publisher = await keyOf(running, { scopes: ['publish'], confirm: 'call' });
  const { call } = await connectClient(t, { baseUrl: running.baseUrl, key: publisher });
  for (const [tool, given] of beyond.draft.filter(([, one]) => !('draft' in one)))
    t.match(
      (await call(tool, given)).body,
      { code: 'confirmation_required' },
      `${tool} ${JSON.stringify(given)}`,
    );
});

const PUBLISHING = { status: 403, body: { code: 'insufficient_scope', error: /needs the scope publish,/ } };
const at = new Date(Date.now() + 30 * 86_400_000).toISOString();

void t.test('a key with draft alone publishes nothing, in whatever way', async (t) => {
  const running = await startService(t);
  const ask = asks(running, await keyOf(running, { scopes: ['read', 'draft'] }));
  const words = { content: 'Fresh bread', accountIds: [running.accounts['telegram']] };
  const timings = [{ publishNow: true }, { scheduledAt: at }, { useNextSlot: true }];
  for (const timing of timings) t.match(await ask('POST', '/v1/posts', { ...words, ...timing }), PUBLISHING);
  const made = await ask('POST', '/v1/posts', { ...words, draft: true, scheduledAt: at });
  t.equal(made.status, 200, JSON.stringify(made.body));
  const draft = `/v1/posts/${made.body.post.id}` as const;
  for (const timing of timings)
    t.match(await ask('PATCH', draft, timing), PUBLISHING, JSON.stringify(timing));
  t.match(await ask('PATCH', draft, { content: 'Other words', publishNow: true }), PUBLISHING);
  t.match(await ask('PATCH', draft, { content: 'Other words' }), {
    status: 200,
    body: { post: { status: 'draft' } },
  });
  t.match(await ask('PATCH', draft, { draft: true }), { status: 200 });
  t.match(await ask('POST', `${draft}/retry`, {}), PUBLISHING);

  const planned = (await running.call('POST', '/v1/posts', { ...words, scheduledAt: at })).body.post;
  const scheduled = `/v1/posts/${planned.id}` as const;
  t.match(
    await ask('PATCH', scheduled, { content: 'Other words' }),
    PUBLISHING,
    'what goes out is not a draft',
  );
  t.match(await ask('PATCH', scheduled, { draft: true }), PUBLISHING, 'nor may its time be taken away');
  t.match(await ask('DELETE', scheduled), PUBLISHING);
  t.match(
    await ask('POST', `${scheduled}/deliveries/${running.accounts['telegram']}/resolve`, {
      outcome: 'not_published',
    }),
    { body: { code: /insufficient_scope|not_found/ } },
  );
  t.match((await ask('GET', scheduled)).body.post, { status: 'scheduled', content: 'Fresh bread' });

  const tools = await connectClient(t, {
    baseUrl: running.baseUrl,
    key: await keyOf(running, { scopes: ['draft'] }),
  });
  t.match(
    (await tools.call('update_post', { id: made.body.post.id, publishNow: true })).body,
    PUBLISHING.body,
  );
  t.match((await tools.call('delete_post', { id: planned.id })).body, PUBLISHING.body);
  t.match(await ask('DELETE', draft), { status: 200 }, 'its own drafts it may delete');

  const publisher = asks(running, await keyOf(running, { scopes: ['publish'] }));
  t.match(await publisher('POST', '/v1/posts', { ...words, draft: true }), {
    status: 403,
    body: { error: /needs the scope draft, and the key has publish:/ },
  });
  t.match(await publisher('DELETE', scheduled), { status: 200 });
});

void t.test('to manage is not to publish or to answer by way of the actors', async (t) => {
  const running = await startService(t);
  const ask = asks(running, await keyOf(running, { scopes: ['read', 'manage'] }));
  const words = { content: 'Fresh bread', accountIds: [running.accounts['telegram']] };
  const { post } = (await running.call('POST', '/v1/posts', { ...words, draft: true })).body;
  const choices = (await ask('GET', `/v1/actors/${post.id}`)).body;
  const action = JSON.stringify(choices).match(/"action":"([^"]+)"/)?.[1] ?? 'publish';
  const body = { action, reason: 'for a test' };
  t.match(await ask('POST', `/v1/actors/${post.id}/hand`, body), PUBLISHING);
  t.match((await ask('GET', `/v1/posts/${post.id}`)).body.post, { status: 'draft' });
});

void t.test('a key makes no keys, whatever its scopes', async (t) => {
  const running = await startService(t);
  for (const held of [{ scopes: ['manage'] as const }, {}]) {
    const ask = asks(running, await keyOf(running, held));
    for (const body of [{ name: 'more' }, { name: 'more', scopes: ['publish'] }])
      t.match(await ask('POST', '/app/api/keys', body), { status: 403, body: { code: 'session_required' } });
  }
  t.match(
    await asks(running, await keyOf(running, { scopes: ['publish'] }))('POST', '/app/api/keys', {
      name: 'x',
    }),
    {
      body: { code: 'insufficient_scope' },
    },
  );
});

void t.test('a key that is held to a workspace knows no other', async (t) => {
  const running = await startService(t);
  const home = (await running.service.authenticate(running.key))!.workspaces[0]!;
  const { workspace } = (await running.call('POST', '/v1/workspaces', { name: 'Second' })).body;
  const second = await eventually(async () =>
    (await running.service.authenticate(running.key))!.workspaces.find(({ slug }) => slug === workspace.slug),
  );
  const ask = asks(running, await keyOf(running, { workspaceIds: [second.id] }));
  t.strictSame(
    (await ask('GET', '/v1/workspaces')).body.workspaces.map(({ slug }) => slug),
    [workspace.slug],
  );
  t.same((await ask('GET', '/v1/accounts')).body.accounts, [], 'its default is the one that it reaches');
  const foreign = await ask('GET', `/v1/accounts?workspace=${home.slug}`);
  const missing = await ask('GET', '/v1/accounts?workspace=no-such-place');
  t.match(
    foreign,
    { status: missing.status, body: { code: missing.body.code } },
    'the other one is as if it were not there',
  );
  t.match(await ask('POST', '/v1/workspaces', { name: 'Third' }), {
    status: 403,
    body: { code: 'held_key' },
  });

  // keys of one person share their idempotency keys
  const once = { 'idempotency-key': 'the-same' };
  const words = { name: 'Hours', text: 'Nine to five' };
  const first = await running.call('POST', '/v1/saved-replies', words, once);
  t.equal(first.status, 200, JSON.stringify(first.body));
  t.match(await ask('POST', '/v1/saved-replies', words, once), {
    status: 422,
    body: { code: 'idempotency_mismatch' },
  });

  // every list, with a default workspace of its own
  for (const operation of operations) {
    const { method, path } = exampleOf(operation);
    if (method !== 'GET' || path.includes('/_')) continue;
    const answer = await ask(method, path);
    const text = JSON.stringify(answer.body);
    for (const mark of [home.id, ...Object.values(running.accounts), first.body.savedReply.id])
      t.notOk(text.includes(mark), `${operation.id} does not show ${mark}`);
  }
});

void t.test('the live feed needs read, and the workspace', async (t) => {
  const running = await startService(t);
  const address = running.baseUrl.replace('http', 'ws');
  const closing = async (key: string, path: string) => {
    const socket = new WebSocket(`${address}${path}`, { headers: { authorization: `Bearer ${key}` } });
    t.teardown(() => socket.terminate());
    return new Promise<number | 'open'>((resolve) => {
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
      socket.on('close', (code) => resolve(code));
      socket.on('open', () => resolve('open'));
      socket.on('error', () => {});
    });
  };
  const reader = await keyOf(running, { scopes: ['read'] });
  const other = await keyOf(running, { scopes: ['draft', 'publish', 'answer', 'manage'] });
  t.equal(await closing(reader, '/v1/live'), 'open');
  t.equal(await closing(other, '/v1/live'), 403);
  const socket = new WebSocket(`${address}/v1/live`);
  const code = new Promise((resolve) => socket.on('close', resolve));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', key: other })));
  t.equal(await code, 4403, 'a key in a message is checked alike');
});

void t.test('no answer to a key that only reads holds what lets anybody do more', async (t) => {
  const running = await startService(t);
  const { call } = running;
  const { connectLink } = (await call('POST', '/v1/connect-links', {})).body;
  const hook = { url: `${running.sandbox.url}/hook`, events: ['post.published'] };
  const { webhook } = (await call('POST', '/v1/webhooks', hook)).body;
  const person = await personOf(running);
  const app = await newApp(running);
  const tokens = await app.connect(person);
  const { to } = await app.ask();
  const capabilities: { [what: string]: string } = {
    'a connect link': connectLink.url.split('/').at(-1)!,
    'a signing secret': webhook.secret,
    'an API key': running.key,
    'a session': person.headers['cookie']!.split('=')[1]!,
    'an access token': tokens.access_token,
    'a refresh token': tokens.refresh_token,
    'a request of an app': to!.searchParams.get('request')!,
  };
  for (const [what, secret] of Object.entries(capabilities)) t.ok(secret.length > 20, what);
  const key = await keyOf(running, { scopes: ['read'] });
  const ids: { [kind: string]: string } = { connect_link: connectLink.id, webhook: webhook.id };
  let answered = 0;
  for (const operation of operations) {
    const { method, path } = exampleOf(operation);
    if (method !== 'GET') continue;
    const { fields } = idFieldsOf(operation);
    const known = fields.find(({ place, kind }) => place === 'params' && kind in ids);
    const params = (operation.example.params ?? {}) as { [name: string]: string };
    const asked = known ? path.replace(params[known.name]!, ids[known.kind]!) : path;
    const answer = await asks(running, key)(method, asked);
    if (answer.status === 200) answered += 1;
    const text = JSON.stringify(answer.body);
    for (const [what, secret] of Object.entries(capabilities))
      t.notOk(text.includes(secret), `${operation.id} holds ${what}`);
  }
  t.ok(answered > 20, `${answered} answered`);
  const read = async (with_: string) =>
    (await asks(running, with_)('GET', `/v1/connect-links/${connectLink.id}`)).body.connectLink.url;
  t.equal(await read(key), '');
  t.equal(await read(await keyOf(running, { scopes: ['read', 'manage'] })), connectLink.url);
});
