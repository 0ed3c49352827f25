/**
 * What people may do by their roles. Every operation of the table is called by a person of each role: by key, by an app's token, from the
 * dashboard and as a tool. A new operation is tested because it is in the table.
 */
import t from 'tap';
import { INSTALLATION_PATH } from '../../src/api/operation.ts';
import { type Role, ROLES } from '../../src/api/principal.ts';
import { insertOperator } from '../../store/operators.ts';
import { mayCall, rolesOf } from '../../src/api/roles.ts';
import { scopesOf } from '../../src/api/scope.ts';
import { catalogueOf } from '../../src/faces/mcp/catalogue.ts';
import { operations } from '../../src/service/operations.ts';
import { connectClient } from '../mcp/client.ts';
import { everything } from '../support/everything.ts';
import { type Answer, type RunningService, startService } from '../support/service.ts';
import { join, newMate, newTeam } from '../support/team.ts';

type Row = (typeof operations)[number];

/** What only an owner may do, besides what names nobody. A new operation has to be entered here or be for editors too. */
const OWNERS_ALONE = new Set([
  'createExport',
  'listAudit',
  'listInvitations',
  'createInvitation',
  'revokeInvitation',

  'updateMember',
  'updateWorkspace',
  'deleteWorkspace',
  'setPostingSchedule',
  'setInboxSettings',
  'setWorkspaceConfirm',
  'setApprovalSettings',
]);

/** What is for other roles than those of its scope: approving, for which writing is not enough. */
const OTHERS = new Map<string, readonly Role[]>([
  ['decideApproval', ['owner', 'approver']],
  ['createApprovalLink', ['owner', 'approver']],
  ['revokeApprovalLink', ['owner', 'approver']],
  ['createPostNote', ['owner', 'editor', 'approver']],
  ['deletePostNote', ['owner', 'editor', 'approver']],
]);

/** What everybody may do besides reading: leave the workspace. Whom else they may remove is in test/people/members.test.ts. */
const ANYBODY = new Set(['removeMember']);

/** A parameter of the path that names a workspace. */
const isWorkspace = (field: object) => 'x-resource' in field && field['x-resource'] === 'workspace';

/** The operation's example about a workspace. */
function requestOf({ rest, dashboard, example, params: ofPath, query, body }: Row, workspace: string) {
  const { method, path } = (rest ?? dashboard)!;
  const params = { ...(example.params as { [name: string]: string } | undefined) };
  for (const [name, field] of Object.entries(ofPath?.properties ?? {}))
    if (isWorkspace(field)) params[name] = workspace;
  const named = (schema: Row['query']) => (schema && 'workspace' in schema.properties ? { workspace } : {});
  const search = new URLSearchParams({
    ...(example.query as { [name: string]: string } | undefined),
    ...named(query),
  }).toString();
  return {
    method: method.toUpperCase(),
    path:
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!) + (search === '' ? '' : `?${search}`),
    body: body === undefined ? undefined : { ...(example.body as object | undefined), ...named(body) },
  };
}

/** As `running.call`, but an upload is a form with a file. */
async function send(
  running: Pick<RunningService, 'call' | 'baseUrl'>,
  operation: Row,
  { workspace, headers }: { workspace: string; headers: { [name: string]: string } },
): Promise<Answer> {
  const { method, path, body } = requestOf(operation, workspace);
  if (operation.upload === undefined) return running.call(method, path, body, headers);
  const form = new FormData();
  form.set('workspace', workspace);
  form.set(operation.upload.part, new Blob(['%PDF-1.4']), 'a.pdf');
  const response = await fetch(`${running.baseUrl}${path}`, { method, body: form, headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** What a face is refused with for a role that is not enough. Keys and apps cannot call what is for people alone, whatever the role. */
const codeFor = ({ isForSessions }: Row, face: string): string =>
  isForSessions && face !== 'session' ? 'session_required' : 'insufficient_role';

/** Operations about the installation, of which only operators have anything. */
const forOperators = operations.filter((one) => one.isForOperators);

const isRefused = ({ status, body }: Answer): boolean => status === 403 && body?.code === 'insufficient_role';

void t.test('an operation is for owners and editors unless it reads or says otherwise', async (t) => {
  for (const operation of operations) {
    const { id, isPersonal = false, query, body } = operation;
    const roles = rolesOf(operation);
    const expected =
      isPersonal || roles.length === ROLES.length
        ? ROLES
        : OWNERS_ALONE.has(id)
          ? (['owner'] as const)
          : (OTHERS.get(id) ?? (['owner', 'editor'] as const));
    t.same(roles, expected, id);
    const reads = ANYBODY.has(id) || scopesOf(operation).join() === 'read' || isPersonal;
    t.equal(roles.length === ROLES.length, reads, `${id}: everybody may read, and nothing more`);
    const places = [query, body].filter((schema) => schema && 'workspace' in schema.properties);
    const inPath = Object.values(operation.params?.properties ?? {}).filter(isWorkspace);
    if (!reads)
      t.equal(places.length + inPath.length, 1, `${id}: one field names the workspace whose role counts`);
  }
  for (const id of [...OWNERS_ALONE, ...OTHERS.keys()])
    t.ok(
      operations.some((one) => one.id === id),
      id,
    );
  t.ok(operations.filter((one) => mayCall('viewer', one)).length < operations.length - 40);
});

void t.test('a person without the role is refused on every face, and nothing changes', async (t) => {
  const running = await startService(t, { platforms: [] });
  const team = await newTeam(running, 'team', true);
  const { sql } = running.service;
  const refused = (role: Role) => operations.filter((one) => !mayCall(role, one));
  const before = await everything(sql);
  for (const role of ROLES) {
    const { by, key } = team.people[role];
    for (const operation of refused(role)) {
      for (const [face, headers] of Object.entries(by)) {
        const answer = await send(running, operation, { workspace: team.slug, headers });
        const where = `${operation.id} as ${role} by ${face}`;
        const code = codeFor(operation, face);
        t.match(answer, { status: 403, body: { code } }, where);
        if (code === 'insufficient_role')
          t.match(answer.body.error, `needs the role ${rolesOf(operation).join(' or ')} in`, where);
      }
    }
    for (const secret of [key, by.token!['authorization']!.slice('Bearer '.length)]) {
      const tools = await connectClient(t, { baseUrl: running.baseUrl, key: secret, allTools: true });
      for (const operation of refused(role).filter(({ tool }) => tool !== undefined)) {
        const { params, query, body } = operation.example as { [place: string]: object };
        const given = { ...params, ...query, ...body, workspace: team.slug };
        const called = await tools.call(operation.tool!.name, given);
        t.match(called, { isError: true, body: { code: 'insufficient_role' } }, operation.tool!.name);
      }
    }
  }
  const after = await everything(sql);
  t.same(
    after.filter((row) => !before.includes(row)),
    [],
    'nothing was made or changed',
  );
  t.equal(after.length, before.length);
});

void t.test('a person with the role is not refused for it', async (t) => {
  const running = await startService(t, { platforms: [] });
  const team = await newTeam(running, 'team', true);
  for (const role of ROLES) {
    const { by } = team.people[role];
    for (const operation of operations.filter((one) => mayCall(role, one) && !ANYBODY.has(one.id))) {
      for (const [face, headers] of Object.entries(by)) {
        const answer = await send(running, operation, { workspace: team.slug, headers });
        t.notOk(isRefused(answer), `${operation.id} as ${role} by ${face}`);
      }
    }
  }
});

void t.test('a person sees the tools that they may call in some workspace', async (t) => {
  const running = await startService(t, { platforms: [] });
  const team = await newTeam(running, 'team', true);
  const tools = [...catalogueOf(operations).values()];
  const namesOf = async (key: string) => {
    const { client } = await connectClient(t, { baseUrl: running.baseUrl, key, allTools: true });
    return (await client.listTools()).tools.map(({ name }) => name);
  };
  for (const role of ROLES) {
    const allowed = tools.filter(({ operation }) => mayCall(role, operation)).map(({ name }) => name);
    t.same(await namesOf(team.people[role].key), allowed, role);
  }
  const other = await newTeam(running, 'other');
  await join(running, other.workspaceId, { userId: team.people.viewer.userId, role: 'owner' });
  t.equal((await namesOf(team.people.viewer.key)).length, tools.length, 'the role elsewhere counts too');
});

void t.test(
  'the role in the workspace that is named counts, and without one that in the first',
  async (t) => {
    const running = await startService(t, { platforms: [] });
    const team = await newTeam(running, 'team', true);
    const other = await newTeam(running, 'other');
    const { userId, by } = team.people.viewer;
    await join(running, other.workspaceId, { userId, role: 'editor' });
    const words = { name: 'Hours', text: 'Nine to five' };
    const create = (more: object) => running.call('POST', '/v1/saved-replies', { ...words, ...more }, by.key);
    t.ok(isRefused(await create({})), 'the first one is where they view');
    t.ok(isRefused(await create({ workspace: 'team' })));
    t.match(await create({ workspace: 'other' }), { status: 200 });
    t.match(await create({ workspace: 'third' }), { status: 403, body: { code: 'not_a_member' } });
    t.match(await create({ workspace: 7 }), { status: 400, body: { param: '/workspace' } });
    const upload = operations.find(({ id }) => id === 'uploadMedia')!;
    const hosted = async () => (await running.service.sql`select from media`).length;
    t.ok(isRefused(await send(running, upload, { workspace: 'team', headers: by.key })));
    t.equal(await hosted(), 0, 'the file that came with a refused form is not kept');
    t.match(await send(running, upload, { workspace: 'other', headers: by.key }), { status: 200 });
    t.equal(await hosted(), 1);
    const stranger = await newMate(running, 'Stranger');
    t.match(await running.call('POST', '/v1/saved-replies', words, stranger.by.key), {
      status: 403,
      body: { code: 'no_workspace' },
    });
  },
);

void t.test('only people who may connect accounts see the address of a connect link', async (t) => {
  const running = await startService(t, { platforms: [] });
  const { people, slug } = await newTeam(running, 'team', true);
  const made = await people.owner.ask('POST', '/v1/connect-links', { workspace: slug });
  const { id, url } = made.body.connectLink;
  for (const role of ROLES) {
    const expected = role === 'owner' || role === 'editor' ? url : '';
    for (const headers of Object.values(people[role].by)) {
      const read = async <const Path extends string>(path: Path) =>
        (await running.call('GET', path, undefined, headers)).body;
      t.equal((await read(`/v1/connect-links/${id}?workspace=${slug}`)).connectLink.url, expected, role);
      t.equal((await read(`/v1/connect-links?workspace=${slug}`)).connectLinks[0].url, expected, role);
    }
  }
});

void t.test(
  'what is for operators is theirs alone, on every face, whatever the role in a workspace',
  async (t) => {
    t.ok(forOperators.length >= 8);
    for (const { id, rest, dashboard, tool, isForSessions, isPersonal } of operations) {
      const isThere = (dashboard ?? rest)!.path.startsWith(INSTALLATION_PATH);
      t.equal(
        forOperators.some((one) => one.id === id),
        isThere,
        `${id} is for operators if it is about the installation`,
      );
      if (isThere)
        t.strictSame([rest, tool, isForSessions, isPersonal], [undefined, undefined, true, true], id);
    }
    const running = await startService(t, { platforms: [] });
    const { directory, sql } = running.service;
    const { people, slug } = await newTeam(running, 'team', true);
    const theirs = await newMate(running, 'operator', true);
    await insertOperator(directory, { userId: theirs.userId, addedBy: null }, Date.now());
    const before = await everything(sql);
    for (const mate of [...Object.values(people), theirs])
      for (const operation of forOperators)
        for (const [face, headers] of Object.entries(mate.by)) {
          if (mate === theirs && face === 'session') continue;
          const code = face === 'session' ? 'operator_required' : 'session_required';
          const where = `${operation.id} as ${mate.name} by ${face}`;
          t.match(
            await send(running, operation, { workspace: slug, headers }),
            { status: 403, body: { code } },
            where,
          );
        }
    const after = await everything(sql);
    t.same(
      after.filter((row) => !before.includes(row)),
      [],
      'nothing was made or changed',
    );
    for (const operation of forOperators) {
      const { status, body } = await send(running, operation, {
        workspace: slug,
        headers: theirs.by.session,
      });
      t.not(status, 403, `${operation.id}: ${JSON.stringify(body)}`);
    }
    t.same((await theirs.ask('GET', '/app/api/session')).body.workspaces, [], 'no workspace comes with it');
    t.match(await theirs.ask('GET', `/v1/posts?workspace=${slug}`), {
      status: 403,
      body: { code: 'not_a_member' },
    });
    t.match(await theirs.ask('GET', '/v1/posts'), { status: 403, body: { code: 'no_workspace' } });
  },
);

void t.test('the dashboard is told what is for operators', async (t) => {
  const running = await startService(t, { platforms: [] });
  const { people } = await newTeam(running);
  const { owner } = people;
  const isTold = async () => {
    const { isOperator, refused } = (await owner.ask('GET', '/app/api/session')).body;
    return { isOperator, refused: forOperators.filter(({ id }) => refused['owner']!.includes(id)).length };
  };
  t.same(await isTold(), { isOperator: false, refused: forOperators.length });
  await insertOperator(running.service.directory, { userId: owner.userId, addedBy: null }, Date.now());
  t.same(await isTold(), { isOperator: true, refused: 0 });
});
