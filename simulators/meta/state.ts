/** What Meta's simulated networks remember of people: comments, conversations, and which events an app receives. */
import type { Json } from '../../machines/outcome.ts';
import { BadInput } from '../bad-input.ts';
import type { Ad, PersonInput, PersonFacts } from '../people.ts';
import type { World } from '../simulator.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A person as one account knows them: their id is made for that account, and another account has another. */
export interface Person extends PersonFacts {
  account: string;
  /** Id of their conversation; null means no message yet. */
  conversation: string | null;
}

export interface Comment {
  id: string;
  account: string;
  /** Id of the post it stands below. */
  post: string;
  parent: string | null;
  text: string;
  /** Absent means it has none. */
  pictureUrl?: string;
  /** Id of the person; null means the account itself. */
  by: string | null;
  at: number;
  hidden: boolean;
  deleted: boolean;
  /** Ids of people. */
  likes: string[];
  /** The message that answered it privately. */
  privateReply: string | null;
}

export interface Conversation {
  id: string;
  account: string;
  /** Id of the person. */
  person: string;
  /** Ids, oldest first. */
  messages: string[];
  updatedAt: number;
  /** When the person last wrote, tapped, reacted or opened a ref link: it opens the reply window. */
  lastInboundAt: number | null;
  /** The person wrote or tapped, so the account may read their profile. */
  consented: boolean;
  /** Code of a ref link that was opened before the first message. */
  pendingRef: string | null;
  /** The ad whose code it is. Absent means none. */
  pendingAd?: Ad;
  /** When the person last looked at it. */
  readAt: number | null;
}

export interface Attachment {
  type: string;
  url: string | null;
  /** What else the payload has. */
  more: { [name: string]: Json };
}

export interface Button {
  title: string;
  url: string | null;
  payload: string | null;
}

export interface Message {
  id: string;
  conversation: string;
  byAccount: boolean;
  text: string;
  attachments: Attachment[];
  choices: { title: string; payload: string }[];
  buttons: Button[];
  /** The comment it answers privately. */
  comment: string | null;
  story: { kind: 'mention' | 'reply'; id: string; url: string } | null;
  replyTo: string | null;
  /** Emoji, by who reacted: a person's id, or the account's. */
  reactions: { [who: string]: string };
  edits: number;
  deleted: boolean;
  unsupported: boolean;
  at: number;
}

export interface PeopleState {
  persons: { [id: string]: Person };
  comments: { [id: string]: Comment };
  /** Ids of comments by the id of their post, oldest first. */
  below: { [post: string]: string[] };
  conversations: { [id: string]: Conversation };
  messages: { [id: string]: Message };
  /** Callbacks of the app, by object. */
  apps: { [object: string]: { url: string; verifyToken: string; fields: string[] } };
  /** Fields that accounts are subscribed to. */
  subscribed: { [account: string]: string[] };
  /** Epoch ms of private replies within the last hour, by account. */
  privateReplies: { [account: string]: number[] };
}

/** The part of a network's world that people need. */
export type PeopleWorld = World<{ people: PeopleState }>;

export const noPeople = (): PeopleState => ({
  persons: {},
  comments: {},
  below: {},
  conversations: {},
  messages: {},
  apps: {},
  subscribed: {},
  privateReplies: {},
});

/** The person, made at the first meeting, with what the caller says about them. */
export function meet(world: PeopleWorld, account: string, id: string, given: PersonInput): Person {
  const { persons } = world.state.people;
  const person = (persons[id] ??= {
    id,
    account,
    username: given.username,
    name: given.name ?? given.username,
    follows: false,
    blocked: false,
    disallowsMessages: false,
    isPrivate: false,
    conversation: null,
  });
  person.name = given.name ?? person.name;
  person.follows = given.follows ?? person.follows;
  person.disallowsMessages = given.disallowsMessages ?? person.disallowsMessages;
  person.isPrivate = given.isPrivate ?? person.isPrivate;
  return person;
}

export function factsOf(person: Person): PersonFacts {
  const { id, username, name, follows, blocked, disallowsMessages, isPrivate } = person;
  return { id, username, name, follows, blocked, disallowsMessages, isPrivate };
}

export function personsOf(world: PeopleWorld, account: string): Person[] {
  return Object.values(world.state.people.persons).filter((person) => person.account === account);
}

/** Comments below a post, oldest first, without deleted ones. */
export function commentsBelow(world: PeopleWorld, post: string): Comment[] {
  const { below, comments } = world.state.people;
  const found: Comment[] = [];
  for (const id of below[post] ?? []) {
    const comment = comments[id];
    if (comment && !comment.deleted) found.push(comment);
  }
  return found;
}

/** Comments by who wrote them and by what they reply to, oldest first: thousands stand below one post in a flood. */
interface CommentIndex {
  byPerson: Map<string, Comment[]>;
  byParent: Map<string, Comment[]>;
}
/** Made from a state when it is first needed: what is saved has no second copy of its comments. */
const indexes = new WeakMap<PeopleState, CommentIndex>();

function indexOf(state: PeopleState): CommentIndex {
  const known = indexes.get(state);
  if (known) return known;
  const index: CommentIndex = { byPerson: new Map(), byParent: new Map() };
  for (const comment of Object.values(state.comments)) addTo(index, comment);
  indexes.set(state, index);
  return index;
}

function addTo({ byPerson, byParent }: CommentIndex, comment: Comment): void {
  const append = (lists: Map<string, Comment[]>, key: string | null) => {
    if (key === null) return;
    const list = lists.get(key);
    if (list) list.push(comment);
    else lists.set(key, [comment]);
  };
  append(byPerson, comment.by);
  append(byParent, comment.parent);
}

/** Keeps a new comment. */
export function keepComment({ state: { people } }: PeopleWorld, comment: Comment): void {
  const index = indexOf(people);
  people.comments[comment.id] = comment;
  (people.below[comment.post] ??= []).push(comment.id);
  addTo(index, comment);
}

/** What a person wrote, oldest first, deleted comments included. */
export const commentsOf = ({ state }: PeopleWorld, person: Person): readonly Comment[] =>
  indexOf(state.people).byPerson.get(person.id) ?? [];

/** Replies to a comment, oldest first, without deleted ones. */
export const repliesTo = ({ state }: PeopleWorld, id: string): Comment[] =>
  (indexOf(state.people).byParent.get(id) ?? []).filter(({ deleted }) => !deleted);

/** A comment that is there. */
export function livingComment(world: PeopleWorld, account: string, id: string): Comment | undefined {
  const comment = world.state.people.comments[id];
  return comment?.account === account && !comment.deleted ? comment : undefined;
}

export function conversationWith(world: PeopleWorld, person: Person): Conversation | undefined {
  return world.state.people.conversations[person.conversation ?? ''];
}

/** Messages of a conversation, oldest first. */
export function messagesIn(world: PeopleWorld, conversation: Conversation): Message[] {
  const { messages } = world.state.people;
  return conversation.messages.map((id) => messages[id]).filter((message) => message !== undefined);
}

export function mustBe<T>(value: T | undefined, sentence: string): T {
  if (value === undefined) throw new BadInput(sentence);
  return value;
}
