/** Finds conversations by words: of the person's name and handle, and of the texts of messages. */
import type { Db, Fragment } from './connect.ts';

/**
 * The conversations of a workspace in which all of these words occur, in a name or in one message. The last word may be the
 * beginning of a longer one. Two searches are joined by ids, since no index serves a condition on two tables.
 * @returns a statement that reads their ids; the indexes of migration 0022 serve it
 */
export function conversationsWithWords(db: Db, find: { workspaceId: string; words: string }): Fragment {
  const { workspaceId, words } = find;
  const here = db`array_to_tsvector(array['@' || workspace_id])`;
  // the characters that separate the parts of handles
  const inNames = words.replaceAll(/[._\-@]/g, ' ');
  return db`
    select id from conversations
    where (to_tsvector('simple', translate(coalesce(name, '') || ' ' || coalesce(username, ''), '._-@', '    ')) || ${here})
          @@ ${queryOf(db, workspaceId, inNames)}
    union
    select conversation_id from direct_messages
    where (to_tsvector('simple', left(text, 10000)) || ${here}) @@ ${queryOf(db, workspaceId, words)}`;
}

/** null, which nothing matches, for a text without a word. */
const queryOf = (db: Db, workspaceId: string, words: string): Fragment => db`
  ((nullif(plainto_tsquery('simple', ${words})::text, '') || ':*')::tsquery && quote_literal('@' || ${workspaceId}::text)::tsquery)`;
