/** People on the simulated Facebook: comments below a Page's posts, Messenger, and what an app hears of both. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { at, textAt } from '../../adapters/lib/http.ts';
import { facebook } from '../../simulators/facebook/index.ts';
import { type Body, codesOf, DAY, HOUR, idIn, itemsOf, listAt, peopleScene } from './people-scene.ts';

const FIELDS =
  'feed,messages,message_echoes,messaging_postbacks,messaging_referrals,message_reactions,message_reads,message_edits';

async function scene(fields = FIELDS) {
  const world = peopleScene(facebook);
  const posts = await world.posts();
  const mediaId = idIn(posts.find(({ text }) => text === 'We are closed on Monday.') ?? {});
  await world.setCallback();
  await world.send(`/v26.0/${world.account.remoteId}/subscribed_apps`, { subscribed_fields: fields });
  const comment = async (username: string, text: string, more: Body = {}, person: Body = {}) =>
    idIn(await world.act(username, { comment: { text, mediaId, ...more } }, person), 'commentId');
  const list = async (query: string) => (await world.call(`/v26.0/${mediaId}/comments?${query}`)).body;
  const write = (recipient: Body, message: Body, more: Body = {}) =>
    world.send('/v26.0/me/messages', { recipient, message, messaging_type: 'RESPONSE', ...more });
  const say = async (username: string, text = 'Hello') =>
    idIn((await world.act(username, { say: text }))['person'] as Body);
  const changes = async () => {
    await world.settled();
    return itemsOf(world.received, 'changes').map((change) => change['value'] as Body);
  };
  const items = async () => {
    await world.settled();
    return itemsOf(world.received);
  };
  return { ...world, mediaId, comment, list, write, say, changes, items };
}

await t.test('comments are listed by level, and a private person has no name', async () => {
  const { comment, list, mediaId } = await scene();
  const first = await comment('Ann', 'How much?');
  await comment('Bob', 'Me too', { parentId: first }, { isPrivate: true });
  const fields =
    'id,message,from{id,name},created_time,parent{id},like_count,comment_count,is_hidden,can_hide,can_remove,can_reply_privately,permalink_url';
  const top = listAt(await list(`fields=${fields}`), 'data');
  deepEqual(
    top.map(({ message, comment_count }) => [message, comment_count]),
    [['How much?', 1]],
  );
  match(first, new RegExp(`^${mediaId.split('_')[1]}_`));
  equal(at(top[0], 'from', 'name'), 'Ann');
  const all = listAt(await list(`fields=${fields}&filter=stream&order=chronological`), 'data');
  deepEqual(
    all.map(({ message }) => message),
    ['How much?', 'Me too'],
  );
  deepEqual([all[1]?.['from'], at(all[1], 'parent', 'id')], [undefined, first]);
  const latest = listAt(
    await list('fields=message&filter=stream&order=reverse_chronological&limit=1'),
    'data',
  );
  deepEqual(
    latest.map(({ message }) => message),
    ['Me too'],
  );
});

await t.test('a Page answers, likes, hides, shows and deletes a comment', async () => {
  const { comment, send, call, see, changes, account } = await scene();
  const id = await comment('Ann', 'How much?');
  const reply = idIn((await send(`/v26.0/${id}/comments`, { message: 'Ten euros' })).body);
  deepEqual(codesOf(await send(`/v26.0/${reply}/comments`, { message: 'x' })), [100, null]);
  equal(at(listAt(await see('Ann'), 'comments')[0], 'replies', 0, 'text'), 'Ten euros');
  for (const [path, body] of [
    [`/${id}/likes`, {}],
    [`/${id}`, { is_hidden: true }],
    [`/${id}`, { is_hidden: false }],
  ] as const) {
    deepEqual((await send(`/v26.0${path}`, body)).body, { success: true });
  }
  deepEqual(codesOf(await send(`/v26.0/${reply}`, { is_hidden: true })), [100, null]);
  deepEqual((await call(`/v26.0/${id}`, { method: 'DELETE' })).body, { success: true });
  deepEqual(codesOf(await call(`/v26.0/${id}?fields=message`)), [100, 33]);
  const values = await changes();
  deepEqual(
    values.map((value) => `${textAt(value, 'item')} ${textAt(value, 'verb')}`),
    ['comment add', 'comment add', 'comment hide', 'comment unhide', 'comment remove'],
  );
  deepEqual(at(values[1], 'from', 'id'), account.remoteId, 'own comments come too');
  equal(values[4]?.['message'], undefined, 'a removal shows no text');
});

await t.test('what a person does to comments is told: new, edited, liked, removed', async () => {
  const { comment, act, changes, mediaId, clock, list } = await scene();
  const id = await comment('Ann', 'lnik');
  await act('Ann', { edit: { commentId: id, text: 'link' } });
  await act('Bob', { like: { commentId: id } });
  equal(listAt(await list('fields=message,like_count'), 'data')[0]?.['like_count'], 1);
  await act('Ann', { delete: { commentId: id } });
  const values = await changes();
  deepEqual(
    values.map(({ item, verb, message }) => [item, verb, message]),
    [
      ['comment', 'add', 'lnik'],
      ['comment', 'edited', 'link'],
      ['reaction', 'add', undefined],
      ['comment', 'remove', undefined],
    ],
  );
  const [first] = values;
  deepEqual([first?.['comment_id'], first?.['parent_id'], first?.['post_id']], [id, mediaId, mediaId]);
  equal(first?.['created_time'], clock.now / 1000);
  equal(at(first, 'post', 'is_published'), true);
});

await t.test(
  'below a photo the parent of a comment begins with the album; an ad was never published',
  async () => {
    const { act, posts, changes, call } = await scene();
    const all = await posts();
    const photo = idIn(all.find(({ text }) => text === 'First light in the bakery.') ?? {});
    const ad = idIn(all.find(({ origin }) => origin === 'ad') ?? {});
    await act('Ann', { comment: { text: 'nice', mediaId: photo } });
    await act('Ann', { comment: { text: 'where?', mediaId: ad } }, { isPrivate: true });
    const [onPhoto, onAd] = await changes();
    const parent = textAt(onPhoto, 'parent_id');
    ok(parent !== photo && parent?.split('_')[1] === photo.split('_')[1], parent ?? '');
    deepEqual([onAd?.['from'], at(onAd, 'post', 'is_published')], [undefined, false]);
    const listed = listAt(
      (await call('/v26.0/me/posts?fields=id,comments.limit(0).summary(true)')).body,
      'data',
    );
    deepEqual(
      listed.map((post) => at(post, 'comments', 'summary', 'total_count')),
      [1, 0],
    );
  },
);

await t.test('the Page’s own posts come as changes of its feed', async () => {
  const { send, changes, account } = await scene();
  const id = idIn((await send(`/v26.0/${account.remoteId}/feed`, { message: 'Good morning' })).body);
  const [value] = await changes();
  deepEqual(
    [value?.['item'], value?.['verb'], value?.['post_id'], value?.['published']],
    ['status', 'add', id, 1],
  );
});

await t.test('a Page receives only the fields that it is subscribed to', async () => {
  const { comment, say, changes, items } = await scene('messages');
  await comment('Ann', 'How much?');
  await say('Ann');
  deepEqual([(await changes()).length, (await items()).length], [0, 1]);
});

await t.test('Messenger: the window, the human agent, and the error of the person', async () => {
  const { say, write, clock, act } = await scene();
  const id = await say('Ann');
  equal((await write({ id }, { text: 'é'.repeat(2000) })).status, 200);
  deepEqual(codesOf(await write({ id }, { text: 'é'.repeat(2001) })), [100, null]);
  clock.now += DAY;
  deepEqual(codesOf(await write({ id }, { text: 'late' })), [10, 2018278]);
  equal(
    (await write({ id }, { text: 'by hand' }, { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' })).status,
    200,
  );
  await act('Ann', { react: '👍' });
  equal((await write({ id }, { text: 'a reaction opens it here' })).status, 200);
  deepEqual(codesOf(await write({ id: '6100999999999999' }, { text: 'x' })), [100, 2018001]);
  await act('Ann', { block: true });
  deepEqual(codesOf(await write({ id }, { text: 'x' })), [551, 1545041]);
});

await t.test('a comment gets one private reply, also from a person without a name', async () => {
  const { comment, write, list, clock } = await scene();
  const comment_id = await comment('Ann', 'How much?', {}, { isPrivate: true });
  const can = async () =>
    listAt(await list('fields=can_reply_privately'), 'data')[0]?.['can_reply_privately'];
  equal(await can(), true);
  match(textAt((await write({ comment_id }, { text: 'Ten' })).body, 'recipient_id') ?? '', /^6100/);
  equal(await can(), false);
  deepEqual(codesOf(await write({ comment_id }, { text: 'Ten' })), [10900, null]);
  const refused = await comment('Bob', 'How much?', {}, { disallowsMessages: true });
  deepEqual(codesOf(await write({ comment_id: refused }, { text: 'Ten' })), [10903, null]);
  const late = await comment('Cem', 'How much?');
  clock.now += 7 * DAY;
  deepEqual(codesOf(await write({ comment_id: late }, { text: 'Ten' })), [100, 2534025]);
});

await t.test('echoes name the app and bring back our metadata; a human’s name the inbox', async () => {
  const { say, write, act, items, credentials } = await scene();
  const id = await say('Ann');
  const sent = idIn((await write({ id }, { text: 'Hi', metadata: 'job:42' })).body, 'message_id');
  await act('Ann', { human: 'I take over' });
  const [, echo, human] = await items();
  deepEqual(echo?.['message'], {
    mid: sent,
    text: 'Hi',
    is_echo: true,
    app_id: credentials.clientId,
    metadata: 'job:42',
  });
  equal(at(human, 'message', 'app_id'), 263902037430900);
});

await t.test('taps, reactions, reading, edits and ref links are items of their own', async () => {
  const { act, say, write, items, clock } = await scene();
  await act('Cem', { openRef: 'spring' });
  const id = await say('Ann');
  const buttons = [{ type: 'postback', title: 'Go', payload: 'GO' }];
  const mid = idIn(
    (
      await write(
        { id },
        { attachment: { type: 'template', payload: { template_type: 'button', text: 'Ready?', buttons } } },
      )
    ).body,
    'message_id',
  );
  for (const one of [
    { tap: 'Go' },
    { react: '❤' },
    { unreact: true },
    { read: true },
    { openRef: 'autumn' },
  ] as Body[])
    await act('Ann', one);
  await act('Ann', { edit: { text: 'Hello!' } });
  const [started, , , tapped, reacted, unreacted, read, referral, edited] = await items();
  deepEqual(
    [at(started, 'postback', 'payload'), at(started, 'postback', 'referral', 'ref')],
    ['GET_STARTED', 'spring'],
  );
  equal(at(tapped, 'postback', 'payload'), 'GO');
  deepEqual([at(reacted, 'reaction', 'mid'), at(unreacted, 'reaction', 'action')], [mid, 'unreact']);
  deepEqual(read?.['read'], { watermark: clock.now });
  equal(at(referral, 'referral', 'ref'), 'autumn');
  equal(at(edited, 'message_edit', 'text'), 'Hello!');
});

await t.test('a text beside an attachment is refused', async () => {
  const { say, write } = await scene();
  const attachment = { type: 'image', payload: { url: 'https://cdn.test/a.jpg' } };
  deepEqual(codesOf(await write({ id: await say('Ann') }, { text: 'Look', attachment })), [100, null]);
});

await t.test('conversations have names, and a profile has first and last name and no follows', async () => {
  const { say, call, act, clock, comment } = await scene();
  await comment('Bob', 'Hi');
  const bob = idIn((await act('Bob', { follow: true }))['person'] as Body);
  deepEqual(codesOf(await call(`/v26.0/${bob}?fields=first_name`)), [100, 2018218]);
  await act('Ann', { say: 'Hello' }, { name: 'Ann Lee' });
  clock.now += HOUR;
  const id = await say('Ann');
  const profile = (await call(`/v26.0/${id}?fields=first_name,last_name,profile_pic`)).body;
  deepEqual([profile['first_name'], profile['last_name']], ['Ann', 'Lee']);
  deepEqual(codesOf(await call(`/v26.0/${id}?fields=is_user_follow_business`)), [100, null]);
  const fields = 'id,participants,messages{id,message,from}';
  const [one] = listAt(
    (await call(`/v26.0/me/conversations?platform=messenger&fields=${fields}`)).body,
    'data',
  );
  deepEqual(
    listAt(one, 'participants', 'data').map(({ name }) => name),
    ['Café Luna', 'Ann Lee'],
  );
  equal(listAt(one, 'messages', 'data').length, 2);
});

await t.test('a call needs the Page’s token, its permission and its own id', async () => {
  const { call, account } = await scene();
  const authorization = `Bearer ${account.credentials['userToken']}`;
  deepEqual(codesOf(await call('/v26.0/me/conversations', { headers: { authorization } })), [200, null]);
  deepEqual(codesOf(await call('/v26.0/102000000000009/conversations')), [100, 33]);
});
