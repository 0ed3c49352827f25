/** The members of a workspace: who is there, in which role, and who leaves. */
import t from 'tap';
import { type Role, ROLES } from '../../src/api/principal.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/service.ts';
import { join, type Mate, newMate, newTeam, type Team } from '../support/team.ts';

const running = await startService(t, { platforms: [] });
let teams = 0;
const makeTeam = () => newTeam(running, `members-${(teams += 1)}`, true);

const rolesIn = async ({ slug, people: { owner } }: Team, by: Mate = owner) => {
  const { body } = await by.ask('GET', `/v1/members?workspace=${slug}`);
  return new Map<string, Role>(
    body.members?.map(({ userId, role }: { userId: string; role: Role }) => [userId, role]),
  );
};
const setRole = ({ slug }: Team, by: Mate, userId: string, role: Role) =>
  by.ask('PATCH', `/v1/members/${userId}`, { role, workspace: slug });
const remove = ({ slug }: Team, by: Mate, userId: string) =>
  by.ask('DELETE', `/v1/members/${userId}?workspace=${slug}`);

void t.test('everybody in the workspace sees who is there, and others do not', async (t) => {
  const team = await makeTeam();
  const { slug, people } = team;
  for (const role of ROLES)
    for (const headers of Object.values(people[role].by)) {
      const { body } = await running.call('GET', `/v1/members?workspace=${slug}`, undefined, headers);
      const shown = new Map(body.members.map((one: { name: string; role: Role }) => [one.role, one.name]));
      t.same(shown, new Map(ROLES.map((each) => [each, people[each].name])));
    }
  const { userId, name } = people.editor;
  const one = await people.viewer.ask('GET', `/v1/members/${userId}?workspace=${slug}`);
  t.match(one.body.member, { userId, name, role: 'editor', email: `${name}@example.org`, joinedAt: /Z$/ });
  const stranger = await newMate(running, 'Stranger');
  t.match(await stranger.ask('GET', `/v1/members?workspace=${slug}`), {
    status: 403,
    body: { code: 'not_a_member' },
  });
});

void t.test('an owner changes roles, which count at once for keys, apps and sessions', async (t) => {
  const team = await makeTeam();
  const { owner, editor } = team.people;
  const reply = (mate: Mate, face: keyof Mate['by']) =>
    running.call(
      'POST',
      '/v1/saved-replies',
      { name: `Words ${Math.random()}`, text: 'x', workspace: team.slug },
      mate.by[face],
    );
  for (const face of ['key', 'session', 'token'] as const)
    t.match(await reply(editor, face), { status: 200 }, face);
  t.match(await setRole(team, owner, editor.userId, 'viewer'), {
    status: 200,
    body: { member: { userId: editor.userId, role: 'viewer' } },
  });
  for (const face of ['key', 'session', 'token'] as const)
    t.match(await reply(editor, face), { status: 403, body: { code: 'insufficient_role' } }, face);
  await setRole(team, owner, editor.userId, 'editor');
  t.match(await reply(editor, 'key'), { status: 200 });
});

void t.test('nobody but an owner changes roles or removes others, and no key and no app does', async (t) => {
  const team = await makeTeam();
  const { slug, people } = team;
  const before = await rolesIn(team);
  for (const role of ROLES)
    for (const target of ROLES) {
      const { userId } = people[target];
      for (const [face, headers] of Object.entries(people[role].by)) {
        if (face === 'session' && (role === 'owner' || role === target)) continue;
        const where = `${role} by ${face} about the ${target}`;
        const code = face === 'session' ? 'insufficient_role' : 'session_required';
        const path = `/v1/members/${userId}`;
        const patch = await running.call('PATCH', path, { role: 'owner', workspace: slug }, headers);
        t.match(patch, { status: 403, body: { code } }, where);
        const gone = await running.call('DELETE', `${path}?workspace=${slug}`, undefined, headers);
        t.match(gone, { status: 403, body: { code } }, where);
      }
    }
  for (const role of ['editor', 'approver', 'viewer'] as const)
    t.match(await setRole(team, people[role], people[role].userId, 'owner'), {
      body: { code: 'insufficient_role' },
    });
  t.same(await rolesIn(team), before);
});

void t.test('a workspace has an owner as long as it has anybody', async (t) => {
  const team = await makeTeam();
  const { owner, editor, viewer } = team.people;
  const only = { status: 409, body: { code: 'last_owner' } };
  t.match(await remove(team, owner, owner.userId), only);
  for (const role of ['editor', 'approver', 'viewer'] as const)
    t.match(await setRole(team, owner, owner.userId, role), only);
  t.match(await setRole(team, owner, owner.userId, 'owner'), { status: 200 });

  await setRole(team, owner, editor.userId, 'owner');
  t.match(await setRole(team, owner, owner.userId, 'viewer'), { status: 200 }, 'handed over');
  t.match(await setRole(team, owner, editor.userId, 'viewer'), { body: { code: 'insufficient_role' } });
  t.match(await remove(team, editor, editor.userId), only);
  t.match(await remove(team, viewer, viewer.userId), { status: 200 }, 'others may leave');
});

void t.test('two owners who leave or step down at the same time do not both succeed', async (t) => {
  for (const how of ['leave', 'step down', 'lower each other', 'remove each other'] as const) {
    const team = await makeTeam();
    const { owner, editor } = team.people;
    await setRole(team, owner, editor.userId, 'owner');
    const act = (mate: Mate, other: Mate) => {
      if (how === 'leave') return remove(team, mate, mate.userId);
      if (how === 'step down') return setRole(team, mate, mate.userId, 'viewer');
      return how === 'lower each other'
        ? setRole(team, mate, other.userId, 'viewer')
        : remove(team, mate, other.userId);
    };
    const answers = await Promise.all([act(owner, editor), act(editor, owner)]);
    t.equal(answers.filter(({ status }) => status === 200).length, 1, how);
    const left = await running.service.directory`
      select from members where workspace_id = ${team.workspaceId} and role = 'owner'`;
    t.equal(left.length, 1, how);
  }
});

void t.test('who is removed loses keys, apps and sessions there, and keeps them elsewhere', async (t) => {
  const [team, other] = [await makeTeam(), await makeTeam()];
  const { owner, viewer } = team.people;
  await join(running, other.workspaceId, { userId: viewer.userId, role: 'editor' });
  const post = { content: 'Fresh bread', accountIds: [], draft: true, workspace: team.slug };
  t.match(await remove(team, owner, viewer.userId), {
    status: 200,
    body: { userId: viewer.userId, removed: true },
  });
  for (const [face, headers] of Object.entries(viewer.by)) {
    const there = await running.call('GET', `/v1/posts?workspace=${team.slug}`, undefined, headers);
    t.match(there, { status: 403, body: { code: 'not_a_member' } }, face);
    t.match(await running.call('POST', '/v1/posts', post, headers), { status: 403 }, face);
    const elsewhere = await running.call('GET', `/v1/posts?workspace=${other.slug}`, undefined, headers);
    t.equal(elsewhere.status, 200, face);
  }
  t.match(await remove(team, owner, viewer.userId), { status: 404 }, 'removed already');
  t.notOk((await rolesIn(team)).has(viewer.userId));
});

void t.test('everybody may leave, and what a person made stays and shows their name', async (t) => {
  const team = await makeTeam();
  const { owner, editor } = team.people;
  const words = { name: 'Hours', text: 'Nine to five', workspace: team.slug };
  t.match(await editor.ask('POST', '/v1/saved-replies', words), { status: 200 });
  t.match(await remove(team, editor, editor.userId), { status: 200 });
  t.same(await rolesIn(team, editor), new Map());
  const { body } = await owner.ask('GET', `/v1/saved-replies?workspace=${team.slug}`);
  t.match(body.savedReplies, [{ name: 'Hours' }]);
  await eventually(async () => (await rolesIn(team)).size === 3);
});

void t.test('a member of another workspace is not there', async (t) => {
  const [team, other] = [await makeTeam(), await makeTeam()];
  const { owner } = team.people;
  const { userId } = other.people.viewer;
  t.match(await setRole(team, owner, userId, 'owner'), { status: 404, body: { code: 'not_found' } });
  t.match(await remove(team, owner, userId), { status: 404, body: { code: 'not_found' } });
  t.match(await owner.ask('GET', `/v1/members/${userId}?workspace=${team.slug}`), { status: 404 });
  t.match(await owner.ask('PATCH', `/v1/members/${owner.userId}`, { role: 'king', workspace: team.slug }), {
    status: 400,
    body: { param: '/role' },
  });
});
