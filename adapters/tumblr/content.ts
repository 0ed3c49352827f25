/** Makes a post in the Neue Post Format: a list of blocks. Ranges in a text count code points, without their end. */
import { addressesIn } from '../lib/addresses.ts';
import type { OpenedMedia } from '../port/publish.ts';
import type { Json } from '../../machines/outcome.ts';

type Block = { [name: string]: Json };

const MAX_BLOCK = 4096;
const MAX_LINKS = 100;

/** The title as a heading, then a block for each paragraph. A paragraph longer than a block is split between words. */
export function textBlocks(title: string | null, body: string): Block[] {
  const heading: Block[] =
    title === null || title === '' ? [] : [{ type: 'text', subtype: 'heading1', text: title }];
  const paragraphs = body.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  const blocks = [...heading, ...paragraphs.flatMap(split).map((text): Block => ({ type: 'text', text }))];
  return withLinks(blocks);
}

/** The block of a file. The file itself is the part of the request named by `identifier`. */
export function mediaBlock(opened: OpenedMedia, identifier: string, alt = ''): Block {
  const { contentType, width, height } = opened;
  const size: Block = width === null || height === null ? {} : { width, height };
  const media = { type: contentType, identifier, ...size };
  return contentType.startsWith('video/')
    ? { type: 'video', provider: 'tumblr', media }
    : { type: 'image', media: [media], alt_text: alt };
}

function split(paragraph: string): string[] {
  const parts: string[] = [];
  let rest = Array.from(paragraph);
  while (rest.length > MAX_BLOCK) {
    const end = rest.slice(0, MAX_BLOCK + 1).findLastIndex((character) => /\s/.test(character));
    const at = end > 0 ? end : MAX_BLOCK;
    parts.push(rest.slice(0, at).join(''));
    rest = rest.slice(end > 0 ? at + 1 : at);
  }
  return [...parts, rest.join('')];
}

/** Makes addresses into links, up to Tumblr's limit of links. */
function withLinks(blocks: Block[]): Block[] {
  let left = MAX_LINKS;
  return blocks.map((block) => {
    const text = block['text'] as string;
    const formatting = addressesIn(text)
      .slice(0, left)
      .map((address): Block => {
        const start = Array.from(text.slice(0, address.start)).length;
        return { type: 'link', start, end: start + Array.from(address.written).length, url: address.written };
      });
    left -= formatting.length;
    return formatting.length === 0 ? block : { ...block, formatting };
  });
}
