/** Who answers a conversation. */
import t from 'tap';
import { begin } from '../support/furnished.ts';
import type { Call } from '../support/service.ts';
import { join, newMate } from '../support/team.ts';

void t.test('conversations are assigned to members who may answer', async (t) => {
  const world = await begin(t);
  const { call, conversationId: id, workspaceId, session, service } = world;
  const ask: Call = (method, path, body) => call(method, path, body, session);
  const { userId: owner } = (await service.authenticate(world.key))!;
  const maya = await newMate(world, 'Maya');
  await join(world, workspaceId, { userId: maya.userId, role: 'editor' });
  const vic = await newMate(world, 'Vic');
  await join(world, workspaceId, { userId: vic.userId, role: 'viewer' });
  const stranger = await newMate(world, 'Stranger');
  const assign = (assigneeId: string | null) => call('PATCH', `/v1/inbox/${id}`, { assigneeId });
  const listed = async (assigneeId: string, by = {}) =>
    (await call('GET', `/v1/inbox?assigneeId=${assigneeId}`, undefined, by)).body.conversations.map(
      (one: { id: string }) => one.id,
    );
  const assignee = async () =>
    (await ask('GET', `/app/api/conversations/${id}`)).body.conversation.assigneeId;

  await t.test('an assigned conversation is in the list of its member, and watchers see it', async (t) => {
    t.match(await assign(maya.userId), {
      status: 200,
      body: { conversation: { id, assigneeId: maya.userId } },
    });
    t.strictSame(await listed(maya.userId), [id]);
    t.strictSame(await listed('me', maya.by.key), [id]);
    t.notOk((await listed('none')).includes(id));
    const rows = await service.sql<{ events: string }[]>`
      select events::text as events from feed where workspace_id = ${workspaceId}`;
    t.match(rows.map(({ events }) => events).join(), /"conversation\.assigned"/);
    t.match(await assign(null), { body: { conversation: { assigneeId: null } } });
    t.ok((await listed('none')).includes(id));
  });

  await t.test('only members who may answer are assigned', async (t) => {
    t.match(await assign(vic.userId), { status: 400, body: { param: '/assigneeId' } });
    t.match(await assign(stranger.userId), { status: 404 });
    t.match(await call('GET', `/v1/inbox?assigneeId=${stranger.userId}`), { status: 404 });
    t.match(await call('PATCH', `/v1/inbox/${id}`, { assigneeId: owner }, vic.by.key), { status: 403 });
    t.equal(await assignee(), null);
  });

  await t.test('who may not answer any more, or is removed, leaves conversations to nobody', async (t) => {
    await assign(maya.userId);
    await ask('PATCH', `/v1/members/${maya.userId}`, { role: 'approver' });
    t.equal(await assignee(), null, 'a role that does not answer');
    const elsewhere = [world.accounts['telegram']];
    await ask('PATCH', `/v1/members/${maya.userId}`, { role: 'editor', accountIds: elsewhere });
    t.match(await assign(maya.userId), { status: 400 }, 'a member who does not reach the account');
    await ask('PATCH', `/v1/members/${maya.userId}`, { accountIds: null });
    await assign(maya.userId);
    await ask('PATCH', `/v1/members/${maya.userId}`, { accountIds: elsewhere });
    t.equal(await assignee(), null, 'held to other accounts');
    await ask('PATCH', `/v1/members/${maya.userId}`, { accountIds: null });
    await assign(maya.userId);
    await ask('DELETE', `/v1/members/${maya.userId}`);
    t.equal(await assignee(), null, 'removed');
  });

  await t.test(
    'a removal and an assignment at the same moment leave nobody assigned who is gone',
    async (t) => {
      for (let round = 0; round < 5; round += 1) {
        await join(world, workspaceId, { userId: stranger.userId, role: 'editor' });
        await Promise.all([assign(stranger.userId), ask('DELETE', `/v1/members/${stranger.userId}`)]);
        t.equal(await assignee(), null);
      }
    },
  );
});
