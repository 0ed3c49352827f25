/**
 * Who asked an account for no more automatic messages. A conversation's actor decides it; of a person who was forgotten, what
 * is left of them says it until there is a conversation again.
 */
import type { Db } from './connect.ts';
import { personHash } from './person-cutoffs.ts';

/**
 * A condition: the person has opted out. Networks may name the writer of a comment otherwise than the one of a message, so that their
 * handle counts too.
 * @param names expressions of a statement
 */
export const hasOptedOut = (
  db: Db,
  { accountId, personId, username }: { accountId: string; personId: string; username: string },
) => db`(
  exists (select from conversations o where o.account_id = ${db.unsafe(accountId)} and o.opted_out_at is not null
    and (o.person_id = ${db.unsafe(personId)} or lower(o.username) = lower(${db.unsafe(username)})))
  or exists (select from person_cutoffs o where o.account_id = ${db.unsafe(accountId)} and o.opted_out_at is not null
    and o.person_hash = ${personHash(db, 'o.account_id', personId)}
    and not exists (select from conversations c
      where c.account_id = ${db.unsafe(accountId)} and c.person_id = ${db.unsafe(personId)})))`;

/** When these people opted out before they were forgotten, epoch ms, by their ids. */
export async function findStoredOptOuts(
  db: Db,
  accountId: string,
  personIds: readonly string[],
): Promise<Map<string, number>> {
  if (personIds.length === 0) return new Map();
  const rows = await db<{ id: string; at: number }[]>`
    select p.id, (extract(epoch from c.opted_out_at) * 1000)::float8 as at
    from unnest(${personIds as string[]}::text[]) p(id)
    join person_cutoffs c on c.account_id = ${accountId} and c.person_hash = ${personHash(db, 'c.account_id', 'p.id')}
    where c.opted_out_at is not null`;
  return new Map(rows.map(({ id, at }) => [id, at]));
}

interface Person {
  /** The network's id; null if it does not say. */
  fromId: string | null;
  fromUsername: string | null;
}

/** Those of these people who have opted out, as they were named. */
export async function findOptedOut<One extends Person>(
  db: Db,
  accountId: string,
  people: readonly One[],
): Promise<Set<One>> {
  if (people.length === 0) return new Set();
  const named = people.map(({ fromId, fromUsername }, index) => ({ index, fromId, fromUsername }));
  const rows = await db<{ index: number }[]>`
    select d.index from (
      select ${accountId}::text as account, index, "fromId", "fromUsername"
      from json_to_recordset(${JSON.stringify(named)}::text::json) x(index int, "fromId" text, "fromUsername" text)
    ) d where ${hasOptedOut(db, { accountId: 'd.account', personId: 'd."fromId"', username: 'd."fromUsername"' })}`;
  return new Set(rows.map(({ index }) => people[index]!));
}
