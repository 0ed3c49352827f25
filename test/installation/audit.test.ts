/** What operators change leaves an entry in the commit of the change (docs/people.md, Operators). */
import t from 'tap';
import { prune } from '../../src/service/retention.ts';
import { kinds } from '../../src/kinds/index.ts';
import { listInstallationEntries } from '../../store/installation-entries.ts';
import { insertOperator } from '../../store/operators.ts';
import { startService } from '../support/service.ts';
import { newMate, newTeam } from '../support/team.ts';

const running = await startService(t, { platforms: [] });
const { sql, directory, context } = running.service;
const PATH = '/app/api/installation';
const DAY = 86_400_000;
const rosa = await newMate(running, 'Rosa');
const maya = await newMate(running, 'Maya');
await directory`update users set password = 'hashed' where id = ${maya.userId}`;
await insertOperator(directory, { userId: rosa.userId, addedBy: null }, context.clock());
const SECRET = 'one-secret-of-mails';
const server = { host: '203.0.114.5', port: 587, security: 'starttls', from: 'troupe@example.org' };
const entries = async () => (await rosa.ask('GET', `${PATH}/audit`)).body.entries;

void t.test('each change has its entry, with names of fields and no values', async (t) => {
  t.same(await entries(), []);
  const key = { 'idempotency-key': 'one' };
  for (let time = 0; time < 2; time += 1)
    t.match(await rosa.ask('POST', `${PATH}/operators`, { email: 'maya@example.org' }, key), { status: 200 });
  const set = { ...server, user: 'troupe', password: SECRET };
  t.match(await rosa.ask('PUT', `${PATH}/mail`, set), { status: 200 });
  t.match(await rosa.ask('DELETE', `${PATH}/mail`), { status: 200 });
  t.match(await rosa.ask('DELETE', `${PATH}/operators/${maya.userId}`), { status: 200 });
  const listed = await entries();
  const by = { person: { id: rosa.userId, name: 'Rosa' }, by: 'session', address: '127.0.0.1' };
  t.match(listed, [
    { ...by, operation: 'removeOperator', object: { kind: 'operator', id: maya.userId, name: 'Maya' } },
    { ...by, operation: 'removeMailServer', object: { kind: 'mail_server', id: null } },
    { ...by, operation: 'setMailServer', fields: Object.keys(set) },
    { ...by, operation: 'addOperator', action: 'Make somebody an operator', fields: ['email'] },
  ]);
  t.equal(listed.length, 4, 'a repeated request leaves none');
  t.notOk(JSON.stringify(await directory`select * from installation_entries`).includes(SECRET));
  const first = (await rosa.ask('GET', `${PATH}/audit?limit=3`)).body;
  t.equal(first.entries.length, 3);
  const rest = (await rosa.ask('GET', `${PATH}/audit?limit=3&before=${first.next}`)).body;
  t.match(rest, { entries: [{ operation: 'addOperator' }], next: null });
});

void t.test('what is refused leaves no entry, and without its entry nothing is changed', async (t) => {
  const before = await entries();
  await rosa.ask('POST', `${PATH}/operators`, { email: 'nobody@example.org' });
  t.match(await rosa.ask('DELETE', `${PATH}/operators/${rosa.userId}`), { status: 409 });
  t.same(await entries(), before);
  await directory`alter table installation_entries add constraint refused check (false) not valid`;
  t.equal((await rosa.ask('POST', `${PATH}/operators`, { email: 'maya@example.org' })).status, 500);
  t.equal((await rosa.ask('PUT', `${PATH}/mail`, server)).status, 500);
  await directory`alter table installation_entries drop constraint refused`;
  t.match((await rosa.ask('GET', `${PATH}/operators`)).body, { operators: [{ userId: rosa.userId }] });
  t.match((await rosa.ask('GET', `${PATH}/mail`)).body, { mail: { setBy: 'nobody' } });
});

void t.test('nobody but operators reads the changes and the queues of private replies', async (t) => {
  const { people } = await newTeam(running, 'others');
  for (const page of ['audit', 'reply-queues']) {
    t.match(await rosa.ask('GET', `${PATH}/${page}`), { status: 200 }, page);
    for (const mate of [...Object.values(people), maya])
      t.match(
        await mate.ask('GET', `${PATH}/${page}`),
        { status: 403, body: { code: 'operator_required' } },
        `${page} by ${mate.name}`,
      );
    const byKey = await running.call('GET', `${PATH}/${page}`, undefined, rosa.by.key);
    t.match(byKey, { status: 403, body: { code: 'session_required' } }, `${page} by key`);
  }
});

void t.test('addresses are kept for 30 days, entries for 365', async (t) => {
  const stored = () => listInstallationEntries(directory, { before: null, limit: 100 });
  const { length } = await stored();
  const pruneAt = (days: number) => prune({ sql, directory }, kinds, context.clock() + days * DAY);
  await pruneAt(29);
  t.ok((await stored()).every(({ address }) => address === '127.0.0.1'));
  await pruneAt(31);
  t.ok((await stored()).every(({ address }) => address === null));
  t.equal((await stored()).length, length);
  await pruneAt(366);
  t.same(await stored(), []);
});
