/** How long the text of a post is to its network, where it would be cut, and what the post costs. */

/**
 * What a length counts. `characters`: Unicode code points. `weight`: characters by the network's own rules, in which a link, an
 * emoji or a mention counts differently (x, mastodon, threads).
 */
export const LENGTH_UNITS = ['characters', 'graphemes', 'utf16_units', 'bytes', 'weight'] as const;

export type LengthUnit = (typeof LENGTH_UNITS)[number];

export interface TextLength {
  used: number;
  /** Null if the network states none. */
  limit: number | null;
  unit: LengthUnit;
}

export interface Measure {
  /**
   * Of the text before it is cut, without the title where the network takes one. Of several limits, the one that is nearest to
   * being reached.
   */
  length: TextLength;
  /** UTF-16 offset in the written text from which the network gets nothing. Null if it gets the text to its end. */
  cutAt: number | null;
}

/** What the network charges the operator for a post. */
export interface PostCost {
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** One sentence. */
  why: string;
}
