/** What happened to a post, in sentences. */
import t from 'tap';
import { connectClient } from '../mcp/client.ts';
import { startService } from '../support/service.ts';
import { join, newMate } from '../support/team.ts';

void t.test('the history of a post says who did what, and what came of it on each network', async (t) => {
  const running = await startService(t, { platforms: ['telegram', 'discord'] });
  const { call, accounts, workspaceId, sandbox, until } = running;
  const maya = await newMate(running, 'Maya');
  await join(running, workspaceId, { userId: maya.userId, role: 'editor' });
  const viewer = await newMate(running, 'Vic');
  await join(running, workspaceId, { userId: viewer.userId, role: 'viewer' });
  const accountIds = [accounts['telegram'], accounts['discord']];
  const { body } = await maya.ask('POST', '/v1/posts', { content: 'Fresh bread', accountIds, draft: true });
  const { id } = body.post;
  await maya.ask('PATCH', `/v1/posts/${id}`, { scheduledAt: '2031-05-02T12:05:00Z', content: 'Fresh rolls' });
  const tools = await connectClient(t, { baseUrl: running.baseUrl, key: maya.key });
  await tools.call('update_post', { id, draft: true });
  await call('PATCH', `/v1/posts/${id}`, { media: [] }, maya.by.key);
  sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  await maya.ask('PATCH', `/v1/posts/${id}`, { publishNow: true });
  await until(id, ({ status }) => status === 'published');

  const answer = await viewer.ask('GET', `/v1/posts/${id}/history`);
  const sentences = answer.body.history.map(({ sentence }: { sentence: string }) => sentence);
  const [last, before, ...byMaya] = sentences;
  t.match(`${last}\n${before}`, /^Failed on Discord \(.+\): .+$/m);
  t.match(`${last}\n${before}`, /^Published on Telegram \(.+\)$/m);
  t.strictSame(byMaya, [
    'Maya sent it off',
    'Maya (key Maya’s key) changed the files',
    'Maya’s key (agent of Maya) moved it back to drafts',
    'Maya moved it to Fri, 2 May 2031, 14:05 and changed the text',
    'Maya wrote a draft',
  ]);
  t.match(answer.body.history.at(-1), { person: { id: maya.userId, name: 'Maya' }, operation: 'createPost' });
  t.notOk(JSON.stringify(answer.body).includes('127.0.0.1'), 'no address is in it');

  await t.test('requests for approval and decisions are in it', async (t) => {
    const owner = await newMate(running, 'Olga');
    await join(running, workspaceId, { userId: owner.userId, role: 'owner' });
    await owner.ask('PUT', '/v1/approval-settings', { required: true });
    const telegram = { accountIds: [accounts['telegram']], scheduledAt: '2031-05-02T12:05:00Z' };
    const asked = (await maya.ask('POST', '/v1/posts', { content: 'Buns', ...telegram })).body.post;
    const path = `/v1/posts/${asked.id}`;
    t.equal(
      (await owner.ask('POST', `${path}/approval`, { decision: 'rejected', reason: 'No' })).status,
      200,
    );
    await maya.ask('PATCH', path, { content: 'Rolls', scheduledAt: telegram.scheduledAt });
    t.equal((await owner.ask('POST', `${path}/approval`, { decision: 'approved' })).status, 200);
    const { history } = (await viewer.ask('GET', `${path}/history`)).body;
    t.strictSame(
      history.map(({ sentence }: { sentence: string }) => sentence),
      [
        'Olga approved it, to go out on Fri, 2 May 2031, 14:05',
        'Maya asked for approval for Fri, 2 May 2031, 14:05 and changed the text',
        'Olga rejected it',
        'Maya wrote it and asked for approval for Fri, 2 May 2031, 14:05',
      ],
    );
    await owner.ask('PUT', '/v1/approval-settings', { required: false });
  });

  await t.test('a new time zone that moved the post names the person who chose it', async (t) => {
    const owner = await newMate(running, 'Zoe');
    await join(running, workspaceId, { userId: owner.userId, role: 'owner' });
    const place = { accountIds: [accounts['telegram']], scheduledAt: '2031-05-02T12:05:00Z' };
    const ids: string[] = [];
    for (const draft of [false, true]) {
      const made = await maya.ask('POST', '/v1/posts', { content: 'Pie', ...place, ...(draft && { draft }) });
      ids.push(made.body.post.id);
    }
    const zone = { timezone: 'America/New_York', moveScheduled: true };
    t.equal((await owner.ask('PATCH', '/v1/workspaces/home', zone)).body.moved >= 2, true);
    for (const id of ids) {
      const { history } = (await viewer.ask('GET', `/v1/posts/${id}/history`)).body;
      t.match(history[0], {
        sentence: 'Zoe changed the time zone of the workspace, which moved it to Fri, 2 May 2031, 14:05',
        person: { id: owner.userId },
        operation: 'updateWorkspace',
      });
      t.notOk(JSON.stringify(history).includes('Somebody'));
    }
    await owner.ask('PATCH', '/v1/workspaces/home', { timezone: 'Europe/Berlin', moveScheduled: true });
    const { history } = (await viewer.ask('GET', `/v1/posts/${id}/history`)).body;
    t.notOk(JSON.stringify(history).includes('time zone'), 'a post that was not moved has nothing of it');
  });

  await t.test('without entries the steps say what happened, and not by whom', async (t) => {
    await running.service.sql`delete from audit_entries`;
    const { history } = (await viewer.ask('GET', `/v1/posts/${id}/history`)).body;
    t.match(history.at(-1), { sentence: 'Somebody wrote a draft', person: null });
    t.match(history.at(-2), { sentence: 'Somebody moved it to Fri, 2 May 2031, 14:05' });
  });

  await t.test('a post of another workspace has none', async (t) => {
    const { key } = await running.neighbour();
    const other = await call('GET', `/v1/posts/${id}/history`, undefined, { authorization: `Bearer ${key}` });
    t.equal(other.status, 404);
  });
});
