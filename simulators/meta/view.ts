/** What one person sees of an account: messages with what can be tapped, and answers to their comments. */
import type { CommentView, MessageView, PersonView } from '../people.ts';
import type { World } from '../simulator.ts';
import {
  type Comment,
  commentsBelow,
  commentsOf,
  conversationWith,
  factsOf,
  type Message,
  messagesIn,
  type PeopleWorld,
  type Person,
  repliesTo,
} from './state.ts';

export function viewOf(world: PeopleWorld, person: Person, accountName: string): PersonView {
  const conversation = conversationWith(world, person);
  const messages = conversation ? messagesIn(world, conversation) : [];
  const own = commentsOf(world, person);
  return {
    person: factsOf(person),
    messages: messages.map((message, index) => messageView(message, index === messages.length - 1)),
    comments: own.map((comment) => ({
      ...commentView(world, comment, accountName),
      mediaId: comment.post,
      deleted: comment.deleted,
    })),
  };
}

function messageView(message: Message, isNewest: boolean): MessageView {
  const {
    id,
    byAccount,
    text,
    attachments,
    choices,
    buttons,
    comment,
    reactions,
    edits,
    deleted,
    story,
    at,
  } = message;
  const shown = attachments.map(({ type, url }) => ({ type, url }));
  if (story) shown.push({ type: `story_${story.kind}`, url: story.url });
  return {
    id,
    byAccount,
    text: deleted ? '' : text,
    attachments: deleted ? [] : shown,
    choices: isNewest ? choices.map(({ title }) => title) : [],
    buttons: buttons.map(({ title, url }) => ({ title, url })),
    commentId: comment,
    reactions: Object.values(reactions),
    edited: edits > 0,
    deleted,
    at: iso(at),
  };
}

/** The comments below a post with their replies, oldest first. */
export function threadOf(world: PeopleWorld, post: string, accountName: string): CommentView[] {
  return commentsBelow(world, post)
    .filter(({ parent }) => parent === null)
    .map((comment) => commentView(world, comment, accountName));
}

function commentView(world: PeopleWorld, comment: Comment, accountName: string): CommentView {
  const { id, by, text, at, hidden, likes } = comment;
  return {
    id,
    by: by === null ? accountName : (world.state.people.persons[by]?.username ?? by),
    byAccount: by === null,
    text,
    at: iso(at),
    hidden,
    likes: likes.length,
    replies: repliesTo(world, id).map((reply) => commentView(world, reply, accountName)),
  };
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** A picture for a post that was made elsewhere. */
export function samplePicture(world: Pick<World<unknown>, 'baseUrl'>, name = 'photo.jpg'): string {
  return new URL(`/samples/${name}`, world.baseUrl).href;
}
