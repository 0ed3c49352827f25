import t from 'tap';
import { createAttempts, MOST_FAILURES } from '../../src/auth/attempts.ts';

const MINUTE = 60_000;

void t.test(
  'failures of one person are counted by the address in any case, and forgotten after a success',
  async (t) => {
    const attempts = createAttempts();
    const who = { person: 'rosa@example.org', place: '192.0.2.1' };
    for (let count = 0; count < MOST_FAILURES.person; count += 1) attempts.failed(who, count);
    const elsewhere = { person: 'ROSA@example.org', place: '192.0.2.2' };
    t.throws(() => attempts.check(elsewhere, 14 * MINUTE), {
      code: 'too_many_attempts',
      retryAfterSeconds: 60,
      message: /in 1 minute\b/,
    });
    t.doesNotThrow(() => attempts.check({ person: 'luis@example.org', place: '192.0.2.1' }, 1));
    t.doesNotThrow(() => attempts.check(elsewhere, 15 * MINUTE), 'a quarter of an hour later');
    attempts.succeeded(who);
    t.doesNotThrow(() => attempts.check(who, 1));
  },
);

void t.test('who tries many people from one place is stopped too', async (t) => {
  const attempts = createAttempts();
  for (let count = 0; count < MOST_FAILURES.place; count += 1)
    attempts.failed({ person: `p${count}@example.org`, place: '192.0.2.1' }, count);
  t.throws(() => attempts.check({ person: 'new@example.org', place: '192.0.2.1' }, MINUTE), {
    message: /in 14 minutes/,
  });
  t.doesNotThrow(() => attempts.check({ person: 'new@example.org', place: '192.0.2.2' }, MINUTE));
});

void t.test('a flood of names does not fill the memory', async (t) => {
  const attempts = createAttempts();
  for (let count = 0; count < 30_000; count += 1)
    attempts.failed({ person: `p${count}@example.org`, place: `place ${count}` }, count);
  t.doesNotThrow(() => attempts.check({ person: 'p0@example.org', place: 'place 0' }, 0));
});
