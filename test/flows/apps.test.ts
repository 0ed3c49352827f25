/** The operator's app comes from the settings with each refresh; a disconnected account's access is ended. */
import t from 'tap';
import { x } from '../../simulators/x/index.ts';
import type { Platform } from '../../adapters/networks.ts';
import type { AppCredentials } from '../../adapters/port/account.ts';
import { storeAccount } from '../../src/features/accounts/connect/accounts.ts';
import { readAccountsWithSecrets } from '../../store/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { type RunningService, startService } from '../support/service.ts';

const HOUR = 3_600_000;
const APP = x.app!;

/** Connects an account as the connect pages do. @returns its id */
async function connect(
  { service, sandbox, workspaceId }: RunningService,
  platform: Platform,
  { name = 'home', credentials = {}, workspace = workspaceId } = {},
): Promise<string> {
  const { node, adapters, sealer, clock } = service.context;
  const found = sandbox.sandbox.connect(platform, name);
  const account = {
    ...found,
    credentials: { ...found.credentials, ...credentials },
    avatarUrl: null,
    expiresAt: clock() + 2 * HOUR,
  };
  return node.command(async (tx, turn) => {
    const place = { workspaceId: workspace, platform };
    return { result: await storeAccount({ tx, turn, sealer, adapter: adapters[platform] }, place, account) };
  });
}

async function shown({ call }: RunningService, id: string) {
  const { body } = await call('GET', '/v1/accounts');
  return body.accounts.find((account) => account.id === id);
}

async function credentialsOf({ service }: RunningService, id: string) {
  const [row] = await readAccountsWithSecrets(service.sql, [id]);
  return service.sealer.open(row!.credentials, id) as { [name: string]: string };
}

async function publish({ call }: RunningService, accountId: string, content: string): Promise<string> {
  const { body } = await call('POST', '/v1/posts', { content, accountIds: [accountId], publishNow: true });
  return body.post.id;
}

/** Waits until nothing is due and no effect is under way. */
async function atRest({ service }: RunningService): Promise<void> {
  await eventually(async () => {
    const now = service.context.clock();
    const [row] = await service.sql<{ left: number }[]>`
      select ((select count(*) from effects)
        + (select count(*) from mailbox where due_at <= to_timestamp(${now}::float8 / 1000)))::int as left`;
    return row!.left === 0;
  });
}

/** The journal of an account's actor: its events, the last one last. */
async function journalOf({ service }: RunningService, id: string) {
  const rows = await service.sql<{ event: { type: string; reason?: string } }[]>`
    select event from journal where actor_id = ${id} order by seq`;
  return rows.map(({ event }) => event);
}

void t.test(
  'changing the client secret in the settings is enough: no person has to connect again',
  async (t) => {
    const apps: { [platform: string]: AppCredentials } = { x: { ...APP, clientSecret: 'the-old-secret' } };
    const running = await startService(t, { apps });
    const id = await connect(running, 'x', { credentials: { clientSecret: 'a-copy-of-before' } });
    running.advance(2 * HOUR - 30_000);
    const post = await publish(running, id, 'Boats');
    const waiting = await running.until(post, ({ deliveries }) => deliveries[0].status === 'pending');
    t.match(
      waiting.deliveries[0].error,
      /^this post continues by itself once the settings are fixed: X refuses/,
    );
    t.match(await shown(running, id), {
      status: 'needs_reconnect',
      warning: { code: 'app_not_configured', message: /check its id and secret \(X_CLIENT_ID/ },
    });
    t.equal(running.sandbox.sandbox.ledger.entries({ network: 'x' }).length, 0);

    apps['x'] = APP;
    running.advance(HOUR);
    await running.until(post, ({ status }) => status === 'published');
    t.match(await shown(running, id), { status: 'healthy', warning: null });
    const kept = await credentialsOf(running, id);
    t.equal(kept['clientId'], APP.clientId);
    t.equal(kept['clientSecret'], undefined, 'the copy of before is gone');
  },
);

void t.test('a missing app is named, its accounts wait, and continue when it is configured', async (t) => {
  const apps: { [platform: string]: AppCredentials } = {};
  const running = await startService(t, { apps });
  const id = await connect(running, 'x');
  running.advance(2 * HOUR - 30_000);
  const posts = [await publish(running, id, 'First'), await publish(running, id, 'Second')];
  for (const post of posts) {
    await running.until(post, ({ deliveries }) => deliveries[0].status === 'pending');
  }
  t.match(await shown(running, id), { warning: { message: /no app is set \(X_CLIENT_ID/ } });
  t.equal(running.sandbox.sandbox.calls.entries({ network: 'x' }).length, 0, 'X is not asked');
  running.advance(26 * HOUR);
  await atRest(running);
  t.match((await running.call('GET', `/v1/posts/${posts[0]}`)).body.post, { status: 'publishing' });
  const [row] = await running.service.sql`select refresh_tries from accounts where id = ${id}`;
  t.equal(row!['refresh_tries'], 0, 'nothing is said of renewals that were interrupted');
  apps['x'] = APP;
  running.advance(HOUR);
  for (const post of posts) await running.until(post, ({ status }) => status === 'published');
});

void t.test('an account of another app says so, and waits for that app or a new sign-in', async (t) => {
  const running = await startService(t, { apps: { x: APP } });
  const id = await connect(running, 'x', { credentials: { clientId: 'app-of-before' } });
  running.advance(2 * HOUR - 30_000);
  const post = await publish(running, id, 'Boats');
  await running.until(post, ({ deliveries }) => deliveries[0].status === 'pending');
  const { warning } = await shown(running, id);
  t.match(warning.message, /connected by the app app-of-before, and the app is sandbox-x now/);
  t.equal(running.sandbox.sandbox.calls.entries({ network: 'x' }).length, 0, 'the secret is shown to nobody');
  await connect(running, 'x');
  await running.until(post, ({ status }) => status === 'published');
});

void t.test('an account of the sandbox is refreshed with the sandbox’s app', async (t) => {
  const running = await startService(t);
  const id = await connect(running, 'x');
  running.advance(2 * HOUR - 30_000);
  await running.until(await publish(running, id, 'Boats'), ({ status }) => status === 'published');
});

void t.test('disconnecting ends the access at the network, and deletes it here', async (t) => {
  const running = await startService(t);
  const id = await connect(running, 'x');
  const answer = await running.call('DELETE', `/v1/accounts/${id}`);
  t.equal(answer.status, 200);
  await eventually(async () => (await running.service.sql`select from revocations`).length === 0);
  t.match(running.sandbox.sandbox.calls.entries({ network: 'x' }), [
    { call: 'POST /oauth2/token', status: 200 },
    { call: 'GET /2/webhooks', status: 200 }, // nothing was subscribed
    { call: 'POST /2/oauth2/revoke', status: 200 },
  ]);
  t.ok((await journalOf(running, id)).some(({ type }) => type === 'revoke.revoked'));
});

void t.test(
  'a network that is down does not delay disconnecting, is tried again, and its refusal is in the journal',
  async (t) => {
    const running = await startService(t);
    const { sandbox } = running.sandbox;
    sandbox.faults.add({ kind: 'status', status: 503, network: 'x' });
    const id = await connect(running, 'x');
    t.equal((await running.call('DELETE', `/v1/accounts/${id}`)).status, 200);
    t.equal(await shown(running, id), undefined);
    const told = async () => (await journalOf(running, id)).filter(({ type }) => type.startsWith('revoke.'));
    await eventually(async () => (await told()).length === 1);
    for (const asked of [2, 3, 4, 5]) {
      running.advance(7 * HOUR);
      await eventually(async () => (await told()).length === asked);
    }
    await eventually(async () => (await running.service.sql`select from revocations`).length === 0);
    t.match((await told()).at(-1), { type: 'revoke.retry', reason: 'X is busy or down (status 503)' });
    const calls = sandbox.calls.entries({ network: 'x' }).map(({ call }) => call);
    t.strictSame(
      calls,
      [...Array.from({ length: 5 }, () => 'POST /oauth2/token'), 'POST /2/oauth2/revoke'],
      'not for ever',
    );
  },
);

void t.test('an access that another account uses is not ended', async (t) => {
  const running = await startService(t);
  const { sandbox } = running.sandbox;
  const neighbour = await running.neighbour();
  const id = await connect(running, 'x');
  await connect(running, 'x', { workspace: neighbour.workspaceId });
  const [general, random] = [
    await connect(running, 'slack'),
    await connect(running, 'slack', { name: 'home2' }),
  ];
  await running.service.sql`update accounts set remote_id = remote_id || '/other' where id = ${random}`;
  const [row] = await readAccountsWithSecrets(running.service.sql, [general]);
  const team = (await credentialsOf(running, general))['teamId']!;
  const other = { ...(await credentialsOf(running, random)), teamId: team };
  await running.service.sql`
    update accounts set credentials = ${running.service.sealer.seal(other, random)} where id = ${random}`;
  t.ok(row);
  for (const gone of [id, general]) {
    await running.call('DELETE', `/v1/accounts/${gone}`);
    const told = await eventually(async () =>
      (await journalOf(running, gone)).find(({ type }) => type === 'revoke.revoked'),
    );
    t.equal(told.reason, 'another account lives by the same access');
  }
  t.strictSame(sandbox.calls.entries({ network: 'x' }), []);
  t.strictSame(sandbox.calls.entries({ network: 'slack' }), []);
});

void t.test('a network without a call to end an access gets none', async (t) => {
  const running = await startService(t);
  const id = running.accounts['telegram']!;
  await running.call('DELETE', `/v1/accounts/${id}`);
  const told = await eventually(async () =>
    (await journalOf(running, id)).find(({ type }) => type === 'revoke.revoked'),
  );
  t.equal(told.reason, 'telegram has no call to end it');
});

void t.test('one app serves both networks of Google, so disconnecting one keeps the other', async (t) => {
  const running = await startService(t);
  const channel = await connect(running, 'youtube', { credentials: { clientId: 'google-app' } });
  const location = await connect(running, 'google_business', { credentials: { clientId: 'google-app' } });
  const end = async (id: string) => {
    await running.call('DELETE', `/v1/accounts/${id}`);
    return eventually(async () =>
      (await journalOf(running, id)).find(({ type }) => type === 'revoke.revoked'),
    );
  };
  t.equal((await end(channel)).reason, 'another account lives by the same access');
  t.equal((await end(location)).reason, undefined, 'the last one ends it');
  t.match(running.sandbox.sandbox.calls.entries({ network: 'google_business' }), [
    { call: 'revoke', status: 200 },
  ]);
});
