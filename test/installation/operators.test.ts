/** Operators of the installation: who is the first, adding and removing others (docs/people.md, Operators). */
import t from 'tap';
import { insertOperator, listOperators, lockOperators, deleteOperator } from '../../store/operators.ts';
import { type RunningService, startService } from '../support/service.ts';
import { newMate } from '../support/team.ts';
import { setUp } from '../web/set-up.ts';

const PATH = '/app/api/installation/operators';

const idsOf = async ({ service }: RunningService) =>
  (await listOperators(service.directory)).map(({ userId }) => userId);

/** A person who can sign in by a password, in no workspace. @param isOperator whether they are an operator */
async function newPerson(running: RunningService, name: string, isOperator: boolean) {
  const mate = await newMate(running, name);
  const { directory } = running.service;
  await directory`update users set password = 'hashed' where id = ${mate.userId}`;
  if (isOperator) await insertOperator(directory, { userId: mate.userId, addedBy: null }, Date.now());
  return mate;
}

void t.test('who sets the installation up is its operator, and nobody who signs up later', async (t) => {
  const running = await startService(t, { platforms: [] });
  await setUp(running);
  const [first] = await listOperators(running.service.directory);
  t.match(first, { name: 'Rosa', email: 'rosa@example.org', addedBy: null });
  await newPerson(running, 'maya', false);
  t.equal((await idsOf(running)).length, 1);
});

void t.test(
  'an operator adds one by address and removes one, which counts with the next request',
  async (t) => {
    const running = await startService(t, { platforms: [] });
    const rosa = await newPerson(running, 'rosa', true);
    const maya = await newPerson(running, 'maya', false);
    const nobody = await newMate(running, 'nobody');
    const add = (email: string, by = rosa) => by.ask('POST', PATH, { email });
    t.match(await maya.ask('GET', PATH), { status: 403, body: { code: 'operator_required' } });
    t.match(await add('Maya@example.org'), {
      status: 200,
      body: { operator: { name: 'maya', addedBy: 'rosa' } },
    });
    t.match(await maya.ask('GET', PATH), {
      body: { operators: [{ userId: maya.userId }, { userId: rosa.userId }] },
    });
    for (const [email, error] of [
      ['maya@example.org', /is an operator already/],
      ['nobody@example.org', /nobody who can sign in/],
      ['stranger@example.org', /nobody who can sign in/],
    ] as const)
      t.match(await add(email), { status: 400, body: { param: '/email', error } }, email);
    t.match(await rosa.ask('DELETE', `${PATH}/${nobody.userId}`), { status: 404 });
    t.match(await maya.ask('DELETE', `${PATH}/${rosa.userId}`), { status: 200, body: { removed: true } });
    t.match(await rosa.ask('GET', PATH), { status: 403, body: { code: 'operator_required' } });
    t.match(await maya.ask('DELETE', `${PATH}/${maya.userId}`), {
      status: 409,
      body: { code: 'last_operator' },
    });
    t.same(await idsOf(running), [maya.userId]);
  },
);

void t.test('of two operators who remove each other at once, one stays', async (t) => {
  const running = await startService(t, { platforms: [] });
  const [rosa, maya] = [await newPerson(running, 'rosa', true), await newPerson(running, 'maya', true)];
  const answers = await Promise.all([
    rosa.ask('DELETE', `${PATH}/${maya.userId}`),
    maya.ask('DELETE', `${PATH}/${rosa.userId}`),
  ]);
  t.same(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 403],
  );
  t.equal((await idsOf(running)).length, 1);
});

void t.test('somebody who is removed while their request waits changes nothing', async (t) => {
  const running = await startService(t, { platforms: [] });
  const { directory } = running.service;
  const [rosa, maya] = [await newPerson(running, 'rosa', true), await newPerson(running, 'maya', true)];
  const requests = await directory.begin(async (tx) => {
    await lockOperators(tx);
    const sent = [
      maya.ask('DELETE', `${PATH}/${rosa.userId}`),
      maya.ask('PUT', '/app/api/installation/mail', {
        host: '203.0.114.5',
        port: 25,
        security: 'starttls',
        from: 'troupe@example.org',
      }),
      maya.ask('DELETE', '/app/api/installation/mail'),
    ];
    for (;;) {
      const waiting = await tx`select from pg_locks where locktype = 'advisory' and not granted`;
      if (waiting.length === sent.length) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await deleteOperator(tx, maya.userId);
    return { sent };
  });
  for (const answer of await Promise.all(requests.sent))
    t.match(answer, { status: 403, body: { code: 'operator_required' } });
  t.same(await idsOf(running), [rosa.userId]);
  t.match((await rosa.ask('GET', '/app/api/installation/mail')).body, { mail: { setBy: 'nobody' } });
});

void t.test('an Idempotency-Key adds one operator', async (t) => {
  const running = await startService(t, { platforms: [] });
  const rosa = await newPerson(running, 'rosa', true);
  await newPerson(running, 'maya', false);
  const add = () => rosa.ask('POST', PATH, { email: 'maya@example.org' }, { 'idempotency-key': 'one' });
  const first = await add();
  t.equal(first.status, 200);
  const second = await add();
  t.same([second.status, second.body], [200, first.body]);
  t.equal(second.headers.get('idempotent-replayed'), 'true');
});
