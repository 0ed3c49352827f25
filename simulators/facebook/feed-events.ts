/** The webhook field `feed` of a Page: its posts, and what happens to comments below them. */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import type { CommentChange } from '../meta/comments.ts';
import type { Dialect } from '../meta/dialect.ts';
import type { Comment, Person } from '../meta/state.ts';
import { receives } from '../meta/subscriptions.ts';
import { timestamp } from '../shared/graph.ts';
import type { Post, State } from './state.ts';

type Value = { [name: string]: Json };

export function tellComment(
  world: World<State>,
  dialect: Dialect,
  { comment, change, by }: { comment: Comment; change: CommentChange; by: Person | null },
): void {
  const { account, id, post: postId, parent, text, at, pictureUrl } = comment;
  const post = world.state.posts[postId];
  const from = by === null ? pageItem(world, account) : by.isPrivate ? null : { id: by.id, name: by.name };
  const isReaction = change === 'like';
  const showsText = change === 'add' || change === 'edited';
  tell(world, dialect, account, {
    ...(from === null || world.webhooks.manner().withoutFrom ? {} : { from }),
    ...(post ? { post: postItem(post) } : {}),
    ...(showsText ? { message: text } : {}),
    ...(showsText && pictureUrl !== undefined ? { photo: pictureUrl } : {}),
    ...(isReaction ? { reaction_type: 'like' } : {}),
    post_id: postId,
    comment_id: id,
    created_time: Math.floor((change === 'add' ? at : world.now()) / 1000),
    item: isReaction ? 'reaction' : 'comment',
    parent_id: parent ?? topParentOf(post, postId),
    verb: isReaction ? 'add' : change,
  });
}

/** The Page's own posts come too, also those that were made through the API. */
export function tellPost(world: World<State>, dialect: Dialect, post: Post): void {
  tell(world, dialect, post.page, {
    from: pageItem(world, post.page),
    ...(post.message === '' ? {} : { message: post.message }),
    post_id: post.id,
    created_time: Math.floor(post.at / 1000),
    item: post.video === null ? (post.photos.length > 0 ? 'photo' : 'status') : 'video',
    published: 1,
    verb: 'add',
  });
}

function tell(world: World<State>, dialect: Dialect, account: string, value: Value): void {
  const field = dialect.fields.comment;
  if (!receives(world, dialect, account, field)) return;
  const entry = { id: account, time: Math.floor(world.now() / 1000), changes: [{ value, field }] };
  world.webhooks.send({ account, object: dialect.object, family: 'changes', entry });
}

function pageItem({ state }: World<State>, page: string): { id: string; name: string } {
  return { id: page, name: state.pages[page]?.name ?? '' };
}

/** Below a photo the parent of a top-level comment begins with the album, not with the Page. */
function topParentOf(post: Post | undefined, id: string): string {
  return post && post.photos.length > 0 ? `122${id.split('_')[1]?.slice(3)}_${id.split('_')[1]}` : id;
}

function postItem({ id, photos, video, at, ad }: Post): Value {
  return {
    id,
    status_type:
      video === null ? (photos.length > 0 ? 'added_photos' : 'mobile_status_update') : 'added_video',
    is_published: ad !== true,
    updated_time: timestamp(at),
    permalink_url: `https://www.facebook.com/${id}`,
    promotion_status: ad === true ? 'active' : 'inactive',
  };
}
