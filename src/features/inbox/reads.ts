/** Reads of the inbox that many requests make in the same moment: they share statements, and equal lists share their JSON. */
import {
  findConversation,
  type ConversationFilter,
  listConversations,
} from '../../../store/conversations.ts';
import type { Sql } from '../../../store/connect.ts';
import {
  listMessages,
  type MessageRow,
  readThreads,
  type ThreadPage,
} from '../../../store/direct-messages.ts';
import { keepJson } from '../../api/json-text.ts';
import { eachAlone, gather, gatherSame } from '../../engine/batch.ts';
import { publicConversation } from './schemas.ts';

/** A page of conversations. Callers share it: it is not to be changed. */
interface ListedConversations {
  conversations: ReturnType<typeof publicConversation>[];
  /** Where the next page begins; null means this is the last one. */
  next: string | null;
}

export interface InboxReads {
  list: (filter: ConversationFilter) => Promise<ListedConversations>;
  /** @returns newest first; undefined where the workspace has no such conversation */
  thread: (page: ThreadPage & { before: string | null }) => Promise<readonly MessageRow[] | undefined>;
}

/** @param sql connections of requests */
export function inboxReads(sql: Sql): InboxReads {
  const newest = gather<ThreadPage, MessageRow[] | undefined>((pages) => readThreads(sql, pages), {
    most: 50,
  });
  return {
    list: gatherSame(
      (filter) => JSON.stringify(filter),
      eachAlone(async (filter) => {
        const rows = await listConversations(sql, filter);
        const conversations = rows.map(publicConversation);
        keepJson(conversations);
        const last = rows.length === filter.limit ? rows.at(-1) : undefined;
        return { conversations, next: last ? `${last.lastSeq}.${last.id}` : null };
      }),
    ),
    thread: async ({ before, ...page }) => {
      if (before === null) return newest(page);
      const { conversationId, limit, ...place } = page;
      const found = await findConversation(sql, { id: conversationId, ...place });
      return found && listMessages(sql, { conversationId, limit, before });
    },
  };
}
