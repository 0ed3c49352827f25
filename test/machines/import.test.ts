/** How an import goes through its rows, waits for a plan, and is taken back. */
import t from 'tap';
import { type ImportContext, type ImportInput, MAX_LOOKS, PLAN_AGAIN_MS } from '../../machines/import.ts';
import { imports } from '../../src/kinds/import.ts';
import { World } from '../support/machine-world.ts';

const ID = 'import_1';

function started(more: Partial<ImportInput> = {}) {
  const world = new World();
  world.start('import', ID, {
    importId: ID,
    userId: 'usr_1',
    dryRun: false,
    rows: 120,
    accountIds: ['acc_1'],
    ...more,
  } satisfies ImportInput);
  const context = () => world.snapshot(ID).context as ImportContext;
  const result = (event: { type: string; [field: string]: unknown }) =>
    world.answer(world.asked.at(-1)!, event);
  const shown = () => imports.listColumns!(world.snapshot(ID), { shelf: null, now: world.now });
  return { world, context, result, shown };
}

const rowsDone = { type: 'rows.done', after: 51, accepted: 48, refused: 2, isLast: false };
const takeBack = { type: 'remove', userId: 'usr_2', draftsOnly: true };

void t.test('rows are made into posts some at a time, each time after the last one', async (t) => {
  const { world, result, context, shown } = started();
  t.match(world.asked, [{ type: 'createImportPosts', params: { importId: ID, after: 0 } }]);
  result(rowsDone);
  t.match(world.asked, [{ type: 'createImportPosts', params: { after: 51 } }]);
  t.match(context(), { accepted: 48, refused: 2, endedAt: null });
  result({ ...rowsDone, after: 121, accepted: 70, refused: 0, isLast: true });
  t.match(shown(), { status: 'finished', reachedAt: world.now });
  t.match(context(), { accepted: 118, refused: 2 });
  t.equal(world.asked.length, 0);
});

void t.test('a dry run checks the rows and creates nothing', async (t) => {
  const { world, result, shown } = started({ dryRun: true });
  result(rowsDone);
  result({ ...rowsDone, isLast: true });
  t.equal(shown().status, 'checked');
  t.same([...new Set(world.everAsked.map(({ type }) => type))], ['checkImportRows']);
});

void t.test(
  'without a plan it looks every hour, goes on where it was, and is stopped after a week',
  async (t) => {
    const { world, result, context, shown } = started();
    result(rowsDone);
    result({ type: 'rows.unplanned' });
    t.match(shown(), { status: 'paused', plannedAt: world.now + PLAN_AGAIN_MS, reason: 'plan' });
    world.elapse(PLAN_AGAIN_MS);
    t.match(world.asked, [{ type: 'createImportPosts', params: { after: 51 } }]);
    result({ ...rowsDone, after: 101 });
    t.match(context(), { looks: 0, reason: null }, 'a later pause begins anew');
    result({ type: 'rows.unplanned' });
    const pausedAt = world.now;
    while (shown().status === 'paused') {
      world.elapse(PLAN_AGAIN_MS);
      result({ type: 'rows.unplanned' });
    }
    t.match(shown(), { status: 'stopped', reason: 'plan', plannedAt: null });
    t.equal(world.now - pausedAt, MAX_LOOKS * PLAN_AGAIN_MS);
  },
);

void t.test('a person who may not create posts any more gets no further ones', async (t) => {
  const { world, result, shown } = started();
  result({ type: 'rows.disallowed' });
  t.match(shown(), { status: 'stopped', reason: 'person' });
  t.equal(world.asked.length, 0);
});

void t.test('it is taken back whatever it does, and creates nothing after that', async (t) => {
  for (const before of [
    [],
    [rowsDone],
    [rowsDone, { ...rowsDone, isLast: true }],
    [{ type: 'rows.unplanned' }],
  ]) {
    const { world, result, context } = started();
    for (const event of before) result(event);
    const creating = world.asked.find(({ type }) => type === 'createImportPosts');
    world.tell(ID, takeBack);
    t.equal(world.value(ID), 'removing');
    if (creating) {
      world.answer(creating, { ...rowsDone, after: 101 });
      t.equal(world.value(ID), 'removing', 'a result that comes late is ignored');
    }
    t.match(world.asked.at(-1), {
      type: 'removeImportPosts',
      params: { importId: ID, after: 0, userId: 'usr_2', draftsOnly: true },
    });
    result({ type: 'posts.removed', after: 51, removed: 40, kept: 8, isLast: false });
    t.match(world.asked.at(-1), { type: 'removeImportPosts', params: { after: 51 } });
    result({ type: 'posts.removed', after: 60, removed: 1, kept: 0, isLast: true });
    t.equal(world.value(ID), 'removed');
    t.match(context(), { removed: 41, kept: 8 });
    t.equal(world.rows.get(ID)!.status, 'done');
  }
});
