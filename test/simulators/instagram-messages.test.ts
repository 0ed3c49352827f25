/** Direct messages on the simulated Instagram: what may be sent, what is refused, what can be read. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { at, textAt } from '../../adapters/lib/http.ts';
import { instagram } from '../../simulators/instagram/index.ts';
import { type Body, codesOf, DAY, HOUR, idIn, listAt, peopleScene } from './people-scene.ts';

function scene() {
  const world = peopleScene(instagram);
  const write = (recipient: Body, message: Body, more: Body = {}) =>
    world.send('/v26.0/me/messages', { recipient, message, ...more });
  const say = async (username: string, text = 'Hello') => {
    const { person } = (await world.act(username, { say: text })) as { person: Body };
    return idIn(person);
  };
  const comment = async (username: string, person: Body = {}) => {
    const [post] = await world.posts();
    const act = { comment: { text: 'price?', mediaId: idIn(post ?? {}) } };
    const done = await world.act(username, act, person);
    return { commentId: idIn(done, 'commentId'), personId: idIn(done['person'] as Body) };
  };
  return { ...world, write, say, comment };
}

await t.test('a person who wrote receives an answer', async () => {
  const { say, write, see, account, send } = scene();
  const person = await say('fan1', 'Do you open on Sunday?');
  const { body } = await write({ id: person }, { text: 'From nine ☀' });
  deepEqual([body['recipient_id'], typeof body['message_id']], [person, 'string']);
  const { messages } = (await see('fan1')) as { messages: Body[] };
  deepEqual(
    messages.map(({ text, byAccount }) => [text, byAccount]),
    [
      ['Do you open on Sunday?', false],
      ['From nine ☀', true],
    ],
  );
  equal(messages[1]?.['id'], body['message_id']);
  equal(
    (await send(`/v26.0/${account.remoteId}/messages`, { recipient: { id: person }, message: { text: 'x' } }))
      .status,
    200,
  );
});

await t.test(
  '24 hours after the last message only a human agent may write, after seven days nobody',
  async () => {
    const { say, write, clock } = scene();
    const id = await say('fan1');
    const agent = { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' };
    clock.now += DAY - 1;
    equal((await write({ id }, { text: 'in time' })).status, 200);
    clock.now += 1;
    deepEqual(codesOf(await write({ id }, { text: 'late' })), [10, 2534022], 'an own message renews nothing');
    equal((await write({ id }, { text: 'by hand' }, agent)).status, 200);
    deepEqual(codesOf(await write({ id }, { text: 'x' }, { ...agent, tag: 'POST_PURCHASE_UPDATE' })), [
      100,
      null,
    ]);
    clock.now += 6 * DAY;
    deepEqual(codesOf(await write({ id }, { text: 'by hand' }, agent)), [10, 2534022]);
  },
);

const renewing: [string, Body, boolean][] = [
  ['a text', { say: 'still there?' }, true],
  ['a picture', { send: { type: 'image' } }, true],
  ['a tap', { tap: 'Yes' }, true],
  ['a reply to a story', { replyStory: 'wow' }, true],
  ['a mention in a story', { mentionStory: true }, true],
  ['a ref link', { openRef: 'spring' }, true],
  ['a reaction', { react: '❤' }, false],
  ['reading', { read: true }, false],
  ['a follow', { follow: true }, false],
];
for (const [what, act, opens] of renewing) {
  await t.test(`${what} ${opens ? 'opens' : 'does not open'} the reply window`, async () => {
    const { say, write, act: does, clock } = scene();
    const id = await say('fan1');
    await write(
      { id },
      { text: 'Ready?', quick_replies: [{ content_type: 'text', title: 'Yes', payload: 'Y' }] },
    );
    clock.now += 2 * DAY;
    await does('fan1', act);
    const answer = await write({ id }, { text: 'Here' });
    if (opens) equal(answer.status, 200);
    else deepEqual(codesOf(answer), [10, 2534022]);
  });
}

await t.test('a comment opens no window, and allows one private reply within seven days', async () => {
  const { comment, write, see, clock } = scene();
  const { commentId, personId } = await comment('fan1');
  deepEqual(codesOf(await write({ id: personId }, { text: 'Hi' })), [10, 2534022]);
  const sent = await write({ comment_id: commentId }, { text: 'Ten euros' });
  equal(sent.body['recipient_id'], personId);
  deepEqual(codesOf(await write({ comment_id: commentId }, { text: 'Again' })), [100, 2534025]);
  deepEqual(codesOf(await write({ id: personId }, { text: 'Hi' })), [10, 2534022]);
  const { messages } = (await see('fan1')) as { messages: Body[] };
  deepEqual(
    messages.map(({ text, commentId }) => [text, commentId]),
    [['Ten euros', commentId]],
  );

  const late = await comment('fan2');
  clock.now += 7 * DAY;
  deepEqual(codesOf(await write({ comment_id: late.commentId }, { text: 'Hi' })), [100, 2534025]);
});

await t.test('a private reply to a deleted, an own or an unknown comment is refused', async () => {
  const { comment, write, call, send } = scene();
  const { commentId } = await comment('fan1');
  const own = idIn((await send(`/v26.0/${commentId}/replies`, { message: 'Hello' })).body);
  await call(`/v26.0/${commentId}`, { method: 'DELETE' });
  for (const comment_id of [commentId, own, '17899999999999999']) {
    deepEqual(codesOf(await write({ comment_id }, { text: 'Hi' })), [100, 2534025]);
  }
});

await t.test('750 private replies an hour are the limit', async () => {
  const { posts, act, write, clock } = scene();
  const [post] = await posts();
  const mediaId = idIn(post ?? {});
  const reply = async () => {
    const comment_id = idIn(await act('fan1', { comment: { text: 'x', mediaId } }), 'commentId');
    return write({ comment_id }, { text: 'Hi' });
  };
  for (let number = 0; number < 750; number += 1) equal((await reply()).status, 200);
  deepEqual(codesOf(await reply()), [613, 2534040]);
  clock.now += HOUR;
  equal((await reply()).status, 200);
});

await t.test('who takes no messages or has blocked the account receives none', async () => {
  const { say, comment, write, act } = scene();
  const id = await say('fan1');
  await act('fan1', { block: true });
  deepEqual(codesOf(await write({ id }, { text: 'Hi' })), [551, 1545041]);
  await act('fan1', { unblock: true });
  equal((await write({ id }, { text: 'Hi' })).status, 200);
  const { commentId } = await comment('fan2', { disallowsMessages: true });
  deepEqual(codesOf(await write({ comment_id: commentId }, { text: 'Hi' })), [10903, null]);
});

const choice = (title: string) => ({ content_type: 'text', title, payload: title });
const buttons = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: 'postback', title: `No ${index}`, payload: 'P' }));
const template = (text: string, count = 1): Body => ({
  attachment: { type: 'template', payload: { template_type: 'button', text, buttons: buttons(count) } },
});
const sizes: [string, Body, number][] = [
  ['1,000 bytes', { text: 'é'.repeat(500) }, 200],
  ['1,001 bytes', { text: `${'é'.repeat(500)}x` }, 400],
  [
    '13 choices',
    { text: 'Which?', quick_replies: Array.from({ length: 13 }, (_, index) => choice(`${index}`)) },
    200,
  ],
  [
    '14 choices',
    { text: 'Which?', quick_replies: Array.from({ length: 14 }, (_, index) => choice(`${index}`)) },
    400,
  ],
  ['3 buttons', template('Ready?', 3), 200],
  ['4 buttons', template('Ready?', 4), 400],
  ['a template without buttons', template('Ready?', 0), 400],
  ['a template of 640 characters', template('é'.repeat(640)), 200],
  ['a template of 641 characters', template('é'.repeat(641)), 400],
  ['no text', { text: '' }, 400],
  ['a picture', { attachment: { type: 'image', payload: { url: 'https://cdn.test/a.jpg' } } }, 200],
  ['a picture without an address', { attachment: { type: 'image', payload: {} } }, 400],
];
for (const [what, message, status] of sizes) {
  await t.test(`${what} in a message: ${status}`, async () => {
    const { say, write } = scene();
    const answer = await write({ id: await say('fan1') }, message);
    equal(answer.status, status, JSON.stringify(answer.body));
    if (status === 400) equal(codesOf(answer)[0], 100);
  });
}

await t.test('of a text with an attachment only the text arrives, and a long label is cut', async () => {
  const { say, write, see } = scene();
  const id = await say('fan1');
  await write(
    { id },
    { text: 'Look', attachment: { type: 'image', payload: { url: 'https://cdn.test/a.jpg' } } },
  );
  await write({ id }, { text: 'Which?', quick_replies: [choice('A label with more than twenty signs')] });
  const messages = (await see('fan1'))['messages'] as Body[];
  deepEqual([messages[1]?.['text'], messages[1]?.['attachments']], ['Look', []]);
  deepEqual(messages[2]?.['choices'], ['A label with more th']);
});

await t.test('fields in the address of a send, and a person of another account, are refused', async () => {
  const { say, send, write, sandbox } = scene();
  const id = await say('fan1');
  deepEqual(
    codesOf(await send('/v26.0/me/messages?fields=id', { recipient: { id }, message: { text: 'x' } })),
    [3, null],
  );
  deepEqual(codesOf(await write({ id: '1234999999999999' }, { text: 'x' })), [100, 2534014]);
  const other = sandbox.connect('instagram', 'bo');
  const { person } = sandbox.people.act(
    { network: 'instagram', account: other.remoteId },
    { username: 'fan1' },
    { kind: 'say', text: 'Hello', replyTo: null },
  );
  ok(person.id !== id, 'the same person has another id there');
  deepEqual(codesOf(await write({ id: person.id }, { text: 'x' })), [100, 2534014]);
  deepEqual(codesOf(await send('/v26.0/me/messages', { recipient: { id } })), [100, null]);
});

await t.test('choices can be tapped until the next message, buttons later too', async () => {
  const { say, write, act, see, asked, account } = scene();
  const id = await say('fan1');
  await write({ id }, { text: 'Which?', quick_replies: [choice('Small'), choice('Large')] });
  deepEqual(((await see('fan1'))['messages'] as Body[]).at(-1)?.['choices'], ['Small', 'Large']);
  await act('fan1', { tap: 'Small' });
  const network = { network: 'instagram', account: account.remoteId, person: { username: 'fan1' } };
  const gone = await asked('people', { ...network, act: { tap: 'Large' } });
  deepEqual([gone.status, gone.body['error']], [400, 'tap: Large is not shown to fan1; what is: nothing']);
  const links = [{ type: 'web_url', title: 'Shop', url: 'https://shop.test/a' }, ...buttons(1)];
  await write(
    { id },
    { attachment: { type: 'template', payload: { template_type: 'button', text: 'Go', buttons: links } } },
  );
  await act('fan1', { say: 'later' });
  equal((await act('fan1', { tap: 'Shop' }))['opened'], 'https://shop.test/a');
  ok((await act('fan1', { tap: 'No 0' }))['messageId']);
});

await t.test(
  'a profile can be read after the person wrote, not after a comment, nor when blocked',
  async () => {
    const { comment, call, act } = scene();
    const { personId } = await comment('fan1', { follows: true, name: 'Fan One' });
    const read = () => call(`/v26.0/${personId}?fields=name,username,is_user_follow_business,profile_pic`);
    deepEqual([(await read()).status, ...codesOf(await read())], [403, 230, null]);
    await act('fan1', { say: 'Hello' });
    const followed = (await read()).body;
    deepEqual(
      [followed['id'], followed['name'], followed['username'], followed['is_user_follow_business']],
      [personId, 'Fan One', 'fan1', true],
    );
    await act('fan1', { unfollow: true });
    equal((await read()).body['is_user_follow_business'], false);
    await act('fan1', { block: true });
    deepEqual(codesOf(await read()), [100, 33]);
  },
);

await t.test('conversations are listed newest first, with their people, and by person', async () => {
  const { say, call, clock, account } = scene();
  const first = await say('fan1');
  clock.now += HOUR;
  await say('fan2');
  const fields = 'id,updated_time,participants';
  const list = async (more = '') =>
    (await call(`/v26.0/me/conversations?platform=instagram&fields=${fields}${more}`)).body['data'] as Body[];
  const [newest] = await list();
  match(textAt(newest, 'updated_time') ?? '', /^2026-11-02T10:00:00\+0000$/);
  const people = listAt(newest, 'participants', 'data');
  deepEqual(
    people.map(({ username }) => username),
    ['caf_luna', 'fan2'],
  );
  equal(people[0]?.['id'], account.remoteId);
  equal((await list()).length, 2);
  const [one] = await list(`&user_id=${first}`);
  const within = (await call(`/v26.0/${idIn(one ?? {})}?fields=messages{id,from,to,message,created_time}`))
    .body;
  const [message] = (within['messages'] as Body)['data'] as Body[];
  deepEqual([message?.['message'], at(message, 'from', 'id')], ['Hello', first]);
});

await t.test('only the twenty newest messages of a conversation have readable details', async () => {
  const { act, say, call } = scene();
  const person = await say('fan1', 'number 1');
  const ids: string[] = [];
  for (let number = 2; number <= 25; number += 1) {
    ids.push(idIn(await act('fan1', { say: `number ${number}` }), 'messageId'));
  }
  const [conversation] = (await call(`/v26.0/me/conversations?user_id=${person}`)).body['data'] as Body[];
  const { body } = await call(`/v26.0/${idIn(conversation ?? {})}/messages?fields=id,message&limit=50`);
  const texts = (body['data'] as Body[]).map(({ message }) => message);
  deepEqual([texts.length, texts[0], texts[19], texts[20]], [25, 'number 25', 'number 6', undefined]);
  equal((await call(`/v26.0/${ids.at(-1)}?fields=message`)).body['message'], 'number 25');
  deepEqual(codesOf(await call(`/v26.0/${ids[0]}?fields=message`)), [9000001, null]);
});

await t.test('a message is read with what it holds; a story expires and a shared post is empty', async () => {
  const { act, call, clock } = scene();
  const read = async (done: Body, fields = 'id,created_time,from,to,message,attachments,story') =>
    (await call(`/v26.0/${idIn(done, 'messageId')}?fields=${fields}`)).body;
  const picture = await read(await act('fan1', { send: { type: 'image', url: 'https://cdn.test/a.jpg' } }));
  const [attachment] = (picture['attachments'] as Body)['data'] as Body[];
  equal(at(attachment, 'image_data', 'url'), 'https://cdn.test/a.jpg');
  equal((await read(await act('fan1', { send: { type: 'share' } })))['attachments'], undefined);
  const mention = await act('fan1', { mentionStory: true });
  const story = async () => ((await read(mention))['story'] as Body)['mention'] as Body;
  match(textAt(await story(), 'link') ?? '', /^http/);
  clock.now += DAY;
  equal((await story())['link'], '');
  const said = await act('fan1', { say: 'oops' });
  await act('fan1', { delete: { messageId: idIn(said, 'messageId') } });
  deepEqual(codesOf(await call(`/v26.0/${idIn(said, 'messageId')}?fields=message`)), [9000001, null]);
});

await t.test('a fault answers with any codes of the network', async () => {
  const { say, write, asked } = scene();
  const id = await say('fan1');
  const fault = { kind: 'status', network: 'instagram', call: 'messages', status: 400, times: 1 };
  for (const [code, subcode] of [
    [613, 2534040],
    [190, 463],
    [200, 2534041],
    [1, 1357046],
  ]) {
    equal((await asked('faults', { ...fault, code: code ?? 0, subcode: subcode ?? 0 })).status, 200);
    deepEqual(codesOf(await write({ id }, { text: 'Hi' })), [code, subcode]);
  }
});

await t.test('a fault can be for profiles alone: Meta’s reviewers have none', async () => {
  const { say, call, asked } = scene();
  const id = await say('fan1');
  const fault = { kind: 'status', network: 'instagram', call: 'profile', status: 400, code: 9010, times: 1 };
  await asked('faults', fault);
  equal((await call('/v26.0/me/conversations')).status, 200);
  deepEqual(codesOf(await call(`/v26.0/${id}?fields=name`)), [9010, null]);
});

await t.test('a fault for one account meets its calls, though they name it `me`', async () => {
  const { say, write, asked, account } = scene();
  const id = await say('fan1');
  const fault = { kind: 'status', network: 'instagram', call: 'messages', status: 500 };
  await asked('faults', { ...fault, account: '17841400000000000' });
  equal((await write({ id }, { text: 'Hi' })).status, 200);
  await asked('faults', { ...fault, account: account.remoteId });
  equal((await write({ id }, { text: 'Hi' })).status, 500);
});
