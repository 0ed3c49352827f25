/** A network's stream of events: one node reads it, what was missed is asked for, and a refusal is shown. */
import t from 'tap';
import type { Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { StreamPort } from '../../adapters/port/inbound.ts';
import { manifest } from '../../adapters/x/manifest.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/service.ts';

/** The service with an account on X, whose stream is this test's. */
async function withStream(t: Test, more: Partial<StreamPort> = {}) {
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
  const running = await startService(t, { platforms: ['x'], subscribes: true, adapters });
  const { call, service } = running;
  const receiving = async () => (await call('GET', '/v1/accounts')).body.accounts[0].receiving;
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
  return { ...running, openings, receiving, messages, message, refuse };
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
  const { openings, messages, message, service } = await withStream(t);
  /** Ends a stream that is open; it is opened again when nothing was heard for so long. */
  const pauseFor = async (open: (typeof openings)[number], seconds: number) => {
    await service.sql`update inbound_streams set node_id = 'another', held_until = now() + interval '1 hour'`;
    open.end();
    await eventually(async () => open.signal.aborted);
    await service.sql`
      update inbound_streams set held_until = now() - interval '1 second',
        heard_at = now() - ${seconds} * interval '1 second'`;
  };
  await eventually(async () => openings.length === 1);
  await pauseFor(openings[0]!, 120);
  await eventually(async () => openings.length === 2);
  t.ok(openings[1]!.missedMs >= 120_000, 'as long as nothing was heard');
  openings[1]!.say(message('7'));
  await eventually(async () => (await messages()).length === 1);
  await service.sql`update accounts set receiving = (receiving::jsonb || '{"polledAt": 4102444800000}')::json`;
  await pauseFor(openings[1]!, 3600);
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

void t.test('of two nodes one reads the stream, and the other takes it over', async (t) => {
  const { openings, service, secondNode, nextRound } = await withStream(t);
  await eventually(async () => openings.length === 1);
  await secondNode();
  const [held] = await service.sql`select node_id from inbound_streams`;
  await nextRound('stream');
  t.equal(openings.length, 1);
  await service.sql`update inbound_streams set node_id = 'another', held_until = now() - interval '1 second'`;
  openings[0]!.end();
  await eventually(async () => openings.length === 2);
  const [now] = await service.sql`select node_id from inbound_streams`;
  t.not(now!['node_id'], 'another');
  t.ok(held!['node_id']);
});
