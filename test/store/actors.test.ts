import t from 'tap';
import {
  countMoves,
  countStates,
  findStuck,
  listActors,
  readActors,
  readJournal,
  readMail,
} from '../../store/actors.ts';
import { lockInto } from '../../src/engine/take.ts';
import { testDatabase } from '../support/database.ts';
import { askFor, insertJournal } from '../support/rows.ts';
import { stage } from '../support/stage.ts';
import { rememberedBy } from '../../src/features/introspection/remembered.ts';
import { kinds } from '../../src/kinds/index.ts';

const MINUTE = 60_000;
const reach = { remembered: rememberedBy(kinds), heldTo: null };

void t.test('actors are listed with their pending messages and effects, in pages', async (t) => {
  const { sql, workspaceId, clock, createPost, node, until } = await stage(t);
  const dueAt = clock() + 10 * MINUTE;
  const waiting = await createPost({ dueAt });
  const draft = await createPost({ draft: true });
  const search = { ...reach, workspaceId, kind: 'post', state: null, before: null, limit: 10 };
  const rows = await listActors(sql, search);
  t.strictSame(
    rows.map((row) => row.id),
    [draft, waiting],
  );
  t.match(rows[1], { mail: 1, nextAt: dueAt, effects: 0, oldestEffectAt: null, value: 'scheduled', seq: 1 });
  t.match(rows[0], { mail: 0, nextAt: null });
  t.strictSame(
    (await listActors(sql, { ...search, before: draft })).map((row) => row.id),
    [waiting],
  );
  t.strictSame(
    (await listActors(sql, { ...search, state: 'draft' })).map((row) => row.id),
    [draft],
  );
  t.same(await listActors(sql, { ...search, workspaceId: 'ws_other' }), []);
  t.same(await readActors(sql, { ...reach, workspaceId: 'ws_other', ids: [draft] }), []);

  await node.start();
  clock.advance(11 * MINUTE);
  node.wake();
  await until(waiting, ({ status }) => status === 'published');
  const counts = await countStates(sql, { ...reach, workspaceId, kind: 'post', definitionId: null });
  t.strictSame(
    new Set(counts.map(({ value, count }) => `${JSON.stringify(value)} ${count}`)),
    new Set(['"draft" 1', '"published" 1']),
  );
  const moves = await countMoves(sql, {
    ...reach,
    workspaceId,
    machine: 'post',
    definitionId: null,
    since: clock() - MINUTE,
  });
  t.ok(
    moves.some(
      ({ edge, count }) => edge === 'post.scheduled|xstate.after.due.post.scheduled|1' && count === 1,
    ),
  );
  t.notOk(
    moves.some(({ edge }) => edge.startsWith('delivery.')),
    'edges of another machine are not its moves',
  );
  t.same(
    await countMoves(sql, { ...reach, workspaceId, machine: 'post', definitionId: null, since: clock() + 1 }),
    [],
  );

  const all = await readJournal(sql, { family: waiting, actorId: null, limit: 100 });
  const own = await readJournal(sql, { family: waiting, actorId: waiting, limit: 100 });
  t.ok(all.length > own.length, 'the family’s journal holds the delivery’s steps too');
  t.strictSame(
    own.map(({ seq }) => seq),
    [1, 2, 3],
  );
  t.equal((await readJournal(sql, { family: waiting, actorId: null, limit: 2 })).length, 2);
});

void t.test(
  'the steps of an actor stay in their order when the clock of the server was set back',
  async (t) => {
    const { sql } = await testDatabase(t);
    const step = (actor: string, seq: number) => ({ actor, seq, event: { type: 'x' }, value: 'a' });
    for (const steps of [[step('post_a', 1), step('dlv_a', 1)], [step('dlv_a', 2)], [step('post_a', 2)]])
      await insertJournal(sql, [{ family: 'post_a', workspaceId: 'ws_1', steps }], 0);
    await sql`update journal_pages set id = -id`;
    const all = await readJournal(sql, { family: 'post_a', actorId: null, limit: 100 });
    t.strictSame(
      all.map(({ actorId, seq }) => `${actorId} ${seq}`),
      ['post_a 1', 'dlv_a 1', 'post_a 2', 'dlv_a 2'],
    );
  },
);

void t.test('a nested state is found by both names', async (t) => {
  const { sql, workspaceId, createPost, node, network, until } = await stage(t);
  network.answers = [() => ({ kind: 'unknown', reason: 'lost' })];
  network.findings = [() => ({ kind: 'retry', reason: 'down' })];
  await node.start();
  const id = await createPost();
  const found = async (state: string) =>
    (await listActors(sql, { ...reach, workspaceId, kind: 'delivery', state, before: null, limit: 10 }))
      .length;
  await until(id, ({ deliveries }) => deliveries[0]?.status === 'verifying');
  while ((await found('verifying.waiting')) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  t.equal(await found('verifying'), 1);
  t.equal(await found('verifying.looking'), 0);
  t.equal(await found('waiting'), 0);
});

void t.test('an actor is stuck if it is parked, long overdue or long without a result', async (t) => {
  const { sql, workspaceId, clock, createPost, node } = await stage(t);
  const overdue = await createPost({ dueAt: clock() + MINUTE });
  const parked = await createPost({ dueAt: clock() + 2 * MINUTE });
  const slow = await createPost({ draft: true });
  await createPost({ draft: true });
  await node.command(async (tx, turn) => {
    turn.park((await lockInto(tx, turn, parked))!, { type: 'edit' }, new Error('it broke'));
    return { result: null };
  });
  await askFor(sql, { actorId: slow, type: 'publish', node: 'node_x', now: clock() });
  const held = await createPost({ draft: true });
  await askFor(sql, { actorId: held, type: 'hold', node: 'node_x', now: clock() });
  const stuckAt = (now: number) =>
    findStuck(sql, {
      ...reach,
      workspaceId,
      overdueBefore: now - MINUTE,
      slowBefore: now - 10 * MINUTE,
      openEnded: ['hold'],
      limit: 10,
    });
  t.strictSame(await stuckAt(clock()), [parked]);
  t.strictSame((await stuckAt(clock() + 2 * MINUTE)).toSorted(), [overdue, parked].toSorted());
  t.strictSame((await stuckAt(clock() + 10 * MINUTE)).toSorted(), [overdue, parked, slow].toSorted());

  const seen = { post: { openEnded: ['hold'] } };
  const rows = await readActors(sql, { remembered: seen, heldTo: null, workspaceId, ids: [slow, held] });
  t.strictSame(
    new Map(rows.map(({ id, effects, oldestEffectAt }) => [id, [effects, oldestEffectAt]])),
    new Map([
      [held, [1, null]],
      [slow, [1, clock()]],
    ]),
    'what has no time limit is never slow',
  );

  t.match(await readMail(sql, parked, 10), [{ timer: 'xstate.after.due.post.scheduled', dueAt: null }]);
  const [mail] = await readMail(sql, parked, 10);
  await node.command(async (tx, turn) => {
    const timers = [{ id: mail!.timer!, dueAt: clock() + 2 * MINUTE }];
    turn.resume((await lockInto(tx, turn, parked))!, { userId: 'usr_1', reason: 'fixed' }, timers);
    return { result: null };
  });
  t.match(await readMail(sql, parked, 10), [{ dueAt: clock() + 2 * MINUTE }]);
});
