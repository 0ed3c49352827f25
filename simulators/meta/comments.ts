/** Comments as Meta's networks share them: made, edited, deleted, liked. What an app hears of it is the network's own matter. */
import { BadInput } from '../bad-input.ts';
import type { Act, PersonActResult, PostView } from '../people.ts';
import {
  type Comment,
  factsOf,
  keepComment,
  livingComment,
  mustBe,
  type PeopleWorld,
  type Person,
  repliesTo,
} from './state.ts';

export type CommentChange = 'add' | 'edited' | 'remove' | 'hide' | 'unhide' | 'like';

/** Where comments stand on a network, and what it tells an app about them. */
export interface CommentSide {
  /** A reply to a reply stays below it; else it joins the thread of the comment above. */
  isDeep?: boolean;
  /** People can comment with a picture. */
  takesPictures?: boolean;
  /** Newest first. Makes the account's posts from elsewhere at the first call. */
  posts(account: string): Omit<PostView, 'comments'>[];
  hasPost(account: string, post: string): boolean;
  /** Whether a post is a broadcast that has ended: nobody comments on it, and no app reads or answers it. Absent means none is. */
  isOver?(post: string): boolean;
  commentId(post: string): string;
  /** @param by who did it; null means the account */
  tell(comment: Comment, change: CommentChange, by: Person | null): void;
}

/** Puts a comment below a post, or below another comment. */
export function addComment(
  world: PeopleWorld,
  side: CommentSide,
  given: {
    account: string;
    post: string;
    parent: Comment | null;
    text: string;
    pictureUrl?: string | undefined;
    by: Person | null;
    /** Default: a new one. */
    id?: string;
  },
): Comment {
  const { account, post, parent, text, by, pictureUrl } = given;
  const above = side.isDeep === true ? parent?.id : (parent?.parent ?? parent?.id);
  const comment: Comment = {
    id: given.id ?? side.commentId(post),
    account,
    post,
    parent: above ?? null,
    text,
    ...(pictureUrl !== undefined && { pictureUrl }),
    by: by?.id ?? null,
    at: world.now(),
    hidden: false,
    deleted: false,
    likes: [],
    privateReply: null,
  };
  keepComment(world, comment);
  side.tell(comment, 'add', by);
  return comment;
}

/** Takes a comment away, with the replies to it. */
export function removeComment(
  world: PeopleWorld,
  side: CommentSide,
  comment: Comment,
  by: Person | null,
): void {
  comment.deleted = true;
  for (const reply of repliesTo(world, comment.id)) reply.deleted = true;
  side.tell(comment, 'remove', by);
}

type CommentAct = Extract<Act, { kind: 'comment' | 'like' | 'edit' | 'delete' }>;

export function actOnComment(
  world: PeopleWorld,
  side: CommentSide,
  person: Person,
  act: CommentAct,
): PersonActResult {
  if (person.blocked) throw new BadInput(`act: ${person.username} has blocked the account; unblock first`);
  const done = ({ id }: Comment): PersonActResult => ({ person: factsOf(person), commentId: id });
  if (act.kind === 'comment') {
    const { mediaId: post, text, pictureUrl } = act;
    if (pictureUrl !== undefined && side.takesPictures !== true)
      throw new BadInput('pictureUrl: comments of this network have no pictures');
    if (!side.hasPost(person.account, post)) throw new BadInput(`mediaId: the account has no post ${post}`);
    if (side.isOver?.(post) === true) throw new BadInput(`mediaId: the broadcast ${post} is over`);
    const parent = act.parentId === null ? null : theComment(world, person.account, act.parentId, 'parentId');
    if (parent && parent.post !== post)
      throw new BadInput(`parentId: ${parent.id} stands below another post`);
    return done(
      addComment(world, side, { account: person.account, post, parent, text, pictureUrl, by: person }),
    );
  }
  const comment = theComment(world, person.account, act.commentId ?? '', 'commentId');
  if (act.kind === 'like') {
    if (!comment.likes.includes(person.id)) comment.likes.push(person.id);
    side.tell(comment, 'like', person);
    return done(comment);
  }
  if (comment.by !== person.id)
    throw new BadInput(`commentId: ${comment.id} was not written by ${person.username}`);
  if (act.kind === 'delete') removeComment(world, side, comment, person);
  else {
    comment.text = act.text;
    side.tell(comment, 'edited', person);
  }
  return done(comment);
}

function theComment(world: PeopleWorld, account: string, id: string, field: string): Comment {
  return mustBe(livingComment(world, account, id), `${field}: the account has no comment ${id}`);
}
