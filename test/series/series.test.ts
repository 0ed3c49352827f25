/** Series of posts on the real server: what they make, change, withdraw and refuse (docs/contract.md, Series). */
import t from 'tap';
import { newApproving } from '../support/approval.ts';
import { eventually } from '../support/eventually.ts';
import { heldMate } from '../support/held-world.ts';
import { startService } from '../support/service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const running = await startService(t, { platforms: ['telegram', 'instagram', 'mastodon'] });
const { call, service, accounts } = running;
const { telegram, instagram } = accounts;

/** A whole hour that is so many days ahead, in UTC. */
const ahead = (days: number) => new Date(Math.ceil(Date.now() / HOUR) * HOUR + days * DAY).toISOString();

async function make(more: object = {}, post: object = {}) {
  const { status, body } = await call('POST', '/v1/series', {
    post: { content: 'Fresh rye today', accountIds: [telegram], ...post },
    startsAt: ahead(1),
    rule: 'FREQ=DAILY',
    timezone: 'UTC',
    ...more,
  });
  t.equal(status, 200, JSON.stringify(body));
  return body.series as { id: string; status: string; next: string | null; rule: string };
}

interface Made {
  id: string;
  status: string;
  content: string;
  seriesId: string | null;
  scheduledAt: string;
}

const postsOf = async (id: string): Promise<Made[]> => {
  const { body } = await call('GET', '/v1/posts?limit=100');
  return (body.posts as Made[])
    .filter(({ seriesId }) => seriesId === id)
    .sort((one, other) => one.scheduledAt.localeCompare(other.scheduledAt));
};
const stateOf = async (id: string): Promise<string> => {
  const [row] = await service.sql<
    { value: string }[]
  >`select snapshot ->> 'value' as value from actors where id = ${id}`;
  return row!.value;
};
const rests = (id: string) => eventually(async () => !['making', 'withdrawing'].includes(await stateOf(id)));
const read = async (id: string) => (await call('GET', `/v1/series/${id}`)).body.series;

void t.test('the posts of the next 30 days are on the calendar, each once', async (t) => {
  const series = await make({ rule: 'rrule:freq=weekly' }, { labels: ['bread'] });
  t.match(series, { status: 'active', rule: 'RRULE:FREQ=WEEKLY', next: ahead(1) });
  await rests(series.id);
  const posts = await postsOf(series.id);
  t.strictSame(
    posts.map(({ scheduledAt }) => scheduledAt),
    [1, 8, 15, 22, 29].map(ahead),
  );
  t.match(posts[0], { status: 'scheduled', content: 'Fresh rye today', labels: ['bread'] });
  t.equal(await stateOf(series.id), 'waiting');
  t.match((await call('GET', '/v1/series')).body.series[0], { id: series.id, post: { labels: ['bread'] } });
});

void t.test(
  'more posts than a commit has are made in several, and it ends after its last date',
  async (t) => {
    const { id } = await make({ rule: 'FREQ=HOURLY;INTERVAL=8;COUNT=60' });
    await rests(id);
    const [row] = await service.sql<{ posts: number; instants: number }[]>`
    select count(*)::int as posts, count(distinct series_at)::int as instants from posts where series_id = ${id}`;
    t.match(row, { posts: 60, instants: 60 });
    t.equal(await stateOf(id), 'finishing');
  },
);

void t.test('one post for a series and an instant is a promise of the database', async (t) => {
  const { id } = await make({ rule: 'FREQ=WEEKLY' });
  await rests(id);
  const [one, other] = await postsOf(id);
  await t.rejects(
    service.sql`update posts set series_at = (select series_at from posts where id = ${one!.id}) where id = ${other!.id}`,
    { code: '23505' },
  );
});

void t.test('an edited post and a removed one are left alone when the series changes', async (t) => {
  const { id } = await make({ rule: 'FREQ=WEEKLY' });
  await rests(id);
  const [first, second, third, fourth] = await postsOf(id);
  await call('PATCH', `/v1/posts/${second!.id}`, { content: 'Only today: spelt' });
  await call('DELETE', `/v1/posts/${third!.id}`);
  await call('PATCH', `/v1/posts/${fourth!.id}`, { labels: ['seen'] });
  const { status, body } = await call('PATCH', `/v1/series/${id}`, {
    post: { content: 'Fresh spelt today' },
    from: second!.scheduledAt,
  });
  t.match([status, body.series?.post.content], [200, 'Fresh spelt today'], JSON.stringify(body));
  await rests(id);
  const posts = await postsOf(id);
  t.strictSame(
    posts.map(({ scheduledAt, content }) => [scheduledAt, content]),
    [
      [ahead(1), 'Fresh rye today'],
      [ahead(8), 'Only today: spelt'],
      [ahead(22), 'Fresh spelt today'],
      [ahead(29), 'Fresh spelt today'],
    ],
  );
  t.equal(posts[0]!.id, first!.id, 'what is before the change stays');
  t.equal(posts[1]!.id, second!.id);
});

void t.test('a pause removes what is planned, and a resume makes it again', async (t) => {
  const { id } = await make({ rule: 'FREQ=WEEKLY' });
  await rests(id);
  t.match(await call('POST', `/v1/series/${id}/pause`, {}), {
    status: 200,
    body: { series: { status: 'paused', reason: null, next: null } },
  });
  await rests(id);
  t.strictSame(await postsOf(id), []);
  t.match((await call('POST', `/v1/series/${id}/resume`, {})).body, {
    series: { status: 'active', next: ahead(1) },
  });
  await rests(id);
  t.equal((await postsOf(id)).length, 5);
});

void t.test('deleting a series keeps its posts, or removes those that are not out', async (t) => {
  const kept = await make({ rule: 'FREQ=WEEKLY' });
  const gone = await make({ rule: 'FREQ=WEEKLY' });
  await rests(kept.id);
  await rests(gone.id);
  const [edited] = await postsOf(gone.id);
  await call('PATCH', `/v1/posts/${edited!.id}`, { content: 'Edited' });
  t.match(await call('DELETE', `/v1/series/${kept.id}`), { status: 200, body: { deleted: true } });
  t.match(await call('DELETE', `/v1/series/${gone.id}?posts=delete`), { status: 200 });
  for (const { id } of [kept, gone]) {
    await eventually(async () => (await stateOf(id)) === 'deleted');
    t.match(await call('GET', `/v1/series/${id}`), { status: 404 });
    t.match(await call('POST', `/v1/series/${id}/resume`, {}), { status: 404 });
  }
  t.equal((await postsOf(kept.id)).length, 5);
  t.strictSame(await postsOf(gone.id), []);
});

void t.test('what cannot be a series is refused with the field', async (t) => {
  const fields = {
    post: { content: 'x', accountIds: [telegram] },
    startsAt: ahead(1),
    rule: 'FREQ=DAILY',
  };
  for (const [more, error] of [
    [{ rule: 'FREQ=MINUTELY' }, { param: '/rule', code: 'rule_invalid' }],
    [{ rule: 'FREQ=DAILY;UNTIL=20200101' }, { param: '/rule', code: 'rule_without_dates' }],
    [{ startsAt: 'soon' }, { param: '/startsAt' }],
    [{ timezone: 'Mars/Olympus' }, { param: '/timezone' }],
    [{ post: { content: '', accountIds: [telegram] } }, { param: '/post/content', code: 'content_required' }],
    [{ post: { content: 'x', accountIds: ['acc_none'] } }, { param: '/post/accountIds/0' }],
    [{ post: { content: 'x', accountIds: [instagram] } }, { param: '/post/media' }],
    [
      { post: { ...fields.post, media: ['https://example.org/a.jpg'] } },
      { param: '/post/media/0', code: 'media_not_hosted' },
    ],
    [{ post: { ...fields.post, scheduledAt: ahead(1) } }, { code: 'unknown_field' }],
  ] as const)
    t.match(
      await call('POST', '/v1/series', { ...fields, ...more }),
      { status: 400, body: error },
      JSON.stringify(more).slice(0, 90),
    );
});

void t.test('a preview has the next dates and stores nothing', async (t) => {
  const before = (await call('GET', '/v1/series')).body.series.length;
  const { body } = await call('POST', '/v1/series/preview', {
    startsAt: '2040-03-24T02:30:00',
    rule: 'FREQ=DAILY',
    timezone: 'Europe/Berlin',
  });
  t.strictSame(body.dates, [
    '2040-03-24T01:30:00.000Z',
    '2040-03-25T01:30:00.000Z',
    '2040-03-26T00:30:00.000Z',
  ]);
  t.equal((await call('GET', '/v1/series')).body.series.length, before);
});

void t.test('a workspace has 100 series', async (t) => {
  const home = await startService(t, { platforms: ['telegram'] });
  const body = {
    post: { content: 'x', accountIds: [home.accounts['telegram']] },
    startsAt: '2040-01-01T09:00:00',
    rule: 'FREQ=DAILY',
  };
  for (let count = 0; count < 100; count += 10)
    await Promise.all(Array.from({ length: 10 }, () => home.call('POST', '/v1/series', body)));
  const both = await Promise.all([
    home.call('POST', '/v1/series', body),
    home.call('POST', '/v1/series', body),
  ]);
  for (const one of both) t.match(one, { status: 403, body: { code: 'series_limit' } });
  const [first] = (await home.call('GET', '/v1/series')).body.series;
  await home.service.context.node.command(async (tx, turn) => {
    const { lockInto } = await import('../../src/engine/take.ts');
    const left: { type: string; accountIds: string[] } = { type: 'account.left', accountIds: [] };
    turn.deliver((await lockInto(tx, turn, first.id))!, left);
    return { result: null };
  });
  t.match(await home.call('POST', '/v1/series', body), { status: 200 });
  t.match(await home.call('PATCH', `/v1/series/${first.id}`, { post: { content: 'y' } }), {
    status: 403,
    body: { code: 'series_limit' },
  });
});

void t.test(
  'a request that is sent again gets the first series, also when its dates have passed',
  async (t) => {
    const at = Date.now() + 1_500;
    const body = {
      post: { content: 'Once', accountIds: [telegram] },
      startsAt: new Date(at).toISOString(),
      rule: 'FREQ=DAILY;COUNT=1',
      timezone: 'UTC',
    };
    const key = { 'idempotency-key': 'once-only' };
    const first = await call('POST', '/v1/series', body, key);
    t.equal(first.status, 200, JSON.stringify(first.body));
    await eventually(async () => Date.now() > at + 1_000);
    const again = await call('POST', '/v1/series', body, key);
    t.match(again, { status: 200, body: { series: { id: first.body.series.id } } });
  },
);

void t.test('a change from a time on is refused where no posts are made for that time yet', async (t) => {
  const { id } = await make({ rule: 'FREQ=WEEKLY' });
  t.match(await call('PATCH', `/v1/series/${id}`, { post: { content: 'Later' }, from: ahead(40) }), {
    status: 400,
    body: { param: '/from' },
  });
});

void t.test('what an outage kept it from making in time is left out, except the last hour', async (t) => {
  const { id } = await make({ startsAt: ahead(-3), rule: 'FREQ=HOURLY;INTERVAL=4;COUNT=60' });
  await rests(id);
  const { seriesHandlers } = await import('../../src/features/series/index.ts');
  const { node, adapters, guard, media } = service.context;
  const { sql, directory } = service;
  const handlers = seriesHandlers({
    sql,
    directory,
    adapters,
    guard,
    media,
    node: () => node,
    clock: Date.now,
  });
  const [row] = await sql<{ round: number }[]>`
    select (snapshot #>> '{context,round}')::int as round from actors where id = ${id}`;
  const after = Date.now() - 2 * DAY;
  const run = { effect: { id: 'an old one' }, markAnswered: () => {} } as never;
  await handlers.makeOccurrences({ seriesId: id, round: row!.round, after, until: Date.now() + DAY }, run);
  const late = await sql`
    select id from posts where series_id = ${id} and series_at < to_timestamp(${Date.now() - HOUR}::float8 / 1000)`;
  t.equal(late.length, 0);
});

void t.test('a series without a plan pauses, says why, and is announced', async (t) => {
  const { id } = await make({ rule: 'FREQ=WEEKLY' });
  await rests(id);
  await call('POST', `/v1/series/${id}/pause`, {});
  await rests(id);
  const { workspaceId } = running;
  await service.directory`update workspaces set plan = 'none' where id = ${workspaceId}`;
  await service.context.node.command(async (tx, turn) => {
    const { lockInto } = await import('../../src/engine/take.ts');
    turn.deliver((await lockInto(tx, turn, id))!, { type: 'resume' });
    return { result: null };
  });
  await eventually(async () => (await read(id)).reason === 'plan');
  t.match(await read(id), { status: 'paused', reason: 'plan', error: /plan/, next: null });
  await service.directory`update workspaces set plan = 'developer' where id = ${workspaceId}`;
  const { body } = await call('GET', '/app/api/notifications');
  t.comment(JSON.stringify(body).slice(0, 200));
  const open = await service.sql`
    select from actors where kind = 'notification' and shelf = 'open' and snapshot #>> '{context,cause}' = 'series_paused'`;
  t.equal(open.length, 1, 'people are notified');
  t.match((await call('POST', `/v1/series/${id}/resume`, {})).body.series.status, 'active');
});

void t.test(
  'a series goes on without an account that was disconnected, and ends with its last one',
  async (t) => {
    const mastodon = accounts['mastodon'];
    const { id } = await make({ rule: 'FREQ=WEEKLY' }, { accountIds: [telegram, mastodon] });
    const alone = await make({ rule: 'FREQ=WEEKLY' }, { accountIds: [mastodon] });
    await rests(id);
    await rests(alone.id);
    t.match(await call('DELETE', `/v1/accounts/${mastodon}`), { status: 200 });
    t.match(await read(id), { status: 'active', post: { accountIds: [telegram] } });
    t.match(await read(alone.id), { status: 'ended', reason: 'accounts', next: null });
  },
);

void t.test('where approval is on, each post waits for one, whoever changes the series last', async (t) => {
  const world = await startService(t, { platforms: ['telegram'] });
  const { people, account } = await newApproving(world);
  const body = {
    post: { content: 'x', accountIds: [account] },
    startsAt: ahead(1),
    rule: 'FREQ=WEEKLY',
    timezone: 'UTC',
  };
  const stateIn = async (id: string) => {
    const rows = await world.service.sql<{ value: string }[]>`
      select s.snapshot ->> 'value' as value from posts p join actors s on s.id = p.id where p.series_id = ${id} and s.shown <> 'removed'`;
    return [...new Set(rows.map(({ value }) => value))].join();
  };
  const byEditor = await world.call('POST', '/v1/series', body, people.editor.by.key);
  t.match(byEditor.body.warnings, [/approv/], JSON.stringify(byEditor.body));
  const byOwner = await world.call('POST', '/v1/series', body, people.owner.by.key);
  t.strictSame(byOwner.body.warnings, []);
  await eventually(async () => (await stateIn(byEditor.body.series.id)) === 'awaiting_approval');
  await eventually(async () => (await stateIn(byOwner.body.series.id)) === 'scheduled');
  await world.call(
    'PATCH',
    `/v1/series/${byOwner.body.series.id}`,
    { post: { content: 'y' } },
    people.editor.by.key,
  );
  await eventually(async () => (await stateIn(byOwner.body.series.id)) === 'awaiting_approval');
  t.match(await world.call('POST', '/v1/series', body, people.viewer.by.key), { status: 403 });
  t.match(await world.call('POST', '/v1/series', body, people.approver.by.key), { status: 403 });
});

void t.test('accounts and series of another workspace are not found', async (t) => {
  const neighbour = await running.neighbour();
  const foreign = neighbour.accounts['telegram'];
  const { id } = await make({ rule: 'FREQ=WEEKLY' });
  const fields = { startsAt: ahead(1), rule: 'FREQ=DAILY' };
  const overrides = [{ accountIds: [foreign], content: 'y' }];
  for (const post of [
    { content: 'x', accountIds: [foreign] },
    { content: 'x', accountIds: [telegram, foreign] },
    { content: 'x', accountIds: [telegram], overrides },
  ]) {
    t.match(await call('POST', '/v1/series', { ...fields, post }), { status: 400 }, JSON.stringify(post));
    t.match(await call('PATCH', `/v1/series/${id}`, { post }), { status: 400 }, JSON.stringify(post));
  }
  const by = { authorization: `Bearer ${neighbour.key}` };
  for (const [method, path] of [
    ['GET', `/v1/series/${id}`],
    ['PATCH', `/v1/series/${id}`],
    ['POST', `/v1/series/${id}/pause`],
    ['DELETE', `/v1/series/${id}`],
  ] as const)
    t.match(await call(method, path, method === 'GET' || method === 'DELETE' ? undefined : {}, by), {
      status: 404,
    });
  t.strictSame((await call('GET', '/v1/series', undefined, by)).body.series, []);
});

void t.test(
  'somebody who is held to an account of a series sees its part, and changes nothing',
  async (t) => {
    const world = await startService(t, { platforms: ['telegram', 'mastodon'] });
    const { telegram: one, mastodon: other } = world.accounts as { telegram: string; mastodon: string };
    const { body } = await world.call('POST', '/v1/series', {
      post: {
        content: 'For both',
        accountIds: [one, other],
        overrides: [{ accountIds: [other], content: 'For the other alone' }],
      },
      startsAt: ahead(1),
      rule: 'FREQ=WEEKLY',
    });
    const { id } = body.series;
    const friend = await heldMate(world, 'Friend', [one]);
    const found = await world.call('GET', `/v1/series/${id}`, undefined, friend.by.key);
    t.match(found.body.series, { limited: true, post: { accountIds: [one], overrides: [] } });
    t.notMatch(JSON.stringify(found.body), /For the other alone/);
    for (const [method, path] of [
      ['PATCH', `/v1/series/${id}`],
      ['POST', `/v1/series/${id}/pause`],
      ['DELETE', `/v1/series/${id}`],
    ] as const)
      t.match(await world.call(method, path, method === 'DELETE' ? undefined : {}, friend.by.key), {
        status: 403,
        body: { code: 'held_to_accounts' },
      });
  },
);
