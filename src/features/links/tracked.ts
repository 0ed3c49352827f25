/** Tracked links of messages (docs/links.md): each address in a text gets a short address of its own. */
import { randomInt } from 'node:crypto';
import { addressesIn } from '../../../adapters/lib/addresses.ts';
import type { NewLink } from '../../../store/links.ts';

/** Letters and digits that are told apart in any font. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
/** 58 bits: nobody finds a code by trying. */
const CODE_LENGTH = 10;
export const CODE_PATTERN = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);
/** What stands before the code in a short address. */
export const LINK_PATH = '/l/';

interface Tracked {
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
  const tracked = replaceAddresses(text, (url) => {
    const code = newCode();
    links.push({ ...owner, code, url });
    return `${base}${LINK_PATH}${code}`;
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
  return replaceAddresses(text, () => 'x'.repeat(short)).length;
}

function replaceAddresses(text: string, replace: (url: string) => string): string {
  let replaced = '';
  let done = 0;
  for (const { start, end, written } of addressesIn(text)) {
    replaced += text.slice(done, start) + replace(written);
    done = end;
  }
  return replaced + text.slice(done);
}

const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
