/** The past of the numbers of demo accounts, over the service with the sandbox's posts of the past. */
import t from 'tap';
import { growPastFollowers, growPastPosts } from '../../store/demo-history.ts';
import { startService } from '../support/service.ts';

const DAYS = 90;

void t.test('posts of before grew until now, and followers were counted each day', async (t) => {
  const running = await startService(t, { platforms: ['instagram', 'bluesky'] });
  const { service, accounts, call, sandbox } = running;
  const { sql } = service;
  // days of the past are days in UTC; in another zone today may be a day ahead of them, for some hours
  await service.directory`update workspaces set timezone = 'UTC'`;
  service.context.forgetPrincipals();
  for (const [platform, id] of Object.entries(accounts)) {
    const [row] = await sql<
      { remoteId: string }[]
    >`select remote_id as "remoteId" from accounts where id = ${id}`;
    sandbox.sandbox.numbers.makeHistory(platform, row!.remoteId, { days: 60, posts: 20 });
  }
  await call('GET', '/v1/performance?days=90');
  await call('GET', '/v1/accounts/stats');
  const [{ workspaceId }] = await sql<[{ workspaceId: string }]>`
    select workspace_id as "workspaceId" from accounts limit 1`;
  const really = await sql`select * from post_samples order by post_key, bucket`;

  t.ok((await growPastPosts(sql, { workspaceId })) > 500);
  t.equal(await growPastFollowers(sql, { workspaceId, days: DAYS }), 2 * DAYS);
  t.equal(await growPastPosts(sql, { workspaceId }), 0, 'a second time writes nothing');
  t.equal(await growPastFollowers(sql, { workspaceId, days: DAYS }), 0);

  const kept = await sql`
    select s.* from post_samples s join tracked_posts t using (workspace_id, post_key) join accounts a on a.id = t.account_id
    where s.bucket >= date_trunc('day', a.connected_at, 'UTC') order by post_key, bucket`;
  t.strictSame(kept, really, 'what was counted is as it was');
  const falling = await sql`
    select from (
      select likes, lag(likes) over (partition by post_key order by bucket) as before from post_samples
    ) s where likes < before`;
  t.equal(falling.length, 0, 'no count falls');
  const early = await sql`
    select from post_samples s join tracked_posts t using (workspace_id, post_key)
    where s.bucket < date_trunc('hour', t.published_at, 'UTC')`;
  t.equal(early.length, 0, 'none is from before its post');
  const { body } = await call('GET', '/app/api/numbers/ages?days=60');
  const old = body.posts.filter(
    ({ publishedAt }: { publishedAt: string }) => Date.parse(publishedAt) < Date.now() - 10 * 86_400_000,
  );
  t.ok(old.length > 20);
  for (const { at24h, at7d, latest } of old) {
    t.ok(at24h.likes <= at7d.likes && at7d.likes <= latest.likes, JSON.stringify({ at24h, at7d, latest }));
  }
  const trends = await call('GET', '/v1/accounts/trends?days=90');
  for (const one of trends.body.accounts) {
    if (one.metric !== 'followers') continue;
    t.equal(one.series.filter(({ value }: { value: number | null }) => value !== null).length, DAYS);
  }
});
