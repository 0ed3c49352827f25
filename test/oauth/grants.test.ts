/** A code and its tokens: once each, for their app, until they end. */
import t from 'tap';
import { prune } from '../../src/service/retention.ts';
import { kinds } from '../../src/kinds/index.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/service.ts';
import { appWith, newApp, personOf, post, REDIRECT, type Tokens, withToken } from './app.ts';

const HOUR = 3_600_000;
const DAY = 24 * 3_600_000;

void t.test('a code and a refresh token are good for one use, and their replay ends the grant', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const app = await newApp(running);
  const ended = async (token: string) =>
    eventually(async () => (await withToken(running, token)).status === 401);

  const to = await app.consent(person);
  const code = to.searchParams.get('code')!;
  const first = (await app.code(code)).body;
  t.equal((await withToken(running, first.access_token)).status, 200);
  t.equal((await withToken(running, first.refresh_token)).status, 401, 'a refresh token opens nothing');
  t.match(await app.code(code), { status: 400, body: { error: 'invalid_grant' } });
  t.ok(await ended(first.access_token), 'the tokens of a replayed code have ended');
  t.match(await app.refresh(first.refresh_token), { status: 400, body: { error: 'invalid_grant' } });
  t.strictSame((await person.ask('GET', '/app/api/grants')).body.grants, []);

  const second = await app.connect(person);
  const third = (await app.refresh(second.refresh_token)).body;
  t.not(third.refresh_token, second.refresh_token);
  t.equal((await withToken(running, third.access_token)).status, 200);
  t.match(await app.refresh(second.refresh_token), { status: 400, body: { error: 'invalid_grant' } });
  t.ok(await ended(third.access_token), 'the thief and the app are both cut off');
  t.ok(await ended(second.access_token));
  t.match(await app.refresh(third.refresh_token), { status: 400, body: { error: 'invalid_grant' } });

  // two at once are one whose answer was lost: what the first one got is replaced
  const fourth = await app.connect(person);
  const both = await Promise.all([app.refresh(fourth.refresh_token), app.refresh(fourth.refresh_token)]);
  t.strictSame(
    both.map(({ status }) => status),
    [200, 200],
  );
  const alive = [];
  for (const { body } of both) alive.push((await withToken(running, body.access_token)).status);
  t.strictSame(
    alive.toSorted((a, b) => a - b),
    [200, 401],
    'one holder remains',
  );
  const replaced = both[alive.indexOf(401)]!.body.refresh_token;
  t.match(await app.refresh(replaced), { status: 400, body: { error: 'invalid_grant' } });
  t.ok(await ended(both[alive.indexOf(200)]!.body.access_token), 'two holders of one token are cut off');
});

void t.test('an app whose answer was lost asks again, and a thief gains nothing by that', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const [app, other] = [await newApp(running), await newApp(running)];
  const status = async (token: string) => (await withToken(running, token)).status;
  const refused = { status: 400, body: { error: 'invalid_grant' } };
  const grants = async () => (await person.ask('GET', '/app/api/grants')).body.grants.length;

  const held = await app.connect(person);
  const lost = [(await app.refresh(held.refresh_token)).body, (await app.refresh(held.refresh_token)).body];
  const came = await app.refresh(held.refresh_token, { scope: 'read' });
  t.match(came, { status: 200, body: { scope: 'read' } }, 'twice lost');
  for (const { access_token: token } of lost) t.equal(await status(token), 401, 'what was lost is of no use');
  t.equal(await status(came.body.access_token), 200);
  const next = (await app.refresh(came.body.refresh_token)).body;
  t.equal(await status(next.access_token), 200, 'the app goes on');
  t.equal(next.scope, 'read draft publish answer manage');
  t.equal(await grants(), 1);
  t.match(await app.refresh(lost[0]!.refresh_token), refused);
  t.equal(await grants(), 0, 'whoever brings what was replaced ends the grant');

  for (const [what, spoil] of [
    ['the new access token was used', ({ access_token: token }) => status(token)],
    ['the new refresh token was used', ({ refresh_token: token }) => app.refresh(token)],
    ['the new access token was revoked', ({ access_token: token }) => app.revoke(token)],
    ['it is too late', async () => running.advance(30_001)],
  ] as [string, (given: Tokens) => Promise<unknown>][]) {
    const before = await app.connect(person);
    const given: Tokens = (await app.refresh(before.refresh_token)).body;
    await spoil(given);
    t.match(await app.refresh(before.refresh_token), refused, what);
    t.equal(await grants(), 0, `${what}: the grant has ended`);
  }
  const before = await app.connect(person);
  await app.refresh(before.refresh_token);
  t.match(await other.refresh(before.refresh_token), refused, 'of another app');
  t.equal(await grants(), 0);
});

void t.test('a code is bound to its app, its verifier, its address and its resource', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const [app, other] = [await newApp(running), await newApp(running)];
  const code = (await app.consent(person)).searchParams.get('code')!;
  const refused = { status: 400, body: { error: 'invalid_grant' } };
  t.match(await other.code(code, { code_verifier: app.verifier }), refused, 'another app');
  t.match(await app.code(code, { code_verifier: other.verifier }), refused, 'another verifier');
  t.match(await app.code(code, { redirect_uri: `${REDIRECT}2` }), refused, 'another address');
  const foreign = await app.code(code, { resource: 'https://other.example/mcp' });
  t.match(foreign, { status: 400, body: { error: 'invalid_target' } });
  t.match(await app.code(code, { client_id: 'app_unknown' }), {
    status: 401,
    body: { error: 'invalid_client' },
  });
  t.match(await app.exchange({ grant_type: 'password', client_id: app.id }), {
    status: 400,
    body: { error: 'unsupported_grant_type' },
  });
  t.match(await app.exchange({ grant_type: 'authorization_code', client_id: app.id }), {
    status: 400,
    body: { error: 'invalid_request' },
  });
  const twice = await running.raw('POST', '/oauth/token', 'client_id=a&client_id=b', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  t.match(twice, {
    status: 400,
    body: { error: 'invalid_request', error_description: 'client_id comes twice' },
  });
  const given = await app.code(code, { resource: `${running.baseUrl}/mcp` });
  t.equal(given.status, 200, 'what was wrong has not used it up');
  t.match(await other.refresh(given.body.refresh_token), refused, "another app's refresh token");
  t.match(await app.refresh(given.body.refresh_token, { resource: 'https://other.example' }), {
    body: { error: 'invalid_target' },
  });
  const late = (await app.consent(person)).searchParams.get('code')!;
  running.advance(3 * 60_000);
  t.match(await app.code(late), refused, 'a code ends after two minutes');
});

void t.test('revocation, disconnecting, and the end of the person end access at once', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const [app, other] = [await newApp(running), await newApp(running)];
  const ended = async (token: string) =>
    eventually(async () => (await withToken(running, token)).status === 401);

  const first = await app.connect(person);
  t.match(await other.revoke(first.refresh_token), { status: 401, body: { error: 'invalid_client' } });
  t.equal((await withToken(running, first.access_token)).status, 200);
  t.equal((await app.revoke(first.access_token)).status, 200);
  t.ok(await ended(first.access_token));
  const second = (await app.refresh(first.refresh_token)).body;
  t.equal((await withToken(running, second.access_token)).status, 200, 'an access token ends alone');
  t.equal((await app.revoke(second.refresh_token)).status, 200);
  t.ok(await ended(second.access_token), 'a refresh token ends with all of the grant');
  t.equal((await app.revoke(second.refresh_token)).status, 200, 'what has ended is no error');
  t.equal((await post(running.baseUrl, '/oauth/revoke', { token: 'x', client_id: 'y' })).status, 200);

  const third = await app.connect(person);
  const [{ id }] = (await person.ask('GET', '/app/api/grants')).body.grants;
  t.match(await person.ask('DELETE', `/app/api/grants/${id}`), { status: 200, body: { id, deleted: true } });
  t.ok(await ended(third.access_token));
  t.equal((await person.ask('DELETE', `/app/api/grants/${id}`)).status, 404);

  const fourth = await app.connect(person);
  running.advance(HOUR + 1);
  t.equal((await withToken(running, fourth.access_token)).status, 401, 'an access token ends after an hour');
  t.equal((await app.refresh(fourth.refresh_token)).status, 200);

  const { directory } = running.service;
  const { userId } = (await running.service.authenticate(running.key))!;
  await directory`delete from users where id = ${userId}`;
  const left =
    await directory`select (select count(*)::int from grants) as grants, (select count(*)::int from grant_tokens) as tokens`;
  t.strictSame(left[0], { grants: 0, tokens: 0 }, 'grants go with the person');
});

void t.test('what has ended is deleted in time, and what may still come is kept', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const app = await newApp(running);
  await app.connect(person);
  await app.ask();
  const { sql, directory } = running.service;
  const run = async (days: number) => {
    await prune({ sql, directory }, kinds, Date.now() + days * DAY);
    const [counts] = await directory`select (select count(*)::int from oauth_requests) as requests,
      (select count(*)::int from grant_codes) as codes, (select count(*)::int from grant_tokens) as tokens,
      (select count(*)::int from grants) as grants, (select count(*)::int from oauth_clients) as apps`;
    return counts;
  };
  t.strictSame(await run(0), { requests: 1, codes: 1, tokens: 2, grants: 1, apps: 1 });
  t.strictSame(await run(1.5), { requests: 0, codes: 0, tokens: 1, grants: 1, apps: 1 });
  t.strictSame(await run(32), { requests: 0, codes: 0, tokens: 0, grants: 0, apps: 1 });
  t.strictSame(await run(91), { requests: 0, codes: 0, tokens: 0, grants: 0, apps: 0 });
  t.match(await appWith(running, app.id).ask(), { status: 401, to: null });
});
