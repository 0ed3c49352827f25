/** The fields of an own post. */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import { commentsBelow } from '../meta/state.ts';
import { graphError, hash, timestamp } from '../shared/graph.ts';
import type { Media, State } from './state.ts';

export function fieldsOf(
  world: World<State>,
  media: Media,
): { id: string; [field: string]: Json | undefined } {
  return {
    id: media.id,
    media_product_type: 'THREADS',
    media_type: readType(media),
    text: media.text === '' ? undefined : media.text,
    permalink: permalinkOf(world, media),
    shortcode: shortcodeOf(media),
    username: world.state.accounts[media.account]?.username,
    timestamp: timestamp(media.at),
    owner: { id: media.account },
    has_replies: commentsBelow(world, media.id).length > 0,
    is_reply: false,
    is_quote_post: false,
    media_url: null,
    thumbnail_url: null,
    children: null,
    topic_tag: null,
    link_attachment_url: null,
    alt_text: null,
  };
}

export function readType({ type }: Media): string {
  return type === 'TEXT' ? 'TEXT_POST' : type;
}

export function shortcodeOf({ id }: { id: string }): string {
  return `D${hash(id).slice(0, 10)}`;
}

export function permalinkOf(world: World<State>, media: Media): string {
  const username = world.state.accounts[media.account]?.username ?? '';
  return `https://www.threads.com/@${username}/post/${shortcodeOf(media)}`;
}

/** One answer for what is not ready, not there and published already. */
export function unknownContainer(id: string): Response {
  return graphError(400, { code: 24, subcode: 4279009 }, 'The requested resource does not exist', {
    title: 'Media Not Found',
    message: `The media with id ${id} cannot be found.`,
  });
}
