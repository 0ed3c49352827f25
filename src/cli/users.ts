import type { Sql } from '../../store/connect.ts';
import { findUser } from '../../store/keys.ts';
import { CommandError } from './command.ts';

/** The user with this e-mail address. @throws CommandError when there is none */
export async function requireUser(sql: Sql, email: string) {
  const user = await findUser(sql, email);
  if (user === undefined) throw new CommandError(`there is no user with the address ${email}`);
  return user;
}
