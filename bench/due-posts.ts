/**
 * Posts that are due all at once: how many a second go from due to published, through the same node as in
 * production (machines, journal, projections, feed, outbox), with a network that responds at once.
 */
import { newActorId, newId } from '../src/ids.ts';
import { account as accountKind } from '../src/kinds/account.ts';
import { instantNetwork } from './due-node.ts';
import { createLog } from '../src/log.ts';
import { createMediaMemory, DEFAULT_MEDIA_MEMORY } from '../src/media/memory.ts';
import { deliveryHandlers } from '../src/posts/publishing/deliver.ts';
import { noBudgets } from '../src/accounts/budgets/budgets.ts';
import { postgresWorkStore } from '../src/posts/publishing/work-store.ts';
import { Node } from '../src/engine/node.ts';
import { createSealer } from '../src/seal.ts';
import { DEFAULT_SLOTS } from '../src/time.ts';
import { start } from '../machines/durable.ts';
import { post } from '../machines/post.ts';
import { insertAccount } from '../store/accounts.ts';
import { connect, type Sql } from '../store/connect.ts';
import { insertUser, insertWorkspace } from '../store/workspaces.ts';
import { kinds } from '../src/kinds/index.ts';

const instant = instantNetwork();

const sealer = createSealer([Buffer.alloc(32, 9)]);

/** A workspace with one account, ready to hold posts. */
export async function seedWorkspace(sql: Sql) {
  const now = Date.now();
  const workspaceId = newId('ws', now);
  const accountId = newActorId(accountKind, now);
  const userId = newId('usr', now);
  await insertUser(sql, { id: userId, name: 'bench', email: null }, now);
  const made = {
    id: workspaceId,
    slug: `bench-${now}`,
    name: 'Bench',
    timezone: 'UTC',
    plan: 'developer',
    slots: DEFAULT_SLOTS,
  };
  await insertWorkspace(sql, made, now);
  await insertAccount(
    sql,
    {
      id: accountId,
      workspaceId,
      platform: 'mastodon',
      remoteId: '1',
      displayName: 'Bench',
      username: 'bench',
      avatarUrl: null,
      url: null,
      endpoints: {},
      limits: {},
      credentials: sealer.seal({ accessToken: 'x'.repeat(40) }, accountId),
      expiresAt: null,
    },
    now,
  );
  return { workspaceId, accountId, userId };
}

/** Inserts scheduled posts as create would have left them, in one statement a table. */
export async function seedPosts(
  sql: Sql,
  seed: {
    workspaceId: string;
    accountId: string;
    count: number;
    dueAt: number;
    spreadMs?: number;
    tag: string;
  },
) {
  const { workspaceId, accountId, count, dueAt, tag, spreadMs = 0 } = seed;
  const target = { accountId, deliveryId: 'dlv_NUMBER', platform: 'mastodon', onUnknown: 'retry' as const };
  const at = Date.now();
  const first = start(post, { postId: 'post_NUMBER', targets: [target], dueAt: at + 1000, draft: false }, at);
  const [timer] = first.timers;
  const snapshot = JSON.stringify(first.snapshot);
  await sql.begin(async (tx) => {
    await tx`
      insert into posts (id, workspace_id, content, account_ids, platforms, media, options, warnings, created_at, updated_at)
      select 'post_' || ${tag} || n, ${workspaceId}, 'Hello from post number ' || n || repeat(' and more words', 10), array[${accountId}]::text[], array['mastodon'],
             '{}', '{}', '[]', now(), now()
      from generate_series(1, ${count}::int) n`;
    await tx`
      insert into post_states (post_id, workspace_id, status, scheduled_at, updated_at)
      select 'post_' || ${tag} || n, ${workspaceId}, 'scheduled', to_timestamp(${dueAt}::float8 / 1000), now()
      from generate_series(1, ${count}::int) n`;
    await tx`
      insert into actors (id, workspace_id, kind, version, seq, status, snapshot, updated_at)
      select 'post_' || ${tag} || n, ${workspaceId}, 'post', 1, 1, 'active', replace(${snapshot}, 'NUMBER', ${tag} || n)::json, now()
      from generate_series(1, ${count}::int) n`;
    await tx`
      insert into mailbox (workspace_id, actor_id, due_at, timer, event)
      select ${workspaceId}, 'post_' || ${tag} || n,
             to_timestamp((${dueAt}::float8 + (n::float8 / ${count}::float8) * ${spreadMs}::float8) / 1000), ${timer!.id}, ${JSON.stringify(timer!.event)}::text::json
      from generate_series(1, ${count}::int) n`;
  });
}

export interface DueResult {
  posts: number;
  waiting: number;
  seconds: number;
  perSecond: number;
  rssMb: number;
  /** CPU time of this process for each post, microseconds: steadier than the clock on a shared machine. */
  cpuPerPostUs: number;
}

/** Publishes `count` posts that are due, while `waiting` others are not. */
export async function duePosts(
  url: string,
  { count, waiting = 0 }: { count: number; waiting?: number },
): Promise<DueResult> {
  const sql = connect(url, { applicationName: 'bench', maxConnections: 12 });
  const workspace = await seedWorkspace(sql);
  const now = Date.now();
  if (waiting > 0)
    await seedPosts(sql, { ...workspace, count: waiting, dueAt: now + 90 * 86_400_000, tag: `w${now}_` });
  await seedPosts(sql, { ...workspace, count, dueAt: now - 1000, tag: `d${now}_` });
  await sql`analyze posts, post_states, actors, mailbox`;
  await sql`checkpoint`;
  const nodeId = newId('node', now);
  const log = createLog('error');
  const node = new Node({
    sql,
    nodeId,
    clock: Date.now,
    log,
    kinds,
    onFeed: () => undefined,
    handlers: deliveryHandlers({
      store: postgresWorkStore({ sql, sealer }),
      clock: Date.now,
      adapters: { mastodon: instant },
      fetch: () => Promise.reject(new Error('no network')),
      open: () => Promise.reject(new Error('no media')),
      host: () => Promise.reject(new Error('no media')),
      memory: createMediaMemory(DEFAULT_MEDIA_MEMORY),
      refresher: { refresh: () => Promise.reject(new Error('nothing is refreshed')) },
      budgets: noBudgets,
      log,
    }),
  });
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await node.start();
  for (;;) {
    const [row] = await sql<{ left: number }[]>`
      select (select count(*) from mailbox where due_at <= now())::int + (select count(*) from effects)::int as left`;
    if (row!.left === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const [done] = await sql<{ count: number }[]>`
    select count(*)::int as count from post_states where workspace_id = ${workspace.workspaceId} and status = 'published'`;
  if (done!.count !== count) throw new Error(`${done!.count} of ${count} were published`);
  const rssMb = Math.round(process.memoryUsage.rss() / 1e6);
  await node.stop();
  await sql.end();
  return {
    posts: count,
    waiting,
    seconds,
    perSecond: Math.round(count / seconds),
    rssMb,
    cpuPerPostUs: Math.round((cpu.user + cpu.system) / count),
  };
}
