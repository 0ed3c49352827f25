/** One mail is handed over to a real mail server: what it gets, and what the outcome is after each fault. */
import t from 'tap';
import { type MailServer, readMailServer } from '../../src/base/mail-server.ts';
import { composeLetter, handOver } from '../../src/features/mail/index.ts';
import { startMailServer } from '../support/mail-server.ts';

const letter = composeLetter({
  about: 'test',
  subject: 'Ahoy\r\nBcc: everybody@example.com',
  paragraphs: ['Boats & <b>ships</b>', 'مرحبا'],
  link: { label: 'Open', url: 'https://troupe.example/app#secret' },
  footer: 'You asked for it.',
});
const mail = { ...letter, to: 'ann@example.com', messageId: '<mail_1@example.com>' };

function serverAt(url: string): MailServer {
  const server = readMailServer({ url, from: 'Troupe <troupe@example.com>' });
  if (typeof server === 'string') throw new Error(server);
  return server;
}

void t.test('the person gets text and HTML that say the same', async (t) => {
  const { url, taken } = await startMailServer(t);
  t.same(await handOver(serverAt(url), mail), { outcome: 'sent' });
  const [{ recipients, mail: email }] = taken as [(typeof taken)[number]];
  t.same(recipients, ['ann@example.com'], 'a line break in the subject adds no recipient');
  t.equal(email.subject, 'Ahoy Bcc: everybody@example.com');
  t.match(email.from, { name: 'Troupe', address: 'troupe@example.com' });
  t.equal(email.messageId, '<mail_1@example.com>');
  t.match(email.text, /Boats & <b>ships<\/b>\s+مرحبا\s+Open:\s+https:\/\/troupe\.example\/app#secret/);
  t.match(email.html, /Boats &#38; &#60;b&#62;ships/);
  t.match(email.html, /href="https:\/\/troupe\.example\/app#secret"/);
  t.ok(email.headers.some(({ key, value }) => key === 'auto-submitted' && value === 'auto-generated'));
});

void t.test('each fault has its outcome', async (t) => {
  const { url, faults, taken, logins } = await startMailServer(t);
  const server = serverAt(url);
  faults.push({ kind: 'refuses' });
  t.match(await handOver(server, mail), { outcome: 'refused', reason: /550 no such mailbox/ });
  faults.push({ kind: 'is_busy' });
  t.match(await handOver(server, mail), { outcome: 'later', reason: /451 try again later/ });
  t.equal(taken.length, 0);
  faults.push({ kind: 'loses_response' });
  t.match(await handOver(server, mail), { outcome: 'unknown' });
  t.equal(taken.length, 1, 'the server has it');
  t.match(await handOver(server, mail, { beforeData: () => Promise.resolve(false) }), {
    outcome: 'unknown',
    reason: /stopped/,
  });
  t.equal(taken.length, 1, 'a second process does not repeat a try that is under way');
  const wrong = { ...server, login: { user: 'ann', password: 'wrong' } };
  const refused = await handOver(wrong, mail);
  t.match(refused, { outcome: 'later', reason: /535/ }, 'the operator may correct the password');
  t.notMatch(JSON.stringify(refused), /"wrong"/);
  t.same(await handOver({ ...server, login: { user: 'ann', password: 'right' } }, mail), {
    outcome: 'sent',
  });
  t.same(logins.at(-1), { user: 'ann', password: 'right' });
  const tls = { ...server, requiresTls: true, login: { user: 'ann', password: 'right' } };
  t.match(await handOver(tls, mail), { outcome: 'later' });
  t.equal(logins.length, 2, 'no password is sent without TLS');
});

void t.test('a server that is away is tried later', async (t) => {
  t.match(await handOver(serverAt('smtp://127.0.0.1:1'), mail), {
    outcome: 'later',
    reason: /ECONNREFUSED/,
  });
});

void t.test('an address of a mail server is read, or refused with a sentence', async (t) => {
  const from = 'troupe@example.com';
  t.match(readMailServer({ url: 'smtp://ann:p%40ss@mail.example.com', from }), {
    host: 'mail.example.com',
    port: 587,
    isSecure: false,
    requiresTls: true,
    login: { user: 'ann', password: 'p@ss' },
  });
  t.match(readMailServer({ url: 'smtps://mail.example.com', from }), {
    port: 465,
    isSecure: true,
    login: null,
  });
  t.match(readMailServer({ url: 'smtp://ann:pass@localhost:25', from }), { port: 25, requiresTls: false });
  for (const url of ['https://mail.example.com', 'mail.example.com', 'smtp://'])
    t.match(readMailServer({ url, from }), /must be an address like smtp:/);
  for (const sender of ['troupe', 'a@b\nBcc: c@d', 'Troupe troupe@example.com', '<a@b> c'])
    t.match(
      readMailServer({ url: 'smtp://localhost', from: sender }),
      /must be an address like troupe@/,
      sender,
    );
});
