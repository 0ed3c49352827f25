/** Two real processes with one Postgres, one Redis and one sandbox, whose clock can be advanced. */
import type { Test } from 'tap';
import { networks } from '../../simulators/networks.ts';
import { serveSandbox } from '../../simulators/server.ts';
import type { Sql } from '../../store/connect.ts';
import { testDatabase } from './database.ts';
import { type ServiceProcess, startProcess } from './process.ts';
import { testRedis } from './redis.ts';
import { temporaryFolder } from './temporary-folder.ts';

const KEY = Buffer.alloc(32, 3).toString('base64');

export async function pair(t: Test) {
  const folder = await temporaryFolder(t);
  const { sql, url } = await testDatabase(t);
  const redis = await testRedis(t);
  let ahead = 0;
  const sandbox = await serveSandbox({ port: 0, networks, now: () => Date.now() + ahead });
  const nodes: ServiceProcess[] = [];
  t.teardown(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await sandbox.stop();
  });
  const env = {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    TROUPE_SANDBOX_URL: sandbox.url,
    TROUPE_SECRET_KEYS: KEY,
  };
  for (const name of ['a', 'b']) nodes.push(await startProcess(`${folder}/${name}`, env));
  const { accounts } = await nodes[0]!.call('GET', '/v1/accounts');
  const byPlatform: { [platform: string]: string } = Object.fromEntries(
    accounts.map(({ platform, id }: { platform: string; id: string }) => [platform, id]),
  );
  const calls = (network: 'bluesky' | 'telegram' | 'discord', call: string) =>
    sandbox.sandbox.calls.entries({ network }).filter((one) => one.call === call).length;
  return {
    nodes: nodes as [ServiceProcess, ServiceProcess],
    sandbox: sandbox.sandbox,
    redis,
    sql,
    calls,
    accounts: byPlatform,
    /** Advances the networks' clock, so that tokens expire. */
    networksAhead: (ms: number) => {
      ahead += ms;
    },
  };
}

/** Repeats a check until it returns something. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | false> | T | null | false,
): Promise<T> {
  const deadline = Date.now() + 180_000; // on a busy machine
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @returns the post's id */
export async function publish(node: ServiceProcess, accountId: string, content: string): Promise<string> {
  const { post, error } = await node.call('POST', '/v1/posts', {
    content,
    accountIds: [accountId],
    publishNow: true,
  });
  if (!post) throw new Error(error);
  return post.id;
}

const statuses = async (sql: Sql, ids: string[]): Promise<string[]> =>
  (await sql<{ status: string }[]>`select status from post_states where post_id = any(${ids})`).map(
    (row) => row.status,
  );
export const allPublished = (sql: Sql, ids: string[]) =>
  until('all published', async () => (await statuses(sql, ids)).every((status) => status === 'published'));
