/** Workspaces of real networks stand beside workspaces of simulated ones, and nothing passes between them (docs/sandbox.md). */
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import { storeAccount } from '../../src/features/accounts/connect/accounts.ts';
import { NetworkCalls } from '../../src/features/accounts/connect/sign-in/network-call.ts';
import { markNetworks } from '../../src/features/workspaces/index.ts';
import { linkFor, newPerson } from '../accounts/connect/person.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { type RunningService, startService } from '../support/service.ts';

type Kind = 'real' | 'simulated';

/** A workspace of each kind; the calls that are made in it, and what a link of it offers. */
async function both(running: RunningService) {
  const make = async (kind: Kind) => {
    const body = { name: kind, sandbox: kind === 'simulated' };
    const { workspace } = (await running.call('POST', '/v1/workspaces', body)).body;
    const [row] = await running.service.directory<{ id: string }[]>`
      select id from workspaces where slug = ${kind}`;
    return { ...workspace, id: row!.id };
  };
  return { real: await make('real'), simulated: await make('simulated') };
}

/** The page of a connect link, and the page of one network in it. */
async function pagesOf(running: RunningService, workspace: Kind, platform: string) {
  const link = await linkFor(running, { workspace });
  const person = newPerson(running);
  return { person, link, all: (await person.get(link.url)).text, one: `${link.url}/${platform}` };
}

const running = await startService(t, { platforms: ['instagram'], subscribes: true, sandboxDefault: false });
const { real, simulated } = await both(running);

await t.test(
  'a workspace says which networks its accounts are on, and a new one is real unless asked',
  async (t) => {
    t.match(real, { slug: 'real', sandbox: false });
    t.match(simulated, { slug: 'simulated', sandbox: true });
    const plain = await running.call('POST', '/v1/workspaces', { name: 'Plain' });
    t.match(plain.body.workspace, { sandbox: false });
    const listed = (await running.call('GET', '/v1/workspaces')).body.workspaces;
    t.same(
      listed.slice(1).map(({ slug, sandbox }) => [slug, sandbox]),
      [
        ['real', false],
        ['simulated', true],
        ['plain', false],
      ],
    );
  },
);

await t.test('without a sandbox no workspace is simulated', async (t) => {
  const running = await startService(t, { apps: {}, platforms: [] });
  const refused = await running.call('POST', '/v1/workspaces', { name: 'Try', sandbox: true });
  t.match(refused, { status: 400, body: { param: '/sandbox' } });
  t.match((await running.call('POST', '/v1/workspaces', { name: 'Try' })).body.workspace, { sandbox: false });
});

await t.test('each workspace is offered its own networks, at their own addresses', async (t) => {
  const real = await pagesOf(running, 'real', 'bluesky');
  const simulated = await pagesOf(running, 'simulated', 'bluesky');
  t.match(simulated.all, /nothing here reaches a real network/);
  t.notMatch(real.all, /nothing here reaches a real network/);
  t.match(real.all, /Instagram[\s\S]*not configured/, 'it has no app');
  t.notMatch(simulated.all, /not configured/);

  const { username, credentials } = running.sandbox.sandbox.connect('bluesky', 'Rosa Boats');
  const typed = { handle: username, appPassword: credentials['appPassword']! };
  t.equal((await simulated.person.send(simulated.one, typed)).status, 303, 'connected');
  const [account] = (await running.call('GET', '/v1/accounts?workspace=simulated')).body.accounts;
  t.match(account, { platform: 'bluesky', username });
});

await t.test('a real workspace never sends what a person types to the sandbox', async (t) => {
  const { person, one } = await pagesOf(running, 'real', 'wordpress');
  const { credentials } = running.sandbox.sandbox.connect('wordpress', 'Luna');
  const before = await callsOf(running);
  const address = `${running.sandbox.url}/wordpress`;
  const refused = await person.send(one, { site: address, username: 'luna', ...credentials });
  t.not(refused.status, 303, 'nothing is connected');
  t.equal(await callsOf(running), before, 'and the sandbox was not called');
  t.same((await running.call('GET', '/v1/accounts?workspace=real')).body.accounts, []);
});

await t.test(
  'a call for a real network does not reach the sandbox, also where its form would take the address',
  async (t) => {
    const { service, sandbox } = running;
    const calls = new NetworkCalls(service.context);
    const call = (isSimulated: boolean) =>
      calls
        .step({ endpoints: {}, sandbox: isSimulated }, 0)
        .fetch(`${sandbox.url}/samples/photo.jpg`)
        .then(
          async (response) => {
            await response.body?.cancel(); // a connection that is not read to its end keeps the sandbox from stopping
            return response.status;
          },
          ({ code }: { code?: string }) => code,
        );
    t.equal(await call(true), 200);
    t.equal(await call(false), 'URL_REFUSED');
  },
);

/** How many requests the sandbox received. */
async function callsOf({ sandbox }: RunningService): Promise<number> {
  const response = await fetch(`${sandbox.url}/control/calls`);
  return ((await response.json()) as { calls: unknown[] }).calls.length;
}

await t.test('addresses of the sandbox are good in simulated workspaces alone', async (t) => {
  const sample = `${running.sandbox.url}/samples/photo.jpg`;
  const post = (workspace: Kind) =>
    running.call('POST', '/v1/posts', {
      workspace,
      content: 'x',
      accountIds: ['acc_unknown'],
      media: [sample],
      draft: true,
    });
  t.match(await post('real'), {
    status: 400,
    body: { code: 'media_url_refused', param: '/media/0' },
  });
  t.not((await post('simulated')).body.code, 'media_url_refused');
  const hook = (workspace: Kind) =>
    running.call('POST', '/v1/webhooks', { workspace, url: sample, events: ['post.published'] });
  t.match(await hook('real'), { status: 400, body: { code: 'url_refused' } });
  t.equal((await hook('simulated')).status, 200);
  const file = (workspace: Kind) => running.call('POST', '/v1/media', { workspace, url: sample });
  t.match(await file('real'), { status: 400, body: { code: 'media_url_refused', param: '/url' } });
  t.equal((await file('simulated')).status, 200);
  const preview = (workspace: Kind) => running.call('POST', '/v1/link-previews', { workspace, url: sample });
  t.match(await preview('real'), { status: 400, body: { code: 'url_refused' } });
  t.equal((await preview('simulated')).status, 200);
});

await t.test(
  'an event of the sandbox reaches simulated accounts only, whatever ids real ones have',
  async (t) => {
    const [simulated] = await running.service.sql<{ id: string; remoteId: string }[]>`
    select id, remote_id as "remoteId" from accounts`;
    const { node, adapters, sealer } = running.service.context;
    const account = {
      ...running.sandbox.sandbox.connect('instagram', 'home'),
      remoteId: simulated!.remoteId,
      // no test calls a real network: the guard refuses this address
      endpoints: { graph: 'http://127.0.0.1:1' },
      avatarUrl: null,
      expiresAt: null,
    };
    const realId = await node.command(async (tx, turn) => {
      const place = { workspaceId: real.id, platform: 'instagram' };
      return {
        result: await storeAccount({ tx, turn, sealer, adapter: adapters['instagram'] }, place, account),
      };
    });
    await eventually(async () => (await running.call('GET', '/v1/accounts')).body.accounts[0].receiving);
    const act = { network: 'instagram', account: simulated!.remoteId, person: { username: 'ann' } };
    await controlOf(running.sandbox)('people', { ...act, act: { say: 'hello' } });
    await eventually(async () => (await running.call('GET', '/v1/inbox')).body.conversations.length === 1);
    const stored = await running.service.sql<{ accountId: string }[]>`
    select distinct account_id as "accountId" from inbound`;
    t.same(stored, [{ accountId: simulated!.id }]);
    t.not(realId, simulated!.id);
  },
);

await t.test('an upgrade tells by the accounts of a workspace which networks it has', async (t) => {
  const running = await startService(t, { platforms: ['bluesky'] });
  const { real, simulated } = await both(running);
  const { service, workspaceId, sandbox } = running;
  const copy = async (to: string, endpoints: object) =>
    service.sql`
      insert into accounts (id, workspace_id, platform, remote_id, display_name, username, endpoints, limits, credentials, obtained_at, connected_at)
      select id || ${to}, ${to}, platform, remote_id || ${to}, display_name, username, ${JSON.stringify(endpoints)}::text::jsonb, limits, credentials,
        obtained_at, connected_at from accounts where workspace_id = ${workspaceId} limit 1`;
  await copy(real.id, networks.bluesky.endpoints);
  // the sandbox had another port before
  await copy(simulated.id, { api: 'http://127.0.0.1:1/bluesky' });
  const { workspace: mixed } = (await running.call('POST', '/v1/workspaces', { name: 'Mixed' })).body;
  const [row] = await service.directory<
    { id: string }[]
  >`select id from workspaces where slug = ${mixed.slug}`;
  await copy(row!.id, networks.bluesky.endpoints);
  await service.sql`update accounts set id = id || 'a', remote_id = 'other' where workspace_id = ${row!.id}`;
  await copy(row!.id, { api: `${sandbox.url}/bluesky` });
  await running.call('POST', '/v1/workspaces', { name: 'Empty' });
  await service.sql`update workspaces set networks = null`;
  await service.directory`update workspaces set networks = null`;
  service.context.forgetPrincipals();
  await markNetworks(service.context, sandbox.url);
  await markNetworks(service.context, null); // the second time nothing is left to decide
  const rows = await service.directory<{ slug: string; networks: string }[]>`
    select slug, networks from workspaces order by slug`;
  const inCell = await service.sql`select slug, networks from workspaces order by slug`;
  t.same(rows, inCell);
  t.same(Object.fromEntries(rows.map(({ slug, networks: kind }) => [slug, kind])), {
    empty: 'both',
    home: 'simulated',
    mixed: 'both',
    real: 'real',
    simulated: 'simulated',
  });
});
