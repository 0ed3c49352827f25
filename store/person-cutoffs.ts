/** Until when messages and comments of a person are not stored, because they were deleted here. */
import type { Db, Tx } from './connect.ts';

/** Of the network's id of a person: the id itself is deleted with the person. */
export const personHash = (db: Db, accountId: string, personId: string) =>
  db`sha256(convert_to(${db.unsafe(accountId)} || ' ' || ${db.unsafe(personId)}, 'UTF8'))`;

/** Epoch ms, by the network's clock. */
interface Cutoff {
  messagesUntil: number;
  /** null means only messages were deleted. */
  forgottenAt: number | null;
}

/** @returns by the person's id; people without a cutoff are left out */
export async function findCutoffs(
  db: Db,
  accountId: string,
  personIds: readonly string[],
): Promise<Map<string, Cutoff>> {
  if (personIds.length === 0) return new Map();
  const rows = await db<(Cutoff & { personId: string })[]>`
    select p.id as "personId", (extract(epoch from c.messages_until) * 1000)::float8 as "messagesUntil",
           (extract(epoch from c.forgotten_at) * 1000)::float8 as "forgottenAt"
    from unnest(${personIds as string[]}::text[]) p(id)
    join person_cutoffs c on c.account_id = ${accountId} and c.person_hash = ${personHash(db, 'c.account_id', 'p.id')}`;
  return new Map(rows.map(({ personId, ...cutoff }) => [personId, cutoff]));
}

/**
 * Keeps what was written up to now by the people of these conversations from being stored again.
 * @param cut.until epoch ms; a newer message of a conversation moves it
 * @param cut.isForgotten comments too
 */
export async function insertCutoffs(
  tx: Tx,
  cut: { conversationIds: readonly string[]; until: number; isForgotten: boolean },
) {
  const until = tx`to_timestamp(${cut.until}::float8 / 1000)`;
  return tx`
    insert into person_cutoffs (account_id, person_hash, workspace_id, messages_until, forgotten_at, opted_out_at)
    select c.account_id, ${personHash(tx, 'c.account_id', 'c.person_id')}, c.workspace_id,
           ${
             cut.isForgotten
               ? tx`greatest(${until}, (select max(m.network_at) from direct_messages m where m.conversation_id = c.id))`
               : until
           }, ${cut.isForgotten ? until : tx`null::timestamptz`}, c.opted_out_at
    from conversations c where c.id = any(${cut.conversationIds as string[]}::text[])
    on conflict (account_id, person_hash) do update
    set messages_until = greatest(person_cutoffs.messages_until, excluded.messages_until),
        forgotten_at = greatest(person_cutoffs.forgotten_at, excluded.forgotten_at),
        opted_out_at = excluded.opted_out_at`;
}
