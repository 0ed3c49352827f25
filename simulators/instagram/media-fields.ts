/** The fields of a medium, as far as a request asks for them. */
import type { Json } from '../../machines/outcome.ts';
import type { Exchange } from '../simulator.ts';
import { refusal } from './errors.ts';
import { type Media, hash } from './state.ts';

export function fieldsOf(media: Media): { [field: string]: Json | undefined } {
  return {
    id: media.id,
    caption: media.caption === '' ? undefined : media.caption,
    ...typesOf(media),
    permalink: permalinkOf(media),
    shortcode: shortcodeOf(media),
    timestamp: new Date(media.at).toISOString().replace(/\.\d+Z$/, '+0000'),
    like_count: 0,
    comments_count: 0,
  };
}

export function typesOf({ kind }: Media): { media_type: string; media_product_type: string } {
  const mediaType = { image: 'IMAGE', video: 'VIDEO', carousel: 'CAROUSEL_ALBUM' }[kind];
  return { media_type: mediaType, media_product_type: kind === 'video' ? 'REELS' : 'FEED' };
}

function shortcodeOf({ id }: Media): string {
  return `D${hash(id).slice(0, 10)}`;
}

export function permalinkOf(media: Media): string {
  return `https://www.instagram.com/${media.kind === 'video' ? 'reel' : 'p'}/${shortcodeOf(media)}/`;
}

/** The fields that were asked for; one that is not there fails the whole call. Without any: the id. */
export function picked(
  exchange: Exchange,
  node: string,
  all: { [field: string]: Json | undefined },
): Json | Response {
  const asked = exchange.url.searchParams.get('fields')?.split(',').filter(Boolean) ?? [];
  const stray = asked.find((field) => !(field in all));
  if (stray !== undefined) {
    return refusal(
      400,
      { code: 100 },
      `(#100) Tried accessing nonexisting field (${stray}) on node type (${node})`,
    );
  }
  const found: { [field: string]: Json } = {};
  for (const field of new Set([...asked, 'id'])) {
    const value = all[field];
    if (value !== undefined && value !== null) found[field] = value;
  }
  return found;
}

export function pick(exchange: Exchange, node: string, all: { [field: string]: Json | undefined }): Response {
  const found = picked(exchange, node, all);
  return found instanceof Response ? found : Response.json(found);
}
