/**
 * Direct messages of the readable kind: lists of the newest of the last 30 days, and sends. Messages of encrypted chats
 * are in none of them.
 */
import { at, textAt } from '../../adapters/lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import { addMessage } from '../meta/send.ts';
import { DAY, type Message, messagesIn, type Person } from '../meta/state.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { sendEvent } from './events.ts';
import { isReady, usableFile } from './media.ts';
import {
  authorize,
  callerIn,
  forbidden,
  invalid,
  problem,
  snowflake,
  type State,
  type StoredFile,
} from './state.ts';
import { shownText } from './text.ts';

const LISTED_MS = 30 * DAY;
const MAX_CHARACTERS = 10_000;
const SCOPES = ['dm.read', 'tweet.read', 'users.read'];

/** Before the number of messages to skip. X's tokens of pages have 16 characters at least. */
const TOKEN = 'simulated-messages-';

export function directMessageRoutes(world: World<State>): Route[] {
  const account = callerIn(world);
  const reading =
    (respond: (accountId: string, exchange: Exchange) => Response) =>
    (exchange: Exchange): Response => {
      const grant = authorize(world, exchange.request, ...SCOPES);
      return grant instanceof Response ? grant : respond(grant.accountId, exchange);
    };
  const get = (path: string, respond: (accountId: string, exchange: Exchange) => Response): Route => ({
    call: `GET ${path}`,
    method: 'get',
    path,
    account,
    answer: reading(respond),
  });
  return [
    get('/2/dm_events', (id, { url }) => list(world, id, url, () => true)),
    get('/2/dm_events/:id', (id, { params }) => readOne(world, id, params['id'] ?? '')),
    get('/2/dm_conversations/with/:person/dm_events', (id, { url, params }) => {
      const conversation = conversationId(id, params['person'] ?? '');
      return list(world, id, url, (message) => message.conversation === conversation);
    }),
    get('/2/dm_conversations/:conversation/dm_events', (id, { url, params }) =>
      list(world, id, url, (message) => message.conversation === params['conversation']),
    ),
    {
      call: 'POST /2/dm_conversations/with/:person/messages',
      method: 'post',
      path: '/2/dm_conversations/with/:person/messages',
      account,
      answer: async ({ request, params }) => {
        const grant = authorize(world, request, 'dm.write', 'tweet.read', 'users.read');
        if (grant instanceof Response) return grant;
        const response = send(world, grant.accountId, params['person'] ?? '', await jsonOf(request));
        if (world.webhooks.manner().echoFirst) await world.webhooks.settled();
        return response;
      },
    },
    {
      call: 'GET /2/users/:id',
      method: 'get',
      path: '/2/users/:id',
      account,
      answer: ({ request, params }) => {
        const grant = authorize(world, request, 'users.read', 'tweet.read');
        return grant instanceof Response ? grant : profile(world, grant.accountId, params['id'] ?? '');
      },
    },
  ];
}

/** The id of a conversation of two: both ids, the smaller first. */
function conversationId(one: string, other: string): string {
  const isDigits = /^\d+$/.test(one) && /^\d+$/.test(other);
  return isDigits && BigInt(one) > BigInt(other) ? `${other}-${one}` : `${one}-${other}`;
}

/** How ids are made here. */
const naming = (world: World<State>) => ({
  conversationId,
  messageId: () => snowflake(world),
});

/** Puts a message into the conversation, and tells the app of it. */
export function write(
  world: World<State>,
  person: Person,
  content: Partial<Message> & Pick<Message, 'byAccount'>,
): Message {
  const message = addMessage(world, naming(world), person, content);
  const { account } = person;
  const type = message.byAccount ? 'sent' : 'received';
  if (message.unsupported) {
    const payload = {
      conversation_token: 'eyJhbGciOiJIUzI1NiJ9',
      id: `e4f4d3fc-8bbf-4928-92eb-${message.id.slice(-12)}`,
      created_at_msec: String(message.at),
      sender_id: message.byAccount ? account : person.id,
      conversation_id: `${person.id}:${account}`,
      conversation_key_version: '1768236281331',
      encoded_event: 'CwABAAAAEzIwODA0MDA4MjUyMjcxMDAxNjALAAIA',
    };
    sendEvent(world, account, `chat.${type}`, { payload });
  } else {
    sendEvent(world, account, `dm.${type}`, { payload: legacyBody(world, person, message) });
  }
  return message;
}

function send(world: World<State>, accountId: string, personId: string, input: Json): Response {
  const text = textAt(input, 'text') ?? '';
  const files = filesOf(world, accountId, input);
  if (files instanceof Response) return files;
  if (text.trim() === '' && files.length === 0)
    return invalid('One of text or attachments is required.', { text: [text] });
  if (Array.from(text).length > MAX_CHARACTERS) {
    return invalid(`text: the maximum length is ${MAX_CHARACTERS}`, { text: [] });
  }
  const person = world.state.people.persons[personId];
  if (person?.account !== accountId || person.blocked || person.disallowsMessages) {
    return forbidden('You cannot send messages to this user.');
  }
  const { id, conversation } = write(world, person, {
    text,
    attachments: files.map(({ url }) => ({ type: 'image', url, more: {} })),
    byAccount: true,
  });
  return Response.json({ data: { dm_conversation_id: conversation, dm_event_id: id } }, { status: 201 });
}

/** The files that a message names: one at most, of a category for messages. */
function filesOf(world: World<State>, accountId: string, input: Json): StoredFile[] | Response {
  const named = at(input, 'attachments');
  if (named === undefined) return [];
  if (!Array.isArray(named) || named.length !== 1)
    return invalid('attachments: must have one entry', { attachments: [] });
  const id = textAt(named[0], 'media_id') ?? '';
  const file = usableFile(world, accountId, id);
  if (!file || !isReady(file) || !file.category.startsWith('dm_'))
    return invalid('Your media IDs are invalid.', { 'attachments[0].media_id': [id] });
  return [file];
}

function list(
  world: World<State>,
  accountId: string,
  url: URL,
  fits: (message: Message) => boolean,
): Response {
  const query = url.searchParams;
  const most = Number(query.get('max_results') ?? 100);
  if (!(most >= 1 && most <= 100)) {
    return invalid('The `max_results` query parameter value is not between 1 and 100', { max_results: [] });
  }
  const all = readable(world, accountId).filter(fits);
  const skip = Number(query.get('pagination_token')?.slice(TOKEN.length) ?? 0);
  const page = all.slice(skip, skip + most);
  return Response.json({
    ...(page.length > 0 && { data: page.map((message) => eventBody(world, message)) }),
    ...(page.length > 0 && { includes: { users: usersOf(world, page) } }),
    meta: {
      result_count: page.length,
      ...(skip + most < all.length && { next_token: `${TOKEN}${skip + most}` }),
    },
  });
}

function readOne(world: World<State>, accountId: string, id: string): Response {
  const message = readable(world, accountId).find((one) => one.id === id);
  if (message) {
    return Response.json({ data: eventBody(world, message), includes: { users: usersOf(world, [message]) } });
  }
  const type = 'https://api.x.com/2/problems/resource-not-found';
  return problem(404, 'Not Found Error', `Could not find dm_event with id: [${id}].`, type);
}

/** Newest first. Those of one instant are ordered by their ids. */
function readable(world: World<State>, accountId: string): Message[] {
  const { conversations, messages } = world.state.people;
  const own = Object.values(conversations).filter(({ account }) => account === accountId);
  return own
    .flatMap((conversation) => messagesIn(world, conversation))
    .filter(
      ({ id, deleted, unsupported, at }) =>
        messages[id] && !deleted && !unsupported && at > world.now() - LISTED_MS,
    )
    .sort((one, other) => other.at - one.at || (BigInt(other.id) > BigInt(one.id) ? 1 : -1));
}

function eventBody(world: World<State>, message: Message): Json {
  const { id, conversation, byAccount, at, attachments } = message;
  const { account, person } = world.state.people.conversations[conversation]!;
  const { text, urls } = shownText(world, { id, accountId: account, text: message.text, fileIds: [] });
  return {
    id,
    event_type: 'MessageCreate',
    text,
    sender_id: byAccount ? account : person,
    dm_conversation_id: conversation,
    created_at: new Date(at).toISOString(),
    ...(urls.length > 0 && { entities: { urls } }),
    ...(attachments.length > 0 && {
      attachments: { media_keys: attachments.map((_, index) => `3_${id}${index}`) },
    }),
  };
}

/** A message as webhooks show it: the shape of the older API. */
function legacyBody(world: World<State>, person: Person, message: Message): Json {
  const { id, byAccount, at, attachments } = message;
  const { account } = person;
  const { text, urls } = shownText(world, { id, accountId: account, text: message.text, fileIds: [] });
  const [file] = attachments;
  const media = file && {
    id: `${id}0`,
    media_url_https: file.url,
    type: file.type === 'image' ? 'photo' : file.type,
  };
  const users = usersOf(world, [message]) as { id: string }[];
  return {
    direct_message_events: [
      {
        type: 'message_create',
        id,
        created_timestamp: String(at),
        message_create: {
          target: { recipient_id: byAccount ? person.id : account },
          sender_id: byAccount ? account : person.id,
          message_data: {
            text,
            entities: { hashtags: [], symbols: [], user_mentions: [], urls },
            ...(media && { attachment: { type: 'media', media } }),
          },
        },
      },
    ],
    users: Object.fromEntries(users.map((user) => [user.id, { data: user }])),
  };
}

function usersOf({ state }: World<State>, messages: Message[]): { [name: string]: Json }[] {
  const ids = new Set(
    messages.flatMap(({ conversation }) => {
      const { account, person } = state.people.conversations[conversation]!;
      return [account, person];
    }),
  );
  return [...ids].flatMap((id) => {
    const user = state.people.persons[id] ?? state.accounts[id];
    return user ? [{ id, username: user.username, name: user.name }] : [];
  });
}

function profile({ state }: World<State>, accountId: string, id: string): Response {
  const person = state.people.persons[id];
  if (person?.account !== accountId) {
    const type = 'https://api.x.com/2/problems/resource-not-found';
    const detail = `Could not find user with id: [${id}].`;
    return Response.json({
      errors: [{ value: id, detail, title: 'Not Found Error', resource_type: 'user', type }],
    });
  }
  const { username, name } = person;
  const profile_image_url = 'https://pbs.twimg.com/profile_images/1/a_normal.jpg';
  return Response.json({ data: { id, username, name, profile_image_url } });
}

async function jsonOf(request: Request): Promise<Json> {
  try {
    return (await request.json()) as Json;
  } catch {
    return null; // broken JSON: every field is missing then
  }
}
