/** A post of the Page with the fields that calls can ask for. */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import { type Computed, Node } from '../meta/fields.ts';
import { countsOf, followersAt } from '../numbers/curve.ts';
import { commentsBelow } from '../meta/state.ts';
import { timestamp } from '../shared/graph.ts';
import { pictureOf } from './elsewhere.ts';
import type { Post, State } from './state.ts';

export function postNode(world: World<State>, post: Post, insights: Computed): Node {
  const { id, page, at } = post;
  const now = world.now();
  const { likes, shares } = countsOf(id, { publishedAt: at, now, followers: followersAt(page, now) });
  return new Node('Post', {
    ...fieldsOf(world, post),
    reactions: { data: [], summary: { total_count: likes } },
    // the field is left out where there are none
    shares: shares === 0 ? undefined : { count: shares },
    insights,
  });
}

function fieldsOf(world: World<State>, post: Post): { id: string; [field: string]: Json | undefined } {
  const { id, message, at, photos, video } = post;
  const targets = (video === null ? photos : [video]).map((id) => ({ target: { id } }));
  const attachments =
    targets.length > 1
      ? { data: [{ target: { id }, subattachments: { data: targets } }] }
      : { data: targets };
  return {
    id,
    message: message === '' ? undefined : message,
    created_time: timestamp(at),
    permalink_url: `https://www.facebook.com/${id}`,
    is_published: post.ad !== true,
    full_picture: pictureOf(world, post),
    status_type:
      video === null ? (photos.length > 0 ? 'added_photos' : 'mobile_status_update') : 'added_video',
    from: { id: post.page, name: world.state.pages[post.page]?.name ?? '' },
    comments: { data: [], summary: { total_count: commentsBelow(world, id).length } },
    attachments: targets.length === 0 ? undefined : attachments,
  };
}
