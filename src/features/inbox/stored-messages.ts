/** Decides which events are new, and what they change in stored messages. */
import type { InboundEvent } from '../../../adapters/port/inbound.ts';
import type { Tx } from '../../../store/connect.ts';
import { findConversationsWith } from '../../../store/conversations.ts';
import {
  editMessage,
  eraseMessage,
  findMessages,
  findUnconfirmed,
  reactToMessage,
} from '../../../store/direct-messages.ts';
import { findCutoffs } from '../../../store/person-cutoffs.ts';
import type { InboxAccount } from './conversations.ts';
import { type MessageEvent, personOf } from './reported.ts';

export type Unconfirmed = Awaited<ReturnType<typeof findUnconfirmed>>[number];

/** Without what was written before it was deleted here: polls and repeats do not bring it back. */
export async function withoutDeleted(
  tx: Tx,
  accountId: string,
  events: readonly InboundEvent[],
): Promise<readonly InboundEvent[]> {
  const people = [...new Set(events.flatMap((event) => personOf(event) ?? []))];
  const cutoffs = await findCutoffs(tx, accountId, people);
  if (cutoffs.size === 0) return events;
  return events.filter(
    (event) => event.at > (cutoffs.get(personOf(event) ?? '')?.messagesUntil ?? -Infinity),
  );
}

/** Messages that are not stored yet, each once. */
export async function freshOf(
  tx: Tx,
  accountId: string,
  messages: readonly MessageEvent[],
): Promise<MessageEvent[]> {
  const ids = messages.flatMap(({ message: { id } }) => id ?? []);
  const stored = new Set((await findMessages(tx, accountId, ids)).map(({ networkId }) => networkId));
  return messages.filter(({ message: { id } }) => {
    if (id === null) return true;
    const isKnown = stored.has(id);
    stored.add(id);
    return !isKnown;
  });
}

/** Sends of this service that the network has not confirmed, in the conversations of these echoes. */
export async function pendingSends(
  tx: Tx,
  account: InboxAccount,
  echoes: readonly MessageEvent[],
): Promise<Unconfirmed[]> {
  if (echoes.length === 0) return [];
  const found = await findConversationsWith(tx, account.id, [
    ...new Set(echoes.map(({ message }) => message.personId)),
  ]);
  return findUnconfirmed(
    tx,
    found.map(({ id }) => id),
  );
}

/** Whether it is about a message that is not stored. */
export async function isEarly(tx: Tx, accountId: string, event: InboundEvent): Promise<boolean> {
  const { kind } = event;
  if (kind !== 'message_edited' && kind !== 'message_deleted' && kind !== 'reaction') return false;
  return (await findMessages(tx, accountId, [event.messageId])).length === 0;
}

/** Edits, deletions and reactions: what they change in stored messages. */
export async function changed(tx: Tx, accountId: string, event: InboundEvent) {
  if (event.kind === 'message_edited')
    return editMessage(tx, { accountId, networkId: event.messageId, text: event.text, edits: event.edits });
  if (event.kind === 'message_deleted') return eraseMessage(tx, { accountId, networkId: event.messageId });
  if (event.kind === 'reaction') {
    const emoji = event.action === 'react' ? event.emoji : null;
    return reactToMessage(tx, { accountId, networkId: event.messageId, emoji, at: event.at });
  }
  return [];
}
