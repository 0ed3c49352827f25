/** One delivery holds a post of a network account: the database enforces it. */
import t from 'tap';
import type { Result } from '../../src/engine/effect-run.ts';
import { admitNetworkPosts } from '../../src/features/posts/publishing/claims.ts';
import { connect } from '../../store/connect.ts';
import type { Actor } from '../../src/engine/actor.ts';
import { claimNetworkPosts, readHeldIds } from '../../store/network-posts.ts';
import { testDatabase } from '../support/database.ts';

const NOW = Date.parse('2026-05-04T08:00:00Z');

void t.test('a post belongs to the first delivery that claims it, in any workspace', async (t) => {
  const { url } = await testDatabase(t);
  const sql = connect(url, { applicationName: 'network posts', maxConnections: 4 });
  t.teardown(() => sql.end({ timeout: 5 }));
  await sql`insert into workspaces (id, slug, name, timezone, plan, slots, created_at)
    select 'ws_' || n, 'w' || n, 'w' || n, 'UTC', 'developer', '[]', now() from generate_series(1, 2) n`;
  await sql`
    insert into accounts (id, workspace_id, platform, remote_id, display_name, username, endpoints, credentials,
      connected_at, obtained_at)
    select 'acc_' || n, 'ws_' || n, 'reddit', 'rosa', 'Rosa', 'rosa', '{}', '', now(), now() from generate_series(1, 2) n`;
  const ACCOUNTS: { [delivery: string]: string } = {
    dlv_a: 'acc_1',
    dlv_b: 'acc_1',
    dlv_c: 'acc_2',
    dlv_gone: 'acc_9',
  };
  const claim = async (...claims: [deliveryId: string, networkPostId: string][]) => {
    const rows = claims.map(([deliveryId, networkPostId]) => ({
      deliveryId,
      accountId: ACCOUNTS[deliveryId]!,
      networkPostId,
    }));
    return [...(await claimNetworkPosts(sql, rows, NOW))].sort((one, other) => one.localeCompare(other));
  };

  t.strictSame(await claim(['dlv_a', 't3_1'], ['dlv_b', 't3_1']), ['dlv_b'], 'twins of one turn');
  t.strictSame(await claim(['dlv_a', 't3_1']), [], 'its own stays its own');
  t.strictSame(await claim(['dlv_c', 't3_1']), ['dlv_c'], 'the same account in another workspace');
  t.strictSame(await claim(['dlv_gone', 't3_1']), [], 'of an account that is gone nothing is known');
  const held = async (deliveryId: string) =>
    readHeldIds(sql, { platform: 'reddit', remoteId: 'rosa', deliveryId, networkPostIds: ['t3_1', 't3_2'] });
  t.strictSame(await held('dlv_b'), ['t3_1']);
  t.strictSame(await held('dlv_a'), []);
  for (const other of [{ remoteId: 'lily' }, { platform: 'tumblr' }])
    t.strictSame(
      await readHeldIds(sql, {
        platform: 'reddit',
        remoteId: 'rosa',
        deliveryId: 'dlv_b',
        networkPostIds: ['t3_1'],
        ...other,
      }),
      [],
      'another account of the network, or of another network, holds posts of its own',
    );

  const racing = await Promise.all(['dlv_a', 'dlv_b', 'dlv_c'].map((id) => claim([id, 't3_2'])));
  t.equal(racing.flat().length, 2, 'one of three that race has it');

  const results = ['outcome.published', 'finding.live', 'finding.absent'].map((type, index): Result => {
    const event = { type, networkPostId: type === 'finding.absent' ? undefined : 't3_1' };
    return { effectId: String(index), actorId: 'dlv_b', event };
  });
  const own: Result = { effectId: '9', actorId: 'dlv_a', event: results[0]!.event };
  const actors = new Map(
    ['dlv_a', 'dlv_b'].map((id) => [
      id,
      { snapshot: { context: { accountId: ACCOUNTS[id] } } } as unknown as Actor,
    ]),
  );
  const admitted = await sql.begin((tx) => admitNetworkPosts()(tx, [...results, own], NOW, actors));
  t.strictSame(
    admitted.map(({ effectId, actorId, event }) => [effectId, actorId, event.type]),
    [
      ['0', 'dlv_b', 'outcome.taken'],
      ['1', 'dlv_b', 'finding.taken'],
      ['2', 'dlv_b', 'finding.absent'],
      ['9', 'dlv_a', 'outcome.published'],
    ],
    'who is named a post that another delivery holds is told so',
  );
});
