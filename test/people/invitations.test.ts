/** Invitations: made by owners, accepted once, by a person with an account or without one. */
import t from 'tap';
import { ROLES } from '../../src/api/principal.ts';
import { createSessions } from '../../src/features/auth/sessions.ts';
import { invitationRoutes } from '../../src/faces/dashboard/invitation-routes.ts';
import { start } from '../http/harness.ts';
import { type Answer, startService } from '../support/service.ts';
import { type Mate, newMate, newTeam, type Team } from '../support/team.ts';

const DAY = 24 * 3_600_000;
const running = await startService(t, { platforms: [] });
let teams = 0;
const makeTeam = () => newTeam(running, `invites-${(teams += 1)}`);
let people = 0;
const makePerson = () => newMate(running, `person${(people += 1)}`);

const invite = async ({ slug, people: { owner } }: Team, body: object = {}) => {
  const made = await owner.ask('POST', '/v1/invitations', { role: 'editor', workspace: slug, ...body });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const { invitation } = made.body;
  return { ...invitation, code: invitation.url.split('#')[1] } as { id: string; url: string; code: string };
};
const accept = (mate: Mate, code: string) => mate.ask('POST', '/app/api/invitation/accept', { code });
const rolesIn = async ({ workspaceId }: Team) => {
  const rows = await running.service.directory<{ userId: string; role: string }[]>`
    select user_id as "userId", role from members where workspace_id = ${workspaceId}`;
  return new Map(rows.map(({ userId, role }) => [userId, role]));
};
/** A page of the dashboard without a session. */
const page = (path: string, body: object): Promise<Answer> =>
  running.call('POST', path, body, { authorization: '', 'sec-fetch-site': 'same-origin' });

void t.test('a person with an account accepts by the link, and has the role at once', async (t) => {
  for (const role of ROLES) {
    const team = await makeTeam();
    const { url, code } = await invite(team, { role });
    t.match(url, new RegExp(`^${running.baseUrl}/app/invitation#tri_[\\w-]{43}$`));
    t.match(await page('/app/api/invitation', { code }), {
      status: 200,
      body: { workspace: team.slug, role, email: null, invitedBy: team.people.owner.name },
    });
    const person = await makePerson();
    t.same((await accept(person, code)).body, { workspace: team.slug });
    t.equal((await rolesIn(team)).get(person.userId), role);
    const read = await person.ask('GET', `/v1/posts?workspace=${team.slug}`);
    t.equal(read.status, 200);
    const byKey = await running.call('GET', `/v1/posts?workspace=${team.slug}`, undefined, person.by.key);
    t.equal(byKey.status, 200, 'their keys reach it too');
  }
});

void t.test('a person without an account makes one, and is signed in', async (t) => {
  const team = await makeTeam();
  const { code } = await invite(team, { role: 'viewer' });
  const newcomer = { name: 'Maya', email: 'Maya@Example.org', password: 'a long enough password' };
  const made = await page('/app/api/invitation/sign-up', { code, ...newcomer });
  t.match(made, { status: 200, body: { workspace: team.slug } });
  const cookie = made.headers.getSetCookie()[0]!.split(';')[0]!;
  const session = await running.call('GET', '/app/api/session', undefined, { authorization: '', cookie });
  t.match(session.body, {
    user: { name: 'Maya', email: 'maya@example.org' },
    workspaces: [{ slug: team.slug, role: 'viewer' }],
  });
  t.match(session.body.refused.viewer, ['createPost']);
  const login = { email: 'maya@example.org', password: newcomer.password };
  t.equal((await page('/app/api/session', login)).status, 200, 'and may sign in again');

  const other = await invite(team);
  const again = await page('/app/api/invitation/sign-up', { ...newcomer, code: other.code });
  t.match(again, { status: 400, body: { param: '/email', error: /has an account here/ } });
  for (const [field, value] of [
    ['password', 'short'],
    ['email', 'nobody'],
    ['name', ''],
  ] as const) {
    const wrong = { code: other.code, ...newcomer, email: 'other@example.org', [field]: value };
    t.match(await page('/app/api/invitation/sign-up', wrong), { status: 400, body: { param: `/${field}` } });
  }
  t.equal((await page('/app/api/invitation', { code: other.code })).status, 200, 'it can still be used');
});

void t.test('a code is used once, also by two people at the same moment', async (t) => {
  const team = await makeTeam();
  const { code } = await invite(team);
  const rivals = await Promise.all([makePerson(), makePerson(), makePerson()]);
  const answers = await Promise.all([
    ...rivals.map((one) => accept(one, code)),
    page('/app/api/invitation/sign-up', {
      code,
      name: 'Last',
      email: `last${Date.now()}@example.org`,
      password: 'a long enough password',
    }),
  ]);
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    t.match(answer, { status: 409, body: { code: 'invitation_used' } });
  t.equal((await rolesIn(team)).size, 5);
  t.match(await page('/app/api/invitation', { code }), { status: 409 });
});

void t.test('a repeated request of the same person succeeds, until they are removed', async (t) => {
  const team = await makeTeam();
  const { owner } = team.people;
  const { code } = await invite(team);
  const person = await makePerson();
  for (let turn = 0; turn < 2; turn += 1)
    t.match(await accept(person, code), { status: 200, body: { workspace: team.slug } });
  await owner.ask('DELETE', `/v1/members/${person.userId}?workspace=${team.slug}`);
  t.match(await accept(person, code), { status: 409, body: { code: 'invitation_used' } });
  t.notOk((await rolesIn(team)).has(person.userId), 'an old link lets nobody in again');
});

void t.test('an invitation that was revoked or has expired lets nobody in', async (t) => {
  const team = await makeTeam();
  const { owner } = team.people;
  const person = await makePerson();
  const [revoked, expired] = [await invite(team), await invite(team)];
  const path = `/v1/invitations/${revoked.id}?workspace=${team.slug}`;
  t.match(await owner.ask('DELETE', path), { body: { id: revoked.id, deleted: true } });
  t.match(await owner.ask('DELETE', path), { status: 404 }, 'it is gone');
  const old = new Date(Date.now() - 1_000);
  await running.service.directory`update invitations set expires_at = ${old} where id = ${expired.id}`;
  for (const { code } of [revoked, expired]) {
    const ended = { status: 410, body: { code: 'invitation_ended' } };
    t.match(await accept(person, code), ended);
    t.match(await page('/app/api/invitation', { code }), ended);
    const newcomer = { code, name: 'M', email: 'm@example.org', password: 'a long enough password' };
    t.match(await page('/app/api/invitation/sign-up', newcomer), ended);
  }
  t.equal((await rolesIn(team)).size, 4);
  const { body } = await owner.ask('GET', `/v1/invitations?workspace=${team.slug}`);
  t.same(body.invitations, [], 'nor are they listed');
  const open = await invite(team);
  const [row] = (await owner.ask('GET', `/v1/invitations?workspace=${team.slug}`)).body.invitations;
  t.equal(row.id, open.id);
  t.equal(Date.parse(row.expiresAt) - Date.parse(row.createdAt), 7 * DAY);
});

void t.test('an invitation for an address is for its owner alone', async (t) => {
  const team = await makeTeam();
  const [meant, other] = [await makePerson(), await makePerson()];
  const { code } = await invite(team, { email: `${meant.name.toUpperCase()}@example.org` });
  t.match(await accept(other, code), { status: 403, body: { code: 'invitation_for_another' } });
  const newcomer = { code, name: 'M', email: 'm@example.org', password: 'a long enough password' };
  t.match(await page('/app/api/invitation/sign-up', newcomer), { status: 400, body: { param: '/email' } });
  t.equal((await accept(meant, code)).status, 200);
  const again = { role: 'viewer', email: `${meant.name}@example.org`, workspace: team.slug };
  t.match(await team.people.owner.ask('POST', '/v1/invitations', again), {
    status: 409,
    body: { code: 'already_member', param: '/email' },
  });
  const open = await invite(team);
  t.match(await accept(meant, open.code), { status: 409, body: { code: 'already_member' } });
  t.equal(
    (await page('/app/api/invitation', { code: open.code })).status,
    200,
    'a member does not use it up',
  );
});

void t.test('codes are stored as hashes, and never shown again', async (t) => {
  const team = await makeTeam();
  const { owner } = team.people;
  const key = { 'idempotency-key': `invite ${team.slug}` };
  const request = { role: 'viewer', workspace: team.slug };
  const first = await owner.ask('POST', '/v1/invitations', request, key);
  const again = await owner.ask('POST', '/v1/invitations', request, key);
  t.same(again.body, first.body, 'a repeated request gets the same link');
  t.equal(again.headers.get('idempotent-replayed'), 'true');
  const code = first.body.invitation.url.split('#')[1]!;
  for (const [schema, table] of [
    ['troupe_directory', 'invitations'],
    ['troupe_directory', 'idempotency_keys'],
    ['troupe_cell_1', 'idempotency_keys'],
  ] as const) {
    const { sql } = running.service;
    const rows = await running.service.directory`
      select to_jsonb(r)::text as row from ${sql(schema)}.${sql(table)} r`.catch(
      () => sql`select to_jsonb(r)::text as row from ${sql(schema)}.${sql(table)} r`,
    );
    t.notOk(JSON.stringify(rows).includes(code.slice(4)), `${schema}.${table}`);
  }
  const listed = await owner.ask('GET', `/v1/invitations?workspace=${team.slug}`);
  t.equal(listed.body.invitations.length, 1);
  t.notOk(JSON.stringify(listed.body).includes(code));
});

void t.test('a workspace has up to 100 open invitations', async (t) => {
  const team = await makeTeam();
  for (let turn = 0; turn < 99; turn += 1) await invite(team);
  const { owner } = team.people;
  const more = () => owner.ask('POST', '/v1/invitations', { role: 'viewer', workspace: team.slug });
  const answers = await Promise.all([more(), more(), more()]);
  t.same(new Set(answers.map(({ status, body }) => body.code ?? status)), new Set([200, 'invitation_limit']));
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
});

void t.test('a crash before the commit leaves no account, no member and an open invitation', async (t) => {
  const team = await makeTeam();
  const { code } = await invite(team);
  const { context, directory } = running.service;
  const sessions = createSessions({ sql: directory, baseUrl: () => running.baseUrl, clock: Date.now });
  const dying = { ...sessions, begin: () => Promise.reject(new Error('the process is killed')) };
  const { server } = await start(t, {
    raw: invitationRoutes({ context, sessions: dying, addressOf: () => '' }),
  });
  const email = 'crashed@example.org';
  const body = JSON.stringify({ code, name: 'Maya', email, password: 'a long enough password' });
  const response = await fetch(`http://127.0.0.1:${server.port}/app/api/invitation/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body,
  });
  t.equal(response.status, 500);
  t.equal((await directory`select from users where email = ${email}`).length, 0);
  t.equal((await rolesIn(team)).size, 4);
  const again = await page('/app/api/invitation/sign-up', JSON.parse(body) as object);
  t.equal(again.status, 200, 'the person tries again');
});

void t.test(
  'the page takes requests of this service’s pages alone, and wrong codes lead nowhere',
  async (t) => {
    const team = await makeTeam();
    const { code } = await invite(team);
    const person = await makePerson();
    const foreign = { 'sec-fetch-site': 'cross-site' };
    t.match(await person.ask('POST', '/app/api/invitation/accept', { code }, foreign), {
      status: 403,
      body: { code: 'foreign_origin' },
    });
    t.match(await page('/app/api/invitation/accept', { code }), { status: 401 });
    const byKey = { ...person.by.key, 'sec-fetch-site': 'same-origin' };
    t.match(await running.call('POST', '/app/api/invitation/accept', { code }, byKey), { status: 401 });
    for (const wrong of ['', 'tri_', `tri_${'A'.repeat(43)}`, code.slice(0, -1)]) {
      t.match(await accept(person, wrong), { status: 404, body: { code: 'not_found' } });
      t.match(await page('/app/api/invitation', { code: wrong }), { status: 404 });
    }
    t.equal((await rolesIn(team)).size, 4);
  },
);

void t.test('an invitation that is accepted is in the audit, with who accepted it', async (t) => {
  const team = await makeTeam();
  const { owner } = team.people;
  const entries = async () =>
    (await owner.ask('GET', `/v1/audit?workspace=${team.slug}&operation=acceptInvitation`)).body.entries;
  const first = await invite(team);
  const person = await makePerson();
  await accept(person, first.code);
  await accept(person, first.code);
  t.match(await entries(), [
    {
      person: { id: person.userId, name: person.name },
      by: { type: 'session', name: null, tool: null },
      action: 'Accept an invitation',
      object: { kind: 'invitation', id: first.id },
      fields: [],
      address: '127.0.0.1',
    },
  ]);
  const second = await invite(team);
  const newcomer = { name: 'Nina', email: 'nina@example.org', password: 'a long enough password' };
  await page('/app/api/invitation/sign-up', { code: second.code, ...newcomer });
  t.match(await entries(), [{ person: { name: 'Nina' }, object: { id: second.id } }, {}]);
  const third = await invite(team);
  await accept(person, third.code);
  t.equal((await entries()).length, 2, 'a refused one leaves none');
});
