/** Whether an account receives, what is said when it does not, and how it does by each sign-in. */
import { createHmac } from 'node:crypto';
import t from 'tap';
import type { Test } from 'tap';
import { allow, linkFor, newPerson } from '../accounts/connect/person.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';

type Options = Parameters<typeof startService>[1];

/** The service, which subscribes its accounts, and the control of its sandbox. */
async function receiving(t: Test, options: Options = { platforms: ['instagram'] }) {
  const running = await startService(t, { ...options, subscribes: true });
  const { sandbox, call } = running;
  const control = controlOf(sandbox);
  const account = async () => (await call('GET', '/v1/accounts')).body.accounts[0];
  /** Reads the account until it is as expected. */
  const until = (what: (seen: Awaited<ReturnType<typeof account>>) => boolean) =>
    eventually(async () => {
      const seen = await account();
      return seen && what(seen) ? seen : null;
    });
  const remoteId = async () =>
    (await running.service.sql<{ id: string }[]>`select remote_id as id from accounts`)[0]!.id;
  const act = async (username: string, what: object) =>
    control('people', { network: 'instagram', account: await remoteId(), person: { username }, act: what });
  const inbox = async () => (await call('GET', '/v1/inbox')).body.conversations;
  /** Connects an account by a sign-in with Facebook. */
  const byFacebook = async (given: { without?: string[] } = {}) => {
    const link = await linkFor(running, { platforms: ['instagram'] });
    const rosa = newPerson(running);
    const came = await rosa.get(await allow(rosa, link, 'instagram', { way: 'facebook', ...given }));
    if (!came.location.includes('/pick/')) return;
    const [, chosen] = /value="(17841\d+)"/.exec((await rosa.get(came.location)).text)!;
    await rosa.send(came.location, { account: chosen! });
  };
  return { ...running, control, account, until, remoteId, act, inbox, byFacebook };
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
const one = async (list: Promise<any[]>): Promise<any> => {
  const seen = await list;
  return seen.length === 1 ? seen[0]! : null;
};

await t.test('an account of a sign-in with Facebook receives, is answered, and can be deleted', async (t) => {
  const { byFacebook, until, act, inbox, call, control, baseUrl, sandbox, remoteId } = await receiving(t, {
    platforms: [],
  });
  await byFacebook();
  const { id } = await until((seen) => seen.receiving !== null);
  t.match((await until(() => true)).receiving, { via: 'webhook', problem: null });
  const page = await remoteId();
  await act('ann', { say: 'hello by the Page' });
  const conversation = await eventually(() => one(inbox()));
  t.match(conversation, { accountId: id, platform: 'instagram', unread: 1 });
  const path = `/v1/inbox/${conversation.id}/messages` as const;
  const answer = await call('POST', path, { message: 'hi Ann' });
  t.equal(answer.status, 200, JSON.stringify(answer.body));
  const seen = await fetch(`${sandbox.url}/control/people?network=instagram&account=${page}&username=ann`);
  t.match(await seen.text(), /hi Ann/);

  const ask = (kind: string, platform: string) =>
    control('removals', {
      network: 'instagram',
      account: page,
      kind,
      url: `${baseUrl}/inbound/${platform}/${kind}`,
    });
  t.equal((await ask('deauthorize', 'instagram')).status, 200);
  await until(({ status }) => status === 'needs_reconnect');
  await byFacebook();
  t.equal((await until(({ status }) => status === 'healthy')).id, id);
  t.equal((await ask('deletion', 'instagram')).status, 200);
  t.strictSame((await call('GET', '/v1/accounts')).body.accounts, []);
  t.strictSame(await inbox(), []);
});

await t.test('a permission that was not given is named, and connecting again mends it', async (t) => {
  const { byFacebook, until } = await receiving(t, { platforms: [] });
  await byFacebook({ without: ['instagram_manage_messages'] });
  const { receiving: lacking } = await until((seen) => seen.receiving !== null);
  t.match(lacking.problem, /instagram_manage_messages was not allowed: connect the account again/);
  await byFacebook();
  const { receiving: whole } = await until((seen) => seen.receiving.problem === null);
  t.equal(whole.since, lacking.since, 'it receives since then');
  // the Page cannot be subscribed at all
  await byFacebook({ without: ['pages_manage_metadata'] });
  await until((seen) => /pages_manage_metadata was not allowed/.test(seen.receiving.problem ?? ''));
});

await t.test('the app’s own subscription is made and read back; else its steps are shown', async (t) => {
  const { until, advance, control, sandbox, baseUrl } = await receiving(t);
  await until((seen) => seen.receiving !== null);
  const calls = () =>
    sandbox.sandbox.calls
      .entries({ network: 'instagram' })
      .map(({ call }) => call)
      .filter((call) => call.startsWith('subscriptions/'));
  t.strictSame(
    calls(),
    ['subscriptions/get', 'subscriptions/post', 'subscriptions/get'],
    'set, and read back',
  );
  advance(25 * 3_600_000);
  await eventually(async () => (calls().length === 4 ? true : null));
  t.equal(calls().at(-1), 'subscriptions/get', 'it is right: only looked at');

  // somebody entered another address at the network, and the network refuses ours
  await control('webhooks', { network: 'instagram', callbackUrl: null }).catch(() => null);
  const refused = { network: 'instagram', kind: 'status', status: 400, code: 2200 };
  await control('faults', { ...refused, call: 'subscriptions/get' });
  await control('faults', { ...refused, call: 'subscriptions/post' });
  advance(25 * 3_600_000);
  const { receiving: told } = await until((seen) => seen.receiving.problem !== null);
  t.match(told.problem, /does not call this service yet/);
  t.match(told.problem, new RegExp(`callback URL ${baseUrl}/inbound/instagram`));
  t.match(told.problem, /troupe inbound/);
  t.match(told.problem, /fields on: comments, live_comments, messages/);
  t.notMatch(told.problem, /sandbox-secret/);
});

await t.test('where another app answers first, the message says so', async (t) => {
  const { until, control, act, inbox, call, idle } = await receiving(t);
  await until((seen) => seen.receiving !== null);
  await idle(); // else the first read may find what is written before the network reports it
  await act('bo', { say: 'before' });
  await control('webhooks', { network: 'instagram', standby: true });
  await act('ann', { say: 'anybody there?' });
  const list = await eventually(async () => ((await inbox()).length === 2 ? inbox() : null));
  const shown = await Promise.all(
    list.map(async ({ id }: { id: string }) => {
      const [message] = (await call('GET', `/v1/inbox/${id}/messages`)).body.messages;
      return [message.text, message.standby ?? false];
    }),
  );
  t.strictSame(Object.fromEntries(shown), { before: false, 'anybody there?': true });
});

await t.test('an account that has to be connected again still receives', async (t) => {
  const { until, act, inbox, service, accounts } = await receiving(t);
  await until((seen) => seen.receiving !== null);
  await service.context.node.command(async (_tx, turn) => {
    const to = accounts['instagram']!;
    const event = { type: 'deauthorized', credentialsVersion: 1, reason: 'for the test' } as const;
    const [row] = await service.sql<{ id: string }[]>`
      select workspace_id as id from accounts where id = ${to}`;
    turn.tell(row!.id, { to, event });
    return { result: null };
  });
  await until(({ status }) => status === 'needs_reconnect');
  await act('ann', { say: 'do you hear me?' });
  t.match(await eventually(() => one(inbox())), { unread: 1, lastMessage: { text: 'do you hear me?' } });
});

await t.test('what is older than `since` is history: shown, not unread, told to nobody', async (t) => {
  const { until, inbox, baseUrl, call, sandbox, remoteId, service } = await receiving(t);
  const { receiving: since } = await until((seen) => seen.receiving !== null);
  const app = sandbox.sandbox.networks().find(({ platform }) => platform === 'instagram')!.app!;
  const id = await remoteId();
  const send = async (mid: string, at: number) => {
    const item = { sender: { id: '991' }, recipient: { id }, timestamp: at, message: { mid, text: mid } };
    const body = JSON.stringify({ object: 'instagram', entry: [{ id, time: at, messaging: [item] }] });
    const signature = createHmac('sha256', app.clientSecret).update(body).digest('hex');
    const headers = { 'x-hub-signature-256': `sha256=${signature}` };
    const response = await fetch(`${baseUrl}/inbound/instagram`, { method: 'POST', body, headers });
    t.equal(response.status, 200);
  };
  const told = async () =>
    (await service.sql<{ text: string }[]>`select feed::text as text from feed`)
      .map(({ text }) => text)
      .join()
      .split('message.created').length - 1;
  await send('old', Date.parse(since.since) - 60_000);
  const conversation = await eventually(() => one(inbox()));
  t.match(conversation, { unread: 0, lastMessage: { text: 'old' } });
  t.equal(await told(), 0);
  await send('new', Date.parse(since.since) + 60_000);
  await eventually(async () => ((await inbox())[0].unread === 1 ? true : null));
  t.equal(await told(), 1);
  const { messages } = (await call('GET', `/v1/inbox/${conversation.id}/messages`)).body;
  t.same(
    messages.map(({ text }) => text),
    ['new', 'old'],
  );
});
