/** What networks send for an account ends when the account is disconnected, and stays while another one receives by it. */
import t from 'tap';
import type { Test } from 'tap';
import type { Platform } from '../../adapters/networks.ts';
import { storeAccount } from '../../src/features/accounts/connect/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { type RunningService, startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';

const HOUR = 3_600_000;
/** The call that ends a subscription, as each simulator names it. */
const ENDS = {
  instagram: 'subscribed_apps/delete',
  facebook: 'subscribed_apps/delete',
  x: 'DELETE /2/activity/subscriptions/:id',
} as const;

/** The service with subscribed accounts of these networks. */
async function subscribed(t: Test, platforms: string[]) {
  const running = await startService(t, { platforms, subscribes: true });
  const { service, sandbox, call } = running;
  await untilReceiving(service, ...platforms);
  // the tokens of X live for two hours
  await service.sql`update accounts set expires_at = to_timestamp(${Date.now() / 1000}::float8 + 7200)`;
  const callsOf = (network: string) => sandbox.sandbox.calls.entries({ network }).map((entry) => entry.call);
  const ends = (platform: keyof typeof ENDS) =>
    callsOf(platform).filter((one) => one === ENDS[platform]).length;
  const disconnect = async (id: string) => t.equal((await call('DELETE', `/v1/accounts/${id}`)).status, 200);
  const journalOf = async (id: string) => {
    const rows = await service.sql<{ event: { type: string; reason?: string } }[]>`
      select event from journal where actor_id = ${id} order by seq`;
    return rows.map(({ event }) => event).filter(({ type }) => type.startsWith('revoke.'));
  };
  /** Waits until everything that was kept for ending an access is deleted. */
  const ended = () => eventually(async () => (await service.sql`select from revocations`).length === 0);
  return { ...running, callsOf, ends, disconnect, journalOf, ended };
}

/** Connects the sandbox's account once more, in another workspace. @returns its id, and the workspace's key */
async function connectAgain(
  { service, sandbox, neighbour }: RunningService,
  platform: Platform,
  more: { [name: string]: string } = {},
): Promise<{ id: string; key: string }> {
  const { workspaceId, key } = await neighbour();
  const { node, adapters, sealer, clock } = service.context;
  await service.sql`delete from accounts where workspace_id = ${workspaceId}`;
  const found = sandbox.sandbox.connect(platform, 'home');
  const credentials = { ...found.credentials, ...more };
  const account = { ...found, credentials, avatarUrl: null, expiresAt: clock() + 2 * HOUR };
  const [own] = await service.sql<{ remoteId: string }[]>`
    select remote_id as "remoteId" from accounts where platform = ${platform}`;
  const same = { ...account, remoteId: own!.remoteId };
  const place = { workspaceId, platform };
  const id = await node.command(async (tx, turn) => ({
    result: await storeAccount({ tx, turn, sealer, adapter: adapters[platform] }, place, same),
  }));
  return { id, key };
}

void t.test('disconnecting ends what the network sends, and then the access', async (t) => {
  const world = await subscribed(t, ['instagram', 'facebook', 'x', 'threads']);
  const { accounts, callsOf, disconnect, ended, ends } = world;
  for (const id of Object.values(accounts)) await disconnect(id);
  await ended();
  t.equal(ends('instagram'), 1);
  t.equal(ends('facebook'), 1);
  t.ok(ends('x') >= 3, 'one subscription for each kind of event');
  const calls = callsOf('x');
  t.equal(calls.at(-1), 'POST /2/oauth2/revoke', 'while it could still be called');
  t.equal(
    callsOf('threads').filter((one) => one.includes('delete')).length,
    0,
    'threads has none per account',
  );
});

void t.test('a workspace that has the same account by the same app keeps receiving', async (t) => {
  const world = await subscribed(t, ['instagram']);
  const { accounts, disconnect, ended, ends, journalOf } = world;
  const other = await connectAgain(world, 'instagram');
  await disconnect(accounts['instagram']!);
  await ended();
  t.equal((await journalOf(accounts['instagram']!)).length, 1);
  t.equal(ends('instagram'), 0);
  const authorization = `Bearer ${other.key}`;
  t.equal((await world.call('DELETE', `/v1/accounts/${other.id}`, undefined, { authorization })).status, 200);
  await ended();
  t.equal(ends('instagram'), 1, 'the last one ends it');
});

void t.test('the same account by another app is no reason to keep the subscription', async (t) => {
  const world = await subscribed(t, ['instagram']);
  await connectAgain(world, 'instagram', { clientId: 'another-app' });
  await world.disconnect(world.accounts['instagram']!);
  await world.ended();
  t.equal(world.ends('instagram'), 1);
});

void t.test('a Page stays subscribed for the Instagram account that receives by it', async (t) => {
  const world = await subscribed(t, ['facebook', 'instagram']);
  const { accounts, service } = world;
  const { sealer } = service;
  const id = accounts['instagram']!;
  const [page] = await service.sql<{ remoteId: string; credentials: Uint8Array }[]>`
    select remote_id as "remoteId", credentials from accounts where platform = 'facebook'`;
  const { clientId } = sealer.open(page!.credentials, accounts['facebook']!) as { clientId?: string };
  const credentials = { login: 'facebook', pageId: page!.remoteId, ...(clientId && { clientId }) };
  await service.sql`update accounts set credentials = ${sealer.seal(credentials, id)} where id = ${id}`;
  await world.disconnect(accounts['facebook']!);
  await world.ended();
  t.equal(world.ends('facebook'), 0);
});

void t.test('a network that is down is asked five times, and the access is ended at the last', async (t) => {
  const world = await subscribed(t, ['x']);
  const { accounts, advance, callsOf, disconnect, ended, journalOf, sandbox } = world;
  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'x', call: ENDS.x });
  const id = accounts['x']!;
  await disconnect(id);
  for (const asked of [1, 2, 3, 4]) {
    await eventually(async () => (await journalOf(id)).length === asked);
    t.equal((await journalOf(id)).at(-1)!.type, 'revoke.retry');
    t.notOk(callsOf('x').includes('POST /2/oauth2/revoke'), 'its access is needed for the next try');
    advance(7 * HOUR);
  }
  await ended();
  t.match((await journalOf(id)).at(-1), { type: 'revoke.revoked', reason: /^unsubscribing failed: .*503/ });
  t.equal(callsOf('x').filter((one) => one === 'POST /2/oauth2/revoke').length, 1);
});
