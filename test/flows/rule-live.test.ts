/**
 * Comments on a live broadcast: their messages leave before all others, and none after the broadcast has ended, which the network
 * says by a list of what is on, or by refusing a message.
 */
import t from 'tap';
import { lockInto } from '../../src/engine/take.ts';
import type { Turn } from '../../src/engine/turn.ts';
import { withRule } from '../comments/with-rule.ts';
import { eventually } from '../support/eventually.ts';
import type { ReadSchema } from '../support/typed-calls.ts';

const HOUR = 3_600_000;
const HELD_MS = 5 * 60_000;
const LOOK_MS = 31_000;

void t.test('a live comment is answered first, and not at all once the broadcast is over', async (t) => {
  const world = await withRule(t);
  const { call, accounts, advance, sandbox } = world.running;
  await call('PUT', '/v1/comment-dm-rules/settings', { accountId: accounts['instagram'], evenPace: true });
  const { mediaId } = await world.act('instagram', 'ann', { goLive: 'Baking at seven' });
  const live = async (username: string): Promise<string> =>
    (await world.act('instagram', username, { comment: { text: 'link', mediaId } })).commentId;
  const waits = (id: string) =>
    world.entry(
      id,
      ({ status, nextAt }: ReadSchema<'CommentRuleActivity'>) => status === 'queued' && nextAt !== null,
    );

  await world.entry(await world.comment('bob', 'link'));
  const waiting = await world.comment('cleo', 'link');
  t.equal((await waits(waiting)).place, 1);
  const sent = await world.entry(await live('dora'));
  t.match(sent, { status: 'sent', publicReply: null }, 'the network takes no reply below a live comment');
  t.match(await waits(waiting), { status: 'queued' }, 'though another one waited');
  const replies = sandbox.sandbox.calls
    .entries({ network: 'instagram' })
    .filter(({ call, status }) => call === 'replies/post' && Number(status) >= 400);
  t.strictSame(replies, []);

  // the first try is held for a fault of the account, and the broadcast ends before the next
  const { faults } = sandbox.sandbox;
  faults.add({
    network: 'instagram',
    call: 'messages',
    kind: 'status',
    status: 403,
    code: 200,
    subcode: 2_534_041,
  });
  const late = await live('ed');
  await world.entry(
    late,
    ({ reason, nextAt }: ReadSchema<'CommentRuleActivity'>) => reason !== null && nextAt !== null,
  );
  faults.clear('instagram');
  // nobody lets us see what is on
  faults.add({ network: 'instagram', call: 'live_media', kind: 'status', status: 403, code: 10 });
  await world.act('instagram', 'ann', { endLive: true });
  advance(HELD_MS + 1_000); // one message tries, and the others wait for it
  await eventually(async () =>
    (await world.events()).some(
      ({ comment, status }) => [late, waiting].includes(comment.id) && status !== 'queued',
    ),
  );
  advance(HELD_MS + 1_000);
  t.match(await world.entry(late), { status: 'skipped', reason: 'live_over', dm: null });
  advance(HOUR);
  t.match(await world.entry(waiting), { status: 'sent' }, 'and the others go on');
  await t.rejects(live('fay'), /the broadcast .* is over/);
});

void t.test('the end of a broadcast is noticed, and what waits for it is not tried', async (t) => {
  const world = await withRule(t);
  const { advance, sandbox, service } = world.running;
  const { faults, calls, webhooks } = sandbox.sandbox;
  const { mediaId } = await world.act('instagram', 'ann', { goLive: 'Baking at seven' });
  const live = async (username: string): Promise<string> =>
    (await world.act('instagram', username, { comment: { text: 'link', mediaId } })).commentId;
  const made = (call: string) =>
    calls.entries({ network: 'instagram' }).filter((one) => one.call === call).length;
  const looked = async () => {
    const before = made('live_media');
    advance(LOOK_MS);
    await eventually(async () => made('live_media') > before);
    // what it found is stored
    await eventually(async () => {
      const [row] = await service.sql<{ waits: boolean }[]>`
        select planned_at > to_timestamp(${service.context.clock()}::float8 / 1000) and planned_at < to_timestamp(${service.context.clock() + LOOK_MS}::float8 / 1000)
          or shown = 'over' as waits from actors where kind = 'broadcast'`;
      return row?.waits;
    });
  };
  // the account cannot send: its queue is held for five minutes
  const refusal = { network: 'instagram', call: 'messages', kind: 'status' } as const;
  faults.add({ ...refusal, status: 403, code: 200, subcode: 2_534_041 });
  const ids = [await live('ed'), await live('flo')];
  const below = await world.comment('bob', 'link');
  const isHeld = ({ reason, nextAt }: ReadSchema<'CommentRuleActivity'>) =>
    reason !== null && nextAt !== null;
  for (const id of [...ids, below]) await world.entry(id, isHeld);
  await world.running.idle(); // a message may be under way when the queue is held
  const tried = made('messages');

  await looked();
  await looked();
  for (const id of ids) t.match(await world.entry(id, isHeld), { status: 'queued' }, 'it goes on');
  webhooks.change('instagram', { hold: true });
  const late = await live('gus');
  await world.act('instagram', 'ann', { endLive: true });
  await looked();
  for (const id of ids) t.match(await world.entry(id, isHeld), { status: 'queued' }, 'a list may be late');
  await looked();
  for (const id of ids)
    t.match(await world.entry(id), { status: 'skipped', reason: 'live_over', dm: null, nextAt: null });
  t.match(await world.entry(below, isHeld), { status: 'queued' }, 'others wait on');
  webhooks.change('instagram', { hold: false });
  t.match(
    await world.entry(late),
    { status: 'skipped', reason: 'live_over' },
    'and it is known for later ones',
  );
  t.equal(made('messages'), tried, 'nobody was tried in vain');
  const { rules } = (await world.running.call('GET', '/v1/comment-dm-rules')).body;
  t.match(rules[0].stats, { skipped: 3, skippedBy: { live_over: 3 } });
  const seen = made('live_media');
  advance(4 * LOOK_MS);
  faults.clear('instagram');
  advance(HELD_MS);
  await world.entry(below, ({ status }: ReadSchema<'CommentRuleActivity'>) => status === 'sent');
  t.equal(made('live_media'), seen, 'and it is not looked for any more');
});

void t.test('in a full hour the next free place is for the broadcast, whoever asked before', async (t) => {
  const world = await withRule(t);
  const { advance, service } = world.running;
  const { mediaId } = await world.act('instagram', 'ann', { goLive: 'Baking at seven' });
  const remoteId = await remoteIdOf(world);
  /** 700 were sent: the first 50 minutes ago, the others from two minutes later on, so many seconds apart. */
  const fill = (name: string, seconds: number) => service.context.directory`
    insert into answered_comments (platform, remote_id, comment_id, holder, claimed_at)
    select 'instagram', ${remoteId}, ${name}::text || n, 'preply_' || ${name}::text || n,
      to_timestamp(${service.context.clock()}::float8 / 1000 - 3000 + case n when 1 then 0 else 120 + n * ${seconds}::int end)
    from generate_series(1, 700) n`;
  await fill('old', 4);
  const hasPlace = ({ status, nextAt }: ReadSchema<'CommentRuleActivity'>) =>
    status === 'queued' && nextAt !== null;
  const first = await world.comment('bob', 'link');
  const { nextAt } = await world.entry(first, hasPlace);
  const { commentId } = await world.act('instagram', 'dora', { comment: { text: 'link', mediaId } });
  const live = await world.entry(commentId, hasPlace);
  const apart = Math.abs(Date.parse(live.nextAt) - Date.parse(nextAt));
  t.ok(apart < 1_000, `both ask for the place that is free first, ${apart} ms apart`);
  advance(Date.parse(nextAt) - service.context.clock() + 1_000);
  t.match(await world.entry(commentId), { status: 'sent' });
  const [waiting] = (await world.events()).filter(({ comment }) => comment.id === first);
  t.match(waiting, { status: 'queued' }, 'and the broadcast has it');

  // what was on its way when the others heard of the end asks for its place later
  const say = async (username: string): Promise<string> =>
    (await world.act('instagram', username, { comment: { text: 'link', mediaId } })).commentId;
  const back = await say('eve');
  const { nextAt: itsPlace } = await world.entry(back, hasPlace);
  const { sql, context } = service;
  const isPlanned = () => sql`select from actors where kind = 'broadcast' and planned_at is not null`;
  await eventually(async () => (await isPlanned()).length > 0);
  await sql`
    update actors set reached_at = to_timestamp(${context.clock()}::float8 / 1000),
      snapshot = jsonb_set(snapshot::jsonb, '{context,overAt}', to_jsonb(${context.clock()}::float8))
    where kind = 'broadcast'`;
  advance(Date.parse(itsPlace) - context.clock() + 1_000);
  t.match(await world.entry(back), { status: 'skipped', reason: 'live_over' });
  advance(5_000);
  await fill('new', 1);
  const forgotten = await say('hal');
  await world.entry(forgotten, hasPlace);
  await findMissing(world);
  advance(26_000);
  await findMissing(world);
  t.match(await world.entry(forgotten), { status: 'skipped', reason: 'live_over', nextAt: null });
  // the network's list was wrong: people go on commenting
  advance(5_000);
  await world.entry(
    await say('fay'),
    ({ status }: ReadSchema<'CommentRuleActivity'>) => status === 'sent' || status === 'queued',
  );
  await eventually(async () => {
    const [row] = await sql<{ shown: string }[]>`select shown from actors where kind = 'broadcast'`;
    return row?.shown === 'watching'; // so it is looked for again
  });
});

/** A list that does not have the broadcast, although it is live. */
async function findMissing({ running }: Awaited<ReturnType<typeof withRule>>): Promise<void> {
  const { sql, context } = running.service;
  const [row] = await sql<{ id: string }[]>`select id from actors where kind = 'broadcast'`;
  await context.node.command(async (tx, turn: Turn) => {
    const actor = (await lockInto(tx, turn, row!.id))!;
    if (actor.snapshot.value === 'watching') turn.deliver(actor, { type: actor.timers[0]!.id });
    turn.deliver(actor, { type: 'look.missing' });
    return { result: null };
  });
}

async function remoteIdOf({ running }: Awaited<ReturnType<typeof withRule>>): Promise<string> {
  const [account] = await running.service.sql<{ id: string }[]>`
    select remote_id as id from accounts where id = ${running.accounts['instagram']!}`;
  return account!.id;
}
