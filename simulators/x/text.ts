/** How X counts and shows a text. */
import { createHash } from 'node:crypto';
import tlds from 'tlds' with { type: 'json' };
import type { World } from '../simulator.ts';
import type { Post, State } from './state.ts';

const MAX_WEIGHT = 280;
const HOST = `(?:[a-z\\d_\\-]+\\.)+(?:${tlds.filter((name) => /^[a-z]+$/.test(name)).join('|')})(?![a-z\\d@+\\-])`;
const SIGN = String.raw`[\w\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0400-\u04ff\-.~:@!$&'*+,;=%#\/|]`;
/** Brackets with something inside, and one more pair in them at most (the patterns of github.com/twitter/twitter-text). */
const BRACKETS = String.raw`\((?:${SIGN}+|${SIGN}*\(${SIGN}+\)${SIGN}*)\)`;
const QUERY = String.raw`\?(?:[\w\-.~:@!$&'()*+,;=%#\/|?]*[\w\-&=#\/])?`;
const TAIL = String.raw`(?:(?::\d+)?\/(?:${SIGN}|${BRACKETS})*(?:${QUERY})?)?`;
/** Links, also without a scheme; no mail addresses, and no parts of longer names. */
const LINK = new RegExp(String.raw`(?:(?<![a-z\d@$#])https?:\/\/|(?<![\w@$#.\/\-]))${HOST}${TAIL}`, 'gi');

type Link = Record<'url' | 'expanded_url' | 'display_url', string>;
type ShownLink = Link & Record<'start' | 'end', number>;

export function shownText(
  world: World<State>,
  post: Pick<Post, 'id' | 'accountId' | 'text' | 'fileIds'>,
): { text: string; urls: ShownLink[] } {
  const urls: Link[] = [];
  const shorten = (link: string): string => {
    const expanded = /^https?:/i.test(link) ? link : `http://${link}`;
    const url = `https://t.co/${createHash('sha256').update(`${post.id} ${expanded}`).digest('base64url').slice(0, 10)}`;
    urls.push({
      url,
      expanded_url: expanded,
      display_url: expanded.replace(/^https?:\/\//, '').slice(0, 28),
    });
    return url;
  };
  const linked = replaceLinks(post.text, shorten);
  const escaped = linked.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  if (post.fileIds.length === 0) return { text: escaped, urls: placed(escaped, urls) };
  const username = world.state.accounts[post.accountId]?.username ?? '';
  const media = shorten(`https://x.com/${username}/status/${post.id}/photo/1`);
  const text = escaped === '' ? media : `${escaped} ${media}`;
  return { text, urls: placed(text, urls) };
}

/** Links with the characters (code points) that they take in the text. */
function placed(text: string, urls: Link[]): ShownLink[] {
  let from = 0;
  return urls.map((link) => {
    const index = text.indexOf(link.url, from);
    from = index + link.url.length;
    const start = Array.from(text.slice(0, index)).length;
    return { ...link, start, end: start + link.url.length };
  });
}

export function isTooLong(text: string): boolean {
  return weight(text) > MAX_WEIGHT;
}

/** Weighted characters: 23 for a link, 2 for an emoji, and by the script for the rest. */
function weight(text: string): number {
  let sum = 0;
  const words = replaceLinks(text.normalize('NFC'), () => {
    sum += 23;
    return '';
  });
  for (const { segment } of new Intl.Segmenter('en').segment(words)) {
    if (/^\p{RGI_Emoji}$/v.test(segment)) sum += 2;
    else for (const character of segment) sum += isLight(character.codePointAt(0) ?? 0) ? 1 : 2;
  }
  return sum;
}

/** The signs of a sentence after a link stay. */
function replaceLinks(text: string, replace: (link: string) => string): string {
  return text.replaceAll(LINK, (found) => {
    let link = found;
    while (/[.,;:!?'*~@$%]$/.test(link)) link = link.slice(0, -1);
    return replace(link) + found.slice(link.length);
  });
}

function isLight(point: number): boolean {
  return (
    point <= 0x10ff ||
    (point >= 0x2000 && point <= 0x200d) ||
    (point >= 0x2010 && point <= 0x201f) ||
    (point >= 0x2032 && point <= 0x2037)
  );
}
