/** Conversations as actors of a turn: find them, start those that do not exist, and copy what they decide into their rows. */
import type { MessageWindow } from '../../../adapters/port/messages.ts';
import type { Tx } from '../../../store/connect.ts';
import {
  type ConversationState,
  findConversationsWith,
  insertConversations,
  saveConversations,
} from '../../../store/conversations.ts';
import { findStoredOptOuts } from '../../../store/opt-outs.ts';
import { lockForTurn } from '../../engine/lock-for-turn.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { newActorId } from '../../base/ids.ts';
import { conversation, projectConversation } from '../../kinds/conversation.ts';

export interface InboxAccount {
  id: string;
  workspaceId: string;
  /** How long its network takes messages; null means for ever. */
  window: MessageWindow | null;
}

/**
 * The conversations of an account with these people, in the turn. Those that do not exist are started.
 * @param others further actors to lock with them, so that every turn locks in the same order
 * @returns by the person's id
 */
export async function conversationsWith(
  tx: Tx,
  turn: Turn,
  account: InboxAccount,
  { personIds, others = [] }: { personIds: readonly string[]; others?: readonly string[] },
): Promise<Map<string, Actor>> {
  const found = await findConversationsWith(tx, account.id, personIds);
  const rows = await lockForTurn(tx, turn, [...found.map(({ id }) => id), ...others]);
  const actors = new Map(rows.map((row) => [row.id, turn.load(row)]));
  const byPerson = new Map(
    found.flatMap(({ id, personId }): [string, Actor][] => {
      const actor = actors.get(id);
      return actor ? [[personId, actor]] : [];
    }),
  );
  const missing = personIds.filter((personId) => !byPerson.has(personId));
  const born = missing.map((personId) => ({
    id: newActorId(conversation, turn.now),
    workspaceId: account.workspaceId,
    accountId: account.id,
    personId,
  }));
  await insertConversations(tx, born, turn.now);
  const optedOut = await findStoredOptOuts(tx, account.id, missing);
  const { ms: windowMs = null, humanMs: humanWindowMs = null } = account.window ?? {};
  for (const { id, workspaceId, accountId, personId } of born) {
    const optedOutAt = optedOut.get(personId) ?? null;
    const input = { conversationId: id, accountId, personId, windowMs, humanWindowMs, optedOutAt };
    byPerson.set(personId, turn.start({ kind: conversation.name, id, workspaceId, input }));
  }
  return byPerson;
}

/** Copies what the conversations of a turn decided into the rows that lists read. */
export async function saveDecisions(tx: Tx, turn: Turn): Promise<void> {
  const states = [...turn.actors.values()].flatMap(({ id, kind, dirty, snapshot }): ConversationState[] =>
    kind === conversation.name && dirty ? [{ id, ...projectConversation(snapshot) }] : [],
  );
  await saveConversations(tx, states);
}
