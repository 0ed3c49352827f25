/** The operators of the installation (docs/people.md, Operators). */
import type { Db, Tx } from './connect.ts';

export interface OperatorRow {
  userId: string;
  name: string;
  email: string | null;
  /** Name of the operator who added them; null if nobody did: they set the installation up, or a command at the host added them. */
  addedBy: string | null;
  addedAt: Date;
}

/** The operators, who came last first. */
export async function listOperators(db: Db): Promise<OperatorRow[]> {
  return db<OperatorRow[]>`
    select o.user_id as "userId", u.name, u.email, other.name as "addedBy", o.created_at as "addedAt"
    from operators o join users u on u.id = o.user_id left join users other on other.id = o.added_by
    order by o.created_at desc, o.user_id desc`;
}

/** Lets one transaction at a time change who is an operator, until it ends. @returns the operators */
export async function lockOperators(tx: Tx): Promise<OperatorRow[]> {
  await tx`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' operators', 0))`;
  return listOperators(tx);
}

/**
 * Makes a user an operator.
 * @param operator.addedBy id of the operator who does it; null means no operator
 * @returns false for one who is an operator already
 */
export async function insertOperator(
  db: Db,
  operator: { userId: string; addedBy: string | null },
  now: number,
): Promise<boolean> {
  const result = await db`
    insert into operators (user_id, added_by, created_at)
    values (${operator.userId}, ${operator.addedBy}, to_timestamp(${now}::float8 / 1000))
    on conflict do nothing`;
  return result.count === 1;
}

/** @returns false for somebody who is no operator */
export async function deleteOperator(db: Db, userId: string): Promise<boolean> {
  const result = await db`delete from operators where user_id = ${userId}`;
  return result.count === 1;
}

/** Whether the user of an SQL expression is an operator, as an SQL expression. */
export const isOperatorOf = (db: Db, userId: string) => db`
  exists (select from operators where user_id = ${db.unsafe(userId)})`;
