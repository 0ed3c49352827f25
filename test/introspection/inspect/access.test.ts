import { hash } from 'node:crypto';
import t from 'tap';
import { createKey, revokeKey } from '../../../src/features/auth/keys.ts';
import { insertMember } from '../../../store/directory.ts';
import { storedText } from '../../support/stored-text.ts';
import { startService } from '../../support/service.ts';
import { setUp } from '../../web/set-up.ts';
import { plain, refusal, ticket, until, wsAddress } from './harness.ts';

const ELSEWHERE = 'https://inspector.example';

void t.test('without a ticket, only a key in the header opens a socket', async (t) => {
  const { baseUrl, key, call } = await startService(t);
  const good = plain(wsAddress(baseUrl), { key });
  await good.opened;
  await until(() => good.told.length > 0);

  const refused = async (how: Parameters<typeof plain>[1], query = '') =>
    (await refusal(plain(wsAddress(baseUrl, query), how))) as { status: number; body: object };
  t.match(await refused({}), { status: 401, body: { code: 'unauthorized', error: /or make a ticket/ } });
  t.match(await refused({ key: 'trp_wrong' }), {
    status: 401,
    body: { code: 'unauthorized', requestId: /./ },
  });
  t.match(await refused({ origin: ELSEWHERE }), { status: 403, body: { code: 'foreign_origin' } });
  t.match(await refused({}, `?key=${key}`), {
    status: 400,
    body: { code: 'unknown_parameter', param: '/key' },
  });
  t.match(await refused({ key }, '?workspace=nowhere'), { status: 403, body: { code: 'not_a_member' } });
  t.match(await refused({ key }, '?actor=post_none'), { status: 404, body: { code: 'not_found' } });
  t.match(await refused({ key }, '?kind=dragon'), { status: 400, body: { param: '/kind' } });
  t.match(await refused({ key }, '?kind=post&family=post_a'), { status: 400, body: { param: '/kind' } });
  t.match(await refused({ key }, '?replay=1'), { status: 400, body: { param: '/replay' } });
  const plainRequest = await call('GET', '/v1/inspect');
  t.match(plainRequest, { status: 426, body: { code: 'upgrade_required' } });
});

void t.test('a page of ours is accepted with its session, and a page of another site is not', async (t) => {
  const running = await startService(t);
  const { name, value } = await setUp(running);
  const cookie = `${name}=${value}`;
  const address = wsAddress(running.baseUrl);
  const own = plain(address, { cookie, origin: running.baseUrl });
  await own.opened;
  t.match(await refusal(plain(address, { cookie, origin: ELSEWHERE })), { status: 403 });
  t.match(
    await refusal(plain(address, { cookie })),
    { status: 401 },
    'a cookie alone says nothing of the page',
  );

  const made = await fetch(`${running.baseUrl}/v1/inspect/tickets`, {
    method: 'POST',
    headers: { cookie, origin: running.baseUrl, 'content-type': 'application/json' },
    body: '{}',
  });
  const byTicket = plain(((await made.json()) as { url: string }).url, { origin: ELSEWHERE });
  await byTicket.opened;
  await running.service.directory`delete from sessions`;
  await running.service.sql`select pg_notify('auth_changed', 'ses')`;
  t.match(await Promise.all([own.closed, byTicket.closed]), [{ code: 4401 }, { code: 4401 }]);
});

void t.test('a ticket opens one socket from any origin, once, within a minute', async (t) => {
  const running = await startService(t);
  const { service, advance, call } = running;
  const url = await ticket(running, { kind: 'account' });
  const secret = new URL(url).searchParams.get('ticket')!;
  const [kept] = await service.sql`select * from inspect_tickets`;
  t.same(kept!['hash'], hash('sha256', secret, 'buffer'));
  t.notOk((await storedText(service.sql, 'inspect_tickets')).includes(secret));

  const both = [1, 2].map(() => plain(url, { origin: ELSEWHERE }));
  const opened = await Promise.allSettled(both.map((one) => one.opened));
  t.same(opened.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'not even two at once');
  const first = both[opened.findIndex(({ status }) => status === 'fulfilled')]!;
  await until(() => first.told.length === 5 * 3);
  t.match(await refusal(plain(url)), { status: 401, body: { error: /was used/ } });
  t.match(await refusal(plain(`${url}x`)), { status: 401 });

  const late = await ticket(running);
  const more = await refusal(plain(`${late}&workspace=home`));
  t.match(more, { status: 400, body: { param: '/workspace' } }, 'the ticket alone says what is watched');
  advance(61_000);
  t.match(await refusal(plain(late)), { status: 401, body: { error: /has expired/ } });

  const fault = async (body: object) => (await call('POST', '/v1/inspect/tickets', body)).body;
  t.match(await fault({ actor: 'post_none' }), { code: 'not_found' });
  t.match(await fault({ replay: true }), { param: '/replay' });
  t.match(await fault({ key: 'x' }), { code: 'unknown_field', param: '/key' });
});

void t.test('a ticket shows its own workspace, and none can be created for another', async (t) => {
  const running = await startService(t);
  const { baseUrl, call, accounts } = running;
  const { body } = await call('POST', '/v1/posts', {
    content: 'Mine',
    accountIds: [accounts['telegram']],
    draft: true,
  });
  const next = await running.neighbour();
  const post = async (asked: object) =>
    fetch(`${baseUrl}/v1/inspect/tickets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${next.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
  t.equal((await post({ family: body.post.id })).status, 404);
  t.equal((await post({ workspace: 'home' })).status, 403);
  const made = (await (await post({})).json()) as { url: string };
  const theirs = plain(made.url);
  await until(() => theirs.told.length === 5 * 3);
  t.same(
    [...new Set(theirs.told.map(({ sessionId }) => sessionId))].sort(),
    Object.values(next.accounts).sort(),
  );
  t.match(await refusal(plain(wsAddress(baseUrl, `?actor=${body.post.id}`), { key: next.key })), {
    status: 404,
  });
});

void t.test(
  'a repeated Idempotency-Key returns the same ticket, and nothing stores its address in clear',
  async (t) => {
    const running = await startService(t);
    const { call, service } = running;
    const make = () => call('POST', '/v1/inspect/tickets', {}, { 'idempotency-key': 'one' });
    const lost = await make();
    const again = await make();
    t.strictSame(again.body, lost.body);
    t.equal(again.headers.get('idempotent-replayed'), 'true');
    const [answer] = await service.sql`select response::text as text from idempotency_keys`;
    t.notOk(answer!['text'].includes(new URL(again.body.url).searchParams.get('ticket')));
    await plain(again.body.url).opened;
    t.match(await refusal(plain(lost.body.url)), { status: 401 });
    t.match(await make(), { status: 409, body: { code: 'ticket_over' } });
  },
);

void t.test('a revoked key ends its tickets and sockets, a lost membership its sockets', async (t) => {
  const running = await startService(t);
  const { service, baseUrl, workspaceId } = running;
  const [owner] =
    await service.directory`select user_id as id from members where workspace_id = ${workspaceId}`;
  const userId = owner!['id'] as string;
  const second = await createKey(service.directory, { userId, name: 'second', now: Date.now() });
  const url = async () => {
    const response = await fetch(`${baseUrl}/v1/inspect/tickets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${second.key}`, 'content-type': 'application/json' },
      body: '{}',
    });
    return ((await response.json()) as { url: string }).url;
  };
  const unused = await url();
  const byTicket = plain(await url());
  const byKey = plain(wsAddress(baseUrl), { key: second.key });
  const stays = plain(wsAddress(baseUrl), { key: running.key });
  await Promise.all([byTicket, byKey, stays].map(({ opened }) => opened));
  await revokeKey(service.directory, { id: second.id, userId });
  t.match(await byTicket.closed, { code: 4401, reason: /revoked/ });
  t.match(await byKey.closed, { code: 4401 });
  t.match(await refusal(plain(unused)), { status: 401, body: { error: /revoked/ } });
  t.equal(stays.socket.readyState, stays.socket.OPEN);

  await service.directory`delete from members where user_id = ${userId}`;
  await service.sql`select pg_notify('auth_changed', 'member')`;
  t.match(await stays.closed, { code: 4403, reason: /does not reach home/ });
});

void t.test(
  'a ticket of somebody who left its workspace opens nothing, not even another workspace',
  async (t) => {
    const running = await startService(t);
    const { service, workspaceId } = running;
    const [owner] =
      await service.directory`select user_id as id from members where workspace_id = ${workspaceId}`;
    const userId = owner!['id'] as string;
    const next = await running.neighbour();
    await insertMember(
      service.directory,
      { workspaceId: next.workspaceId, userId, role: 'owner' },
      Date.now(),
    );
    const url = await ticket(running);
    await service.directory`delete from members where user_id = ${userId} and workspace_id = ${workspaceId}`;
    t.match(await refusal(plain(url)), { status: 403, body: { code: 'not_a_member' } });
  },
);

void t.test('a person may open eight sockets, and may not send messages', async (t) => {
  const { baseUrl, key } = await startService(t);
  const open = () => plain(wsAddress(baseUrl, '?kind=post'), { key });
  const many = Array.from({ length: 12 }, open);
  const opened = await Promise.allSettled(many.map((one) => one.opened));
  const eight = many.filter((_, at) => opened[at]!.status === 'fulfilled');
  t.equal(eight.length, 8, 'also of those that come at once');
  const ninth = await refusal(open());
  t.match(ninth, { status: 429, body: { code: 'too_many_sockets' }, headers: { 'retry-after': '10' } });
  const [talker] = eight;
  for (let said = 0; said < 300; said += 1) talker!.socket.send('hello');
  t.match(await talker!.closed, { code: 1008, reason: /should send none/ });
  await open().opened;
});
