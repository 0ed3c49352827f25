/** `troupe members`, against a database. */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { projectRoot } from '../../src/install/pinned.js';
import { testDatabase } from '../support/database.ts';
import { loading } from '../support/loading.ts';
import { startService } from '../support/service.ts';
import { newTeam } from '../support/team.ts';

void t.test('an operator lists members, changes a role and removes a member', async (t) => {
  const { url } = await testDatabase(t);
  const running = await startService(t, { databaseUrl: url, platforms: [] });
  const { people } = await newTeam(running, 'team');
  const env = {
    PATH: process.env['PATH'] ?? '',
    TROUPE_DATA: `${tmpdir()}/no-such-folder`,
    DATABASE_URL: url,
    ...loading,
  };
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [path(projectRoot, 'src/cli.ts'), 'members', ...args], { env });
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
  await t.rejects(run('list', 'none'), { code: 1, stderr: /there is no workspace none/ });
});
