/** People on the simulated Threads: they reply, the app reads, answers and hides, and hears of it in an envelope of its own. */
import { deepEqual, equal, match } from 'node:assert/strict';
import t from 'tap';
import { at, textAt } from '../../adapters/lib/http.ts';
import { threads } from '../../simulators/threads/index.ts';
import { type Body, codesOf, idIn, listAt, peopleScene, signatureOf } from './people-scene.ts';

async function scene() {
  const world = peopleScene(threads);
  const mediaId = idIn((await world.posts())[0] ?? {});
  const reply = async (username: string, text: string, parentId?: string) =>
    idIn(
      await world.act(username, { comment: { text, mediaId, ...(parentId ? { parentId } : {}) } }),
      'commentId',
    );
  const list = async (edge: string, query = '') =>
    listAt(
      (
        await world.call(
          `/v1.0/${mediaId}/${edge}?fields=id,text,username,is_reply_owned_by_me,root_post{id},replied_to{id},hide_status,has_replies${query}`,
        )
      ).body,
      'data',
    );
  const publish = async (text: string, reply_to_id: string) => {
    const made = await world.send('/v1.0/me/threads', { media_type: 'TEXT', text, reply_to_id });
    if (made.status !== 200) return made;
    return world.send('/v1.0/me/threads_publish', { creation_id: idIn(made.body) });
  };
  return { ...world, mediaId, reply, list, publish };
}

await t.test('replies are listed newest first, the whole tree flat', async () => {
  const { reply, list, mediaId } = await scene();
  const first = await reply('fan1', 'Rye!');
  await reply('fan2', 'Spelt!');
  const below = await reply('fan3', 'Rye it is', first);
  const top = await list('replies');
  deepEqual(
    top.map(({ text, username, has_replies }) => [text, username, has_replies]),
    [
      ['Spelt!', 'fan2', false],
      ['Rye!', 'fan1', true],
    ],
  );
  deepEqual(
    (await list('replies', '&reverse=false')).map(({ text }) => text),
    ['Rye!', 'Spelt!'],
  );
  const all = await list('conversation', '&reverse=false');
  deepEqual(
    all.map(({ text }) => text),
    ['Rye!', 'Spelt!', 'Rye it is'],
  );
  deepEqual([at(all[2], 'replied_to', 'id'), at(all[2], 'root_post', 'id')], [first, mediaId]);
  const deep = await reply('fan1', 'deeper', below);
  equal(
    textAt(
      (await list('conversation')).find(({ id }) => id === deep),
      'replied_to',
      'id',
    ),
    below,
  );
});

await t.test('an answer is a post that names what it answers, and the person sees it', async () => {
  const { reply, list, publish, see, call } = await scene();
  const id = await reply('fan1', 'Rye!');
  const own = idIn((await publish('Rye it is 🍞', id)).body);
  equal(at(listAt(await see('fan1'), 'comments')[0], 'replies', 0, 'text'), 'Rye it is 🍞');
  const answer = (await list('conversation')).find((one) => one['id'] === own);
  deepEqual([answer?.['is_reply_owned_by_me'], answer?.['username']], [true, 'caf_luna']);
  deepEqual(
    listAt((await call('/v1.0/me/replies?fields=id')).body, 'data').map(({ id }) => id),
    [own],
  );
  const threads = listAt((await call('/v1.0/me/threads?fields=id')).body, 'data').map(({ id }) => id);
  equal(threads.includes(own), false, 'a reply is no post of the profile');
  const { body } = await call('/v1.0/me/threads_publishing_limit?fields=reply_quota_usage');
  equal(at(body, 'data', 0, 'reply_quota_usage'), 1);
  deepEqual(codesOf(await publish('x', '18099999999999999')), [100, null]);
});

await t.test('a top-level reply is hidden with what is below it, and shown again', async () => {
  const { reply, list, send } = await scene();
  const id = await reply('fan1', 'spam');
  const below = await reply('fan2', 'more spam', id);
  const states = async () =>
    (await list('conversation', '&reverse=false')).map(({ hide_status }) => hide_status);
  deepEqual(codesOf(await send(`/v1.0/${below}/manage_reply`, { hide: true })), [100, null]);
  deepEqual((await send(`/v1.0/${id}/manage_reply`, { hide: true })).body, { success: true });
  deepEqual(await states(), ['HIDDEN', 'HIDDEN']);
  await send(`/v1.0/${id}/manage_reply`, { hide: 'false' });
  deepEqual(await states(), ['NOT_HUSHED', 'NOT_HUSHED']);
});

await t.test('own replies can be deleted, others cannot', async () => {
  const { reply, publish, call, list } = await scene();
  const id = await reply('fan1', 'Rye!');
  const own = idIn((await publish('Thanks', id)).body);
  deepEqual((await call(`/v1.0/${own}`, { method: 'DELETE' })).body, { success: true, deleted_id: own });
  deepEqual(codesOf(await call(`/v1.0/${id}`, { method: 'DELETE' })), [10, null]);
  deepEqual(
    (await list('conversation')).map(({ text }) => text),
    ['Rye!'],
  );
});

await t.test('a reply comes in the envelope of Threads, signed; own ones come too', async () => {
  const { reply, publish, setCallback, settled, received, account, credentials, mediaId, clock } =
    await scene();
  await setCallback();
  const id = await reply('fan1', 'Süß 🍞');
  await settled();
  const [{ body, raw, signature } = { body: {} as Body, raw: '', signature: '' }] = received;
  equal(signature, signatureOf(raw, credentials.clientSecret));
  match(raw, /S\\u00fc\\u00df/);
  deepEqual(
    [body['topic'], body['target_id'], body['time'], at(body, 'values', 'field')],
    ['moderate', mediaId, clock.now / 1000, 'replies'],
  );
  const value = at(body, 'values', 'value') as Body;
  deepEqual(
    [
      value['id'],
      value['username'],
      value['text'],
      at(value, 'replied_to', 'id'),
      at(value, 'root_post', 'owner_id'),
    ],
    [id, 'fan1', 'Süß 🍞', mediaId, account.remoteId],
  );
  const own = idIn((await publish('Thanks', id)).body);
  await settled();
  deepEqual(
    received.slice(1).map(({ body }) => [at(body, 'values', 'field'), at(body, 'values', 'value', 'id')]),
    [
      ['replies', own],
      ['publish', own],
    ],
  );
});

await t.test('each event is a body of its own, also when many are sent together', async () => {
  const { reply, setCallback, manner, settled, received } = await scene();
  await setCallback({ fields: ['replies'] });
  await manner({ hold: true, batch: 1000 });
  for (const text of ['one', 'two']) await reply('fan1', text);
  await manner({ hold: false });
  await settled();
  deepEqual(
    received.map(({ body }) => at(body, 'values', 'value', 'text')),
    ['one', 'two'],
  );
});

await t.test('nobody writes direct messages there', async () => {
  const { asked, act } = await scene();
  const { status, body } = await asked('people', {
    network: 'threads',
    person: { username: 'fan1' },
    act: { say: 'Hi' },
  });
  deepEqual(
    [status, body['error']],
    [400, 'act: this network has no direct messages, so nobody can say there'],
  );
  equal(at(await act('fan1', { follow: true }), 'person', 'follows'), true);
});
