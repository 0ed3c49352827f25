/** Direct messages. No network takes an idempotency key here: an unknown outcome needs a lookup first. */
import type { AccountAccess, CallContext } from './account.ts';
import type { MediaItem, PublishStep } from './publish.ts';
import type { AccessProblem, Missing, Page, ReadLimit } from './read.ts';

export interface MessagesPort {
  /** The network has no private reply to a comment. Absent means each comment may have one. */
  noPrivateReplies?: true;
  /** What one message may hold, so that a longer one is refused before it is sent. */
  limits?: MessageLimits;
  /** How long after a person's last act the network takes a message. Absent means at any time. */
  window?: MessageWindow;
  /** One page of the account's conversations, newest first. */
  conversations(
    step: MessagesStep & { cursor: string | null },
  ): Promise<Page<Conversation> | Missing | AccessProblem>;
  /**
   * One page of a conversation's messages, newest first. Networks give details of the latest ones alone.
   * @param step.conversation the network's id of the conversation, or the person it is with
   */
  messages(
    step: MessagesStep & { conversation: { id: string } | { personId: string }; cursor: string | null },
  ): Promise<Page<Message> | Missing | AccessProblem>;
  /**
   * The newest messages of all conversations, newest first. Absent means they are read conversation by conversation.
   */
  recent?(step: MessagesStep & { cursor: string | null }): Promise<Page<Message> | Missing | AccessProblem>;
  /** One message by its id; `missing` where it was deleted or may not be read. Absent if the network has no call for it. */
  message?(step: MessagesStep & { messageId: string }): Promise<Message | Missing | AccessProblem>;
  /** @param step.open reads the bytes of a file; absent where the message has none */
  send(
    step: MessagesStep & { to: Recipient; message: OutgoingMessage; open?: PublishStep['open'] },
  ): Promise<SendOutcome>;
  /**
   * The network's data about a person who wrote to us. `missing`: it shows none (no consent, blocked, unknown to it), now
   * perhaps and not later. Absent means none.
   */
  profile?(step: MessagesStep & { personId: string }): Promise<PersonProfile | Missing | AccessProblem>;
  /** Whether the person follows the account. `unknown` where the network does not say: never read it as no. */
  follows?(step: MessagesStep & { personId: string }): Promise<'yes' | 'no' | 'unknown' | AccessProblem>;
}

export type MessagesStep = CallContext &
  ReadLimit & {
    account: AccountAccess;
    /** Parts that the network refused to this account before: `Page.without` of an earlier page. */
    without?: string[];
  };

/** Counted from the person's last act: a message, a tap, a reaction, a link opened. */
export interface MessageWindow {
  ms: number;
  /** For a message that a signed-in person writes (`asHumanAgent`), ms; null means no longer than any other. */
  humanMs: number | null;
}

export interface MessageLimits {
  /** Of UTF-8, for a text without a button; null means the network counts characters. */
  textBytes: number | null;
  /** For a text without a button; null means the network counts bytes. */
  textChars: number | null;
  /** For a text with a button. */
  buttonTextChars: number;
  /** How many choices one message takes. */
  choices: number;
  /** Of a button's title and a choice's label. */
  labelChars: number;
  /** The files that it takes in a message. Absent means none. */
  files?: FileLimits;
}

/** What a file in a message is to a network. */
export type FileKind = 'image' | 'video' | 'file';

export interface FileLimits {
  /** In one message. */
  most: number;
  /** A message may hold a text beside files. */
  withText: boolean;
  /** By kind; a kind that is absent is not taken. */
  kinds: { [kind in FileKind]?: { types: readonly string[]; maxBytes: number } };
}

/** A file that is hosted here, within the limits of the network. */
export interface OutgoingFile {
  kind: FileKind;
  /** Where the network can get it. */
  url: string;
  /** The file as posts have it, for networks that take bytes. */
  item: MediaItem;
}

/** A person of an open conversation, or the writer of a comment: who gets one private reply, once. */
export type Recipient = { personId: string } | { commentId: string };

export interface OutgoingMessage {
  /** Empty for files alone. */
  text: string;
  /** Absent means none. */
  files?: OutgoingFile[];
  button?: { title: string; url: string };
  /** Answers to tap; `payload` comes back with the tap. */
  choices?: { label: string; payload: string }[];
  /** Written by a signed-in person after 24 hours, so that the network's longer window for human agents is used. */
  asHumanAgent?: true;
  /** Comes back in the network's echo where the network supports it (Messenger). */
  metadata?: string;
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
  /** Empty where the network does not name it (a message read by its id). */
  conversationId: string;
  direction: 'in' | 'out';
  /** The other person, also where the account wrote it. */
  personId: string;
  text: string;
  attachments: Attachment[];
  /** It answers a story of the account. Absent means it does not. */
  storyReply?: StoryLink;
  /** It mentions the account in the person's story. Absent means it does not. */
  storyMention?: StoryLink;
  /** The network does not show its content to apps. */
  isUnsupported?: true;
  /** Epoch ms, by the network's clock. */
  createdAt: number;
}

/** A story, which is shown by its address only. */
export interface StoryLink {
  storyId: string | null;
  /** Ends about a day later; null if it is gone, or private. */
  url: string | null;
}

export interface Attachment {
  /** The network's own word (`image`, `video`, `audio`, `file`, `share`, `ig_post`, `story_mention` …): an open set. */
  type: string;
  /** null means the network names none, or it has expired. */
  url: string | null;
  /** The network's own id of what is shared; null if none. */
  assetId: string | null;
  /** null if none. */
  title: string | null;
  /** What the person uploaded may be copied; what belongs to somebody else (stories, shared posts) only linked. */
  mayCopy: boolean;
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
  /**
   * Refused because of the person or the message: another try fails too. `afterUnknown: 'sent'`: where an earlier try
   * ended unknown, this response to its repeat means that the earlier one arrived (a second private reply to a comment).
   */
  | { kind: 'rejected'; reason: string; afterUnknown?: 'sent' }
  /** Refused because of the account (message access switched off, another app owns the thread): a person has to act. */
  | { kind: 'account_blocked'; reason: string }
  /** It was sent and no response came, or the network says that it may have been sent. */
  | { kind: 'unknown'; reason: string }
  /** An error of the network's own (5xx): it may have been sent all the same. */
  | { kind: 'retry'; reason: string; afterMs?: number; mayBeSent?: true }
  | AccessProblem;
