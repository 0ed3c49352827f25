/** The mail server of the installation over the dashboard, with a real mail server (docs/operating.md, Mail). */
import t from 'tap';
import { readMailServer } from '../../src/base/mail-server.ts';
import { createGuard } from '../../src/base/outbound/guard.ts';
import { insertOperator } from '../../store/operators.ts';
import { startMailServer } from '../support/mail-server.ts';
import { type RunningService, startService } from '../support/service.ts';
import { newMate } from '../support/team.ts';

const PATH = '/app/api/installation/mail';
const PASSWORD = 'one-secret-of-mails';

async function newOperator(running: RunningService) {
  const rosa = await newMate(running, 'rosa');
  const operator = { userId: rosa.userId, addedBy: null };
  await insertOperator(running.service.directory, operator, Date.now());
  return rosa;
}

/** Everything that the service holds, as text. */
async function everythingStored({ service }: RunningService): Promise<string> {
  const rows = await service.directory<{ value: Buffer }[]>`select value from installation`;
  return rows.map(({ value }) => value.toString('latin1')).join('\n');
}

void t.test('a mail server is set, shown without its password, tested and removed', async (t) => {
  const mails = await startMailServer(t);
  const { port } = new URL(mails.url);
  const running = await startService(t, { platforms: [], allowedOrigins: [`http://127.0.0.1:${port}`] });
  const rosa = await newOperator(running);
  const set = {
    host: '127.0.0.1',
    port: Number(port),
    security: 'starttls',
    from: 'Troupe <troupe@example.org>',
  };
  const put = (more: object = {}) => rosa.ask('PUT', PATH, { ...set, ...more });
  const test = async (key?: string) =>
    rosa.ask('POST', `${PATH}/test`, {}, key === undefined ? {} : { 'idempotency-key': key });

  t.match(await rosa.ask('GET', PATH), { body: { mail: { setBy: 'nobody', server: null } } });
  t.match(await test(), { status: 409, body: { code: 'no_mail_server' } });
  const shown = { setBy: 'operator', server: { ...set, user: 'troupe' } };
  const saved = await put({ user: 'troupe', password: PASSWORD });
  t.same([saved.status, saved.body], [200, { mail: shown }]);
  t.same((await rosa.ask('GET', PATH)).body, { mail: shown });
  t.notOk((await everythingStored(running)).includes(PASSWORD), 'it is stored sealed');

  t.match(await test('one'), { status: 200, body: { sentTo: 'rosa@example.org' } });
  t.match(await test('one'), { status: 200, body: { sentTo: 'rosa@example.org' } });
  t.same(
    mails.taken.map(({ recipients }) => recipients),
    [['rosa@example.org']],
    'one mail for a key',
  );
  t.same(mails.logins.at(-1), { user: 'troupe', password: PASSWORD });
  mails.faults.push({ kind: 'refuses' });
  t.match(await test('two'), { status: 502, body: { code: 'mail_refused', error: /550 no such mailbox/ } });
  t.match(await test('two'), { status: 200 }, 'a refusal leaves the key free');

  t.match(
    await put({ user: 'troupe', from: 'new@example.org' }),
    { status: 200 },
    'the stored password stays',
  );
  await test();
  t.same(mails.logins.at(-1), { user: 'troupe', password: PASSWORD });
  for (const other of [{ user: 'other' }, { user: 'troupe', security: 'tls' }])
    t.match(await put(other), { status: 400, body: { param: '/password' } }, 'it goes nowhere else');
  t.match(await put({ user: 'troupe', password: 'wrong' }), { status: 200 });
  const refused = await test();
  t.match(refused, { status: 502, body: { error: /535/ } });
  t.notMatch(JSON.stringify(refused.body), /"wrong"/);
  t.match(await put({ from: 'troupe' }), { status: 400, body: { param: '/from' } });

  t.match(await rosa.ask('DELETE', PATH), { body: { removed: true } });
  t.match(await rosa.ask('GET', PATH), { body: { mail: { setBy: 'nobody' } } });
});

void t.test('what variables set is shown as theirs, and changed by nobody', async (t) => {
  const mails = await startMailServer(t);
  const url = mails.url.replace('smtp://', `smtp://ann:${PASSWORD}@`);
  const mailServer = readMailServer({ url, from: 'troupe@example.org' });
  if (typeof mailServer === 'string') throw new Error(mailServer);
  const running = await startService(t, { platforms: [], mailServer });
  const rosa = await newOperator(running);
  const { body } = await rosa.ask('GET', PATH);
  t.match(body, { mail: { setBy: 'variable', server: { host: '127.0.0.1', user: 'ann' } } });
  t.notOk(JSON.stringify(body).includes(PASSWORD));
  const set = { host: 'mail.example.org', port: 587, security: 'tls', from: 'troupe@example.org' };
  for (const [method, sent] of [
    ['PUT', set],
    ['DELETE', undefined],
  ] as const)
    t.match(await rosa.ask(method, PATH, sent), { status: 409, body: { code: 'set_by_variable' } }, method);
  t.equal(await everythingStored(running).then((text) => text.includes('mail.example.org')), false);
  t.match(await rosa.ask('POST', `${PATH}/test`, {}), { status: 200 }, 'it can be tested');
});

void t.test('over the dashboard nobody reaches the network of the service', async (t) => {
  const running = await startService(t, { platforms: [] });
  const rosa = await newOperator(running);
  const put = (host: string, port = 25) =>
    rosa.ask('PUT', PATH, { host, port, security: 'starttls', from: 'troupe@example.org' });
  for (const host of [
    '127.0.0.1',
    '10.0.0.8',
    '169.254.169.254',
    '::1',
    'localhost',
    'mail.internal',
    'postgres',
  ])
    t.match(await put(host), { status: 400, body: { param: '/host', code: 'url_refused' } }, host);
  t.match(await put('203.0.114.5', 6379), { status: 400, body: { param: '/port', code: 'url_refused' } });
  t.match(await put('203.0.114.5/x'), { status: 400, body: { param: '/host' } });
  t.match(await rosa.ask('GET', PATH), { body: { mail: { setBy: 'nobody' } } }, 'none is stored');
});

void t.test('a name that leads to a private address later is not connected to', async (t) => {
  let address = '203.0.114.5';
  const guard = createGuard({ lookup: async () => [{ address, family: 4 }] });
  t.teardown(() => guard.close());
  const server = { host: 'mail.example.org', port: 587 };
  t.equal(await guard.mailAddressOf(server), '203.0.114.5');
  address = '10.0.0.8';
  await t.rejects(guard.mailAddressOf(server), {
    code: 'URL_REFUSED',
    message: /not lead to a public address/,
  });
});
