/** The fields of a medium, as far as a request asks for them. */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { Edge, Node, nodeResponse } from '../meta/fields.ts';
import { commentsBelow } from '../meta/state.ts';
import { refusal } from './errors.ts';
import { insightsField, likesOf } from './insights.ts';
import type { Media, State } from './state.ts';
import { hash } from './hash.ts';

export function mediaNode(world: World<State>, media: Media): Node {
  const { media_type, media_product_type } = typesOf(media);
  const child = childOf(media);
  const username = world.state.accounts[media.account]?.username;
  return new Node('Media', {
    id: media.id,
    caption: media.caption === '' ? undefined : media.caption,
    media_type,
    media_product_type,
    media_url: media.file ?? undefined,
    thumbnail_url: media.kind === 'video' ? (media.file ?? undefined) : undefined,
    permalink: permalinkOf(media),
    shortcode: shortcodeOf(media),
    timestamp: new Date(media.at).toISOString().replace(/\.\d+Z$/, '+0000'),
    like_count: likesOf(world, media),
    comments_count: commentsBelow(world, media.id).length,
    insights: insightsField(world, media),
    is_comment_enabled: true,
    username,
    owner: new Node('IGUser', { id: media.account, username }),
    children: child === null ? undefined : Edge.of([{ id: child }], () => childNode(child, media)),
  });
}

function childNode(id: string, { file }: Media): Node {
  return new Node('Media', {
    id,
    media_type: 'IMAGE',
    media_url: file ?? undefined,
    thumbnail_url: undefined,
  });
}

/** The first item of a carousel has an id of its own, which comments name. */
export function childOf({ kind, id }: Media): string | null {
  return kind === 'carousel' ? `181${id.slice(3)}` : null;
}

export function typesOf({ kind, ad, isStory, live }: Media): {
  media_type: string;
  media_product_type: string;
} {
  if (live) return { media_type: 'BROADCAST', media_product_type: 'LIVE' };
  const mediaType = { image: 'IMAGE', video: 'VIDEO', carousel: 'CAROUSEL_ALBUM' }[kind];
  return {
    media_type: mediaType,
    media_product_type: ad ? 'AD' : isStory ? 'STORY' : kind === 'video' ? 'REELS' : 'FEED',
  };
}

function shortcodeOf({ id }: Media): string {
  return `D${hash(id).slice(0, 10)}`;
}

export function permalinkOf(media: Media): string {
  if (media.isStory) return `https://www.instagram.com/stories/${media.account}/${media.id}`;
  return `https://www.instagram.com/${media.kind === 'video' ? 'reel' : 'p'}/${shortcodeOf(media)}/`;
}

/** The fields that were asked for; one that is not there fails the whole call. Without any: the id. */
export function pick(exchange: Exchange, type: string, all: { [field: string]: Json | undefined }): Response {
  return nodeResponse(exchange, new Node(type, all), refusal);
}
