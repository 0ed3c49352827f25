/** A message asks for its place: what it is told at once, of the database and the queue, without a network. */
import t, { type Test } from 'tap';
import type { Run } from '../../src/engine/effect-run.ts';
import { EVEN_PACE } from '../../src/features/rules/pace.ts';
import { readPlaces } from '../../src/features/rules/queue-views.ts';
import { holdMessages } from '../../store/answering.ts';
import { HOUR, NOW } from '../comments/scene.ts';
import { QUEUE, queueScene } from './queue-scene.ts';

const MINUTE = 60_000;
const DAY = 24 * HOUR;
/** Nothing of the run is needed: no call leaves. */
const NO_RUN = null as unknown as Run;

async function asking(t: Test) {
  const world = await queueScene(t);
  const { sql, newNode, clock } = world;
  const { node, handlers } = await newNode('node_1');
  // only what is asked by hand happens
  await node.stop();
  const idOf = async (commentId: string) => {
    const [row] = await sql<{ id: string }[]>`
      select id from private_replies where comment_id = ${commentId} order by id`;
    return row!.id;
  };
  const ask = async (commentId: string, more: { commentedAt?: number; replyId?: string } = {}) =>
    handlers.takePlace(
      {
        replyId: more.replyId ?? (await idOf(commentId)),
        ruleId: 'rule_1',
        accountId: 'acc_1',
        commentId,
        commentedAt: clock(),
        isLive: false,
        ...more,
      },
      NO_RUN,
    );
  /** So many messages have left, the newest of them at `at`, a second apart. */
  const sent = (count: number, at: number) => sql`
    insert into answered_comments (platform, remote_id, comment_id, holder, claimed_at)
    select 'instagram', 'acc_1', 'old' || n, 'preply_old' || n, to_timestamp((${at}::float8 - (${count} - n) * 1000) / 1000)
    from generate_series(1, ${count}::int) n`;
  const takePerson = async (commentId: string) =>
    handlers.takePerson({ replyId: await idOf(commentId) }, NO_RUN);
  return { ...world, ask, sent, idOf, takePerson };
}

void t.test('it is told its queue, and about when its place comes', async (t) => {
  const { comment, ask, sent, clock } = await asking(t);
  await sent(699, NOW - MINUTE);
  for (const id of ['c1', 'c2', 'c3']) await comment(id, id, 'link');
  t.strictSame(await ask('c1'), { type: 'place.asked', queueId: QUEUE, at: NOW }, 'the 700th');
  const first = NOW - MINUTE - 698_000 + HOUR;
  t.strictSame(await ask('c2'), { type: 'place.asked', queueId: QUEUE, at: first });
  t.strictSame(await ask('c3'), { type: 'place.asked', queueId: QUEUE, at: first + 1_000 });
  clock.advance(MINUTE);
  t.match(await ask('c2'), { at: first }, 'asking again changes nothing');
});

void t.test(
  'the message of a person is for their first comment, unless that one cannot get it',
  async (t) => {
    const { sql, comment, takePerson, idOf } = await asking(t);
    for (const id of ['c1', 'c2', 'c3']) await comment(id, 'ann', 'link');
    const show = async (commentId: string, shown: string, doubt: string | null = null) => sql`
    update actors set shown = ${shown}, snapshot = jsonb_set(snapshot::jsonb, '{context,doubt}', ${doubt === null ? 'null' : `"${doubt}"`}::jsonb)::json
    where id = ${await idOf(commentId)}`;
    t.strictSame(await takePerson('c2'), { type: 'person.waits' });
    await show('c1', 'failed', 'no response came');
    t.strictSame(await takePerson('c2'), { type: 'person.answered' }, 'it may have arrived');
    await show('c1', 'failed');
    t.strictSame(await takePerson('c2'), { type: 'person.reserved' });
    t.strictSame(await takePerson('c2'), { type: 'person.reserved' }, 'again after a crash');
    t.strictSame(await takePerson('c3'), { type: 'person.waits' }, 'behind the second one now');
    await show('c2', 'sent');
    t.strictSame(await takePerson('c3'), { type: 'person.answered' });
  },
);

void t.test('what has changed since the comment matched is told at once', async (t) => {
  const { sql, comment, ask, idOf } = await asking(t);
  await comment('c1', 'ann', 'link');
  await sql`
    insert into conversations (id, workspace_id, account_id, person_id, last_seq, updated_at, opted_out_at)
    values ('conv_1', 'ws_1', 'acc_1', 'ann', 1, now(), now())`;
  t.strictSame(await ask('c1'), { type: 'place.refused', reason: 'opted_out' }, 'they said stop meanwhile');
  await sql`update conversations set opted_out_at = null`;
  await sql`update workspaces set plan = 'none'`;
  t.strictSame(await ask('c1'), { type: 'place.refused', reason: 'plan' });
  await sql`update workspaces set plan = 'developer'`;
  await sql`update actors set shown = 'paused' where id = 'rule_1'`;
  t.strictSame(await ask('c1'), { type: 'place.refused', reason: 'paused' });
  await sql`update actors set shown = 'active' where id = 'rule_1'`;
  t.match(await ask('c1'), { type: 'place.asked' });
  const replyId = await idOf('c1');
  await sql`delete from accounts where id = 'acc_1'`;
  t.strictSame(
    await ask('c1', { replyId }),
    { type: 'place.refused', reason: 'paused' },
    'the account was disconnected',
  );
});

void t.test('what will not make it within the 7 days is told so at once', async (t) => {
  const { comment, ask, sent } = await asking(t);
  await sent(700, NOW - MINUTE); // the next one leaves about 48 minutes later
  for (const id of ['old', 'young', 'late']) await comment(id, id, 'link');
  t.strictSame(
    await ask('old', { commentedAt: NOW - 7 * DAY + 30 * MINUTE }),
    { type: 'place.refused', reason: 'too_old' },
    'its turn would come after its end',
  );
  t.match(await ask('young', { commentedAt: NOW - 7 * DAY + HOUR }), { type: 'place.asked' });
  t.strictSame(await ask('late', { commentedAt: NOW - 7 * DAY - 1 }), {
    type: 'place.refused',
    reason: 'too_old',
  });
});

void t.test('place, time and reason of those that wait are read from the queue as it is now', async (t) => {
  const { sql, comment, ask, sent, idOf } = await asking(t);
  await sent(700, NOW - MINUTE);
  for (const id of ['c1', 'c2']) {
    await comment(id, id, 'link');
    await ask(id);
  }
  const read = async () => {
    const rows = [{ id: await idOf('c2'), isInQueue: true }];
    const places = await readPlaces({ sql, directory: sql }, { accountId: 'acc_1', rows, now: NOW });
    return places.get(rows[0]!.id);
  };
  const free = NOW - MINUTE - 699_000 + HOUR;
  t.strictSame(await read(), { place: 2, at: free + 1_000, because: 'full', fault: null });
  await sql`update actors set shelf = null where id = ${await idOf('c1')}`;
  t.match(await read(), { place: 1, at: free }, 'the one before it has left');
  await sql`insert into answering_settings (account_id, workspace_id, even_pace) values ('acc_1', 'ws_1', true)`;
  t.match(await read(), { at: free, because: 'full' });
  await sql`delete from answered_comments where comment_id <> 'old700'`;
  await sql`update answered_comments set claimed_at = to_timestamp(${NOW - 1_000}::float8 / 1000)`;
  t.match(await read(), { at: NOW - 1_000 + EVEN_PACE.windowMs, because: 'paced' }, 'one after the other');
  await sql`delete from answered_comments`;
  t.match(await read(), { place: 1, because: null });
  await holdMessages(sql, { accountId: 'acc_1', reason: 'messages are off', until: NOW + MINUTE });
  t.match(await read(), { because: null }, 'the queue decides what is held');
  await sql`
    insert into actors (id, workspace_id, kind, version, seq, status, snapshot, updated_at, shown, reason)
    values ('acc_1', 'ws_1', 'account', 2, 1, 'active', '{}', now(), 'needs_reconnect', 'signed out')`;
  t.match(await read(), { because: 'held', fault: 'signed out' });
});
