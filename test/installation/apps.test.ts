/** The apps of networks over the dashboard: stored sealed, used by every node, checked at the network (docs/connecting.md, For operators). */
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { AppCredentials } from '../../adapters/port/account.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { acceptedApps, saveApp } from '../../src/features/accounts/index.ts';
import { checkApp } from '../../src/features/installation/app-check.ts';
import { insertOperator } from '../../store/operators.ts';
import { allow, linkFor, newPerson } from '../accounts/connect/person.ts';
import { startRealNetworks } from '../support/real-networks.ts';
import { type RunningService, startService } from '../support/service.ts';
import { newMate } from '../support/team.ts';

const PATH = '/app/api/installation/apps';
const SECRET = 'one-secret-of-an-app';

async function newOperator(running: RunningService) {
  const rosa = await newMate(running, 'rosa');
  await insertOperator(running.service.directory, { userId: rosa.userId, addedBy: null }, Date.now());
  return rosa;
}

const bodyOf = (platform: string, { clientId, clientSecret, consumer }: AppCredentials) =>
  platform === 'telegram'
    ? { clientSecret }
    : {
        clientId,
        clientSecret,
        ...(consumer && { consumerKey: consumer.key, consumerSecret: consumer.secret }),
      };

const real = await startRealNetworks(t);
const running = await startService(t, {
  platforms: [],
  adapters: real.adapters,
  allowedOrigins: [real.sandbox.url],
  sandboxDefault: false,
});
const rosa = await newOperator(running);
await running.call('POST', '/v1/workspaces', { name: 'Real' });

void t.test('every app that a sign-in takes has a registration, and no other network has one', (t) => {
  const all = Object.values<Manifest>(networks);
  const taken = new Set(all.flatMap((one) => acceptedApps(one)));
  t.same(
    all.filter(({ registration }) => registration).map(({ platform }) => platform),
    [...taken].toSorted(
      (one, other) => Object.keys(networks).indexOf(one) - Object.keys(networks).indexOf(other),
    ),
  );
  for (const { platform, registration } of all) {
    if (!registration) continue;
    t.equal(new URL(registration.console.url).protocol, 'https:', platform);
    t.ok(registration.id || registration.idIn, `${platform} has an id`);
  }
  t.end();
});

await t.test('an app is set, shown without its secret, and removed', async (t) => {
  const { body: before } = await rosa.ask('GET', PATH);
  t.equal(before.apps.length, 13);
  t.ok(before.others.includes('Mastodon'));
  t.ok(before.apps.every(({ setBy }: { setBy: string }) => setBy === 'nobody'));

  const one = `${PATH}/linkedin`;
  const put = (body: object) => rosa.ask('PUT', one, body);
  const saved = await put({ clientId: 'an-id', clientSecret: SECRET });
  t.match(saved, { status: 200, body: { app: { setBy: 'operator', clientId: 'an-id' } } });
  const shown = await rosa.ask('GET', one);
  t.same(shown.body, saved.body);
  t.match(shown.body.app, {
    variables: ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
    copied: [{ label: 'Redirect address', value: `${running.baseUrl}/connect/callback` }],
    scopes: [{ signIn: 'LinkedIn', scopes: ['openid', 'profile', 'w_member_social'] }],
    fields: [
      { name: 'clientId', value: 'an-id' },
      { name: 'clientSecret', isStored: true, value: null },
    ],
  });
  t.notOk(JSON.stringify([shown.body, (await rosa.ask('GET', PATH)).body]).includes(SECRET));
  const rows = await running.service.directory<{ value: Buffer }[]>`select value from installation`;
  t.notOk(
    rows.some(({ value }) => value.toString('latin1').includes(SECRET)),
    'it is stored sealed',
  );

  t.match(await put({ clientId: 'an-id' }), { status: 200 }, 'the secret stays with its id');
  t.match(await put({ clientId: 'other' }), { status: 400, body: { param: '/clientSecret' } });
  t.match(await put({ clientSecret: SECRET }), { status: 400, body: { param: '/clientId' } });
  t.match(await put({ clientId: 'an id', clientSecret: SECRET }), {
    status: 400,
    body: { param: '/clientId' },
  });
  t.match(await put({ clientId: 'an-id', consumerKey: 'key' }), {
    status: 400,
    body: { param: '/consumerKey' },
  });
  t.match((await rosa.ask('GET', one)).body.app, { clientId: 'an-id' });

  const { entries } = (await rosa.ask('GET', '/app/api/installation/audit')).body;
  t.match(entries.at(-1), {
    operation: 'setNetworkApp',
    object: { kind: 'network_app', id: 'linkedin' },
    fields: ['clientId', 'clientSecret'],
  });
  t.notOk(JSON.stringify(entries).includes(SECRET));
  t.match(await rosa.ask('DELETE', one), { body: { removed: true } });
  t.match((await rosa.ask('GET', one)).body.app, { setBy: 'nobody', clientId: null });
  for (const [method, platform] of [
    ['GET', 'bluesky'],
    ['GET', 'constructor'],
    ['DELETE', 'nothing'],
  ] as const)
    t.equal((await rosa.ask(method, `${PATH}/${platform}`)).status, 404, platform);
});

await t.test('a second pair and a bot’s token have rules of their own', async (t) => {
  const x = (body: object) =>
    rosa.ask('PUT', `${PATH}/x`, { clientId: 'an-id', clientSecret: SECRET, ...body });
  t.match(await x({ consumerKey: 'key' }), { status: 400, body: { param: '/consumerSecret' } });
  t.match(await x({ consumerSecret: SECRET }), { status: 400, body: { param: '/consumerKey' } });
  t.match(await x({ consumerKey: 'key', consumerSecret: SECRET }), { status: 200 });
  t.match(await x({ consumerKey: 'key' }), { status: 200 }, 'the secret stays with its key');
  t.match(await x({ consumerKey: 'other' }), { status: 400, body: { param: '/consumerSecret' } });
  t.match((await x({ consumerKey: null })).body.app.fields[2], { name: 'consumerKey', isStored: false });
  const bot = (body: object) => rosa.ask('PUT', `${PATH}/telegram`, body);
  t.match(await bot({ clientSecret: 'no-token' }), { status: 400, body: { param: '/clientSecret' } });
  t.match(await bot({ clientId: '1', clientSecret: 'x' }), { status: 400, body: { param: '/clientId' } });
  const token = `123456789:${'a'.repeat(35)}`;
  t.match((await bot({ clientSecret: token })).body.app, { setBy: 'operator', clientId: null });
  for (const platform of ['x', 'telegram']) await rosa.ask('DELETE', `${PATH}/${platform}`);
});

/** What proves id and secret without a person; the others cannot be proved. */
const PROVED = ['instagram', 'facebook', 'threads', 'x', 'tiktok', 'pinterest', 'reddit', 'telegram'];

await t.test('the check asks the network, and shows its words without the secret', async (t) => {
  for (const [platform, app] of Object.entries(real.apps).filter(
    ([name]) => networks[name as 'x'].registration,
  )) {
    const check = async () => {
      const { checks } = (await rosa.ask('GET', `${PATH}/${platform}/check`)).body;
      t.notOk(JSON.stringify(checks).includes(SECRET), `${platform} keeps the secret`);
      return checks.find(({ name }: { name: string }) => name === 'Id and secret');
    };
    const set = (body: object) => rosa.ask('PUT', `${PATH}/${platform}`, body);
    t.match((await rosa.ask('GET', `${PATH}/${platform}/check`)).body.checks, [
      { name: 'App', state: 'wrong' },
    ]);
    t.equal((await set(bodyOf(platform, app))).status, 200, platform);
    const isProved = PROVED.includes(platform);
    t.match(await check(), { state: isProved ? 'ok' : 'unknown' }, platform);
    if (isProved) {
      const wrong = platform === 'telegram' ? `123456789:${SECRET}${'a'.repeat(20)}` : SECRET;
      const pair = app.consumer && { key: app.consumer.key, secret: SECRET };
      await set(
        bodyOf(platform, { clientId: app.clientId, clientSecret: wrong, ...(pair && { consumer: pair }) }),
      );
      t.match(
        await check(),
        { state: 'wrong', message: /refuses them: \S/ },
        `${platform} with a wrong secret`,
      );
    }
    await rosa.ask('DELETE', `${PATH}/${platform}`);
  }
});

await t.test('a network that repeats the secret in its words does not show it', async (t) => {
  const { reddit } = networks;
  const prove = () => Promise.resolve({ kind: 'refused' as const, reason: `${SECRET} is not the secret` });
  const checks = await checkApp(running.service.context, {
    network: { ...reddit, registration: { ...reddit.registration!, prove } },
    app: { clientId: 'an-id', clientSecret: SECRET },
    now: Date.now(),
  });
  t.match(checks.at(-1), { state: 'wrong', message: 'Reddit refuses them: [redacted] is not the secret' });
});

await t.test('the check says what is wrong with the address, and with values of another shape', async (t) => {
  await rosa.ask('PUT', `${PATH}/linkedin`, { clientId: 'an-id', clientSecret: SECRET });
  const { checks } = (await rosa.ask('GET', `${PATH}/linkedin/check`)).body;
  t.match(checks, [
    { name: 'Client ID', state: 'unknown', message: /14 digits and small letters/ },
    { name: 'Primary client secret', state: 'ok' },
    { name: 'Redirect address', state: 'unknown', message: /this machine only/ },
    { name: 'Id and secret', state: 'unknown', message: /connect an account/ },
  ]);
  await rosa.ask('DELETE', `${PATH}/linkedin`);
});

await t.test('webhooks that lead elsewhere are said', async (t) => {
  const { consumer, ...app } = real.apps['facebook']!;
  t.equal(consumer, undefined);
  await rosa.ask('PUT', `${PATH}/facebook`, app);
  const webhooks = async () =>
    (await rosa.ask('GET', `${PATH}/facebook/check`)).body.checks.find(
      ({ name }: { name: string }) => name === 'Webhooks',
    );
  t.match(await webhooks(), { state: 'unknown', message: /does not send everything yet/ });
  const { endpoints, inbound } = real.adapters['facebook']!;
  const subscribed = (callbackUrl: string) =>
    inbound!.subscriptions!.subscribeApp!({
      endpoints,
      app,
      fetch,
      signal: AbortSignal.timeout(10_000),
      now: Date.now(),
      callbackUrl,
      verifyToken: running.service.context.verifyToken,
    });
  const own = `${running.baseUrl}/inbound/facebook`;
  t.match(await subscribed(`${own}?of=another`), { kind: 'subscribed' });
  t.match(await webhooks(), { state: 'wrong', message: /calls \S+of=another, and not/ });
  await subscribed(own);
  t.match(await webhooks(), { state: 'ok' });
  await rosa.ask('DELETE', `${PATH}/facebook`);
});

await t.test(
  'people connect by a stored app at once on this node, and within 10 seconds on others',
  async (t) => {
    const other = await running.secondNode();
    const link = await linkFor(running, { workspace: 'real', platforms: ['linkedin'] });
    const offers = async (baseUrl: string) =>
      (await (await fetch(`${baseUrl}${new URL(link.url).pathname}/linkedin`)).text()).includes(
        'not configured',
      )
        ? 'not configured'
        : 'offered';
    t.equal(await offers(other.baseUrl), 'not configured');
    t.equal(await offers(running.baseUrl), 'not configured');
    await rosa.ask('PUT', `${PATH}/linkedin`, bodyOf('linkedin', real.apps['linkedin']!));
    t.equal(await offers(running.baseUrl), 'offered');
    running.advance(10_001);
    t.equal(await offers(other.baseUrl), 'offered');

    const person = newPerson(running);
    const back = await allow(person, link, 'linkedin');
    t.equal((await person.get(back)).status, 303);
    const [account] = (await running.call('GET', '/v1/accounts?workspace=real')).body.accounts;
    t.match(account, { platform: 'linkedin', username: 'rosa' });
    await rosa.ask('DELETE', `${PATH}/linkedin`);
    t.equal(await offers(running.baseUrl), 'not configured');
  },
);

await t.test('what variables set is shown as theirs, checked, and changed by nobody', async (t) => {
  const running = await startService(t, {
    platforms: [],
    adapters: real.adapters,
    allowedOrigins: [real.sandbox.url],
    apps: { reddit: real.apps['reddit']! },
  });
  const rosa = await newOperator(running);
  const one = `${PATH}/reddit`;
  t.match((await rosa.ask('GET', one)).body, {
    app: { setBy: 'variable', clientId: real.apps['reddit']!.clientId },
  });
  for (const [method, sent] of [
    ['PUT', { clientId: 'an-id', clientSecret: SECRET }],
    ['DELETE', undefined],
  ] as const)
    t.match(await rosa.ask(method, one, sent), { status: 409, body: { code: 'set_by_variable' } }, method);
  t.match((await rosa.ask('GET', `${one}/check`)).body.checks.at(-1), { name: 'Id and secret', state: 'ok' });
  const { directory, sealer } = running.service;
  await saveApp(directory, sealer, { platform: 'reddit', app: { clientId: 'stored', clientSecret: SECRET } });
  running.service.context.forgetApps();
  const link = await linkFor(running, { platforms: ['reddit'] });
  const { location } = await newPerson(running).send(`${link.url}/reddit`);
  t.equal(
    new URL(location).searchParams.get('client_id'),
    real.apps['reddit']!.clientId,
    'it beats the stored one',
  );
});
