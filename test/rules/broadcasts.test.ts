/** The actors of live broadcasts: how many lists they read, what they write, and how rows of older programs become actors. */
import t, { type Test } from 'tap';
import type { CommentsPort } from '../../adapters/port/comments.ts';
import type { Missing, Page } from '../../adapters/port/read.ts';
import { LOOK_EVERY_MS } from '../../machines/broadcast.ts';
import { createBudgets } from '../../src/features/accounts/budgets/budgets.ts';
import { broadcastHandlers, moveBroadcasts } from '../../src/features/rules/index.ts';
import { broadcastIdOf } from '../../store/broadcasts.ts';
import { eventually } from '../support/eventually.ts';
import { manifestOf } from '../support/manifest.ts';
import { silent, stage } from '../support/stage.ts';

type List = Page<string> | Missing;
const page = (...items: string[]): Page<string> => ({ kind: 'page', items, cursor: null });

/** A node that watches broadcasts of a network which lists them as the test says. */
async function watching(t: Test) {
  const world = await stage(t);
  const { sql, clock, workspaceId, sealer, newNode } = world;
  const lists: { [accountId: string]: List } = {};
  const reads: string[] = [];
  const broadcasts: NonNullable<CommentsPort['broadcasts']> = async ({ account, fetch }) => {
    reads.push(account.id);
    await fetch('https://network.example/live');
    return lists[account.id]!;
  };
  const adapter = { ...manifestOf('instagram', {}), comments: { broadcasts } as CommentsPort };
  const handlers = broadcastHandlers({
    sql,
    node: () => node,
    sealer,
    adapters: { instagram: adapter },
    guard: { fetch: async () => new Response('[]') } as never,
    refresher: null as never,
    budgets: createBudgets({ limits: {} }),
    clock,
    log: silent,
  });
  const node = newNode({ handlers });
  await node.start();
  const addAccount = async (list: List) => {
    const id = await world.addAccount('instagram');
    lists[id] = list;
    return id;
  };
  const watch = (accountId: string, ...networkPostIds: string[]) =>
    node.command(async (_, turn) => {
      for (const networkPostId of networkPostIds)
        turn.start({
          kind: 'broadcast',
          id: broadcastIdOf(accountId, networkPostId),
          workspaceId,
          input: { accountId, networkPostId },
        });
      return { result: null };
    });
  const shown = async (accountId: string) => {
    const rows = await sql<{ id: string; shown: string; checkedAt: number | null; reason: string | null }[]>`
      select id, shown, reason, (snapshot -> 'context' ->> 'checkedAt')::float8 as "checkedAt" from actors
      where kind = 'broadcast' and starts_with(id, ${broadcastIdOf(accountId, '')}) order by id`;
    return rows.map((row) => ({ ...row, id: row.id.slice(broadcastIdOf(accountId, '').length) }));
  };
  /** Half a minute passes, and nothing is being read any more. */
  const round = async () => {
    clock.advance(LOOK_EVERY_MS);
    node.wake();
    await eventually(async () => {
      const [left] = await sql<{ busy: boolean }[]>`
        select bool_or(planned_at is null or planned_at <= to_timestamp(${clock()}::float8 / 1000)) as busy
        from actors where kind = 'broadcast' and shown = 'watching'`;
      return !left!.busy;
    });
  };
  const journal = async () => {
    const rows = await sql<
      { event: string }[]
    >`select event ->> 'type' as event from journal order by page, seq`;
    return rows.map(({ event }) => event);
  };
  return { ...world, node, lists, reads, addAccount, watch, shown, round, journal };
}

void t.test('one list serves all broadcasts of an account, and writes no journal step', async (t) => {
  const { sql, clock, addAccount, watch, shown, round, reads, journal, lists } = await watching(t);
  const one = await addAccount(page('live_1', 'live_2', 'live_3'));
  const other = await addAccount(page('live_1'));
  await watch(one, 'live_1', 'live_2', 'live_3');
  await watch(other, 'live_1');
  for (let count = 1; count <= 3; count += 1) {
    await round();
    t.strictSame(reads.toSorted(), [one, other].flatMap((id) => Array<string>(count).fill(id)).toSorted());
    for (const { checkedAt } of await shown(one)) t.equal(checkedAt, clock());
  }
  t.strictSame(await journal(), ['started', 'started', 'started', 'started']);
  t.equal((await sql`select from exchanges`).count, 0, 'and no recorded call');

  // what is found is for each of them, and in the journal
  lists[one] = page('live_2');
  await round();
  await round();
  await eventually(async () => (await shown(one)).filter((row) => row.shown === 'over').length === 2);
  t.match(await shown(one), [{ shown: 'over' }, { id: 'live_2', shown: 'watching' }, { shown: 'over' }]);
  t.match(await shown(other), [{ shown: 'watching' }], 'another account with the same ids is not meant');
  await eventually(async () => (await journal()).filter((type) => type === 'replies.ended').length === 2);
  t.equal((await journal()).filter((type) => type === 'look.missing').length, 4);
  t.ok((await sql`select from exchanges`).count > 0, 'with the calls that found it');

  // the next one reads where the first has ended
  const before = reads.filter((id) => id === one).length;
  await round();
  await round();
  t.ok(reads.filter((id) => id === one).length > before);
});

void t.test(
  'a list that cannot be read holds up all broadcasts of the account, with the reason',
  async (t) => {
    const { addAccount, watch, shown, round, reads, journal, clock, node } = await watching(t);
    const one = await addAccount({ kind: 'missing', reason: 'it lists no broadcasts' });
    await watch(one, 'live_1', 'live_2');
    await round();
    t.match(await shown(one), [
      { shown: 'watching', reason: 'it lists no broadcasts' },
      { shown: 'watching', reason: 'it lists no broadcasts' },
    ]);
    t.equal(reads.length, 1);
    const steps = await journal();
    clock.advance(3_600_000);
    node.wake();
    await eventually(() => reads.length >= 2);
    await round();
    t.strictSame(await journal(), steps, 'the same refusal is no news');
  },
);

const at = (ms: number | null) => (ms === null ? null : new Date(ms));

void t.test('rows of older programs become actors once, whoever starts', async (t) => {
  const world = await stage(t);
  const { sql, clock, workspaceId, newNode } = world;
  const now = clock();
  const [one, other] = [await world.addAccount('instagram'), await world.addAccount('instagram')] as const;
  const rows: [id: string, due: number | null, missing: number | null, over: number | null][] = [
    ['live', now + 30_000, null, null],
    ['missing once', now + 30_000, now - 10_000, null],
    ['over, and the messages have ended', null, now - 90_000, now - 60_000],
    ['over, and messages still wait', now + 30_000, now - 90_000, now - 60_000],
    ['over once, and watched again', now + 30_000, null, now - 600_000],
  ];
  for (const account of [one, other])
    for (const [id, due, missing, over] of rows)
      await sql`insert into broadcasts (account_id, network_post_id, workspace_id, due_at, missing_since, over_at)
        values (${account}, ${id}, ${workspaceId}, ${at(due)}, ${at(missing)}, ${at(over)})`;
  const nodes = [newNode(), newNode()];
  // one has an actor already: somebody commented on it at a newer node
  await nodes[0]!.command(async (_, turn) => {
    const input = { accountId: other, networkPostId: 'live' };
    turn.start({ kind: 'broadcast', id: broadcastIdOf(other, 'live'), workspaceId, input });
    return { result: null };
  });
  const counts = await Promise.all(nodes.map((node) => moveBroadcasts({ sql, node: () => node })));
  t.equal(counts[0]! + counts[1]!, 10, 'two nodes that start together share the rows');
  t.equal(await moveBroadcasts({ sql, node: () => nodes[0]! }), 0);
  t.equal((await sql`select from broadcasts`).count, 0);
  const actors = await sql`
    select snapshot -> 'context' ->> 'networkPostId' as id, snapshot ->> 'value' as value, shown,
           (snapshot -> 'context' ->> 'missingSince')::float8 as "missingSince",
           (extract(epoch from reached_at) * 1000)::float8 as "overAt"
    from actors where kind = 'broadcast' and starts_with(id, ${broadcastIdOf(one, '')})`;
  const byId = Object.fromEntries(actors.map(({ id, ...row }) => [id as string, row]));
  const isOver = { value: 'ending', shown: 'over', overAt: now - 60_000 };
  t.strictSame(byId, {
    live: { value: 'watching', shown: 'watching', missingSince: null, overAt: null },
    'missing once': { value: 'watching', shown: 'watching', missingSince: now - 10_000, overAt: null },
    'over, and the messages have ended': { ...isOver, missingSince: now - 90_000 },
    'over, and messages still wait': { ...isOver, missingSince: now - 90_000 },
    'over once, and watched again': {
      value: 'watching',
      shown: 'watching',
      missingSince: null,
      overAt: now - 600_000,
    },
  });
});
