/** A plan ends while work is planned or under way, and an operator sets another one. */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { HELD_FOR_MS } from '../../machines/reply-queue.ts';
import { takeComments } from '../../src/features/comments/index.ts';
import { lockInto } from '../../src/engine/take.ts';
import { answerComments } from '../../src/features/rules/index.ts';
import { setPlan } from '../../src/features/workspaces/set-plan.ts';
import type { Plan } from '../../src/base/plans/plan.ts';
import { commentEvent } from '../comments/scene.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type RunningService, startService } from '../support/service.ts';
import { loading } from '../support/loading.ts';

const HOUR = 3_600_000;
const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

const give = async (
  { service, workspaceId }: RunningService,
  plan: Plan,
  trialEndsAt: number | null = null,
) => {
  await setPlan(service, { workspaceId, plan, trialEndsAt });
  service.context.forgetPrincipals();
};

const copies = ({ sandbox }: RunningService) => sandbox.sandbox.ledger.entries().length;

void t.test('a post that becomes due after the trial fails, and is sent again under a plan', async (t) => {
  const running = await startService(t);
  const { call, accounts, until, advance } = running;
  await give(running, 'trial', Date.now() + HOUR);
  const create = async (content: string, ms: number) => {
    const scheduledAt = new Date(Date.now() + ms).toISOString();
    const accountIds = [accounts['telegram'], accounts['bluesky']];
    return (await call('POST', '/v1/posts', { content, accountIds, scheduledAt })).body.post.id;
  };
  const early = await create('Within the trial', HOUR / 2);
  const late = await create('After the trial', 2 * HOUR);
  advance(HOUR / 2 + 1_000);
  await until(early, ({ status }) => status === 'published');
  const before = copies(running);
  advance(2 * HOUR);
  const failed = await until(late, ({ status }) => status === 'failed');
  t.equal(copies(running), before, 'nothing was sent');
  for (const accountId of failed.accountIds)
    t.match(failed.error, new RegExp(`${accountId}: publishing needs a plan, and the trial .* ended at`));
  t.match(await call('POST', `/v1/posts/${late}/retry`), { status: 403, body: { code: 'plan_required' } });

  await give(running, 'starter');
  t.equal((await call('POST', `/v1/posts/${late}/retry`)).status, 200);
  await until(late, ({ status }) => status === 'published');
  t.equal(copies(running), before + 2);
});

void t.test('what was sent once before the plan ended is tried again', async (t) => {
  const running = await startService(t);
  const { call, accounts, sandbox, until, advance } = running;
  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'bluesky', times: 1 });
  const asked = { content: 'Hello', accountIds: [accounts['bluesky']], publishNow: true };
  const { id } = (await call('POST', '/v1/posts', asked)).body.post;
  await until(id, ({ deliveries }) => deliveries[0].status === 'retrying');
  await give(running, 'none');
  advance(HOUR / 4);
  await until(id, ({ status }) => status === 'published');
  t.equal(copies(running), 1);
});

void t.test('a request that was served under a plan is answered again without one', async (t) => {
  const running = await startService(t);
  const { call, accounts } = running;
  const asked = { content: 'Hello', accountIds: [accounts['telegram']], publishNow: true };
  const key = { 'idempotency-key': 'once' };
  const first = await call('POST', '/v1/posts', asked, key);
  const webhook = { url: 'https://example.org/hook', events: ['post.failed'] };
  const endpoint = await call('POST', '/v1/webhooks', webhook, { 'idempotency-key': 'twice' });
  await give(running, 'none');
  const again = await call('POST', '/v1/posts', asked, key);
  t.match(again, { status: 200, body: { post: { id: first.body.post.id } } });
  t.equal(again.headers.get('idempotent-replayed'), 'true');
  t.match(await call('POST', '/v1/webhooks', webhook, { 'idempotency-key': 'twice' }), {
    status: 200,
    body: endpoint.body,
  });
  t.match(await call('POST', '/v1/posts', asked), { status: 403, body: { code: 'plan_required' } });
});

void t.test('webhooks get no events without a plan that has them, and get them again later', async (t) => {
  const running = await startService(t);
  const { call, accounts, sandbox, until, service } = running;
  const url = `${sandbox.url}/hook`;
  await call('POST', '/v1/webhooks', { url, events: ['post.published'] });
  const publish = async () => {
    const asked = { content: 'Hello', accountIds: [accounts['telegram']], publishNow: true };
    const { id } = (await call('POST', '/v1/posts', asked)).body.post;
    await until(id, ({ status }) => status === 'published');
    return (await service.sql`select from webhook_sends`).length;
  };
  t.equal(await publish(), 1);
  for (const plan of ['starter', 'trial'] as const) {
    await give(running, plan);
    t.equal(await publish(), 1, plan);
  }
  for (const [index, plan] of (['developer', 'pro', 'agency'] as const).entries()) {
    await give(running, plan);
    t.equal(await publish(), 2 + index, plan);
  }
});

void t.test('a workspace that a person adds has the plan of the others', async (t) => {
  const running = await startService(t);
  const { call, service } = running;
  const add = async (name: string) => {
    t.equal((await call('POST', '/v1/workspaces', { name })).status, 200);
    const rows = (sql: typeof service.sql) =>
      sql`select plan, trial_ends_at from workspaces where name = ${name}`;
    t.same(await rows(service.sql), await rows(service.directory), 'the cell and the directory say the same');
    return (await rows(service.directory))[0];
  };
  t.match(await add('One'), { plan: 'developer', trial_ends_at: null });
  await give(running, 'agency');
  t.match(await add('Two'), { plan: 'agency' });
  const end = Date.now() + HOUR;
  await give(running, 'trial', end);
  await service.directory`update workspaces set plan = 'none' where id <> ${running.workspaceId}`;
  service.context.forgetPrincipals();
  t.match(await add('Three'), { plan: 'trial', trial_ends_at: new Date(end) });
});

void t.test(
  'the page of the plan: what it includes, what is used, the price, posts that will fail',
  async (t) => {
    const running = await startService(t);
    const { call, accounts, advance } = running;
    const read = async () => (await call('GET', '/app/api/plan')).body;
    t.match(await read(), {
      plan: 'developer',
      active: true,
      trialEndsAt: null,
      usage: {
        workspaces: { used: 1, limit: 100 },
        accounts: { used: 5, limit: null },
        rules: { used: 0, limit: 100 },
        automations: { used: 0, limit: 100 },
      },
      price: 25,
      postsWithoutPlan: 0,
    });
    for (const hours of [1, 3, 5])
      await call('POST', '/v1/posts', {
        content: 'Later',
        accountIds: [accounts['telegram']],
        scheduledAt: new Date(Date.now() + hours * HOUR).toISOString(),
      });
    await call('POST', '/v1/workspaces', { name: 'Another' });
    const end = Date.now() + 2 * HOUR;
    await give(running, 'trial', end);
    t.match(await read(), {
      plan: 'trial',
      active: true,
      trialEndsAt: new Date(end).toISOString(),
      usage: { workspaces: { used: 2 } },
      price: 0,
      postsWithoutPlan: 2,
    });
    const webhooks = (body: { includes: { feature: string; included: boolean }[] }) =>
      body.includes.find(({ feature }) => feature === 'webhooks');
    t.match(webhooks(await read()), { included: false });
    advance(2 * HOUR);
    const ended = await read();
    t.match(ended, { active: false, price: 0, postsWithoutPlan: 2, command: / plan home developer$/ });
    t.strictSame(
      ended.includes.map(({ feature }) => feature),
      ['publishing', 'comments', 'inbox', 'rules', 'automations', 'webhooks'],
      'every feature of the plans is shown',
    );
    t.ok(ended.includes.every(({ included }) => !included));
    await give(running, 'starter');
    t.match(await read(), { usage: { accounts: { used: 5, limit: 5 } }, price: 29 });
  },
);

function troupe(args: string[], url: string): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), DATABASE_URL: url, ...loading };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

void t.test('an operator sets the plan, and a running service uses it', async (t) => {
  const { url } = await testDatabase(t);
  const { call, accounts } = await startService(t, { databaseUrl: url });
  const publish = () =>
    call('POST', '/v1/posts', { content: 'Hello', accountIds: [accounts['telegram']], publishNow: true });
  t.equal((await publish()).status, 200);
  t.match(await troupe(['plan', 'home'], url), { code: 0, out: 'developer\n' });
  t.match(await troupe(['plan', 'home', 'none'], url), { code: 0, out: 'none\n' });
  const refusal = await eventually(async () => {
    const answer = await publish();
    return answer.status !== 200 && answer;
  });
  t.match(refusal, { status: 403, body: { code: 'plan_required' } });

  const json = async (...args: string[]) =>
    JSON.parse((await troupe([...args, '--json'], url)).out) as object;
  t.match(await json('plan', 'home', 'trial', '--until', '2099-05-31'), {
    workspace: 'home',
    plan: 'trial',
    trialEndsAt: '2099-05-31T22:00:00.000Z', // the end of that day in Berlin
    active: true,
  });
  t.match(await json('plan', 'home', 'trial', '--until', '2026-01-01T00:00:00Z'), { active: false });
  t.match(await troupe(['plan', 'home'], url), { out: /^trial; it ended at 2026-01-01T00:00:00\.000Z\n/ });
  t.match(await json('plan', 'home', 'pro'), { plan: 'pro', trialEndsAt: null, active: true });
  t.match(await json('plan', 'home', 'trial'), { plan: 'trial', trialEndsAt: null, active: true });

  t.match(await troupe(['plan', 'nowhere', 'pro'], url), { code: 1, err: /there is no workspace nowhere/ });
  t.match(await troupe(['plan'], url), { code: 2, err: /say which workspace/ });
  t.match(await troupe(['plan', 'home', 'gold'], url), {
    code: 2,
    err: /no plan "gold"; choose from none, /,
  });
  t.match(await troupe(['plan', 'home', 'pro', '--until', '2099-05-31'], url), {
    code: 2,
    err: /--until is the end of a trial/,
  });
  for (const date of ['tomorrow', '2099-02-30'])
    t.match(await troupe(['plan', 'home', 'trial', '--until', date], url), { code: 2, err: /is not a date/ });
  t.match(await troupe(['plan', '--help'], url), { code: 0, out: /^troupe plan SLUG/ });
  t.match(await troupe(['help', 'plan'], url), { code: 0, out: /^troupe plan SLUG/ });
});

void t.test(
  'a message that waits while the plan ends is skipped, and what matches meanwhile is too',
  async (t) => {
    const running = await startService(t, { platforms: ['instagram'] });
    const { call, service, accounts, advance } = running;
    const accountId = accounts['instagram']!;
    const rule = { accountId, keywords: ['link'], dmText: 'Here it is' };
    const { id } = (await call('POST', '/v1/comment-dm-rules', rule)).body.rule;
    const comment = (commentId: string) =>
      service.context.node.command(async (tx, turn) => {
        const from = { id: commentId, username: commentId, name: null };
        const event = commentEvent({ id: commentId, text: 'link', from }, turn.now);
        const taken = await takeComments(tx, turn, { id: accountId, receivingSince: 0 }, [event]);
        await answerComments(tx, turn, { accountId, ids: taken.arrived }, { linkBase: 'http://localhost' });
        return { result: null, feed: taken.feed };
      });
    const entry = async (commentId: string) => {
      const { events } = (await call('GET', `/v1/comment-dm-rules/${id}/events?queued=true`)).body;
      return events.find((one) => one.comment.id === commentId);
    };
    // the account cannot send: what matches waits
    const [row] =
      await service.sql`select credentials_version as version from accounts where id = ${accountId}`;
    await service.context.node.command(async (tx, turn) => {
      const account = await lockInto(tx, turn, accountId);
      const event = { type: 'deauthorized', credentialsVersion: row!['version'], reason: 'removed' };
      turn.deliver(account!, event);
      return { result: null };
    });
    await comment('c1');
    const queueIs = async (state: string) =>
      (await service.sql`select from actors where kind = 'reply_queue' and shown = ${state}`).length === 1;
    await eventually(() => queueIs('held'));
    t.match(await entry('c1'), { status: 'queued', reason: 'removed' });
    await give(running, 'none');
    await comment('c2');
    t.match(await entry('c2'), { status: 'skipped', reason: 'plan', dm: null });
    t.match(await entry('c1'), { status: 'queued' }, 'it is decided when its turn comes');
    advance(HELD_FOR_MS);
    t.match(await eventually(async () => (await entry('c1'))?.status === 'skipped' && entry('c1')), {
      reason: 'plan',
    });
  },
);
