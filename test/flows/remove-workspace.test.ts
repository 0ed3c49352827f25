/** A workspace is deleted with everything that belongs to it, and nothing else is. */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { removeWorkspace } from '../../src/features/workspaces/remove.ts';
import type { Sql } from '../../store/connect.ts';
import { insertDefinition } from '../../store/definitions.ts';
import { listWorkspaceTables } from '../../store/workspace-rows.ts';
import { testDatabase } from '../support/database.ts';
import { type RunningService, startService } from '../support/service.ts';
import { loading } from '../support/loading.ts';

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** How many rows of each table of the cell belong to a workspace. Tables without any are left out. */
async function rowsOf(sql: Sql, workspaceId: string): Promise<{ [table: string]: number }> {
  const counts: { [table: string]: number } = {};
  for (const table of await listWorkspaceTables(sql)) {
    const column = sql(table === 'workspaces' ? 'id' : 'workspace_id');
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from ${sql(table)} where ${column} = ${workspaceId}`;
    if (row!.count > 0) counts[table] = row!.count;
  }
  return counts;
}

/** Makes rows in as many tables as a workspace's users can. */
async function use({ call, accounts, until, service, workspaceId }: RunningService): Promise<void> {
  const hook = { url: 'https://example.org/hooks', events: ['post.published'] };
  await call('POST', '/v1/webhooks', hook);
  await call('POST', '/v1/connect-links', {});
  const accountIds = [accounts['telegram'], accounts['mastodon']];
  const later = new Date(Date.now() + 3_600_000).toISOString();
  await call('POST', '/v1/posts', { content: 'Later', accountIds, scheduledAt: later });
  const { body } = await call('POST', '/v1/posts', { content: 'Now', accountIds, publishNow: true });
  await until(body.post.id, ({ status }) => status === 'published');
  await insertDefinition(service.sql, { workspaceId, kind: 'flow', version: 1, json: {} }, Date.now());
}

void t.test('all rows of a workspace go, and those of another one stay', async (t) => {
  const running = await startService(t);
  const { service, workspaceId, call } = running;
  const { sql, directory } = service;
  const other = await running.neighbour();
  await use(running);
  const before = await rowsOf(sql, workspaceId);
  for (const table of [
    'actors',
    'due',
    'journal_pages',
    'feed',
    'exchanges',
    'accounts',
    'posts',
    'webhook_sends',
  ])
    t.ok(before[table]! > 0, table);
  const kept = await rowsOf(sql, other.workspaceId);

  t.ok((await removeWorkspace(service, workspaceId)) > 20);
  t.same(await rowsOf(sql, workspaceId), {});
  t.same(await rowsOf(sql, other.workspaceId), kept);
  t.same(await sql`select from network_posts`, []);
  t.same(await sql`select from webhook_tries`, []);
  t.same(await directory`select slug from workspaces`, [{ slug: other.slug }]);
  t.equal((await directory`select from members`).length, 1);
  service.context.forgetPrincipals();
  t.match(await call('GET', '/v1/posts'), { body: { code: 'no_workspace' } });
  t.equal(await removeWorkspace(service, workspaceId), 0, 'it can be run again');
});

void t.test('the command deletes a workspace whose accounts are disconnected', async (t) => {
  const { url } = await testDatabase(t);
  const running = await startService(t, { databaseUrl: url, platforms: ['telegram'] });
  const { service, workspaceId, call, accounts } = running;
  const env = {
    PATH: process.env['PATH'] ?? '',
    TROUPE_DATA: `${tmpdir()}/no-such-folder`,
    DATABASE_URL: url,
    ...loading,
  };
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [cli, 'workspaces', 'delete', ...args], { env });

  await t.rejects(run('home'), { code: 1, stderr: /home has 1 account.* disconnect/ });
  t.equal((await call('DELETE', `/v1/accounts/${accounts['telegram']}`)).status, 200);
  for (;;) if ((await service.sql`select from revocations`).length === 0) break;
  t.match(await run('home', '--json'), { stdout: new RegExp(`^{"id":"${workspaceId}","rows":\\d+}\n$`) });
  t.same(await rowsOf(service.sql, workspaceId), {});
  await t.rejects(run('home'), { code: 1, stderr: /there is no workspace home/ });
  await t.rejects(run(), { code: 2, stderr: /say which workspace/ });
});
