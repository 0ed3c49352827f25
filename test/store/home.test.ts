/** Home reads about as many rows as it shows, however many accounts and posts a workspace has, by a fixed number of statements. */
import t from 'tap';
import type { Sql, Tx } from '../../store/connect.ts';
import type { Principal } from '../../src/api/principal.ts';
import { readHome } from '../../src/features/home/operation.ts';
import { testDatabase } from '../support/database.ts';
import { playsLong } from '../support/long.ts';

const NOW = Date.parse('2026-05-04T12:00:00Z');
const MANY = playsLong ? 100_000 : 4_000;
const ACCOUNTS = 200;
/** Home asks for at most this many statements. */
const MAX_STATEMENTS = 10;
/** Rows of all tables, read for one response. */
const MAX_ROWS = 1_500;
/** To find what is of some accounts, more posts are looked through, and no more than this. */
const MAX_ROWS_HELD = 8_000;

const instant = `to_timestamp(${NOW / 1000})`;

async function seed(sql: Sql): Promise<void> {
  await sql.unsafe(`
    insert into workspaces (id, slug, name, timezone, plan, slots, created_at)
    values ('ws_1', 'home', 'Home', 'UTC', 'developer', '[{"day":"mon","time":"16:00"}]', now())`);
  await sql.unsafe(`
    insert into accounts (id, workspace_id, platform, remote_id, display_name, username, endpoints, credentials, connected_at, obtained_at)
    select 'acc_' || n, 'ws_1', 'x', n::text, 'Account ' || n, 'a' || n, '{}', '', now(), now() from generate_series(1, ${ACCOUNTS}) n`);
  await sql.unsafe(`
    insert into actors (id, workspace_id, kind, version, seq, status, snapshot, shown, shelf, updated_at)
    select 'acc_' || n, 'ws_1', 'account', 3, 1, 'active', '{}', s, s, now()
    from generate_series(1, ${ACCOUNTS}) n, lateral (select case when n <= 3 then 'needs_reconnect' else 'healthy' end as s) x`);
  await sql.unsafe(`
    insert into posts (id, workspace_id, content, account_ids, platforms, media, options, warnings, created_at, updated_at)
    select 'post_' || lpad(n::text, 8, '0'), 'ws_1', 'Words ' || n, array['acc_' || (1 + n % ${ACCOUNTS})], '{x}', '{}', '{}', '[]', now(), now()
    from generate_series(1, ${MANY}) n`);
  // half are planned, the rest went out long ago, a few since yesterday; the oldest ones wait, or wait for an approval
  await sql.unsafe(`
    insert into actors (id, workspace_id, kind, version, seq, status, snapshot, shown, shelf, planned_at, reached_at, updated_at)
    select 'post_' || lpad(n::text, 8, '0'), 'ws_1', 'post', 5, 1, 'active', '{}', s, s,
      case s when 'scheduled' then ${instant} + n * interval '1 minute' end,
      case s when 'published' then ${instant} - case when n % 1000 = 7 then interval '1 hour' else interval '9 days' end end, now()
    from generate_series(1, ${MANY}) n, lateral (select case when n <= 30 then 'awaiting_approval'
      when n <= 60 then 'publishing' when n % 2 = 0 then 'scheduled' else 'published' end as s) x`);
  await sql.unsafe(`
    insert into actors (id, parent_id, workspace_id, kind, version, seq, status, snapshot, updated_at)
    select 'dlv_' || n, 'post_' || lpad(n::text, 8, '0'), 'ws_1', 'delivery', 5, 1, 'active', json_build_object('value', 'x',
      'context', json_build_object('accountId', 'acc_' || (1 + n % ${ACCOUNTS}), 'postId', 'post_' || lpad(n::text, 8, '0'), 'doubt', case n % 3 when 1 then 'lost' end)), now()
    from generate_series(31, 60) n`);
  await sql.unsafe(`
    insert into due (actor_id, workspace_id, due_at, timer)
    select 'dlv_' || n, 'ws_1', ${instant} + n * interval '1 minute', case n % 3
      when 0 then 'xstate.after.backoff.delivery.retrying' when 1 then 'xstate.after.backoff.delivery.in_doubt'
      else 'xstate.after.patience.delivery.waiting_account' end from generate_series(31, 60) n
    union all
    select 'post_' || lpad(n::text, 8, '0'), 'ws_1', ${instant} + n * interval '1 minute', 'due' from generate_series(62, ${MANY}, 2) n`);
  await sql.unsafe('vacuum analyze actors, posts, due, accounts');
}

/** Rows that scans of this transaction have read so far. */
async function rowsRead(tx: Tx): Promise<number> {
  const [row] = await tx<{ rows: number }[]>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables`;
  return row!.rows;
}

/** The transaction, and how many statements were sent by it. A part of a statement is never awaited, and does not count. */
function counting(tx: Tx): { sql: Sql; sent: () => number } {
  const sent = new Set<object>();
  const counted = (query: { then: unknown }): object => {
    const { then } = query as { then: (...args: unknown[]) => unknown };
    query.then = (...args: unknown[]) => {
      sent.add(query);
      return then.apply(query, args);
    };
    return query;
  };
  const sql = new Proxy(tx, {
    apply: (target, self, args) => {
      const made = Reflect.apply(target as never, self, args) as { then?: unknown };
      return typeof made.then === 'function' ? counted(made as never) : made;
    },
    get: (target, name) =>
      name === 'unsafe'
        ? (...args: [string]) => {
            const made = target.unsafe(...args);
            return args.length > 1 ? counted(made as never) : made;
          }
        : Reflect.get(target, name),
  });
  return { sql: sql as unknown as Sql, sent: () => sent.size };
}

void t.test(
  'Home of a workspace with many accounts and posts reads few rows by few statements',
  async (t) => {
    const { sql } = await testDatabase(t);
    await seed(sql);
    for (const heldTo of [null, ['acc_32', 'acc_33', 'acc_34']]) {
      const membership = {
        id: 'ws_1',
        slug: 'home',
        name: 'Home',
        timezone: 'UTC',
        plan: 'developer',
        trialEndsAt: null,
        role: 'owner',
        heldTo,
      };
      const principal = { userId: 'usr_1', keyId: 'ses_1', workspaces: [membership] } as unknown as Principal;
      await sql.begin(async (tx) => {
        const { sql: counted, sent } = counting(tx);
        const before = await rowsRead(tx);
        const call = { context: { sql: counted, sandboxUrl: 'http://sandbox.test' }, principal, now: NOW };
        const rest = { params: {}, query: {}, body: {}, requestId: 'req_1', idempotency: null };
        const began = performance.now();
        const { body } = await readHome.handle({ ...call, ...rest } as never);
        const tookMs = performance.now() - began;
        const read = (await rowsRead(tx)) - before;
        t.ok(sent() <= MAX_STATEMENTS && sent() > 4, `${sent()} statements`);
        // a person who is held to few accounts is shown the same by looking through more posts
        t.ok(
          read <= (heldTo === null ? MAX_ROWS : MAX_ROWS_HELD),
          `${read} rows were read, in ${Math.round(tookMs)} ms`,
        );
        const home = body as { needsYou: { count: number }; nextOut: { post: { id: string } | null }[] };
        t.equal(home.nextOut[0]?.post?.id, heldTo === null ? 'post_00000062' : 'post_00000232');
        t.equal(home.needsYou.count, heldTo === null ? 43 : 1);
      });
    }
  },
);
