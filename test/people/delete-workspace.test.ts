/** Deleting a workspace over the API: by an owner who is signed in and names it twice. */
// Runs alone: its tests share one service
import t from 'tap';
import { listWorkspaceTables } from '../../store/workspace-rows.ts';
import { everything } from '../support/everything.ts';
import { startService } from '../support/service.ts';
import { join, newTeam } from '../support/team.ts';

const running = await startService(t, { platforms: ['telegram'] });
const { sql, directory } = running.service;
const pathOf = (slug: string, confirm = slug) => `/v1/workspaces/${slug}?confirm=${confirm}`;

void t.test('nobody but an owner who is signed in deletes it, and only with its slug', async (t) => {
  const team = await newTeam(running, 'kept', true);
  const other = await newTeam(running, 'other');
  const before = await everything(sql);
  for (const [role, { by }] of Object.entries(team.people))
    for (const [face, headers] of Object.entries(by)) {
      if (role === 'owner' && face === 'session') continue;
      const code = face === 'session' ? 'insufficient_role' : 'session_required';
      t.match(
        await running.call('DELETE', pathOf('kept'), undefined, headers),
        { status: 403, body: { code } },
        `${role} ${face}`,
      );
    }
  const { owner } = team.people;
  for (const confirm of ['', 'Kept', 'other'])
    t.match(
      await owner.ask('DELETE', pathOf('kept', confirm)),
      { status: 400, body: { param: '/confirm' } },
      confirm,
    );
  t.match(await owner.ask('DELETE', '/v1/workspaces/kept'), { status: 400 });
  t.match(await owner.ask('DELETE', pathOf('other')), { status: 403, body: { code: 'not_a_member' } });
  t.match(await other.people.owner.ask('DELETE', pathOf('kept')), { status: 403 });
  t.same(await everything(sql), before, 'nothing changed');
});

void t.test('it goes with all its rows, for everybody at once, and its accounts go first', async (t) => {
  const team = await newTeam(running, 'gone');
  const { owner, editor } = team.people;
  await sql`update accounts set workspace_id = ${team.workspaceId} where id = ${running.accounts['telegram']!}`;
  t.match(await owner.ask('DELETE', pathOf('gone')), {
    status: 409,
    body: { code: 'conflict', error: /has 1 account: disconnect/ },
  });
  await sql`update accounts set workspace_id = ${running.workspaceId} where id = ${running.accounts['telegram']!}`;
  await editor.ask('POST', '/v1/saved-replies', { name: 'Hours', text: 'Nine to five', workspace: 'gone' });
  await owner.ask('POST', '/v1/invitations', { role: 'viewer', workspace: 'gone' });
  t.match(await owner.ask('DELETE', pathOf('gone')), { status: 200, body: { slug: 'gone', deleted: true } });
  for (const mate of [owner, editor])
    t.match(await mate.ask('GET', '/v1/posts?workspace=gone'), {
      status: 403,
      body: { code: 'not_a_member' },
    });
  for (const table of await listWorkspaceTables(sql)) {
    const column = sql(table === 'workspaces' ? 'id' : 'workspace_id');
    t.same(await sql`select from ${sql(table)} where ${column} = ${team.workspaceId}`, [], table);
  }
  t.same(await directory`select from members where workspace_id = ${team.workspaceId}`, []);
  t.same(await directory`select from invitations where workspace_id = ${team.workspaceId}`, []);
  t.match(await owner.ask('DELETE', pathOf('gone')), { status: 403 }, 'it is not there any more');
});

void t.test('the role in the workspace of the path counts', async (t) => {
  const [first, second] = [await newTeam(running, 'first'), await newTeam(running, 'second')];
  const { owner } = second.people;
  const { viewer } = first.people;
  await join(running, second.workspaceId, { userId: viewer.userId, role: 'owner' });
  t.match(await viewer.ask('DELETE', pathOf('first')), { status: 403 }, 'a viewer of the one');
  t.match(await viewer.ask('DELETE', pathOf('second')), { status: 200 }, 'and an owner of the other');
  t.match(await owner.ask('GET', '/v1/posts'), { status: 403 });
});
