import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import t, { type Test } from 'tap';
import { createTroupe, type LiveMessage, type TroupeErrorCode } from '../../clients/typescript/src/index.ts';
import type { LiveErrorCode } from '../../src/faces/live/messages.ts';
import { WebSocketServer } from 'ws';
import { startService } from '../support/service.ts';

/** Does not compile unless the library's errors name every code of the feed. */
export const named = (code: LiveErrorCode): TroupeErrorCode => code;

void t.test(
  'the live feed resumes after a restart of the service: every event once and in order',
  async (t) => {
    const running = await startService(t, { restarts: true });
    const { baseUrl, key, accounts } = running;
    const ending = new AbortController();
    const troupe = createTroupe({
      baseUrl,
      key,
      pause: () => new Promise((resolve) => setTimeout(resolve, 5)),
    });
    const draft = (content: string) =>
      troupe.createPost({ content, accountIds: [accounts['telegram']!], draft: true }, { retries: 50 });

    const heard: LiveMessage[] = [];
    const feed = troupe.live({ workspace: 'home', signal: ending.signal });
    const first = await feed.next();
    t.match(first.value, { type: 'subscribed', workspace: 'home', resumedFrom: null });
    const made = [(await draft('one')).post.id];
    const reading = (async () => {
      for await (const message of feed) {
        heard.push(message);
        if (heard.filter(({ type }) => type === 'event').length === 3) ending.abort();
        else if (message.type === 'event' && made.length === 1) {
          await running.restart();
          made.push((await draft('two')).post.id, (await draft('three')).post.id);
        }
      }
    })();
    await reading;
    const events = heard.flatMap((message) => (message.type === 'event' ? [message] : []));
    t.strictSame(
      events.map(({ event, resource }) => [event, resource.id]),
      made.map((id) => ['post.created', id]),
    );
    const begin = (first.value as { seq: number }).seq;
    t.strictSame(
      events.map(({ seq }) => seq),
      [begin + 1, begin + 2, begin + 3],
    );
    t.match(
      heard.find(({ type }) => type === 'subscribed'),
      { resumedFrom: begin + 1 },
      'it continued after the last event it had',
    );

    const again: number[] = [];
    for await (const message of troupe.live({ after: begin + 1 })) {
      if (message.type === 'event') again.push(message.seq);
      if (again.length === 2) break;
    }
    t.strictSame(again, [begin + 2, begin + 3], 'a later program continues from a number');

    const only: string[] = [];
    const resources = [{ type: 'post', id: made[2]! }];
    for await (const message of troupe.live({ after: begin, resources })) {
      if (message.type !== 'event') continue;
      only.push(message.resource.id);
      break;
    }
    t.strictSame(only, [made[2]]);
  },
);

void t.test('a deleted past is a gap, and the feed goes on behind it', async (t) => {
  const { baseUrl, key, accounts } = await startService(t);
  const troupe = createTroupe({ baseUrl, key });
  const messages: LiveMessage[] = [];
  for await (const message of troupe.live({ after: 1_000_000 })) {
    messages.push(message);
    if (message.type === 'subscribed')
      await troupe.createPost({ content: 'Hi', accountIds: [accounts['telegram']!], draft: true });
    if (message.type === 'event') break;
  }
  t.match(messages, [
    { type: 'gap', workspace: 'home' },
    { type: 'subscribed' },
    { type: 'event', event: 'post.created' },
  ]);
});

void t.test('a wrong key, a foreign workspace and an address without a service end the feed', async (t) => {
  const { baseUrl, key, neighbour } = await startService(t);
  const { slug } = await neighbour();
  const begin = (options: { baseUrl: string; key: string }, workspace?: string) =>
    createTroupe(options)
      .live(workspace === undefined ? {} : { workspace })
      .next();
  await t.rejects(begin({ baseUrl, key: 'trp_wrong' }), { name: 'TroupeError', code: 'unauthorized' });
  await t.rejects(begin({ baseUrl, key }, slug), { name: 'TroupeError', code: 'not_a_member' });
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  for (const none of [port, 1])
    await t.rejects(begin({ baseUrl: `http://127.0.0.1:${none}`, key }), { name: 'TroupeUnreachable' });
});

/** Something at the address of a feed that answers each subscription as the test says. */
async function pretended(
  t: Test,
  answer: (say: (message: object) => void, heard: { after?: number }, connection: number) => void,
) {
  const heard: { type: string; after?: number; connection: number }[] = [];
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  t.teardown(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  const closed = Promise.withResolvers<void>();
  let connections = 0;
  server.on('connection', (socket) => {
    const connection = (connections += 1);
    socket.on('close', () => closed.resolve());
    socket.on('message', (text: Buffer) => {
      const message = JSON.parse(text.toString()) as { type: string; after?: number };
      heard.push({ ...message, connection });
      if (message.type === 'subscribe')
        answer((one) => socket.send(JSON.stringify(one)), message, connection);
    });
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    troupe: createTroupe({ baseUrl, key: 'k', pause: async () => {} }),
    heard,
    closed: closed.promise,
  };
}

const event = (seq: number) => ({ type: 'event', workspace: 'home', seq, event: 'post.created' });

void t.test('a connection that is silent is asked, then opened again', async (t) => {
  const { troupe, heard } = await pretended(t, (say, { after }, connection) => {
    say({ type: 'subscribed', workspace: 'home', seq: 7, resumedFrom: after ?? null });
    if (connection > 1) say(event(8));
  });
  for await (const message of troupe.live({ silenceMs: 250 })) if (message.type === 'event') break;
  const last = heard.at(-1)!.connection;
  // on a busy machine the new connection may look silent too, is asked, and replaced
  const saidOn = (connection: number) =>
    heard
      .filter((one) => one.connection === connection)
      .map(({ type, after }) => (after === undefined ? type : `${type} after ${after}`));
  t.strictSame(saidOn(1), ['auth', 'subscribe', 'ping']);
  t.ok(last > 1);
  t.strictSame(saidOn(last).slice(0, 2), ['auth', 'subscribe after 7']);
});

void t.test('a reader that falls behind loses nothing, and what waits for it is bounded', async (t) => {
  const all = 25_000;
  const { troupe, heard, closed } = await pretended(t, (say, { after = 0 }) => {
    say({ type: 'subscribed', workspace: 'home', seq: all, resumedFrom: after });
    for (let seq = after + 1; seq <= all; seq += 1) say(event(seq));
  });
  let last = 0;
  for await (const message of troupe.live({ after: 0 })) {
    if (message.type !== 'event') continue;
    if (message.seq !== last + 1) t.fail(`${message.seq} after ${last}`);
    last = message.seq;
    if (last === 1) await closed; // by the client, when too much waits
    if (last === all) break;
  }
  t.equal(last, all);
  t.ok(heard.filter(({ type }) => type === 'subscribe').length > 1, 'it opened the feed again');
});
