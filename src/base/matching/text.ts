/** A comment or message, prepared once to be compared with any number of keywords. */
import { boundariesOf } from './boundaries.ts';
import { fold } from './fold.ts';

export interface PreparedText {
  /** What is compared: folded, and without the names that begin a reply. */
  folded: string;
  /** 1 at each index of `folded` where a word may begin or end. */
  boundaries: Uint8Array;
  /** The letters and digits of `folded` alone, for `exact`. */
  bare: string;
  /** The same text without skin tones; itself when it has none. */
  withoutTones: PreparedText;
}

/**
 * Prepares a text. The cost is linear in its length.
 * @param isReply true for a reply to a comment: Instagram puts the name of the person replied to first, as `@name`, and
 * such names are not part of what the person wrote
 */
export function prepareText(text: string, { isReply = false }: { isReply?: boolean } = {}): PreparedText {
  const folded = fold(text);
  return preparedFrom(isReply ? withoutLeadingNames(folded) : folded);
}

function preparedFrom(folded: string): PreparedText {
  const boundaries = boundariesOf(folded);
  const prepared = { folded, boundaries, bare: bareOf(folded) } as PreparedText;
  prepared.withoutTones = hasTones(folded) ? preparedFrom(fold(folded.replace(TONES, ''))) : prepared;
  return prepared;
}

const TONES = /\p{Emoji_Modifier}/gu;
/** Whether an emoji of a folded text has a skin tone. */
export const hasTones = (folded: string): boolean => /\p{Emoji_Modifier}/u.test(folded);

/** A folded text without spaces, punctuation, symbols and emoji. */
export const bareOf = (folded: string): string =>
  folded.replace(/(?:[0-9#*]\u20E3|[\p{P}\p{S}\p{Z}\p{C}]\p{M}*)+/gu, '');

/** The names of accounts on Instagram have ASCII letters, digits, dots and underscores. */
function withoutLeadingNames(folded: string): string {
  return folded.replace(/^(?:@[a-z0-9._]+ ?)+/, '').trim();
}
