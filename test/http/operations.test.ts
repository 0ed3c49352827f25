import { createHash } from 'node:crypto';
import t from 'tap';
import { Type } from 'typebox';
import { createHttpServer } from '../../src/faces/http/server.ts';
import type { Operation } from '../../src/api/operation.ts';
import { type FakeContext, KEY, operation, principal, start } from './harness.ts';

const asked = async (answer: Response) => ({
  status: answer.status,
  body: (await answer.json()) as Record<string, unknown>,
});

void t.test(
  'an operation is served with its method and path, and gets the context and the principal',
  async (t) => {
    const running = await start(t);
    const answer = await running.post('/v1/things', { name: 'a', count: 2 }, { 'x-request-id': 'mine-1' });
    t.equal(answer.status, 200);
    t.same(await answer.json(), { made: { name: 'a', count: 2 } });
    const [call] = running.calls;
    t.equal(call?.principal, principal);
    t.same(call?.context, { fake: true });
    t.equal(call?.requestId, 'mine-1');
    t.equal(call?.idempotency, null);
    t.ok(Math.abs(call!.now - Date.now()) < 5_000);
  },
);

void t.test(
  'a response is JSON that cannot be cached, sniffed, framed or embedded, and is not served to other sites',
  async (t) => {
    const running = await start(t);
    const { headers } = await running.call('/v1/things', {
      headers: { origin: 'https://elsewhere.example.org' },
    });
    t.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    t.equal(headers.get('cache-control'), 'no-store');
    t.equal(headers.get('x-content-type-options'), 'nosniff');
    t.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
    t.equal(headers.get('strict-transport-security'), 'max-age=31536000');
    t.equal(headers.get('uwebsockets'), null);
    t.same(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    );
  },
);

void t.test('without https a browser is not told to require it', async (t) => {
  const running = await start(t, { baseUrl: 'http://localhost:3000' });
  t.equal((await running.call('/v1/things')).headers.get('strict-transport-security'), null);
});

void t.test(
  'every response has X-Request-Id: the caller’s own if it is valid, else one of ours',
  async (t) => {
    const running = await start(t);
    const idOf = async (given: string | null, path = '/v1/things') => {
      const answer = await running.call(path, given === null ? {} : { headers: { 'x-request-id': given } });
      return answer.headers.get('x-request-id')!;
    };
    t.equal(await idOf('trace/4711~!'), 'trace/4711~!');
    t.equal(await idOf('x'.repeat(128)), 'x'.repeat(128));
    t.match(await idOf('x'.repeat(129)), /^req_/);
    t.match(await idOf('two words'), /^req_/);
    t.not(await idOf(null), await idOf(null));
    t.equal(await idOf('kept', '/v1/things/broken'), 'kept');
    t.equal(await idOf('kept', '/nowhere'), 'kept');
    const options = await running.call('/v1/things', {
      method: 'OPTIONS',
      headers: { 'x-request-id': 'kept' },
    });
    t.equal(options.headers.get('x-request-id'), 'kept');
  },
);

void t.test('a missing, malformed or unknown key is a 401 with a challenge', async (t) => {
  const running = await start(t);
  const wrong = [
    undefined,
    '',
    'Basic abc',
    'Bearer',
    `Token ${KEY}`,
    `Bearer ${KEY}x`,
    `Bearer ${KEY} ${KEY}`,
  ];
  for (const authorization of wrong) {
    const answer = await fetch(`${running.base}/v1/things`, {
      headers: authorization === undefined ? {} : { authorization },
    });
    t.equal(answer.headers.get('www-authenticate'), 'Bearer');
    t.match(await asked(answer), { status: 401, body: { code: 'unauthorized', requestId: /^req_/ } });
  }
  const lower = await fetch(`${running.base}/v1/things`, { headers: { authorization: `bearer ${KEY}` } });
  t.equal(lower.status, 200);
  t.equal(running.calls.length, 1);
});

void t.test('a key may be checked at once or later, and a failed check is a server error', async (t) => {
  const body = { name: 'sent while the key is being checked', count: 1 };
  const later = await start(t, { authenticate: async () => principal });
  t.same(await asked(await later.post('/v1/things', body)), { status: 200, body: { made: body } });
  const nobody = await start(t, { authenticate: async () => null });
  t.equal((await nobody.post('/v1/things', body)).status, 401);
  const down = await start(t, { authenticate: () => Promise.reject(new Error('the database is down')) });
  t.match(await asked(await down.post('/v1/things', body)), { status: 500, body: { code: 'internal' } });
  t.match(down.logged, [{ fields: { err: { message: 'the database is down' } } }]);
  const thrown = await start(t, {
    authenticate: () => {
      throw new Error('a bug');
    },
  });
  t.equal((await thrown.call('/v1/things')).status, 500);
});

void t.test('a body that arrives in pieces while the key is checked is complete', async (t) => {
  let admit = () => {};
  const admitted = new Promise<void>((resolve) => (admit = resolve));
  const running = await start(t, { authenticate: () => admitted.then(() => principal) });
  const name = 'n'.repeat(700_000);
  const answer = running.post('/v1/things', { name });
  setImmediate(admit);
  t.same(await (await answer).json(), { made: { name } });
});

void t.test('an unknown path is a JSON 404', async (t) => {
  const running = await start(t);
  for (const path of ['/v1/pots', '/', '/v1/things/', '/v1/things/a/b', '/v1/Things'])
    t.match(await asked(await running.call(path)), {
      status: 404,
      body: { code: 'not_found', error: String },
    });
});

void t.test('a known path with another method is a 405 that lists the allowed methods', async (t) => {
  const running = await start(t);
  const put = await running.call('/v1/things', { method: 'PUT' });
  t.equal(put.headers.get('allow'), 'GET, HEAD, OPTIONS, POST');
  t.match(await asked(put), { status: 405, body: { code: 'method_not_allowed' } });
  const del = await running.call('/v1/things/check', { method: 'DELETE' });
  t.equal(del.headers.get('allow'), 'GET, HEAD, OPTIONS, POST');
  t.equal(del.status, 405);
});

void t.test('OPTIONS lists the methods of a path without a key, and has no CORS headers', async (t) => {
  const running = await start(t);
  const answer = await fetch(`${running.base}/v1/things/x`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example.org', 'access-control-request-method': 'GET' },
  });
  t.equal(answer.status, 204);
  t.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS');
  t.equal(answer.headers.get('access-control-allow-origin'), null);
  t.equal((await fetch(`${running.base}/v1/pots`, { method: 'OPTIONS' })).status, 404);
});

void t.test('HEAD responds like GET, without the body', async (t) => {
  const running = await start(t);
  const get = await running.call('/v1/things/a');
  const head = await running.call('/v1/things/a', { method: 'HEAD' });
  t.equal(head.status, 200);
  t.equal(head.headers.get('content-length'), get.headers.get('content-length'));
  t.equal(await head.text(), '');
  t.equal((await running.call('/v1/long', { method: 'HEAD' })).headers.get('content-length'), '6000011');
  const missing = await running.call('/v1/things/missing', { method: 'HEAD' });
  t.equal(missing.status, 404);
  t.equal(await missing.text(), '');
});

void t.test('the parts of a path in braces are decoded, and undecodable ones are refused', async (t) => {
  const running = await start(t);
  t.same(await (await running.call('/v1/things/a%2Fb%20%C3%A9')).json(), { id: 'a/b é' });
  for (const bad of ['%', '%zz', '%ff', '%ed%a0%80', '%00'])
    t.match(await asked(await running.call(`/v1/things/${bad}`)), { status: 400, body: { code: 'invalid' } });
});

void t.test('an id that cannot be valid is not found, rather than refused', async (t) => {
  const running = await start(t);
  const answer = await asked(await running.call(`/v1/things/${'x'.repeat(65)}`));
  t.match(answer, { status: 404, body: { code: 'not_found' } });
});

void t.test('a path may be both a name and an id: the method decides', async (t) => {
  const running = await start(t);
  t.same(await (await running.call('/v1/things/check')).json(), { id: 'check' });
  t.same(await (await running.post('/v1/things/check', {})).json(), { checked: true });
});

void t.test('query parameters are converted to the types of their schemas', async (t) => {
  const running = await start(t);
  const queryOf = async (query: string) =>
    ((await (await running.call(`/v1/things?${query}`)).json()) as { query: unknown }).query;
  t.same(await queryOf('limit=5&ratio=-0.5&refresh=1&status=draft&search=caf%C3%A9+luna'), {
    limit: 5,
    ratio: -0.5,
    refresh: true,
    status: 'draft',
    search: 'café luna',
  });
  t.same(await queryOf('refresh=false'), { refresh: false });
  t.same(await queryOf('refresh=0&&'), { refresh: false });
  t.same(await queryOf('search='), { search: '' });
  t.same(await queryOf('search'), { search: '' });
  t.same(await queryOf('search=5'), { search: '5' });
  t.same(await queryOf(''), {});
});

void t.test('an invalid query parameter is refused by its name', async (t) => {
  const running = await start(t);
  const cases: [query: string, code: string, param: string | undefined, error: string][] = [
    ['limit=0', 'invalid', '/limit', 'limit must be a whole number from 1 to 100'],
    ['limit=101', 'invalid', '/limit', 'limit must be a whole number from 1 to 100'],
    ['limit=5.0', 'invalid', '/limit', 'limit must be a whole number from 1 to 100'],
    ['limit=1e1', 'invalid', '/limit', 'limit must be a whole number from 1 to 100'],
    ['limit=', 'invalid', '/limit', 'limit must be a whole number from 1 to 100'],
    ['limit=%205', 'invalid', '/limit', 'limit must be a whole number from 1 to 100'],
    ['limit=99999999999999999999', 'invalid', '/limit', 'limit must be a whole number from 1 to 100'],
    ['ratio=NaN', 'invalid', '/ratio', 'ratio must be a number'],
    ['refresh=yes', 'invalid', '/refresh', 'refresh must be true or false'],
    [
      'status=publishd',
      'invalid',
      '/status',
      'status must be one of: draft, published; did you mean published?',
    ],
    ['limti=5', 'unknown_parameter', '/limti', 'limti is not a known query parameter; did you mean limit?'],
    [
      '__proto__=5',
      'unknown_parameter',
      '/__proto__',
      '__proto__ is not a known query parameter: the query parameters are: limit, ratio, refresh, status, search',
    ],
    ['limit=5&limit=5', 'repeated_parameter', '/limit', 'limit is in the query more than once'],
    ['search=%ff', 'invalid', '/search', 'search in the query is not percent-encoded UTF-8'],
    ['search=%00', 'invalid', '/search', 'search in the query is not percent-encoded UTF-8'],
    ['%zz=1', 'invalid', undefined, 'a name in the query is not percent-encoded UTF-8'],
  ];
  for (const [query, code, param, error] of cases) {
    const answer = await asked(await running.call(`/v1/things?${query}`));
    t.match(answer, { status: 400, body: { code, error } }, query);
    t.equal(answer.body['param'], param, query);
  }
  const none = await asked(await running.call('/v1/things/x?limit=5'));
  t.match(none.body, {
    code: 'unknown_parameter',
    error: 'limit is not a known query parameter: there are no query parameters here',
  });
  t.equal(running.calls.length, 0);
});

void t.test('a body that has a field twice is refused, wherever the field is', async (t) => {
  const running = await start(t);
  const cases: [body: string, param: string][] = [
    ['{"name":"a","name":"b"}', '/name'],
    ['{"name":"a","count":1,"\\u006eame":"b"}', '/name'],
    ['{"name":"{\\"name\\":1}","inner":{"deep":true,"deep":false}}', '/inner/deep'],
    ['{"name":"a","x":[{"a":1},{"a":[1,2],"a":2}]}', '/x/1/a'],
    ['{"":1,"":2}', '/'],
  ];
  for (const [body, param] of cases)
    t.match(
      await asked(await running.post('/v1/things', body)),
      { status: 400, body: { code: 'repeated_field', param } },
      body,
    );
  t.equal(running.calls.length, 0);
  const fine = '{"name":"a\\\\","inner":{"deep":true}}';
  t.equal((await running.post('/v1/things', fine)).status, 200, 'the same name at two places is none twice');
});

void t.test('headers of more than 16 KiB are refused like every error', async (t) => {
  const running = await start(t);
  const send = (bytes: number) => running.call('/v1/things', { headers: { 'x-long': 'a'.repeat(bytes) } });
  t.equal((await send(15 * 1024)).status, 200);
  t.match(await asked(await send(20 * 1024)), { status: 431, body: { code: 'headers_too_large' } });
});

void t.test('a body must be one JSON object in UTF-8', async (t) => {
  const running = await start(t);
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const cases: [body: Buffer, error: RegExp][] = [
    [bytes('{"name":"'.slice(0, 9), [0xff, 0xfe], '"}'), /not valid UTF-8/],
    [bytes('{"name":"', [0xc0, 0x80], '"}'), /not valid UTF-8/],
    [bytes('{"name":"', [0xed, 0xa0, 0x80], '"}'), /not valid UTF-8/],
    [bytes('{"name":'), /not valid JSON/],
    [bytes('{"name":"a"}}'), /not valid JSON \(line 1, column 13\)/],
    [bytes('{\n  "name": a\n}'), /not valid JSON/],
    [bytes("{'name':'a'}"), /not valid JSON/],
    [bytes(' '), /not valid JSON: it is empty/],
    [bytes('[]'), /must be a JSON object, not an array/],
    [bytes('null'), /must be a JSON object, not null/],
    [bytes('"name"'), /must be a JSON object, not a string/],
    [bytes('{"name":"a\\u0000b"}'), /^name holds the character U\+0000/],
    [bytes('{"name":"\\ud800"}'), /^name holds half of a surrogate pair/],
    [bytes('{"na\\u0000me":"x"}'), /holds the character U\+0000/],
    [bytes(`{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`), /^the body nests deeper than 100 levels/],
  ];
  for (const [body, error] of cases) {
    const answer = await asked(
      await running.call('/v1/things', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      }),
    );
    t.match(answer, { status: 400, body: { error } }, body.subarray(0, 40).toString('latin1'));
  }
  t.equal(running.calls.length, 0);
});

void t.test(
  'a body with a byte order mark, astral characters and escapes is read as the client meant it',
  async (t) => {
    const running = await start(t);
    t.same(await (await running.post('/v1/things', '\uFEFF{"name":"\\ud83d\\ude00 😀 \\u00e9"}')).json(), {
      made: { name: '😀 😀 é' },
    });
  },
);

void t.test(
  'a field that breaks a rule is refused by its name, and no unknown field is silently ignored',
  async (t) => {
    const running = await start(t);
    const cases: [body: unknown, code: string, param: string, error: string][] = [
      [{}, 'required', '/name', 'name is required'],
      ['', 'required', '/name', 'name is required'],
      [{ name: '' }, 'invalid', '/name', 'name must not be empty'],
      [{ name: 1 }, 'invalid', '/name', 'name must be a string'],
      [{ name: 'a', count: '2' }, 'invalid', '/count', 'count must be a whole number'],
      [{ nmae: 'a' }, 'unknown_field', '/nmae', 'nmae is not a known field; did you mean name?'],
      [
        { name: 'a', inner: { deep: true, more: 1 } },
        'unknown_field',
        '/inner/more',
        'inner.more is not a known field: the fields of inner are: deep',
      ],
      [
        '{"name":"a","__proto__":{"x":1}}',
        'unknown_field',
        '/__proto__',
        '__proto__ is not a known field: the fields are: name, count, inner',
      ],
    ];
    for (const [body, code, param, error] of cases)
      t.match(await asked(await running.post('/v1/things', body)), {
        status: 400,
        body: { code, param, error },
      });
    t.equal(running.calls.length, 0);
  },
);

void t.test('an operation without a body accepts none, or an empty object', async (t) => {
  const running = await start(t);
  t.equal((await running.call('/v1/things/check', { method: 'POST' })).status, 200);
  t.equal((await running.post('/v1/things/check', {})).status, 200);
  t.match(await asked(await running.post('/v1/things/check', { force: true })), {
    status: 400,
    body: { error: 'force is not a known field: there are no fields here' },
  });
});

void t.test('a body that is not sent as JSON is a 415', async (t) => {
  const running = await start(t);
  const statusOf = async (type: string | undefined) =>
    (
      await running.call('/v1/things', {
        method: 'POST',
        body: Buffer.from('{"name":"a"}'),
        headers: type === undefined ? {} : { 'content-type': type },
      })
    ).status;
  const good = [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json; profile=x',
  ];
  for (const type of good) t.equal(await statusOf(type), 200, type);
  const bad = [
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=iso-8859-1',
    'application/jsonp',
    'multipart/form-data; boundary=x',
  ];
  for (const type of bad) t.equal(await statusOf(type), 415, type ?? 'none');
});

void t.test('a problem becomes a response with its status and all its fields', async (t) => {
  const running = await start(t);
  const answer = await asked(await running.call('/v1/things/refused', { headers: { 'x-request-id': 'r1' } }));
  t.same(answer, {
    status: 400,
    body: {
      error: 'media[1] is too large',
      code: 'media_too_large',
      param: '/media/1',
      accountId: 'acc_1',
      requestId: 'r1',
    },
  });
  const later = await running.call('/v1/things/later');
  t.equal(later.status, 503);
  t.equal(later.headers.get('retry-after'), '2');
  t.equal(running.logged.length, 0);
});

void t.test('any other error is logged with its stack and never shown', async (t) => {
  const running = await start(t);
  const answer = await running.call('/v1/things/broken', { headers: { 'x-request-id': 'r2' } });
  t.equal(answer.status, 500);
  t.same(await answer.json(), {
    error: 'something went wrong on our side',
    code: 'internal',
    requestId: 'r2',
  });
  const [line] = running.logged;
  t.match(line, { fields: { requestId: 'r2', route: 'readThing' } });
  t.match((line!.fields as { err: Error }).err.stack, /hunter2[\s\S]*harness\.ts/);
});

void t.test('an Idempotency-Key comes with a hash of method, path and raw body', async (t) => {
  const running = await start(t);
  const body = '{"name": "a"}';
  const answer = await running.post('/v1/things', body, { 'idempotency-key': 'once' });
  t.equal(answer.headers.get('idempotent-replayed'), null);
  t.same(running.calls[0]?.idempotency, {
    key: 'once',
    requestHash: createHash('sha256').update(`POST /v1/things\n${body}`).digest(),
  });
  await running.post('/v1/things', '{"name":"a"}', { 'idempotency-key': 'once' });
  t.notSame(running.calls[1]?.idempotency, running.calls[0]?.idempotency);
  const replayed = await running.post('/v1/things', body, { 'idempotency-key': 'again' });
  t.equal(replayed.headers.get('idempotent-replayed'), 'true');
});

void t.test('an Idempotency-Key works only for POST, with up to 255 characters', async (t) => {
  const running = await start(t);
  await running.call('/v1/things', { headers: { 'idempotency-key': 'x' } });
  t.equal(running.calls[0]?.idempotency, null);
  t.equal(
    (await running.post('/v1/things', { name: 'a' }, { 'idempotency-key': 'k'.repeat(255) })).status,
    200,
  );
  for (const key of ['k'.repeat(256), 'schlüssel'])
    t.match(await asked(await running.post('/v1/things', { name: 'a' }, { 'idempotency-key': key })), {
      status: 400,
      body: { code: 'invalid_idempotency_key' },
    });
});

void t.test('each key has a rate limit in every response, and above it gets a 429', async (t) => {
  let now = 1_000_000;
  const running = await start(t, { rate: { requests: 2, windowSeconds: 10 }, now: () => now });
  const first = await running.call('/v1/things');
  t.equal(first.headers.get('ratelimit-policy'), '"default";q=2;w=10');
  t.equal(first.headers.get('ratelimit'), '"default";r=1;t=5');
  t.equal((await running.call('/v1/things/missing')).headers.get('ratelimit'), '"default";r=0;t=10');
  const refused = await running.call('/v1/things');
  t.equal(refused.headers.get('retry-after'), '5');
  t.equal(refused.headers.get('ratelimit'), '"default";r=0;t=10');
  t.match(await asked(refused), { status: 429, body: { code: 'rate_limited' } });
  now += 5_000;
  t.equal((await running.call('/v1/things')).status, 200);
  t.equal((await fetch(`${running.base}/v1/things`)).headers.get('ratelimit'), null);
});

void t.test('without a rate limit no limit is reported', async (t) => {
  const running = await start(t);
  t.equal((await running.call('/v1/things')).headers.get('ratelimit-policy'), null);
});

void t.test('metrics name the operation, never the path, and unusual methods share one name', async (t) => {
  const running = await start(t);
  await running.call('/v1/things/abc');
  await running.call('/v1/nowhere/abc');
  await running.call('/v1/things/abc', { method: 'PROPFIND' });
  t.same(running.ended, [
    { route: 'readThing', method: 'GET', status: 200 },
    { route: 'none', method: 'GET', status: 404 },
    { route: 'none', method: 'other', status: 405 },
  ]);
});

void t.test('a response that does not match its schema is a bug if responses are checked', async (t) => {
  const wrong = operation({
    id: 'answerWrong',
    accountLimit: 'irrelevant',
    rest: { method: 'get', path: '/v1/wrong' },
    tag: 'Posts',
    summary: 'A fake',
    result: Type.Object({ count: Type.Integer() }),
    example: { result: { count: 1 } },
    handle: async () => ({ body: { count: 'three' as unknown as number } }),
  });
  const checked = await start(t, { operations: [wrong], checkAnswers: true });
  t.equal((await checked.call('/v1/wrong')).status, 500);
  t.match(
    (checked.logged[0]!.fields as { err: Error }).err.message,
    /answerWrong.*count must be a whole number/,
  );
  const trusted = await start(t, { operations: [wrong] });
  t.equal((await trusted.call('/v1/wrong')).status, 200);
});

void t.test('raw routes are served beside the operations, with a key if they require one', async (t) => {
  const raw = await start(t, {
    raw: [
      {
        method: 'GET',
        path: '/open/{name}',
        handle: (exchange) => exchange.answer({ status: 203, headers: [], body: exchange.params['name']! }),
      },
      {
        method: 'PUT',
        path: '/kept',
        key: true,
        handle: (exchange) =>
          exchange.answer({ status: 200, headers: [], body: exchange.principal?.userId ?? 'nobody' }),
      },
      { method: 'GET', path: '/throws', handle: () => Promise.reject(new Error('a bug')) },
    ],
  });
  const open = await fetch(`${raw.base}/open/%C3%A9`);
  t.equal(open.status, 203);
  t.equal(await open.text(), 'é');
  t.equal((await fetch(`${raw.base}/kept`, { method: 'PUT' })).status, 401);
  t.equal(await (await raw.call('/kept', { method: 'PUT' })).text(), 'usr_1');
  t.match(await asked(await raw.call('/throws')), { status: 500, body: { code: 'internal' } });
});

void t.test('a declaration that cannot work stops the server before it starts', async (t) => {
  const declared = (more: object) =>
    ({
      id: 'odd',
      accountLimit: 'irrelevant',
      rest: { method: 'get', path: '/v1/odd' },
      tag: 'Posts',
      summary: 'Odd',
      result: Type.Object({}),
      example: { result: {} },
      handle: async () => ({ body: {} }),
      ...more,
    }) as unknown as Operation<FakeContext>;
  const build =
    (...operations: Operation<FakeContext>[]) =>
    () =>
      createHttpServer({
        operations,
        authenticate: () => null,
        context: { fake: true },
        log: { error: () => {} },
        baseUrl: 'http://x',
        rate: null,
      });
  t.throws(build(declared({}), declared({})), /two routes are called GET \/v1\/odd/);
  t.throws(
    build(declared({ body: Type.Object({ at: Type.Array(Type.String({ format: 'datetime' })) }) })),
    /nothing checks the format "datetime"/,
  );
  t.throws(
    build(declared({ rest: { method: 'get', path: '/v1/odd/{id}' } })),
    /the path names id, params nothing/,
  );
  t.throws(
    build(declared({ query: Type.Object({ ids: Type.Array(Type.String()) }) })),
    /odd: ids: a query parameter is a text, a number or a boolean/,
  );
  t.throws(
    build(declared({ body: Type.Object({ both: Type.Intersect([Type.Object({}), Type.Object({})]) }) })),
    /cannot be an intersection/,
  );
});
