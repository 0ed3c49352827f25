import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createKey } from '../../src/features/auth/keys.ts';
import { deliveryId } from '../../src/kinds/delivery.ts';
import { type RunningService, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { loading } from '../support/loading.ts';

const MINUTE = 60_000;

/** A post on one account of a network, published at once, or with the fields of `more`. */
async function postOn(
  { call, accounts }: RunningService,
  network: string,
  more: object = { publishNow: true },
) {
  const { body } = await call('POST', '/v1/posts', {
    content: 'Hello from the debugger’s test',
    accountIds: [accounts[network]],
    ...more,
  });
  return { id: body.post.id, delivery: deliveryId(body.post.id, accounts[network]!) };
}

/** A failure that certainly sent nothing; from 5 minutes on a Retry-After is an attempt rather than a wait. */
const refusedFor5Minutes = {
  kind: 'status',
  status: 429,
  retryAfterSeconds: 300,
  network: 'discord',
  times: 1,
} as const;

void t.test('actors are listed by kind, state, text and id, only those of one workspace', async (t) => {
  const running = await startService(t);
  const { call, until } = running;
  const live = await postOn(running, 'telegram');
  await until(live.id, ({ status }) => status === 'published');
  const draft = await postOn(running, 'discord', { draft: true });
  const ids = async (query: string, headers = {}) =>
    (await call('GET', `/v1/actors?${query}`, undefined, headers)).body.actors.map(
      (one: { id: string }) => one.id,
    );

  t.strictSame(await ids('kind=post'), [draft.id, live.id]);
  t.strictSame(await ids('kind=post&state=published'), [live.id]);
  t.strictSame(await ids('kind=delivery&state=published'), [live.delivery]);
  t.strictSame(await ids('kind=delivery&state=verifying'), []);
  t.strictSame((await ids('q=DEBUGGER’s')).toSorted(), [live.delivery, live.id, draft.id].toSorted());
  t.strictSame(await ids('q=100%25_'), [], 'a pattern’s signs are plain text');
  t.strictSame((await ids(`q=${live.id}`)).toSorted(), [live.delivery, live.id].toSorted());
  t.strictSame(await ids('stuck=true'), []);
  t.equal((await ids('kind=account')).length, 5);

  const first = await call('GET', '/v1/actors?kind=post&limit=1');
  t.equal(first.body.next, draft.id);
  t.strictSame(await ids(`kind=post&limit=1&before=${first.body.next}`), [live.id]);
  t.match(await call('GET', '/v1/actors?before=x'), { status: 400, body: { param: '/before' } });
  const readAll = async (query: string) => {
    const all: string[] = [];
    for (let before = ''; ;) {
      const { body } = await call('GET', `/v1/actors?${query}${before && `&before=${before}`}`);
      all.push(...body.actors.map((one) => one.id));
      if (body.next === null) return all;
      before = body.next;
    }
  };
  const everything = await readAll('limit=2');
  t.equal(everything.length, 8, 'two posts, a delivery, five accounts');
  t.equal(new Set(everything).size, 8, 'each once');
  t.strictSame(everything.slice(0, 3), [draft.id, live.delivery, live.id], 'newest first');
  t.strictSame(await readAll('limit=1&q=debugger'), everything.slice(0, 3), 'a search is read on likewise');
  t.equal((await call('GET', '/v1/actors?limit=2')).body.total, 8);
  t.equal((await call('GET', '/v1/actors?kind=account')).body.total, 5);
  t.equal((await call('GET', '/v1/actors?kind=post&state=published')).body.total, null);

  const { key } = await running.neighbour();
  const stranger = { authorization: `Bearer ${key}` };
  t.strictSame(await ids(`q=${live.id}`, stranger), []);
  for (const path of ['', '/journal', '/run', '/sequence'])
    t.equal((await call('GET', `/v1/actors/${live.id}${path}`, undefined, stranger)).status, 404, path);
  const act = { action: 'cancel', reason: 'not mine' };
  t.equal((await call('POST', `/v1/actors/${draft.id}/hand`, act, stranger)).status, 404);
  t.equal((await call('GET', `/v1/posts/${live.id}/explain`, undefined, stranger)).status, 404);
});

void t.test('a replay of a journal adds the contexts and parameters that it does not store', async (t) => {
  const running = await startService(t);
  const { call, until, sandbox, advance } = running;
  sandbox.sandbox.faults.add(refusedFor5Minutes);
  const { id, delivery } = await postOn(running, 'discord');
  await until(id, ({ deliveries }) => deliveries[0].status === 'retrying');
  advance(6 * MINUTE);
  await until(id, ({ status }) => status === 'published');

  const { body } = await call('GET', `/v1/actors/${delivery}/journal`);
  t.equal(body.stopped, null);
  t.equal(body.next, null);
  const [started] = body.steps;
  t.equal(started.event.type, 'started');
  t.equal(started.changed.attempt, 1, 'the first step tells the whole context');
  t.equal(started.effects[0].params.deliveryId, delivery);
  const retry = body.steps.find((step) => step.state === 'retrying');
  t.equal(retry.changed.waitMs, 5 * MINUTE);
  t.equal(retry.changed.platform, undefined, 'what has not changed is not told again');
  t.equal(retry.timers.length, 1);
  t.ok(body.steps.every((step) => step.differences.length === 0));
  const whole = (await call('GET', `/v1/actors/${delivery}`)).body;
  const replayed = Object.assign({}, ...body.steps.map((step) => step.changed));
  t.strictSame(replayed, whole.context, 'the changes add up to what it remembers');
  t.equal(whole.chartHash, (await call('GET', '/v1/charts/delivery')).body.hash);

  const paged = (await call('GET', `/v1/actors/${delivery}/journal?after=1&limit=1`)).body;
  t.equal(paged.steps[0].seq, 2);
  t.equal(paged.steps[0].changed.platform, 'discord', 'a page begins with the whole context');
  t.equal(paged.next, 2);
});

void t.test('a journal without its beginning is shown without contexts, and says so', async (t) => {
  const running = await startService(t);
  const { call, until, service } = running;
  const { id, delivery } = await postOn(running, 'telegram');
  await until(id, ({ status }) => status === 'published');
  await service.sql`delete from journal_pages where id = (
    select min(id) from journal_pages where family = ${id})`;
  const { body } = await call('GET', `/v1/actors/${delivery}/journal`);
  t.match(body.stopped, { code: 'pruned', reason: /too old/ });
  t.ok(body.steps.length > 0);
  t.ok(body.steps.every((step) => step.changed === null));
  t.equal((await call('GET', `/v1/actors/${delivery}/sequence`)).status, 200);
  await service.sql`delete from journal_pages where family = ${id}`;
  t.strictSame((await call('GET', `/v1/actors/${delivery}/journal`)).body.steps, []);
});

void t.test(
  'a mailbox lists its timers, and a manual action skips a wait with its reason in the journal',
  async (t) => {
    const running = await startService(t);
    const { call, until, service } = running;
    const at = new Date(service.context.clock() + 3 * 24 * 60 * MINUTE).toISOString();
    const { id } = await postOn(running, 'telegram', { scheduledAt: at });
    const { body } = await call('GET', `/v1/actors/${id}`);
    t.match(body.mailbox, [{ timer: 'xstate.after.due.post.scheduled', dueAt: at }]);
    t.match(body.choices, [{ action: 'skip', title: 'Publish now' }, { action: 'cancel' }, {}, {}, {}]);
    t.match((await call('GET', `/v1/posts/${id}/explain`)).body.summary, /scheduled for .* in 3 days/i);

    const path = `/v1/actors/${id}/hand` as const;
    t.match(await call('POST', path, { action: 'skip' }), { status: 400, body: { param: '/reason' } });
    t.match(await call('POST', path, { action: 'retry', reason: 'x' }), {
      status: 409,
      body: {
        code: 'not_accepted',
        error: /in the state scheduled; manual actions now: skip xstate\.after\.due/,
      },
    });
    t.match(await call('POST', path, { action: 'send', reason: 'x' }), {
      status: 400,
      body: { param: '/event' },
    });
    const asked = { action: 'skip', reason: 'the news is out' };
    const done = await call('POST', path, asked, { 'idempotency-key': 'skip-1' });
    t.match(done, { status: 200, body: { state: 'publishing', event: 'xstate.after.due.post.scheduled' } });
    const again = await call('POST', path, asked, { 'idempotency-key': 'skip-1' });
    t.equal(again.headers.get('idempotent-replayed'), 'true');
    await until(id, ({ status }) => status === 'published');

    const { steps } = (await call('GET', `/v1/actors/${id}/journal`)).body;
    const byHand = steps.filter((step) => step.hand !== null);
    t.match(byHand, [{ hand: { userId: /^usr_/, reason: 'the news is out' }, state: 'publishing' }]);
    const [row] = await service.sql`select hand from journal where actor_id = ${id} and hand is not null`;
    t.equal(row!['hand'].reason, 'the news is out', 'the view tells it too');

    const by = async () => {
      const journal = (await call('GET', `/v1/actors/${id}/journal`)).body.steps;
      const { messages } = (await call('GET', `/v1/actors/${id}/sequence`)).body;
      const { actors } = (await call('GET', `/v1/actors/${id}/run`)).body;
      const run = actors.find((one) => one.id === id).steps;
      const lists: { by?: object | null }[][] = [journal, messages, run];
      const told = lists.map((steps) => steps.flatMap((step) => step.by ?? []));
      t.strictSame(told[1], told[0], 'the sequence names the same');
      t.strictSame(told[2], told[0], 'the download names the same');
      return told[0];
    };
    const [{ id: userId }] =
      (await service.directory`select id from users where name = 'home'`) as unknown as [{ id: string }];
    const [{ id: keyId }] =
      (await service.directory`select id from api_keys where name = 'test'`) as unknown as [{ id: string }];
    t.strictSame(await by(), [{ id: userId, name: 'home', key: { id: keyId, name: 'test' } }]);
    await service.directory`update users set name = 'Rosa' where id = ${userId}`;
    t.match(await by(), [{ name: 'Rosa' }], 'as the person is called today');
    const { key: another } = await createKey(service.directory, { userId, name: 'another', now: Date.now() });
    await service.directory`delete from api_keys where id = ${keyId}`;
    const authorization = `Bearer ${another}`;
    const { body: later } = await call('GET', `/v1/actors/${id}/journal`, undefined, { authorization });
    t.match(
      later.steps.flatMap((step) => step.by ?? []),
      [{ name: 'Rosa', key: { id: keyId, name: null } }],
      'a key that was revoked',
    );
    const left = await service.sql`select 1 from mailbox where actor_id = ${id}`;
    t.equal(left.length, 0, 'the timer does not fire a second time');
  },
);

void t.test(
  'a waiting delivery is tried again at once, and a failed one is sent through its post',
  async (t) => {
    const running = await startService(t);
    const { call, until, sandbox } = running;
    const once = { kind: 'status', network: 'mastodon', call: 'POST /api/v1/statuses', times: 1 } as const;
    sandbox.sandbox.faults.add({ ...once, status: 503 });
    const { id, delivery } = await postOn(running, 'mastodon');
    await until(id, ({ deliveries }) => deliveries[0].status === 'retrying');
    t.match((await call('GET', `/v1/posts/${id}/explain`)).body.deliveries, [
      {
        actorId: delivery,
        state: 'retrying',
        text: /attempt 1 of 4 failed: ".*temporary problem.*"; the next one is at .*, in 5 min\.$/,
      },
    ]);

    sandbox.sandbox.faults.add({ ...once, status: 422 });
    const retry = { action: 'retry', reason: 'mastodon is back' };
    t.match(await call('POST', `/v1/actors/${delivery}/hand`, retry), {
      status: 200,
      body: { state: 'sending' },
    });
    const failed = await until(id, ({ status }) => status === 'failed');
    t.equal(failed.deliveries[0].attempt, 2);
    t.match(await call('POST', `/v1/actors/${delivery}/hand`, retry), {
      status: 200,
      body: { event: 'retry' },
    });
    await until(id, ({ status }) => status === 'published');
    t.equal(sandbox.sandbox.ledger.entries({ network: 'mastodon' }).length, 1, 'it is live once');
    t.match(await call('POST', `/v1/actors/${delivery}/hand`, retry), {
      status: 409,
      body: { error: /manual actions now: nothing/ },
    });
  },
);

void t.test('a delivery is cancelled with a manual action, and its post is notified', async (t) => {
  const running = await startService(t);
  const { call, until, sandbox } = running;
  sandbox.sandbox.faults.add(refusedFor5Minutes);
  const { id, delivery } = await postOn(running, 'discord');
  await until(id, ({ deliveries }) => deliveries[0].status === 'retrying');
  const done = await call('POST', `/v1/actors/${delivery}/hand`, { action: 'cancel', reason: 'wrong text' });
  t.match(done, { status: 200, body: { state: 'cancelled' } });
  const post = await until(id, ({ status }) => status === 'failed');
  t.equal(post.deliveries[0].status, 'cancelled');
  const { participants, messages } = (await call('GET', `/v1/actors/${id}/sequence`)).body;
  t.match(messages, [
    { from: 'caller', to: id, type: 'started' },
    { from: id, to: delivery, type: 'start' },
    { from: delivery, to: 'network', type: 'publish' },
    { from: 'network', to: delivery, type: 'outcome.retry' },
    { from: 'operator', to: delivery, type: 'cancel' },
    { from: delivery, to: id, type: 'delivery.ended' },
    { from: id, to: 'webhooks', type: 'post.failed' },
  ]);
  t.match(
    participants.map((one) => one.kind),
    ['caller', 'operator', 'post', 'delivery', 'network', 'webhooks'],
  );
});

void t.test('a parked actor is stuck, is listed first, and continues with a manual action', async (t) => {
  const running = await startService(t);
  const { call, service, until, advance } = running;
  const at = service.context.clock() + 60 * MINUTE;
  const { id } = await postOn(running, 'telegram', { scheduledAt: new Date(at).toISOString() });
  await postOn(running, 'telegram', { draft: true });
  await service.context.node.command(async (tx, turn) => {
    const { lockInto } = await import('../../src/engine/take.ts');
    const actor = await lockInto(tx, turn, id);
    turn.park(actor!, { type: 'refused' }, new Error('a bug'));
    return { result: null };
  });
  const [first] = (await call('GET', '/v1/actors?kind=post')).body.actors;
  t.match(first, { id, status: 'needs_attention', trouble: { code: 'set_aside' } });
  t.match((await call('GET', '/v1/actors?stuck=true')).body.actors, [{ id }]);
  const whole = (await call('GET', `/v1/actors/${id}`)).body;
  t.match(whole.mailbox, [{ dueAt: null }], 'its mail is parked');
  t.match(whole.choices, [{ action: 'retry', event: 'resume' }]);
  t.match((await call('GET', `/v1/posts/${id}/explain`)).body.summary, /But it was parked/);
  advance(10 * MINUTE);

  const resume = { action: 'retry', reason: 'the bug is mended' };
  t.match(await call('POST', `/v1/actors/${id}/hand`, resume), { status: 200, body: { status: 'active' } });
  const resumed = (await call('GET', `/v1/actors/${id}`)).body;
  t.equal(Date.parse(resumed.mailbox[0].dueAt), at, 'its timer is due when it always was');
  advance(51 * MINUTE);
  await until(id, ({ status }) => status === 'published');
  const { steps, stopped } = (await call('GET', `/v1/actors/${id}/journal`)).body;
  t.equal(stopped, null, 'a replay passes over what was no step of the machine');
  t.match(
    steps.slice(1, 3).map(({ event, fault, hand }) => ({ event, fault, hand })),
    [
      { event: { type: 'refused' }, fault: /a bug/, hand: null },
      { event: { type: 'resumed' }, fault: null, hand: { reason: 'the bug is mended' } },
    ],
  );
});

void t.test('a manual result is accepted only when no call can be running any more', async (t) => {
  const running = await startService(t);
  const { call, service, sandbox } = running;
  sandbox.sandbox.faults.add(refusedFor5Minutes);
  const { id, delivery } = await postOn(running, 'discord');
  await running.until(id, ({ deliveries }) => deliveries[0].status === 'retrying');
  // a node that hangs: the effect belongs to another node, which counts as alive
  const { node, clock, sql } = service.context;
  await sql`insert into nodes (id, started_at, alive_until, roles) values ('node_hung', now(), now() + interval '1 day', 'worker')`;
  await node.command(async (tx, turn) => {
    const { lockInto } = await import('../../src/engine/take.ts');
    const actor = await lockInto(tx, turn, delivery);
    turn.deliver(actor!, { type: 'xstate.after.backoff.delivery.retrying' });
    // what it asks for now is done by a node that hangs
    turn.requests.length = 0;
    actor!.effects = [
      {
        id: '1',
        type: 'publish',
        params: { accessToken: 'abcdefgh-secret' },
        tries: 1,
        node: 'node_hung',
        at: clock(),
      },
    ];
    await tx`
      insert into claims (id, node_id, at, actors)
      values ('clm_hung', 'node_hung', to_timestamp(${clock()}::float8 / 1000), ${[delivery]}::text[])`;
    return { result: null };
  });
  const path = `/v1/actors/${delivery}/hand` as const;
  const live = { action: 'send', event: 'outcome.published', reason: 'I saw it', networkPostId: 'by-hand-1' };
  const whole = (await call('GET', `/v1/actors/${delivery}`)).body;
  t.match(whole.pendingEffects, [{ type: 'publish', lease: 'held', params: { accessToken: '[redacted]' } }]);
  t.match(await call('POST', path, live), { status: 409, body: { code: 'not_accepted' } });
  running.advance(11 * MINUTE);
  t.match((await call('GET', `/v1/actors?stuck=true`)).body.actors, [
    { id: delivery, trouble: { code: 'slow_effect' } },
  ]);
  t.match(await call('POST', path, { ...live, action: 'cancel', event: 'cancel' }), {
    status: 400,
    body: { code: 'unknown_field', param: '/networkPostId' },
  });
  t.match(await call('POST', path, live), { status: 200, body: { state: 'published' } });
  const post = await running.until(id, ({ status }) => status === 'published');
  t.equal(post.deliveries[0].networkPostId, 'by-hand-1');
  t.equal((await sql`select 1 from effects where actor_id = ${delivery}`).length, 0);
});

void t.test('a post that another delivery holds cannot be named by hand', async (t) => {
  const running = await startService(t);
  const { call, service, sandbox, until } = running;
  const { node, clock, sql } = service.context;
  const first = await postOn(running, 'discord');
  const [published] = (await until(first.id, ({ status }) => status === 'published')).deliveries;
  for (const [event, unknown] of [
    ['outcome.published', []],
    ['finding.live', [{ type: 'outcome.unknown', reason: 'the connection broke' }]],
  ] as const) {
    sandbox.sandbox.faults.add(refusedFor5Minutes);
    const { id, delivery } = await postOn(running, 'discord');
    await until(id, ({ deliveries }) => deliveries[0].status === 'retrying');
    const waits = event === 'outcome.published' ? 'publish' : 'verify';
    await node.command(async (tx, turn) => {
      const { lockInto } = await import('../../src/engine/take.ts');
      const actor = await lockInto(tx, turn, delivery);
      turn.deliver(actor!, { type: 'xstate.after.backoff.delivery.retrying' });
      for (const lost of unknown) turn.deliver(actor!, lost);
      turn.requests.length = 0;
      actor!.effects = [
        { id: '1', type: waits, params: {}, tries: 1, node: 'node_gone', at: clock() - 11 * MINUTE },
      ];
      return { result: null };
    });
    const path = `/v1/actors/${delivery}/hand` as const;
    const live = { action: 'send', event, reason: 'I saw it' };
    t.match(
      await call('POST', path, { ...live, networkPostId: published.networkPostId }),
      { status: 409, body: { code: 'network_post_taken', param: '/networkPostId' } },
      event,
    );
    const { actor } = (await call('GET', `/v1/actors/${delivery}`)).body;
    t.not(actor?.state, 'published', 'nothing changed');
    const own = `by-hand-${waits}`;
    t.match(await call('POST', path, { ...live, networkPostId: own }), {
      status: 200,
      body: { state: 'published' },
    });
    const held =
      await sql`select delivery_id as "deliveryId" from network_posts where network_post_id = ${own}`;
    t.same(held, [{ deliveryId: delivery }], 'from now on it is this delivery’s');
    running.advance(6 * MINUTE); // discord asked to wait
  }
});

void t.test('charts come with a layout, a heat map and a configuration for XState', async (t) => {
  const running = await startService(t);
  const { call, until } = running;
  const { id } = await postOn(running, 'telegram');
  await until(id, ({ status }) => status === 'published');
  const { charts } = (await call('GET', '/v1/charts')).body;
  t.match(charts, [{ kind: 'post' }, { kind: 'delivery' }, { kind: 'account' }, { kind: 'webhook_send' }]);
  t.equal((await call('GET', '/v1/charts/toString')).status, 404);
  const heat = (await call('GET', '/v1/charts/delivery/heat')).body;
  t.match(heat, { counted: 1, complete: true });
  t.match(
    heat.states.find((state) => state.id === 'delivery.published'),
    { count: 1, setAside: 0 },
  );
  t.match(
    heat.moves.find((move) => move.edge === 'delivery.sending|outcome.published|0'),
    { count: 1 },
  );
  const { config } = (await call('GET', '/v1/charts/post/xstate')).body;
  const targets = config.states.scheduled.after.due.map(({ target }: { target: string }) => target);
  t.same(targets, ['#post.reading_pages', '#post.publishing']);
});

void t.test('a run is downloaded, and replayed from the shell without a database', async (t) => {
  const running = await startService(t);
  const { call, until } = running;
  const { id, delivery } = await postOn(running, 'telegram');
  await until(id, ({ status }) => status === 'published');
  const run = (await call('GET', `/v1/actors/${delivery}/run`)).body;
  t.match(
    run.actors.map((actor) => actor.id),
    [delivery, id],
  );
  const folder = await temporaryFolder(t);
  const good = join(folder, 'run.json');
  await writeFile(good, JSON.stringify(run));
  const same = await troupe(['replay', good], folder);
  t.equal(same.code, 0, same.stderr);
  t.match(same.stdout, /2 steps|3 steps/);

  const changed = structuredClone(run);
  changed.actors[0].steps.at(-1).event = { type: 'outcome.rejected', reason: 'changed' };
  const bad = join(folder, 'bad.json');
  await writeFile(bad, JSON.stringify(changed));
  const other = await troupe(['replay', bad, '--json'], folder);
  t.equal(other.code, 1);
  const [told] = JSON.parse(other.stdout).actors;
  t.equal(told.stopped.code, 'differs');
  t.match(told.stopped.reason, /went to published, now to failed/);

  await writeFile(bad, '{"format":"else"}');
  t.match(await troupe(['replay', bad], folder), { code: 1, stderr: /it is not a run of Troupe/ });
  t.match(await troupe(['replay'], folder), { code: 2, stderr: /say which file/ });
  t.match(await troupe(['replay', join(folder, 'none.json')], folder), { code: 1, stderr: /none\.json/ });
});

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

async function troupe(
  args: string[],
  cwd: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli, ...args], {
      cwd,
      env: { ...process.env, ...loading },
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}
