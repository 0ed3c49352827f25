import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { createInspectorServer } from '@statelyai/inspect/server';
import t from 'tap';
import { Value } from 'typebox/value';
import { WebSocket } from 'ws';
import { startService } from '../../support/service.ts';
import { asyncApiPayloads } from '../../support/asyncapi.ts';
import { plain, states, ticket, until } from './harness.ts';

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

void t.test('the example in the documentation shows a past run in the package’s relay', async (t) => {
  const { call, accounts, until: untilPost, baseUrl, key } = await startService(t);
  const { body } = await call('POST', '/v1/posts', {
    content: 'Shown',
    accountIds: [accounts['telegram']],
    publishNow: true,
  });
  const { id } = body.post;
  await untilPost(id, ({ status }) => status === 'published');
  const port = await freePort();
  const page = await readFile(file('docs/debugger.md'), 'utf8');
  const example = /```ts\n([\s\S]*?)```/
    .exec(page)![1]!
    .replaceAll(/^import .*$/gm, '')
    .replace('wss://troupe.example', baseUrl.replace('http', 'ws'))
    .replace(/post_\w+/, id)
    .replace('localhost:8080', `127.0.0.1:${port}`);
  const sockets: WebSocket[] = [];
  class Recorded extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      sockets.push(this);
    }
  }
  const relay: { stop(): void }[] = [];
  runInNewContext(stripTypeScriptTypes(example), {
    WebSocket: Recorded,
    createInspectorServer: () => void relay.push(createInspectorServer({ port, autoOpen: false })),
    process: { env: { TROUPE_KEY: key } },
    console: { log() {} },
  });
  const { socket, told } = plain(`ws://127.0.0.1:${port}`);
  await until(() => states(told, id).includes('published'));
  t.match(told[0], { type: '@xstate.actor', sessionId: id });
  for (const one of [...sockets, socket]) one.terminate();
  relay[0]!.stop();
});

void t.test('docs/asyncapi.yaml describes every message to an inspector', async (t) => {
  const payload = await asyncApiPayloads(t);
  const payloads = ['inspectedActor', 'inspectedEvent', 'inspectedSnapshot'].map(payload);

  const running = await startService(t);
  const { body } = await running.call('POST', '/v1/posts', {
    content: 'Described',
    accountIds: Object.values(running.accounts).slice(0, 2),
    publishNow: true,
  });
  const { told } = plain(await ticket(running));
  await until(() => states(told, body.post.id).includes('published'));
  for (const message of told)
    t.equal(payloads.filter((payload) => Value.Check(payload, message)).length, 1, message.type);
  const [first] = told;
  t.notOk(payloads.some((payload) => Value.Check(payload, { ...first, more: 1 })));
});
