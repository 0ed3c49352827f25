import { readFile } from 'node:fs/promises';
import { createInspector } from '@statelyai/inspect';
import t from 'tap';
import { createActor, createMachine, setup, sendTo } from 'xstate';
import { deliveryId } from '../../../src/kinds/delivery.ts';
import {
  type InspectMessage,
  PROTOCOL_VERSION,
} from '../../../src/features/introspection/inspect/messages.ts';
import { NEWEST_OF_A_KIND, ActorReporter } from '../../../src/features/introspection/inspect/reporter.ts';
import { Tail } from '../../../src/features/introspection/inspect/tail.ts';
import { readWholeSnapshot } from '../../../src/engine/stored-snapshot.ts';
import { lockInto } from '../../../src/engine/take.ts';
import { startService } from '../../support/service.ts';
import { about, plain, receive, states, stepsOf, ticket, until, wsAddress, type Told } from './harness.ts';
import { kinds } from '../../../src/kinds/index.ts';

void t.test('the messages have the fields, in the form, that the package’s own sender uses', async (t) => {
  const own: Told[] = [];
  const child = setup({}).createMachine({
    id: 'child',
    initial: 'a',
    states: { a: { on: { go: 'b' } }, b: {} },
  });
  const parent = setup({ actors: { child } }).createMachine({
    id: 'parent',
    invoke: { src: 'child', id: 'kid' },
    on: { kick: { actions: sendTo('kid', { type: 'go' }) } },
  });
  const { inspect } = createInspector({ send: (event) => void own.push(JSON.parse(JSON.stringify(event))) });
  const actor = createActor(parent, { inspect });
  actor.start();
  actor.send({ type: 'kick' });
  await until(() => own.some(({ type, sessionId }) => type === '@xstate.snapshot' && sessionId === 'x:1'));
  actor.stop();

  const running = await startService(t);
  const { call, accounts } = running;
  const { body } = await call('POST', '/v1/posts', {
    content: 'Hello',
    accountIds: [accounts['telegram']],
    publishNow: true,
  });
  await running.until(body.post.id, ({ status }) => status === 'published');
  const told = receive(await ticket(running, { family: body.post.id, replay: true }));
  await until(() => states(told, body.post.id).includes('published'));

  const fields = (messages: readonly Told[], type: string, more: string) => {
    const one = messages.find((message) => message.type === type && more in message)!;
    return Object.fromEntries(
      Object.entries(one).map(([name, value]) => [name, value === null ? 'null' : typeof value]),
    );
  };
  for (const [type, more] of [
    ['@xstate.actor', 'parentId'],
    ['@xstate.event', 'sourceId'],
    ['@xstate.snapshot', 'snapshot'],
  ] as const)
    t.same(fields(told, type, more), fields(own, type, more), type);
  const snapshotFields = (messages: readonly Told[]) =>
    Object.keys(
      (messages.find(({ type }) => type === '@xstate.snapshot') as { snapshot: object }).snapshot,
    ).sort();
  t.same(snapshotFields(told), snapshotFields(own));

  const url = new URL('../../../node_modules/@statelyai/inspect/package.json', import.meta.url);
  const { version } = JSON.parse(await readFile(url, 'utf8')) as { version: string };
  t.equal(PROTOCOL_VERSION, version);
  t.ok(told.every((one) => '_version' in one && one['_version'] === version));

  for (const one of told) {
    if (one.type !== '@xstate.actor') continue;
    const machine = createMachine(JSON.parse(one.definition!));
    t.equal(machine.id, one.name.split(' ')[0]);
    const restored = createActor(machine, { snapshot: one.snapshot as never });
    t.same(restored.getSnapshot().value, one.snapshot.value, 'an inspector can stand where the actor stands');
  }
});

void t.test(
  'a post is watched live from its draft to its end, and its whole run is replayed afterwards',
  async (t) => {
    const running = await startService(t);
    const { call, accounts, sandbox, advance } = running;
    sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'discord', times: 1 });
    const { body } = await call('POST', '/v1/posts', {
      content: 'Watch me',
      accountIds: [accounts['discord']],
      draft: true,
    });
    const { id } = body.post;
    const delivery = deliveryId(id, accounts['discord']!);
    const told = receive(await ticket(running, { family: id }));
    await until(() => told.length === 3);
    t.match(told, [
      { type: '@xstate.actor', name: 'post', sessionId: id, rootId: id, snapshot: { value: 'draft' } },
      { type: '@xstate.event', sessionId: id, event: { type: 'xstate.init' } },
      { type: '@xstate.snapshot', sessionId: id, snapshot: { value: 'draft', context: { postId: id } } },
    ]);

    await call('PATCH', `/v1/posts/${id}`, { publishNow: true });
    await until(() => states(told, delivery).includes('in_doubt'));
    advance(6 * 60_000);
    await until(() => states(told, id).includes('published'));
    const after = 'xstate.after.backoff.delivery.in_doubt';
    t.same(stepsOf(told.slice(3)), [
      ['publish', id, 'publishing', undefined],
      ['xstate.init', delivery, 'sending', id],
      ['outcome.unknown', delivery, { verifying: 'looking' }, undefined],
      ['finding.cannot_tell', delivery, 'in_doubt', undefined],
      [after, delivery, 'sending', delivery],
      ['outcome.published', delivery, 'published', undefined],
      ['delivery.ended', id, 'published', delivery],
    ]);
    t.match(
      told.find(({ type, sessionId }) => type === '@xstate.actor' && sessionId === delivery),
      { name: 'delivery discord', parentId: id, rootId: id, snapshot: { value: 'sending' } },
    );
    const ends = (actorId: string) =>
      (about(told, actorId).at(-1) as { snapshot: { context: object } }).snapshot;
    for (const actorId of [id, delivery]) {
      const { context } = (await call('GET', `/v1/actors/${actorId}`)).body;
      t.same(ends(actorId).context, context, 'contexts are those of the actors themselves');
    }

    const again = receive(await ticket(running, { family: delivery, replay: true }));
    await until(() => states(again, id).includes('published'));
    t.equal(again[0]!.type, '@xstate.actor');
    const moves = (messages: readonly Told[]) => messages.filter(({ type }) => type !== '@xstate.actor');
    t.match(stepsOf(again)[0], ['xstate.init', id, 'draft', undefined]);
    t.same(moves(again).slice(2), moves(told).slice(2), 'a replay tells the same, to the letter');
  },
);

void t.test('an inspector watches one actor, a kind, or a whole workspace, and nothing else', async (t) => {
  const running = await startService(t);
  const { call, accounts, key, baseUrl } = running;
  const make = async (content: string, more: object) => {
    const { body } = await call('POST', '/v1/posts', {
      content,
      accountIds: [accounts['telegram']],
      ...more,
    });
    return body.post.id;
  };
  const before = await make('before', { draft: true });
  const open = (query: string) => plain(wsAddress(baseUrl, query), { key });
  const one = open(`?actor=${before}`);
  const deliveries = open('?kind=delivery');
  const all = open('?workspace=home');
  await Promise.all([one, deliveries, all].map(({ opened }) => opened));
  await until(() => all.told.length === 6 * 3 && one.told.length === 3);
  t.same(
    all.told
      .flatMap((message) => (message.type === '@xstate.actor' ? message.name.split(' ')[0] : []))
      .toSorted((a, b) => (a! < b! ? -1 : 1)),
    ['account', 'account', 'account', 'account', 'account', 'post'],
  );

  const other = await make('other', { publishNow: true });
  await call('PATCH', `/v1/posts/${before}`, { publishNow: true });
  await Promise.all([other, before].map((id) => running.until(id, ({ status }) => status === 'published')));
  await until(() => [other, before].every((id) => states(all.told, id).includes('published')));
  await until(() => states(one.told, before).includes('published'));
  const ids = [before, other].map((id) => deliveryId(id, accounts['telegram']!));
  await until(() => ids.every((id) => states(deliveries.told, id).includes('published')));

  t.same([...new Set(one.told.map(({ sessionId }) => sessionId))], [before]);
  t.same([...new Set(deliveries.told.map(({ sessionId }) => sessionId))].sort(), ids.toSorted());
  for (const { told } of [one, deliveries]) {
    const shown = new Set(told.map(({ sessionId }) => sessionId));
    const named = told.flatMap((message) => [
      message.rootId,
      'parentId' in message ? message.parentId : undefined,
      'sourceId' in message ? message.sourceId : undefined,
    ]);
    t.ok(
      named.every((id) => id === undefined || shown.has(id)),
      'nobody is named who is not told of',
    );
  }
  const accountId = accounts['telegram']!;
  await call('DELETE', `/v1/accounts/${accountId}`);
  await until(() => about(all.told, accountId).length > 3);
  t.equal(about(all.told, other).filter(({ type }) => type === '@xstate.actor').length, 1);
});

void t.test('a run without its beginning is reported by its state values, then with contexts', async (t) => {
  const running = await startService(t);
  const { call, accounts, service } = running;
  const { body } = await call('POST', '/v1/posts', {
    content: 'Old',
    accountIds: [accounts['telegram']],
    publishNow: true,
  });
  const { id } = body.post;
  await running.until(id, ({ status }) => status === 'published');
  await service.sql`delete from journal_pages where id = (select min(id) from journal_pages where family = ${id})`;
  const told = receive(await ticket(running, { family: id, replay: true }));
  await until(() => states(told, id).includes('published'));
  const last = about(told, id).at(-1) as { snapshot: { context: { postId?: string } } };
  t.equal(last.snapshot.context.postId, id, 'the last step is where the actor stands');
});

void t.test(
  'a parked actor is shown to the inspector as failed, and continues when a person resumes it',
  async (t) => {
    const running = await startService(t);
    const { call, accounts, service } = running;
    const { body } = await call('POST', '/v1/posts', {
      content: 'Stuck',
      accountIds: [accounts['telegram']],
      draft: true,
    });
    const { id } = body.post;
    const told = receive(await ticket(running, { family: id }));
    await until(() => told.length === 3);
    await service.context.node.command(async (tx, turn) => {
      turn.park((await lockInto(tx, turn, id))!, { type: 'edit' }, new Error('it broke'));
      return { result: undefined };
    });
    await until(() => told.length === 5);
    t.match(told.at(-1), {
      event: { type: 'edit' },
      snapshot: { status: 'error', error: /it broke/, value: 'draft' },
    });
    const late = receive(await ticket(running, { actor: id }));
    await until(() => late.length === 3);
    t.match(late[0], { snapshot: { status: 'error', error: /parked/ } });
    await call('POST', `/v1/actors/${id}/hand`, { action: 'retry', reason: 'mended' });
    await until(() => told.length >= 7);
    t.match(told[6], { event: { type: 'resumed' }, snapshot: { status: 'active', context: { postId: id } } });
  },
);

void t.test('no text that looks like a secret is sent', async (t) => {
  const running = await startService(t);
  const { call, accounts, service } = running;
  const { body } = await call('POST', '/v1/posts', {
    content: 'Quiet',
    accountIds: [accounts['telegram']],
    draft: true,
  });
  const { id } = body.post;
  const secret = 'Bearer abcdefghijklmnop1234567890';
  const [row] = await service.sql`select snapshot from actors where id = ${id}`;
  const snapshot = { ...row!['snapshot'], context: { ...row!['snapshot'].context, error: `got ${secret}` } };
  await service.sql`update actors set snapshot = ${JSON.stringify(snapshot)}::json where id = ${id}`;
  const told = receive(await ticket(running, { family: id }));
  await until(() => told.length === 3);
  await service.context.node.command(async (tx, turn) => {
    const event = {
      type: 'publish',
      targets: snapshot.context.targets,
      access_token: 'a-secret-of-theirs',
      note: secret,
    };
    turn.deliver((await lockInto(tx, turn, id))!, event);
    return { result: undefined };
  });
  await until(() => states(told, id).includes('publishing'));
  const text = JSON.stringify(told);
  t.notMatch(text, /abcdefghijklmnop|a-secret-of-theirs/);
  t.match(text, /got Bearer \[redacted\]/);
  t.match(
    told.find(({ type, sessionId }, at) => at > 2 && type === '@xstate.event' && sessionId === id),
    {
      event: { access_token: '[redacted]', note: 'Bearer [redacted]' },
    },
  );
});

void t.test(
  'an actor that was not introduced first is introduced with its context when it moves',
  async (t) => {
    const running = await startService(t);
    const { call, accounts } = running;
    const make = async (at: number) => {
      const asked = { content: `Post ${at}`, accountIds: [accounts['telegram']], draft: true };
      return (await call('POST', '/v1/posts', asked)).body.post.id;
    };
    const oldest = await make(0);
    for (let at = 1; at <= NEWEST_OF_A_KIND; at += 1) await make(at);
    const told = receive(await ticket(running));
    await until(() => told.length === (NEWEST_OF_A_KIND + 5) * 3);
    t.same(about(told, oldest), []);
    await call('PATCH', `/v1/posts/${oldest}`, { publishNow: true });
    await until(() => states(told, oldest).includes('published'));
    const own = about(told, oldest);
    t.equal(own[0]!.type, '@xstate.actor');
    t.same(states(told, oldest), ['publishing', 'published']);
    for (const message of own)
      if ('snapshot' in message) t.match(message.snapshot, { context: { postId: oldest } });
  },
);

void t.test(
  'an upgrade of a machine is reported like a step, together with the context that it results in',
  async (t) => {
    const running = await startService(t);
    const { call, accounts, service, sandbox, advance } = running;
    sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'discord', times: 1 });
    const { body } = await call('POST', '/v1/posts', {
      content: 'Older',
      accountIds: [accounts['discord']],
      publishNow: true,
    });
    const { id } = body.post;
    await running.until(id, ({ deliveries }) => deliveries[0].status === 'retrying');
    const delivery = deliveryId(id, accounts['discord']!);
    const told = receive(await ticket(running, { actor: delivery }));
    await until(() => told.length === 3);
    // as the version before stored it: whole
    const whole = JSON.stringify(await readWholeSnapshot(service.sql, kinds, delivery));
    await service.sql`
      update actors set version = version - 1, snapshot = ${whole}::text::json where id = ${delivery}`;
    advance(6 * 60_000);
    await until(() => states(told, delivery).includes('published'));
    t.same(
      stepsOf(told).map(([event]) => event),
      ['xstate.init', 'xstate.upgrade', 'xstate.after.backoff.delivery.in_doubt', 'outcome.published'],
    );
    const last = told.at(-1) as { snapshot: { context: object } };
    t.same(last.snapshot.context, (await call('GET', `/v1/actors/${delivery}`)).body.context);
  },
);

void t.test('a missed step is reported before the step that shows it is missing', async (t) => {
  const { service, call, accounts, workspaceId, until: untilPost } = await startService(t);
  const { body } = await call('POST', '/v1/posts', {
    content: 'Gap',
    accountIds: [accounts['telegram']],
    draft: true,
  });
  const { id } = body.post;
  const scope = { workspaceId, heldTo: null, actor: null, family: id, kind: null, replay: false };
  const reporter = new ActorReporter(service.sql, kinds, scope);
  const told: InspectMessage[] = [];
  const send = (message: InspectMessage) => void told.push(message);
  await reporter.start(send);
  await call('PATCH', `/v1/posts/${id}`, { publishNow: true });
  await untilPost(id, ({ status }) => status === 'published');
  const { pages } = await Tail.fromBeginning(service.sql, scope).read();
  const last = pages.slice(-1);
  await reporter.report(last, send);
  await reporter.report(pages, send);
  const values = told.flatMap((one) =>
    one.type === '@xstate.snapshot' && one.sessionId === id ? [one.snapshot.value] : [],
  );
  t.same(values, ['draft', 'publishing', 'published']);
  const contexts = told.flatMap((one) =>
    one.type === '@xstate.snapshot' ? [Object.keys(one.snapshot.context as object).length] : [],
  );
  t.ok(contexts.every((fields) => fields > 0));
});
