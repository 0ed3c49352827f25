/** How X counts and shows a text. */
import { createHash } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import type { Post, State } from './state.ts';

const MAX_WEIGHT = 280;
const LINK = /\bhttps?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]]/gi;

export function shownText(
  world: World<State>,
  post: Pick<Post, 'id' | 'accountId' | 'text' | 'fileIds'>,
): { text: string; urls: { [name: string]: Json }[] } {
  const urls: { [name: string]: Json }[] = [];
  const shorten = (expanded: string): string => {
    const url = `https://t.co/${createHash('sha256').update(`${post.id} ${expanded}`).digest('base64url').slice(0, 10)}`;
    urls.push({
      url,
      expanded_url: expanded,
      display_url: expanded.replace(/^https?:\/\//, '').slice(0, 28),
    });
    return url;
  };
  const linked = post.text.replaceAll(LINK, (link) => shorten(link));
  const escaped = linked.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  if (post.fileIds.length === 0) return { text: escaped, urls };
  const username = world.state.accounts[post.accountId]?.username ?? '';
  const media = shorten(`https://x.com/${username}/status/${post.id}/photo/1`);
  return { text: escaped === '' ? media : `${escaped} ${media}`, urls };
}

export function isTooLong(text: string): boolean {
  return weight(text) > MAX_WEIGHT;
}

/** Weighted characters: 23 for a link, 2 for an emoji, and by the script for the rest. */
function weight(text: string): number {
  const links = text.match(LINK)?.length ?? 0;
  let sum = links * 23;
  for (const { segment } of new Intl.Segmenter('en').segment(text.normalize('NFC').replaceAll(LINK, ''))) {
    if (/^\p{RGI_Emoji}$/v.test(segment)) sum += 2;
    else for (const character of segment) sum += isLight(character.codePointAt(0) ?? 0) ? 1 : 2;
  }
  return sum;
}

function isLight(point: number): boolean {
  return (
    point <= 0x10ff ||
    (point >= 0x2000 && point <= 0x200d) ||
    (point >= 0x2010 && point <= 0x201f) ||
    (point >= 0x2032 && point <= 0x2037)
  );
}
