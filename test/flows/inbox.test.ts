import { createHmac } from 'node:crypto';
import t from 'tap';
import { FAILED_LOOKUP_WAITS_MS } from '../../machines/lookup-waits.ts';
import type { Test } from 'tap';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { type RunningService, startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';

/** The service with an Instagram account, and people who can write to it. */
async function withPeople(t: Test) {
  const running = await startService(t, { platforms: ['instagram'], subscribes: true });
  const { sandbox, call } = running;
  const control = controlOf(sandbox);
  const act = (username: string, what: object) =>
    control('people', { network: 'instagram', person: { username, name: 'Ann Fan' }, act: what });
  const received = async (username: string) => control(`people?network=instagram&username=${username}`);
  await untilReceiving(running.service, 'instagram');
  const inbox = async (query = '') => (await call('GET', `/v1/inbox${query}`)).body.conversations;
  const thread = async (id: string) => (await call('GET', `/v1/inbox/${id}/messages`)).body.messages;
  return { ...running, control, act, received, inbox, thread };
}

void t.test('a message arrives within seconds, is answered, and the answer reaches the person', async (t) => {
  const { act, received, inbox, thread, call, accounts, service } = await withPeople(t);
  const [account] = await service.sql<{ receiving: object }[]>`select receiving from accounts`;
  t.match(account!.receiving, { via: 'webhook', problem: null });
  await act('ann', { say: 'Do you open on Sunday? 🌞' });
  const [conversation] = await eventually(async () => {
    const list = await inbox();
    return list.length > 0 && list[0].contact.username !== null && list;
  });
  t.match(conversation, {
    accountId: accounts['instagram'],
    platform: 'instagram',
    contact: { username: 'ann', name: 'Ann Fan' },
    lastMessage: { direction: 'in', text: 'Do you open on Sunday? 🌞' },
    unread: 1,
    done: false,
    flagged: null,
    pausedUntil: null,
  });
  const { id, windowEndsAt, humanUntil } = conversation;
  t.equal(Date.parse(humanUntil) - Date.parse(windowEndsAt), 6 * 24 * 3_600_000);

  const answer = await call('POST', `/v1/inbox/${id}/messages`, { message: 'Yes, from 9 to 5' });
  t.equal(answer.status, 200, JSON.stringify(answer.body));
  t.match(answer.body.message, {
    direction: 'out',
    by: 'team',
    status: 'sent',
    text: 'Yes, from 9 to 5',
    error: null,
  });
  const told = JSON.stringify(await received('ann'));
  t.equal(told.split('Yes, from 9 to 5').length - 1 >= 1, true, 'the person has it');

  const messages = await thread(id);
  t.strictSame(
    messages.map(({ direction, by, status }) => [direction, by, status]),
    [
      ['out', 'team', 'sent'],
      ['in', 'contact', 'sent'],
    ],
    'its echo is not a second message',
  );
  const [after] = await inbox();
  t.equal(after.unread, 0, 'answering reads it');
  t.ok(Date.parse(after.pausedUntil) > Date.now() + 11 * 3_600_000, 'automations pause 12 hours');
  t.equal(after.lastMessage.direction, 'out');
});

void t.test('done, opened again by a new message, unread again, filters', async (t) => {
  const { act, inbox, call } = await withPeople(t);
  await act('ann', { say: 'first' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  const post = async (what: string, body: object = {}) =>
    (await call('POST', `/v1/inbox/${id}/${what}`, body)).body.conversation;
  t.match(await post('done'), { done: true, unread: 0 });
  t.strictSame((await inbox('?done=false')).length, 0);
  t.strictSame((await inbox('?done=true')).length, 1);
  await act('ann', { say: 'second' });
  await eventually(async () => (await inbox('?unread=true')).length === 1);
  t.match((await inbox())[0], { done: false, unread: 1, lastMessage: { text: 'second' } });
  t.match(await post('read'), { unread: 0, done: false });
  t.match(await post('unread'), { unread: 1, done: false });
  t.match(await post('done', { done: true }), { done: true });
  t.match(await post('done', { done: false }), { done: false });
  t.strictSame((await inbox('?platform=facebook')).length, 0);
  t.strictSame((await inbox('?flagged=true')).length, 0);
});

void t.test(
  'repeats, echoes before the response, and events out of order give one message each',
  async (t) => {
    const { act, control, inbox, thread, call, idle } = await withPeople(t);
    await control('webhooks', { network: 'instagram', twice: true, echoFirst: true });
    await act('ann', { say: 'hello' });
    const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
    const answer = await call('POST', `/v1/inbox/${id}/messages`, { message: 'hello yourself' });
    t.equal(answer.status, 200, JSON.stringify(answer.body));
    await control('webhooks', { network: 'instagram', hold: true, reversed: true, batch: 1000 });
    await act('ann', { say: 'one' });
    await act('ann', { say: 'two' });
    await control('webhooks', { network: 'instagram', hold: false });
    await eventually(async () => (await thread(id)).length === 4);
    await idle();
    t.strictSame(
      (await thread(id)).map(({ text, by }) => [text, by]),
      [
        ['two', 'contact'],
        ['one', 'contact'],
        ['hello yourself', 'team'],
        ['hello', 'contact'],
      ],
      "in the order of the network's time",
    );
  },
);

void t.test('what the account owner writes in the app itself is an answer of the team', async (t) => {
  const { act, inbox, thread, advance } = await withPeople(t);
  await act('ann', { say: 'hello' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  advance(60_000);
  await act('ann', { human: 'Hi Ann, it is me' });
  await eventually(async () => (await thread(id)).length === 2);
  t.match((await thread(id))[0], { direction: 'out', by: 'team', text: 'Hi Ann, it is me', status: 'sent' });
  t.ok((await inbox())[0].pausedUntil, 'automations pause');
});

void t.test('edits, reactions, taps of nothing, and unsent messages', async (t) => {
  const { act, inbox, thread } = await withPeople(t);
  await act('ann', { say: 'helo' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  await act('ann', { edit: { text: 'hello' } });
  await eventually(async () => (await thread(id))[0].text === 'hello');
  t.match((await thread(id))[0], { edited: true });
  await act('ann', { delete: true });
  await eventually(async () => (await thread(id))[0].deleted);
  t.match((await thread(id))[0], { text: '', attachments: [], deleted: true });
  await act('ann', { mentionStory: true });
  await eventually(async () => (await thread(id)).length === 2);
  const types = (await thread(id))[0].attachments.map(({ type }) => type);
  t.strictSame(types, ['story_mention'], 'it is listed once');
});

void t.test('messages of which no event came are found by reading, and are there once', async (t) => {
  const { act, control, inbox, thread, advance } = await withPeople(t);
  await control('webhooks', { network: 'instagram', hold: true });
  await act('ann', { say: 'can you hear me?' });
  await act('ann', { human: 'Yes, in the app' });
  t.equal((await inbox()).length, 0);
  advance(16 * 60_000);
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  await control('webhooks', { network: 'instagram', hold: false, twice: true });
  await act('ann', { say: 'good' });
  await eventually(async () => (await thread(id)).length === 3);
  // the network's list names whole seconds, so the order of the first two may differ
  t.strictSame((await thread(id)).map(({ text }) => text).sort(), [
    'Yes, in the app',
    'can you hear me?',
    'good',
  ]);
});

void t.test('what people wrote before the account was connected is history', async (t) => {
  const { act, service, inbox, control, advance } = await withPeople(t);
  await control('webhooks', { network: 'instagram', hold: true });
  // before it is written, since a read may see it at once
  await service.sql`
    update accounts set receiving = (receiving::jsonb || jsonb_build_object('since', ${Date.now() + 15 * 60_000}::float8))::json
    where platform = 'instagram'`;
  await act('ann', { say: 'years ago' });
  advance(16 * 60_000);
  const [conversation] = await eventually(async () => (await inbox()).length === 1 && inbox());
  t.match(conversation, { unread: 0, done: true, lastMessage: { text: 'years ago' } });
});

void t.test('an edit and a deletion that arrive before their messages are kept for them', async (t) => {
  const { act, control, inbox, thread } = await withPeople(t);
  await act('ann', { say: 'hello' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  await control('webhooks', { network: 'instagram', hold: true, reversed: true, batch: 1 });
  await act('ann', { say: 'helo agian' });
  await act('ann', { edit: { text: 'hello again' } });
  await act('ann', { say: 'a secret' });
  await act('ann', { delete: true });
  await control('webhooks', { network: 'instagram', hold: false });
  await eventually(async () => {
    const [secret, again] = await thread(id);
    return secret?.deleted && again?.text === 'hello again';
  });
  t.match(await thread(id), [
    { text: '', deleted: true },
    { text: 'hello again', edited: true },
    { text: 'hello' },
  ]);
});

void t.test('outside the window a key gets 409 with the time, and nothing is sent', async (t) => {
  const { act, inbox, thread, call, advance } = await withPeople(t);
  await act('ann', { say: 'hello' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  advance(25 * 3_600_000);
  const late = await call('POST', `/v1/inbox/${id}/messages`, { message: 'sorry, late' });
  t.equal(late.status, 409);
  t.match(late.body, { code: 'window_closed', error: /signed in to the dashboard/ });
  t.equal((await thread(id)).length, 1);
  const long = await call('POST', `/v1/inbox/${id}/messages`, { message: '🌞'.repeat(251) });
  t.equal(long.status, 400);
  t.match(long.body, { param: '/message', error: /1004 bytes/ });
});

void t.test('a refusal of the network is 502 with its words, and its key may be used again', async (t) => {
  const { act, inbox, thread, call } = await withPeople(t);
  await act('ann', { say: 'hello' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  await act('ann', { block: true });
  const send = () =>
    call('POST', `/v1/inbox/${id}/messages`, { message: 'are you there?' }, { 'idempotency-key': 'one' });
  const refused = await send();
  t.equal(refused.status, 502);
  t.match(refused.body, { code: 'network_refused', networkCode: /^\d+(\/\d+)?$/ });
  t.equal((await thread(id))[0].networkCode, refused.body.networkCode);
  t.match((await thread(id))[0], { status: 'failed', error: refused.body.error });
  await act('ann', { unblock: true });
  const sent = await send();
  t.equal(sent.status, 200, JSON.stringify(sent.body));
  const again = await send();
  t.equal(again.headers.get('idempotent-replayed'), 'true');
  t.strictSame(again.body, sent.body);
  t.equal((await thread(id)).filter(({ status }) => status === 'sent').length, 2, 'sent once');
});

/** Until the only message that is sent waits for another lookup. */
const untilLookedFor = ({ service }: Awaited<ReturnType<typeof withPeople>>, looks: number) =>
  eventually(async () => {
    const [row] = await service.sql<{ looks: number; failed: number }[]>`
      select coalesce((snapshot #>> '{context,looks}')::int, 0) as looks,
        coalesce((snapshot #>> '{context,failedLooks}')::int, 0) as failed
      from actors where kind = 'message_send' and snapshot ->> 'value' = 'lookingAgain'`;
    return row && row.looks + row.failed === looks;
  });

void t.test(
  'a message that never arrived has failed once two lookups show it, and may be sent again',
  async (t) => {
    const world = await withPeople(t);
    const { act, inbox, thread, call, sandbox, advance } = world;
    await act('ann', { say: 'hello' });
    const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
    sandbox.sandbox.faults.add({ kind: 'cut', network: 'instagram', call: 'messages', times: 1 });
    const send = () =>
      call('POST', `/v1/inbox/${id}/messages`, { message: 'are you there?' }, { 'idempotency-key': 'one' });
    const first = send();
    await untilLookedFor(world, 1);
    t.match(await send(), { status: 409, body: { code: 'idempotency_in_progress' } }, 'it is looked for');
    advance(61_000);
    const failed = await first;
    t.match(failed, {
      status: 503,
      body: { code: 'network_busy', error: /did not answer, and the message is not/ },
    });
    t.notMatch(failed.body, { networkCode: String }, 'nobody refused it');
    t.match((await thread(id))[0], { status: 'failed', error: failed.body.error });
    t.equal((await send()).status, 200, 'it failed, so the key is free');
  },
);

void t.test(
  'a message that the network shows after it has failed is not sent again under its key',
  async (t) => {
    const world = await withPeople(t);
    const { act, inbox, thread, call, sandbox, advance, received } = world;
    await act('ann', { say: 'hello' });
    const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
    sandbox.sandbox.faults.add({ kind: 'cut', network: 'instagram', call: 'messages', times: 1 });
    const send = (message = 'are you there?') =>
      call('POST', `/v1/inbox/${id}/messages`, { message }, { 'idempotency-key': 'one' });
    const first = send();
    await untilLookedFor(world, 1);
    advance(61_000);
    t.equal((await first).status, 503);
    t.match(
      await send('another text'),
      { status: 422 },
      'the key is that of the message which may still come',
    );
    // the network works on the call now, as an account's own app would: the echo is all that tells
    await act('ann', { human: 'are you there?' });
    await eventually(async () => (await thread(id))[0].status === 'sent');
    const again = await send();
    t.match(again, { status: 200, body: { message: { id: (await thread(id))[0].id } } });
    const { messages } = (await received('ann')) as { messages: { byAccount: boolean }[] };
    t.equal(messages.filter(({ byAccount }) => byAccount).length, 1, 'sent once');
  },
);

void t.test('what nobody can look up stays unknown, and its key never sends it again', async (t) => {
  const world = await withPeople(t);
  const { act, inbox, thread, call, sandbox, advance, received, control } = world;
  await act('ann', { say: 'hello' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  await control('webhooks', { network: 'instagram', hold: true });
  sandbox.sandbox.faults.add({ kind: 'lost_answer', network: 'instagram', call: 'messages', times: 1 });
  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'instagram', call: 'conversations' });
  const send = () =>
    call('POST', `/v1/inbox/${id}/messages`, { message: 'are you there?' }, { 'idempotency-key': 'one' });
  const first = send();
  for (const [index, waitMs] of FAILED_LOOKUP_WAITS_MS.entries()) {
    await untilLookedFor(world, index + 1);
    if (index < 3) t.equal((await send()).status, 409, 'not settled');
    advance(waitMs + 1);
  }
  t.match(await first, { status: 504, body: { code: 'outcome_unknown' } });
  t.match(await send(), { status: 504, body: { code: 'outcome_unknown' } }, 'again under its key');
  t.match((await thread(id))[0], { status: 'unknown', error: /the message may have arrived/ });
  const { messages } = (await received('ann')) as { messages: { byAccount: boolean }[] };
  t.equal(messages.filter(({ byAccount }) => byAccount).length, 1, 'sent once');
});

void t.test('a withdrawn access fails the message, and the account has to be connected again', async (t) => {
  const { act, inbox, call, service, accounts } = await withPeople(t);
  await act('ann', { say: 'hello' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  const accountId = accounts['instagram']!;
  const sealed = service.sealer.seal({ accessToken: 'IGAAofnobody' }, accountId);
  await service.sql`update accounts set credentials = ${sealed} where id = ${accountId}`;
  const refused = await call('POST', `/v1/inbox/${id}/messages`, { message: 'are you there?' });
  t.equal(refused.status, 502, JSON.stringify(refused.body));
  await eventually(async () => {
    const [account] = (await call('GET', '/v1/accounts')).body.accounts;
    return account.status === 'needs_reconnect' && account.warning.message.includes(refused.body.error);
  });
});

/** A body signed as Meta does: over escaped bytes. */
function signed(body: string, secret: string) {
  return { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}

async function appOf({ sandbox }: RunningService): Promise<{ clientId: string; clientSecret: string }> {
  const { networks } = (await (await fetch(`${sandbox.url}/control/networks`)).json()) as {
    networks: { platform: string; app: { clientId: string; clientSecret: string } }[];
  };
  return networks.find(({ platform }) => platform === 'instagram')!.app;
}

void t.test('only the secret of the app opens the door; a bad item does not harm the others', async (t) => {
  const running = await withPeople(t);
  const { service, raw, inbox } = running;
  const { clientSecret } = await appOf(running);
  const [account] = await service.sql<{ remoteId: string }[]>`select remote_id as "remoteId" from accounts`;
  const message = (mid: string, text: string) => ({
    sender: { id: '991' },
    recipient: { id: account!.remoteId },
    timestamp: Date.now(),
    message: { mid, text },
  });
  const body = JSON.stringify({
    object: 'instagram',
    entry: [
      {
        id: account!.remoteId,
        time: Date.now(),
        messaging: [message('m1', 'grüße 👋'), null, { message: 7 }, message('m2', 'two')],
      },
      { id: '17000000000000000', time: Date.now(), messaging: [message('m3', 'of somebody else')] },
    ],
  }).replace(/[\u0080-\uffff]/g, (char) => String.raw`\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const json = { 'content-type': 'application/json' };
  for (const headers of [
    json,
    { ...json, ...signed(body, 'another secret') },
    { ...json, ...signed(`${body} `, clientSecret) },
  ])
    t.equal((await raw('POST', '/inbound/instagram', body, headers)).status, 401);
  t.equal((await service.sql`select from inbound`).length, 0, 'nothing is stored');
  for (let times = 0; times < 2; times += 1) {
    const response = await fetch(`${running.baseUrl}/inbound/instagram`, {
      method: 'POST',
      body,
      headers: { ...json, ...signed(body, clientSecret) },
    });
    t.equal(response.status, 200);
  }
  const [conversation] = await eventually(async () => (await inbox()).length === 1 && inbox());
  t.equal(conversation.unread, 2);
  t.equal((await service.sql`select from inbound where event::text like '%somebody else%'`).length, 0);
  t.equal((await fetch(`${running.baseUrl}/inbound/instagram`)).status, 403, 'the verify token is asked for');
  t.equal((await fetch(`${running.baseUrl}/inbound/bluesky`)).status, 404);
});

void t.test(
  'the list goes on where a page ended, and finds names, handles and words of messages',
  async (t) => {
    const { act, inbox, call, service } = await withPeople(t);
    for (const name of ['ann', 'ben.fan_92', 'cyd', 'dan', 'eve'])
      await act(name, { say: `Hello from ${name}` });
    await act('ben.fan_92', { say: 'Do you have it in green?' });
    await eventually(async () => (await inbox()).length === 5 && (await inbox('?q=green')).length === 1);
    await eventually(async () => (await inbox()).every(({ contact }) => contact.username));
    const all = (await inbox()).map(({ id }) => id);
    const seen: string[] = [];
    let before = '';
    for (let page = 0; page < 3; page += 1) {
      const { conversations, next } = (await call('GET', `/v1/inbox?limit=2${before}`)).body;
      seen.push(...conversations.map(({ id }) => id));
      t.equal(next === null, page === 2, `page ${page}`);
      before = `&before=${next}`;
    }
    t.strictSame(seen, all);
    t.equal((await call('GET', '/v1/inbox?before=nothing')).status, 400);

    const found = async (q: string) =>
      (await inbox(`?q=${encodeURIComponent(q)}`))
        .map(({ contact }) => contact.username)
        .toSorted((one: string, other: string) => one.localeCompare(other));
    t.strictSame(await found('green'), ['ben.fan_92']);
    t.strictSame(await found('it HAVE gre'), ['ben.fan_92'], 'any order and case, the last word begun');
    t.strictSame(await found('hello green'), [], 'all words in one message');
    t.strictSame(await found('fan'), ['ann', 'ben.fan_92', 'cyd', 'dan', 'eve'], 'names');
    t.strictSame(await found('ben.fan'), ['ben.fan_92']);
    t.strictSame(await found('🌞'), []);
    t.strictSame(await found('%'), []);
    t.strictSame(await found("' | 'hello"), ['ann', 'ben.fan_92', 'cyd', 'dan', 'eve'], 'no operators');
    t.strictSame(await inbox('?q=green&unread=false'), [], 'with another filter');

    await act('ben.fan_92', { delete: true });
    await eventually(async () => (await found('green')).length === 0);
    await service.sql`update direct_messages set workspace_id = 'ws_other' where text like 'Hello from cyd'`;
    t.strictSame(await found('hello from cyd'), [], 'of this workspace only');
  },
);

void t.test('a thread goes on where a page ended', async (t) => {
  const { act, inbox, thread, call } = await withPeople(t);
  for (const say of ['one', 'two', 'three']) await act('ann', { say });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  await eventually(async () => (await thread(id)).length === 3);
  const first = (await call('GET', `/v1/inbox/${id}/messages?limit=2`)).body;
  const second = (await call('GET', `/v1/inbox/${id}/messages?limit=2&before=${first.next}`)).body;
  t.strictSame([...first.messages, ...second.messages], await thread(id));
  t.strictSame([first.messages.length, second.messages.length, second.next], [2, 1, null]);
});

void t.test('the list shows what is unsent as gone, and what was not sent as failed', async (t) => {
  const { act, inbox, call } = await withPeople(t);
  await act('ann', { say: 'a secret' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  await act('ann', { edit: { text: 'another secret' } });
  await eventually(async () => (await inbox())[0].lastMessage.text === 'another secret');
  await act('ann', { delete: true });
  await eventually(async () => (await inbox())[0].lastMessage.text === '');
  await act('ann', { block: true });
  const { status, body } = await call('POST', `/v1/inbox/${id}/messages`, { message: 'are you there?' });
  t.equal(status, 502);
  t.match((await inbox())[0].lastMessage, { text: 'are you there?', status: 'failed', error: body.error });
});

void t.test('an answer is not sent when somebody answered after the message that was seen', async (t) => {
  const { act, inbox, thread, call, advance } = await withPeople(t);
  await act('ann', { say: 'hello' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  const [seen] = await thread(id);
  const send = (message: string, after?: string) =>
    call('POST', `/v1/inbox/${id}/messages`, { message, ...(after && { after }) });
  const first = await send('Hello Ann', seen.id);
  t.equal(first.status, 200);
  const late = await send('Hi Ann', seen.id);
  t.equal(late.status, 409);
  t.match(late.body, {
    code: 'answered_meanwhile',
    param: '/after',
    error: new RegExp(first.body.message.id),
  });
  t.equal((await thread(id)).length, 2, 'nothing was sent');
  t.equal((await send('And welcome', first.body.message.id)).status, 200, 'after the answer that was seen');

  await act('ann', { say: 'thanks' });
  await eventually(async () => (await thread(id)).length === 4);
  const [thanks] = await thread(id);
  advance(60_000);
  await act('ann', { human: 'You are welcome' });
  await eventually(async () => (await thread(id)).length === 5);
  t.match((await send('No problem', thanks.id)).body, { code: 'answered_meanwhile' }, 'in the app itself');
  t.equal((await send('No problem')).status, 200, 'anyway');
  t.equal((await send('Bye', 'msg_01JD0000000000000000000009')).status, 404);

  const [newest] = await thread(id);
  await act('ann', { block: true });
  t.equal((await send('Are you there?', newest.id)).status, 502);
  await act('ann', { unblock: true });
  t.equal((await send('Are you there?', newest.id)).status, 200, 'a failed send is no answer');
});

void t.test('an echo confirms the send whose response is awaited, not one that failed before', async (t) => {
  const { act, control, inbox, thread, call, sandbox } = await withPeople(t);
  await act('ann', { say: 'hello' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  const send = () => call('POST', `/v1/inbox/${id}/messages`, { message: 'Are you there?' });
  await act('ann', { block: true });
  t.equal((await send()).status, 502);
  await act('ann', { unblock: true });
  await control('webhooks', { network: 'instagram', echoFirst: true });
  sandbox.sandbox.faults.add({ kind: 'lost_answer', network: 'instagram', call: 'messages', times: 1 });
  t.equal((await send()).status, 200);
  t.strictSame(
    (await thread(id)).map(({ status }) => status),
    ['sent', 'failed', 'sent'],
    'the second one was sent, the first one was not',
  );
  t.strictSame(sandbox.sandbox.faults.list(), [], 'the response was lost');
});

void t.test('a send is sent, although its id is given to another message at the same time', async (t) => {
  const { act, control, inbox, thread, call, received, sandbox, service } = await withPeople(t);
  await act('ann', { say: 'hello' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  const send = (message: string) => call('POST', `/v1/inbox/${id}/messages`, { message });
  await act('ann', { block: true });
  t.equal((await send('Are you there?')).status, 502);
  await act('ann', { unblock: true });
  const [failed] = await thread(id);
  await control('webhooks', { network: 'instagram', hold: true });
  const delayMs = 3_000;
  sandbox.sandbox.faults.add({ kind: 'slow', network: 'instagram', call: 'messages', delayMs, times: 1 });
  const asked = send('Hello?');
  const networkId = await eventually(async () => {
    const { messages } = (await received('ann')) as { messages: { id: string; text: string }[] };
    return messages.find(({ text }) => text === 'Hello?')?.id;
  });
  await service.sql.begin(async (tx) => {
    await tx`update direct_messages set network_id = ${networkId} where id = ${failed.id}`;
    // the response came, and its transaction waits for this one
    await eventually(async () => {
      const waiting = await service.sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%update direct_messages%'`;
      return waiting.length > 0;
    });
  });
  const { status, body } = await asked;
  t.equal(status, 200, JSON.stringify(body));
});

void t.test('two answers at once: one is sent', async (t) => {
  const { act, inbox, thread, call } = await withPeople(t);
  await act('ann', { say: 'hello' });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  const [{ id: after }] = await thread(id);
  const both = await Promise.all(
    ['from Max', 'from Mia'].map((message) => call('POST', `/v1/inbox/${id}/messages`, { message, after })),
  );
  t.strictSame(new Set(both.map(({ status }) => status)), new Set([200, 409]));
});
