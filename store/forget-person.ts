/** Reads and deletes everything that one person wrote to an account. */
import { markCopiesDeleted } from './message-copies.ts';
import type { Db, Tx } from './connect.ts';
import { deleteNearMisses } from './near-misses.ts';
import { insertCutoffs } from './person-cutoffs.ts';

/** The person behind a conversation. */
export interface PersonOfAccount {
  conversationId: string;
  workspaceId: string;
  accountId: string;
  personId: string;
  username: string | null;
}

/**
 * Comments that the person wrote below posts of the account: by the network's id, else by the handle. Some networks give the writer of a
 * comment another id than the person of a conversation. The person who received the private reply to a comment is its writer.
 */
export const isTheirs = (db: Db, { accountId, personId, username }: PersonOfAccount) => db`
  account_id = ${accountId} and not is_own
  and (from_id = ${personId} or recipient_id = ${personId} or (from_id is null and from_username = ${username}))`;

/** A comment as an export shows it. Times are ISO strings in UTC. */
interface ExportedComment {
  id: string;
  networkPostId: string | null;
  parentId: string | null;
  text: string;
  rating: number | null;
  createdAt: string | null;
}

/** The newest comments of a person. */
export async function listCommentsOfPerson(db: Db, person: PersonOfAccount, limit: number) {
  return db<ExportedComment[]>`
    select id, network_post_id as "networkPostId", parent_id as "parentId", text, rating,
           to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from comments where ${isTheirs(db, person)} and seq is not null and deleted_at is null
    order by seq desc limit ${limit}`;
}

/**
 * Deletes conversations with their messages, the copies of files in them, their actors and the journals of these.
 * @returns how many messages there were, and those of them whose copies are to be deleted
 */
export async function deleteConversations(
  tx: Tx,
  ids: readonly string[],
): Promise<{ messages: number; copies: string[] }> {
  const list = ids as string[];
  const messages = await tx<{ id: string; direction: string }[]>`
    select id, direction from direct_messages where conversation_id = any(${list}::text[])`;
  const copies = await markCopiesDeleted(
    tx,
    messages.map(({ id }) => id),
  );
  const sends = messages.flatMap(({ id, direction }) => (direction === 'out' ? id : []));
  const runs = await tx<{ id: string }[]>`
    select id from actors where kind = 'dm_run' and parent_id = any(${list}::text[])`;
  await deleteSends(tx, [...list, ...sends, ...runs.map(({ id }) => id)]);
  await tx`delete from journal_pages where family = any(${list}::text[])`;
  await tx`delete from conversations where id = any(${list}::text[])`;
  return { messages: messages.length, copies };
}

/** Deletes actors with what waits for them and what networks responded to them. */
export async function deleteSends(tx: Tx, ids: readonly string[]): Promise<void> {
  const actors = ids as string[];
  if (actors.length === 0) return;
  await tx`delete from actors where id = any(${actors}::text[])`;
  await tx`delete from due where actor_id = any(${actors}::text[])`;
  await tx`delete from messages where actor_id = any(${actors}::text[])`;
  await tx`delete from exchanges where actor_id = any(${actors}::text[])`;
}

/**
 * Deletes a person: conversation, messages, copies, comments, and what of them waits to be processed or was reported. What
 * they wrote up to now is not stored again.
 * @param now epoch ms
 * @returns how many messages and comments were deleted, and the messages whose copies are to be deleted
 */
export async function forgetPerson(
  tx: Tx,
  person: PersonOfAccount,
  now: number,
): Promise<{ messages: number; comments: number; copies: string[] }> {
  const { conversationId, workspaceId, accountId, personId } = person;
  await insertCutoffs(tx, { conversationIds: [conversationId], until: now, isForgotten: true });
  const { messages, copies } = await deleteConversations(tx, [conversationId]);
  const comments = await tx<{ id: string }[]>`
    update comments
    set text = '', attachments = '[]', from_id = null, from_username = null, from_name = null, recipient_id = null, rating = null, says = null,
        forgotten = true,
        deleted_at = coalesce(deleted_at, to_timestamp(${now}::float8 / 1000)), done = true
    where ${isTheirs(tx, person)} returning id`;
  const ids = comments.map(({ id }) => id);
  await tx`
    delete from dm_people p using dm_automations d
    where d.id = p.automation_id and d.account_id = ${accountId} and p.person_id = ${personId}`;
  await deleteNearMisses(tx, { accountId, commentIds: ids });
  await tx`
    update private_replies set text = '', from_id = null, from_username = null
    where account_id = ${accountId} and comment_id = any(${ids}::text[])`;
  await tx`
    delete from inbound
    where account_id = ${accountId} and (event -> 'message' ->> 'personId' = ${personId}
      or event ->> 'personId' = ${personId} or event -> 'comment' -> 'from' ->> 'id' = ${personId}
      or event -> 'comment' ->> 'id' = any(${ids}::text[]) or event ->> 'commentId' = any(${ids}::text[]))`;
  await wipeFeed(tx, { workspaceId, conversationId, commentIds: ids });
  return { messages, comments: ids.length, copies };
}

/** Removes the words of messages and comments from the live events that clients can still ask for. */
async function wipeFeed(
  tx: Tx,
  wipe: { workspaceId: string; conversationId: string; commentIds: string[] },
): Promise<void> {
  const { workspaceId, conversationId, commentIds } = wipe;
  await tx`
    update feed f set events = (
      select jsonb_agg(
        case when e -> 'data' ->> 'conversationId' = ${conversationId} then e #- '{data,text}'
             when e -> 'resource' ->> 'type' = 'comment' and e -> 'resource' ->> 'id' = any(${commentIds}::text[])
               then e || jsonb_build_object('data', jsonb_build_object('id', e -> 'resource' ->> 'id', 'deleted', true))
             else e end order by place)::text
      from jsonb_array_elements(f.events::jsonb) with ordinality x(e, place))
    where f.workspace_id = ${workspaceId} and exists (
      select from unnest(${[conversationId, ...commentIds]}::text[]) id where position(id in f.events) > 0)`;
}
