/** Accounts on simulated networks are known by the addresses of their networks (docs/sandbox.md). */
import type { Db, Fragment } from './connect.ts';

/**
 * The condition that the addresses of an account's network are the sandbox's.
 * @param endpoints an SQL expression: the addresses; sandboxUrl: without a slash at the end; null means there is no sandbox
 */
export const isSimulated = (db: Db, endpoints: string, sandboxUrl: string | null): Fragment =>
  sandboxUrl === null ? db`false` : db`(position(${`${sandboxUrl}/`} in ${db.unsafe(endpoints)}::text) > 0)`;
