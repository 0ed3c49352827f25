/** A person with a password, and the codes of their app. */
import { TOTP } from 'otpauth';
import { hashPassword } from '../../src/features/auth/passwords.ts';
import { deleteSecondFactor } from '../../store/second-factors.ts';
import { savePassword } from '../../store/sessions.ts';
import type { Sql } from '../../store/connect.ts';

/** The code that an app shows. @param uri as it takes it; timestamp: epoch ms */
export function codeAt(uri: string, timestamp: number): string {
  const secret = new URL(uri).searchParams.get('secret')!;
  return new TOTP({ secret }).generate({ timestamp });
}

export const PASSWORD = 'correct horse battery';

/** Gives a person this password, and takes the second factor away. */
export async function withPasswordAlone(directory: Sql, userId: string): Promise<void> {
  await savePassword(directory, { id: userId, password: await hashPassword(PASSWORD) });
  await deleteSecondFactor(directory, userId);
}
