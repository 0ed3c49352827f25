/**
 * LinkedIn's "little text" format: characters that could start a mention, a hashtag or a template need a backslash.
 * Without it LinkedIn cuts the text there and still returns 201.
 */
const RESERVED = /[\\|{}@[\]()<>#*_~]/g;
/** A hashtag starts a word and contains a letter: `#1` is a number, `C#` a language. */
const HASHTAG = /^#[\p{L}\p{N}\p{M}_]*\p{L}/u;
const INSIDE_WORD = /[\p{L}\p{N}\p{M}_]$/u;

/** Escapes the text so that LinkedIn shows it unchanged; hashtags stay hashtags. */
export function littleText(text: string): string {
  return text.replaceAll(RESERVED, (sign, at: number) => {
    const isHashtag =
      sign === '#' &&
      !INSIDE_WORD.test(text.slice(Math.max(0, at - 2), at)) &&
      HASHTAG.test(text.slice(at, at + 200));
    return isHashtag ? sign : `\\${sign}`;
  });
}
