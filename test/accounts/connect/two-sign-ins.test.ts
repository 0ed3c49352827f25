/** An Instagram account by either sign-in: with Instagram, or with Facebook through the Page that it is linked to. */
import t from 'tap';
import { networks } from '../../../adapters/networks.ts';
import { byWay, createNetworks } from '../../../src/features/accounts/connect/networks.ts';
import { storedText } from '../../support/stored-text.ts';
import type { RunningService } from '../../support/service.ts';
import { startService } from '../../support/service.ts';
import { allow, linkFor, newPerson } from './person.ts';

const instagrams = async ({ call }: RunningService) =>
  ((await call('GET', '/v1/accounts')).body.accounts as { id: string; platform: string; username: string }[])
    .filter(({ platform }) => platform === 'instagram')
    .map(({ id, username }) => ({ id, username }));

/** How an account is reached, as it is stored. */
async function accessOf({ service }: RunningService, id: string) {
  const [row] = await service.sql<
    { login: string | null; credentials: Buffer; endpoints: object; ends: number | null }[]
  >`
    select login_id as login, credentials, endpoints,
           round(extract(epoch from expires_at - obtained_at) / 86400)::int as ends from accounts where id = ${id}`;
  return row!;
}

await t.test('the page offers both ways, with a sentence on when to use which', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  const { text } = await rosa.get(`${link.url}/instagram`);
  t.match(text, /action="[^"]+\/instagram\?way=instagram"[^]+Sign in with Instagram[^]+no Facebook Page/);
  t.match(
    text,
    /action="[^"]+\/instagram\?way=facebook"[^]+Sign in with Facebook[^]+linked to a Facebook Page/,
  );
  t.notMatch((await rosa.get(`${link.url}/linkedin`)).text, /Choose where you sign in/);
});

await t.test('of the Pages of a sign-in with Facebook, the person picks linked accounts', async (t) => {
  const running = await startService(t, { platforms: [] });
  const link = await linkFor(running, { platforms: ['instagram'] });
  const rosa = newPerson(running);
  const came = await rosa.get(await allow(rosa, link, 'instagram', { way: 'facebook' }));
  t.match(came.location, /\/pick\/sign_\w+$/);
  const offered = (await rosa.get(came.location)).text;
  const ids = [...offered.matchAll(/value="(17841\d+)"/g)].map(([, id]) => id!);
  t.equal(ids.length, 2);
  t.notMatch(offered, /studio/, 'a Page without an Instagram account is not offered');
  const waiting = await storedText(running.service.sql, 'sign_ins');
  t.notMatch(waiting, /"accessToken"|rosa/, 'what waits is sealed');
  await rosa.send(came.location, { account: ids[0]! });
  const [account, ...others] = await instagrams(running);
  t.strictSame(others, []);
  t.equal(account!.username, 'rosa');
  const { credentials, login, ends } = await accessOf(running, account!.id);
  t.notMatch(credentials.toString('latin1'), /EAA|facebook/, 'tokens are sealed');
  t.match(login, /^289\d+$/, 'the id by which the network names the person');
  t.equal(ends, 90, 'access to data ends 90 days after the sign-in');
});

await t.test('by either sign-in it is one account: the other one replaces the access', async (t) => {
  const running = await startService(t, { platforms: [] });
  const link = await linkFor(running, { platforms: ['instagram'] });
  const rosa = newPerson(running);
  const connect = async (way: 'instagram' | 'facebook') => {
    const came = await rosa.get(await allow(rosa, link, 'instagram', { way }));
    t.equal(came.status, 303, came.text);
    if (way === 'instagram') return;
    const [, account] = /value="(17841\d+)"/.exec((await rosa.get(came.location)).text)!;
    t.equal((await rosa.send(came.location, { account: account! })).status, 303);
  };
  await connect('instagram');
  const [account] = await instagrams(running);
  const byInstagram = await accessOf(running, account!.id);
  t.equal(byInstagram.ends, 60);
  await connect('facebook');
  t.strictSame(await instagrams(running), [account]);
  const byFacebook = await accessOf(running, account!.id);
  t.notSame(byFacebook.credentials, byInstagram.credentials);
  t.equal(byFacebook.ends, 90);
  await publishes(running, account!.id);
  await connect('instagram');
  t.strictSame(await instagrams(running), [account]);
  t.equal((await accessOf(running, account!.id)).ends, 60);
  await publishes(running, account!.id);

  async function publishes({ call, until }: RunningService, accountId: string) {
    const made = await call('POST', '/v1/posts', {
      content: `by ${(await accessOf(running, accountId)).ends} days`,
      accountIds: [accountId],
      media: [`${running.sandbox.url}/samples/photo.jpg`],
      publishNow: true,
    });
    t.ok(made.body.post, JSON.stringify(made.body));
    await until(made.body.post.id, ({ status }) => status === 'published');
  }
});

await t.test('a person who switches a needed permission off is told which', async (t) => {
  const running = await startService(t, { platforms: [] });
  const link = await linkFor(running, { platforms: ['instagram'] });
  const rosa = newPerson(running);
  const without = ['instagram_content_publish'];
  const back = await rosa.get(await allow(rosa, link, 'instagram', { way: 'facebook', without }));
  t.equal(back.status, 400);
  t.match(back.text, /not allowed instagram_content_publish: start again/);
  const denied = new URL((await rosa.send(`${link.url}/instagram?way=facebook`)).location);
  denied.searchParams.set('deny', '1');
  t.match((await rosa.get((await rosa.get(denied.href)).location)).text, /permission at Facebook/);
  const reader = await rosa.get(await allow(rosa, link, 'instagram', { way: 'facebook', login: 'reader' }));
  t.match(reader.text, /None of the Pages lets you publish/);
  const nobody = await rosa.get(await allow(rosa, link, 'instagram', { way: 'facebook', login: 'nobody' }));
  t.match(nobody.text, /No Facebook Page was shared/);
});

await t.test('which sign-ins there are follows from the settings of the apps', async (t) => {
  const [instagram, facebook] = ['ig', 'fb'].map((clientId) => ({ clientId, clientSecret: 'secret' }));
  const find = (apps: { [platform: string]: { clientId: string; clientSecret: string } }) =>
    createNetworks({ adapters: networks, findApps: async () => apps, sandboxUrl: null }).find(
      'instagram',
      'real',
    );
  const both = await find({ instagram: instagram!, facebook: facebook! });
  t.ok(both?.connect);
  if (!both?.connect) return;
  t.same(
    both.ways.map(({ id, app }) => [id, app?.clientId]),
    [
      ['instagram', 'ig'],
      ['facebook', 'fb'],
    ],
  );
  t.equal(both.app, instagram);
  t.match(byWay(both, 'facebook'), { app: facebook, endpoints: { graph: 'https://graph.facebook.com' } });
  t.equal(byWay(both, 'myspace'), null);
  const one = await find({ facebook: facebook! });
  t.match(one, { app: facebook, ways: [], endpoints: { login: 'https://www.facebook.com' } });
  t.match(await find({ instagram: instagram! }), { app: instagram, ways: [] });
  t.match(await find({}), { connect: null, reason: 'not configured' });
});

await t.test('an account is served by the app that it was connected by', async (t) => {
  const [instagram, facebook] = ['ig', 'fb'].map((clientId) => ({ clientId, clientSecret: 'secret' }));
  const { appAt } = createNetworks({
    adapters: networks,
    findApps: async () => ({ instagram: instagram!, facebook: facebook! }),
    sandboxUrl: null,
  });
  const at = (clientId?: string) =>
    appAt({ platform: 'instagram', endpoints: {}, credentials: clientId === undefined ? {} : { clientId } });
  t.match(await at('fb'), { app: facebook, endpoints: { graph: 'https://graph.facebook.com' } });
  t.match(await at('ig'), { app: instagram, endpoints: { graph: 'https://graph.instagram.com' } });
  t.match(await at(), { app: instagram });
});
