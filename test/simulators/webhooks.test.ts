/** The webhooks of the simulated Instagram: subscriptions, bytes, signatures, repeats, and how they can be asked for. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { at } from '../../adapters/lib/http.ts';
import { instagram } from '../../simulators/instagram/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  type Body,
  codesOf,
  HOOK,
  HOUR,
  idIn,
  itemsOf,
  listAt,
  peopleScene,
  signatureOf,
} from './people-scene.ts';

const FIELDS =
  'comments,messages,message_reactions,messaging_postbacks,messaging_referral,messaging_seen,message_edit';

async function scene(options: { folder?: string } = {}) {
  const world = peopleScene(instagram, options);
  await world.setCallback();
  await world.send('/v26.0/me/subscribed_apps', { subscribed_fields: FIELDS });
  const items = async (list?: 'messaging' | 'changes' | 'standby') => {
    await world.settled();
    return itemsOf(world.received, list);
  };
  const write = (id: string, message: Body) =>
    world.send('/v26.0/me/messages', { recipient: { id }, message });
  return { ...world, items, write };
}

await t.test('the app subscribes after the network has checked its address', async () => {
  const { asApp, app, credentials } = peopleScene(instagram);
  const path = `/v26.0/${credentials.clientId}/subscriptions`;
  const given = {
    object: 'instagram',
    callback_url: HOOK,
    verify_token: 'verify me',
    fields: 'comments,messages',
  };
  const post = (more: { [name: string]: string }) =>
    asApp(path, { method: 'POST', body: new URLSearchParams({ ...given, ...more }) });
  deepEqual(codesOf(await post({ verify_token: 'another' })), [2200, null]);
  app.challenge = () => 'nonsense';
  deepEqual(codesOf(await post({})), [2201, null]);
  deepEqual((await asApp(path)).body, { data: [] });
  app.challenge = (challenge) => challenge;
  deepEqual((await post({})).body, { success: true });
  const [row] = (await asApp(path)).body['data'] as Body[];
  deepEqual([row?.['object'], row?.['callback_url'], row?.['active']], ['instagram', HOOK, true]);
  deepEqual(
    listAt(row, 'fields').map(({ name }) => name),
    ['comments', 'messages'],
  );
  deepEqual(codesOf(await post({ fields: 'comments,feed' })), [100, null]);
  deepEqual(codesOf(await post({ object: 'user' })), [100, null]);
  deepEqual((await asApp(path, { method: 'DELETE' })).body, { success: true });
  deepEqual((await asApp(path)).body, { data: [] });
});

await t.test('only the app itself reads and changes its subscriptions', async () => {
  const { call, credentials } = peopleScene(instagram);
  deepEqual(codesOf(await call(`/v26.0/${credentials.clientId}/subscriptions`)), [190, null]);
});

await t.test('an account is subscribed, read back and unsubscribed', async () => {
  const { send, call } = peopleScene(instagram);
  const path = '/v26.0/me/subscribed_apps';
  deepEqual((await call(path)).body, { data: [] });
  deepEqual(codesOf(await send(`${path}?subscribed_fields=comments,feed`, {})), [100, null]);
  deepEqual(codesOf(await send(path, {})), [100, null]);
  deepEqual((await call(`${path}?subscribed_fields=comments,messages`, { method: 'POST' })).body, {
    success: true,
  });
  const [row] = (await call(path)).body['data'] as Body[];
  deepEqual(row?.['subscribed_fields'], ['comments', 'messages']);
  await call(path, { method: 'DELETE' });
  deepEqual((await call(path)).body, { data: [] });
});

await t.test('nothing is sent where the app or the account is not subscribed', async () => {
  const { act, send, setCallback, settled, received } = peopleScene(instagram);
  await act('fan1', { say: 'nobody listens' });
  await send('/v26.0/me/subscribed_apps', { subscribed_fields: 'comments' });
  await act('fan1', { say: 'no address' });
  await setCallback({ fields: ['comments'] });
  await act('fan1', { say: 'not that field' });
  await settled();
  deepEqual(received, []);
  await setCallback();
  await act('fan1', { say: 'one subscription brings all fields of the app' });
  await settled();
  equal(received.length, 1);
});

await t.test('a body is signed over its escaped bytes', async () => {
  const { act, settled, received, credentials } = await scene();
  await act('fan1', { say: 'Grüße 🎉 https://a.test/b?c=1 & <b>' });
  await settled();
  const [{ raw, signature, type } = { raw: '', signature: '', type: '' }] = received;
  equal(type, 'application/json');
  ok(raw.includes(String.raw`Gr\u00fc\u00dfe \ud83c\udf89 https:\/\/a.test\/b?c=1 & <b>`), raw);
  ok(/^[\0-\u007f]*$/.test(raw));
  equal(signature, signatureOf(raw, credentials.clientSecret));
  ok(
    signature !== signatureOf(JSON.stringify(JSON.parse(raw)), credentials.clientSecret),
    'other bytes, other signature',
  );
});

await t.test('each act is the item that the network documents', async () => {
  const { act, items, write, account, clock } = await scene();
  const done = await act('fan1', { say: 'Hello' });
  const person = idIn(done['person'] as Body);
  const mid = idIn(done, 'messageId');
  const choice = { content_type: 'text', title: 'Yes', payload: 'FLOW:7:yes' };
  const asked = idIn((await write(person, { text: 'Ready?', quick_replies: [choice] })).body, 'message_id');
  await act('fan1', { tap: 'Yes' });
  await act('fan1', { react: { emoji: '❤', messageId: asked } });
  await act('fan1', { unreact: true });
  await act('fan1', { edit: { messageId: mid, text: 'Hello!' } });
  await act('fan1', { delete: { messageId: mid } });
  await act('fan1', { read: true });
  await act('fan1', { openRef: 'spring' });
  await act('fan1', { mentionStory: true });
  await act('fan1', { replyStory: 'wow' });
  await act('fan1', { say: { text: 'to that', replyTo: asked } });
  await act('fan1', { send: { type: 'share' } });
  await act('fan1', { send: { type: 'unsupported' } });
  const all = await items();
  const [
    said,
    echo,
    tapped,
    reacted,
    edited,
    deleted,
    read,
    referral,
    mention,
    story,
    answer,
    shared,
    unsupported,
  ] = all;
  deepEqual(said, {
    sender: { id: person },
    recipient: { id: account.remoteId },
    timestamp: clock.now,
    message: { mid, text: 'Hello' },
  });
  deepEqual([echo?.['sender'], echo?.['recipient']], [{ id: account.remoteId }, { id: person }]);
  deepEqual(echo?.['message'], { mid: asked, text: 'Ready?', is_echo: true });
  deepEqual(at(tapped, 'message', 'quick_reply'), { payload: 'FLOW:7:yes' });
  deepEqual(reacted?.['reaction'], { mid: asked, action: 'react', reaction: 'love', emoji: '❤' });
  deepEqual(edited?.['message_edit'], { mid, text: 'Hello!', num_edit: 1 }, 'no unreact arrived in between');
  deepEqual(deleted?.['message'], { mid, is_deleted: true });
  ok(at(read, 'read', 'mid'));
  deepEqual(referral?.['referral'], { ref: 'spring', source: 'SHORTLINK', type: 'OPEN_THREAD' });
  equal(listAt(mention, 'message', 'attachments')[0]?.['type'], 'story_mention');
  const replied = story?.['message'] as { text: string; reply_to: { story: Body } };
  deepEqual([replied.text, typeof replied.reply_to.story['url']], ['wow', 'string']);
  deepEqual(at(answer, 'message', 'reply_to'), { mid: asked });
  deepEqual(
    listAt(shared, 'message', 'attachments').map(({ type }) => type),
    ['share', 'ig_post'],
  );
  equal(at(unsupported, 'message', 'is_unsupported'), true);
});

await t.test('a button is a postback, and a template’s echo has no text', async () => {
  const { act, items, write } = await scene();
  const person = idIn((await act('fan1', { say: 'Hello' }))['person'] as Body);
  const buttons = [{ type: 'postback', title: 'Send it', payload: 'FLOW:7:send' }];
  await write(person, {
    attachment: { type: 'template', payload: { template_type: 'button', text: 'Ready?', buttons } },
  });
  const tapped = idIn(await act('fan1', { tap: 'Send it' }), 'messageId');
  const [, echo, postback] = await items();
  const message = echo?.['message'] as Body;
  deepEqual([message['text'], (message['attachments'] as Body[])[0]?.['type']], [undefined, 'template']);
  deepEqual(postback?.['postback'], { mid: tapped, title: 'Send it', payload: 'FLOW:7:send' });
});

await t.test('the code of a ref link that began a conversation comes with the first message', async () => {
  const { act, items } = await scene();
  await act('fan1', { openRef: 'spring' });
  deepEqual(await items(), []);
  await act('fan1', { say: 'Hello' });
  await act('fan1', { say: 'again' });
  const [first, second] = await items();
  deepEqual(at(first, 'message', 'referral'), {
    ref: 'spring',
    source: 'SHORTLINK',
    type: 'OPEN_THREAD',
  });
  equal(at(second, 'message', 'referral'), undefined);
});

await t.test('what a human writes in the network’s own app comes as an echo too', async () => {
  const { act, items } = await scene();
  const mid = idIn(await act('fan1', { human: 'I take over' }), 'messageId');
  const [echo] = await items();
  deepEqual(echo?.['message'], { mid, text: 'I take over', is_echo: true });
});

await t.test('a failed change is repeated at once, then with growing pauses for 36 hours', async () => {
  const { act, posts, settled, received, app, clock, manner, sandbox } = await scene();
  await manner({ speed: 1 });
  app.status = 500;
  const [post] = await posts();
  await act('fan1', { comment: { text: 'hello', mediaId: idIn(post ?? {}) } });
  await settled();
  equal(received.length, 2, 'and the first repeat is immediate');
  const tries: number[] = [];
  const begin = clock.now;
  for (let count = received.length; clock.now < begin + 40 * HOUR; clock.now += HOUR / 60) {
    await settled();
    for (; count < received.length; count += 1) tries.push((clock.now - begin) / HOUR);
  }
  deepEqual(tries.slice(-4), [6, 12, 24, 36]);
  equal(sandbox.webhooks.waiting(), 0, 'then it is given up');
});

await t.test('a speed of 60 makes a minute a second', async () => {
  const { act, settled, received, app, clock } = await scene();
  app.status = 302;
  await act('fan1', { say: 'hello' });
  await settled();
  equal(received.length, 2);
  app.status = 200;
  clock.now += 1000;
  await settled();
  equal(received.length, 3);
  clock.now += HOUR;
  await settled();
  equal(received.length, 3, 'what the app took is not repeated');
});

await t.test('after an hour of failures of messages the account is unsubscribed', async () => {
  const { act, settled, app, clock, call, manner, received } = await scene();
  await manner({ speed: 1 });
  app.status = 'cut';
  await act('fan1', { say: 'hello' });
  const subscribed = async () => ((await call('/v26.0/me/subscribed_apps')).body['data'] as Body[]).length;
  for (let minutes = 0; minutes < 60; minutes += 1) {
    await settled();
    equal(await subscribed(), 1, `after ${minutes} minutes`);
    clock.now += HOUR / 60;
  }
  await settled();
  equal(await subscribed(), 0);
  const { length } = received;
  app.status = 200;
  await act('fan1', { say: 'are you there?' });
  clock.now += HOUR;
  await settled();
  equal(received.length, length, 'nothing comes by itself any more');
});

await t.test('a success in between starts the hour again', async () => {
  const { act, settled, app, clock, call, manner } = await scene();
  await manner({ speed: 1 });
  for (const status of [500, 200, 500] as const) {
    app.status = status;
    await act('fan1', { say: 'hello' });
    await settled();
    clock.now += HOUR / 2;
    await settled();
  }
  equal(((await call('/v26.0/me/subscribed_apps')).body['data'] as Body[]).length, 1);
});

await t.test('on demand every request is made twice', async () => {
  const { act, manner, settled, received } = await scene();
  await manner({ twice: true });
  await act('fan1', { say: 'hello' });
  await settled();
  equal(received.length, 2);
  equal(received[0]?.raw, received[1]?.raw);
});

await t.test('held events are sent together when asked for, the last one first', async () => {
  const { act, manner, settled, received } = await scene();
  await manner({ hold: true, reversed: true, batch: 1000 });
  for (const text of ['one', 'two', 'three']) await act('fan1', { say: text });
  await settled();
  equal(received.length, 0);
  const { body } = await manner({ hold: false });
  equal(body['waiting'], 3);
  await settled();
  equal(received.length, 1);
  const texts = itemsOf(received).map(({ message }) => (message as Body)['text']);
  deepEqual(texts, ['three', 'two', 'one']);
});

await t.test('one request holds at most a thousand events, of several accounts', async () => {
  const { manner, settled, received, sandbox, account } = await scene();
  const other = sandbox.connect('instagram', 'bo');
  await sandbox.fetch(`${other.endpoints['graph']}/v26.0/me/subscribed_apps?subscribed_fields=messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.credentials['accessToken']}` },
  });
  const here = { network: 'instagram', account: account.remoteId };
  const mediaId = sandbox.people.scene(here).posts[0]?.id ?? '';
  await manner({ hold: true, batch: 1000 });
  const at = { network: 'instagram', account: other.remoteId };
  for (let number = 0; number < 1000; number += 1) {
    sandbox.people.act(at, { username: 'fan1' }, { kind: 'say', text: `${number}`, replyTo: null });
  }
  const comment = { kind: 'comment', text: 'hello', mediaId, parentId: null } as const;
  sandbox.people.act(here, { username: 'fan2' }, comment);
  sandbox.people.act(here, { username: 'fan2' }, comment);
  await manner({ hold: false });
  await settled();
  deepEqual(
    received.map(({ body }) => (body['entry'] as Body[]).length),
    [1, 2],
  );
  equal(itemsOf(received.slice(0, 1)).length, 1000);
  equal(itemsOf(received, 'changes').length, 2);
});

await t.test('the echo comes before the response of the send when asked for', async () => {
  const { act, manner, settled, received, write } = await scene();
  const person = idIn((await act('fan1', { say: 'Hello' }))['person'] as Body);
  await settled();
  await write(person, { text: 'later' });
  equal(received.length, 1, 'usually it comes after');
  await settled();
  await manner({ echoFirst: true });
  await write(person, { text: 'first' });
  equal(received.length, 3);
});

await t.test(
  'comments without their writer, another secret, standby and empty edits are there on demand',
  async () => {
    const { act, manner, items, posts, received, credentials, write } = await scene();
    await manner({ withoutFrom: true, wrongSecret: true });
    await act('fan1', { comment: { text: 'hello', mediaId: idIn((await posts())[0] ?? {}) } });
    const [change] = await items('changes');
    equal(at(change, 'value', 'from'), undefined);
    const [{ raw, signature } = { raw: '', signature: '' }] = received;
    match(signature ?? '', /^sha256=[0-9a-f]{64}$/);
    ok(signature !== signatureOf(raw, credentials.clientSecret));
    await manner({ standby: true, wrongSecret: false });
    const person = idIn((await act('fan1', { say: 'Hello' }))['person'] as Body);
    equal((await items('standby')).length, 1);
    deepEqual(codesOf(await write(person, { text: 'Hi' })), [100, 2534037]);
    await manner({ standby: false, emptyEdits: true });
    const mid = idIn(await act('fan1', { say: 'Hello' }), 'messageId');
    deepEqual((await items())[0]?.['message_edit'], { mid, num_edit: 0 });
  },
);

await t.test('a tap under standby lacks its payload', async () => {
  const { act, items, write, manner } = await scene();
  const person = idIn((await act('fan1', { say: 'Hello' }))['person'] as Body);
  const buttons = [{ type: 'postback', title: 'Go', payload: 'GO' }];
  await write(person, {
    attachment: { type: 'template', payload: { template_type: 'button', text: 'Ready?', buttons } },
  });
  await manner({ standby: true });
  const mid = idIn(await act('fan1', { tap: 'Go' }), 'messageId');
  deepEqual((await items('standby'))[0]?.['postback'], { mid, title: 'Go' });
});

await t.test('what an app has not taken is sent after a restart of the sandbox', async (t) => {
  const folder = await temporaryFolder(t);
  const before = await scene({ folder });
  before.app.status = 503;
  await before.act('fan1', { say: 'hello' });
  await before.settled();
  const after = peopleScene(instagram, { folder, now: before.clock.now + 2000 });
  await after.settled();
  equal(at(itemsOf(after.received)[0], 'message', 'text'), 'hello');
  after.sandbox.reset();
  equal(after.sandbox.webhooks.waiting(), 0);
});

await t.test('the control API shows callback, accounts, settings and what was sent', async () => {
  const { act, settled, asked, account } = await scene();
  await act('fan1', { say: 'hello' });
  await settled();
  const { body } = await asked('webhooks?network=instagram');
  deepEqual(
    (body['apps'] as Body[]).map(({ object, url }) => [object, url]),
    [['instagram', HOOK]],
  );
  deepEqual(
    (body['accounts'] as Body[]).map(({ account }) => account),
    [account.remoteId],
  );
  equal((body['settings'] as Body)['batch'], 1);
  const [delivery] = body['deliveries'] as Body[];
  deepEqual(
    [delivery?.['status'], delivery?.['events'], delivery?.['accounts']],
    [200, 1, [account.remoteId]],
  );
});
