/** X, whole: its Activity API calls the service, or the service reads within the day's budget. */
import { createHmac } from 'node:crypto';
import t from 'tap';
import type { Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { inbound } from '../../adapters/x/inbound.ts';
import { manifest } from '../../adapters/x/manifest.ts';
import { APP } from '../../simulators/x/state.ts';
import { withReadsPerDay } from '../../src/features/accounts/budgets/paid-reads.ts';
import { withStreams } from '../../src/features/receiving/index.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';

/** The service with an account on X, and people who can write to it. */
async function withPeople(t: Test, adapters: { [platform: string]: Manifest } = networks) {
  const running = await startService(t, { platforms: ['x'], subscribes: true, adapters });
  const { sandbox, call, service } = running;
  const control = controlOf(sandbox);
  const act = (username: string, what: object) =>
    control('people', { network: 'x', person: { username, name: 'Ann Fan' }, act: what });
  const receiving = async () => (await call('GET', '/v1/accounts')).body.accounts[0].receiving;
  await eventually(receiving);
  // the tokens of X live for two hours
  await service.sql`update accounts set expires_at = to_timestamp(${Date.now() / 1000}::float8 + 7200)`;
  const inbox = async () => (await call('GET', '/v1/inbox')).body.conversations;
  const thread = async (id: string) => (await call('GET', `/v1/inbox/${id}/messages`)).body.messages;
  const texts = async (id: string) => (await thread(id)).map(({ text }: { text: string }) => text);
  const received = async (username: string): Promise<string[]> =>
    (await control(`people?network=x&username=${username}`)).messages
      .filter(({ byAccount }: { byAccount: boolean }) => byAccount)
      .map(({ text }: { text: string }) => text);
  const calls = async (name: string): Promise<number> =>
    (await control('calls?network=x')).calls.filter((one: { call: string }) => one.call === name).length;
  const postId = async () => (await control('people?network=x')).posts[0].id;
  return { ...running, control, act, received, receiving, inbox, thread, texts, calls, postId };
}

/** X without webhooks, because the app's consumer key is not set. */
const withoutWebhooks = (perDay = 100): { [platform: string]: Manifest } => {
  const subscriptions = { ...inbound.subscriptions!, isConfigured: () => false };
  const x: Manifest = { ...manifest, inbound: { ...inbound, subscriptions } };
  return withReadsPerDay({ ...networks, x }, { x: perDay });
};

const STREAM = 'GET /2/activity/stream';
const byStream = withStreams(networks, ['x']);

const SEND = 'POST /2/dm_conversations/with/:person/messages';

void t.test('a message is pushed, answered, and the answer is there once', async (t) => {
  const { act, received, receiving, inbox, thread, call } = await withPeople(t);
  t.match(await receiving(), { via: 'webhook', everySeconds: null, problem: null });
  await act('ann', { say: 'Do you open on Sunday? 🌞 <3' });
  const [conversation] = await eventually(async () => {
    const list = await inbox();
    return list.length > 0 && list[0].contact.username !== null && list;
  });
  t.match(conversation, {
    platform: 'x',
    contact: { username: 'ann', name: 'Ann Fan' },
    lastMessage: { direction: 'in', text: 'Do you open on Sunday? 🌞 <3' },
    unread: 1,
    windowEndsAt: null,
    humanUntil: null,
  });
  const answer = await call('POST', `/v1/inbox/${conversation.id}/messages`, {
    message: 'From 9 to 5 & later',
  });
  t.match(answer, { status: 200, body: { message: { status: 'sent', by: 'team' } } });
  t.same(await received('ann'), ['From 9 to 5 & later']);
  await act('ann', { say: 'thanks' });
  await eventually(async () => (await thread(conversation.id)).length >= 3);
  t.same(
    (await thread(conversation.id)).map(({ by, text }) => [by, text]),
    [
      ['contact', 'thanks'],
      ['team', 'From 9 to 5 & later'],
      ['contact', 'Do you open on Sunday? 🌞 <3'],
    ],
    'its echo is not a second message',
  );
});

void t.test('a send whose response was lost is found, and not sent again', async (t) => {
  const { act, control, received, inbox, thread, call, calls, advance } = await withPeople(t);
  await act('ann', { say: 'hello' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  await control('webhooks', { network: 'x', hold: true }); // no echo settles it
  await control('faults', { network: 'x', kind: 'lost_answer', call: SEND, times: 1 });
  const asked = call('POST', `/v1/inbox/${id}/messages`, { message: 'hello yourself' });
  const looking = setInterval(() => advance(10_000), 50);
  const answer = await asked;
  clearInterval(looking);
  t.match(answer, { status: 200, body: { message: { status: 'sent' } } });
  await control('webhooks', { network: 'x', hold: false, twice: true });
  await act('ann', { say: 'good' });
  await eventually(async () => (await thread(id)).length === 3);
  t.same(await received('ann'), ['hello yourself']);
  t.equal(await calls(SEND), 1);
});

void t.test('replies arrive below posts, also those that were made in X itself', async (t) => {
  const { act, call, postId, control } = await withPeople(t);
  await control('webhooks', { network: 'x', twice: true });
  await act('ann', { comment: { text: 'How much?', mediaId: await postId() } });
  const comments = async () => (await call('GET', '/v1/comments')).body.comments;
  await eventually(async () => (await comments())[0]?.post.text !== null && (await comments()).length === 1);
  t.match(await comments(), [
    { text: 'How much?', from: { username: 'ann' }, post: { kind: 'elsewhere', text: 'Out at six.' } },
  ]);
  t.equal((await comments())[0].can.privateReply, false, 'X has no private replies');
});

void t.test('an encrypted message is shown as one that cannot be read here', async (t) => {
  const { act, inbox, thread } = await withPeople(t);
  await act('ann', { send: { type: 'unsupported' } });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  t.match(await thread(id), [
    { direction: 'in', text: '', unsupported: true, attachments: [{ type: 'encrypted', url: null }] },
  ]);
});

void t.test('a wrong signature is a 401, and nothing is stored', async (t) => {
  const { baseUrl, service, act, control, receiving, idle } = await withPeople(t);
  await idle(); // the account has been read: what is stored from here on was sent
  const body = JSON.stringify({ data: { event_type: 'dm.received', filter: { user_id: '1' }, payload: {} } });
  const send = (secret: string, signed = body) => {
    const signature = createHmac('sha256', secret).update(signed).digest('base64');
    const headers = { 'x-twitter-webhooks-signature': `sha256=${signature}` };
    return fetch(`${baseUrl}/inbound/x`, { method: 'POST', body, headers });
  };
  t.equal((await send(APP.clientSecret)).status, 401);
  t.equal((await send(APP.consumer.secret, `${body} `)).status, 401);
  t.equal((await fetch(`${baseUrl}/inbound/x`, { method: 'POST', body })).status, 401);
  await control('webhooks', { network: 'x', wrongSecret: true });
  await act('ann', { say: 'hello' });
  await eventually(async () => (await control('webhooks?network=x')).deliveries.length > 0);
  t.match((await control('webhooks?network=x')).deliveries, [{ status: 401 }]);
  t.same(await service.sql`select from inbound`, []);
  t.equal((await send(APP.consumer.secret)).status, 200);
  t.match(await receiving(), { problem: null });
});

void t.test('the check of the address is answered, and repeated at any time', async (t) => {
  const { baseUrl, control } = await withPeople(t);
  const response = await fetch(`${baseUrl}/inbound/x?crc_token=abc`);
  t.equal(response.status, 200);
  t.match(response.headers.get('content-type'), /^application\/json/);
  const signed = createHmac('sha256', APP.consumer.secret).update('abc').digest('base64');
  t.same(await response.json(), { response_token: `sha256=${signed}` });
  t.equal((await fetch(`${baseUrl}/inbound/x?crc_token=${encodeURIComponent('{"data":{}}')}`)).status, 403);
  t.match(await control('webhooks', { network: 'x', check: true }), {
    apps: [{ url: `${baseUrl}/inbound/x` }],
  });
});

void t.test('without webhooks the account is read every hour, and everything is there once', async (t) => {
  const { act, inbox, texts, receiving, call, postId, advance } = await withPeople(t, withoutWebhooks());
  t.match(await receiving(), { via: 'polling', everySeconds: 3600, problem: null });
  await act('ann', { say: 'one' });
  await act('ann', { say: 'two' });
  await act('ann', { comment: { text: 'How much?', mediaId: await postId() } });
  advance(3_601_000);
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  await eventually(async () => (await texts(id)).length === 2);
  advance(3_601_000); // the token has ended meanwhile
  await act('ann', { say: 'three' });
  advance(3_601_000);
  await eventually(async () => (await texts(id)).length === 3);
  t.same((await texts(id)).sort(), ['one', 'three', 'two']);
  const { comments } = (await call('GET', '/v1/comments')).body;
  t.match(comments, [{ text: 'How much?' }]);
  t.equal(comments.length, 1);
});

void t.test('a budget that is used up pauses reading until the day ends, and says so', async (t) => {
  const { act, inbox, receiving, service, call, calls, advance, idle } = await withPeople(
    t,
    withoutWebhooks(12),
  );
  await idle(); // the first read has ended: the next one, after the clock's move, finds both messages
  await act('ann', { say: 'one' });
  await act('ann', { say: 'two' });
  const untilNoon = 12 * 3_600_000 - (Date.now() % (24 * 3_600_000));
  advance(untilNoon > 0 ? untilNoon : untilNoon + 24 * 3_600_000);
  const problem = await eventually(async () => (await receiving()).problem);
  t.match(problem, /budget of 12 paid reads a day is used up: reading on X pauses until midnight UTC/);
  const [row] = await service.sql<{ used: number }[]>`select used from paid_reads`;
  t.ok(row!.used <= 12);
  const { errors } = (await call('GET', '/v1/comments')).body;
  t.match(errors, [{ platform: 'x', error: /used up/ }]);

  const before = await calls('GET /2/dm_events');
  await act('ann', { say: 'three' });
  advance(6 * 3_600_000);
  await idle();
  t.equal(await calls('GET /2/dm_events'), before, 'nothing is read');
  const [{ id }] = await inbox();
  t.match(
    await call('POST', `/v1/inbox/${id}/messages`, { message: 'hi' }),
    { status: 200 },
    'answering goes on',
  );

  advance(6 * 3_600_000 + 60_000);
  await eventually(async () => (await call('GET', `/v1/inbox/${id}/messages`)).body.messages.length === 4);
  t.ok((await calls('GET /2/dm_events')) > before);
});

void t.test('a budget of 0 reads nothing', async (t) => {
  const { receiving, calls } = await withPeople(t, withoutWebhooks(0));
  t.match(await eventually(async () => (await receiving()).problem), /X_READS_PER_DAY is 0/);
  t.equal(await calls('GET /2/dm_events'), 0);
});

void t.test('by the stream everything arrives without a public address', async (t) => {
  const running = await withPeople(t, byStream);
  const { act, inbox, receiving, call, postId, sandbox, control, accounts } = running;
  t.match(await receiving(), { via: 'stream', everySeconds: null, problem: null });
  await eventually(async () =>
    (await control('calls?network=x')).calls.some((one: { call: string }) => one.call === STREAM),
  );
  await act('ann', { say: 'Do you open on Sunday? 🌞' });
  await act('ann', { comment: { text: 'How much?', mediaId: await postId() } });
  await eventually(async () => (await inbox())[0]?.lastMessage.text === 'Do you open on Sunday? 🌞');
  await eventually(async () => (await call('GET', '/v1/comments')).body.comments.length === 1);
  t.same((await control('webhooks?network=x')).deliveries, [], 'X called no address');

  const second = await fetch(`${sandbox.url}/x/2/activity/stream`, { headers: await asApp(sandbox.url) });
  t.equal(second.status, 429, 'X lets an app open one');
  const subscribed = async () => {
    const read = await fetch(`${sandbox.url}/x/2/activity/subscriptions`, {
      headers: await asApp(sandbox.url),
    });
    return ((await read.json()) as { data: { webhook_id?: string }[] }).data;
  };
  t.ok((await subscribed()).length >= 3);
  t.same(
    (await subscribed()).filter(({ webhook_id }) => webhook_id !== undefined),
    [],
  );
  t.equal((await call('DELETE', `/v1/accounts/${accounts['x']}`)).status, 200);
  await eventually(async () => (await subscribed()).length === 0);
});

/** The headers of X's app as itself. */
async function asApp(sandboxUrl: string): Promise<{ authorization: string }> {
  const { key, secret } = APP.consumer;
  const response = await fetch(`${sandboxUrl}/x/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return { authorization: `Bearer ${token}` };
}
