/** Deleting a workspace over the API: by an owner who is signed in and names it twice. */
import t from 'tap';
import { listWorkspaceTables } from '../../store/workspace-rows.ts';
import { holdWorkspace, markDeleted } from '../../store/workspaces.ts';
import type { ConnectableAccount } from '../../adapters/port/connect.ts';
import { storeAccount } from '../../src/features/accounts/connect/accounts.ts';
import { Problem } from '../../src/api/problem.ts';
import { finishRemovals } from '../../src/features/workspaces/index.ts';
import { removeDisconnected } from '../../src/features/workspaces/remove.ts';
import { eventually } from '../support/eventually.ts';
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

void t.test('no account is connected to a workspace that is being deleted', async (t) => {
  const { workspaceId } = await newTeam(running, 'marked');
  const { sealer, context } = running.service;
  const connected = running.sandbox.sandbox.connect('mastodon', 'marked');
  const account = { ...connected, avatarUrl: null, expiresAt: null } as ConnectableAccount;
  const place = { workspaceId, platform: 'mastodon' };
  const connect = () =>
    context.node.command(async (tx, turn) => ({
      result: await storeAccount({ tx, turn, sealer, adapter: undefined }, place, account),
    }));
  await markDeleted(sql, { workspaceId, at: Date.now() });
  await t.rejects(connect(), /is being deleted/);
  t.same(await sql`select from accounts where workspace_id = ${workspaceId}`, []);
  await markDeleted(sql, { workspaceId, at: null });
  t.match(await connect(), /^acc_/);
});

void t.test('a removal that the directory refuses leaves no mark', async (t) => {
  const { workspaceId } = await newTeam(running, 'refused');
  const refuse = () => Promise.reject(new Problem('not_a_member', 'not any more'));
  const workspace = { id: workspaceId, name: 'refused', now: Date.now() };
  await t.rejects(removeDisconnected({ sql, directory }, workspace, refuse), /not any more/);
  t.equal(await connectTo(workspaceId, () => Promise.resolve()), true);
  await sql`update accounts set workspace_id = ${running.workspaceId} where id = ${running.accounts['telegram']!}`;
});

/** An account moves into a workspace as one that is connected does: while the workspace is held. */
const connectTo = (workspaceId: string, before: () => Promise<unknown>) =>
  sql.begin(async (tx) => {
    const isThere = await holdWorkspace(tx, workspaceId);
    await before();
    if (isThere)
      await tx`update accounts set workspace_id = ${workspaceId} where id = ${running.accounts['telegram']!}`;
    return isThere;
  });

void t.test('an account that is connected at the same moment is not deleted with it', async (t) => {
  const { workspaceId, people } = await newTeam(running, 'racing');
  let removal!: ReturnType<typeof people.owner.ask>;
  const isConnected = await connectTo(workspaceId, async () => {
    removal = people.owner.ask('DELETE', pathOf('racing'));
    // until it waits for the workspace that is held
    await eventually(async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%set deleted_at%'`;
      return row!.count > 0;
    });
  });
  t.equal(isConnected, true);
  t.match(await removal, { status: 409, body: { code: 'conflict', error: /has 1 account/ } });
  t.equal((await people.owner.ask('GET', '/v1/accounts?workspace=racing')).body.accounts.length, 1);
  await sql`update accounts set workspace_id = ${running.workspaceId} where id = ${running.accounts['telegram']!}`;
  t.match(await people.owner.ask('DELETE', pathOf('racing')), { status: 200 }, 'the refusal left no mark');
});

void t.test('a removal that was interrupted is finished, and one that was given up is undone', async (t) => {
  const [lost, given] = [await newTeam(running, 'interrupted'), await newTeam(running, 'given-up')];
  await lost.people.editor.ask('POST', '/v1/saved-replies', { name: 'Hours', text: 'Nine to five' });
  const now = Date.now();
  for (const { workspaceId } of [lost, given]) await markDeleted(sql, { workspaceId, at: now });
  await directory`delete from workspaces where id = ${lost.workspaceId}`;
  const nothing = () => Promise.resolve();
  t.equal(await connectTo(given.workspaceId, nothing), false, 'nothing is connected meanwhile');
  t.ok((await finishRemovals({ sql, directory }, now + 60_000)) > 0);
  t.same(await sql`select from saved_replies where workspace_id = ${lost.workspaceId}`, []);
  t.same(await sql`select from workspaces where id = ${lost.workspaceId}`, []);
  t.equal(await connectTo(given.workspaceId, nothing), false, 'a minute later somebody may be deleting it');
  t.equal(await finishRemovals({ sql, directory }, now + 2 * 3_600_000), 0);
  const [row] = await sql<{ at: Date | null }[]>`
    select deleted_at as at from workspaces where id = ${given.workspaceId}`;
  t.equal(row!.at, null, 'nothing of it was deleted');
});
