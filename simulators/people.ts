/** People of a simulated network: what they can do to an account, and what they see of it. */
import type { Callback } from './webhooks/event.ts';

/** A person as the caller describes them. What is absent stays as it is. */
export interface PersonInput {
  username: string;
  name?: string;
  follows?: boolean;
  /** Takes no messages from businesses. */
  disallowsMessages?: boolean;
  /** Pages are not told who a private person is. */
  isPrivate?: boolean;
}

/** Something a person does to an account. */
export type Act =
  /** `pictureUrl`: the comment is a picture, with words or without. Absent means it has none. */
  | { kind: 'comment'; text: string; mediaId: string; parentId: string | null; pictureUrl?: string }
  /** Reviews a business, or changes the review that the person wrote before. */
  | { kind: 'review'; stars: number; text: string }
  | { kind: 'like'; commentId: string }
  | { kind: 'say'; text: string; replyTo: string | null }
  /** Taps a choice or a button of a message by its label. */
  | { kind: 'tap'; label: string }
  | { kind: 'mentionStory' }
  | { kind: 'replyStory'; text: string }
  /** Opens a link with a code, or an ad, which may have none. */
  | { kind: 'openRef'; ref: string; ad?: Ad }
  | { kind: 'react'; messageId: string | null; emoji: string }
  | { kind: 'unreact'; messageId: string | null }
  | { kind: 'edit'; messageId: string | null; commentId: string | null; text: string }
  | { kind: 'delete'; messageId: string | null; commentId: string | null }
  | { kind: 'send'; type: SentType; url: string | null }
  /** Looks at the newest message of the account. */
  | { kind: 'read' }
  /** Not the person but the account's owner writes, in the network's own app. */
  | { kind: 'human'; text: string }
  /** The account's owner goes live, or ends the broadcast: people comment on it as on a post. */
  | { kind: 'goLive'; text: string }
  | { kind: 'endLive' }
  | { kind: 'block' | 'unblock' | 'follow' | 'unfollow' };

/** An ad whose button begins a conversation. */
export interface Ad {
  id: string;
  title: string;
  pictureUrl: string;
}

export const SENT_TYPES = ['image', 'video', 'audio', 'file', 'share', 'sticker', 'unsupported'] as const;
export type SentType = (typeof SENT_TYPES)[number];

/** What came of an act: the network's ids. */
export interface PersonActResult {
  person: PersonFacts;
  commentId?: string;
  messageId?: string;
  /** Of a broadcast. */
  mediaId?: string;
  /** The address behind a tapped link. */
  opened?: string;
}

export interface PersonFacts {
  /** The network's own id of the person for this account. Threads names none: it is the sandbox's. */
  id: string;
  username: string;
  name: string;
  follows: boolean;
  blocked: boolean;
  disallowsMessages: boolean;
  isPrivate: boolean;
}

/** A post people can comment on. */
export interface PostView {
  id: string;
  text: string;
  /** `elsewhere`: made in the network's own app. */
  origin: 'sandbox' | 'elsewhere' | 'ad';
  /** It is a broadcast: `on` while it lasts. Absent means it is none. */
  live?: 'on' | 'over';
  pictureUrl: string | null;
  at: string;
  comments: CommentView[];
}

export interface CommentView {
  id: string;
  by: string;
  byAccount: boolean;
  text: string;
  at: string;
  hidden: boolean;
  likes: number;
  /** Of a review, 1 to 5; absent means it is none. */
  stars?: number;
  replies: CommentView[];
}

export interface MessageView {
  id: string;
  byAccount: boolean;
  text: string;
  attachments: { type: string; url: string | null }[];
  /** Labels to tap. Choices vanish with the next message. */
  choices: string[];
  buttons: { title: string; url: string | null }[];
  /** The comment that it answers privately. */
  commentId: string | null;
  reactions: string[];
  edited: boolean;
  deleted: boolean;
  at: string;
}

/** What one person wrote to an account and received from it. */
export interface PersonView {
  person: PersonFacts;
  messages: MessageView[];
  /** Their comments, with the public replies below them. */
  comments: (CommentView & { mediaId: string; deleted: boolean })[];
}

export interface CallbackSettings {
  url: string;
  verifyToken: string;
  /** Default: all that the network has. */
  fields: string[] | null;
}

export interface AppView {
  object: string | null;
  url: string;
  fields: string[];
}

/** A person takes the app away (`deauthorize`: its tokens end), or wants their data deleted. */
export interface Removal {
  kind: 'deauthorize' | 'deletion';
  /** The app's address for it. */
  url: string;
  /** Signed with another secret. */
  wrongSecret: boolean;
}

export interface RemovalResult {
  /** The id under which the app knows the person. */
  loginId: string;
  status: number;
  body: string;
}

/** People of one network. Whatever is wrong with an act is a `BadInput` that names the field. */
export interface NetworkPeople {
  /** The network has direct messages for apps. */
  hasMessages: boolean;
  /** People write reviews here, and no comments. */
  hasReviews?: true;
  accounts(): { id: string; name: string }[];
  /** Makes the account's posts from elsewhere at the first call. Newest first. */
  posts(account: string): PostView[];
  persons(account: string): PersonFacts[];
  /** Null means the account has never met them. */
  view(account: string, username: string): PersonView | null;
  act(account: string, person: PersonInput, act: Act): PersonActResult;
  /** What the operator sets in the network's dashboard; the network calls the address to check it. */
  setCallback(given: CallbackSettings): Promise<void>;
  apps(): AppView[];
  callback(object: string | null, hook?: string): Callback | null;
  /**
   * Calls the app's addresses as the network does from time to time, to check that they are the app's still. Absent means it does
   * not.
   */
  check?(): Promise<void>;
  /** Accounts whose events are sent, with the fields that each is subscribed to. */
  subscribed(): { account: string; fields: string[] }[];
  unsubscribe(account: string): void;
  /** The network tells the app that the account's owner removed it. */
  remove(account: string, removal: Removal): Promise<RemovalResult>;
}
