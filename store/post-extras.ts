/** What a post has beyond its text, accounts, media and network options, as it is stored. */

/** Descriptions of media for people who do not see them, by the media's address. */
export interface AltText {
  [mediaUrl: string]: string;
}

/** What some accounts get in place of what the post says. Exactly one of the two lists is there. */
export interface Override {
  accountIds?: string[];
  platforms?: string[];
  content?: string;
  media?: string[];
  altText?: AltText;
}

/** Absent means none. */
export interface PostExtras {
  overrides?: Override[];
  altText?: AltText;
}
