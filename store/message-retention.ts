/** Deletes messages that are older than their workspace keeps them, and conversations of which nothing is left. */
import type { Db, Sql } from './connect.ts';
import { pruneConversationNotes } from './conversation-notes.ts';
import { deleteConversations, deleteSends } from './forget-person.ts';
import { markCopiesDeleted } from './message-copies.ts';
import { insertCutoffs } from './person-cutoffs.ts';

const DAY = 24 * 3_600_000;

/** What the inbox of a workspace keeps. */
interface InboxSettings {
  /** After how many days messages are deleted; null if never. */
  keepMessagesDays: number | null;
  /** Whether the files that people send are copied. */
  copyFiles: boolean;
}

/** The words by which a person ends and resumes automatic messages; null means the default ones. */
interface ConsentWords {
  stopWords: string[] | null;
  startWords: string[] | null;
}

export async function readConsentWords(db: Db, workspaceId: string): Promise<ConsentWords> {
  const [row] = await db<ConsentWords[]>`
    select stop_words as "stopWords", start_words as "startWords" from workspaces where id = ${workspaceId}`;
  return row ?? { stopWords: null, startWords: null };
}

export async function saveConsentWords(db: Db, workspaceId: string, words: ConsentWords) {
  const json = (list: string[] | null) => (list === null ? null : JSON.stringify(list));
  return db`
    update workspaces set stop_words = ${json(words.stopWords)}::text::json, start_words = ${json(words.startWords)}::text::json
    where id = ${workspaceId}`;
}

export async function readInboxSettings(db: Db, workspaceId: string): Promise<InboxSettings> {
  const [row] = await db<InboxSettings[]>`
    select message_days as "keepMessagesDays", copies_files as "copyFiles" from workspaces where id = ${workspaceId}`;
  return row!;
}

export async function saveInboxSettings(db: Db, workspaceId: string, settings: InboxSettings) {
  return db`
    update workspaces set message_days = ${settings.keepMessagesDays}, copies_files = ${settings.copyFiles}
    where id = ${workspaceId}`;
}

/** @param prune.now epoch ms. @returns how many messages were deleted */
export async function pruneMessages(
  sql: Sql,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const workspaces = await sql<{ id: string; days: number }[]>`
    select id, message_days as days from workspaces where message_days is not null order by id`;
  let total = 0;
  for (const { id: workspaceId, days } of workspaces) {
    const before = now - days * DAY;
    const old = { workspaceId, before, limit: limit - total };
    if (old.limit > 0) total += await pruneOld(sql, old);
    await pruneConversationNotes(sql, { workspaceId, before, limit });
    await pruneEmpty(sql, { workspaceId, before, limit });
  }
  return total;
}

type Old = { workspaceId: string; before: number; limit: number };

async function pruneOld(sql: Sql, { workspaceId, before, limit }: Old): Promise<number> {
  return sql.begin(async (tx) => {
    const deleted = await tx<{ id: string; conversationId: string; direction: string }[]>`
      delete from direct_messages where id = any(array(
        select id from direct_messages
        where workspace_id = ${workspaceId} and network_at < to_timestamp(${before}::float8 / 1000)
        order by network_at limit ${limit}))
      returning id, conversation_id as "conversationId", direction`;
    if (deleted.length === 0) return 0;
    const ids = deleted.map(({ id }) => id);
    const conversationIds = [...new Set(deleted.map(({ conversationId }) => conversationId))];
    await markCopiesDeleted(tx, ids);
    await deleteSends(
      tx,
      deleted.flatMap(({ id, direction }) => (direction === 'out' ? id : [])),
    );
    await insertCutoffs(tx, { conversationIds, until: before, isForgotten: false });
    await tx`
      update conversations set last_message = null
      where id = any(${conversationIds}::text[]) and last_message ->> 'id' = any(${ids}::text[])`;
    return deleted.length;
  });
}

/** A conversation without messages still names its person. One whose person opted out stays: it says so. */
async function pruneEmpty(sql: Sql, { workspaceId, before, limit }: Old): Promise<void> {
  await sql.begin(async (tx) => {
    const isEmpty = tx`
      c.workspace_id = ${workspaceId} and c.updated_at < to_timestamp(${before}::float8 / 1000)
      and c.opted_out_at is null and not exists (select from direct_messages m where m.conversation_id = c.id)`;
    // the actors first, as turns lock them: a message that is being stored meanwhile is then seen by the second statement
    const locked = await tx<{ id: string }[]>`
      select a.id from actors a join conversations c on c.id = a.id
      where ${isEmpty} order by a.id limit ${limit} for update of a skip locked`;
    const ids = locked.map(({ id }) => id);
    const empty = await tx<{ id: string }[]>`
      select id from conversations c where ${isEmpty} and id = any(${ids}::text[])`;
    if (empty.length > 0)
      await deleteConversations(
        tx,
        empty.map(({ id }) => id),
      );
  });
}
