/** Who is removed from a workspace on one node, or gets a lower role, is cut off on the others within a second. */
import t from 'tap';
import { WebSocket } from 'ws';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/service.ts';
import { type Mate, newTeam } from '../support/team.ts';

const running = await startService(t, { platforms: [] });
const second = await running.secondNode();

/** Without a notice from the first node the second one learns it in half a minute. */
const SOON_MS = 10_000;

/** An open socket of the second node. */
async function openSocket(path: string, { key }: Mate): Promise<{ closed: Promise<number> }> {
  const socket = new WebSocket(`${second.baseUrl.replace('http', 'ws')}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  t.teardown(() => socket.terminate());
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      if (JSON.parse(data.toString()).type === 'subscribed') resolve();
    });
  });
  return { closed };
}

const onSecond = async (mate: Mate, path: string) =>
  (await fetch(`${second.baseUrl}${path}`, { headers: mate.by.key })).status;

void t.test('the socket of somebody who was removed closes on another node', async (t) => {
  const { slug, people } = await newTeam(running, 'removed');
  const { owner, viewer } = people;
  const socket = await openSocket(`/v1/live?workspace=${slug}`, viewer);
  const stays = await openSocket(`/v1/live?workspace=${slug}`, owner);
  t.equal(await onSecond(viewer, `/v1/posts?workspace=${slug}`), 200, 'the key is cached there');
  const removed = await owner.ask('DELETE', `/v1/members/${viewer.userId}?workspace=${slug}`);
  t.equal(removed.status, 200);
  const since = performance.now();
  t.equal(await socket.closed, 4403);
  await eventually(async () => (await onSecond(viewer, `/v1/posts?workspace=${slug}`)) === 403);
  const afterMs = Math.round(performance.now() - since);
  t.ok(afterMs < SOON_MS, `after ${afterMs} ms`);
  t.equal(await onSecond(owner, `/v1/posts?workspace=${slug}`), 200);
  t.equal(await Promise.race([stays.closed, Promise.resolve('open')]), 'open', 'others stay connected');
});

void t.test('a lower role counts on another node', async (t) => {
  const { slug, people } = await newTeam(running, 'lowered');
  const { owner, editor } = people;
  let turn = 0;
  const write = async () => {
    const response = await fetch(`${second.baseUrl}/v1/saved-replies`, {
      method: 'POST',
      headers: { ...editor.by.key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Words ${(turn += 1)}`, text: 'x', workspace: slug }),
    });
    return response.status;
  };
  t.equal(await write(), 200);
  const lowered = await owner.ask('PATCH', `/v1/members/${editor.userId}`, {
    role: 'viewer',
    workspace: slug,
  });
  t.equal(lowered.status, 200);
  await eventually(async () => (await write()) === 403, SOON_MS);
  t.equal(await onSecond(editor, `/v1/posts?workspace=${slug}`), 200, 'they may still read');
});
