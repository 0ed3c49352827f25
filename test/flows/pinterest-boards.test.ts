import t, { type Test } from 'tap';
import { manifest as adapter } from '../../adapters/pinterest/manifest.ts';
import { postgresRefreshStore } from '../../src/features/accounts/refresh-store.ts';
import { createRefresher } from '../../src/features/accounts/refresh.ts';
import { newActorId } from '../../src/base/ids.ts';
import { account as accountKind } from '../../src/kinds/account.ts';
import { listPinterestBoards } from '../../src/features/accounts/pinterest-boards.ts';
import { pinterest } from '../../simulators/pinterest/index.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import { insertAccount } from '../../store/accounts.ts';
import { startService } from '../support/service.ts';

/** The operation on a real database, with a simulated Pinterest. */
async function start(t: Test) {
  const { service, workspaceId } = await startService(t);
  const { context } = service;
  const sandbox = createSandbox({
    baseUrl: 'http://pinterest.sandbox',
    networks: [pinterest],
    now: context.clock,
  });
  const { sql, sealer, clock, log } = context;
  const [node] = await sql<{ id: string }[]>`select id from nodes limit 1`;
  const refresher = createRefresher({
    store: postgresRefreshStore({ sql, sealer, nodeId: node!.id }),
    adapters: { pinterest: adapter },
    appFor: () => Promise.resolve({ kind: 'app', app: pinterest.app! }),
    fetch: sandbox.fetch,
    clock,
    log,
  });
  const renewing = { ...context, guard: { ...context.guard, fetch: sandbox.fetch }, refresher };
  const workspace = {
    id: workspaceId,
    slug: 'home',
    name: 'Home',
    timezone: 'UTC',
    plan: 'developer',
    trialEndsAt: null,
    role: 'owner' as const,
    heldTo: null,
  };
  const connect = async (name: string, credentials: { [name: string]: string } = {}) => {
    const now = context.clock();
    const id = newActorId(accountKind, now);
    const account = sandbox.connect('pinterest', name);
    const sealed = service.sealer.seal({ ...account.credentials, ...credentials }, id);
    await insertAccount(
      service.sql,
      {
        ...account,
        id,
        workspaceId,
        platform: 'pinterest',
        avatarUrl: null,
        credentials: sealed,
        expiresAt: null,
      },
      now,
    );
    return id;
  };
  const list = (query: { workspace?: string } = {}) =>
    listPinterestBoards.handle({
      context: renewing,
      principal: { userId: 'usr_1', keyId: 'key_1', workspaces: [workspace] },
      params: {},
      query,
      body: {},
      now: context.clock(),
      requestId: 'req_1',
      idempotency: null,
    });
  return { sandbox, connect, list };
}

void t.test('the boards of all pinterest accounts are listed; without an account it is a 404', async (t) => {
  const { connect, list } = await start(t);
  await t.rejects(list(), { code: 'no_pinterest_account' });
  await t.rejects(list({ workspace: 'elsewhere' }), { code: 'not_a_member' });

  const rosa = await connect('rosa');
  const luna = await connect('luna');
  const { boards, errors } = (await list()).body;
  t.strictSame(errors, []);
  t.strictSame(
    boards.map(({ name, privacy, accountId }) => [accountId, name, privacy]),
    [rosa, luna].flatMap((id) => [
      [id, 'Recipes', 'PUBLIC'],
      [id, 'Garden', 'PUBLIC'],
      [id, 'Ideas', 'SECRET'],
    ]),
  );
  for (const { id } of boards) t.match(id, /^\d{19}$/);
});

void t.test('an expired token is refreshed, and the new one is stored', async (t) => {
  const { sandbox, connect, list } = await start(t);
  await connect('rosa', { accessToken: 'pina_that_is_over' });
  t.equal((await list()).body.boards.length, 3);
  t.equal((await list()).body.boards.length, 3);
  const refreshes = sandbox.calls.entries().filter(({ call }) => call === 'oauth/token');
  t.equal(refreshes.length, 1);
});

void t.test(
  'an account whose boards cannot be read is named, and fails the call if there is no other',
  async (t) => {
    const { sandbox, connect, list } = await start(t);
    const lost = { accessToken: 'pina_taken_away', refreshToken: 'pinr_taken_away' };
    const rosa = await connect('rosa', lost);
    await t.rejects(list(), { code: 'network_refused', accountId: rosa });
    await connect('luna');
    const { boards, errors } = (await list()).body;
    t.equal(boards.length, 3);
    t.match(errors, [{ accountId: rosa, error: /Invalid refresh token/ }]);

    sandbox.faults.add({ kind: 'status', status: 429, retryAfterSeconds: 7, network: 'pinterest' });
    const busy = await list().catch((problem: unknown) => problem);
    t.match(busy, { code: 'network_busy', retryAfterSeconds: 7 });
  },
);
