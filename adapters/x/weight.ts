/**
 * The length of a text as X counts it ("Counting characters", configuration 3): after NFC, 23 for a link, 2 for an
 * emoji of any composition, 1 for a character of the first scripts, 2 for every other.
 */
const LINK_WEIGHT = 23;
const EMOJI_WEIGHT = 2;

/** Code points that count 1: Latin to Georgian, and the usual spaces, dashes and quotes. */
const LIGHT: [from: number, to: number][] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];

/** Finds links that are certain. X also links bare host names, which are not counted here. */
const LINK = /\bhttps?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]]/gi;
const EMOJI = /\p{RGI_Emoji}/gv;

export function weightOf(text: string): number {
  let weight = 0;
  const withoutLinks = text.normalize('NFC').replaceAll(LINK, () => {
    weight += LINK_WEIGHT;
    return '';
  });
  const rest = withoutLinks.replaceAll(EMOJI, () => {
    weight += EMOJI_WEIGHT;
    return '';
  });
  for (const character of rest) weight += weightOfOne(character.codePointAt(0) ?? 0);
  return weight;
}

function weightOfOne(point: number): number {
  return LIGHT.some(([from, to]) => point >= from && point <= to) ? 1 : 2;
}
