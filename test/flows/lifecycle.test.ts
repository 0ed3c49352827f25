import t from 'tap';
import { startService } from '../support/service.ts';

const MINUTE = 60_000;

void t.test('a scheduled post is published at its time in the time zone of the workspace', async (t) => {
  const { call, accounts, advance, until, service } = await startService(t);
  const at = new Date(service.context.clock() + 90 * MINUTE);
  const wall = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
  const local = wall.replace(' ', 'T');
  const { body } = await call('POST', '/v1/posts', {
    content: 'Later',
    accountIds: [accounts['telegram']],
    scheduledAt: local,
  });
  t.equal(body.post.status, 'scheduled');
  t.equal(body.post.scheduledLocal, local);
  t.equal(body.post.timezone, 'Europe/Berlin');
  t.equal(body.post.deliveries[0].status, 'pending');
  t.equal(body.post.deliveries[0].platform, 'telegram');
  advance(91 * MINUTE);
  await until(body.post.id, ({ status }) => status === 'published');
});

void t.test('a scheduledAt in the past publishes at once', async (t) => {
  const { call, accounts, until } = await startService(t);
  const { body } = await call('POST', '/v1/posts', {
    content: 'Now',
    accountIds: [accounts['telegram']],
    scheduledAt: '2020-01-01T00:00:00Z',
  });
  t.equal(body.post.status, 'publishing');
  await until(body.post.id, ({ status }) => status === 'published');
});

void t.test('a draft is edited, placed on the calendar, scheduled, moved back and deleted', async (t) => {
  const { call, accounts } = await startService(t);
  const { body } = await call('POST', '/v1/posts', {
    content: 'Draft',
    accountIds: [accounts['instagram']],
    draft: true,
  });
  const id = body.post.id;
  t.equal(body.post.status, 'draft', 'a draft needs no media');
  t.match(body.post.warnings[0], /instagram.*would refuse/);

  const placed = await call('PATCH', `/v1/posts/${id}`, { draft: true, scheduledAt: '2030-05-04T10:00:00' });
  t.equal(placed.body.post.status, 'draft');
  t.equal(placed.body.post.scheduledLocal, '2030-05-04T10:00:00');

  const refused = await call('PATCH', `/v1/posts/${id}`, { scheduledAt: '2030-05-04T10:00:00' });
  t.equal(refused.status, 400, 'scheduling asks for the media');
  t.equal(refused.body.accountId, accounts['instagram']);

  const moved = await call('PATCH', `/v1/posts/${id}`, {
    accountIds: [accounts['telegram']],
    content: 'Better',
    scheduledAt: '2030-05-04T10:00:00',
  });
  t.equal(moved.body.post.status, 'scheduled');
  t.equal(moved.body.post.content, 'Better');
  t.strictSame(moved.body.post.accountIds, [accounts['telegram']]);

  const edited = await call('PATCH', `/v1/posts/${id}`, { content: 'Best' });
  t.equal(edited.body.post.status, 'scheduled', 'an edit leaves the time as it is');
  t.equal(edited.body.post.scheduledAt, moved.body.post.scheduledAt);

  const shelved = await call('PATCH', `/v1/posts/${id}`, { draft: true });
  t.equal(shelved.body.post.status, 'draft');
  t.equal((await call('DELETE', `/v1/posts/${id}`)).status, 200);
  t.equal((await call('GET', `/v1/posts/${id}`)).status, 404);
  t.strictSame((await call('GET', '/v1/posts')).body.posts, []);
});

void t.test('a failed post is retried by PATCH once its cause is fixed', async (t) => {
  const { call, accounts, sandbox, until } = await startService(t);
  sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const { body } = await call('POST', '/v1/posts', {
    content: 'Again',
    accountIds: [accounts['discord']],
    publishNow: true,
  });
  const failed = await until(body.post.id, ({ status }) => status === 'failed');
  t.ok(failed.error.startsWith(`${accounts['discord']}: `), 'the answer is prefixed with the account');
  const retried = await call('PATCH', `/v1/posts/${body.post.id}`, { publishNow: true });
  t.equal(retried.body.post.status, 'publishing');
  const post = await until(body.post.id, ({ status }) => status === 'published');
  t.equal(post.error, null);
  t.equal(sandbox.sandbox.ledger.entries({ network: 'discord' }).length, 1);
});

void t.test('a published post that moved to drafts is not sent again to where it is live', async (t) => {
  const { call, accounts, until, sandbox } = await startService(t);
  const { body } = await call('POST', '/v1/posts', {
    content: 'Once',
    accountIds: [accounts['telegram']],
    publishNow: true,
  });
  const path = `/v1/posts/${body.post.id}` as const;
  await until(body.post.id, ({ status }) => status === 'published');
  t.equal((await call('PATCH', path, { draft: true })).body.post.status, 'draft');
  const again = await call('PATCH', path, { publishNow: true });
  t.equal(again.status, 409);
  t.equal(again.body.code, 'already_published');
  const wider = await call('PATCH', path, {
    accountIds: [accounts['telegram'], accounts['discord']],
    publishNow: true,
  });
  t.equal(wider.status, 200);
  await until(body.post.id, ({ status }) => status === 'published');
  t.equal(sandbox.sandbox.ledger.entries({ network: 'telegram' }).length, 1);
  t.equal(sandbox.sandbox.ledger.entries({ network: 'discord' }).length, 1);
});

void t.test(
  'posts that take the next slot get one each, in order, and next-slot returns the one after',
  async (t) => {
    const { call, accounts } = await startService(t);
    const post = { content: 'Slot', accountIds: [accounts['telegram']], useNextSlot: true };
    const announced = (await call('GET', '/v1/next-slot')).body;
    const made = await Promise.all([1, 2, 3, 4].map(() => call('POST', '/v1/posts', post)));
    const times = made.map(({ body }) => body.post.scheduledAt);
    t.equal(new Set(times).size, 4, 'no slot is taken twice');
    t.equal(times.toSorted((a: string, b: string) => a.localeCompare(b))[0], announced.scheduledAt);
    t.ok(
      made.every(({ body }) => /T(11|16):00:00$/.test(body.post.scheduledLocal)),
      'weekdays at 11:00 and 16:00',
    );
    t.notOk(times.includes((await call('GET', '/v1/next-slot')).body.scheduledAt));

    t.equal((await call('PUT', '/v1/posting-schedule', { slots: [] })).status, 200);
    t.equal((await call('GET', '/v1/next-slot')).status, 404);
    t.equal((await call('POST', '/v1/posts', post)).body.code, 'no_posting_schedule');
  },
);

void t.test('validate returns what each network would get, and saves nothing', async (t) => {
  const { call, accounts } = await startService(t);
  const long = 'word '.repeat(100);
  const { body } = await call('POST', '/v1/posts/validate', {
    content: long,
    accountIds: [accounts['bluesky'], accounts['instagram'], accounts['telegram']],
    publishNow: true,
  });
  const [bluesky, instagram, telegram] = body.accounts;
  t.equal(body.valid, false);
  t.ok([...new Intl.Segmenter().segment(bluesky.text)].length <= 300, 'bluesky is cut');
  t.match(bluesky.warnings[0], /300/);
  t.equal(instagram.refusals[0].param, '/media');
  t.equal(telegram.text, long);
  t.strictSame((await call('GET', '/v1/posts')).body.posts, []);
});

void t.test('a warning that a program can act on has a code and names its field', async (t) => {
  const { call, accounts } = await startService(t, { platforms: ['tiktok', 'bluesky'] });
  const validate = async (tiktokSettings?: object) => {
    const { body } = await call('POST', '/v1/posts/validate', {
      content: 'Boats',
      media: ['https://media.example/boats.mp4'],
      accountIds: [accounts['tiktok'], accounts['bluesky']],
      publishNow: true,
      ...(tiktokSettings && { tiktokSettings }),
    });
    return body.accounts;
  };
  const [tiktok, bluesky] = await validate();
  t.match(tiktok.warningDetails, [{ code: 'audience_not_set', param: '/tiktokSettings/privacyLevel' }]);
  t.ok(tiktok.warnings.includes(tiktok.warningDetails[0].message), 'its sentence is among the warnings');
  t.strictSame(bluesky.warningDetails, []);
  const [chosen] = await validate({ privacyLevel: 'PUBLIC_TO_EVERYONE' });
  t.strictSame(chosen.warningDetails, []);
});

void t.test('a list is newest first, filtered and limited', async (t) => {
  const { call, accounts } = await startService(t);
  const ids = [];
  for (const draft of [true, true, true]) {
    ids.push(
      (await call('POST', '/v1/posts', { content: 'x', accountIds: [accounts['telegram']], draft })).body.post
        .id,
    );
  }
  await call('PATCH', `/v1/posts/${ids[0]}`, { scheduledAt: '2030-01-01T00:00:00Z' });
  const listed = async (query: string) =>
    (await call('GET', `/v1/posts?${query}`)).body.posts.map(({ id }) => id);
  t.strictSame(await listed(''), ids.toReversed());
  t.strictSame(await listed('limit=1'), [ids[2]]);
  t.strictSame(await listed('status=scheduled'), [ids[0]]);
  t.strictSame(await listed('status=all&limit=100'), ids.toReversed());
});
