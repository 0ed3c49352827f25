/** Which accounts a request has read before it is answered. */
import t from 'tap';
import { accountsOf, freshen } from '../../src/features/numbers/fresh.ts';
import type { NumberedAccount } from '../../store/account-numbers.ts';

const NOW = Date.parse('2026-05-04T08:00:00Z');
const HOUR = 3_600_000;

type Numbers = NonNullable<NumberedAccount['numbers']>;

function account(id: string, platform: string, numbers: Partial<Numbers>): NumberedAccount {
  return {
    id,
    workspaceId: 'ws_1',
    platform,
    numbers: {
      accountId: id,
      actorId: `metrics_${id}`,
      fetchedAt: NOW - 2 * HOUR,
      isRefreshing: false,
      ...numbers,
    } as Numbers,
  };
}

/** Whether the account is read for a request that does not insist. */
async function isRead(numbers: Partial<Numbers>): Promise<boolean> {
  const asked = new Error('it is read');
  const node = { command: () => Promise.reject(asked) };
  try {
    await freshen(
      { sql: null, node, clock: () => NOW } as unknown as Parameters<typeof freshen>[0],
      [account('acc_1', 'x', numbers)],
      { force: false, depth: 'page' },
    );
    return false;
  } catch (error) {
    if (error !== asked) throw error;
    return true;
  }
}

void t.test('numbers that are an hour old are read, unless the network said when to come back', async (t) => {
  t.equal(await isRead({ state: 'ok', nextAt: null }), true);
  t.equal(
    await isRead({ state: 'ok', nextAt: NOW + HOUR }),
    true,
    'its own plan does not hold a request back',
  );
  t.equal(await isRead({ state: 'rate_limited', nextAt: NOW + 1 }), false);
  t.equal(await isRead({ state: 'rate_limited', nextAt: NOW }), true, 'the time has come');
  t.equal(await isRead({ state: 'needs_permission', nextAt: null }), true);
  t.equal(
    await isRead({ state: 'ok', nextAt: null, fetchedAt: NOW - HOUR + 1 }),
    false,
    'younger than an hour',
  );
});

void t.test('a request is about one account, one network, or all of the workspace', async (t) => {
  const all = [account('acc_1', 'x', {}), account('acc_2', 'instagram', {}), account('acc_3', 'x', {})];
  const context = { numbers: { accountsOf: async () => all } } as unknown as Parameters<typeof accountsOf>[0];
  const ids = async (find: { accountId?: string; platform?: string }) =>
    (await accountsOf(context, { workspaceId: 'ws_1', heldTo: null, ...find }))?.map(({ id }) => id) ?? null;
  t.strictSame(await ids({}), ['acc_1', 'acc_2', 'acc_3']);
  t.strictSame(await ids({ accountId: 'acc_1' }), ['acc_1']);
  t.strictSame(await ids({ platform: 'x' }), ['acc_1', 'acc_3']);
  t.strictSame(await ids({ accountId: 'acc_1', platform: 'instagram' }), []);
  t.equal(await ids({ accountId: 'acc_9' }), null, 'the workspace has no such account');
});
