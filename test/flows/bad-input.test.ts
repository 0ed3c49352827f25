import t from 'tap';
import { startService } from '../support/service.ts';

void t.test('bad input gets a sentence that names the field, and nothing is stored', async (t) => {
  const running = await startService(t);
  const { call, raw, accounts, service, until } = running;
  const other = await running.neighbour();
  const good = { content: 'Hello', accountIds: [accounts['telegram']], draft: true };
  const without = (field: string) =>
    Object.fromEntries(Object.entries(good).filter(([name]) => name !== field));
  const stored = async () => {
    const [row] = await service.sql<{ count: number }[]>`
      select (select count(*) from posts)::int + (select count(*) from actors)::int as count`;
    return row!.count;
  };

  const refused: {
    [title: string]: { body: object; status?: number; says: RegExp; param?: string; code?: string };
  } = {
    'no content': { body: without('content'), says: /content/ },
    'empty content': {
      body: { ...good, content: '   ' },
      says: /content must not be empty/,
      param: '/content',
    },
    'no accounts': { body: { ...good, accountIds: [] }, says: /accountIds/, param: '/accountIds' },
    'an unknown account': {
      body: { ...good, accountIds: ['acc_nobody'] },
      says: /accountIds\[0\].*acc_nobody/,
      param: '/accountIds/0',
      code: 'unknown_account',
    },
    'an account of another workspace': {
      body: { ...good, accountIds: [accounts['telegram'], other.accounts['telegram']] },
      says: /accountIds\[1\]/,
      param: '/accountIds/1',
      code: 'unknown_account',
    },
    'an account named twice': {
      body: { ...good, accountIds: [accounts['telegram'], accounts['telegram']] },
      says: /accountIds must not hold the same item twice/,
    },
    'no media for instagram': {
      body: { content: 'Hello', accountIds: [accounts['instagram']], publishNow: true },
      says: /instagram.*media/i,
      param: '/media',
    },
    'no timing': {
      body: without('draft'),
      says: /scheduledAt, useNextSlot, publishNow or draft/,
      code: 'timing_required',
    },
    'two timings': {
      body: { ...without('draft'), publishNow: true, useNextSlot: true },
      says: /publishNow and useNextSlot/,
      code: 'timing_conflict',
    },
    'a date that is none': {
      body: { ...without('draft'), scheduledAt: '2026-02-30T10:00:00Z' },
      says: /scheduledAt "2026-02-30T10:00:00Z"/,
      param: '/scheduledAt',
    },
    'a date in words': {
      body: { ...without('draft'), scheduledAt: 'tomorrow' },
      says: /scheduledAt "tomorrow"/,
      param: '/scheduledAt',
    },
    'an unknown field': { body: { ...good, contnet: 'x' }, says: /contnet/, param: '/contnet' },
    'a wrong type': { body: { ...good, content: 7 }, says: /content must be/, param: '/content' },
    'a media address inside our network': {
      body: { ...good, media: ['http://169.254.169.254/latest/a.jpg'] },
      says: /media\[0\]/,
      param: '/media/0',
    },
    'a media address that is none': {
      body: { ...good, media: ['photo.jpg'] },
      says: /media\[0\]/,
      param: '/media/0',
    },
    'a workspace that is not ours': {
      body: { ...good, workspace: other.slug },
      status: 403,
      says: /does not reach/,
      param: '/workspace',
    },
  };
  const before = await stored();
  for (const [title, { body, status = 400, says, param, code }] of Object.entries(refused)) {
    const answer = await call('POST', '/v1/posts', body);
    t.equal(answer.status, status, title);
    t.match(answer.body.error, says, title);
    if (param) t.equal(answer.body.param, param, title);
    if (code) t.equal(answer.body.code, code, title);
    t.ok(answer.body.requestId, title);
  }

  const bytes = async (
    title: string,
    status: number,
    says: RegExp,
    body: string | Uint8Array<ArrayBuffer>,
    headers = {},
  ) => {
    const answer = await raw('POST', '/v1/posts', body, headers);
    t.equal(answer.status, status, title);
    t.match(answer.body.error, says, title);
  };
  await bytes('not JSON', 400, /JSON/, '{"content": "Hello"');
  await bytes('a JSON array', 400, /object/, '[]');
  await bytes(
    'bad UTF-8',
    400,
    /UTF-8/,
    Buffer.concat([Buffer.from('{"content":"'), Buffer.of(0xff, 0xfe), Buffer.from('"}')]),
  );
  await bytes(
    '2 MB',
    413,
    /1 MiB|1048576|large/i,
    JSON.stringify({ ...good, content: 'x'.repeat(2_000_000) }),
  );
  await bytes('another content type', 415, /application\/json/, 'content=Hello', {
    'content-type': 'application/x-www-form-urlencoded',
  });

  const wrongKey = await call('POST', '/v1/posts', good, { authorization: 'Bearer trp_wrong' });
  t.equal(wrongKey.status, 401);
  t.equal(wrongKey.headers.get('www-authenticate')?.startsWith('Bearer'), true);
  const tooMany = await call('GET', '/v1/posts?limit=101');
  t.equal(tooMany.status, 400);
  t.match(tooMany.body.error, /limit/);
  const unknownQuery = await call('GET', '/v1/posts?stauts=draft');
  t.match(unknownQuery.body.error, /stauts/);
  t.equal(await stored(), before, 'nothing was stored');

  const { body } = await call('POST', '/v1/posts', { ...without('draft'), publishNow: true });
  const neighbours = await call('GET', `/v1/posts/${body.post.id}`, undefined, {
    authorization: `Bearer ${other.key}`,
  });
  t.equal(neighbours.status, 404, 'the key of another workspace does not see it');
  await until(body.post.id, ({ status }) => status === 'published');
  const patched = await call('PATCH', `/v1/posts/${body.post.id}`, { content: 'Changed' });
  t.equal(patched.status, 409);
  t.match(patched.body.error, /published/);
  t.equal((await call('DELETE', `/v1/posts/${body.post.id}`)).status, 200);
  t.equal((await call('DELETE', `/v1/posts/${body.post.id}`)).status, 404, 'DELETE twice');
  t.equal((await call('GET', '/v1/posts/post_none')).status, 404);
});
