import t from 'tap';
import type { Test } from 'tap';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';

/** The service with an Instagram account whose owner can remove the app, and a conversation with a person. */
async function withOwner(t: Test) {
  const running = await startService(t, { platforms: ['instagram', 'telegram'], subscribes: true });
  const { sandbox, service, call, baseUrl, accounts } = running;
  const control = controlOf(sandbox);
  await untilReceiving(service, 'instagram');
  await control('people', { network: 'instagram', person: { username: 'ann' }, act: { say: 'hello' } });
  await eventually(async () => (await call('GET', '/v1/inbox')).body.conversations.length === 1);
  const ask = (kind: 'deauthorize' | 'deletion', more: object = {}) =>
    control('removals', { network: 'instagram', kind, url: `${baseUrl}/inbound/instagram/${kind}`, ...more });
  // the id that connecting stores; the sandbox names it with each call
  const { loginId } = (await ask('deletion', { wrongSecret: true })) as { loginId: string };
  await service.sql`update accounts set login_id = ${loginId} where id = ${accounts['instagram']!}`;
  return { ...running, ask };
}

interface Answered {
  status: number;
  body: string;
}

void t.test('the owner removes the app: the account has to be connected again, others do not', async (t) => {
  const { ask, call } = await withOwner(t);
  const statuses = async () =>
    Object.fromEntries(
      (await call('GET', '/v1/accounts')).body.accounts.map((one) => [one.platform, one.status]),
    );
  t.equal(((await ask('deauthorize', { wrongSecret: true })) as Answered).status, 401);
  t.strictSame(
    await statuses(),
    { instagram: 'healthy', telegram: 'healthy' },
    'a wrong signature changes nothing',
  );
  t.equal(((await ask('deauthorize')) as Answered).status, 200);
  t.strictSame(await statuses(), { instagram: 'needs_reconnect', telegram: 'healthy' });
  const account = (await call('GET', '/v1/accounts')).body.accounts.find(
    (one: { platform: string }) => one.platform === 'instagram',
  );
  t.match(account.warning, { code: 'needs_reconnect', message: /the app was removed at the network/ });
});

void t.test('the owner wants their data deleted: nothing of it is left, and a page says so', async (t) => {
  const { ask, call, service, sandbox, accounts, baseUrl } = await withOwner(t);
  const [conversation] = (await call('GET', '/v1/inbox')).body.conversations;
  t.equal((await call('POST', `/v1/inbox/${conversation.id}/messages`, { message: 'hi Ann' })).status, 200);
  t.equal(((await ask('deletion', { wrongSecret: true })) as Answered).status, 401);
  const answer = (await ask('deletion')) as Answered;
  t.equal(answer.status, 200);
  const { url, confirmation_code: code } = JSON.parse(answer.body) as {
    url: string;
    confirmation_code: string;
  };
  t.equal(url, `${baseUrl}/inbound/deletions/${code}`);
  const { sql } = service;
  t.strictSame((await call('GET', '/v1/inbox')).body.conversations, []);
  t.equal((await call('GET', `/v1/inbox/${conversation.id}/messages`)).status, 404);
  const account = accounts['instagram']!;
  for (const [table, rows] of Object.entries({
    accounts: await sql`select from accounts where id = ${account}`,
    inbound: await sql`select from inbound`,
    conversations: await sql`select from conversations`,
    direct_messages: await sql`select from direct_messages`,
    comments: await sql`select from comments`,
    actors: await sql`select from actors where kind in ('conversation', 'message_send')`,
    journal: await sql`select from journal_pages where family = ${conversation.id}`,
    exchanges: await sql`select from exchanges where actor_id like 'msg_%'`,
  }))
    t.equal(rows.length, 0, table);
  const page = await fetch(url);
  t.equal(page.status, 200);
  const text = await page.text();
  t.match(text, /1 accounts with their access, 1 conversations, 0 comments/);
  t.notMatch(text, /ann|cafe|@/i, 'it does not say whose it was');
  t.equal((await fetch(`${baseUrl}/inbound/deletions/nothing`)).status, 404);
  t.equal((await call('GET', '/v1/accounts')).body.accounts.length, 1, 'the other account stays');
  await eventually(async () => (await sql`select from revocations`).length === 0);
  const calls = sandbox.sandbox.calls.entries({ network: 'instagram' }).map((entry) => entry.call);
  t.ok(calls.includes('subscribed_apps/delete'), 'nothing more is sent for it');
});

void t.test('disconnecting an account deletes its conversations with their actors', async (t) => {
  const { call, service, accounts } = await withOwner(t);
  t.equal((await call('DELETE', `/v1/accounts/${accounts['telegram']}`)).status, 200);
  t.equal((await call('GET', '/v1/inbox')).body.conversations.length, 1);
  t.equal((await call('DELETE', `/v1/accounts/${accounts['instagram']}`)).status, 200);
  t.equal((await service.sql`select from conversations`).length, 0);
  t.equal((await service.sql`select from actors where kind = 'conversation'`).length, 0);
});
