/**
 * LinkedIn's "little text": signs that could begin a mention, a hashtag or a template are written with a backslash. One
 * that is not cuts the text there, and the answer is 201 all the same.
 */
const RESERVED = /[\\|{}@[\]()<>#*_~]/g;
/** A hashtag begins a word and holds a letter: `#1` is a number, `C#` a language. */
const HASHTAG = /^#[\p{L}\p{N}\p{M}_]*\p{L}/u;
const INSIDE_WORD = /[\p{L}\p{N}\p{M}_]$/u;

/** The text as LinkedIn shows it unchanged; hashtags stay hashtags. */
export function littleText(text: string): string {
  return text.replaceAll(RESERVED, (sign, at: number) => {
    const isHashtag =
      sign === '#' &&
      !INSIDE_WORD.test(text.slice(Math.max(0, at - 2), at)) &&
      HASHTAG.test(text.slice(at, at + 200));
    return isHashtag ? sign : `\\${sign}`;
  });
}
