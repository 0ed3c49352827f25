/** What a post has beyond its text, accounts, media and network options, as it is stored. */

import type { PageReading } from './link-previews.ts';

/** Descriptions of media for people who do not see them, by the media's address. */
export interface AltText {
  [mediaUrl: string]: string;
}

/** A part of a thread after the post itself. */
export interface ThreadPart {
  content: string;
  media?: string[];
  /** Adds to the post's. */
  altText?: AltText;
}

/** The page whose preview is shown below a post; false means none. */
export type LinkPreviewSetting =
  | false
  | { url: string; title?: string; description?: string; image?: string };

/** What some accounts get in place of what the post says. Exactly one of the two lists is there. */
export interface Override {
  accountIds?: string[];
  platforms?: string[];
  content?: string;
  media?: string[];
  altText?: AltText;
  thread?: ThreadPart[];
  /** null means as if neither the entry nor the post had a setting. */
  linkPreview?: LinkPreviewSetting | null;
  /** null means none for these accounts. */
  firstComment?: string | null;
}

/** An account that the post goes out without, because its network would refuse it. */
export interface SkippedAccount {
  accountId: string;
  platform: string;
  /** A sentence that names the field and says what to do. */
  error: string;
  code: string;
  /** JSON pointer of the field at fault. */
  param: string;
}

/** Absent means none. */
export interface PostExtras {
  overrides?: Override[];
  altText?: AltText;
  skipped?: SkippedAccount[];
  thread?: ThreadPart[];
  linkPreview?: LinkPreviewSetting;
  /** What is commented below the post when it is live. */
  firstComment?: string;
  /** Pages that the post links to, as they were read before it was sent, by URL. */
  pages?: { [url: string]: PageReading };
}
