/** The words of a message for one person (docs/contract.md, DM automations). */

/** What is known about a person; null if it is not. */
export type Names = { username: string | null; firstName: string | null };

/** Limits of a message: bytes of UTF-8, or characters for a message with a link button. */
export const MAX_TEXT_BYTES = 1_000;
export const MAX_BUTTON_TEXT_CHARS = 640;

/**
 * Replaces {username} and {first_name}. What is unknown becomes empty, with the space before it.
 * @param hasButton a message with a link button has a limit of its own
 * @returns a text within the limit. One that is over is cut between characters; a URL in it stays whole
 */
export function fill(text: string, names: Names, { hasButton }: { hasButton: boolean }): string {
  const filled = text.replaceAll(/( ?)\{(username|first_name)\}/gu, (_, space: string, field: string) => {
    const value = field === 'username' ? names.username : names.firstName;
    return value === null || value === '' ? '' : `${space}${value}`;
  });
  return hasButton
    ? shortened(filled, MAX_BUTTON_TEXT_CHARS, (part) => Array.from(part).length)
    : shortened(filled, MAX_TEXT_BYTES, bytesOf);
}

/** A text without buttons within the limit of the network, in the same way. */
export const withinBytes = (text: string): string => shortened(text, MAX_TEXT_BYTES, bytesOf);

/** The text in front of the first message of a run. @param disclosure of the workspace; null if none */
export const openingOf = (disclosure: string | null): string =>
  disclosure === null ? '' : `${disclosure}\n\n`;

/** The bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const point = char.codePointAt(0)!;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * A URL, with the signs after it. It ends where a sentence continues without a space: after the path, at a letter of a
 * script that has none between words.
 */
const URL_PART =
  /(https?:\/\/[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\uFE0F._\-]*(?:[!-~\u2013]|[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}ー]])*)/iv;

/** Removes characters from the end until the text fits, but keeps URLs whole. A text of URLs alone is not changed. */
function shortened(text: string, limit: number, sizeOf: (part: string) => number): string {
  let over = sizeOf(text) - limit;
  if (over <= 0) return text;
  const parts: string[] = [];
  for (const part of text.split(URL_PART).toReversed()) {
    if (over <= 0 || /^https?:\/\//iu.test(part)) {
      parts.unshift(part);
      continue;
    }
    const left = [...characters.segment(part)].map(({ segment }) => segment);
    // what separates a URL from the words before it stays with it
    const isBeforeUrl = parts[0] !== undefined && parts[0] !== '';
    const first = isBeforeUrl
      ? Math.min(left.findLastIndex((one) => /\S/u.test(one)) + 1, left.length - 1)
      : left.length;
    const separator = left.splice(Math.max(first, 0));
    while (over > 0 && left.length > 0) over -= sizeOf(left.pop()!);
    parts.unshift([...left, ...separator].join(''));
  }
  return parts.join('');
}

/**
 * The first name in a full name, as networks give no other: its first word, if that has letters only and up to 20 of
 * them; otherwise null.
 */
export function firstNameOf(name: string | null | undefined): string | null {
  const [first = ''] = (name ?? '').trim().split(/\s+/u);
  return /^[\p{L}\p{M}]{1,20}$/u.test(first) ? first : null;
}
