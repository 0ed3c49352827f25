/** From a 401 to a token, and what is refused on the way. */
import t from 'tap';
import { REQUEST_MS } from '../../src/faces/oauth/authorize.ts';
import { untilLockWaits } from '../support/lock-waits.ts';
import { type Answer, startService } from '../support/service.ts';
import { newApp, type Person, personOf, REDIRECT, register, withToken } from './app.ts';

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
  t.match(gone, {
    status: 404,
    body: { error: 'this sign-in link has expired: go back to the app and connect again' },
  });
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
    const person = await personOf(running);
    await app.connect(person);
    const toApp = async (changes: { [name: string]: string | null }) => {
      const { to } = await app.ask(changes, person);
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

    const refused = await app.consent(person, { allow: false });
    t.equal(refused.searchParams.get('error'), 'access_denied');
    t.equal(refused.searchParams.get('state'), 'a state & more');
  },
);

void t.test(
  'nobody is sent to an app that they have not let act, without a page that says where',
  async (t) => {
    const running = await startService(t);
    const app = await newApp(running, {
      client_name: 'Free <b>money</b>',
      redirect_uris: [REDIRECT, 'cursor://x/cb'],
    });
    const faults = [
      { response_type: 'token' },
      { code_challenge: null },
      { scope: 'everything' },
      { resource: 'https://other.example' },
      { response_mode: 'fragment' },
    ];
    const person = await personOf(running);
    const other = await newApp(running);
    await other.connect(person);
    const asksPage = async (who: Person | undefined, what: string) => {
      for (const fault of faults)
        for (const redirect of [REDIRECT, 'cursor://x/cb']) {
          const { status, to, text } = await app.ask({ ...fault, redirect_uri: redirect }, who);
          t.strictSame([status, to], [400, null], `${what}: ${JSON.stringify(fault)}`);
          t.match(text, /“Free &#60;b&#62;money/);
          t.match(text, redirect === REDIRECT ? 'Go on to app.example.org' : 'Go on to cursor:');
          t.match(text, `href="${redirect}?error=`);
        }
    };
    await asksPage(undefined, 'nobody is signed in');
    await asksPage(person, 'the person let another app act');
    await app.connect(person);
    await asksPage(undefined, 'somebody else let it act');
    for (const fault of faults) t.equal((await app.ask(fault, person)).to?.origin, 'https://app.example.org');
  },
);

void t.test('an address that was registered under older rules is not led to', async (t) => {
  const running = await startService(t);
  const app = await newApp(running);
  const old = 'ms-msdt:/id';
  await running.service
    .directory`update oauth_clients set redirect_uris = ${[REDIRECT, old]} where id = ${app.id}`;
  const { status, to, text } = await app.ask({ redirect_uri: old });
  t.strictSame([status, to], [400, null]);
  t.match(text, /cannot begin with ms-msdt:/);
  t.notMatch(text, `href="${old}`);
});

void t.test('an app registers with addresses at which only it can be', async (t) => {
  const running = await startService(t);
  for (const [redirect, taken] of [
    ['https://claude.ai/api/mcp/auth_callback', true],
    ['http://localhost:3000/callback', true],
    ['http://[::1]/callback', true],
    ['cursor://anysphere.cursor-retrieval/oauth/callback', true],
    ['com.example.app:/callback', true],
    ['http://localhost:3000', true],
    ['https://app.example.org', true],
    ['vscode://vendor.extension/callback', true],
    ['vscode-insiders://vendor.extension/callback', true],
    ['org.example.app://callback', true],
    // what starts programs of the system, or is no app
    'ms-msdt:/id',
    'search-ms:query=x',
    'shell:startup',
    'ms-settings:x',
    'ms-word:ofe|u|https://x',
    'ms-excel:x',
    'ms-appinstaller:?source=https://x',
    'steam://run/1',
    'tel:1',
    'sms:1',
    'mailto:a@example.org',
    'ssh://x',
    'smb://x/y',
    'ftp://x/y',
    'ws://x/y',
    'wss://x/y',
    'blob:https://x/y',
    'view-source:https://x',
    'about:blank',
    'intent://x#Intent;end',
    'jar:https://x!/y',
    'vbscript:x',
    'filesystem:https://x/y',
    'x-apple.systempreferences:',
    // what a browser reads in another way than it is written
    'https://app.example.org\\@evil.example/',
    'https://APP.example.org/cb',
    'https://app.example.org:443/cb',
    'https:app.example.org/cb',
    'https:///app.example.org/cb',
    'https://app.example.org/a/../cb',
    'HTTPS://app.example.org/cb',
    'https://app.example.org/a%2e/../cb',
    'http://127.1/cb',
    'http://0x7f.1/cb',
    'https://xn--/cb',
    ['http://app.example.org/callback', false],
    ['javascript:alert(1)', false],
    ['JavaScript://x/%0aalert(1)', false],
    ['data:text/html,x', false],
    ['file:///etc/passwd', false],
    ['https://app.example.org/#x', false],
    ['https://me@app.example.org/', false],
    ['/callback', false],
    [7, false],
  ].map((one) => (typeof one === 'string' ? ([one, false] as const) : one))) {
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

void t.test('a request is answered once, and not when it is over', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const app = await newApp(running);
  const asked = async () => `/app/api/consents/${(await app.ask()).to!.searchParams.get('request')}`;
  const twice = await asked();
  const { directory } = running.service;
  let answering: Promise<Answer[]> | undefined;
  await directory.begin(async (tx) => {
    await tx`select from oauth_requests for update`; // both have read it before either takes it
    answering = Promise.all([1, 2].map(() => person.ask('PUT', twice, { allow: true })));
    await untilLockWaits(directory, 2);
  });
  const answers = await answering!;
  t.strictSame(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404],
    'two clicks are one consent',
  );
  t.equal((await person.ask('GET', '/app/api/grants')).body.grants.length, 1);

  const place = await asked();
  running.advance(REQUEST_MS - 1_000);
  t.equal((await person.ask('GET', place)).status, 200);
  running.advance(2_000);
  t.equal((await person.ask('GET', place)).status, 404);
  t.equal((await person.ask('PUT', place, { allow: true })).status, 404);
});
