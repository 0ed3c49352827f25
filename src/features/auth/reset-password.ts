/** A new password for a person who forgot theirs, or never had one. */
import { randomBytes } from 'node:crypto';
import type { Sql } from '../../../store/connect.ts';
import { deleteSessions, savePassword } from '../../../store/sessions.ts';
import { hashPassword } from './passwords.ts';

/** Gives a user a random password, and ends all their sessions. @returns the password, which is stored nowhere else */
export async function resetPassword(sql: Sql, userId: string): Promise<string> {
  const password = randomBytes(15).toString('base64url'); // 120 bits, 20 characters
  const hashed = await hashPassword(password);
  await sql.begin(async (tx) => {
    await savePassword(tx, { id: userId, password: hashed });
    await deleteSessions(tx, userId, null);
  });
  return password;
}
