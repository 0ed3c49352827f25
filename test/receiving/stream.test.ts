/** A network's stream of events: one node reads it, what was missed is asked for, and a refusal is shown. */
import t from 'tap';
import type { Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { StreamPort } from '../../adapters/port/inbound.ts';
import { manifest } from '../../adapters/x/manifest.ts';
import { stateName } from '../../src/engine/state-name.ts';
import { eventually } from '../support/eventually.ts';
import { testDatabase } from '../support/database.ts';
import { startService } from '../support/service.ts';

/** The service with an account on X, whose stream is this test's. */
async function withStream(
  t: Test,
  more: Partial<StreamPort> = {},
  options: { restarts?: boolean; databaseUrl?: string } = {},
) {
  const openings: { missedMs: number; say(line: string): void; end(): void; signal: AbortSignal }[] = [];
  let refusal: string | null = null;
  const inbound = manifest.inbound!;
  const stream: StreamPort = {
    ...inbound.stream!,
    isUsed: true,
    open: async ({ missedMs, signal }) => {
      if (refusal !== null) return { kind: 'unconfigured', reason: refusal };
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const say = (line: string) => void writer.write(Buffer.from(`${line}\r\n`)).catch(() => undefined);
      signal.addEventListener('abort', () => void writer.abort().catch(() => undefined));
      openings.push({ missedMs, say, end: () => void writer.close().catch(() => undefined), signal });
      return { kind: 'open', body: readable };
    },
    ...more,
  };
  const adapters = { ...networks, x: { ...manifest, inbound: { ...inbound, stream } } };
  const running = await startService(t, { platforms: ['x'], subscribes: true, adapters, ...options });
  const { call, service } = running;
  const receiving = async () => (await call('GET', '/v1/accounts')).body.accounts[0].receiving;
  /** The state of the stream's actor; null while there is none. */
  const state = async () => {
    const [row] = await running.service.sql<{ value: never }[]>`
      select snapshot -> 'value' as value from actors where kind = 'stream'`;
    return row ? stateName(row.value) : null;
  };
  const messages = async () => (await call('GET', '/v1/inbox')).body.conversations;
  const [{ remote_id: me }] = (await service.sql`select remote_id from accounts`) as unknown as [
    { remote_id: string },
  ];
  /** A message of a person, as X's stream says it. */
  const message = (id: string, personId = '4711') =>
    JSON.stringify({
      data: {
        event_uuid: `-${id}`,
        filter: { user_id: me },
        event_type: 'dm.received',
        payload: {
          direct_message_events: [
            {
              type: 'message_create',
              id,
              created_timestamp: String(Date.now()),
              message_create: {
                target: { recipient_id: me },
                sender_id: personId,
                message_data: { text: `message ${id}` },
              },
            },
          ],
        },
      },
    });
  const refuse = (reason: string | null) => {
    refusal = reason;
  };
  return { ...running, openings, state, receiving, messages, message, refuse };
}

void t.test('broken lines fail nothing, and what is repeated is there once', async (t) => {
  const { openings, messages, message, service } = await withStream(t);
  const [stream] = await eventually(async () => openings.length > 0 && openings);
  t.equal(stream!.missedMs, 0, 'nothing was missed before the first time');
  for (const line of ['{"data":', '', '[]', message('1'), message('1'), message('2')]) stream!.say(line);
  await eventually(async () => (await messages())[0]?.lastMessage.text === 'message 2');
  t.equal((await service.sql`select from direct_messages`).length, 2);
});

void t.test('a stream that ended is opened again, and asks for what was missed', async (t) => {
  const { openings, messages, message, service, advance, state } = await withStream(t);
  /** Nothing is heard for so long, then the stream ends. */
  const pauseFor = (open: (typeof openings)[number], seconds: number) => {
    advance(seconds * 1_000);
    open.end();
  };
  await eventually(async () => (await state()) === 'connected.open');
  pauseFor(openings[0]!, 120);
  await eventually(async () => openings.length === 2);
  t.ok(openings[1]!.missedMs >= 120_000, 'as long as nothing was heard');
  openings[1]!.say(message('7'));
  await eventually(async () => (await messages()).length === 1);
  await service.sql`update accounts set receiving = (receiving::jsonb || '{"polledAt": 4102444800000}')::json`;
  pauseFor(openings[1]!, 3600);
  await eventually(async () => openings.length === 3);
  t.equal(openings[2]!.missedMs, 300_000, 'no more than the network repeats');
  await eventually(async () => {
    const [row] = await service.sql`select receiving ->> 'polledAt' as at from accounts`;
    return row!['at'] !== '4102444800000';
  });
});

void t.test('a silent stream is closed and opened again', async (t) => {
  const { openings } = await withStream(t, { silenceMs: 200 });
  await eventually(async () => openings.length > 0);
  openings[0]!.say('');
  await eventually(async () => openings.length > 1);
  t.ok(openings[0]!.signal.aborted);
});

void t.test('a refusal is shown, the account is read instead, and it ends', async (t) => {
  const { openings, refuse, receiving } = await withStream(t);
  await eventually(async () => openings.length > 0);
  refuse('X: 403: the app has no access to this product');
  openings[0]!.end();
  await eventually(async () => (await receiving()).problem?.includes('no access to this product'));
  t.match(await receiving(), { via: 'polling', everySeconds: 3600 });
  refuse(null);
  await eventually(async () => (await receiving()).problem === null);
  t.match(await receiving(), { via: 'stream', everySeconds: null });
});

void t.test(
  'of two nodes one reads the stream, and the other takes it over when that one stops',
  async (t) => {
    const { openings, messages, message, service, secondNode } = await withStream(t);
    await eventually(async () => openings.length === 1);
    await secondNode();
    t.equal(openings.length, 1);
    await service.context.node.stop(60_000);
    t.ok(openings[0]!.signal.aborted);
    await eventually(async () => openings.length === 2);
    openings[1]!.say(message('3'));
    await eventually(async () => (await messages()).length === 1);
    t.equal((await service.sql`select from actors where kind = 'stream'`).length, 1);
  },
);

void t.test('a node that counts as dead loses the stream, and closes it', async (t) => {
  const { openings, service, secondNode } = await withStream(t);
  await eventually(async () => openings.length === 1);
  const [first] = await service.sql`select id from nodes`;
  await secondNode();
  await eventually(async () => {
    // its next heartbeat may come before the other node looks
    await service.sql`update nodes set alive_until = now() - interval '1 minute' where id = ${first!['id']}`;
    return openings.length === 2;
  });
  await eventually(async () => openings[0]!.signal.aborted);
  t.notOk(openings[1]!.signal.aborted);
});

void t.test('it is closed when the last account leaves, and opened for the next one', async (t) => {
  const { openings, call, accounts, advance, state, neighbour } = await withStream(t);
  await eventually(async () => (await state()) === 'connected.open');
  t.equal((await call('DELETE', `/v1/accounts/${accounts['x']}`)).status, 200);
  advance(10_000);
  openings[0]!.say('');
  await eventually(async () => (await state()) === 'idle');
  t.ok(openings[0]!.signal.aborted);
  await neighbour();
  await eventually(async () => openings.length === 2);
  t.equal(openings[1]!.missedMs, 0, 'nobody was there who missed something');
});

void t.test('accounts of a program without such an actor get one when a node starts', async (t) => {
  const { sql, url: databaseUrl } = await testDatabase(t);
  const { openings, stop, start, state } = await withStream(t, {}, { restarts: true, databaseUrl });
  await eventually(async () => (await state()) === 'connected.open');
  await stop();
  await sql`delete from actors where kind = 'stream'`;
  await sql`update accounts set receiving = (receiving::jsonb || '{"polledAt": 4102444800000}')::json`;
  await start();
  await eventually(async () => openings.length === 2);
  t.equal(openings[1]!.missedMs, 300_000, 'it is not known what was missed');
  await eventually(async () => {
    const [row] = await sql`select receiving ->> 'polledAt' as at from accounts`;
    return row!['at'] !== '4102444800000';
  });
});

void t.test('the debugger shows it to workspaces with an account of the network', async (t) => {
  const { call, advance, state, neighbour } = await withStream(t);
  await eventually(async () => (await state()) === 'connected.open');
  // it works for as long as it is open, which is no fault
  advance(3_600_000);
  const { actors } = (await call('GET', '/v1/actors?kind=stream')).body;
  t.match(actors, [{ title: 'Stream of X', platform: 'x', effects: 1, trouble: null }]);
  t.same((await call('GET', '/v1/actors?stuck=true')).body.actors, []);
  t.equal((await call('GET', `/v1/actors/${actors[0].id}`)).status, 200);
  const next = await neighbour();
  const headers = { authorization: `Bearer ${next.key}` };
  const left = await call('DELETE', `/v1/accounts/${next.accounts['x']!}`, undefined, headers);
  t.equal(left.status, 200);
  t.same((await call('GET', '/v1/actors?kind=stream', undefined, headers)).body.actors, []);
});
