/** Sessions that a person sees and ends, and codes of an app besides the password (docs/people.md, Signing in). */
import t, { type Test } from 'tap';
import { MAX_FAILURES } from '../../src/features/auth/attempts.ts';
import { type Browser, browserAt } from '../support/browser-session.ts';
import { codeAt, PASSWORD } from '../support/second-factor.ts';
import { startService } from '../support/service.ts';

const person = { name: 'Rosa', email: 'rosa@example.org', password: PASSWORD };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const STEP_MS = 30_000;

async function installed(t: Test) {
  const running = await startService(t, { platforms: [] });
  const browser = browserAt(running);
  t.equal((await browser.ask('POST', '/app/api/setup', { ...person, key: running.key })).status, 200);
  const signIn = async (more: object = {}, from: Browser = browserAt(running)) => {
    const { email, password } = person;
    return from.ask('POST', '/app/api/session', { email, password, ...more }, { 'user-agent': FIREFOX });
  };
  let now = Date.now();
  /** Moves the clock on to the next code of an app. */
  const nextCode = (uri: string) => {
    running.advance(STEP_MS);
    now += STEP_MS;
    return codeAt(uri, now);
  };
  return { running, browser, signIn, nextCode };
}

/** Turns the second factor on. */
async function turnOn(t: Test) {
  const scene = await installed(t);
  const { browser, nextCode } = scene;
  const started = await browser.ask('POST', '/app/api/second-factor', { password: person.password });
  t.equal(started.status, 200, JSON.stringify(started.body));
  const { uri } = started.body;
  const confirmed = await browser.ask('POST', '/app/api/second-factor/confirm', { code: nextCode(uri) });
  t.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  return { ...scene, uri, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

void t.test('a person sees their sessions and ends one, and nobody else does', async (t) => {
  const { running, browser, signIn } = await installed(t);
  const phone = browserAt(running);
  t.equal((await signIn({}, phone)).status, 200);
  const { body } = await browser.ask('GET', '/app/api/sessions');
  t.match(
    body.sessions.map(({ device, isCurrent }) => [device, isCurrent]),
    [
      ['Firefox on Linux', false],
      [null, true],
    ],
  );
  t.match((await browser.ask('DELETE', `/app/api/sessions/${body.sessions[0].id}`)).body, { deleted: true });
  t.equal((await phone.ask('GET', '/app/api/session')).body.user, null, 'the phone is signed out');
  t.equal((await browser.ask('GET', '/app/api/sessions')).body.sessions.length, 1);
  t.equal((await running.call('GET', '/app/api/sessions')).status, 403, 'a key sees no sessions');
});

void t.test('with a second factor the password alone signs nobody in, and each code does once', async (t) => {
  const { running, browser, signIn, nextCode, uri } = await turnOn(t);
  t.match(await signIn(), { status: 401, body: { code: 'second_factor_required' } });
  t.match(await signIn({ code: '000000' }), { status: 400, body: { code: 'wrong_code', param: '/code' } });
  t.match(await signIn({ password: 'wrong wrong wrong', code: nextCode(uri) }), {
    status: 401,
    body: { code: 'wrong_login' },
  });
  const code = nextCode(uri);
  const both = await Promise.all([signIn({ code }), signIn({ code })]);
  t.same(
    both.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 400],
    'once',
  );
  t.equal((await signIn({ code: ` ${nextCode(uri).replace(/^.../, '$& ')} ` })).status, 200, 'with blanks');
  running.advance(-STEP_MS);
  t.equal(
    (await signIn({ code: codeAt(uri, Date.now()) })).status,
    400,
    'an older code than one that was used',
  );
  t.match((await browser.ask('GET', '/app/api/second-factor')).body, { isOn: true, recoveryCodesLeft: 10 });
});

void t.test('a recovery code signs in once', async (t) => {
  const { browser, signIn, recoveryCodes } = await turnOn(t);
  t.equal(new Set(recoveryCodes).size, 10);
  const [first, second] = recoveryCodes as [string, string];
  t.equal((await signIn({ code: first })).status, 200);
  t.match(await signIn({ code: first }), { status: 400, body: { code: 'wrong_code' } });
  t.equal(
    (await signIn({ code: second.toLowerCase().replaceAll('-', ' ') })).status,
    200,
    'however it is typed',
  );
  t.match((await browser.ask('GET', '/app/api/second-factor')).body, { recoveryCodesLeft: 8 });
});

void t.test('a session alone turns nothing on or off', async (t) => {
  const { running, browser, nextCode } = await installed(t);
  const begin = (password: string) => browser.ask('POST', '/app/api/second-factor', { password });
  t.match(await begin('wrong wrong wrong'), { status: 400, body: { param: '/password' } });
  t.match(await browser.ask('POST', '/app/api/second-factor/confirm', { code: '123456' }), { status: 409 });
  const { uri } = (await begin(person.password)).body;
  t.equal((await browserAt(running).ask('POST', '/app/api/session', person)).status, 400, 'no such field');
  t.match(await browser.ask('POST', '/app/api/second-factor/confirm', { code: '000000' }), { status: 400 });
  const on = await browser.ask('POST', '/app/api/second-factor/confirm', { code: nextCode(uri) });
  t.equal(on.status, 200);
  t.match(await begin(person.password), { status: 409, body: { code: 'second_factor_on' } });
  t.match(await browser.ask('POST', '/app/api/second-factor/end', { code: '000000' }), { status: 400 });
  t.match(await browser.ask('POST', '/app/api/second-factor/end', { code: nextCode(uri) }), {
    body: { isOn: false },
  });
  const again = await browser.ask('POST', '/app/api/second-factor/end', { code: on.body.recoveryCodes[0] });
  t.match(again, { status: 400 }, 'recovery codes went with it');
  t.equal((await running.call('GET', '/app/api/second-factor')).status, 403, 'no key sees it');
});

void t.test('codes are not guessed, wherever they are entered', async (t) => {
  const { browser, signIn, nextCode, uri } = await turnOn(t);
  const end = (code: string) => browser.ask('POST', '/app/api/second-factor/end', { code });
  for (let count = 1; count < MAX_FAILURES.person; count += 1)
    t.match(await signIn({ code: '000000' }), { status: 400, body: { code: 'wrong_code' } });
  t.equal((await end('000000')).status, 400, 'wrong codes of both pages are counted together');
  t.match(await end(nextCode(uri)), { status: 429, body: { code: 'too_many_attempts' } });
  t.match(await signIn({ code: nextCode(uri) }), { status: 429, body: { code: 'too_many_attempts' } });
  t.match(
    await signIn(),
    { status: 401, body: { code: 'second_factor_required' } },
    'the password is checked',
  );
  for (let waited = 0; waited < 15 * 60_000; waited += STEP_MS) nextCode(uri);
  t.equal((await signIn({ code: nextCode(uri) })).status, 200, 'after 15 minutes');
});

void t.test('no secret and no recovery code is stored in the clear', async (t) => {
  const { running, uri, recoveryCodes } = await turnOn(t);
  const rows = await Promise.all([
    running.service.directory`select secret from second_factors`,
    running.service.directory`select hash from recovery_codes`,
  ]);
  const stored = rows
    .flat()
    .map((row) => Buffer.from((row['secret'] ?? row['hash']) as Uint8Array).toString('latin1'));
  const secret = new URL(uri).searchParams.get('secret')!;
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
    t.notOk(stored.some((one) => one.includes(text)));
});
