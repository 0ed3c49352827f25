/**
 * The port every network is reached through. An adapter takes one durable step at a time and returns what the network
 * said, in the words of `machines/outcome.ts`. It keeps nothing, retries nothing and waits for nothing: the delivery
 * machine decides. What it needs (the clock, fetch, the media's bytes) is handed in with each step.
 */
import type { Checkpoint, Finding, Json, Outcome } from '../../machines/outcome.ts';
import type { AppCredentials } from './connect.ts';

/** Platform identifiers: the twelve of spec section 2.2 and those of decisions.md. */
export const platforms = [
  'instagram',
  'tiktok',
  'x',
  'reddit',
  'linkedin',
  'youtube',
  'facebook',
  'threads',
  'bluesky',
  'pinterest',
  'telegram',
  'discord',
  'slack',
  'mastodon',
  'wordpress',
  'devto',
  'hashnode',
  'ghost',
  'tumblr',
  'google_business',
] as const;
export type Platform = (typeof platforms)[number];

/** A media URL as a post carries it. The type is read from the extension (spec section 4.2, field media). */
export interface MediaItem {
  url: string;
  /** `document` comes only to adapters that take documents. */
  kind: 'image' | 'gif' | 'video' | 'document';
  /** Lower case, without the dot: jpg, png, webp, gif, mp4, mov, webm, pdf. */
  extension: string;
}

/** What a caller asked to post, the same for each account. Options that concern one network keep the spec's names. */
export interface PostContent {
  text: string;
  media: MediaItem[];
  options: { [name: string]: Json };
}

/** What a plan may know of an account: nothing secret. */
export interface AccountFacts {
  id: string;
  platform: Platform;
  /** Limits a server told when the account was connected (mastodon: maxCharacters …). */
  limits: { [name: string]: number };
}

/** What a call needs to reach the network as this account. Secret: never logged, never in a checkpoint. */
export interface AccountAccess extends AccountFacts {
  /** The network's own id of the account. */
  remoteId: string;
  username: string;
  /** Base addresses by name, without a trailing slash; the sandbox's in place of the network's own. */
  endpoints: { [name: string]: string };
  credentials: Credentials;
}
export type Credentials = { [name: string]: string };

/** A reason why a network would not take a post as it is, found before anything is sent. */
export interface Refusal {
  code: string;
  /** JSON pointer of the field at fault, for example `/media/1`. */
  param: string;
  /** A sentence that names the field and says what to do. */
  message: string;
}

/** Exactly what would be sent: create, validate, preview and publish all use this one answer. */
export interface Plan {
  /** The text after cutting. */
  text: string;
  title: string | null;
  media: MediaItem[];
  /** Changes the caller should know of, one sentence each. */
  warnings: string[];
  refusals: Refusal[];
}

/** One durable step of a delivery. */
export interface PublishStep {
  account: AccountAccess;
  plan: Plan;
  /** The post's network options, as in PostContent. */
  options: PostContent['options'];
  /** Stable for the pair of post and account: the seed of idempotency keys and record keys. */
  deliveryId: string;
  checkpoint: Checkpoint | null;
  /** Epoch ms: the only clock an adapter may read. */
  now: number;
  fetch: typeof globalThis.fetch;
  /** Ends a call that takes too long. */
  signal: AbortSignal;
  /**
   * Which of these network post ids another delivery of ours holds for this account of the network. A post that another
   * delivery holds is no evidence for this one, however alike the two are: a lookup passes it over. Absent: there are no
   * other deliveries.
   */
  heldIds?: (networkPostIds: string[]) => Promise<ReadonlySet<string>>;
  /**
   * The bytes of a media URL, fetched through the URL guard and converted where they do not fit the wish. A MediaError
   * says why there are none. With `part` only those bytes of the file as it is: for what goes up in chunks, a step each.
   */
  open: (item: MediaItem, wish?: MediaWish, part?: MediaPart) => Promise<OpenedMedia>;
  /**
   * For networks that fetch media themselves: an address that needs no key, the item's own where it fits the wish, that
   * of a converted copy that this service hosts where it does not. A MediaError says why there is none.
   */
  host: (item: MediaItem, wish?: MediaWish) => Promise<HostedMedia>;
}

/** What a network insists on. A file that fits is left as it is; photos are converted, videos and GIFs never. */
export interface MediaWish {
  /** Content types the network takes, the one to convert into first: `['image/jpeg']`. */
  types?: string[];
  /** The most bytes: a photo is compressed, then scaled down, until it fits. */
  maxBytes?: number;
  /** The most pixels of the longer side. */
  maxSide?: number;
  /** The most pixels of the width. */
  maxWidth?: number;
  /** An address of ours even where the file fits: for networks that fetch from hosts they know alone. */
  ownAddress?: true;
  /** Width by height: what is outside is cropped from the centre. Equal ends crop to one shape. */
  ratio?: { min: number; max: number };
  /** Without Exif, XMP and IPTC (where it was taken, and by whom): for networks that hand the file on as it is. */
  withoutMetadata?: boolean;
}

export interface HostedMedia {
  url: string;
  contentType: string;
  width: number | null;
  height: number | null;
}

/** Bytes of a file; `to` excluded. What lies behind the end is left out. */
export interface MediaPart {
  from: number;
  to: number;
}

export interface OpenedMedia {
  bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of the whole file, where only a part was asked for. */
  size?: number;
  contentType: string;
  /** Pixels, where they could be read. */
  width: number | null;
  height: number | null;
}

/** Media that could not be had. `temporary` when another try may succeed. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly temporary: boolean;
  constructor(message: string, temporary: boolean) {
    super(message);
    this.temporary = temporary;
  }
}

export interface Adapter {
  platform: Platform;
  /** Base addresses of the real network. */
  endpoints: { [name: string]: string };
  /**
   * Takes a PDF as a document (spec section 4.2, rule 11). Absent: a PDF is left out with a warning before `plan` sees
   * the media.
   */
  documents?: true;
  /**
   * What proves after a lost answer whether the post is live: a key the network remembers, a record key we chose, a
   * container it keeps, a match in the account's own list, or nothing at all.
   */
  evidence: 'idempotency_key' | 'record_key' | 'container' | 'own_list' | 'none';
  /** What would be sent to this account, and why not. Pure. */
  plan(post: PostContent, account: AccountFacts): Plan;
  /**
   * Whether the step from this checkpoint may be taken again when nobody knows if it was taken before (the service
   * stopped in the middle): true for uploads and containers nobody sees, and for calls that carry a key. The plan is
   * today's: an edit since may make the repetition another post, and then it must not be taken blindly.
   */
  repeatable(step: Pick<PublishStep, 'checkpoint' | 'plan' | 'now'>): boolean;
  /**
   * `repeatable` goes by the checkpoint alone: neither an edit nor time changes its answer. Then a step that must not be
   * repeated and left no mark never began, and needs no look.
   */
  repeatableByCheckpoint?: true;
  /** Takes one durable step. Throws only for bugs. */
  publish(step: PublishStep): Promise<Outcome>;
  /** Looks whether the post of this delivery is live. `evidence: 'none'` answers cannot_tell. */
  verify(step: PublishStep): Promise<Finding>;
  /** Exchanges or renews the account's access token; answers the credentials to keep (all of them). */
  refresh?(step: RefreshStep): Promise<RefreshAnswer>;
  /**
   * Whether `refresh` can renew these credentials, where that differs from account to account: linkedin hands refresh
   * tokens to partners alone. Absent: all that have `refresh` can. Pure.
   */
  renewable?(credentials: Credentials): boolean;
  /**
   * Ends the account's access at the network, when it is disconnected. Absent: the network has no call for it. Asked
   * again it does no harm.
   */
  revoke?(step: RevokeStep): Promise<RevokeAnswer>;
  /**
   * Whether ending the first account's access would end the second's too, beyond what holds everywhere (the same account
   * of the network). Absent: it never would. Pure.
   */
  sharesAccess?(one: AccountAccess, other: AccountAccess): boolean;
  /** Other networks that `sharesAccess` is to be asked about: those with the same sign-in. */
  accessKin?: Platform[];
  /**
   * What takes the operator's app as the settings name it now: then the step's `app` is never null, and
   * `credentials.clientId` names the app that the account was connected by. Absent: nothing.
   */
  asApp?: ('refresh' | 'revoke')[];
}

export type RefreshStep = Pick<PublishStep, 'account' | 'fetch' | 'signal' | 'now'> & {
  /** This service as an app at the network; null where `Adapter.asApp` does not name the deed. */
  app: AppCredentials | null;
};
export type RevokeStep = RefreshStep;
export type RevokeAnswer =
  /** The access is over, by this call or before it. */
  | { kind: 'revoked' }
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'refused'; reason: string };
export type RefreshAnswer =
  | { kind: 'refreshed'; credentials: Credentials; expiresAt: number | null }
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'reauthorize'; reason: string }
  /** The network refuses the app, and says nothing of the account: its settings are to be mended. */
  | { kind: 'unconfigured'; reason: string };
