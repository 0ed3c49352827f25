/** The queue of private replies over nodes that share a database: its order, its limit, crashes, workspaces that share it. */
import t from 'tap';
import type { GrantWork } from '../../machines/reply-queue.ts';
import { HELD_FOR_MS } from '../../machines/reply-queue.ts';
import type { Run } from '../../src/engine/effect-run.ts';
import { listReplyQueues } from '../../src/features/installation/reply-queues.ts';
import { joinQueues } from '../../src/features/rules/index.ts';
import { removeWorkspace } from '../../src/features/workspaces/remove.ts';
import { claimAnswer } from '../../store/answered-comments.ts';
import { listQueuesOf, pruneQueues } from '../../store/reply-queue.ts';
import { HOUR } from '../comments/scene.ts';
import { eventually } from '../support/eventually.ts';
import { NETWORK, QUEUE, queueScene } from './queue-scene.ts';

const MINUTE = 60_000;
const PER_HOUR = 700;

void t.test('a flood over two nodes leaves in order, 700 an hour, also when one of them stops', async (t) => {
  const { clock, newNode, comments, rest, queue, sent } = await queueScene(t);
  const one = await newNode('node_1');
  const other = await newNode('node_2');
  const ids: string[] = [];
  for (let batch = 0; batch < 16; batch += 1)
    ids.push(...(await comments((batch % 2 === 0 ? one : other).node, 50)));
  t.strictSame(ids, ids.toSorted(), 'ids are in the order of the commits');
  await rest();
  const sentIds = () => sent.map(({ replyId }) => replyId).toSorted();
  t.strictSame(sentIds(), ids.slice(0, PER_HOUR), 'the first 700, each once');
  t.match(await queue(), { value: 'full', context: { sent: PER_HOUR, nextAt: clock() + HOUR } });
  await one.node.stop();
  clock.advance(HOUR - 1);
  other.node.wake();
  await rest();
  t.equal(sent.length, PER_HOUR, 'not a moment before the hour has passed');
  ids.push(...(await comments(other.node, 30)));
  clock.advance(1);
  other.node.wake();
  await rest();
  t.strictSame(sentIds(), ids, 'then all of them');
  const places = sent.map(({ at }) => at).toSorted((a, b) => a - b);
  t.ok(places.every((at, index) => index < PER_HOUR || at - places[index - PER_HOUR]! >= HOUR));
  t.match(await queue(), { value: 'idle', context: { waiting: 0 } });
});

void t.test('a crash between the claims and the grant loses no message and no place', async (t) => {
  const { sql, newNode, comments, rest, states, sent } = await queueScene(t);
  let dies = false;
  const { node } = await newNode('node_1', { fails: () => dies });
  const first = await comments(node, 1);
  await rest();
  t.match((await states(first)).get(first[0]!), { state: 'sent' });
  // from here on every commit of an effect fails: the ask's, and the grant's that follows from the next one
  const fresh = await newNode('node_2');
  dies = true;
  const [before] = await sql<{ id: string }[]>`select holder as id from answered_comments`;
  const queued = await comments(node, 5);
  // the asks of node_1 fail; node_2 looks because somebody asks it
  const asked = await comments(fresh.node, 1);
  await eventually(async () => sent.length === 7);
  t.strictSame(sent.map(({ replyId }) => replyId).toSorted(), [before!.id, ...queued, ...asked].toSorted());
  dies = false;
  await rest();
  t.equal(sent.length, 7, 'none twice');
  t.ok([...(await states([...queued, ...asked])).values()].every(({ state }) => state === 'sent'));
});

void t.test(
  'claims of a grant that was not committed are made again, and count for one place each',
  async (t) => {
    const { sql, clock, newNode, comments, rest, queue, sent } = await queueScene(t);
    let commits = Infinity;
    const { node } = await newNode('node_1', { fails: () => (commits -= 1) < 0 });
    const grants = await newNode('node_2');
    await grants.node.stop(); // it is there to be asked by hand
    await comments(node, 1);
    await rest();
    // the first ask is committed, and the grant that follows from it is not
    commits = 1;
    const ids = await comments(node, PER_HOUR + 50);
    await eventually(async () => (await queue()).value === 'granting');
    const work: GrantWork = { ...NETWORK, holds: {}, lastSeat: null };
    const run = { effect: { id: '1', tries: 1 }, markAnswered: () => undefined } as unknown as Run;
    for (const _ of [1, 2]) await t.rejects(failing(grants.handlers.grantPlaces)(work, run), /died|ours/);
    const [claims] = await sql<{ count: number }[]>`select count(*)::int as count from answered_comments`;
    t.equal(claims!.count, 101, 'the same hundred both times');
    await sql`
      insert into answered_comments (platform, remote_id, comment_id, holder, claimed_at)
      select 'instagram', 'acc_1', comment_id, id, to_timestamp(${clock()}::float8 / 1000) from private_replies
      where id = any(${ids.slice(0, PER_HOUR)}::text[])
      on conflict (platform, remote_id, comment_id) do nothing`;
    t.equal(sent.length, 1, 'nobody was sent anything by an effect that is not the one of the queue');
    commits = Infinity;
    await rest();
    t.equal(sent.length, PER_HOUR);
    t.strictSame(
      sent
        .slice(1)
        .map(({ replyId }) => replyId)
        .toSorted(),
      ids.slice(0, PER_HOUR - 1),
    );
    clock.advance(HOUR);
    node.wake();
    await rest();
    t.equal(sent.length, PER_HOUR + 51);
  },
);

/** A grant whose result nobody takes: its effect is not the queue's. */
const failing =
  (grant: (work: GrantWork, run: Run) => Promise<{ type: string }>) =>
  async (work: GrantWork, run: Run): Promise<never> => {
    let isAnswered = false;
    const event = await grant(work, { ...run, markAnswered: () => (isAnswered = true) });
    throw new Error(isAnswered ? `granted: ${JSON.stringify(event)}` : 'the effect is not ours');
  };

void t.test('workspaces that share an account take turns, each in its order', async (t) => {
  const { sql, clock, newNode, comments, rest, sent, states } = await queueScene(t);
  const { node } = await newNode('node_1');
  await comments(node, PER_HOUR - 3);
  await rest();
  clock.advance(10 * MINUTE);
  const own = await comments(node, 5);
  const other = await comments(node, 2, { accountId: 'acc_b' });
  await rest();
  const isSent = async (ids: readonly string[]) => {
    const found = await states(ids);
    return ids.map((id) => found.get(id)!.state === 'sent');
  };
  t.equal(sent.length, PER_HOUR);
  const seen = await listReplyQueues.handle({ context: { sql } } as never);
  t.match(
    seen.body,
    {
      queues: [
        {
          id: QUEUE,
          platform: 'instagram',
          waiting: 4,
          sentLastHour: PER_HOUR,
          because: /700 messages were sent/,
          nextAt: new Date(clock() + 50 * MINUTE).toISOString(),
          workspaces: [
            { name: 'w', queued: 2, live: 0, heldUntil: null },
            { name: 'w2', queued: 2, live: 0, heldUntil: null },
          ],
        },
      ],
    },
    'operators see it with the numbers of all workspaces',
  );
  t.notMatch(JSON.stringify(seen.body), /p-c\d|From the other|comment/, 'and nothing that people wrote');
  clock.advance(50 * MINUTE);
  node.wake();
  await rest();
  t.equal(sent.length, PER_HOUR + 4);
  t.ok([...(await isSent(own)), ...(await isSent(other))].every(Boolean));
});

void t.test(
  'a fault holds the workspace of its account, one message of it tries, and the others follow',
  async (t) => {
    const { sql, clock, newNode, comments, rest, queue, sent, states, network } = await queueScene(t);
    const { node } = await newNode('node_1');
    network.answer = ({ accountId, actId }) =>
      accountId === 'acc_1'
        ? { type: 'acted.blocked', reason: 'messages are off' }
        : { type: 'acted.done', id: actId };
    const held = await comments(node, 1);
    await rest();
    held.push(...(await comments(node, 3)));
    const free = await comments(node, 2, { accountId: 'acc_b' });
    await rest();
    t.strictSame(
      sent.map(({ accountId }) => accountId),
      ['acc_1', 'acc_b', 'acc_b'],
      'the other workspace has a token of its own',
    );
    t.ok([...(await states(free)).values()].every(({ state }) => state === 'sent'));
    t.match(await queue(), { value: 'held', context: { waiting: 4, nextAt: clock() + HELD_FOR_MS } });
    const [kept] = await sql<
      { reason: string }[]
    >`select held_reason as reason from answering_settings where account_id = 'acc_1'`;
    t.equal(kept!.reason, 'messages are off');

    clock.advance(HELD_FOR_MS);
    node.wake();
    await rest();
    t.strictSame(
      sent.slice(3).map(({ replyId }) => replyId),
      [held[0]],
      'one tries, the first',
    );
    t.match(await queue(), { value: 'held', context: { waiting: 4 } });
    clock.advance(HELD_FOR_MS);
    network.answer = ({ actId }) => ({ type: 'acted.done', id: actId });
    node.wake();
    await rest();
    t.equal(sent.length, 5, 'the one that tries is sent, and its result lets the others go');
  },
);

void t.test('what has changed since it matched is looked at when its place comes', async (t) => {
  const { sql, clock, newNode, comments, matched, rest, states, sent } = await queueScene(t);
  const { node } = await newNode('node_1');
  await comments(node, PER_HOUR);
  await rest();
  const [opted, hand, old, last] = await comments(node, 4);
  const [answered] = await comments(node, 1, { accountId: 'acc_b' });
  await rest();
  const commentOf = async (id: string) => {
    const [row] = await sql<{ id: string; person: string }[]>`
      select comment_id as id, from_id as person from private_replies where id = ${id}`;
    return row!;
  };
  await sql`
    insert into conversations (id, workspace_id, account_id, person_id, last_seq, updated_at, opted_out_at)
    values ('conv_1', 'ws_1', 'acc_1', ${(await commentOf(opted!)).person}, 1, now(), now())`;
  await claimAnswer(sql, { ...NETWORK, commentId: (await commentOf(hand!)).id }, 'act_by_hand');
  await sql`update actors set snapshot = jsonb_set(snapshot::jsonb, '{context,commentedAt}', ${String(clock() - 8 * 24 * HOUR)}::jsonb)::json
    where id = ${old!}`;
  await sql`update workspaces set plan = 'none' where id = 'ws_2'`;
  clock.advance(HOUR);
  node.wake();
  await rest();
  const found = await states([opted!, hand!, old!, last!, answered!]);
  t.strictSame(
    [opted!, hand!, old!, answered!].map((id) => found.get(id)),
    ['opted_out', 'answered', 'too_old', 'plan'].map((reason) => ({ state: 'skipped', reason })),
  );
  t.match(found.get(last!), { state: 'sent' }, 'their places are of those behind them');
  t.equal(sent.length, PER_HOUR + 1);

  // both workspaces have a rule for the comment of this person: the network takes one answer
  await sql`update workspaces set plan = 'developer'`;
  const id = (await commentOf(last!)).id;
  await sql`insert into comments select (jsonb_populate_record(null::comments,
    to_jsonb(c) || '{"account_id": "acc_b", "workspace_id": "ws_2", "private_reply_at": null}'::jsonb)).* from comments c where account_id = 'acc_1' and id = ${id}`;
  const [second] = await matched(node, 'acc_b', [id]);
  await rest();
  t.strictSame((await states([second!])).get(second!), { state: 'skipped', reason: 'answered' });
});

void t.test(
  'those of a live broadcast come first, and a workspace that is deleted leaves the queue',
  async (t) => {
    const { sql, clock, newNode, comments, rest, queue, sent } = await queueScene(t);
    const { node } = await newNode('node_1');
    await comments(node, PER_HOUR);
    await rest();
    const waiting = await comments(node, 3);
    const gone = await comments(node, 5, { accountId: 'acc_b' });
    const live = await comments(node, 1, { live: true });
    await rest();
    t.equal(sent.length, PER_HOUR);
    const steps = await sql<
      { page: string }[]
    >`select steps::text as page from journal_pages where family = ${QUEUE}`;
    const seen = JSON.stringify([await queue(), steps]);
    for (const [what, words] of [
      ['a workspace', /ws_[12]/],
      ['an account', /acc_[b1]"/],
      ['a reply', /preply_/],
      ['a comment', /c0\d+/],
    ] as const)
      t.notMatch(seen.replaceAll('"remoteId":"acc_1"', ''), words, `the queue names no ${what}`);
    await removeWorkspace({ sql, directory: sql }, 'ws_2');
    clock.advance(HOUR);
    node.wake();
    await rest();
    t.strictSame(
      sent
        .slice(PER_HOUR)
        .map(({ replyId }) => replyId)
        .toSorted(),
      [...live, ...waiting].toSorted(),
    );
    t.notOk(sent.some(({ replyId }) => gone.includes(replyId)));
    t.match(await queue(), { value: 'idle', context: { waiting: 0 } });
  },
);

void t.test(
  'messages that waited before there were queues ask when a node starts, and keep their order',
  async (t) => {
    const { sql, clock, newNode, comments, rest, states, sent, queue } = await queueScene(t);
    const { node } = await newNode('node_1');
    await comments(node, PER_HOUR - 2);
    await rest();
    const ids = await comments(node, 5);
    await rest();
    t.equal(sent.length, PER_HOUR);
    // as version 1 wrote three of them: with places of their own, the last of them the soonest
    const old = ids.slice(2);
    for (const [index, id] of old.entries()) {
      const dueAt = clock() + HOUR - index * MINUTE;
      const timers = JSON.stringify([{ id: 'xstate.after.place.private_reply.waiting', dueAt }]);
      await sql`
      update actors set version = 1, shelf = null, timers = ${timers}::text::json, snapshot = jsonb_set(
        snapshot::jsonb #- '{context,queueId}', '{context,hasPlace}', 'true')::json where id = ${id}`;
      await sql`insert into due (actor_id, workspace_id, due_at, timer) values (${id}, 'ws_1', to_timestamp(${dueAt}::float8 / 1000), 'x')`;
    }
    t.equal(await joinQueues({ sql, node }), 3);
    t.equal(await joinQueues({ sql, node }), 0, 'once');
    await rest();
    t.ok([...(await states(old)).values()].every(({ state }) => state === 'waiting'));
    const [left] = await sql<
      { count: number }[]
    >`select count(*)::int as count from due where actor_id = any(${old}::text[])`;
    t.equal(left!.count, 0, 'their own timers are gone');
    t.match(await queue(), { value: 'full' });
    clock.advance(HOUR);
    node.wake();
    await rest();
    t.strictSame(
      sent
        .slice(PER_HOUR)
        .map(({ replyId }) => replyId)
        .toSorted(),
      old,
    );
    const claims = await sql<{ holder: string }[]>`
    select holder from answered_comments where holder = any(${old}::text[]) order by claimed_at, holder`;
    t.strictSame(
      claims.map(({ holder }) => holder),
      old,
    );
  },
);

void t.test(
  'a queue is seen by the workspaces of its account, and kept as long as somebody has that',
  async (t) => {
    const { sql, clock, newNode, comments, rest } = await queueScene(t);
    const { node } = await newNode('node_1');
    await comments(node, 1);
    await rest();
    for (const workspace of ['ws_1', 'ws_2']) t.ok((await listQueuesOf(sql, workspace)).includes(QUEUE));
    const left = async () => (await sql`select from actors where id = ${QUEUE}`).length;
    const prune = () => pruneQueues(sql, { before: clock() + HOUR, limit: 10 });
    t.equal(await prune(), 0);
    await sql`delete from accounts where id = 'acc_1'`;
    t.equal(await prune(), 0, 'another workspace has the account');
    t.notOk((await listQueuesOf(sql, 'ws_1')).includes(QUEUE));
    await sql`delete from accounts where id = 'acc_b'`;
    t.equal(await pruneQueues(sql, { before: clock() - 1, limit: 10 }), 0, 'not at once');
    t.equal(await prune(), 1);
    t.equal(await left(), 0);
  },
);
