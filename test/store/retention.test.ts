import t from 'tap';
import { kinds } from '../../src/kinds/index.ts';
import { accountDisconnected } from '../../src/features/accounts/connect/accounts.ts';
import { keepPruned, prune } from '../../src/service/retention.ts';
import { deleteAccount } from '../../store/accounts.ts';
import { silent, stage } from '../support/stage.ts';

const DAY = 24 * 3_600_000;

void t.test('old rows are deleted automatically, and rows that may still be needed stay', async (t) => {
  const { sql, node, clock, createPost, until } = await stage(t);
  await node.start();
  const ended = await createPost();
  await until(ended, ({ status }) => status === 'published');
  const waiting = await createPost({ dueAt: clock() + 200 * DAY });
  await sql`insert into idempotency_keys (user_id, key, request_hash, response, created_at)
            values ('usr', 'old', '', '{}', to_timestamp(${clock()}::float8 / 1000))`;
  const journalOf = async (id: string) => (await sql`select from journal where actor_id = ${id}`).length;

  clock.advance(DAY - 1000);
  t.equal((await prune({ sql, directory: sql }, kinds, clock()))?.idempotencyKeys, 0, 'not before 24 hours');
  clock.advance(2000);
  t.equal((await prune({ sql, directory: sql }, kinds, clock()))?.idempotencyKeys, 1);

  clock.advance(8 * DAY);
  t.ok((await prune({ sql, directory: sql }, kinds, clock()))!['feed']! > 0, 'the feed is kept for a week');
  t.ok((await journalOf(ended)) > 0);
  clock.advance(90 * DAY);
  await prune({ sql, directory: sql }, kinds, clock());
  t.equal(await journalOf(ended), 0);
  t.equal(await journalOf(waiting), 1, 'an actor that may still go on keeps all of its journal');
  clock.advance(200 * DAY);
  node.wake();
  await until(waiting, ({ status }) => status === 'published');
});

void t.test('one node at a time prunes, at an interval', async (t) => {
  const { sql, clock } = await stage(t);
  const add = () => sql`
    insert into idempotency_keys (user_id, key, request_hash, response, created_at)
    values ('usr', 'old', '', '{}', to_timestamp(${clock() - 2 * DAY}::float8 / 1000))`;
  await add();
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' retention', 0))`;
    t.equal(await prune({ sql, directory: sql }, kinds, clock()), null);
  });
  const stop = keepPruned({ sql, directory: sql, kinds, clock, log: silent, everyMs: 20 });
  t.teardown(stop);
  while ((await sql`select from idempotency_keys`).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
  stop();
  t.pass('gone');
});

void t.test('accounts that were disconnected long ago leave nothing behind', async (t) => {
  const { sql, node, clock, addAccount, attend, workspaceId } = await stage(t);
  await node.start();
  const kept = await addAccount();
  const gone = await addAccount();
  for (const id of [kept, gone]) await attend(id);
  await node.command(async (tx, turn) => {
    await accountDisconnected(tx, turn, { accountId: gone, workspaceId });
    await deleteAccount(tx, { id: gone, workspaceId }, turn.now);
    return { result: null };
  });
  const left = async () => ({
    states: (await sql`select account_id from account_states order by 1`).map(({ account_id: id }) => id),
    actors: (await sql`select id from actors where kind = 'account' order by 1`).map(({ id }) => id),
  });
  while ((await sql`select from revocations`).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
  clock.advance(9 * DAY);
  node.wake();
  // the end of its last effect is written after its last step, and counts as its last change
  while (
    (await sql`select from actors where id = ${gone} and status = 'done' and effects is null`).length === 0
  )
    await new Promise((resolve) => setTimeout(resolve, 10));
  clock.advance(80 * DAY);
  t.equal(
    (await prune({ sql, directory: sql }, kinds, clock()))?.disconnectedAccounts,
    0,
    'as long as the journal',
  );
  clock.advance(20 * DAY);
  t.equal((await prune({ sql, directory: sql }, kinds, clock()))?.disconnectedAccounts, 1);
  t.strictSame(await left(), { states: [kept], actors: [kept] });
});

void t.test('credentials that were never revoked are deleted in the end', async (t) => {
  const { sql, clock, addAccount, workspaceId } = await stage(t);
  await deleteAccount(sql, { id: await addAccount(), workspaceId }, clock());
  clock.advance(7 * DAY);
  t.equal((await prune({ sql, directory: sql }, kinds, clock()))?.revocations, 0);
  clock.advance(2 * DAY);
  t.equal((await prune({ sql, directory: sql }, kinds, clock()))?.revocations, 1);
});
