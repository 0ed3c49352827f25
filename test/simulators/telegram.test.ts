/** The simulated Bot API beyond what the adapter's contract uses: connecting a channel, and its refusals. */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import t from 'tap';
import type { Json } from '../../machines/outcome.ts';
import { telegram } from '../../simulators/telegram/index.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import { mediaFetch } from '../contract/media.ts';

await t.test('a bot can read who it is, which channel this is and what it may do there', async () => {
  const { ask, rosa } = scene();
  equal(result(await ask('getMe'))['is_bot'], true);
  const chat = result(await ask('getChat', { chat_id: '@rosa' }));
  deepEqual([chat['id'], chat['type'], chat['username']], [Number(rosa.remoteId), 'channel', 'rosa']);
  const member = result(await ask('getChatMember', { chat_id: Number(rosa.remoteId), user_id: 777000111 }));
  deepEqual([member['status'], member['can_post_messages']], ['administrator', true]);
  ok(Number((await ask('getChatMemberCount', { chat_id: '@rosa' }))['result']) > 0);
});

await t.test('a code that a person posts in the channel is read once', async () => {
  const { ask, sandbox } = scene();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ chat: '@rosa', text: '/connect 4F7K' });
  await sandbox.fetch('http://sandbox.test/telegram/people/post', { method: 'POST', headers, body });
  const updates = (await ask('getUpdates'))['result'] as {
    update_id: number;
    channel_post: { text: string };
  }[];
  deepEqual(
    updates.map(({ channel_post }) => channel_post.text),
    ['/connect 4F7K'],
  );
  deepEqual((await ask('getUpdates', { offset: (updates[0]?.update_id ?? 0) + 1 }))['result'], []);
  equal(sandbox.ledger.entries().length, 0, 'what a person posts is no post of ours');
});

await t.test('a photo may be given by its address, which the network downloads', async () => {
  const { ask, sandbox } = scene();
  await ask('sendPhoto', { chat_id: '@rosa', photo: 'https://media.test/photo.jpg' });
  equal(sandbox.ledger.entries()[0]?.media[0]?.type, 'image/jpeg');
  const gone = await ask('sendPhoto', { chat_id: '@rosa', photo: 'https://media.test/photo.tiff' });
  equal(gone['description'], 'Bad Request: failed to get HTTP URL content');
});

const refusals: [string, string, { [key: string]: Json }, number, string][] = [
  [
    'a chat that is not there',
    'sendMessage',
    { chat_id: '@nobody', text: 'Hi' },
    400,
    'Bad Request: chat not found',
  ],
  ['no chat', 'sendMessage', { text: 'Hi' }, 400, 'Bad Request: chat_id is empty'],
  [
    'a text of blanks',
    'sendMessage',
    { chat_id: '@rosa', text: ' \n' },
    400,
    'Bad Request: message text is empty',
  ],
  ['no photo', 'sendPhoto', { chat_id: '@rosa' }, 400, 'Bad Request: there is no photo in the request'],
  ['a method that is not there', 'sendNothing', {}, 404, 'Not Found'],
];
for (const [what, method, body, code, description] of refusals) {
  await t.test(`${what} is refused as Telegram does`, async () => {
    const { ask, sandbox } = scene();
    deepEqual(await ask(method, body), { ok: false, error_code: code, description });
    equal(sandbox.ledger.entries().length, 0);
  });
}

await t.test('a file that is not a picture is refused as a photo', async () => {
  const { rosa, sandbox } = scene();
  const form = new FormData();
  form.set('chat_id', rosa.remoteId);
  form.set('photo', new File(['words'], 'a.jpg', { type: 'image/jpeg' }));
  const url = `${rosa.endpoints['api']}/bot${rosa.credentials['token']}/sendPhoto`;
  const answer = (await (await sandbox.fetch(url, { method: 'POST', body: form })).json()) as {
    description: string;
  };
  equal(answer.description, 'Bad Request: IMAGE_PROCESS_FAILED');
});

await t.test('a revoked token is unauthorized, and an invalid one is not found', async () => {
  const { sandbox } = scene();
  const status = async (token: string) =>
    (await sandbox.fetch(`http://sandbox.test/telegram/bot${token}/getMe`)).status;
  equal(await status(`123:${'a'.repeat(35)}`), 401);
  equal(await status('nonsense'), 404);
});

await t.test('message ids increase in each channel separately', async () => {
  const { ask, sandbox } = scene();
  sandbox.connect('telegram', 'bo');
  const id = async (chat_id: string) =>
    result(await ask('sendMessage', { chat_id, text: 'Hi' }))['message_id'];
  deepEqual([await id('@rosa'), await id('@rosa'), await id('@bo'), await id('@rosa')], [1, 2, 1, 3]);
});

await t.test('names in other scripts are separate channels', () => {
  const { sandbox } = scene();
  const [one, other] = [sandbox.connect('telegram', 'Роза'), sandbox.connect('telegram', 'Лоза')];
  notEqual(one.remoteId, other.remoteId);
  notEqual(one.username, other.username);
  equal(one.displayName, 'Роза');
  return Promise.resolve();
});

function scene() {
  const sandbox = createSandbox({ baseUrl: 'http://sandbox.test', networks: [telegram], fetch: mediaFetch });
  const rosa = sandbox.connect('telegram', 'rosa');
  const ask = async (
    method: string,
    body: { [key: string]: Json } = {},
  ): Promise<{ [key: string]: Json }> => {
    const response = await sandbox.fetch(
      `${rosa.endpoints['api']}/bot${rosa.credentials['token']}/${method}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    );
    return (await response.json()) as { [key: string]: Json };
  };
  return { sandbox, rosa, ask };
}

function result(answer: { [key: string]: Json }): { [key: string]: Json } {
  return answer['result'] as { [key: string]: Json };
}
