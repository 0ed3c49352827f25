/** Direct messages. Not used yet. No network takes an idempotency key here: an unknown outcome needs a lookup first. */
import type { AccountAccess, CallContext } from './account.ts';
import type { AccessProblem, Page } from './read.ts';

export interface MessagesPort {
  /** One page of the account's conversations, newest first. */
  conversations(step: MessagesStep & { cursor: string | null }): Promise<Page<Conversation> | AccessProblem>;
  /** One page of a conversation's messages, newest first. Networks give details of the latest ones alone. */
  messages(
    step: MessagesStep & { conversationId: string; cursor: string | null },
  ): Promise<Page<Message> | AccessProblem>;
  send(step: MessagesStep & { to: Recipient; message: OutgoingMessage }): Promise<SendOutcome>;
  /** The network's data about a person who wrote to us. Absent: none. */
  profile?(step: MessagesStep & { personId: string }): Promise<PersonProfile | AccessProblem>;
  /** Whether the person follows the account. `unknown` where the network does not say: never read it as no. */
  follows?(step: MessagesStep & { personId: string }): Promise<'yes' | 'no' | 'unknown' | AccessProblem>;
}

export type MessagesStep = CallContext & { account: AccountAccess };

/** A person of an open conversation, or the writer of a comment: who gets one private reply, once. */
export type Recipient = { personId: string } | { commentId: string };

export interface OutgoingMessage {
  text: string;
  button?: { title: string; url: string };
  /** Answers to tap; `payload` comes back with the tap. */
  choices?: { label: string; payload: string }[];
  /** Written by a person, so that the network's longer window for human agents applies. */
  byHuman?: true;
}

export interface Conversation {
  id: string;
  /** The other side, by the network's own id. */
  person: { id: string; username: string | null; name: string | null };
  /** Epoch ms. */
  updatedAt: number;
}

export interface Message {
  id: string;
  conversationId: string;
  direction: 'in' | 'out';
  text: string;
  attachments: { type: 'image' | 'video' | 'audio' | 'file' | 'story' | 'share'; url: string | null }[];
  /** Epoch ms, by the network's clock. */
  createdAt: number;
}

export interface PersonProfile {
  kind: 'profile';
  id: string;
  username: string | null;
  name: string | null;
  avatarUrl: string | null;
}

export type SendOutcome =
  /** `id` is null where the network proves that it was sent before and does not name it. */
  | { kind: 'sent'; id: string | null; personId: string | null }
  /** The person has not written for so long that the network takes no message. */
  | { kind: 'window_closed'; reason: string }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unknown'; reason: string }
  | AccessProblem;
