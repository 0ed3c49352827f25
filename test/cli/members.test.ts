/** `troupe members`, `invitations`, `plan`, `keys`, `operators` and `workspaces change`, against a database: output, and entries of the audit. */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { projectRoot } from '../../src/install/pinned.js';
import { testDatabase } from '../support/database.ts';
import { loading } from '../support/loading.ts';
import { startService } from '../support/service.ts';
import { newMate, newTeam } from '../support/team.ts';

/** A service with the workspace `team`, and a way to run a command at its database. */
async function begin(t: Test, command: string, platforms: string[] = []) {
  const { url } = await testDatabase(t);
  const running = await startService(t, { databaseUrl: url, platforms });
  const { people } = await newTeam(running, 'team');
  const env = {
    PATH: process.env['PATH'] ?? '',
    TROUPE_DATA: `${tmpdir()}/no-such-folder`,
    DATABASE_URL: url,
    ...loading,
  };
  const cli = path(projectRoot, 'src/cli.ts');
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [cli, command, ...args], { env });
  return { running, people, run };
}

void t.test('an operator lists members, changes a role and removes a member', async (t) => {
  const { running, people, run } = await begin(t, 'members');
  const editor = 'team-editor@example.org';

  const { stdout } = await run('list', 'team');
  t.match(stdout, /^editor +team-editor@example\.org +team-editor$/m);
  t.equal(stdout.trim().split('\n').length, 4);
  t.match(await run('role', 'team', editor, 'viewer', '--json'), { stdout: /"role":"viewer"/ });
  t.match(await running.call('GET', '/v1/members', undefined, people.owner.by.key), {
    body: { members: [{}, {}, { role: 'viewer' }, {}] },
  });
  await run('remove', 'team', editor);
  t.notOk((await run('list', 'team', '--json')).stdout.includes(editor));
  await t.rejects(run('remove', 'team', 'team-owner@example.org'), { code: 1, stderr: /only owner/ });
  await t.rejects(run('role', 'team', editor, 'viewer'), { code: 1, stderr: /no member of team/ });
  await t.rejects(run('role', 'team', editor, 'king'), { code: 2, stderr: /which role/ });
  const { body } = await people.owner.ask('GET', '/v1/audit?workspace=team');
  t.match(body.entries, [
    { operation: 'removeMember', person: { name: 'Command line' }, by: { type: 'command', name: null } },
    { operation: 'updateMember', fields: ['role'], object: { kind: 'member' }, address: null },
  ]);
  await t.rejects(run('list', 'none'), { code: 1, stderr: /there is no workspace none/ });
});

void t.test('an operator makes a link into a workspace, lists and revokes it', async (t) => {
  const { running, people, run } = await begin(t, 'invitations');
  const made = await run('create', 'team', 'editor', '--url', running.baseUrl);
  t.match(made.stdout, new RegExp(`^${running.baseUrl}/app/invitation#tri_[\\w-]{43}\n$`));
  const guest = await newMate(running, 'guest');
  const code = made.stdout.trim().split('#')[1];
  t.match(await guest.ask('POST', '/app/api/invitation', { code }), {
    body: { invitedBy: people.owner.name },
  });
  t.match(await guest.ask('POST', '/app/api/invitation/accept', { code }), { body: { workspace: 'team' } });
  const other = JSON.parse(
    (await run('create', 'team', 'viewer', '--email', 'Ann@example.org', '--json')).stdout,
  );
  t.match(other, { role: 'viewer', email: 'ann@example.org', accountIds: null });
  t.match((await run('list', 'team')).stdout, new RegExp(`^${other.id}  viewer    ann@example.org  until `));
  t.match(await run('revoke', 'team', other.id, '--json'), { stdout: /"revoked":true/ });
  t.equal((await run('list', 'team')).stdout, '');
  await t.rejects(run('revoke', 'team', other.id), { code: 1, stderr: /no open invitation/ });
  await t.rejects(run('create', 'team', 'king'), { code: 2, stderr: /which role/ });
  await t.rejects(run('create', 'team', 'viewer', '--account', 'acc_1'), {
    code: 1,
    stderr: /no account acc_1/,
  });
  await t.rejects(run('create', 'team', 'owner', '--account', 'acc_1'), { code: 1, stderr: /all accounts/ });
  await t.rejects(run('create', 'team', 'viewer', '--email', 'guest@example.org'), {
    code: 1,
    stderr: /member already/,
  });
  const { body } = await people.owner.ask('GET', '/v1/audit?workspace=team');
  t.same(
    body.entries.map((one: { operation: string; by: { type: string } }) => [one.operation, one.by.type]),
    [
      ['revokeInvitation', 'command'],
      ['createInvitation', 'command'],
      ['acceptInvitation', 'session'],
      ['createInvitation', 'command'],
    ],
  );
});

void t.test('an operator reads and sets a plan, and the audit of the workspace says so', async (t) => {
  const { people, run } = await begin(t, 'plan');
  t.match(await run('team', '--json'), { stdout: /"plan":"developer"/ });
  t.match(await run('team', 'trial', '--until', '2030-05-31', '--json'), {
    stdout: /"plan":"trial","trialEndsAt":"2030-06-01T00:00:00.000Z"/,
  });
  t.match((await people.owner.ask('GET', '/v1/audit?workspace=team')).body.entries, [
    {
      operation: 'setPlan',
      action: 'Set the plan',
      person: { name: 'Command line' },
      by: { type: 'command' },
      object: { kind: 'workspace' },
      fields: ['plan', 'until'],
      address: null,
    },
  ]);
  await t.rejects(run('team', 'gold'), { code: 2, stderr: /there is no plan "gold"/ });
  await t.rejects(run('none', 'pro'), { code: 1, stderr: /there is no workspace none/ });
  await t.rejects(run('team', 'pro', '--until', '2030-05-31'), { code: 2, stderr: /end of a trial/ });
  t.equal((await people.owner.ask('GET', '/v1/audit?workspace=team')).body.entries.length, 1);
});

void t.test('keys that are made and revoked at the host are in the audit of their workspaces', async (t) => {
  const { people, run } = await begin(t, 'keys');
  const user = ['--user', 'team-editor@example.org'];
  const made = JSON.parse(
    (await run('create', '--name', 'ci', ...user, '--workspaces', 'team', '--json')).stdout,
  );
  t.match(made, { name: 'ci', user: 'team-editor@example.org', workspaces: ['team'] });
  t.match(await run('list', ...user), { stdout: new RegExp(`^${made.id} `, 'm') });
  await run('revoke', made.id);
  const { entries } = (await people.owner.ask('GET', '/v1/audit?workspace=team')).body;
  const by = { person: { name: 'Command line' }, by: { type: 'command' } };
  t.match(entries, [
    { ...by, operation: 'revokeKey', object: { kind: 'api_key', id: made.id } },
    { ...by, operation: 'createKey', object: { kind: 'api_key', id: made.id } },
  ]);
  t.equal(entries.length, 2);
  t.notOk(JSON.stringify(entries).includes(made.key), 'never the key');
});

void t.test(
  'operators are added, listed and removed at the host, and the installation says so',
  async (t) => {
    const { running, people, run } = await begin(t, 'operators');
    const { owner, editor } = people;
    t.match(await run('list'), { stdout: '', stderr: /There is no operator/ });
    t.match(await run('add', 'team-owner@example.org'), { stderr: /is an operator now/ });
    t.match(await run('add', 'team-owner@example.org', '--json'), { stdout: /"added":false/ });
    await run('add', 'team-editor@example.org');
    t.equal(
      (await run('list')).stdout,
      'team-editor@example.org  team-editor\nteam-owner@example.org  team-owner\n',
    );
    t.match(await run('remove', 'team-editor@example.org', '--json'), { stdout: /"removed":true/ });
    await t.rejects(run('remove', 'team-editor@example.org'), { code: 1, stderr: /is not an operator/ });
    await t.rejects(run('add', 'nobody@example.org'), { code: 1 });
    const { body } = await owner.ask('GET', '/app/api/installation/audit');
    const by = { person: { name: 'Command line' }, by: 'command', address: null };
    t.match(body.entries, [
      { ...by, operation: 'removeOperator', object: { id: editor.userId, name: 'team-editor' } },
      { ...by, operation: 'addOperator', object: { id: editor.userId } },
      { ...by, operation: 'addOperator', object: { id: owner.userId } },
    ]);
    t.equal(body.entries.length, 3, 'what changed nothing has none');
    t.match(await running.call('GET', '/v1/audit?workspace=team', undefined, owner.by.key), {
      body: { entries: [] },
    });
  },
);

void t.test('an operator changes the name, the slug and the time zone of a workspace', async (t) => {
  const { running, run } = await begin(t, 'workspaces', ['telegram']);
  const { call, accounts } = running;
  const accountIds = [accounts['telegram']];
  const plan = async (more: object) =>
    (await call('POST', '/v1/posts', { content: 'Buns', accountIds, ...more })).body.post.id;
  const at = '2031-05-02T12:05:00Z';
  const [scheduled, draft] = [await plan({ scheduledAt: at }), await plan({ scheduledAt: at, draft: true })];
  const timeOf = async (id: string) => (await call('GET', `/v1/posts/${id}`)).body.post.scheduledAt;

  const named = await run('change', 'home', '--name', 'Café Luna', '--slug', 'luna', '--json');
  t.match(JSON.parse(named.stdout), { workspace: 'luna', name: 'Café Luna', moved: 0 });
  t.match(await call('GET', '/v1/posts?workspace=luna'), { status: 200 });
  t.match(await call('GET', '/v1/posts?workspace=home'), { status: 200 }, 'the former slug goes on');
  await run('change', 'home', '--timezone', 'Europe/London');
  t.equal(await timeOf(scheduled), '2031-05-02T12:05:00.000Z', 'planned posts keep their instant');
  const moved = await run('change', 'luna', '--timezone', 'America/New_York', '--move-scheduled');
  t.match(moved, {
    stdout: /^luna {2}Café Luna {2}America\/New_York\n$/,
    stderr: /^2 planned posts moved, 0 keep/,
  });
  for (const id of [scheduled, draft]) t.equal(await timeOf(id), '2031-05-02T17:05:00.000Z');
  const { history } = (await call('GET', `/v1/posts/${scheduled}/history`)).body;
  t.match(history[0].sentence, /^Command line changed the time zone of the workspace, which moved it to/);
  const { body } = await call('GET', '/v1/audit?workspace=luna');
  t.match(body.entries[0], {
    operation: 'updateWorkspace',
    fields: ['timezone', 'moveScheduled'],
    by: { type: 'command' },
    person: { name: 'Command line' },
  });

  await t.rejects(run('change', 'luna', '--slug', 'team'), { code: 1, stderr: /slug "team" is taken/ });
  await t.rejects(run('change', 'none', '--name', 'X'), { code: 1, stderr: /there is no workspace none/ });
  await t.rejects(run('change', 'luna'), { code: 2, stderr: /say what to change/ });
  await t.rejects(run('change', 'luna', '--slug', 'No good'), { code: 2, stderr: /is not a slug/ });
  await t.rejects(run('change', 'luna', '--timezone', 'Mars/One'), { code: 2, stderr: /not a time zone/ });
  await t.rejects(run('change', 'luna', '--move-scheduled'), { code: 2, stderr: /give --timezone too/ });
  t.match(await run('change', '--help'), { stdout: /--move-scheduled/ });
});
