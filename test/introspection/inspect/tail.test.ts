import t from 'tap';
import { Tail } from '../../../src/features/introspection/inspect/tail.ts';
import type { Scope } from '../../../src/features/introspection/inspect/watch.ts';
import type { Db, Sql } from '../../../store/connect.ts';
import { LONGEST_TURN_MS, PAGE_IDS_PER_MS } from '../../../store/journal-tail.ts';
import { insertJournal } from '../../support/rows.ts';
import { testDatabase } from '../../support/database.ts';

const scope: Scope = {
  workspaceId: 'ws_1',
  heldTo: null,
  actor: null,
  family: null,
  kind: null,
  replay: false,
};

/** Writes a page with one step of the family's first actor. */
async function page(db: Db, family: string, { workspaceId = 'ws_1' } = {}) {
  await insertJournal(
    db,
    [{ family, workspaceId, steps: [{ seq: 1, event: { type: 'x' }, value: 'a' }] }],
    0,
  );
}

async function look(tail: Tail): Promise<string[]> {
  const { pages, accept } = await tail.read();
  accept();
  return pages.map(({ family }) => family);
}

/** A transaction that has written a page and stays open. @returns a function that commits it */
async function open(sql: Sql, family: string): Promise<() => Promise<void>> {
  let commit!: () => void;
  let written!: () => void;
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const done = sql.begin(async (tx) => {
    await page(tx, family);
    written();
    await new Promise<void>((resolve) => (commit = resolve));
  });
  await isWritten;
  return async () => {
    commit();
    await done;
  };
}

void t.test('a page that is committed late, after newer ones, is reported too, each once', async (t) => {
  const { sql } = await testDatabase(t);
  await page(sql, 'old');
  const tail = await Tail.fromNow(sql, scope);
  t.same(await look(tail), []);
  const commit = await open(sql, 'late');
  await page(sql, 'early');
  await page(sql, 'stranger', { workspaceId: 'ws_2' });
  t.same(await look(tail), ['early']);
  for (let times = 0; times < 5; times += 1) t.same(await look(tail), []);
  await commit();
  t.same(await look(tail), ['late']);
  for (let times = 0; times < 3; times += 1) t.same(await look(tail), []);
  await page(sql, 'new');
  t.same(await look(tail), ['new']);
});

void t.test(
  'a transaction that is open while a tail starts is reported, however long it takes',
  async (t) => {
    const { sql } = await testDatabase(t);
    const commit = await open(sql, 'under way');
    const began = Tail.fromNow(sql, scope);
    await commit();
    const tail = await began;
    t.same(
      (await look(tail)).filter((family) => family !== 'under way'),
      [],
    );
    const hanging = await open(sql, 'hanging'); // longer than the start waits
    const second = await Tail.fromNow(sql, scope);
    await hanging();
    t.ok((await look(second)).includes('hanging'));
  },
);

void t.test(
  'a page that is committed later than most reads look back is reported by a complete read',
  async (t) => {
    const { sql } = await testDatabase(t);
    const tail = await Tail.fromNow(sql, scope, { recentMs: 1, completeEveryMs: 100 });
    t.same(await look(tail), []);
    const commit = await open(sql, 'late');
    await sql`select pg_sleep(0.02)`;
    await commit();
    let told = await look(tail);
    while (told.length === 0) told = await look(tail);
    t.same(told, ['late']);
  },
);

void t.test('pages older than the longest turn are forgotten, and not reported again', async (t) => {
  const { sql } = await testDatabase(t);
  for (const family of ['a', 'b', 'c']) await page(sql, family);
  const ago = String(2n * BigInt(LONGEST_TURN_MS) * PAGE_IDS_PER_MS);
  await sql`update journal_pages set id = id - ${ago}::bigint where family <> 'c'`;
  const tail = Tail.fromBeginning(sql, scope, { completeEveryMs: 0 });
  t.same(await look(tail), ['a', 'b', 'c']);
  t.same(await look(tail), []);
  t.same(await look(tail), []);
});

void t.test('a page is returned again until it is accepted, and long journals come in parts', async (t) => {
  const { sql } = await testDatabase(t);
  for (let count = 0; count < 150; count += 1) await page(sql, `post_${count}`);
  const tail = Tail.fromBeginning(sql, scope);
  const first = await tail.read();
  t.same((await tail.read()).pages, first.pages);
  first.accept();
  const told = first.pages.map(({ family }) => family);
  for (;;) {
    const { pages, accept, more } = await tail.read();
    accept();
    told.push(...pages.map(({ family }) => family));
    if (!more) break;
  }
  t.same(
    told,
    Array.from({ length: 150 }, (_, count) => `post_${count}`),
  );
  t.same(await look(tail), []);

  const family = Tail.fromBeginning(sql, { ...scope, family: 'post_7' });
  t.same(await look(family), ['post_7']);
});

void t.test('the steps of many writers that commit in any order are reported once each', async (t) => {
  const { sql } = await testDatabase(t);
  const tail = await Tail.fromNow(sql, scope, { completeEveryMs: 0 });
  const told: string[] = [];
  const work = { isOn: true };
  const reading = (async () => {
    while (work.isOn) told.push(...(await look(tail)));
  })();
  const lane = async (name: number) => {
    for (let count = 0; count < 150; count += 1)
      await sql.begin(async (tx) => {
        await page(tx, `${name} ${count}`);
        await tx`select pg_sleep(${((name * 7 + count * 3) % 10) / 1000}::float8)`;
      });
  };
  await Promise.all([0, 1, 2, 3].map(lane));
  work.isOn = false;
  await reading;
  told.push(...(await look(tail)), ...(await look(tail)));
  t.equal(told.length, 600);
  t.equal(new Set(told).size, 600);
  for (const name of [0, 1, 2, 3]) {
    const own = told.filter((family) => family.startsWith(`${name} `));
    t.same(
      own,
      Array.from({ length: 150 }, (_, count) => `${name} ${count}`),
      'in the order of one lane',
    );
  }
});
