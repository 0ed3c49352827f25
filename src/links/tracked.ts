/** Tracked links of messages (docs/links.md): each address in a text gets a short address of its own. */
import { randomInt } from 'node:crypto';
import type { NewLink } from '../../store/links.ts';

/** Letters and digits that are told apart in any font. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
/** 58 bits: nobody finds a code by trying. */
const CODE_LENGTH = 10;
export const CODE_PATTERN = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);
/** What stands before the code in a short address. */
export const LINK_PATH = '/l/';

/** An address in a text: up to a space, without the punctuation of the sentence around it. */
const ADDRESS = /https?:\/\/[^\s<>"]+/giu;
const SENTENCE_END = /[.,;:!?)\]}'’»…]+$/u;

export interface Tracked {
  text: string;
  links: NewLink[];
}

/**
 * Replaces every http and https address in a text by a short one. Not pure: codes are random.
 * @param about.base address in front of `/l/`, without a trailing slash
 */
export function trackLinks(
  text: string,
  { base, ...owner }: Pick<NewLink, 'workspaceId' | 'ownerId' | 'messageId'> & { base: string },
): Tracked {
  const links: NewLink[] = [];
  const tracked = text.replaceAll(ADDRESS, (found) => {
    const url = addressIn(found);
    if (!URL.canParse(url)) return found;
    const code = newCode();
    links.push({ ...owner, code, url });
    return `${base}${LINK_PATH}${code}${found.slice(url.length)}`;
  });
  return { text: tracked, links };
}

/** A short address that leads to one address. Not pure: codes are random. @param about.base as for `trackLinks` */
export function linkTo(
  url: string,
  { base, ...owner }: Pick<NewLink, 'workspaceId' | 'ownerId' | 'messageId'> & { base: string },
): { address: string; link: NewLink } {
  const code = newCode();
  return { address: `${base}${LINK_PATH}${code}`, link: { ...owner, code, url } };
}

/** How many characters a text has once its addresses are short. @param base as for `trackLinks` */
export function trackedLength(text: string, base: string): number {
  const short = base.length + LINK_PATH.length + CODE_LENGTH;
  return text.replaceAll(ADDRESS, (found) => {
    const url = addressIn(found);
    return URL.canParse(url) ? 'x'.repeat(short) + found.slice(url.length) : found;
  }).length;
}

/** A closing bracket belongs to the address if it opens in it, as in those of Wikipedia. */
function addressIn(found: string): string {
  let url = found;
  for (let end = SENTENCE_END.exec(url); end !== null; end = SENTENCE_END.exec(url)) {
    const last = url.at(-1)!;
    if (last === ')' && count(url, '(') >= count(url, ')')) return url;
    url = url.slice(0, -last.length);
  }
  return url;
}

const count = (text: string, letter: string) => text.split(letter).length - 1;

const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
