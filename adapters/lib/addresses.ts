/**
 * Finds web addresses in a text that a person wrote. Signs of the sentence around an address are not part of it.
 * Where no network says otherwise, the rules are those of X's `twitter-text`, the most complete ones that are published.
 * The time is linear in the length of the text, whatever it is.
 */
import { hasTopLevelDomain } from './top-level-domain.ts';

/** An address in a text. Positions are UTF-16 units. */
interface Address {
  start: number;
  end: number;
  /** The address exactly as in the text. One that was found by its host name alone has no scheme. */
  written: string;
  /** Whether the text ends where the address could go on: in a text that was cut, the address may be incomplete. */
  mayGoOn: boolean;
}

/** What belongs to an address. A pattern judges one code point. */
export interface AddressRules {
  /**
   * @param next the code point after the host, empty at the end of the text
   * @returns how much of the host is the address's, in UTF-16 units; 0: this is no address
   */
  hostLength: (host: string, about: { next: string; hasScheme: boolean }) => number;
  /** Whether a host name without a scheme is looked at. */
  bareHosts: boolean;
  /** What may follow the host and its port, after a scheme and without one. */
  starts: string;
  bareStarts: string;
  path: RegExp;
  query: RegExp;
  /** What an address may end with, besides a closing bracket of a pair. */
  pathEnd: RegExp;
  queryEnd: RegExp;
  /** Brackets that belong to an address in pairs only: opening and closing ones in turn. */
  pathPairs: string;
  queryPairs: string;
  /** Whether brackets belong to an address only if they have something inside, and one more pair at most. */
  strictPairs: boolean;
}

/** Scripts without spaces between words, and Korean, which adds particles: the sentence goes on right after an address. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Bopo}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}ー';
const LETTER = `[[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}]]`;
const END = new RegExp(`^[${LETTER}#%&+\\-\\/=_]$`, 'v');

/** Addresses as browsers take them: any host after `http://` or `https://`, letters of all scripts with spaces. */
export const WEB: AddressRules = {
  hostLength: (host) => withoutSentence(host).length,
  bareHosts: false,
  starts: '/?#',
  bareStarts: '/?#',
  path: new RegExp(`^[${LETTER}!#$%&'*+,\\-.\\/:;=@\\^_\\|~\\u2013]$`, 'v'),
  query: new RegExp(`^[${LETTER}!#$%&'*+,\\-.\\/:;=?@\\^_\\|~\\u2013]$`, 'v'),
  pathEnd: END,
  queryEnd: END,
  pathPairs: '()[]{}',
  queryPairs: '()[]{}',
  strictPairs: false,
};

/** The same, and names of hosts that end with a top-level domain in small letters: `End.Next` is two sentences. */
export const WEB_AND_HOSTS: AddressRules = {
  ...WEB,
  bareHosts: true,
  hostLength: (host, { next, hasScheme }) => {
    if (hasScheme) return withoutSentence(host).length;
    return hasTopLevelDomain(host) && !CONTINUES_HOST.test(next) ? host.length : 0;
  },
};

/** After a name without a scheme, these make it something else, such as the first part of a mail address. */
export const CONTINUES_HOST = /^[\dA-Za-z@+-]$/;

/** A host without the emoji and the words of an unspaced script after its last label: `example.comです`. */
function withoutSentence(host: string): string {
  return host.replace(AFTER_HOST, '$1');
}
const EMOJI = '\\p{Extended_Pictographic}\\uFE0F';
const AFTER_HOST = new RegExp(`((?:^|\\.)[a-z\\d\\-]+)[${UNSPACED}${EMOJI}][^.]*$`, 'iv');

/** A letter or digit of ASCII before the scheme makes it a part of a word; the other signs start tags and mentions. */
const SCHEME = '(?<![a-z\\d@＠$#＃])https?:\\/\\/';
const ASCII_OR_ACCENT = 'a-z\\dÀ-ÖØ-öø-ɏ';
const SCHEMES = new RegExp(SCHEME, 'gi');
const SCHEMES_AND_NAMES = new RegExp(
  `${SCHEME}|(?<![${ASCII_OR_ACCENT}@＠$#＃_.\\/\\-])[${ASCII_OR_ACCENT}][${ASCII_OR_ACCENT}_\\-]*(?=\\.)`,
  'gi',
);
const LABEL = `[\\p{L}\\p{N}${EMOJI}_](?:[\\p{L}\\p{M}\\p{N}${EMOJI}_\\-]*[\\p{L}\\p{M}\\p{N}${EMOJI}_])?`;
/** A name and password before the host are part of the address. */
const HOST = new RegExp(
  `((?:[\\w.~%!$&'*+,;=:\\-]{1,200}@)?)(${LABEL}(?:\\.${LABEL})*|\\[[\\da-f:.]{2,45}\\])`,
  'iuy',
);
const BARE_HOST = new RegExp(`()([${ASCII_OR_ACCENT}_\\-]+(?:\\.[${ASCII_OR_ACCENT}\\-]+)+)`, 'iuy');
const PORT = /:\d{1,5}(?!\d)/y;
/** Brackets within brackets. Without a limit, a text of opening brackets would be read again for each address. */
const MAX_DEPTH = 2;

/** Every address of a text, in its order. They do not overlap. */
export function addressesIn(text: string, rules: AddressRules = WEB): Address[] {
  const found: Address[] = [];
  const candidates = rules.bareHosts ? SCHEMES_AND_NAMES : SCHEMES;
  let from = 0;
  for (;;) {
    candidates.lastIndex = from;
    const candidate = candidates.exec(text);
    if (candidate === null) return found;
    from = candidate.index + candidate[0].length;
    const address = addressAt(text, candidate.index, candidate[0], rules);
    if (address === null) continue;
    found.push(address);
    from = address.end;
  }
}

/** @param before the scheme, or the first label of a host without one */
function addressAt(text: string, start: number, before: string, rules: AddressRules): Address | null {
  const hasScheme = before.endsWith('/');
  const hostAt = hasScheme ? start + before.length : start;
  const [whole, login = '', host = ''] = matchAt(hasScheme ? HOST : BARE_HOST, text, hostAt) ?? [];
  if (whole === undefined) return null;
  const hostEnd = hostAt + whole.length;
  const length = rules.hostLength(host, { next: codePointAt(text, hostEnd), hasScheme });
  if (length === 0) return null;
  const isWhole = length === host.length;
  const starts = hasScheme ? rules.starts : rules.bareStarts;
  const end = hostAt + login.length + length;
  const afterPort = isWhole ? end + (matchAt(PORT, text, end)?.[0].length ?? 0) : end;
  const hasTail = isWhole && isOneOf(starts, codePointAt(text, afterPort));
  const bodyEnd = hasScheme || hasTail ? afterPort : end;
  if (!URL.canParse(`${hasScheme ? '' : 'https://'}${text.slice(start, bodyEnd)}`)) return null;
  const tail = hasTail ? readTail(text, bodyEnd, rules) : { end: bodyEnd, reach: afterPort };
  return {
    start,
    end: tail.end,
    written: text.slice(start, tail.end),
    mayGoOn: tail.reach === text.length,
  };
}

const isOneOf = (signs: string, sign: string) => sign !== '' && signs.includes(sign);

/** A bracket whose closing one was not read yet. */
interface OpenBracket {
  closing: string;
  at: number;
  /** Whether a pair is inside. */
  hasPair: boolean;
}

/** Reads path, query and fragment. @returns where they end, and how far they were read for that */
function readTail(text: string, from: number, rules: AddressRules): { end: number; reach: number } {
  let end = from;
  let at = from;
  let inQuery = false;
  const open: OpenBracket[] = [];
  for (let sign = codePointAt(text, at); sign !== ''; at += sign.length, sign = codePointAt(text, at)) {
    if (sign === '?' && !inQuery) {
      if (end !== at) break;
      inQuery = true;
      continue;
    }
    const pairs = inQuery ? rules.queryPairs : rules.pathPairs;
    const bracket = pairs.indexOf(sign);
    if (bracket !== -1 && bracket % 2 === 0) {
      const outer = open.at(-1);
      if (open.length === MAX_DEPTH || (rules.strictPairs && outer?.hasPair)) break;
      if (outer) outer.hasPair = true;
      open.push({ closing: pairs.charAt(bracket + 1), at, hasPair: false });
    } else if (bracket !== -1) {
      const pair = open.pop();
      if (pair?.closing !== sign || (rules.strictPairs && pair.at === at - 1)) break;
      if (open.length === 0) end = at + 1;
    } else {
      if (!(inQuery ? rules.query : rules.path).test(sign)) break;
      if (open.length === 0 && (inQuery ? rules.queryEnd : rules.pathEnd).test(sign)) end = at + sign.length;
    }
  }
  return { end, reach: at };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The code point at a position, empty at the end. */
function codePointAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}
