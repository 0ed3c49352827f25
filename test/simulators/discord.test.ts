/** The simulated webhook beyond what the adapter's contract uses: reading it, and its refusals. */
import { deepEqual, equal } from 'node:assert/strict';
import t from 'tap';
import { textAt } from '../../adapters/lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import { discord } from '../../simulators/discord/index.ts';
import { createSandbox } from '../../simulators/sandbox.ts';

await t.test('a webhook returns its name, channel and server', async () => {
  const { ask, rosa } = scene();
  const { status, body } = await ask('');
  equal(status, 200);
  deepEqual(
    [body['id'], body['type'], body['name'], body['guild_id']],
    [rosa.remoteId, 1, 'Rosa', rosa.credentials['guildId']],
  );
});

await t.test('a message with a known id can be read, another cannot', async () => {
  const { ask } = scene();
  const sent = await ask('?wait=true', { content: 'Hello' });
  equal((await ask(`/messages/${textAt(sent.body, 'id')}`)).body['content'], 'Hello');
  deepEqual(await ask('/messages/1'), { status: 404, body: { message: 'Unknown Message', code: 10008 } });
});

await t.test('without wait=true the response comes before the message has an id', async () => {
  const { ask, sandbox } = scene();
  equal((await ask('', { content: 'Hello' })).status, 204);
  equal(sandbox.ledger.entries().length, 1);
});

await t.test('the ledger says whether a message would mention everyone', async () => {
  const { ask, sandbox } = scene();
  await ask('?wait=true', { content: '@everyone' });
  await ask('?wait=true', { content: '@everyone', allowed_mentions: { parse: [] } });
  deepEqual(
    sandbox.ledger.entries().map(({ details }) => details['pingsEveryone']),
    [true, false],
  );
});

await t.test('an empty message, one that is too long and one that is not JSON are refused', async () => {
  const { ask, sandbox } = scene();
  equal((await ask('?wait=true', { content: ' ' })).body['code'], 50006);
  equal((await ask('?wait=true', { content: 'a'.repeat(2001) })).body['code'], 50035);
  equal((await ask('?wait=true', 'no object')).body['code'], 50109);
  equal(sandbox.ledger.entries().length, 0);
});

await t.test(
  'an attachment that is described but not sent is refused, and so is a file over 10 MiB',
  async () => {
    const { upload } = scene();
    equal((await upload([{ id: 1 }], 3))['code'], 50035);
    equal((await upload([{ id: 0 }], 10 * 1024 * 1024 + 1))['code'], 40005);
  },
);

await t.test('a wrong token and a deleted webhook get different errors', async () => {
  const { sandbox, rosa } = scene();
  const code = async (path: string) => {
    const response = await sandbox.fetch(`${rosa.endpoints['api']}/webhooks/${path}`);
    return [response.status, ((await response.json()) as { code: number }).code];
  };
  deepEqual(await code(`${rosa.remoteId}/wrong`), [401, 50027]);
  deepEqual(await code(`1/wrong`), [404, 10015]);
});

function scene() {
  const sandbox = createSandbox({ baseUrl: 'http://sandbox.test', networks: [discord] });
  const rosa = sandbox.connect('discord', 'Rosa');
  const webhook = `${rosa.endpoints['api']}/webhooks/${rosa.remoteId}/${rosa.credentials['webhookToken']}`;
  const ask = async (path: string, body?: Json) => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await sandbox.fetch(`${webhook}${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? {} : JSON.parse(text)) as { [key: string]: Json },
    };
  };
  const upload = async (attachments: Json, bytes: number) => {
    const form = new FormData();
    form.set('payload_json', JSON.stringify({ content: 'Hi', attachments }));
    form.set('files[0]', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
    const response = await sandbox.fetch(`${webhook}?wait=true`, { method: 'POST', body: form });
    return (await response.json()) as { [key: string]: Json };
  };
  return { sandbox, rosa, ask, upload };
}
