import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { Value } from 'typebox/value';
import { WebSocket } from 'ws';
import { readMessage } from '../../src/faces/live/messages.ts';
import { asyncApiPayloads } from '../support/asyncapi.ts';
import { KEY, posts, start, until } from './harness.ts';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

void t.test(
  'the example in the documentation receives everything, also what happens while it is away',
  async (t) => {
    const { workspace, say, live, port } = await start(t);
    const page = await readFile(file('docs/live.md'), 'utf8');
    const example = /```ts\n([\s\S]*?)```/
      .exec(page)![1]!
      .replace(/^import .*$/m, '')
      .replace('wss://troupe.example', `ws://127.0.0.1:${port}`)
      .replaceAll('acme', workspace.slug);
    const heard: unknown[] = [];
    const sockets: WebSocket[] = [];
    let subscribed = 0;
    let reconnect = (): void => {};
    class Recorded extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        sockets.push(this);
        this.on('message', (text) => {
          if ((text as Buffer).includes('"subscribed"')) subscribed += 1;
        });
      }
    }
    runInNewContext(stripTypeScriptTypes(example), {
      WebSocket: Recorded,
      process: { env: { TROUPE_KEY: KEY } },
      console: { log: (event: unknown, data: { n: number }) => heard.push(data.n), error() {} },
      setTimeout: (watch: () => void) => (reconnect = watch),
    });
    await until(() => subscribed === 1);
    await say(['post_a'], { n: 1 });
    await until(() => heard.length === 1);
    live.dropKey('key_1');
    await until(() => sockets[0]!.readyState === WebSocket.CLOSED);
    await say(['post_a'], { n: 2 });
    await say(['post_a'], { n: 3 });
    reconnect();
    await until(() => heard.length === 3);
    t.same(heard, [1, 2, 3]);
    sockets[1]!.terminate();
  },
);

void t.test('docs/asyncapi.yaml is valid, and describes all messages of the server', async (t) => {
  const payload = await asyncApiPayloads(t);
  const fits = (message: { type: string }) => Value.Check(payload(message.type), message);

  const takes = [
    { type: 'ping' },
    { type: 'ping', id: 1 },
    { type: 'auth', key: 'k' },
    { type: 'auth', key: '' },
    { type: 'auth' },
    { type: 'auth', key: 'x'.repeat(4_097) },
    { type: 'subscribe' },
    { type: 'subscribe', workspace: 'acme', after: 0, posts: ['post_a'] },
    { type: 'subscribe', workspace: '' },
    { type: 'subscribe', workspace: 'x'.repeat(64) },
    { type: 'subscribe', after: -1 },
    { type: 'subscribe', after: 1.5 },
    { type: 'subscribe', after: 2 ** 53 },
    { type: 'subscribe', posts: [] },
    { type: 'subscribe', resources: [{ type: 'post', id: 'post_a' }], posts: ['post_b'] },
    { type: 'subscribe', resources: [] },
    { type: 'subscribe', resources: [{ type: 'post' }] },
    { type: 'subscribe', resources: [{ type: 'Post', id: 'post_a' }] },
    { type: 'subscribe', resources: [{ type: 'post', id: 'post_a', more: 1 }] },
    { type: 'subscribe', posts: posts(100) },
    { type: 'subscribe', posts: posts(101) },
    { type: 'subscribe', posts: ['post_a', 'post_a'] },
    { type: 'subscribe', posts: ['acc_a'] },
    { type: 'subscribe', from: 1 },
    { type: 'unsubscribe', workspace: 'acme' },
    { type: 'unsubscribe', posts: ['post_a'] },
  ];
  for (const message of takes)
    t.equal(
      fits(message),
      !('code' in readMessage(JSON.stringify(message))),
      JSON.stringify(message).slice(0, 80),
    );

  const { client, say, workspace } = await start(t);
  const one = await client();
  one.send({ type: 'subscribe', workspace: workspace.slug });
  await one.take('subscribed');
  await say(['post_a'], { id: 'post_a' });
  one.send({ type: 'ping' });
  one.send({ type: 'subscribe', after: 99 });
  one.send({ type: 'sing' });
  one.send({ type: 'unsubscribe' });
  await one.take('unsubscribed');
  const told = new Set(one.said.map(({ type }) => type));
  t.same([...told].sort(), ['error', 'event', 'pong', 'ready', 'subscribed', 'unsubscribed']);
  for (const message of one.said) t.ok(fits(message), JSON.stringify(message));
});
