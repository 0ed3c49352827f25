/** From a 401 to a token and to its end, and what an attacker may try on the way. */
import { request } from 'node:http';
import t from 'tap';
import { prune } from '../../src/retention.ts';
import { kinds } from '../../src/kinds/index.ts';
import { eventually } from '../support/eventually.ts';
import { connectClient } from '../mcp/client.ts';
import { type RunningService, startService } from '../support/service.ts';
import { appWith, newApp, personOf, post, REDIRECT, register, type Tokens } from './app.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const withToken = ({ call }: RunningService, token: string, path = '/v1/workspaces') =>
  call('GET', path, undefined, { authorization: `Bearer ${token}` });

void t.test('a 401 of the tools leads to the metadata, and a consent to a token', async (t) => {
  const running = await startService(t);
  const { baseUrl, call } = running;
  const nobody = await call('POST', '/mcp', {}, { authorization: '' });
  t.equal(nobody.status, 401);
  const challenge = nobody.headers.get('www-authenticate')!;
  t.match(challenge, /^Bearer resource_metadata="[^"]+", scope="read draft publish answer manage"$/);
  const address = /resource_metadata="([^"]+)"/.exec(challenge)![1]!;
  t.equal(address, `${baseUrl}/.well-known/oauth-protected-resource/mcp`);
  const wrong = await call('POST', '/mcp', {}, { authorization: 'Bearer wrong' });
  t.match(wrong.headers.get('www-authenticate'), /^Bearer error="invalid_token", resource_metadata=/);
  t.equal(
    (await call('GET', '/v1/posts', undefined, { authorization: '' })).headers.get('www-authenticate'),
    'Bearer',
  );

  const read = async (path: string) => (await fetch(`${baseUrl}${path}`)).json();
  t.match(await read('/.well-known/oauth-protected-resource/mcp'), {
    resource: `${baseUrl}/mcp`,
    authorization_servers: [baseUrl],
  });
  t.match(await read('/.well-known/oauth-protected-resource'), { resource: baseUrl });
  t.match(await read('/.well-known/oauth-authorization-server'), {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });

  const person = await personOf(running);
  const app = await newApp(running, { client_name: 'Helper\u202E', client_uri: 'https://app.example.org/' });
  const { status, to } = await app.ask({ scope: 'read draft offline_access' });
  t.equal(status, 302);
  t.equal(to!.origin + to!.pathname, `${baseUrl}/app/consent`);
  const request = to!.searchParams.get('request')!;
  t.strictSame((await person.ask('GET', `/app/api/consents/${request}`)).body, {
    app: { name: 'Helper', address: 'https://app.example.org/', described: false },
    place: 'app.example.org',
    scopes: ['read', 'draft'],
  });
  const { redirectTo } = (await person.ask('PUT', `/app/api/consents/${request}`, { allow: true })).body;
  const back = new URL(redirectTo);
  t.ok(redirectTo.startsWith(`${REDIRECT}?`));
  t.equal(back.searchParams.get('state'), 'a state & more');
  t.equal(back.searchParams.get('iss'), baseUrl);
  const given = await app.code(back.searchParams.get('code')!);
  t.equal(given.status, 200);
  t.match(given.body, {
    access_token: /^tra_/,
    refresh_token: /^trr_/,
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'read draft',
  });
  t.equal(given.headers.get('cache-control'), 'no-store');
  t.match(await withToken(running, given.body.access_token), {
    status: 200,
    body: { workspaces: [{ slug: 'home' }] },
  });
  t.equal((await withToken(running, running.key)).status, 200, 'API keys go on working');
  t.match((await person.ask('GET', '/app/api/grants')).body, {
    grants: [{ id: /^grant_/, name: 'Helper', scopes: ['read', 'draft'], workspaces: null, confirm: 'none' }],
  });

  const gone = await person.ask('GET', `/app/api/consents/${request}`);
  t.match(gone, { status: 404, body: { error: 'this request has ended: begin again in the app' } });
  t.equal(
    (await person.ask('PUT', `/app/api/consents/${request}`, { allow: true })).status,
    404,
    'answered once',
  );

  const stored = await running.service.directory`select to_jsonb(t)::text as row from (
    select to_jsonb(c) from grant_codes c union all select to_jsonb(k) from grant_tokens k union all select to_jsonb(g) from grants g) t`;
  const everything = stored.map(({ row }) => row as string).join('\n');
  t.notMatch(everything, /tr[acrq]_/, 'no secret is stored');
});

void t.test('a code and a refresh token are good for one use, and their replay ends the grant', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const app = await newApp(running);
  const ended = async (token: string) =>
    eventually(async () => (await withToken(running, token)).status === 401);

  const to = await app.consent(person);
  const code = to.searchParams.get('code')!;
  const first = (await app.code(code)).body;
  t.equal((await withToken(running, first.access_token)).status, 200);
  t.match(await app.code(code), { status: 400, body: { error: 'invalid_grant' } });
  t.ok(await ended(first.access_token), 'the tokens of a replayed code have ended');
  t.match(await app.refresh(first.refresh_token), { status: 400, body: { error: 'invalid_grant' } });
  t.strictSame((await person.ask('GET', '/app/api/grants')).body.grants, []);

  const second = await app.connect(person);
  const third = (await app.refresh(second.refresh_token)).body;
  t.not(third.refresh_token, second.refresh_token);
  t.equal((await withToken(running, third.access_token)).status, 200);
  t.match(await app.refresh(second.refresh_token), { status: 400, body: { error: 'invalid_grant' } });
  t.ok(await ended(third.access_token), 'the thief and the app are both cut off');
  t.ok(await ended(second.access_token));
  t.match(await app.refresh(third.refresh_token), { status: 400, body: { error: 'invalid_grant' } });

  // two at once are one whose answer was lost: what the first one got is replaced
  const fourth = await app.connect(person);
  const both = await Promise.all([app.refresh(fourth.refresh_token), app.refresh(fourth.refresh_token)]);
  t.strictSame(
    both.map(({ status }) => status),
    [200, 200],
  );
  const alive = [];
  for (const { body } of both) alive.push((await withToken(running, body.access_token)).status);
  t.strictSame(
    alive.toSorted((a, b) => a - b),
    [200, 401],
    'one holder remains',
  );
  const replaced = both[alive.indexOf(401)]!.body.refresh_token;
  t.match(await app.refresh(replaced), { status: 400, body: { error: 'invalid_grant' } });
  t.ok(await ended(both[alive.indexOf(200)]!.body.access_token), 'two holders of one token are cut off');
});

void t.test('an app whose answer was lost asks again, and a thief gains nothing by that', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const [app, other] = [await newApp(running), await newApp(running)];
  const status = async (token: string) => (await withToken(running, token)).status;
  const refused = { status: 400, body: { error: 'invalid_grant' } };
  const grants = async () => (await person.ask('GET', '/app/api/grants')).body.grants.length;

  const held = await app.connect(person);
  const lost = [(await app.refresh(held.refresh_token)).body, (await app.refresh(held.refresh_token)).body];
  const came = await app.refresh(held.refresh_token, { scope: 'read' });
  t.match(came, { status: 200, body: { scope: 'read' } }, 'twice lost');
  for (const { access_token: token } of lost) t.equal(await status(token), 401, 'what was lost is of no use');
  t.equal(await status(came.body.access_token), 200);
  const next = (await app.refresh(came.body.refresh_token)).body;
  t.equal(await status(next.access_token), 200, 'the app goes on');
  t.equal(next.scope, 'read draft publish answer manage');
  t.equal(await grants(), 1);
  t.match(await app.refresh(lost[0]!.refresh_token), refused);
  t.equal(await grants(), 0, 'whoever brings what was replaced ends the grant');

  for (const [what, spoil] of [
    ['the new access token was used', ({ access_token: token }) => status(token)],
    ['the new refresh token was used', ({ refresh_token: token }) => app.refresh(token)],
    ['the new access token was revoked', ({ access_token: token }) => app.revoke(token)],
    ['it is too late', async () => running.advance(30_001)],
  ] as [string, (given: Tokens) => Promise<unknown>][]) {
    const before = await app.connect(person);
    const given: Tokens = (await app.refresh(before.refresh_token)).body;
    await spoil(given);
    t.match(await app.refresh(before.refresh_token), refused, what);
    t.equal(await grants(), 0, `${what}: the grant has ended`);
  }
  const before = await app.connect(person);
  await app.refresh(before.refresh_token);
  t.match(await other.refresh(before.refresh_token), refused, 'of another app');
  t.equal(await grants(), 0);
});

void t.test(
  'what is wrong with a request is told to the person or to the app, never to a stranger',
  async (t) => {
    const running = await startService(t);
    const app = await newApp(running, {
      redirect_uris: [REDIRECT, 'http://127.0.0.1:1234/cb', 'cursor://x/cb'],
    });
    for (const [redirect, fits] of [
      [REDIRECT, true],
      [`${REDIRECT}/`, false],
      [`${REDIRECT}?more=1`, false],
      [`${REDIRECT}#a`, false],
      ['https://app.example.org:444/callback', false],
      ['https://app.example.org@evil.example/callback', false],
      ['https://APP.example.org/callback', false],
      ['https://evil.example/callback', false],
      ['http://127.0.0.1:1234/cb', true],
      ['http://127.0.0.1:40000/cb', true],
      ['http://127.0.0.1/cb', true],
      ['http://127.0.0.1:40000/cb2', false],
      ['http://127.0.0.1:40000@evil.example/cb', false],
      ['http://localhost:1234/cb', false],
      ['https://127.0.0.1:1234/cb', false],
      ['cursor://x/cb', true],
      ['cursor://y/cb', false],
    ] as const) {
      const { status, to, text } = await app.ask({ redirect_uri: redirect });
      t.equal(status, fits ? 302 : 400, redirect);
      t.equal(to?.pathname ?? null, fits ? '/app/consent' : null, redirect);
      if (!fits) t.match(text, /redirect_uri/);
    }
    for (const changes of [
      { client_id: 'app_01JD0000000000000000000001' },
      { client_id: '<script>' },
      { redirect_uri: null },
    ]) {
      const { status, to, text } = await app.ask(changes);
      t.ok(status >= 400 && to === null, JSON.stringify(changes));
      t.notMatch(text, '<script>');
    }
    const toApp = async (changes: { [name: string]: string | null }) => {
      const { to } = await app.ask(changes);
      t.ok(to!.href.startsWith(`${REDIRECT}?`), to!.href);
      t.equal(to!.searchParams.get('state'), 'a state & more');
      t.equal(to!.searchParams.get('iss'), running.baseUrl);
      return to!.searchParams.get('error');
    };
    t.equal(await toApp({ response_type: 'token' }), 'unsupported_response_type');
    t.equal(await toApp({ code_challenge: null, code_challenge_method: null }), 'invalid_request');
    t.equal(await toApp({ code_challenge_method: 'plain' }), 'invalid_request');
    t.equal(await toApp({ code_challenge: 'short' }), 'invalid_request');
    t.equal(await toApp({ scope: 'everything' }), 'invalid_scope');
    t.equal(await toApp({ resource: 'https://other.example/mcp' }), 'invalid_target');
    t.equal(await toApp({ resource: `${running.baseUrl}/mcp/other` }), 'invalid_target');
    t.equal(await toApp({ response_mode: 'fragment' }), 'invalid_request');
    t.equal((await app.ask({ resource: null })).to!.pathname, '/app/consent', 'the tools are meant');
    t.equal((await app.ask({ resource: `${running.baseUrl}/` })).to!.pathname, '/app/consent');
    t.equal((await app.ask({ state: 'a\u0000b' })).status, 400);

    const person = await personOf(running);
    const refused = await app.consent(person, { allow: false });
    t.equal(refused.searchParams.get('error'), 'access_denied');
    t.equal(refused.searchParams.get('state'), 'a state & more');
  },
);

void t.test('an app registers with addresses at which only it can be', async (t) => {
  const running = await startService(t);
  for (const [redirect, taken] of [
    ['https://claude.ai/api/mcp/auth_callback', true],
    ['http://localhost:3000/callback', true],
    ['http://[::1]/callback', true],
    ['cursor://anysphere.cursor-retrieval/oauth/callback', true],
    ['com.example.app:/callback', true],
    ['http://app.example.org/callback', false],
    ['javascript:alert(1)', false],
    ['JavaScript://x/%0aalert(1)', false],
    ['data:text/html,x', false],
    ['file:///etc/passwd', false],
    ['https://app.example.org/#x', false],
    ['https://me@app.example.org/', false],
    ['/callback', false],
    [7, false],
  ] as const) {
    const answer = await register(running, { redirect_uris: [redirect] });
    t.equal(answer.status, taken ? 201 : 400, String(redirect));
    if (!taken) t.equal(answer.body.error, 'invalid_redirect_uri');
  }
  t.match(await register(running, { redirect_uris: undefined }), { status: 400 });
  const broken = await running.raw('POST', '/oauth/register', '{', { 'content-type': 'application/json' });
  t.match(broken, { status: 400, body: { error: 'invalid_client_metadata' } });
  const hostile = await register(running, {
    client_uri: 'javascript:alert(1)',
    client_name: ' ',
    client_secret: 'x',
  });
  t.match(hostile.body, { client_name: 'An app without a name', token_endpoint_auth_method: 'none' });
  t.notOk('client_uri' in hostile.body || 'client_secret' in hostile.body);
});

void t.test('a code is bound to its app, its verifier, its address and its resource', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const [app, other] = [await newApp(running), await newApp(running)];
  const code = (await app.consent(person)).searchParams.get('code')!;
  const refused = { status: 400, body: { error: 'invalid_grant' } };
  t.match(await other.code(code, { code_verifier: app.verifier }), refused, 'another app');
  t.match(await app.code(code, { code_verifier: other.verifier }), refused, 'another verifier');
  t.match(await app.code(code, { redirect_uri: `${REDIRECT}2` }), refused, 'another address');
  const foreign = await app.code(code, { resource: 'https://other.example/mcp' });
  t.match(foreign, { status: 400, body: { error: 'invalid_target' } });
  t.match(await app.code(code, { client_id: 'app_unknown' }), {
    status: 401,
    body: { error: 'invalid_client' },
  });
  t.match(await app.exchange({ grant_type: 'password', client_id: app.id }), {
    status: 400,
    body: { error: 'unsupported_grant_type' },
  });
  t.match(await app.exchange({ grant_type: 'authorization_code', client_id: app.id }), {
    status: 400,
    body: { error: 'invalid_request' },
  });
  const twice = await running.raw('POST', '/oauth/token', 'client_id=a&client_id=b', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  t.match(twice, {
    status: 400,
    body: { error: 'invalid_request', error_description: 'client_id comes twice' },
  });
  const given = await app.code(code, { resource: `${running.baseUrl}/mcp` });
  t.equal(given.status, 200, 'what was wrong has not used it up');
  t.match(await other.refresh(given.body.refresh_token), refused, "another app's refresh token");
  t.match(await app.refresh(given.body.refresh_token, { resource: 'https://other.example' }), {
    body: { error: 'invalid_target' },
  });
  const late = (await app.consent(person)).searchParams.get('code')!;
  running.advance(3 * 60_000);
  t.match(await app.code(late), refused, 'a code ends after two minutes');
});

void t.test('nobody gets more scopes or workspaces than the person agreed to', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const neighbour = await running.neighbour();
  t.equal((await person.ask('POST', '/v1/workspaces', { name: 'Second', slug: 'second' })).status, 200);
  const app = await newApp(running);
  const asked = async (scope = 'read draft') => {
    const { to } = await app.ask({ scope });
    return `/app/api/consents/${to!.searchParams.get('request')}`;
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
  const place = `/app/api/consents/${to!.searchParams.get('request')}`;
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

void t.test('revocation, disconnecting, and the end of the person end access at once', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const [app, other] = [await newApp(running), await newApp(running)];
  const ended = async (token: string) =>
    eventually(async () => (await withToken(running, token)).status === 401);

  const first = await app.connect(person);
  t.match(await other.revoke(first.refresh_token), { status: 401, body: { error: 'invalid_client' } });
  t.equal((await withToken(running, first.access_token)).status, 200);
  t.equal((await app.revoke(first.access_token)).status, 200);
  t.ok(await ended(first.access_token));
  const second = (await app.refresh(first.refresh_token)).body;
  t.equal((await withToken(running, second.access_token)).status, 200, 'an access token ends alone');
  t.equal((await app.revoke(second.refresh_token)).status, 200);
  t.ok(await ended(second.access_token), 'a refresh token ends with all of the grant');
  t.equal((await app.revoke(second.refresh_token)).status, 200, 'what has ended is no error');
  t.equal((await post(running.baseUrl, '/oauth/revoke', { token: 'x', client_id: 'y' })).status, 200);

  const third = await app.connect(person);
  const [{ id }] = (await person.ask('GET', '/app/api/grants')).body.grants;
  t.match(await person.ask('DELETE', `/app/api/grants/${id}`), { status: 200, body: { id, deleted: true } });
  t.ok(await ended(third.access_token));
  t.equal((await person.ask('DELETE', `/app/api/grants/${id}`)).status, 404);

  const fourth = await app.connect(person);
  running.advance(HOUR + 1);
  t.equal((await withToken(running, fourth.access_token)).status, 401, 'an access token ends after an hour');
  t.equal((await app.refresh(fourth.refresh_token)).status, 200);

  const { directory } = running.service;
  const { userId } = (await running.service.authenticate(running.key))!;
  await directory`delete from users where id = ${userId}`;
  const left =
    await directory`select (select count(*)::int from grants) as grants, (select count(*)::int from grant_tokens) as tokens`;
  t.strictSame(left[0], { grants: 0, tokens: 0 }, 'grants go with the person');
});

void t.test('what has ended is deleted in time, and what may still come is kept', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const app = await newApp(running);
  await app.connect(person);
  await app.ask();
  const { sql, directory } = running.service;
  const run = async (days: number) => {
    await prune({ sql, directory }, kinds, Date.now() + days * DAY);
    const [counts] = await directory`select (select count(*)::int from oauth_requests) as requests,
      (select count(*)::int from grant_codes) as codes, (select count(*)::int from grant_tokens) as tokens,
      (select count(*)::int from grants) as grants, (select count(*)::int from oauth_clients) as apps`;
    return counts;
  };
  t.strictSame(await run(0), { requests: 1, codes: 1, tokens: 2, grants: 1, apps: 1 });
  t.strictSame(await run(1.5), { requests: 0, codes: 0, tokens: 1, grants: 1, apps: 1 });
  t.strictSame(await run(32), { requests: 0, codes: 0, tokens: 0, grants: 0, apps: 1 });
  t.strictSame(await run(91), { requests: 0, codes: 0, tokens: 0, grants: 0, apps: 0 });
  t.match(await appWith(running, app.id).ask(), { status: 401, to: null });
});

void t.test('one address can register, ask and exchange only so often', async (t) => {
  const running = await startService(t);
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < 62; sent += 1) {
    const { status, headers, body } = await register(running);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status !== 429) continue;
    t.ok(Number(headers.get('retry-after')) > 0);
    t.equal(body.error, 'temporarily_unavailable');
  }
  t.strictSame(Object.fromEntries(statuses), { 201: 60, 429: 2 });
});
