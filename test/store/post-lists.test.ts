/** Lists of posts read about as many rows as they return, however many posts there are. */
import t from 'tap';
import type { Tx } from '../../store/connect.ts';
import { countPostsUpTo, listPostIds, type PostList } from '../../store/post-lists.ts';
import { testDatabase } from '../support/database.ts';

const NOW = 1_777_000_000_000;
const MANY = 3_000;
const idOf = (nth: number) => `post_${String(nth).padStart(8, '0')}`;

void t.test('lists read few rows', async (t) => {
  const { sql } = await testDatabase(t);
  // of each kind there are many: scheduled for later, and published; the special ones are the oldest
  await sql`
    insert into actors (id, workspace_id, kind, version, seq, status, snapshot, shown, shelf, planned_at, reason, updated_at)
    select 'post_' || lpad(n::text, 8, '0'), 'ws_1', 'post', 1, 1, 'active', '{}',
      case n when 1 then 'failed' when 2 then 'published' when 3 then 'publishing' when 4 then 'publishing' when 5 then 'removed'
        else case n % 2 when 0 then 'scheduled' else 'published' end end,
      case n when 1 then 'failed' when 2 then 'published' when 3 then 'scheduled' when 4 then 'publishing' when 5 then null
        else case n % 2 when 0 then 'scheduled' else 'published' end end,
      to_timestamp(${NOW}::float8 / 1000) + case when n < 6 then interval '-1 minute' else interval '1 day' end,
      case n when 1 then 'refused' when 2 then 'refused by one' end, now()
    from generate_series(1, ${MANY}) n`;
  await sql`vacuum analyze actors`;
  const list = { heldTo: null, workspaceId: 'ws_1', status: null, limit: 25, now: NOW };
  const forms: [string, Partial<PostList>, { first: string | undefined; total: number }][] = [
    ['all', {}, { first: idOf(MANY), total: MANY - 1 }],
    ['resting', { status: 'scheduled' }, { first: idOf(MANY), total: MANY / 2 - 2 }],
    ['failed alone', { status: 'failed' }, { first: idOf(1), total: 1 }],
    ['failures', { status: 'failed', orPartial: true }, { first: idOf(2), total: 2 }],
    ['publishing', { status: 'publishing' }, { first: idOf(4), total: 2 }],
    ['a later page', { before: idOf(6) }, { first: idOf(4), total: MANY - 1 }],
    ['none', { status: 'draft' }, { first: undefined, total: 0 }],
  ];
  for (const [name, more, { first, total }] of forms) {
    const asked = { ...list, ...more };
    const [ids, fetched] = await sql.begin(async (tx) => {
      const before = await rowsFetched(tx);
      const [listed] = await listPostIds(tx, [asked]);
      return [listed!.ids, (await rowsFetched(tx)) - before];
    });
    t.equal(ids[0], first, name);
    t.ok(fetched <= 30, `${name}: ${fetched} rows were read`);
    t.equal(await countPostsUpTo(sql, { ...asked, most: MANY * 2 }), total, `${name}: how many`);
    t.equal(await countPostsUpTo(sql, { ...asked, most: 1 }), Math.min(total, 1), `${name}: counting stops`);
  }
});

/** Rows of actors that scans of this transaction have read so far. */
async function rowsFetched(tx: Tx): Promise<number> {
  const [row] = await tx<{ rows: number }[]>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where relid = 'actors'::regclass`;
  return row!.rows;
}
