import { deepStrictEqual } from 'node:assert/strict';
import t from 'tap';
import { withDefaults } from '../../src/engine/stored-snapshot.ts';
import { assign, setup, type AnyStateMachine } from 'xstate';
import { effect, type Persisted, start, step } from '../../machines/durable.ts';
import { kinds, type KindName } from '../support/own-charts.ts';
import type { KindTable } from '../../src/engine/kind.ts';
import type { Finding, Outcome } from '../../machines/outcome.ts';
import type { Log } from '../../src/base/log.ts';
import { settle } from '../../src/engine/settle.ts';
import { command, lockInto, takeDue } from '../../src/engine/take.ts';
import { rowAfter } from '../../src/engine/actor.ts';
import { Turn } from '../../src/engine/turn.ts';
import { connect, type Sql } from '../../store/connect.ts';
import { testDatabase } from '../support/database.ts';
import { seeded } from '../support/property.ts';
import { handOver, sendMail } from '../support/rows.ts';
import { bareKind } from '../support/bare-kind.ts';
import { stage } from '../support/stage.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-05-04T08:00:00Z');
const WS = 'ws_1';

/** A log that keeps the errors. */
function listening(): { log: Log; faults: string[] } {
  const faults: string[] = [];
  const note = (about: { fault?: string }, what: string) => void faults.push(`${what}: ${about.fault ?? ''}`);
  const quiet = () => undefined;
  return { log: { error: note, warn: note, info: quiet, debug: quiet } as unknown as Log, faults };
}

/** Waits for a condition; fails with the last value. */
async function until<T>(look: () => Promise<T> | T, what: (seen: T) => boolean): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const seen = await look();
    if (what(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`never came: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const countOf = async (sql: Sql, status: string) => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from post_states where status = ${status}`;
  return row!.count;
};

/** A machine for faults: it throws on `boom`, counts `poke`, and sends messages or starts actors on request. */
const probe = setup({
  types: {
    context: {} as { count: number },
    events: {} as
      | { type: 'poke' | 'boom' | 'again' | 'ask' }
      | { type: 'tell'; to: string }
      | { type: 'bear'; id: string; input: { faulty: boolean } },
    input: {} as { faulty: boolean },
  },
  actions: {
    note: effect<{ count: number }>(),
    tell: effect<{ messages: { to: string; event: { type: string } }[] }>(),
    startActors: effect<{ actors: { kind: 'webhook_send'; id: string; input: unknown }[] }>(),
    count: assign(({ context }) => ({ count: context.count + 1 })),
    fail: assign(() => {
      throw new Error('a fault in a machine');
    }),
  },
  delays: { patience: 5 * MINUTE },
}).createMachine({
  id: 'probe',
  options: { maxIterations: 100 },
  context: ({ input }) => {
    if (input.faulty) throw new Error('a fault in a start');
    return { count: 0 };
  },
  initial: 'open',
  on: {
    poke: { actions: 'count' },
    boom: { actions: 'fail' },
    ask: { actions: { type: 'note', params: ({ context }) => ({ count: context.count }) } },
    tell: {
      actions: {
        type: 'tell',
        params: ({ event }) => ({ messages: [{ to: event.to, event: { type: 'poke' } }] }),
      },
    },
    bear: {
      actions: {
        type: 'startActors',
        params: ({ event: { id, input } }) => ({ actors: [{ kind: 'webhook_send' as const, id, input }] }),
      },
    },
  },
  states: {
    open: {
      after: { patience: 'late' },
      on: { again: { target: 'open', reenter: true } },
    },
    late: {},
  },
});
const table: KindTable = {
  webhook_send: bareKind({
    name: 'webhook_send',
    machine: probe,
    version: 1,
    upgrades: {},
  }),
};

async function probes(t: Parameters<typeof testDatabase>[0], ids: string[]) {
  const { sql, url } = await testDatabase(t);
  const taker = { sql, nodeId: 'node_1', kinds: table };
  await command(taker, NOW, async (_, turn) => {
    for (const id of ids) turn.start({ kind: 'webhook_send', id, workspaceId: WS, input: { faulty: false } });
    return { result: null };
  });
  const mail = (actorId: string, event: object) =>
    sendMail(sql, { workspaceId: WS, actorId, dueAt: NOW, event });
  const read = async (id: string) => {
    const [row] = await sql<{ seq: number; status: string; snapshot: Persisted }[]>`
      select seq, status, snapshot from actors where id = ${id}`;
    return row!;
  };
  const countIn = async (id: string) => ((await read(id)).snapshot.context as { count: number }).count;
  return { sql, url, taker, mail, read, countIn };
}

/** Locks actors as another turn does, until it is released. */
async function hold(url: string, ids: string[]): Promise<() => Promise<void>> {
  const other = connect(url, { applicationName: 'troupe test holder', maxConnections: 1 });
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const ended = other.begin(async (tx) => {
    await tx`select from actors where id = any(${ids}::text[]) for update`;
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return async () => {
    released.resolve();
    await ended;
    await other.end();
  };
}

void t.test('two nodes race over 200 due posts: each post is sent once, and none is left', async (t) => {
  const { log, faults } = listening();
  const did = { first: 0, second: 0 };
  const { sql, clock, createPost, newNode, network } = await stage(t, { log });
  await Promise.all(Array.from({ length: 200 }, () => createPost({ dueAt: clock() + MINUTE })));
  const first = newNode({ batch: 20, observe: () => void (did.first += 1) });
  const second = newNode({ batch: 20, observe: () => void (did.second += 1) });
  clock.advance(MINUTE);
  await Promise.all([first.start(), second.start()]);
  await until(
    () => countOf(sql, 'published'),
    (count) => count === 200,
  );
  t.equal(network.published.length, 200);
  t.equal(new Set(network.published.map((step) => step.deliveryId)).size, 200);
  t.ok(did.first > 0 && did.second > 0, `both worked: ${did.first} and ${did.second}`);
  t.equal((await sql`select from mailbox`).length, 0);
  t.equal((await sql`select from effects`).length, 0);
  t.strictSame(faults, []);
});

void t.test('many writers and commands over the same actors never see a stale one', async (t) => {
  const { log, faults } = listening();
  const { sql, addAccount, createPost, tell, newNode, network } = await stage(t, { log });
  const accountIds = [await addAccount(), await addAccount(), await addAccount()];
  let calls = 0;
  const flaky = (): Outcome =>
    (calls += 1) % 3 === 0
      ? { kind: 'published', networkPostId: String(calls), url: null }
      : { kind: 'progress', checkpoint: { step: calls }, afterMs: 0 };
  network.answers = [flaky];
  await Promise.all([newNode({ lanes: 4 }).start(), newNode({ lanes: 4 }).start()]);
  const ids = await Promise.all(Array.from({ length: 10 }, () => createPost({ accountIds })));
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(ids.map((id) => tell(id, { type: round % 2 === 0 ? 'shelve' : 'publish' })));
  }
  await Promise.all(ids.map((id) => tell(id, { type: 'publish' })));
  await until(
    () => countOf(sql, 'published'),
    (count) => count === ids.length,
  );
  t.strictSame(faults, []);
  t.equal((await sql`select from effects`).length, 0);
  await until(
    async () => (await sql`select from claims`).length,
    (claims) => claims === 0,
  );
});

void t.test('a message to a busy actor goes to its mailbox, and is processed', async (t) => {
  const { taker, url, sql, countIn } = await probes(t, ['a', 'b']);
  const letGo = await hold(url, ['b']);
  const say = () =>
    command(taker, NOW, async (tx, turn) => {
      turn.deliver((await lockInto(tx, turn, 'a'))!, { type: 'tell', to: 'b' } as { type: string });
      return { result: null };
    });
  await say();
  t.equal(await countIn('b'), 0);
  t.match(await sql`select actor_id, workspace_id, event from mailbox where timer is null`, [
    { actor_id: 'b', workspace_id: WS, event: { type: 'poke' } },
  ]);
  t.equal((await takeDue(taker, { now: NOW, limit: 10 })).claimed, 0, 'nobody waits for a busy actor');
  await letGo();
  t.equal((await takeDue(taker, { now: NOW, limit: 10 })).claimed, 1);
  t.equal(await countIn('b'), 1);
  await say();
  t.equal(await countIn('b'), 2, 'an idle actor takes it in the same commit');
});

void t.test('a turn on a row that was stepped meanwhile is rolled back completely', async (t) => {
  const { taker, sql, countIn } = await probes(t, ['a', 'b']);
  const poke = (id: string) =>
    command(taker, NOW, async (tx, turn) => {
      turn.deliver((await lockInto(tx, turn, id))!, { type: 'poke' });
      return { result: null };
    });
  const careless = command(taker, NOW, async (tx, turn) => {
    turn.deliver((await lockInto(tx, turn, 'b'))!, { type: 'poke' });
    // read without its lock, which no turn of ours does
    const [row] = await sql`
      select id, workspace_id as "workspaceId", kind, version, rev, seq, status, snapshot, timers, effects, shelf
      from actors where id = 'a'`;
    await poke('a');
    turn.deliver(turn.load(row as never), { type: 'poke' });
    return { result: null };
  });
  await t.rejects(careless);
  t.equal(await countIn('a'), 1);
  t.equal(await countIn('b'), 0, 'the others of that turn are as they were');
  await poke('b');
  t.equal(await countIn('b'), 1);
});

void t.test('a command that throws changes nothing', async (t) => {
  const { taker, sql, countIn } = await probes(t, ['a']);
  const asked = command(taker, NOW, async (tx, turn) => {
    turn.deliver((await lockInto(tx, turn, 'a'))!, { type: 'ask' });
    turn.deliver(turn.actors.get('a')!, { type: 'poke' });
    turn.start({ kind: 'webhook_send', id: 'b', workspaceId: WS, input: { faulty: false } });
    throw new Error('the caller thought better of it');
  });
  await t.rejects(asked, /thought better/);
  t.equal(await countIn('a'), 0);
  t.equal((await sql`select from effects`).length, 0);
  t.equal((await sql`select from actors`).length, 1);
});

void t.test('the result of an effect that another node took over is dropped', async (t) => {
  const { taker, sql, countIn } = await probes(t, ['a', 'b']);
  const { written } = await command(taker, NOW, async (tx, turn) => {
    for (const id of ['a', 'b']) turn.deliver((await lockInto(tx, turn, id))!, { type: 'ask' });
    return { result: null };
  });
  const [ofA, ofB] = written.effects;
  await handOver(sql, 'a', 'node_2');
  const results = [ofA!, ofB!].map(({ id, actorId }) => ({ effectId: id, actorId, event: { type: 'poke' } }));
  await settle(taker, results, NOW);
  t.equal(await countIn('a'), 0, 'the other node has it');
  t.equal(await countIn('b'), 1);
  t.match(await sql`select actor_id from effects`, [{ actor_id: 'a' }]);
  await settle({ ...taker, nodeId: 'node_2' }, results, NOW);
  t.equal(await countIn('a'), 1);
  t.equal(await countIn('b'), 1, 'and a result that is told twice counts once');
});

void t.test(
  'a machine that throws parks its actor with its mail, and the rest of the batch commits',
  async (t) => {
    const { taker, sql, mail, read, countIn } = await probes(t, ['a', 'b', 'c']);
    for (const id of ['a', 'b', 'c']) await mail(id, { type: 'poke' });
    await mail('b', { type: 'boom' });
    for (const id of ['a', 'b', 'c']) await mail(id, { type: 'poke' });
    await takeDue(taker, { now: NOW, limit: 20 });
    t.strictSame([await countIn('a'), await countIn('b'), await countIn('c')], [2, 1, 2]);
    t.match(await read('b'), { status: 'needs_attention', seq: 3 });
    const [fault] =
      await sql`select event, fault from journal where actor_id = 'b' order by seq desc limit 1`;
    t.match(fault, { event: { type: 'boom' }, fault: /a fault in a machine/ });
    t.strictSame(
      [
        ...(await sql<{ type: string }[]>`
      select event->>'type' as type from mailbox where actor_id = 'b' and due_at = 'infinity' and timer is null
      order by id`),
      ].map((row) => row.type),
      ['boom', 'poke'],
      'what it could not take is kept, in order',
    );
    t.equal((await takeDue(taker, { now: NOW + 60 * MINUTE, limit: 20 })).claimed, 2, 'timers of the others');
    t.equal((await read('b')).status, 'needs_attention');
  },
);

void t.test(
  'an actor that starts one whose machine throws is parked, and the rest of the batch commits',
  async (t) => {
    const { taker, sql, mail, read, countIn } = await probes(t, ['a', 'b']);
    await mail('a', { type: 'bear', id: 'child', input: { faulty: true } });
    await mail('b', { type: 'bear', id: 'healthy', input: { faulty: false } });
    await takeDue(taker, { now: NOW, limit: 20 });
    t.match(await read('a'), { status: 'needs_attention', seq: 2, snapshot: { value: 'open' } });
    t.equal(await countIn('healthy'), 0);
    t.equal((await sql`select from actors where id = 'child'`).length, 0);
  },
);

void t.test('a text that Postgres cannot store is stored without the characters it refuses', async (t) => {
  for (const [reason, kept] of [
    ['cut in an emoji \ud83d', 'cut in an emoji \ufffd'],
    ['a nul \0 byte', 'a nul \ufffd byte'],
  ] as const) {
    const { node, createPost, until, network } = await stage(t);
    network.answers = [() => ({ kind: 'rejected', reason })];
    await node.start();
    const id = await createPost();
    const post = await until(id, ({ status }) => status === 'failed');
    t.equal(post.error, `${post.accountIds[0]}: ${kept}`);
  }
});

void t.test('a due timer whose state was entered again is stale and ignored', async (t) => {
  const begun = new Turn(NOW, table);
  begun.start({ kind: 'webhook_send', id: 'a', workspaceId: WS, input: { faulty: false } });
  const begunActor = begun.actors.get('a')!;
  const turn = new Turn(NOW + 5 * MINUTE, table);
  const actor = turn.load(rowAfter(begunActor));
  turn.deliver(actor, { type: 'again' });
  turn.deliverDue(actor);
  t.equal(actor.snapshot.value, 'open', 'a message that was taken before it set the timer again');
  const mail = [{ id: 'msg_1', actorId: 'a', dueAt: NOW + 1, event: { type: 'again' } }];
  const both = new Turn(NOW + 5 * MINUTE, table);
  const second = both.load(rowAfter(begunActor));
  both.deliverDue(second, mail); // both were due when the turn began
  t.equal(second.snapshot.value, 'open');
  t.strictSame(both.consumed, ['msg_1']);
  t.strictSame(second.timers, [{ id: 'xstate.after.patience.probe.open', dueAt: NOW + 10 * MINUTE }]);
  const next = new Turn(NOW + 10 * MINUTE, table);
  const later = next.load(rowAfter(second));
  next.deliverDue(later);
  t.equal(later.snapshot.value, 'late');
});

void t.test(
  'a connection that breaks in the middle of a turn undoes the turn, and the turn is repeated',
  async (t) => {
    const { taker, url, mail, countIn, sql } = await probes(t, ['a']);
    await mail('a', { type: 'poke' });
    const doomed = connect(url, { applicationName: 'troupe test doomed', maxConnections: 1 });
    const killed = doomed.begin(async (tx) => {
      const [row] = await tx`
      select id, workspace_id as "workspaceId", kind, version, seq, status, snapshot from actors
      where id = 'a' for update`;
      await tx`delete from messages where actor_id = 'a'`;
      const turn = new Turn(NOW, table);
      turn.deliver(turn.load(row as never), { type: 'poke' });
      const [{ pid }] = (await tx`select pg_backend_pid() as pid`) as unknown as [{ pid: number }];
      await sql`select pg_terminate_backend(${pid})`;
      await tx`select 1`;
    });
    await t.rejects(killed);
    await doomed.end();
    t.equal(await countIn('a'), 0);
    await until(
      async () => (await takeDue(taker, { now: NOW, limit: 10 })).claimed,
      (claimed) => claimed > 0,
    );
    t.equal(await countIn('a'), 1);
  },
);

void t.test('connections that are killed while 100 posts are sent lose and repeat none', async (t) => {
  const { url, clock, createPost, newNode, network } = await stage(t);
  await Promise.all(Array.from({ length: 100 }, () => createPost({ dueAt: clock() + MINUTE })));
  const admin = connect(url, { applicationName: 'troupe test admin', maxConnections: 1 });
  t.teardown(() => admin.end());
  const { log, faults } = listening();
  clock.advance(MINUTE);
  await newNode({ batch: 10, log }).start();
  let killed = 0;
  while (killed < 10) {
    const rows = await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
    killed += rows.length;
  }
  await until(
    () => countOf(admin, 'published'),
    (count) => count === 100,
  );
  t.equal(network.published.length, 100);
  t.ok(faults.length > 0, `of ${killed} that were killed ${faults.length} messages named the fault`);
  await until(
    async () => (await admin`select from effects`).length,
    (count) => count === 0,
  );
});

void t.test('the effects of a commit whose response was lost are still run', async (t) => {
  const { sql, clock, createPost, newNode, network } = await stage(t);
  let losses = 0;
  const forgetful = new Proxy(sql, {
    get: (target, name) => {
      if (name !== 'begin') return Reflect.get(target, name) as unknown;
      return async (work: Parameters<Sql['begin']>[1]) => {
        const result = await (target.begin as (work: unknown) => Promise<unknown>)(work);
        if (losses === 0 || network.published.length > 0) return result;
        losses -= 1;
        throw new Error('the connection ended after the commit, before the answer');
      };
    },
  });
  await createPost({ dueAt: clock() + MINUTE });
  const node = newNode({ sql: forgetful, lanes: 1, aliveMs: 400 });
  await node.start();
  losses = 1;
  clock.advance(MINUTE);
  node.wake();
  await until(
    () => network.published.length,
    (calls) => calls === 1,
  );
});

void t.test('the journal replays every actor of a random run to its stored state', async (t) => {
  const world = await stage(t);
  const { sql, clock, node, network, addAccount, createPost, tell } = world;
  const accountIds = [await addAccount(), await addAccount()];
  const random = seeded(t);
  network.repeatable = false;
  network.answers = [
    (): Outcome =>
      random.pick<Outcome>([
        { kind: 'published', networkPostId: '7', url: null },
        { kind: 'progress', checkpoint: { container: '9' }, afterMs: 0 },
        { kind: 'progress', checkpoint: { container: '9' }, afterMs: 3_000 },
        { kind: 'retry', reason: '429' },
        { kind: 'rejected', reason: 'too long' },
        { kind: 'unknown', reason: 'no answer' },
      ]),
  ];
  network.findings = [
    () =>
      random.pick<Finding>([
        { kind: 'live', networkPostId: null, url: null },
        { kind: 'absent' },
        { kind: 'cannot_tell', reason: 'no evidence' },
        { kind: 'retry', reason: '503' },
      ]),
  ];
  await node.start();
  const ids: string[] = [];
  for (let made = 0; made < 12; made += 1) {
    ids.push(
      await createPost({
        accountIds,
        dueAt: clock() + random.pick([0, MINUTE]),
        draft: random.pick([true, false]),
      }),
    );
  }
  for (let round = 0; round < 12; round += 1) {
    for (const id of ids) {
      if (random.pick([true, false])) {
        await tell(
          id,
          random.pick([{ type: 'shelve' }, { type: 'publish' }, { type: 'schedule', at: clock() + MINUTE }]),
        );
      }
    }
    clock.advance(random.pick([1_000, MINUTE, 15 * MINUTE]));
    node.wake();
    await until(
      () => node.pendingEffects,
      (pending) => pending === 0,
    );
  }
  await node.stop();

  const actors = await sql<
    { id: string; kind: KindName; version: number; snapshot: Persisted }[]
  >`select id, kind, version, snapshot from actors`;
  t.equal(actors.length >= ids.length * 2, true);
  let steps = 0;
  for (const { id, kind, version, snapshot } of actors) {
    const entries = await sql<{ event: { type: string; input?: unknown }; at: number; value: unknown }[]>`
      select event, (extract(epoch from at) * 1000)::float8 as at, value from journal where actor_id = ${id} order by seq`;
    const machine: AnyStateMachine = kinds[kind].machine;
    let replayed: Persisted | null = null;
    for (const { event, at, value } of entries) {
      const taken = replayed ? step(machine, replayed, event, at) : start(machine, event.input, at);
      replayed = JSON.parse(JSON.stringify(taken.snapshot)) as Persisted;
      deepStrictEqual(replayed.value, value);
      steps += 1;
    }
    deepStrictEqual(replayed, withDefaults(kinds, { kind, version }, snapshot));
  }
  t.ok(steps > actors.length, `${steps} steps of ${actors.length} actors`);
});

void t.test('an actor whose writes Postgres refuses is parked, and others continue', async (t) => {
  const { sql, clock, node, network, createPost } = await stage(t);
  const ids = [];
  for (let count = 0; count < 12; count += 1) ids.push(await createPost({ dueAt: clock() + MINUTE }));
  const [atDue, atResult] = [ids[3]!, ids[7]!];
  // a database rule that two of the posts break: one when it is due, one when its delivery has ended
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$
    begin
      if new.family = '${atDue}' and new.steps::text like '%"xstate.after%' then
        raise check_violation using message = 'refused';
      end if;
      if new.family = '${atResult}' and new.steps::text like '%"outcome.published"%' and new.steps::text not like '%"fault"%' then
        raise check_violation using message = 'refused';
      end if;
      return new;
    end $$;
    create trigger refuse before insert on journal_pages for each row execute function refuse();`);
  await node.start();
  clock.advance(MINUTE);
  node.wake();
  const statusOf = async (id: string) =>
    (await sql<{ status: string }[]>`select status from actors where id = ${id}`)[0]?.status;
  await until(
    async () => (await sql`select from post_states where status = 'published'`).length,
    (published) => published === 10,
  );
  await until(
    () => statusOf(atDue),
    (status) => status === 'needs_attention',
  );
  // its result is parked by itself, which may come after the others are saved
  const delivery = async () =>
    (await sql<{ status: string }[]>`select status from actors where parent_id = ${atResult}`)[0]?.status;
  await until(delivery, (status) => status === 'needs_attention');
  t.equal(network.published.length, 11, 'what was sent is not sent again');
  t.equal((await sql`select from effects`).length, 0);
  await until(
    async () => (await sql`select from claims`).length,
    (claims) => claims === 0,
  );
});
