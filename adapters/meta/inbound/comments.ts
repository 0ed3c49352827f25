/** Comments in `changes[]`: Instagram's `comments` and `live_comments`, and the `feed` of a Page. */
import type { Json } from '../../../machines/outcome.ts';
import { at } from '../../lib/http.ts';
import type { InboundComment } from '../../port/inbound.ts';
import {
  type Around,
  hashOf,
  idIn,
  ignored,
  keyOf,
  nameOf,
  type Reading,
  timeIn,
  unknown,
  wordsIn,
} from '../../lib/inbound-facts.ts';

/**
 * A comment on Instagram. There is no event for one that was changed, hidden or deleted.
 * @param field `comments` or `live_comments`
 */
export function readInstagramComment(field: string, value: Json, around: Around): Reading {
  const id = idIn(value, 'id') ?? idIn(value, 'comment_id'); // the sample for Facebook Login has the second
  if (id === null) return unknown(field, value, around);
  const from = at(value, 'from');
  const isOwn = idIn(from, 'id') !== null && idIn(from, 'id') === around.remoteId;
  const comment: InboundComment = {
    id,
    networkPostId: idIn(value, 'media', 'id') ?? idIn(value, 'media_id'),
    originalPostId: idIn(value, 'media', 'original_media_id'),
    postKind: field === 'live_comments' ? 'live' : postKindOf(at(value, 'media')),
    parentId: idIn(value, 'parent_id'),
    text: wordsIn(value, 'text') ?? '',
    from: { id: idIn(from, 'id'), username: wordsIn(from, 'username'), name: null },
    isOwn,
    ...(!isOwn && idIn(from, 'self_ig_scoped_id') !== null ? { maybeOwn: true } : {}),
    rating: null,
  };
  return {
    happening: { kind: 'comment', comment },
    dedupeKey: keyOf('comment', id),
    at: timeIn(value, 'timestamp'),
  };
}

function postKindOf(media: Json | undefined): InboundComment['postKind'] {
  const type = wordsIn(media, 'media_product_type');
  if (type === 'AD' || idIn(media, 'ad_id') !== null) return 'ad';
  return type === 'STORY' ? 'story' : 'post';
}

/** What a Page calls its changes of a comment. */
const CHANGES: { [verb: string]: 'edited' | 'deleted' | 'hidden' | 'unhidden' } = {
  edit: 'edited',
  edited: 'edited',
  remove: 'deleted',
  hide: 'hidden',
  unhide: 'unhidden',
};

/** What happens on a Page: comments, and much that is of no use here (reactions, the Page's own posts). */
export function readFeed(value: Json, around: Around): Reading {
  const item = wordsIn(value, 'item');
  const verb = wordsIn(value, 'verb');
  if (item === null || verb === null) return unknown('feed', value, around);
  if (item !== 'comment') return ignored(nameOf('feed', item), value, around);
  const id = idIn(value, 'comment_id');
  const change = Object.hasOwn(CHANGES, verb) ? CHANGES[verb] : undefined;
  if (id === null || (verb !== 'add' && change === undefined)) {
    return unknown(nameOf('feed', item, verb), value, around);
  }
  const text = wordsIn(value, 'message');
  if (change === undefined) {
    return {
      happening: { kind: 'comment', comment: pageComment(id, text ?? '', value, around) },
      dedupeKey: keyOf('comment', id),
      at: timeIn(value, 'created_time'),
    };
  }
  // With the entry's time, because a comment can be hidden, shown and hidden again. `created_time` may be the comment's.
  const words = change === 'edited' ? hashOf(text ?? '') : null;
  return {
    happening: { kind: 'comment_changed', commentId: id, change, text: change === 'edited' ? text : null },
    dedupeKey: keyOf(`comment_${change}`, id, around.timeMs ?? timeIn(value, 'created_time'), words),
    at: null,
  };
}

function pageComment(id: string, text: string, value: Json, { remoteId }: Around): InboundComment {
  const postId = idIn(value, 'post_id');
  const parentId = idIn(value, 'parent_id');
  const from = at(value, 'from'); // missing for private persons, who are not the Page
  const postUrl = wordsIn(value, 'post', 'permalink_url');
  return {
    id,
    networkPostId: postId,
    originalPostId: null,
    // what was never published on the Page is shown as an ad only
    postKind: at(value, 'post', 'is_published') === false ? 'ad' : 'post',
    parentId: isPost(parentId, postId) ? null : parentId,
    text,
    from: { id: idIn(from, 'id'), username: null, name: wordsIn(from, 'name') },
    isOwn: remoteId !== null && idIn(from, 'id') === remoteId,
    rating: null,
    ...(postUrl === null ? {} : { postUrl }),
    ...attached(value),
  };
}

/** A picture or video of the comment, of which the item names the address (Webhooks reference, Page, `feed`). */
function attached(value: Json): Pick<InboundComment, 'attachments'> {
  const [image, video] = [wordsIn(value, 'photo'), wordsIn(value, 'video')];
  const attachments = [
    ...(image === null ? [] : [{ type: 'image', url: image }]),
    ...(video === null ? [] : [{ type: 'video', url: video }]),
  ];
  return attachments.length === 0 ? {} : { attachments };
}

/** Whether a parent is the post itself. Below photos its id begins with the album's, so only the last part counts. */
function isPost(parentId: string | null, postId: string | null): boolean {
  return parentId === null || parentId.split('_').at(-1) === postId?.split('_').at(-1);
}
