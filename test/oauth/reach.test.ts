/** What an app reaches, who decides about it, and what pages of other sites get. */
import { request } from 'node:http';
import t from 'tap';
import { deleteGrant } from '../../store/grants.ts';
import { connectClient } from '../mcp/client.ts';
import { startService } from '../support/service.ts';
import { newApp, personOf, withToken } from './app.ts';

void t.test('nobody gets more scopes or workspaces than the person agreed to', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const neighbour = await running.neighbour();
  t.equal((await person.ask('POST', '/v1/workspaces', { name: 'Second', slug: 'second' })).status, 200);
  const app = await newApp(running);
  const asked = async (scope = 'read draft') => {
    const { to } = await app.ask({ scope });
    return `/app/api/consents/${to!.searchParams.get('request')}` as const;
  };
  const place = await asked();
  const more = await person.ask('PUT', place, { allow: true, scopes: ['read', 'publish'] });
  t.match(more, { status: 400, body: { param: '/scopes' } });
  const foreign = await person.ask('PUT', place, { allow: true, workspaces: [neighbour.slug] });
  t.match(foreign, { status: 403, body: { code: 'not_a_member' } });
  t.match(await person.ask('PUT', place, { allow: true, workspaces: [] }), { status: 400 });
  t.match(await person.ask('PUT', place, { allow: true, scopes: [] }), { status: 400 });
  const answered = await person.ask('PUT', place, {
    allow: true,
    scopes: ['read', 'draft'],
    workspaces: ['second'],
    confirm: 'person',
  });
  const given = (await app.code(new URL(answered.body.redirectTo).searchParams.get('code')!)).body;
  t.equal(given.scope, 'read draft');
  t.match(await app.refresh(given.refresh_token, { scope: 'read publish' }), {
    body: { error: 'invalid_scope' },
  });
  const narrow = (await app.refresh(given.refresh_token, { scope: 'read' })).body;
  t.equal(narrow.scope, 'read');
  t.equal((await app.refresh(narrow.refresh_token)).body.scope, 'read draft', 'the refresh token keeps all');

  const seen = await withToken(running, narrow.access_token);
  t.strictSame(
    seen.body.workspaces.map(({ slug }: { slug: string }) => slug),
    ['second'],
  );
  t.match(await withToken(running, narrow.access_token, '/v1/posts?workspace=home'), {
    status: 403,
    body: { code: 'not_a_member' },
  });
  t.equal(
    (await withToken(running, narrow.access_token, `/v1/posts?workspace=${neighbour.slug}`)).status,
    403,
  );
  t.match((await person.ask('GET', '/app/api/grants')).body.grants, [
    { workspaces: ['second'], confirm: 'person', scopes: ['read', 'draft'] },
  ]);
});

void t.test('an app does by REST and by tools what the person agreed to, and nothing else', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const app = await newApp(running);
  const given = await app.connect(person, { scopes: ['read', 'draft'], workspaces: ['home'] });
  const draft = { content: 'Fresh bread', accountIds: [running.accounts['telegram']], draft: true };
  const headers = (token: string) => ({ authorization: `Bearer ${token}` });
  const write = (token: string, body: object) => running.call('POST', '/v1/posts', body, headers(token));
  const missing = { status: 403, body: { code: 'insufficient_scope' } };
  t.equal((await write(given.access_token, draft)).status, 200);
  t.match(await write(given.access_token, { ...draft, draft: undefined, publishNow: true }), missing);
  const elsewhere = { name: 'Mine alone', slug: 'mine-alone' };
  t.match(await running.call('POST', '/v1/workspaces', elsewhere, headers(given.access_token)), {
    status: 403,
  });
  const { client, call } = await connectClient(t, { baseUrl: running.baseUrl, key: given.access_token });
  const { tools } = await client.listTools();
  t.notOk(tools.some(({ name }) => name === 'send_message'));
  t.notOk((await call('create_post', draft)).isError);
  const published = await call('create_post', { ...draft, draft: undefined, publishNow: true });
  t.match(published, { isError: true, body: { code: 'insufficient_scope' } });
  const answered = await call('send_message', { id: 'conv_1', message: 'Hi' });
  t.match(answered, { isError: true, body: { code: 'insufficient_scope' } });

  const next = await running.neighbour();
  t.equal((await person.ask('POST', '/v1/workspaces', { name: 'Second', slug: 'second' })).status, 200);
  for (const workspace of [next.slug, 'second'])
    t.match(await call('list_posts', { workspace }), { isError: true, body: { code: 'not_a_member' } });
  t.strictSame(
    (await call('list_workspaces')).body.workspaces.map(({ slug }: { slug: string }) => slug),
    ['home'],
  );

  const narrow = (await app.refresh(given.refresh_token, { scope: 'read' })).body.access_token;
  t.match(await write(narrow, draft), missing, 'a narrower token does less than the app may');
  t.equal((await withToken(running, narrow, '/v1/posts')).status, 200);
});

void t.test('only a person at the dashboard decides about apps', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const app = await newApp(running);
  const { access_token: token } = await app.connect(person);
  const { to } = await app.ask();
  const place = `/app/api/consents/${to!.searchParams.get('request')}` as const;
  for (const key of [running.key, token]) {
    const headers = { authorization: `Bearer ${key}` };
    for (const [method, path] of [
      ['GET', place],
      ['PUT', place],
      ['GET', '/app/api/grants'],
      ['DELETE', '/app/api/grants/grant_1'],
    ] as const) {
      const answer = await running.call(
        method,
        path,
        method === 'PUT' ? { allow: true } : undefined,
        headers,
      );
      t.match(answer, { status: 403, body: { code: 'session_required' } }, `${method} ${path}`);
    }
  }
  // a page of another site that knows the request, in the person's browser
  const { cookie } = person.headers;
  for (const from of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    {},
  ]) {
    const answer = await running.call(
      'PUT',
      place,
      { allow: true },
      { cookie: cookie!, authorization: '', ...from },
    );
    t.match(answer, { status: 403, body: { code: 'foreign_origin' } }, JSON.stringify(from));
  }
  t.equal((await person.ask('PUT', place, { allow: true })).status, 200);

  const { directory } = running.service;
  const { grants } = (await person.ask('GET', '/app/api/grants')).body;
  t.equal(grants.length, 2);
  for (const { id } of grants) t.notOk(await deleteGrant(directory, { id, userId: 'user_another' }));
  t.equal(
    (await person.ask('GET', '/app/api/grants')).body.grants.length,
    2,
    'only their own person ends them',
  );
});

void t.test('a page of another site gets nowhere with a token, nor with a name of its own', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const { access_token: token } = await (await newApp(running)).connect(person);
  const { port } = new URL(running.baseUrl);
  /** As a browser that was led to this machine by another name: fetch does not let anybody choose the Host. */
  const ask = (method: string, path: string, headers: { [name: string]: string }) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode!, text: body }));
      });
      sent
        .on('error', reject)
        .end(method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"ping"}' : undefined);
    });
  const message = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  t.equal((await ask('POST', '/mcp', { ...message, host: `127.0.0.1:${port}` })).status, 200);
  const rebound = await ask('POST', '/mcp', { ...message, host: `evil.example:${port}` });
  t.match(rebound, { status: 403, text: /foreign_origin/ });
  const foreign = await ask('POST', '/mcp', { ...message, origin: 'https://evil.example' });
  t.match(foreign, { status: 403, text: /foreign_origin/ });
  for (const path of [
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
  ]) {
    const { text } = await ask('GET', path, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    t.ok(text.includes(running.baseUrl), path);
    t.notMatch(text, 'evil.example', 'no address is made from what a request says of itself');
  }
});
