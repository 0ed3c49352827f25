/**
 * Search of posts beside the list of 25, and what the index of words costs a create: `node bench/search/measure.ts [posts] [limit of the index's list, kB] [creates of a round]`. A run of its
 * own, since it fills a database with a million posts. Every post is filled by SQL with 20 words of a vocabulary of 50,000, of which the
 * word of rank r is 1/r as common as the first.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Sql } from '../../store/connect.ts';
import { storeWorkspace } from '../../test/support/workspace.ts';
import { newActorId } from '../../src/base/ids.ts';
import { DEFAULT_SLOTS } from '../../src/base/time.ts';
import { searchPage } from '../../src/features/posts/browse.ts';
import { postBatches } from '../../src/features/posts/batches.ts';
import type { PostsContext } from '../../src/features/posts/context.ts';
import { deliveryId } from '../../src/kinds/delivery.ts';
import { post as postKind } from '../../src/kinds/post.ts';
import { benchNode } from '../node.ts';
import { postgresCpuMs } from '../postgres-cpu.ts';
import { openStage } from '../stage.ts';

const [posts = 1_000_000, pendingKb = 1_024, creates = 3_000] = process.argv.slice(2).map(Number);
const VOCABULARY = 50_000;
const WORDS = 20;
const workspace = {
  id: 'ws_bench',
  slug: 'bench-search',
  name: 'Bench',
  timezone: 'UTC',
  plan: 'developer',
  trialEndsAt: null,
  networks: 'both' as const,
};

/** The queries of a kind, by their rank among the words. */
const QUERIES: [name: string, queries: () => string][] = [
  ['a common word (of 1 post in 2 to 20)', () => `w${1 + Math.floor(Math.random() * 30)}`],
  ['a word of 1 post in 50 to 500', () => `w${100 + Math.floor(Math.random() * 900)}`],
  ['a rare word (1 in 5,000 and less)', () => `w${10_000 + Math.floor(Math.random() * 30_000)}`],
  ['two words', () => `w${1 + Math.floor(Math.random() * 100)} w${100 + Math.floor(Math.random() * 900)}`],
  ['a beginning', () => `w${1000 + Math.floor(Math.random() * 4000)}`],
  ['no post', () => `nothing${Math.floor(Math.random() * 1e6)}`],
];

const say = (line: string) => process.stdout.write(`${line}\n`);

async function fill(sql: Sql): Promise<void> {
  const now = Date.now();
  await storeWorkspace(sql, { ...workspace, slots: DEFAULT_SLOTS }, now);
  await sql`drop index posts_words`;
  const BATCH = 50_000;
  for (let first = 1; first <= posts; first += BATCH) {
    const last = Math.min(posts, first + BATCH - 1);
    await sql`
      with made as materialized (
        select n, 'post_' || lpad(n::text, 26, '0') as id, (
          select string_agg('w' || floor(exp(random() * ln(${VOCABULARY}::float8)))::int, ' ') from generate_series(1, ${WORDS}) g where n > 0
        ) as content from generate_series(${first}::int, ${last}::int) n
      ), written as (
        insert into posts (id, workspace_id, content, account_ids, platforms, media, options, warnings, created_at, updated_at, words)
        select id, ${workspace.id}, content, '{acc_1}', '{mastodon}', '{}', '{}', '[]', now(), now(),
          array_to_tsvector(string_to_array('@' || ${workspace.id} || ' ' || content, ' '))
        from made
      )
      insert into actors (id, workspace_id, kind, version, seq, status, snapshot, shown, shelf, updated_at)
      select id, ${workspace.id}, 'post', 6, 1, 'active',
        ${JSON.stringify({ value: 'draft', context: { postId: '', targets: [], results: {}, dueAt: null, draft: true } })}::text::json,
        'draft', 'draft', now() from made`;
  }
  const began = Date.now();
  await sql.unsafe(
    `create index posts_words on posts using gin ((words || coalesce(error_words, ''::tsvector))) with (gin_pending_list_limit = ${pendingKb})`,
  );
  say(`the index was built in ${((Date.now() - began) / 1000).toFixed(0)} s`);
  await sql`vacuum analyze posts`;
  await sql`vacuum analyze actors`;
  await sql`checkpoint`;
  const [size] = await sql<{ index: string; table: string }[]>`
    select pg_size_pretty(pg_relation_size('posts_words')) as index, pg_size_pretty(pg_total_relation_size('posts')) as table`;
  say(`index of words ${size!.index}, posts with all indexes ${size!.table}`);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Median ms of calls one after another. */
async function timed(calls: number, call: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let nth = 0; nth < calls; nth += 1) {
    const began = performance.now();
    await call();
    took.push(performance.now() - began);
  }
  return median(took);
}

async function reads(context: PostsContext): Promise<void> {
  const page = { workspaceId: workspace.id, heldTo: null, status: null, limit: 25, before: null };
  const before = () => `post_${String(1 + Math.floor(Math.random() * posts)).padStart(26, '0')}`;
  const list = () => context.posts.listPosts({ ...page, before: before(), now: Date.now() });
  const search = (q: string) => searchPage(context, { ...page, orPartial: false, q, before: before() });
  for (let nth = 0; nth < 30; nth += 1) {
    await list();
    await search(QUERIES[nth % QUERIES.length]![1]());
  }
  for (let round = 1; round <= 3; round += 1) {
    const listMs = await timed(200, list);
    say(`round ${round}: the list of 25, any page: ${listMs.toFixed(2)} ms`);
    for (const [name, query] of QUERIES) {
      const ms = await timed(100, () => search(query()));
      say(`round ${round}: ${name}: ${ms.toFixed(2)} ms, ${(ms / listMs).toFixed(2)} x the list`);
    }
  }
}

/** CPU, WAL and time of a create, with the index and without it, by turns. */
async function measureCreates(sql: Sql, context: PostsContext, postmasterPid: number): Promise<void> {
  const text = () =>
    Array.from(
      { length: WORDS },
      () => `w${Math.floor(Math.exp(Math.random() * Math.log(VOCABULARY)))}`,
    ).join(' ');
  const create = () => {
    const id = newActorId(postKind, Date.now());
    const accountId = 'acc_1';
    return context.posts.createPost({
      call: {
        principal: { userId: 'usr_1', keyId: 'key_1', workspaces: [] },
        idempotency: null,
        now: Date.now(),
      },
      post: {
        id,
        workspace,
        content: { content: text(), accountIds: [accountId], media: [], options: {}, extras: {}, labels: [] },
        targets: [
          { accountId, deliveryId: deliveryId(id, accountId), platform: 'mastodon', onUnknown: 'retry' },
        ],
        warnings: [],
        dueAt: Date.now() + 86_400_000,
        draft: false,
      },
    });
  };
  const round = async (name: string) => {
    for (let nth = 0; nth < 200; nth += 1) await create();
    await sql`checkpoint`;
    const wal = async () =>
      Number((await sql<{ lsn: string }[]>`select pg_current_wal_lsn() - '0/0' as lsn`)[0]!.lsn);
    const [walBefore, cpuBefore, pgBefore] = [
      await wal(),
      process.cpuUsage(),
      postgresCpuMs(postmasterPid) ?? 0,
    ];
    for (let left = creates; left > 0; left -= 20) await Promise.all(Array.from({ length: 20 }, create));
    const own = process.cpuUsage(cpuBefore);
    await pause(200);
    const pg = (postgresCpuMs(postmasterPid) ?? 0) - pgBefore;
    const bytes = (await wal()) - walBefore;
    say(
      `${name}: a create takes ${((own.user + own.system) / creates).toFixed(0)} us of Node, ${((pg * 1000) / creates).toFixed(0)} us of Postgres, ${(bytes / creates).toFixed(0)} bytes of WAL`,
    );
  };
  for (let nth = 1; nth <= 3; nth += 1) {
    await round(`round ${nth}, with the index`);
    const [saved] = await sql<{ text: string }[]>`select pg_get_indexdef('posts_words'::regclass) as text`;
    await sql`drop index posts_words`;
    await round(`round ${nth}, words but no index`);
    await sql.unsafe(saved!.text);
    await sql`checkpoint`;
  }
}

const stage = await openStage({ profile: false });
try {
  const url = await stage.create('search', { migrated: true });
  const sql = connect(url, { applicationName: 'bench search', maxConnections: 12, statementTimeoutMs: 0 });
  await fill(sql);
  const node = benchNode(sql, { onFeed: () => undefined });
  const context = { sql, posts: postBatches({ sql, node }) } as unknown as PostsContext;
  await reads(context);
  await measureCreates(sql, context, stage.postmasterPid);
  await sql.end({ timeout: 5 });
} finally {
  await stage.stop();
}
