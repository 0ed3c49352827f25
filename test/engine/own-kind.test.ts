/** A kind that no file of the program knows is run, shown, replayed, operated and pruned. */
import t, { type Test } from 'tap';
import { endpointsFor, insertEndpoint } from '../../store/webhooks.ts';
import { readFeed } from '../../store/feed.ts';
import type { KindTable } from '../../src/engine/kind.ts';
import type { Written } from '../../src/engine/write.ts';
import { newActorId } from '../../src/base/ids.ts';
import { actOnActor } from '../../src/features/introspection/act-on-actor.ts';
import {
  downloadRun,
  getActorJournal,
  getActorSequence,
} from '../../src/features/introspection/actor-journal.ts';
import { getActor, listActorsOperation } from '../../src/features/introspection/actors.ts';
import { getChart, getHeat } from '../../src/features/introspection/charts.ts';
import { explain } from '../../src/features/introspection/explain.ts';
import { readRun, replayRun } from '../../src/features/introspection/run-file.ts';
import { kinds as ours } from '../../src/kinds/index.ts';
import { KEPT_MS, prune } from '../../src/service/retention.ts';
import { webhookAnnouncer } from '../../src/features/webhooks/announce.ts';
import { readActors, readSnapshot } from '../../store/actors.ts';
import { rememberedBy } from '../../src/features/introspection/remembered.ts';
import { bareContext } from '../support/bare-context.ts';
import { stage } from '../support/stage.ts';
import { chime, CHIME_EVERY_MS, type ChimeHandlers } from './own-kind/chime.ts';

const kinds: KindTable = { ...ours, chime };
const DAY = 24 * 3_600_000;

/** A node that runs chimes, with the operations of the debugger. */
async function belfry(t: Test, ring: ChimeHandlers['ring']) {
  const { sql, clock, workspaceId, newNode } = await stage(t);
  const fed: Written['feed'] = [];
  const sent: string[] = [];
  const handlers = {
    ring,
    postWebhook: async ({ sendId }: { sendId: string }) => {
      sent.push(sendId);
      return { type: 'webhook.delivered', statusCode: 200 };
    },
  };
  const node = newNode({
    kinds,
    handlers,
    announce: webhookAnnouncer(kinds),
    onFeed: (batches) => void fed.push(...batches),
  });
  await node.start();
  const id = newActorId(chime, clock());
  const context = bareContext({ sql, clock, node });
  const workspace = {
    id: workspaceId,
    slug: 'stage',
    name: 'Stage',
    timezone: 'UTC',
    plan: 'developer',
    trialEndsAt: null,
    role: 'owner' as const,
    heldTo: null,
  };
  const call = <P, Q, B>(given: { params?: P; query?: Q; body?: B }) => ({
    context,
    principal: { userId: 'usr_1', keyId: 'key_1', workspaces: [workspace] },
    params: given.params as P,
    query: (given.query ?? {}) as Q,
    body: (given.body ?? {}) as B,
    now: clock(),
    requestId: 'req_1',
    idempotency: null,
  });
  const read = async () => {
    const [row] = await sql<{ status: string }[]>`select shown as status from actors where id = ${id}`;
    return row?.status;
  };
  const until = async (status: string) => {
    const deadline = Date.now() + 60_000;
    while ((await read()) !== status) {
      if (Date.now() > deadline) throw new Error(`it never was ${status}: ${await read()}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const start = (rings: number) =>
    node.command(async (_, turn) => {
      turn.start({ kind: chime.name, id, workspaceId, input: { name: 'Anna', rings } });
      return { result: null };
    });
  return { sql, clock, workspaceId, node, id, call, until, start, fed, sent };
}

void t.test('it runs, appears in the feed, is announced, and is shown like any other kind', async (t) => {
  const { sql, clock, workspaceId, node, id, call, until, start, fed, sent } = await belfry(t, async () => ({
    type: 'bell.rung',
  }));
  await insertEndpoint(
    sql,
    {
      id: 'hook_1',
      workspaceId,
      url: 'https://example.org/hook',
      events: ['chime.ended'],
      secret: Buffer.from('sealed'),
      retries: false,
      active: true,
    },
    clock(),
  );
  t.equal((await endpointsFor(sql, [workspaceId])).length, 1);
  await start(2);
  await until('resting');

  const counters = () => sql`select owner_id, name, count from counters where count <> 0 order by name`;
  t.strictSame(
    [...(await counters())],
    [
      { owner_id: 'Anna', name: 'rang', count: '1' },
      { owner_id: 'Anna', name: 'resting', count: '1' },
    ],
  );
  const { body: listed } = await listActorsOperation.handle(call({}));
  t.match(listed, { actors: [{ id, kind: 'chime', title: 'a chime, resting', state: 'resting', mail: 1 }] });
  const { body: one } = await getActor.handle(call({ params: { id } }));
  t.match(one, {
    actor: { title: 'a chime, resting' },
    context: { name: 'Anna', rung: 1 },
    choices: [
      { action: 'retry', title: 'Ring now' },
      { action: 'skip', title: 'Ring now' },
    ],
  });
  t.match(await getChart.handle(call({ params: { kind: 'chime' } })), { body: { chart: { id: 'chime' } } });
  const { body: heat } = await getHeat.handle(call({ params: { kind: 'chime' } }));
  t.match(heat, { counted: 1, moves: [{ edge: 'chime.ringing|bell.rung|1', count: 1 }] });

  const acted = await actOnActor.handle(
    call({ params: { id }, body: { action: 'retry', reason: 'a wedding' } }),
  );
  t.match(acted, { body: { action: 'retry', state: 'ringing' } });
  await until('ended');

  const { body: journal } = await getActorJournal.handle(call({ params: { id } }));
  t.equal((journal as { stopped: unknown }).stopped, null);
  t.match(journal, {
    steps: [
      { event: { type: 'started' }, effects: [{ type: 'ring', params: { name: 'Anna', time: 1 } }] },
      { event: { type: 'bell.rung' }, state: 'resting' },
      { state: 'ringing', hand: { reason: 'a wedding' } },
      { event: { type: 'bell.rung' }, state: 'ended', effects: [{ params: { event: 'chime.ended' } }] },
    ],
  });
  const { body: sequence } = await getActorSequence.handle(call({ params: { id } }));
  t.match(sequence, {
    participants: [
      { id: 'caller' },
      { id: 'operator' },
      { kind: 'chime' },
      { id: 'network' },
      { id: 'webhooks' },
    ],
  });
  const run = await downloadRun.handle(call({ params: { id } }));
  t.match(replayRun(readRun(JSON.stringify(run.body)), kinds), [
    { differences: [], stopped: null, replayed: 4 },
  ]);

  const events = fed.flatMap((batch) => batch.events);
  t.match(events[0], { type: 'chime.created', resource: { type: 'chime', id }, data: { name: 'Anna' } });
  t.notOk('postId' in events[0]!, 'it belongs to no post');
  const kept = await readFeed(sql, { workspaceId, after: '0', limit: 10 });
  t.match(kept[0]!.events[0], { resource: { type: 'chime', id } });
  while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [send] = await sql<{ event: string; body: string }[]>`select event, body from webhook_sends`;
  t.equal(send!.event, 'chime.ended');
  t.match(JSON.parse(send!.body), { event: 'chime.ended', chime: { id, status: 'ended' } });
  await node.stop();
});

void t.test('it waits for a person, is explained, and an operator continues it', async (t) => {
  const broken = { isBroken: true };
  const { sql, clock, workspaceId, id, call, until, start } = await belfry(t, async ({ name }) =>
    broken.isBroken ? { type: 'bell.broken', reason: `${name} has a crack` } : { type: 'bell.rung' },
  );
  await start(1);
  await until('broken');
  const { body } = await getActor.handle(call({ params: { id } }));
  t.match(body, {
    actor: {
      error: 'Anna has a crack',
      trouble: { code: 'waits_for_person', message: 'its clapper is broken: mend it' },
    },
    choices: [{ action: 'retry', event: 'mend' }],
  });
  const [row] = await readActors(sql, {
    remembered: rememberedBy(kinds),
    heldTo: null,
    workspaceId,
    ids: [id],
  });
  const root = { row: row!, snapshot: (await readSnapshot(sql, id))!.snapshot };
  const told = explain({ kinds, root, children: [], names: new Map(), timezone: 'UTC', now: clock() });
  t.equal(told.summary, 'The chime Anna rang 0 of 1 times: Anna has a crack.');
  broken.isBroken = false;
  await actOnActor.handle(call({ params: { id }, body: { action: 'retry', reason: 'mended' } }));
  await until('ended');
});

void t.test('its timers fire like those of any other kind', async (t) => {
  const { clock, node, until, start } = await belfry(t, async () => ({ type: 'bell.rung' }));
  await start(2);
  await until('resting');
  clock.advance(CHIME_EVERY_MS);
  node.wake();
  await until('ended');
});

void t.test('ended actors are pruned after their time, with their journals', async (t) => {
  const { sql, clock, id, until, start } = await belfry(t, async () => ({ type: 'bell.rung' }));
  await start(1);
  await until('ended');
  const countOf = async () => (await sql`select from actors where id = ${id}`).length;
  t.equal((await prune({ sql, directory: sql }, kinds, clock() + DAY - 1))?.['chimes'], 0);
  t.equal(await countOf(), 1);
  t.equal(
    (await prune({ sql, directory: sql }, ours, clock() + 2 * DAY))?.['chimes'],
    undefined,
    'a program without the kind',
  );
  t.equal((await prune({ sql, directory: sql }, kinds, clock() + DAY + 1))?.['chimes'], 1);
  t.equal(await countOf(), 0);
  t.equal((await prune({ sql, directory: sql }, kinds, clock() + KEPT_MS.journal + 1))?.['journal'], 2);
});
