/** Files in messages: sent where the network takes them, once, and refused before sending where it does not. */
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';

const running = await startService(t, { platforms: ['instagram', 'facebook', 'x'], subscribes: true });
const { sandbox, call, service } = running;
const control = controlOf(sandbox);
await untilReceiving(service, 'instagram', 'facebook');

/** The address of a sample file that is hosted here. */
const hosted = async (name: string, workspace?: string): Promise<string> => {
  const body = { url: `${sandbox.url}/samples/${name}`, ...(workspace && { workspace }) };
  return (await call('POST', '/v1/media', body)).body.url;
};
/** A message as the sandbox shows it. */
interface Received {
  byAccount: boolean;
  text: string;
  attachments: { type: string; url: string }[];
}

/** A conversation with somebody who has just written. */
async function talk(network: string, username: string): Promise<string> {
  await control('people', { network, person: { username, name: username }, act: { say: 'Hello' } });
  const found = await eventually(async () => {
    const { conversations } = (await call('GET', `/v1/inbox?platform=${network}&limit=100`)).body;
    return conversations.find(({ contact }) => contact.username === username || contact.name === username);
  });
  return found.id;
}
const send = (id: string, body: object, headers = {}) =>
  call('POST', `/v1/inbox/${id}/messages`, body, headers);
const sentTo = async (network: string, username: string): Promise<Received[]> => {
  const { messages } = await control(`people?network=${network}&username=${username}`);
  return messages.filter(({ byAccount }: Received) => byAccount);
};
const thread = async (id: string) =>
  (await call('GET', `/v1/inbox/${id}/messages`)).body.messages.filter(
    ({ direction }) => direction === 'out',
  );

const [photo, clip] = [await hosted('photo.jpg'), await hosted('clip.mp4')];
const insta = await talk('instagram', 'ann');

for (const network of ['instagram', 'facebook'])
  void t.test(`${network} gets a picture and a video, each in a message of its own`, async (t) => {
    const id = network === 'instagram' ? insta : await talk(network, 'ann');
    for (const [type, url] of [
      ['image', photo],
      ['video', clip],
    ]) {
      const { status, body } = await send(id, { attachments: [url] });
      t.equal(status, 200, JSON.stringify(body));
      t.match(body.message, { text: '', status: 'sent', attachments: [{ type, url, expired: false }] });
    }
    await eventually(async () => (await sentTo(network, 'ann')).length === 2);
    t.match(
      (await sentTo(network, 'ann'))
        .flatMap(({ attachments }) => attachments)
        .map(({ type, url }) => [type, url]),
      [
        ['image', photo],
        ['video', clip],
      ],
    );
    t.equal((await thread(id)).length, 2, 'echoes of the network are no other messages');
  });

void t.test('x gets a picture with its text', async (t) => {
  const id = await talk('x', 'bo');
  const { status, body } = await send(id, { message: 'As on this picture', attachments: [photo] });
  t.equal(status, 200, JSON.stringify(body));
  t.match(body.message, { text: 'As on this picture', attachments: [{ type: 'image' }] });
  t.match(await sentTo('x', 'bo'), [{ text: /As on this picture/, attachments: [{ type: 'image' }] }]);
  t.match(await send(id, { attachments: [clip] }), { status: 400, body: { param: '/attachments/0' } });
});

void t.test(
  'what the network does not take is refused with the name of the field, and nothing is stored',
  async (t) => {
    const before = (await thread(insta)).length;
    const refused = async (body: object, param: string) =>
      t.match(await send(insta, body), { status: 400, body: { param } });
    await refused({ message: 'Both', attachments: [photo] }, '/message');
    await refused({ attachments: [photo, clip] }, '/attachments');
    await refused({ attachments: [`${sandbox.url}/samples/photo.jpg`] }, '/attachments/0');
    await refused({ attachments: ['photo.jpg'] }, '/attachments/0');
    const namedAlike = `https://example.org/${photo.slice(photo.lastIndexOf('/') + 1)}`;
    await refused({ attachments: [namedAlike] }, '/attachments/0');
    await refused({}, '/message');
    await refused({ message: ' ', attachments: [] }, '/message');
    await service.sql`update media set bytes = 9000000 where content_type = 'image/jpeg'`;
    await refused({ attachments: [photo] }, '/attachments/0');
    await service.sql`update media set bytes = 1000 where content_type = 'image/jpeg'`;
    const { workspace } = (await call('POST', '/v1/workspaces', { name: 'Elsewhere', sandbox: true })).body;
    const theirs = await hosted('wide.png', workspace.slug);
    await refused({ attachments: [theirs] }, '/attachments/0');
    t.equal((await thread(insta)).length, before);
  },
);

void t.test('a file is sent once under one key, also when the response is lost', async (t) => {
  const id = await talk('instagram', 'dora');
  const key = { 'idempotency-key': 'file-1' };
  const first = await send(id, { attachments: [photo] }, key);
  const again = await send(id, { attachments: [photo] }, key);
  t.equal(again.body.message.id, first.body.message.id);
  t.match(await send(id, { attachments: [clip] }, key), { status: 422 });
  t.equal((await sentTo('instagram', 'dora')).length, 1);

  await control('webhooks', { network: 'instagram', hold: true }); // no echo settles it
  sandbox.sandbox.faults.add({ kind: 'lost_answer', network: 'instagram', call: 'messages', times: 1 });
  const lost = await send(id, { attachments: [clip] });
  await control('webhooks', { network: 'instagram', hold: false });
  t.match(lost, { status: 200, body: { message: { status: 'sent', attachments: [{ type: 'video' }] } } });
  t.equal((await sentTo('instagram', 'dora')).length, 2, 'it was looked for, and not sent again');
});
