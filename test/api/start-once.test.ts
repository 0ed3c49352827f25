/** A request that starts an actor starts one under its key, until that one has failed. */
import t, { type Test } from 'tap';
import { freeKey, startOnce, waitFor } from '../../src/api/start-once.ts';
import { stage } from '../support/stage.ts';

/** Starts things that are named by numbers; a test says which have failed. */
async function starting(t: Test) {
  const { sql, clock, workspaceId, node } = await stage(t);
  const workspace = {
    id: workspaceId,
    slug: 'stage',
    name: 'Stage',
    timezone: 'UTC',
    plan: 'developer',
    trialEndsAt: null,
    role: 'owner' as const,
    heldTo: null,
  };
  const failed = new Set<number>();
  let count = 0;
  const callOf = (key: string | null, body = 'the body') => ({
    idempotency: key === null ? null : { key, requestHash: Buffer.from(body) },
    principal: { userId: 'usr_1', keyId: 'key_1', workspaces: [workspace] },
    now: clock(),
    context: { node },
  });
  const start = (call: ReturnType<typeof callOf>) =>
    startOnce(call, {
      hasFailed: async (_tx, { made }: { made: number }) => failed.has(made),
      start: async () => ({ made: (count += 1) }),
    });
  return { sql, failed, callOf, start };
}

void t.test('a repeated request finds what the first one started', async (t) => {
  const { callOf, start } = await starting(t);
  t.strictSame(await start(callOf('a')), { body: { made: 1 } });
  t.strictSame(await start(callOf('a')), { body: { made: 1 }, replayed: true });
  t.strictSame(await start(callOf('b')), { body: { made: 2 } });
  t.strictSame(await start(callOf(null)), { body: { made: 3 } });
  await t.rejects(start(callOf('a', 'another body')), { code: 'idempotency_mismatch' });
});

void t.test(
  'after a failure the same request starts anew, and a corrected one may use the key',
  async (t) => {
    const { sql, failed, callOf, start } = await starting(t);
    await start(callOf('a'));
    failed.add(1);
    t.strictSame(await start(callOf('a')), { body: { made: 2 } });
    t.strictSame(await start(callOf('a')), { body: { made: 2 }, replayed: true });
    failed.add(2);
    await freeKey(sql, callOf('a'), { made: 2 });
    t.strictSame(await start(callOf('a', 'another body')), { body: { made: 3 } });
  },
);

void t.test('a slow request frees no key under which another one has started since', async (t) => {
  const { sql, failed, callOf, start } = await starting(t);
  await start(callOf('a'));
  failed.add(1);
  await start(callOf('a'));
  await freeKey(sql, callOf('a'), { made: 1 });
  t.strictSame(await start(callOf('a')), { body: { made: 2 }, replayed: true });
});

void t.test('it waits until there is a result, and no longer than it may', async (t) => {
  let looks = 0;
  const third = async () => ((looks += 1) === 3 ? 'a result' : null);
  t.equal(await waitFor(third, 10_000), 'a result');
  t.equal(await waitFor(async () => null, 30), null);
  looks = 2;
  t.equal(await waitFor(third, 0), 'a result', 'it looks once also without time');
});
