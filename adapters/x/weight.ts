/**
 * The length of a text as X counts it ("Counting characters", configuration 3): after NFC, 23 for a link, 2 for an
 * emoji of any composition, 1 for a character of the first scripts, 2 for every other.
 */
import { addressesIn, type AddressRules, CONTINUES_HOST } from '../lib/addresses.ts';
import { isTopLevelDomain } from '../lib/top-level-domain.ts';

const LINK_WEIGHT = 23;
const EMOJI_WEIGHT = 2;

/** Code points that count 1: Latin to Georgian, and the usual spaces, dashes and quotes. */
const LIGHT: [from: number, to: number][] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];

/** Letters that X takes in the path of a link: Latin with its accents, and Cyrillic. */
const LETTERS =
  'a-z\\dÀ-ÖØ-öø-ɏ\\u0253\\u0254\\u0256\\u0257\\u0259\\u025B\\u0263\\u0268\\u026F\\u0272\\u0289\\u028B\\u02BB\\u0300-\\u036F\\u0400-\\u04FF\\u1E00-\\u1EFF';

/** What X makes a link of, by its library `twitter-text`: any host with a top-level domain, also without a scheme. */
const LINKS: AddressRules = {
  hostLength: linkedLength,
  bareHosts: true,
  starts: '/?',
  bareStarts: '/',
  path: new RegExp(`^[${LETTERS}!*';:=+,.$\\/%#\\[\\]\\-\\u2013_~@\\|&]$`, 'iu'),
  pathEnd: new RegExp(`^[${LETTERS}+\\-=_#\\/]$`, 'iu'),
  query: /^[a-z\d!?*'@();:&=+$/%#[\]\-_.,~|]$/i,
  queryEnd: /^[a-z\d\-_&=#/]$/i,
  pathPairs: '()',
  queryPairs: '',
  strictPairs: true,
};

/** Whether X makes a link of something in the text. */
export function hasLink(text: string): boolean {
  return addressesIn(text.normalize('NFC'), LINKS).length > 0;
}

export function weightOf(text: string): number {
  const normal = text.normalize('NFC');
  let weight = 0;
  let done = 0;
  for (const { start, end } of addressesIn(normal, LINKS)) {
    weight += weightOfWords(normal.slice(done, start)) + LINK_WEIGHT;
    done = end;
  }
  return weight + weightOfWords(normal.slice(done));
}

/**
 * How much of a host X links: the labels up to the last top-level domain, if others are before it. Letters with accents
 * end it too: of `example.com.x` and of `example.comé`, X links `example.com`.
 */
function linkedLength(host: string, { next }: { next: string }): number {
  let length = 0;
  let at = 0;
  for (const [index, label] of host.split('.').entries()) {
    const end = at + label.length;
    const [latin = ''] = /^[\da-z-]*/i.exec(label) ?? [];
    const domain = [label, latin].find((part) => isTopLevelDomain(part.toLowerCase()));
    const after = domain?.length === label.length && end === host.length ? next : '';
    if (index > 0 && domain !== undefined && !CONTINUES_HOST.test(after)) length = at + domain.length;
    at = end + 1;
  }
  return length;
}

const EMOJI = /\p{RGI_Emoji}/gv;

function weightOfWords(text: string): number {
  let weight = 0;
  const rest = text.replaceAll(EMOJI, () => {
    weight += EMOJI_WEIGHT;
    return '';
  });
  for (const character of rest) weight += weightOfOne(character.codePointAt(0) ?? 0);
  return weight;
}

function weightOfOne(point: number): number {
  return LIGHT.some(([from, to]) => point >= from && point <= to) ? 1 : 2;
}
