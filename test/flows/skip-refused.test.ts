/** Accounts whose networks will refuse a post are left out when the caller says so (docs/contract.md, Accounts that refuse). */
import t from 'tap';
import { type RunningService, startService } from '../support/service.ts';

const PLATFORMS = ['bluesky', 'mastodon', 'x', 'instagram'];
const LONG = 'a'.repeat(501);

interface Skipped {
  platform: string;
  code: string;
  param: string;
}

const platformsIn = (skipped: Skipped[]) => skipped.map(({ platform }) => platform).toSorted();

const bodyFor = ({ accounts }: RunningService, more: object = {}) => ({
  content: LONG,
  accountIds: Object.values(accounts),
  overrides: [
    { platforms: ['mastodon'], content: 'b'.repeat(502) },
    { accountIds: [accounts['bluesky']], content: 'For bluesky' },
  ],
  publishNow: true,
  ...more,
});

void t.test('validate says which accounts will refuse, and whether a create takes the rest', async (t) => {
  const running = await startService(t, { platforms: PLATFORMS });
  const { call } = running;
  const { body } = await call('POST', '/v1/posts/validate', bodyFor(running));
  t.equal(body.valid, false);
  const x = body.accounts.find(({ platform }) => platform === 'x');
  t.match(x.warningDetails, [{ code: 'text_too_long', param: '/content', willRefuse: true }]);
  t.same(x.refusals, [], 'X itself decides');
  const rest = await call('POST', '/v1/posts/validate', bodyFor(running, { skipRefused: true }));
  t.equal(rest.body.valid, true);
  const none = { skipRefused: true, accountIds: [running.accounts['x']], overrides: [] };
  t.equal((await call('POST', '/v1/posts/validate', bodyFor(running, none))).body.valid, false);
});

void t.test('a post goes out without the accounts that refuse, and names them', async (t) => {
  const running = await startService(t, { platforms: PLATFORMS });
  const { call, accounts, until } = running;
  t.match(await call('POST', '/v1/posts', bodyFor(running)), { status: 400 }, 'one refusal is one for all');
  const created = await call('POST', '/v1/posts', bodyFor(running, { skipRefused: true }));
  t.equal(created.status, 200, JSON.stringify(created.body));
  const { post } = created.body;
  t.same(post.accountIds, [accounts['bluesky']]);
  t.same(post.overrides, [{ accountIds: [accounts['bluesky']], content: 'For bluesky' }]);
  t.same(platformsIn(post.skipped), ['instagram', 'mastodon', 'x']);
  t.match(
    post.skipped.find(({ platform }) => platform === 'mastodon'),
    {
      accountId: accounts['mastodon'],
      code: 'text_too_long',
      param: '/overrides/0/content',
      error: /has 502 characters, this mastodon server takes 500/,
    },
  );
  t.same(post.warnings, [], 'nothing is said twice');
  const done = await until(post.id, ({ status }) => status === 'published');
  t.same(done.skipped, post.skipped);
  t.equal(done.partial, undefined);
  t.equal(done.deliveries.length, 1);
  t.same(running.sandbox.sandbox.ledger.entries({ network: 'x' }), [], 'X got nothing');
});

void t.test('the same Idempotency-Key returns the same response', async (t) => {
  const running = await startService(t, { platforms: PLATFORMS });
  for (const [key, timing] of [
    ['one', { publishNow: true }],
    ['two', { publishNow: undefined, scheduledAt: '2030-01-01T00:00:00Z' }],
  ] as const) {
    const body = bodyFor(running, { skipRefused: true, ...timing });
    const send = () => running.call('POST', '/v1/posts', body, { 'idempotency-key': key });
    const first = await send();
    t.equal(first.body.post.skipped.length, 3);
    t.strictSame((await send()).body, first.body);
  }
});

void t.test('if every account will refuse, nothing is stored', async (t) => {
  const running = await startService(t, { platforms: PLATFORMS });
  const { call, accounts } = running;
  const answer = await call('POST', '/v1/posts', {
    content: LONG,
    accountIds: [accounts['x'], accounts['mastodon']],
    skipRefused: true,
    publishNow: true,
  });
  t.match(answer, {
    status: 400,
    body: { code: 'all_refused', param: '/accountIds', error: /x \(acc_.*mastodon \(acc_/ },
  });
  t.same((await call('GET', '/v1/posts')).body.posts, []);
});

void t.test('of a draft nobody is left out until it is sent', async (t) => {
  const running = await startService(t, { platforms: PLATFORMS });
  const { call, accounts } = running;
  const created = await call(
    'POST',
    '/v1/posts',
    bodyFor(running, { publishNow: undefined, draft: true, skipRefused: true }),
  );
  const { post } = created.body;
  t.equal(post.accountIds.length, 4);
  t.equal(post.overrides.length, 2);
  t.same(platformsIn(post.skipped), ['instagram', 'mastodon', 'x'], 'they are listed');
  const path = `/v1/posts/${post.id}` as const;
  const edited = (await call('PATCH', path, { content: 'Short' })).body.post;
  t.same(edited.skipped, [], 'an edit without the field lists none');
  const listed = (await call('PATCH', path, { skipRefused: true })).body.post;
  t.same(platformsIn(listed.skipped), ['instagram', 'mastodon']);
  t.match(await call('PATCH', path, { scheduledAt: '2030-01-01T00:00:00Z' }), { status: 400 });
  const sent = await call('PATCH', path, { scheduledAt: '2030-01-01T00:00:00Z', skipRefused: true });
  t.equal(sent.status, 200, JSON.stringify(sent.body));
  t.same(
    sent.body.post.accountIds.toSorted((a: string, b: string) => (a < b ? -1 : 1)),
    [accounts['bluesky']!, accounts['x']!].toSorted((a, b) => (a < b ? -1 : 1)),
  );
  t.same(platformsIn(sent.body.post.skipped), ['instagram', 'mastodon']);
  t.strictSame((await call('GET', path)).body.post, sent.body.post);
  const later = await call('PATCH', path, { scheduledAt: '2030-01-02T00:00:00Z' });
  t.equal(later.body.post.skipped.length, 2, 'the list stays');
  const again = await call('PATCH', path, { accountIds: [accounts['bluesky'], accounts['mastodon']] });
  t.equal(again.status, 200, 'the override that made mastodon refuse has gone with it');
  t.same(again.body.post.skipped, [], 'another choice of accounts begins another list');
});

void t.test('an account that needs to be connected again is not left out', async (t) => {
  const running = await startService(t, { platforms: ['bluesky', 'mastodon'] });
  const { call, accounts, until, sandbox } = running;
  sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'mastodon' });
  const post = async (content: string) => {
    const body = { content, accountIds: Object.values(accounts), skipRefused: true, publishNow: true };
    return (await call('POST', '/v1/posts', body)).body.post;
  };
  const waits = ({ deliveries }: { deliveries: { platform: string; status: string }[] }) =>
    deliveries.some(({ platform, status }) => platform === 'mastodon' && status === 'pending');
  await until((await post('First')).id, waits);
  const second = await post('Second');
  t.same(second.skipped, []);
  t.equal(second.accountIds.length, 2);
  await until(second.id, waits);
});

void t.test('an account on which the post is live stays on it', async (t) => {
  const running = await startService(t, { platforms: ['bluesky', 'mastodon'] });
  const { call, accounts, until } = running;
  const created = await call('POST', '/v1/posts', {
    content: 'Hello',
    accountIds: [accounts['mastodon']],
    publishNow: true,
  });
  const { id } = created.body.post;
  await until(id, ({ status }) => status === 'published');
  const path = `/v1/posts/${id}` as const;
  t.equal((await call('PATCH', path, { draft: true })).status, 200);
  const edit = { content: LONG, accountIds: Object.values(accounts), skipRefused: true };
  const { status, body } = await call('PATCH', path, { ...edit, scheduledAt: '2030-01-01T00:00:00Z' });
  t.equal(status, 200, JSON.stringify(body));
  t.same(body.post.accountIds.length, 2);
  t.same(body.post.skipped, []);
});
