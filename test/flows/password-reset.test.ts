/** A person who forgot their password gets a link by mail (docs/people.md, Forgotten passwords). */
import { hash } from 'node:crypto';
import t, { type Test } from 'tap';
import { readMailServer } from '../../src/base/mail-server.ts';
import { saveMailSetting } from '../../src/features/mail/index.ts';
import { RESET_MS } from '../../src/features/auth/password-resets.ts';
import { MAX_FAILURES } from '../../src/features/auth/attempts.ts';
import { MAIL_RETRY_AFTER_MS } from '../../machines/mail.ts';
import { takePasswordReset } from '../../store/password-resets.ts';
import { browserAt } from '../support/browser-session.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startService } from '../support/service.ts';

const person = { name: 'Rosa', email: 'Rosa@Example.org', password: 'correct horse battery' };
/** How the address is stored. */
const STORED = 'rosa@example.org';
const NEW = 'battery horse correct';

/** An installation with a mail server and one person who is signed in. */
async function installed(t: Test) {
  const mails = await startMailServer(t);
  const server = readMailServer({ url: mails.url, from: 'Troupe <troupe@example.org>' });
  if (typeof server === 'string') throw new Error(server);
  const running = await startService(t, { mailServer: server });
  const browser = browserAt(running);
  t.equal((await browser.ask('POST', '/app/api/setup', { ...person, key: running.key })).status, 200);
  const request = (email = person.email) =>
    browserAt(running).ask('POST', '/app/api/password-resets', { email });
  const use = (secret: string, password = NEW) =>
    browserAt(running).ask('POST', '/app/api/password-resets/use', { secret, password });
  const signIn = (password: string) =>
    browserAt(running).ask('POST', '/app/api/session', { email: person.email, password });
  /** The secret of the link in a mail. */
  const secretIn = async (place: number) => {
    await eventually(() => mails.taken.length > place);
    const [, secret] = /\/app\/reset-password#(\S+)/.exec(mails.taken[place]!.mail.text ?? '') ?? [];
    return secret!;
  };
  const states = async () => {
    const rows = await running.service.sql<{ value: string }[]>`
      select snapshot ->> 'value' as value from actors where kind = 'mail' order by id`;
    return rows.map(({ value }) => value);
  };
  return { mails, running, browser, request, use, signIn, secretIn, states };
}

void t.test('the link sets a new password once, and ends all sessions', async (t) => {
  const { mails, running, browser, request, use, signIn, secretIn } = await installed(t);
  t.match((await browserAt(running).ask('GET', '/app/api/session')).body, { sendsMail: true });
  t.match(await request(), { status: 200, body: { sent: true } });
  const secret = await secretIn(0);
  t.same(mails.taken[0]!.recipients, [STORED]);
  t.match(mails.taken[0]!.mail, {
    subject: 'Choose a new password',
    from: { address: 'troupe@example.org' },
  });
  t.match(await use(secret, 'short'), { status: 400, body: { param: '/password' } });
  t.match(await use(`${secret}x`), { status: 400, body: { code: 'link_ended', param: '/secret' } });
  t.match(await request(), { status: 200 });
  const second = await secretIn(1);
  t.match(await use(secret), { status: 200, body: { changed: true } });
  t.match(await use(secret), { status: 400, body: { code: 'link_ended' } });
  t.match(await use(second), { status: 400, body: { code: 'link_ended' } }, 'other links end with it');
  t.match((await browser.ask('GET', '/app/api/session')).body, { user: null }, 'sessions end');
  t.equal((await signIn(person.password)).body.code, 'wrong_login');
  t.equal((await signIn(NEW)).status, 200);
});

void t.test('of two uses at once one sets the password', async (t) => {
  const { request, use, secretIn } = await installed(t);
  await request();
  const secret = await secretIn(0);
  const both = await Promise.all([use(secret, 'the first of both'), use(secret, 'the second of both')]);
  t.same(
    both.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 400],
  );
});

void t.test('a link ends after an hour', async (t) => {
  const { running, request, use, secretIn } = await installed(t);
  await request();
  const secret = await secretIn(0);
  const link = { hash: hash('sha256', secret, 'buffer'), now: Date.now() + RESET_MS + 1 };
  t.equal(await takePasswordReset(running.service.directory, link), undefined, 'also while it is being used');
  running.advance(RESET_MS + 1);
  t.match(await use(secret), { status: 400, body: { code: 'link_ended' } });
});

void t.test('the response is the same for an address that nobody has, and no mail is sent', async (t) => {
  const { mails, request, states } = await installed(t);
  const [known, unknown] = [await request(), await request('nobody@example.org')];
  t.same(unknown.body, known.body);
  t.equal(unknown.status, known.status);
  await eventually(async () => (await states()).toString() === 'sent,skipped');
  t.same(
    mails.taken.map(({ recipients }) => recipients),
    [[STORED]],
  );
});

void t.test('the mail goes to the address that is stored, whatever was typed', async (t) => {
  const { mails, running, request } = await installed(t);
  await running.service.directory`update users set email = 'kim@example.org' where lower(email) = ${STORED}`;
  t.equal((await request('\u212Aim@example.org')).status, 200);
  t.equal((await request('KIM@example.org')).status, 200);
  await eventually(() => mails.taken.length > 0);
  for (const { recipients } of mails.taken) t.same(recipients, ['kim@example.org']);
});

void t.test('nobody fills the mailbox of another person', async (t) => {
  const { mails, request, states } = await installed(t);
  for (let count = 0; count < MAX_FAILURES.person; count += 1) t.equal((await request()).status, 200);
  t.match(await request(), { status: 429, body: { code: 'too_many_attempts', error: /new password/ } });
  await eventually(async () => (await states()).every((state) => state !== 'sending'));
  t.equal(mails.taken.length, 5, 'five links are valid at once');
});

void t.test('a mail server that is away gets the mail later; a lost response repeats it once', async (t) => {
  const { mails, running, request, use, secretIn, states } = await installed(t);
  mails.faults.push({ kind: 'is_busy' }, { kind: 'loses_response' });
  await request();
  await eventually(async () => (await states())[0] === 'waiting');
  t.equal(mails.taken.length, 0);
  running.advance(MAIL_RETRY_AFTER_MS[0]);
  await eventually(async () => mails.taken.length === 1 && (await states())[0] === 'waiting');
  running.advance(MAIL_RETRY_AFTER_MS[1]);
  await eventually(async () => (await states())[0] === 'sent');
  t.equal(mails.taken.length, 2);
  t.equal(mails.taken[0]!.mail.messageId, mails.taken[1]!.mail.messageId);
  t.match(await use(await secretIn(1)), { status: 200 });
});

void t.test('no secret of a link is stored or shown in the clear', async (t) => {
  const { running, request, secretIn, states } = await installed(t);
  await request();
  const secret = await secretIn(0);
  await eventually(async () => (await states())[0] === 'sent');
  const { sql, directory } = running.service;
  const rows = await Promise.all([
    sql`select * from actors`,
    sql`select * from journal_pages`,
    sql`select * from mails`,
    sql`select * from feed`,
    directory`select * from password_resets`,
  ]);
  t.notMatch(JSON.stringify(rows), secret);
  t.notMatch(Buffer.concat(rows[2].map(({ content }) => Buffer.from(content))).toString('latin1'), secret);
  const { body } = await running.call('GET', '/v1/actors?limit=100');
  t.notMatch(JSON.stringify(body), /mail_/, 'members of a workspace do not see mails of the installation');
});

void t.test('without a mail server the page says so; a stored one is used within seconds', async (t) => {
  const running = await startService(t);
  const browser = browserAt(running);
  t.equal((await browser.ask('POST', '/app/api/setup', { ...person, key: running.key })).status, 200);
  const request = () => browser.ask('POST', '/app/api/password-resets', { email: person.email });
  t.match(await request(), { status: 409, body: { code: 'no_mail_server' } });
  const mails = await startMailServer(t);
  const { directory, sealer } = running.service;
  await saveMailSetting(directory, sealer, { url: mails.url, from: 'troupe@example.org' });
  running.advance(11_000);
  t.equal((await request()).status, 200);
  await eventually(() => mails.taken.length === 1);
});
