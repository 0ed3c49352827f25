/** Comments on the simulated Instagram: people write them, an app reads, answers, hides and deletes them. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { textAt } from '../../adapters/lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import { instagram } from '../../simulators/instagram/index.ts';
import { type Body, codesOf, idIn, itemsOf, listAt, peopleScene } from './people-scene.ts';

async function scene() {
  const world = peopleScene(instagram);
  const post = (await world.posts()).findLast(({ origin }) => origin === 'elsewhere');
  const mediaId = idIn(post ?? {});
  const comment = async (username: string, text: string, parentId?: string) =>
    idIn(
      await world.act(username, { comment: { text, mediaId, ...(parentId ? { parentId } : {}) } }),
      'commentId',
    );
  const list = (fields: string, more = '') =>
    world.call(`/v26.0/${mediaId}/comments?fields=${encodeURIComponent(fields)}${more}`);
  return { ...world, mediaId, comment, list };
}

const rows = (body: Body): Body[] => body['data'] as Body[];

await t.test('an account has posts from elsewhere and an ad, which no list shows', async () => {
  const { posts, call, account } = await scene();
  deepEqual(
    (await posts()).map(({ origin }) => origin),
    ['ad', 'elsewhere', 'elsewhere', 'elsewhere'],
  );
  const listed = rows(
    (await call(`/v26.0/${account.remoteId}/media?fields=id,media_type,comments_count`)).body,
  );
  deepEqual(
    listed.map((row) => [row['media_type'], row['comments_count']]),
    [
      ['CAROUSEL_ALBUM', 0],
      ['VIDEO', 0],
      ['IMAGE', 0],
    ],
  );
  const ad = (await posts()).find(({ origin }) => origin === 'ad');
  const { body } = await call(`/v26.0/${textAt(ad, 'id')}?fields=media_product_type,caption,permalink`);
  equal(body['media_product_type'], 'AD');
});

await t.test('comments are listed newest first with their replies, page by page', async () => {
  const { comment, list, call, account } = await scene();
  const first = await comment('fan1', 'price?');
  await comment('fan2', 'lovely');
  await comment('fan3', 'same question', first);
  const fields =
    'id,text,timestamp,username,from{id,username},like_count,hidden,parent_id,replies.limit(5){id,text,parent_id,from}';
  const { body } = await list(fields);
  deepEqual(
    rows(body).map(({ text, username }) => [text, username]),
    [
      ['lovely', 'fan2'],
      ['price?', 'fan1'],
    ],
  );
  const answered = rows(body)[1]?.['replies'] as Body;
  deepEqual(
    rows(answered).map(({ text, parent_id }) => [text, parent_id]),
    [['same question', first]],
  );
  equal(rows(body)[0]?.['replies'], undefined, 'an empty list is left out');
  match(textAt(rows(body)[0], 'from', 'id') ?? '', /^1234\d{12}$/);

  const one = await list('text', '&limit=1');
  const { cursors, next } = one.body['paging'] as { cursors: Body; next: Json };
  ok(typeof next === 'string' && !next.includes('access_token'));
  const two = await list('text', `&limit=1&after=${textAt(cursors, 'after')}`);
  deepEqual(
    [...rows(one.body), ...rows(two.body)].map(({ text }) => text),
    ['lovely', 'price?'],
  );
  equal((two.body['paging'] as Body)['next'], undefined);

  const counted = await call(`/v26.0/${account.remoteId}/media?fields=comments_count&limit=3`);
  deepEqual(
    rows(counted.body).map((row) => row['comments_count']),
    [0, 0, 3],
  );
  deepEqual(codesOf(await list('id,likes_of')), [100, null], 'one unknown field fails the call');
  deepEqual(
    rows((await call(`/v26.0/${first}/replies`)).body).map(({ text }) => text),
    ['same question'],
  );
});

await t.test('at most fifty comments are on a page', async () => {
  const { comment, list } = await scene();
  for (let number = 0; number < 51; number += 1) await comment(`fan${number}`, `hello ${number}`);
  equal(rows((await list('id', '&limit=100')).body).length, 50);
  equal(rows((await list('id')).body).length, 25);
});

await t.test('a reply is public, and the person sees it below their comment', async () => {
  const { comment, send, see, call } = await scene();
  const id = await comment('fan1', 'price?');
  const reply = idIn((await send(`/v26.0/${id}/replies`, { message: 'Ten euros ☕' })).body);
  const { comments } = (await see('fan1')) as { comments: Body[] };
  const [answer] = listAt(comments[0], 'replies');
  deepEqual(
    [answer?.['id'], answer?.['text'], answer?.['byAccount'], answer?.['by']],
    [reply, 'Ten euros ☕', true, 'caf_luna'],
  );
  const read = (await call(`/v26.0/${reply}?fields=id,text,parent_id,from,username`)).body;
  deepEqual([read['parent_id'], read['username']], [id, 'caf_luna']);
});

await t.test(
  'a reply to a reply and to a hidden comment is refused, and so is one without a text',
  async () => {
    const { comment, send } = await scene();
    const id = await comment('fan1', 'price?');
    const reply = idIn((await send(`/v26.0/${id}/replies`, { message: 'Ten' })).body);
    deepEqual(codesOf(await send(`/v26.0/${reply}/replies`, { message: 'Eleven' })), [100, null]);
    deepEqual(codesOf(await send(`/v26.0/${id}/replies`, {})), [100, null]);
    await send(`/v26.0/${id}`, { hide: true });
    deepEqual(codesOf(await send(`/v26.0/${id}/replies`, { message: 'Eleven' })), [100, null]);
  },
);

await t.test(
  'fields in the address of a new comment spoil the response, and the comment is there',
  async () => {
    const { mediaId, send, list } = await scene();
    deepEqual(
      codesOf(await send(`/v26.0/${mediaId}/comments?fields=id`, { message: 'Hello' })),
      [20, 1772107],
    );
    deepEqual(
      rows((await list('text')).body).map(({ text }) => text),
      ['Hello'],
    );
  },
);

await t.test('a comment is hidden, shown again and deleted with its replies', async () => {
  const { comment, send, call, list, see } = await scene();
  const id = await comment('fan1', 'buy my stuff');
  await comment('fan2', 'spam', id);
  deepEqual((await send(`/v26.0/${id}`, { hide: true })).body, { success: true });
  equal(rows((await list('hidden')).body)[0]?.['hidden'], true);
  await send(`/v26.0/${id}`, { hide: 'false' });
  equal(rows((await list('hidden')).body)[0]?.['hidden'], false);
  deepEqual((await call(`/v26.0/${id}`, { method: 'DELETE' })).body, { success: true });
  deepEqual(rows((await list('id')).body), []);
  deepEqual(codesOf(await call(`/v26.0/${id}?fields=text`)), [100, 33]);
  deepEqual(codesOf(await call(`/v26.0/${id}`, { method: 'DELETE' })), [100, 33]);
  equal(((await see('fan1'))['comments'] as Body[])[0]?.['deleted'], true);
});

await t.test('a reply that is deleted is shown to nobody, and the others stay', async () => {
  const { comment, call, see } = await scene();
  const id = await comment('fan1', 'price?');
  const spam = await comment('fan2', 'spam', id);
  await comment('fan3', 'same question', id);
  await call(`/v26.0/${spam}`, { method: 'DELETE' });
  const read = rows((await call(`/v26.0/${id}/replies`)).body);
  deepEqual(
    read.map(({ text }) => text),
    ['same question'],
  );
  const { comments } = (await see('fan1')) as { comments: Body[] };
  deepEqual(
    listAt(comments[0], 'replies').map(({ text }) => text),
    ['same question'],
  );
});

await t.test('a person edits, likes and deletes comments, of which nothing is sent', async () => {
  const { comment, act, list, setCallback, send, settled, received } = await scene();
  await setCallback();
  await send('/v26.0/me/subscribed_apps', { subscribed_fields: 'comments' });
  const id = await comment('fan1', 'lnik');
  await act('fan1', { edit: { commentId: id, text: 'link' } });
  await act('fan2', { like: { commentId: id } });
  const [row] = rows((await list('text,like_count')).body);
  deepEqual([row?.['text'], row?.['like_count']], ['link', 1]);
  await act('fan1', { delete: { commentId: id } });
  await settled();
  equal(itemsOf(received, 'changes').length, 1, 'the new comment alone');
});

await t.test('a comment comes as a change with its writer and medium; an own one says so', async () => {
  const { comment, send, setCallback, settled, received, account, mediaId, clock } = await scene();
  await setCallback();
  await send('/v26.0/me/subscribed_apps', { subscribed_fields: 'comments,messages' });
  const id = await comment('fan1', 'price please');
  await settled();
  const [{ body } = { body: {} as Body }] = received;
  equal(body['object'], 'instagram');
  const [entry] = body['entry'] as Body[];
  deepEqual([entry?.['id'], entry?.['time']], [account.remoteId, clock.now / 1000]);
  const [change] = listAt(entry, 'changes');
  equal(change?.['field'], 'comments');
  const value = change['value'] as Body;
  deepEqual([value['id'], value['text'], value['parent_id']], [id, 'price please', undefined]);
  equal((value['from'] as Body)['username'], 'fan1');
  deepEqual(value['media'], { id: mediaId, media_product_type: 'FEED' });

  await send(`/v26.0/${id}/replies`, { message: 'Ten' });
  await settled();
  const own = itemsOf(received, 'changes')[1]?.['value'] as Body;
  const from = own['from'] as Body;
  deepEqual(
    [from['id'], own['parent_id'], typeof from['self_ig_scoped_id']],
    [account.remoteId, id, 'string'],
  );
});

await t.test('a comment on a carousel names an item, one on an ad names ad and original', async () => {
  const { act, posts, send, setCallback, settled, received, call } = await scene();
  await setCallback();
  await send('/v26.0/me/subscribed_apps', { subscribed_fields: 'comments' });
  const all = await posts();
  const carousel = idIn(all.find(({ text }) => text === 'Three loaves of the week') ?? {});
  const ad = idIn(all.find(({ origin }) => origin === 'ad') ?? {});
  const first = idIn(await act('fan1', { comment: { text: 'a', mediaId: carousel } }), 'commentId');
  await act('fan1', { comment: { text: 'b', mediaId: ad } });
  await settled();
  const [onCarousel, onAd] = itemsOf(received, 'changes').map(
    (change) => (change['value'] as Body)['media'] as Body,
  );
  ok(onCarousel?.['id'] !== carousel);
  const read = (await call(`/v26.0/${first}?fields=media`)).body['media'] as Body;
  equal(read['id'], carousel, 'the comment itself knows its album');
  equal(onAd?.['media_product_type'], 'AD');
  deepEqual([typeof onAd['ad_id'], typeof onAd['ad_title']], ['string', 'string']);
  ok(all.some(({ id }) => id === onAd['original_media_id']));
});

await t.test('a token without the permission reads no comments', async () => {
  const { sandbox, call, mediaId, account } = await scene();
  const graph = account.endpoints['graph'];
  const { clientId, clientSecret } = sandbox.networks()[0]?.app ?? {};
  const redirect_uri = 'https://app.test/back';
  const query = {
    client_id: clientId ?? '',
    redirect_uri,
    response_type: 'code',
    scope: 'instagram_business_basic',
    login: 'Café Luna',
  };
  const back = await sandbox.fetch(`${graph}/oauth/authorize?${new URLSearchParams(query).toString()}`, {
    redirect: 'manual',
  });
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const form = {
    client_id: clientId ?? '',
    client_secret: clientSecret ?? '',
    grant_type: 'authorization_code',
    redirect_uri,
    code,
  };
  const short = (await (
    await sandbox.fetch(`${graph}/oauth/access_token`, { method: 'POST', body: new URLSearchParams(form) })
  ).json()) as Body;
  const long = await call(
    `/access_token?grant_type=ig_exchange_token&client_secret=${clientSecret}&access_token=${idIn(short, 'access_token')}`,
  );
  const authorization = `Bearer ${idIn(long.body, 'access_token')}`;
  const refused = await call(`/v26.0/${mediaId}/comments`, { headers: { authorization } });
  deepEqual([refused.status, ...codesOf(refused)], [403, 10, null]);
  equal((await call(`/v26.0/${mediaId}?fields=id`, { headers: { authorization } })).status, 200);
});
