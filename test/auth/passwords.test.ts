// Runs alone: in a process that is shared, passwords are hashed quickly.
import t from 'tap';
import { hashPassword, verifyPassword } from '../../src/features/auth/passwords.ts';

void t.test('a password matches only its own hash, in every Unicode composition', async (t) => {
  const stored = await hashPassword('Café am Hafen');
  t.match(stored, /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  t.equal(await verifyPassword('Café am Hafen'.normalize('NFD'), stored), true);
  t.equal(await verifyPassword('café am hafen', stored), false);
  t.not(await hashPassword('Café am Hafen'), stored, 'salted');
});

void t.test('a hash with other parameters can still be read', async (t) => {
  const [, , , , salt] = (await hashPassword('x')).split('$');
  const { scryptSync } = await import('node:crypto');
  const hash = scryptSync('old password', Buffer.from(salt!, 'base64url'), 32, { N: 2 ** 10, r: 8, p: 1 });
  const stored = `scrypt$10$8$1$${salt}$${hash.toString('base64url')}`;
  t.equal(await verifyPassword('old password', stored), true);
  t.equal(await verifyPassword('other', stored), false);
});

void t.test(
  'a missing person has no password, not even an empty one, and the check takes as long',
  async (t) => {
    t.equal(await verifyPassword('', null), false);
    const began = performance.now();
    await verifyPassword('something', null);
    t.ok(performance.now() - began > 20, 'it was computed all the same');
  },
);

void t.test('a sign-in is refused when too many are waiting', async (t) => {
  const all = await Promise.allSettled(Array.from({ length: 23 }, () => verifyPassword('x', CHEAP)));
  const refused = all.filter(({ status }) => status === 'rejected');
  t.equal(refused.length, 1);
  t.match(refused[0], { reason: { code: 'busy', retryAfterSeconds: 5 } });
  t.equal(await verifyPassword('x', CHEAP), false, 'and later ones are served');
});

const CHEAP = `scrypt$4$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
