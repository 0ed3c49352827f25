/** An Instagram account whose owner signed in with Facebook: the Page's token, the Page's conversations, the account's media. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { at } from '../../adapters/lib/http.ts';
import { instagram } from '../../simulators/instagram/index.ts';
import { type Body, codesOf, idIn, itemsOf, listAt, peopleScene } from './people-scene.ts';

const SCOPES =
  'instagram_basic,instagram_manage_comments,instagram_manage_messages,pages_show_list,pages_manage_metadata';

/** An account, and calls with the token of its Page. */
function scene() {
  const world = peopleScene(instagram);
  const { credentials } = world.sandbox.connect('instagram', 'Café Luna', 'facebook');
  const { accessToken = '', pageId = '', userToken = '', appSecretProof = '' } = credentials;
  const as =
    (token: string) =>
    (path: string, body?: Body, method = body === undefined ? 'GET' : 'POST') =>
      world.call(path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
  return { ...world, pageId, appSecretProof, byPage: as(accessToken), byUser: as(userToken), as };
}

/** Signs in with Facebook and exchanges the code for a token of 60 days. */
async function signIn(
  { sandbox, account, credentials, as }: ReturnType<typeof scene>,
  scope: string,
): Promise<string> {
  const graph = `${account.endpoints['graph']}/v26.0`;
  const app = { client_id: credentials.clientId, redirect_uri: 'https://app.test/back' };
  const asked = new URLSearchParams({ ...app, response_type: 'code', scope, state: 's', login: 'Café Luna' });
  const back = await sandbox.fetch(`${graph}/dialog/oauth?${asked.toString()}`, { redirect: 'manual' });
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const secret = { client_secret: credentials.clientSecret };
  const get = (query: { [name: string]: string }) =>
    as('')(`/v26.0/oauth/access_token?${new URLSearchParams({ ...app, ...secret, ...query }).toString()}`);
  const short = idIn((await get({ code })).body, 'access_token');
  deepEqual(codesOf(await get({ code })), [100, 36009], 'a code is good once');
  return idIn(
    (await get({ grant_type: 'fb_exchange_token', fb_exchange_token: short })).body,
    'access_token',
  );
}

await t.test(
  'a sign-in with Facebook shows the Pages, and the account that is linked to one of them',
  async () => {
    const world = scene();
    const { as, account, pageId } = world;
    const token = await signIn(world, SCOPES);
    const fields =
      'id,name,access_token,tasks,instagram_business_account{id,username,name,profile_picture_url,followers_count}';
    const rows = listAt((await as(token)(`/v26.0/me/accounts?fields=${fields}&limit=100`)).body, 'data');
    deepEqual([rows[0]?.['id'], at(rows[0], 'instagram_business_account', 'id')], [pageId, account.remoteId]);
    equal(rows[1]?.['instagram_business_account'], undefined, 'the other Page has none');
    const granted = listAt((await as(token)('/v26.0/me/permissions')).body, 'data')
      .filter(({ status }) => status === 'granted')
      .map(({ permission }) => permission);
    deepEqual(new Set(granted), new Set<unknown>(SCOPES.split(',')));
    ok((await as(token)('/v26.0/me?fields=id,name')).body['id']);
    const owner = idIn(rows[0] ?? {}, 'access_token');
    equal((await as(owner)(`/v26.0/${account.remoteId}?fields=username`)).body['username'], 'caf_luna');
  },
);

await t.test('media and comments are the account’s, messages are the Page’s', async () => {
  const { act, posts, byPage, account, pageId } = scene();
  const mediaId = idIn((await posts())[1] ?? {});
  const comment = idIn(await act('fan1', { comment: { text: 'price?', mediaId } }), 'commentId');
  equal(listAt((await byPage(`/v26.0/${account.remoteId}/media?fields=id`)).body, 'data').length, 3);
  deepEqual(codesOf(await byPage('/v26.0/me/media?fields=id')), [100, 33], 'the Page itself has no media');
  ok((await byPage(`/v26.0/${comment}/replies`, { message: 'Ten' })).body['id']);
  const id = idIn((await act('fan1', { say: 'Hello' }))['person'] as Body);
  const message = { recipient: { id }, message: { text: 'Hi' } };
  equal((await byPage(`/v26.0/${pageId}/messages`, message)).status, 200);
  equal((await byPage('/v26.0/me/messages', message)).status, 200);
  deepEqual(codesOf(await byPage(`/v26.0/${account.remoteId}/messages`, message)), [3, null]);
  const list = (await byPage(`/v26.0/${pageId}/conversations?platform=instagram&user_id=${id}`)).body;
  equal(listAt(list, 'data').length, 1);
  deepEqual(codesOf(await byPage('/v26.0/102000000000009/messages', message)), [100, 33]);
});

await t.test('the Page is subscribed to a field of its own, and Instagram’s come', async () => {
  const { act, byPage, pageId, setCallback, settled, received } = scene();
  await setCallback();
  const path = `/v26.0/${pageId}/subscribed_apps`;
  deepEqual(codesOf(await byPage(path, { subscribed_fields: 'comments' })), [100, null]);
  deepEqual((await byPage(path, { subscribed_fields: 'feed' })).body, { success: true });
  await act('fan1', { say: 'Hello' });
  await settled();
  equal(at(itemsOf(received)[0], 'message', 'text'), 'Hello');
});

await t.test('permissions have Facebook’s names, and a proof of the secret must be right', async () => {
  const world = scene();
  const { as, byPage, pageId, appSecretProof } = world;
  const token = await signIn(world, 'instagram_basic,pages_show_list');
  const [row] = listAt((await as(token)('/v26.0/me/accounts?fields=id,access_token')).body, 'data');
  const refused = await as(idIn(row ?? {}, 'access_token'))(`/v26.0/${pageId}/conversations`);
  deepEqual([refused.status, ...codesOf(refused)], [403, 10, null]);
  equal((await byPage(`/v26.0/me/conversations?appsecret_proof=${appSecretProof}`)).status, 200);
  deepEqual(codesOf(await byPage('/v26.0/me/conversations?appsecret_proof=0')), [100, null]);
});

await t.test('the control API makes such an account, on instagram alone', async () => {
  const { asked, byUser } = scene();
  const made = await asked('accounts', { network: 'instagram', name: 'bo', login: 'facebook' });
  deepEqual([at(made.body, 'credentials', 'login'), made.status], ['facebook', 200]);
  const wrong = await asked('accounts', { network: 'instagram', name: 'bo', login: 'myspace' });
  deepEqual([wrong.status, wrong.body['error']], [400, 'login must be one of instagram, facebook']);
  equal((await byUser('/v26.0/me?fields=id')).status, 200);
});
