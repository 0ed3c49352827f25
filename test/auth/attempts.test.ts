import t from 'tap';
import { type Attempts, createAttempts, MAX_FAILURES, type Who } from '../../src/features/auth/attempts.ts';

const MINUTE = 60_000;

const fail = (attempts: Attempts, who: Who, now: number) => attempts.run(who, now, async () => null);
const succeed = (attempts: Attempts, who: Who, now: number) => attempts.run(who, now, async () => 'fits');

void t.test(
  'failures of one person from one place count until a success, whatever the case of the address and the spaces around it',
  async (t) => {
    const attempts = createAttempts();
    const who = { person: 'rosa@example.org', place: '192.0.2.1' };
    for (let count = 0; count < MAX_FAILURES.person; count += 1) await fail(attempts, who, count);
    for (const person of ['ROSA@example.org', ' rosa@example.org', 'Rosa@example.org\t'])
      await t.rejects(() => fail(attempts, { person, place: '192.0.2.1' }, 14 * MINUTE), {
        code: 'too_many_attempts',
        retryAfterSeconds: 60,
        message: /in 1 minute\b/,
      });
    t.equal(await succeed(attempts, { person: 'luis@example.org', place: '192.0.2.1' }, 1), 'fits');
    t.equal(await succeed(attempts, who, 15 * MINUTE), 'fits', 'a quarter of an hour later');
    t.equal(await fail(attempts, who, 15 * MINUTE), null, 'a success starts the count again');
  },
);

void t.test('failures elsewhere do not lock the right person out', async (t) => {
  const attempts = createAttempts();
  const person = 'rosa@example.org';
  for (let place = 0; place < 30; place += 1)
    for (let count = 0; count < MAX_FAILURES.person; count += 1)
      await fail(attempts, { person, place: `192.0.2.${place}` }, count);
  const elsewhere = { person, place: '198.51.100.1' };
  t.equal(await succeed(attempts, elsewhere, MINUTE), 'fits');
  const guesser = { person, place: '192.0.2.7' };
  await t.rejects(
    () => succeed(attempts, guesser, MINUTE),
    { code: 'too_many_attempts' },
    'nor unlock another place',
  );
});

void t.test('a client that tries many people from one place is blocked too', async (t) => {
  const attempts = createAttempts();
  for (let count = 0; count < MAX_FAILURES.place; count += 1)
    await fail(attempts, { person: `p${count}@example.org`, place: '192.0.2.1' }, count);
  await t.rejects(() => succeed(attempts, { person: 'new@example.org', place: '192.0.2.1' }, MINUTE), {
    message: /in 14 minutes/,
  });
  t.equal(await succeed(attempts, { person: 'new@example.org', place: '192.0.2.2' }, MINUTE), 'fits');
});

void t.test('successes block no place', async (t) => {
  const attempts = createAttempts();
  for (let count = 0; count < 2 * MAX_FAILURES.place; count += 1)
    t.equal(await succeed(attempts, { person: `p${count}@example.org`, place: 'office' }, count), 'fits');
  for (let count = 0; count < MAX_FAILURES.place; count += 1)
    t.equal(await fail(attempts, { person: `q${count}@example.org`, place: 'office' }, MINUTE), null);
  await t.rejects(() => succeed(attempts, { person: 'new@example.org', place: 'office' }, MINUTE), {
    message: /too many failed sign-ins/,
  });
});

void t.test('an error during the check of a password does not count as a failure', async (t) => {
  const attempts = createAttempts();
  const who = { person: 'rosa@example.org', place: '192.0.2.1' };
  for (let count = 0; count < 2 * MAX_FAILURES.person; count += 1)
    await t.rejects(
      attempts.run(who, count, () => Promise.reject(new Error('the database is away'))),
      /away/,
    );
  t.equal(await succeed(attempts, who, MINUTE), 'fits');
});

void t.test('parallel tries count before their results are known', async (t) => {
  const attempts = createAttempts();
  const who = { person: 'rosa@example.org', place: '192.0.2.1' };
  const tries = Array.from({ length: MAX_FAILURES.person + 3 }, () => fail(attempts, who, 0));
  const outcomes = await Promise.allSettled(tries);
  t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, MAX_FAILURES.person);
});

void t.test('a flood of names does not fill the memory', async (t) => {
  const attempts = createAttempts();
  for (let count = 0; count < 30_000; count += 1)
    await fail(attempts, { person: `p${count}@example.org`, place: `place ${count}` }, count);
  t.equal(await succeed(attempts, { person: 'p0@example.org', place: 'place 0' }, 0), 'fits');
});
