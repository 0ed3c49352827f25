/** When posts are swept for comments that no event reported. */
import t from 'tap';
import { findDuePosts } from '../../store/comment-sweeps.ts';
import { NOW } from '../comments/scene.ts';
import { ruleScene } from './scene.ts';

const MINUTE = 60_000;

void t.test('a sweep leaves events that arrived their turn, but not for ever', async (t) => {
  const { sql } = await ruleScene(t);
  const at = (ms: number) => new Date(ms);
  await sql`
    insert into swept_accounts (account_id, workspace_id, due_at)
    values ('acc_1', 'ws_1', ${at(NOW)}), ('acc_2', 'ws_1', ${at(NOW)})`;
  await sql`
    insert into swept_posts (account_id, network_post_id, workspace_id, due_at)
    values ('acc_1', 'p1', 'ws_1', ${at(NOW)}), ('acc_2', 'p2', 'ws_1', ${at(NOW)})`;
  const event = (key: string, retryAt: Date | null) => sql`
    insert into inbound (account_id, key, workspace_id, arrived_at, event, retry_at)
    values ('acc_1', ${key}, 'ws_1', ${at(NOW)}, '{}', ${retryAt})`;
  /** What is due at a time. */
  const due = async (now: number) => {
    const found = await Promise.all(
      ['acc_1', 'acc_2'].map((accountId) =>
        findDuePosts(sql, { accountId, now, limit: 5, eventsFirstMs: 10 * MINUTE }),
      ),
    );
    return found.flat().map(({ networkPostId }) => networkPostId);
  };
  t.same(await due(NOW), ['p1', 'p2']);
  await event('early', at(NOW + 30_000));
  t.same(await due(NOW), ['p1', 'p2'], 'what waits for another event delays nothing');
  await event('new', null);
  t.same(await due(NOW), ['p2'], 'other accounts are not delayed');
  t.same(await due(NOW + 10 * MINUTE - 1), ['p2']);
  t.same(await due(NOW + 10 * MINUTE), ['p1', 'p2'], 'a flood that goes on hides nothing for ever');
  await sql`update inbound set done_at = ${at(NOW)}`;
  t.same(await due(NOW + MINUTE), ['p1', 'p2']);
});
