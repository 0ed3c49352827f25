/**
 * What a network sends to this service: its webhooks. An adapter reads bytes and returns events. Storing them, responding
 * within the network's time limit and recognising repeats are the service's work.
 */
import type { Json } from '../../machines/outcome.ts';
import type { AccountAccess, AppCredentials, CallContext, ConsumerKey } from './account.ts';
import type { Comment, CommentAttachment } from './comments.ts';
import type { Attachment, StoryLink } from './messages.ts';
import type { AccessProblem } from './read.ts';

export interface InboundPort {
  /**
   * Answers the call by which the network checks that the address is ours (Meta's `hub.challenge`, X's CRC). Absent means the
   * network makes no such call. Pure.
   * @returns the body of the response, or null where the query does not fit the secrets
   */
  challenge?(query: { [name: string]: string }, secrets: InboundSecrets): string | null;
  /** Content type of that body. Absent means plain text. */
  challengeType?: string;
  /**
   * Checks the signature over the raw bytes, as they came: parsing and writing them again would change them. Pure.
   * @param secrets those of one app; the service tries each app it has
   * @returns whether this app's secret signed them
   */
  verify(request: InboundRequest, secrets: InboundSecrets): boolean;
  /**
   * Splits a body into events. One request may hold up to 1,000 and mix accounts. An item that cannot be read becomes an
   * `unknown` event, so it is counted and kept, and never fails the others. Never throws. Pure.
   * Events of an account may come by the address of a related product (a Page's by Instagram's): the service finds the
   * account by `remoteId` alone.
   * @param body parsed with `adapters/lib/exact-json.ts`, which keeps long numbers exact
   * @param arrivedAt epoch ms, for items without a time of their own
   */
  split(body: Json, arrivedAt: number): InboundEvent[];
  /**
   * Reads the form by which the network says that a person removed the app, or wants their data deleted. Absent means the
   * network has no such call. Pure.
   * @returns the person's login id at this app (`ConnectableAccount.loginId`) and when the form was made, epoch ms; null
   *   where this app's secret did not sign it
   */
  signedRequest?(
    form: { [name: string]: string },
    secrets: InboundSecrets,
  ): { loginId: string; issuedAt: number | null } | null;
  /** Absent means nothing has to be subscribed per account. */
  subscriptions?: SubscriptionsPort;
  /** The apps that may sign what comes to this address. Absent means only the platform's own app. */
  signers?: Signer[];
  /** Events by a connection that this service opens, for one without a public address. Absent if the network has none. */
  stream?: StreamPort;
}

/** A response that never ends: each line is what a webhook's body would be, and empty lines keep it open. */
export interface StreamPort {
  /** Whether the operator chose it instead of webhooks. False in a manifest. */
  isUsed: boolean;
  /** The network sends an empty line more often than this, ms: a longer silence means that the connection is broken. */
  silenceMs: number;
  /** What was missed longer ago than this is not sent again, ms. */
  backfillMs: number;
  /**
   * Opens it. The signal ends it at any time.
   * @param step.missedMs for how long nothing was heard, at most `backfillMs`: the network sends that again
   */
  open(
    step: AppSubscriptionStep & { missedMs: number },
  ): Promise<{ kind: 'open'; body: ReadableStream<Uint8Array> } | AppProblem>;
}

/** An app that signs, and the platforms whose accounts its events may be about. */
interface Signer {
  /** The platform whose app it is. */
  app: string;
  platforms: string[];
}

/** How an account's events are ordered at the network, and read back. */
export interface SubscriptionsPort {
  /**
   * Whether the app has what webhooks take beside signing in. Absent means always. Where it has not, accounts are read from time
   * to time instead. Pure.
   */
  isConfigured?(app: AppCredentials): boolean;
  /** What is subscribed for this account now. */
  read(step: SubscriptionStep): Promise<Subscribed | AccessProblem>;
  /** Subscribes the account to everything that this service understands. Calling it twice does no harm. */
  subscribe(step: SubscriptionStep): Promise<Subscribed | AccessProblem>;
  /** Ends the account's subscription. Calling it twice does no harm. */
  unsubscribe(step: SubscriptionStep): Promise<Subscribed | AccessProblem>;
  /** Accounts of other platforms that receive by this account's subscription, so that it stays for them. Absent means none do. */
  sharing?: {
    platforms: string[];
    /** Whether `other`, an account of one of `platforms`, receives by the subscription of `own`. Pure. */
    shares(own: AccountAccess, other: AccountAccess): boolean;
  };
  /** What the app itself is subscribed to, which an account's subscription needs too. Absent if the network has one level. */
  readApp?(step: AppSubscriptionStep): Promise<Subscribed | AppProblem>;
  /**
   * What the operator does at the network where `subscribeApp` fails: one step in each sentence. Absent means the network's words
   * say it. Pure.
   */
  appSteps?(setup: { app: AppCredentials; callbackUrl: string }): string[];
  /** Subscribes the app, so that the network calls `callbackUrl`. */
  subscribeApp?(
    step: AppSubscriptionStep & { callbackUrl: string; verifyToken: string },
  ): Promise<Subscribed | AppProblem>;
}

/** Why nothing was read or done for the app. */
export type AppProblem =
  | Extract<AccessProblem, { kind: 'retry' }>
  /** The network refuses the app, or its address: the operator corrects the settings here or at the network. */
  | { kind: 'unconfigured'; reason: string };

export type SubscriptionStep = CallContext & {
  account: AccountAccess;
  app: AppCredentials | null;
  /** The address of this service that the network calls. Networks with one address for each app do not need it. */
  callbackUrl?: string;
  /** Events are to come by the app's stream, and not to the address. Absent means to the address. */
  byStream?: boolean;
};
export type AppSubscriptionStep = CallContext & {
  endpoints: { [name: string]: string };
  app: AppCredentials;
  /** The address of this service that the network calls. Networks with one address for each app do not need it. */
  callbackUrl?: string;
};

export interface Subscribed {
  kind: 'subscribed';
  /** The network's own names; empty: it sends nothing. */
  fields: string[];
  /** Fields that are needed and absent means what of the account's events cannot arrive. Empty: everything is in order. */
  missing: string[];
  /** Of an app: the address that the network calls. Absent means it does not say. */
  callbackUrl?: string;
  /**
   * Of an account: permissions that it did not give and without which some of it does not arrive, although everything is
   * subscribed. Absent means none is known to be missing.
   */
  ungranted?: string[];
}

/** Configured by the operator, by app. */
export interface InboundSecrets {
  clientId: string;
  clientSecret: string;
  consumer?: ConsumerKey;
  /** Agreed with the network when the address was entered there. */
  verifyToken: string;
}

export interface InboundRequest {
  /** Lower-case names. */
  headers: { [name: string]: string };
  body: Uint8Array;
}

/** What every event says, whatever it is about. */
interface InboundFacts {
  /** The network's own id of the account it is about; null where the item names none. */
  remoteId: string | null;
  /** The same for each repeat of the same event, different for a later change of the same thing. Unique within the account. */
  dedupeKey: string;
  /** The network's time, epoch ms: it orders a conversation and moves its reply window. */
  at: number;
  /** Another app answers in this conversation first (Meta's `standby`). */
  standby: boolean;
  /**
   * No event of the network brought it: it was found by reading. `answered`: the account wrote to the person later. Absent means an
   * event brought it.
   */
  found?: { answered: boolean };
  /**
   * The item as it came, with what was around it: `split` of it gives the event again, so that what is not understood
   * today can be read later. Characters that Postgres does not store are replaced; null where it is nested too deeply. It holds
   * the text of a message or comment, and is deleted with it.
   */
  raw: Json;
}

export type InboundEvent = InboundFacts &
  (
    | { kind: 'comment'; comment: InboundComment }
    | {
        kind: 'comment_changed';
        commentId: string;
        change: 'edited' | 'deleted' | 'hidden' | 'unhidden';
        /** The new text; null where the network does not send it. */
        text: string | null;
      }
    | { kind: 'message'; message: InboundMessage }
    /** `edits` counts from 1: Meta's `num_edit: 0` is no edit, but says that a message exists (`message_exists`). */
    | { kind: 'message_edited'; messageId: string; personId: string | null; text: string; edits: number }
    /** A message that this service may not have: it is read from the network. */
    | { kind: 'message_exists'; messageId: string }
    | { kind: 'message_deleted'; messageId: string; personId: string | null }
    | {
        kind: 'reaction';
        messageId: string;
        personId: string;
        byAccount: boolean;
        action: 'react' | 'unreact';
        emoji: string | null;
      }
    | { kind: 'read'; personId: string; messageId: string | null; upTo: number | null }
    /** An ad or a link was opened in a conversation that exists already. `ref`: its code; empty: it has none. */
    | { kind: 'referral'; personId: string; ref: string; referral?: Referral }
    /** The network's own test button: it proves that the address works, and belongs to no account. */
    | { kind: 'test'; field: string }
    /** Understood, and of no use here: deliveries, likes, the account's own posts. `name`: what it is, to count it. */
    | { kind: 'ignored'; name: string }
    /** Not understood: kept, to be read again by a later version. */
    | { kind: 'unknown'; name: string }
  );

export interface InboundComment {
  /** The network's own id. */
  id: string;
  /** The post or media it stands below; null where the item does not say. */
  networkPostId: string | null;
  /** For a comment on an ad: the post that the ad shows. For a carousel's child: null. */
  originalPostId: string | null;
  /** `story` and `live` comments end with what they stand below. */
  postKind: 'post' | 'ad' | 'story' | 'live';
  /** The comment it answers; null where it answers the post. */
  parentId: string | null;
  /** May be empty: pictures and stickers have no text. */
  text: string;
  /** Either may be missing: networks hide them for some people. */
  from: { id: string | null; username: string | null; name: string | null };
  /** Written by the account itself, by its id. The service compares `from.username` with the account's too. */
  isOwn: boolean;
  /** The network hints that the account wrote it, and gives the hint in samples of its own too: count it, do not drop it. */
  maybeOwn?: true;
  /** Stars of a review, 1 to 5; null for a comment. */
  rating: number | null;
  /** What may be done with it, and a sentence for what may not. Absent means the event does not say. */
  can?: Comment['can'];
  cannot?: Comment['cannot'];
  /** Absent means the item has none, or does not say. */
  attachments?: CommentAttachment[];
  /** The address of the post. Absent means the item does not say. */
  postUrl?: string;
}

/** An ad or a link that a person opened. null if the network does not say. */
interface Referral {
  /** The network's own word: ADS, SHORTLINK, CUSTOMER_CHAT_PLUGIN … */
  source: string | null;
  /** The code in the link or ad. */
  ref: string | null;
  adId: string | null;
  /** Title of the ad. */
  title: string | null;
  /** Picture or video of the ad. */
  mediaUrl: string | null;
}

export interface InboundMessage {
  /**
   * The network's own id; null for a tap for which the network makes none. The event of a tap and one of a message may have
   * the same id: then they are the same message, and the tap says more.
   */
  id: string | null;
  /** The other person, also where the account wrote it. */
  personId: string;
  /** The account sent it: by us, by another tool, or typed in the network's own app. Null means the person wrote it. */
  echo: { appId: string | null; metadata: string | null } | null;
  text: string;
  attachments: Attachment[];
  /** A choice or a button was tapped: its payload and label. */
  tap: { payload: string | null; label: string } | null;
  /** It answers a story of the account. `url` ends about a day later. */
  storyReply: StoryLink | null;
  /** It mentions the account in the person's story. */
  storyMention: StoryLink | null;
  /** The message it answers. */
  replyTo: string | null;
  /** The code of the link that brought the person here. */
  ref: string | null;
  /** What the network says of the ad or link that brought the person here. Absent means nothing did. */
  referral?: Referral;
  /** The network does not show its content to apps. */
  isUnsupported: boolean;
}
