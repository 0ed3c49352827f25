/** Reading conversations, messages and profiles. Only the 20 newest messages of a conversation have readable details. */
import type { Json } from '../../machines/outcome.ts';
import type { Route } from '../simulator.ts';
import { timestamp } from '../shared/graph.ts';
import type { Dialect } from './dialect.ts';
import { Edge, edgeResponse, Node } from './fields.ts';
import {
  type Attachment,
  type Conversation,
  DAY,
  type Message,
  messagesIn,
  type PeopleWorld,
} from './state.ts';

const READABLE = 20;

export function conversationRoutes(world: PeopleWorld, dialect: Dialect): Route[] {
  const { messages: scope } = dialect.scopes;
  return [
    {
      call: 'conversations',
      method: 'get',
      path: '/:version/:account/conversations',
      account: (exchange) => dialect.callerOf(exchange),
      answer: (exchange) =>
        dialect.enter(exchange, scope, ({ id }) => {
          const user = exchange.url.searchParams.get('user_id');
          const found = Object.values(world.state.people.conversations)
            .filter(({ account, person }) => account === id && (user === null || person === user))
            .sort((a, b) => b.updatedAt - a.updatedAt);
          const edge = Edge.of(found, (conversation) => conversationNode(world, dialect, conversation));
          return edgeResponse(exchange, edge, dialect.refuse);
        }),
    },
    {
      call: 'conversation/messages',
      method: 'get',
      path: '/:version/:id/messages',
      account: ({ params }) => world.state.people.conversations[params['id'] ?? '']?.account ?? null,
      answer: (exchange) =>
        dialect.enter(exchange, scope, ({ id: account }) => {
          const id = exchange.params['id'] ?? '';
          const conversation = world.state.people.conversations[id];
          if (conversation?.account !== account) return dialect.missing(id);
          return edgeResponse(exchange, messageEdge(world, dialect, conversation), dialect.refuse);
        }),
    },
  ];
}

/** A conversation, a message or a person of this account; null means the id is of something else. */
export function messagingNode(
  world: PeopleWorld,
  dialect: Dialect,
  account: string,
  id: string,
): Node | Response | null {
  const { conversations, messages } = world.state.people;
  const conversation = conversations[id];
  if (conversation?.account === account) return conversationNode(world, dialect, conversation);
  const message = messages[id];
  const within = conversations[message?.conversation ?? ''];
  if (!message || within?.account !== account) return null;
  if (message.deleted || !isReadable(within, message)) {
    // documented as "an error that the message has been deleted"; which code it has is not
    return dialect.refuse(400, { code: 9_000_001 }, 'The requested message has been deleted.');
  }
  return messageNode(world, dialect, within, message);
}

function conversationNode(world: PeopleWorld, dialect: Dialect, conversation: Conversation): Node {
  const participants = [{ id: conversation.account }, { id: conversation.person }];
  return new Node(
    'Conversation',
    {
      id: conversation.id,
      updated_time: timestamp(conversation.updatedAt),
      link: `/direct/t/${conversation.id}`,
      message_count: conversation.messages.length,
      participants: Edge.of(participants, ({ id }) => userNode(world, dialect, id)),
      messages: messageEdge(world, dialect, conversation),
    },
    ['id', 'updated_time'],
  );
}

function messageEdge(world: PeopleWorld, dialect: Dialect, conversation: Conversation): Edge {
  const newestFirst = messagesIn(world, conversation)
    .filter(({ deleted }) => !deleted)
    .toReversed();
  return Edge.of(newestFirst, (message) => messageNode(world, dialect, conversation, message));
}

function isReadable(conversation: Conversation, { id }: Message): boolean {
  return conversation.messages.slice(-READABLE).includes(id);
}

function userNode(world: PeopleWorld, dialect: Dialect, id: string): Node {
  const person = world.state.people.persons[id];
  const name = person ? (dialect.object === 'instagram' ? person.username : person.name) : dialect.nameOf(id);
  const email = `${id}@facebook.com`;
  return dialect.object === 'instagram'
    ? new Node('IGUser', { id, username: name }, ['id', 'username'])
    : new Node('User', { id, name, email }, ['id', 'name', 'email']);
}

function messageNode(
  world: PeopleWorld,
  dialect: Dialect,
  conversation: Conversation,
  message: Message,
): Node {
  const { id, byAccount, story, attachments, at } = message;
  const readable = isReadable(conversation, message);
  const [from, to] = byAccount
    ? [conversation.account, conversation.person]
    : [conversation.person, conversation.account];
  const detail = <T>(value: T): T | undefined => (readable ? value : undefined);
  // what was shared cannot be read any more: it is in the webhook alone
  const kept = attachments
    .filter(({ type }) => type !== 'share' && type !== 'ig_post')
    .map((one, index) => ({ id: `${id}:${index}`, one }));
  const link = story && world.now() - at < DAY ? story.url : '';
  const told: Json | undefined = story
    ? { [story.kind === 'mention' ? 'mention' : 'reply_to']: { link, id: story.id } }
    : undefined;
  const reactions = Object.entries(message.reactions).map(([who, emoji]) => ({
    reaction: emoji,
    users: [{ id: who }],
  }));
  return new Node(
    'Message',
    {
      id,
      created_time: timestamp(at),
      from: detail(userNode(world, dialect, from)),
      to: detail(Edge.of([{ id: to }], () => userNode(world, dialect, to))),
      message: detail(message.text),
      attachments: detail(Edge.of(kept, ({ id, one }) => attachmentNode(id, one))),
      story: detail(told),
      shares: undefined,
      reactions: reactions.length === 0 ? undefined : detail({ data: reactions }),
      is_unsupported: detail(message.unsupported || undefined),
    },
    ['id', 'created_time'],
  );
}

function attachmentNode(id: string, { type, url }: Attachment): Node {
  const size = { width: 1080, height: 1080 };
  const image = type === 'image' || type === 'sticker' ? { url, preview_url: url, ...size } : undefined;
  const video = type === 'video' ? { url, preview_url: url, ...size } : undefined;
  return new Node(
    'MessageAttachment',
    {
      id,
      image_data: image,
      video_data: video,
      file_url: image || video ? undefined : url,
      name: `${type}.bin`,
      mime_type: {
        image: 'image/jpeg',
        sticker: 'image/png',
        video: 'video/mp4',
        audio: 'audio/mp4',
        file: 'application/pdf',
      }[type],
    },
    ['id', 'image_data', 'video_data', 'file_url', 'mime_type'],
  );
}
