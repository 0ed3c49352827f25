/**
 * Publishing a post, one durable step at a time. A step returns what the network said, in the words of
 * `machines/outcome.ts`; whether and when the next one comes is decided by the delivery machine.
 */
import type { Checkpoint, Finding, Json, Outcome } from '../../machines/outcome.ts';
import type { AccountAccess, AccountFacts, CallContext } from './account.ts';
import type { Measure, PostCost } from './measure.ts';

export interface PublishPort {
  /**
   * Takes a PDF as a document. Absent means a PDF is left out with a warning before `plan` sees the media.
   */
  documents?: true;
  /**
   * A published post shows files from their address here, as long as it is read. Absent means that the network keeps a copy of its own.
   */
  showsFromHere?: true;
  /** Descriptions of media for people who do not see them (`MediaItem.alt`). Absent means the network takes none. */
  altText?: AltTextLimit;
  /** Takes threads: posts below one another (`PublishStep.parent`). Absent means the parts of a thread become one post. */
  thread?: true;
  /**
   * The network shows the preview of a page only if the post names the page. `words`: the post says title, description and
   * picture; `address`: the network reads the page itself. Absent means that it takes none, or finds the page in the text.
   */
  linkPreview?: 'words' | 'address';
  /**
   * What proves after a lost response whether the post is live: a key the network remembers, a record key we chose, a
   * container it keeps, a match in the account's own list, or nothing at all.
   */
  evidence: 'idempotency_key' | 'record_key' | 'container' | 'own_list' | 'none';
  /** What would be sent to this account, and why not. Pure. */
  plan(post: PostContent, account: AccountFacts): Plan;
  /** How long the text is by the network's own count, and where it would be cut. Pure. */
  measure(post: PostContent, account: AccountFacts): Measure;
  /** What the network charges the operator for the post. Absent means nothing. Pure. */
  cost?(post: PostContent): PostCost;
  /** Whether it is safe to run a step again after a crash, not knowing whether the first run reached the network. Pure. */
  repeatable(step: RepeatableStep): Repeatable;
  /** Takes one durable step. Throws only for bugs. */
  publish(step: PublishStep): Promise<Outcome>;
  /** Looks up whether the post of this delivery is live. With `evidence: 'none'` it returns `cannot_tell`. */
  verify(step: PublishStep): Promise<Finding>;
}

/**
 * `plan` and `options` are the current ones: the post may have been edited since the checkpoint was kept. Absent options mean that the
 * post has none.
 */
export type RepeatableStep = Pick<PublishStep, 'checkpoint' | 'plan' | 'now'> &
  Partial<Pick<PublishStep, 'options'>>;

/**
 * - `yes`: the step is invisible work (an upload, a container), or its call carries a key by which the network recognises
 *   it.
 * - `no`: a second run may make a second post. This depends on the checkpoint alone: it was `no` before the first run, so
 *   that run left a started mark. Without a mark there was none, and no lookup is needed.
 * - `no_longer`: it was `yes` when the checkpoint was kept, but an edit or the time ended that. An earlier run may have
 *   left no mark, so a lookup comes first.
 */
export type Repeatable = 'yes' | 'no' | 'no_longer';

/** For which media a network takes a description, and how long it may be. */
interface AltTextLimit {
  kinds: MediaItem['kind'][];
  characters: number;
  /** What a character is to the network. */
  unit: 'graphemes' | 'code_points' | 'utf16';
}

/** A media URL as a post carries it. The type is read from the extension. */
export interface MediaItem {
  url: string;
  /** `document` comes only to adapters that take documents. */
  kind: 'image' | 'gif' | 'video' | 'document';
  /** Lower case, without the dot: jpg, png, webp, gif, mp4, mov, webm, pdf. */
  extension: string;
  /** A description within the network's limit. Absent means none. */
  alt?: string;
}

/** The post as an account gets it. Options of one network keep their API field names. */
export interface PostContent {
  text: string;
  media: MediaItem[];
  options: { [name: string]: Json };
}

/** What networks refuse, for programs: callers get it as the code of an error. A rule that none of these names gets a name here. */
export const REFUSAL_CODES = [
  'audience_not_set',
  'empty_post',
  'media_mixed',
  'media_required',
  'media_type',
  'media_type_unsupported',
  'mixed_media',
  'option_invalid',
  'option_required',
  'permission_missing',
  'preview_with_media',
  'text_empty',
  'text_too_long',
  'too_many_hashtags',
  'too_many_images',
  'too_many_links',
  'too_many_media',
  'too_many_mentions',
  'too_many_videos',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];

/**
 * What the sentence of an error, refusal or warning names, such as `limit` and `length`. With the code, a program can make a
 * sentence of its own of them, in any language.
 */
export type Values = { readonly [name: string]: string | number };

/** A reason why a network would not take a post as it is, found before anything is sent. */
export interface Refusal {
  code: RefusalCode;
  /** JSON pointer of the field at fault, for example `/media/1`. */
  param: string;
  /** A sentence that names the field and says what to do. */
  message: string;
  /** What the sentence names. Absent means nothing that a program could use. */
  values?: Values;
}

/** What a post is warned of, for programs. A warning that the network will refuse the post has the code of the refusal. */
export const WARNING_CODES = [
  'duplicate_text',
  'first_comment_ignored',
  'preview_from_page',
  'preview_left_out',
  'thread_joined',
] as const;

/** A warning about a field that the caller may set, with a code for programs. */
export interface FieldWarning {
  code: RefusalCode | (typeof WARNING_CODES)[number];
  /** JSON pointer of the field. */
  param: string;
  /** The sentence, as it is in `Plan.warnings`. */
  message: string;
  /** As in a refusal. */
  values?: Values;
  /** The network will refuse the post because of it. Absent means it will not. */
  willRefuse?: true;
}

/** Exactly what would be sent. Create, validate, preview and publish all use this one result. */
export interface Plan {
  /** The text after cutting. */
  text: string;
  title: string | null;
  media: MediaItem[];
  /** Changes the caller should know of, one sentence each. */
  warnings: string[];
  /** Those of the warnings that a program can act on. Absent means none. */
  warningDetails?: FieldWarning[];
  refusals: Refusal[];
  /** Absent means none. */
  linkPreview?: LinkPreview;
}

/** The preview of a page, as it is shown below a post. A type, because checkpoints hold it: they need an index signature. */
export type LinkPreview = {
  url: string;
  /** Empty where the network reads the page itself. */
  title: string;
  description: string;
  /** Address of the picture. */
  image: string | null;
};

/** One durable step of a delivery. */
export interface PublishStep extends CallContext {
  account: AccountAccess;
  plan: Plan;
  /** The post's network options, as in PostContent. */
  options: PostContent['options'];
  /** Stable for the pair of post and account, and for the part of a thread: the seed of idempotency keys and record keys. */
  deliveryId: string;
  /**
   * Where a part of a thread goes. It is published below its parent, and a lookup takes only what is there. Absent means it is
   * a post of its own: a lookup takes nothing that stands below another post.
   */
  parent?: ThreadParent;
  checkpoint: Checkpoint | null;
  /**
   * Returns those of the given network post ids that another delivery of ours holds for this account of the network.
   * A post that another delivery holds is no evidence for this one, even with the same content: a lookup skips it.
   */
  heldIds: (networkPostIds: string[]) => Promise<ReadonlySet<string>>;
  /**
   * The bytes of a media URL, fetched through the URL guard and converted if they do not meet the requirements. A
   * MediaError says why there are none. With `part`, only those bytes of the unconverted file: for uploads in chunks,
   * one per step.
   */
  open: (item: MediaItem, requirements?: MediaRequirements, part?: MediaPart) => Promise<OpenedMedia>;
  /**
   * For networks that fetch media themselves: an address that needs no key. It is the item's own if the file meets
   * the requirements, else that of a converted copy which this service hosts. A MediaError says why there is none.
   */
  host: (item: MediaItem, requirements?: MediaRequirements) => Promise<HostedMedia>;
}

/** Network post ids of the part before, and of the first part. */
export interface ThreadParent {
  parentId: string;
  rootId: string;
}

/**
 * What a network requires of a file. A file that meets it is not changed; photos are converted, videos and GIFs
 * never.
 */
export interface MediaRequirements {
  /** Content types the network takes. A file is converted to the first one: `['image/jpeg']`. */
  types?: string[];
  /**
   * The size limit in bytes: a photo is compressed, then scaled down, until it fits. A GIF, video or document that is larger is
   * a MediaError, unless nobody says how large it is.
   */
  maxBytes?: number;
  /** The limit of the longer side, in pixels. */
  maxSide?: number;
  /** The limit of the width, in pixels. */
  maxWidth?: number;
  /** An address of ours even if the file fits: for networks that fetch only from hosts registered with them. */
  ownAddress?: true;
  /** Width divided by height. A photo outside the range is cropped from the centre; equal ends give one shape. */
  ratio?: { min: number; max: number };
  /** Remove Exif, XMP and IPTC (place, author): for networks that publish the file unchanged. */
  withoutMetadata?: boolean;
}

export interface HostedMedia {
  url: string;
  contentType: string;
  width: number | null;
  height: number | null;
}

/** A range of bytes of a file, without `to`. Bytes behind the end of the file are left out. */
export interface MediaPart {
  from: number;
  to: number;
}

export interface OpenedMedia {
  bytes: Uint8Array<ArrayBuffer>;
  /** Size of the whole file in bytes, if only a part was asked for. */
  size?: number;
  contentType: string;
  /** Pixels, where they could be read. */
  width: number | null;
  height: number | null;
}

/** The media could not be fetched or converted. `temporary`: another try may succeed. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly temporary: boolean;
  constructor(message: string, temporary: boolean) {
    super(message);
    this.temporary = temporary;
  }
}
