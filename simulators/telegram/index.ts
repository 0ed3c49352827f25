/**
 * Telegram's Bot API as a bot meets it: one bot for the whole sandbox, a channel for each account, the bot its
 * administrator. Facts: /bot{token}/{method}, every method by GET or POST with JSON, form or multipart.
 */
import { known } from './known.ts';
import { html } from '../../src/base/html.ts';
import { HttpResponse } from 'msw';
import { followersAt } from '../numbers/curve.ts';
import type { LedgerEntry, Route, SimulatedNetwork, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';

interface Chat {
  id: number;
  username: string;
  title: string;
  lastMessageId: number;
}
interface Update {
  update_id: number;
  channel_post: { message_id: number; date: number; chat: object; text: string };
}
interface State {
  /** By the name the account was made with. */
  chats: { [name: string]: Chat };
  updates: Update[];
}

const TOKEN = '777000111:AAH-sandbox_bot_token_of_35_signs00';
const BOT = { id: 777000111, is_bot: true, first_name: 'Troupe sandbox', username: 'troupe_sandbox_bot' };
const MAX_TEXT = 4096;
const MAX_CAPTION = 1024;
const MB = 1_000_000;

/** The upload methods: their file part, and how many bytes they take. */
const UPLOADS = {
  sendPhoto: { part: 'photo', maxBytes: 10 * MB, maxBytesByUrl: 5 * MB },
  sendVideo: { part: 'video', maxBytes: 50 * MB, maxBytesByUrl: 20 * MB },
  sendAnimation: { part: 'animation', maxBytes: 50 * MB, maxBytesByUrl: 20 * MB },
} as const;

export const telegram: SimulatedNetwork<State> = {
  platform: 'telegram',
  initial: () => ({ chats: {}, updates: [] }),
  endpoints: (baseUrl) => ({ api: baseUrl }),
  app: { clientId: String(BOT.id), clientSecret: TOKEN },
  hand: (baseUrl) => `${baseUrl}/people`,
  connect: (world, name) => {
    const chat = (world.state.chats[name] ??= newChat(world, name));
    const { username } = chat;
    return {
      remoteId: String(chat.id),
      username,
      displayName: chat.title,
      url: `https://t.me/${username}`,
      endpoints: { api: world.baseUrl },
      credentials: { token: TOKEN, chatId: String(chat.id), chatUsername: username },
      limits: {},
    };
  },
  routes: (world) => [
    ...method(world, 'getMe', () => ok(BOT)),
    ...method(world, 'getChat', (given) => withChat(world, given, (chat) => ok(fullChatOf(chat)))),
    ...method(world, 'getChatMember', (given) => withChat(world, given, () => ok(memberOf()))),
    ...method(world, 'getChatAdministrators', (given) => withChat(world, given, () => ok([memberOf()]))),
    ...method(world, 'getChatMemberCount', (given) =>
      withChat(world, given, (chat) => ok(followersAt(String(chat.id), world.now()))),
    ),
    ...method(world, 'getUpdates', (given) => updates(world, given)),
    ...method(world, 'sendMessage', (given) =>
      withChat(world, given, (chat) => sendText(world, chat, given)),
    ),
    ...(Object.keys(UPLOADS) as (keyof typeof UPLOADS)[]).flatMap((name) =>
      method(world, name, (given) => withChat(world, given, (chat) => sendMedia(world, name, chat, given))),
    ),
    ...method(world, ':method', () => refusal(404, 'Not Found')),
    personPosts(world),
    ...peoplePage(world),
  ],
  error: (status, retryAfterSeconds) => {
    if (status === 429) {
      return retryAfterSeconds === undefined
        ? refusal(429, 'Too Many Requests')
        : refusal(429, `Too Many Requests: retry after ${retryAfterSeconds}`, {
            retry_after: retryAfterSeconds,
          });
    }
    return refusal(status, DESCRIPTIONS[status] ?? 'Internal Server Error');
  },
  known,
  refuse: ({ name }) => refusal(400, `Bad Request: invalid parameter "${name}"`),
  expiredToken: () => null,
};

const DESCRIPTIONS: { [status: number]: string } = {
  400: 'Bad Request: chat not found',
  401: 'Unauthorized',
  403: 'Forbidden: bot was kicked from the channel chat',
  404: 'Not Found',
  409: 'Conflict: terminated by other getUpdates request',
  413: 'Request Entity Too Large',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** A public channel; its username is made of Latin letters, so other names get a number. */
function newChat(world: World<State>, name: string): Chat {
  const number = world.nextNumber();
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  const taken = Object.values(world.state.chats).some(({ username }) => username === slug);
  const username = slug === '' || taken ? `channel_${number}` : slug;
  return { id: -1_001_000_000_000 - number, username, title: name, lastMessageId: 0 };
}

/** What a method was given, from the query and the body alike. */
type Given = Map<string, string | File>;

/** A method's routes: it may be called by GET and by POST. */
function method(
  world: World<State>,
  name: string,
  answer: (given: Given) => Response | Promise<Response>,
): Route[] {
  return (['get', 'post'] as const).map((verb) => ({
    call: name === ':method' ? 'unknown' : name,
    method: verb,
    path: `/bot:token/${name}`,
    account: async ({ request, url }) => {
      const chat = chatFor(world, await read(request.clone(), url));
      return chat ? String(chat.id) : null;
    },
    answer: async ({ request, url, params }) => {
      const token = decodeURIComponent(params['token'] ?? '');
      if (!/^\d+:[\w-]{35}$/.test(token)) return refusal(404, 'Not Found');
      return token === TOKEN ? answer(await read(request, url)) : refusal(401, 'Unauthorized');
    },
  }));
}

async function read(request: Request, url: URL): Promise<Given> {
  const given: Given = new Map(url.searchParams);
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) {
    const body: unknown = await request.json().catch(() => null);
    for (const [key, value] of Object.entries((body ?? {}) as { [key: string]: unknown })) {
      given.set(key, typeof value === 'string' ? value : JSON.stringify(value));
    }
  } else if (type.startsWith('multipart/form-data') || type.startsWith('application/x-www-form-urlencoded')) {
    for (const [key, value] of await request.formData()) given.set(key, value);
  }
  return given;
}

function withChat(
  world: World<State>,
  given: Given,
  answer: (chat: Chat) => Response | Promise<Response>,
): Response | Promise<Response> {
  if (textOf(given, 'chat_id') === '') return refusal(400, 'Bad Request: chat_id is empty');
  const chat = chatFor(world, given);
  return chat ? answer(chat) : refusal(400, 'Bad Request: chat not found');
}

/** A chat by its number, or by its name where it is public. */
function chatFor({ state }: World<State>, given: Given): Chat | undefined {
  const id = textOf(given, 'chat_id');
  return Object.values(state.chats).find((chat) => id === String(chat.id) || id === `@${chat.username}`);
}

function sendText(world: World<State>, chat: Chat, given: Given): Response {
  const text = textOf(given, 'text');
  if (text.trim() === '') return refusal(400, 'Bad Request: message text is empty');
  if (Array.from(text).length > MAX_TEXT) return refusal(400, 'Bad Request: message is too long');
  return sent(world, chat, { text }, { text, media: [] });
}

async function sendMedia(
  world: World<State>,
  name: keyof typeof UPLOADS,
  chat: Chat,
  given: Given,
): Promise<Response> {
  const { part, maxBytes, maxBytesByUrl } = UPLOADS[name];
  const caption = textOf(given, 'caption');
  if (Array.from(caption).length > MAX_CAPTION)
    return refusal(400, 'Bad Request: message caption is too long');
  const file = given.get(part);
  if (file === undefined || file === '')
    return refusal(400, `Bad Request: there is no ${part} in the request`);

  let bytes: Uint8Array<ArrayBuffer>;
  let type: string;
  if (typeof file === 'string') {
    const response = await world.fetch(file).catch(() => null);
    if (!response?.ok) return refusal(400, 'Bad Request: failed to get HTTP URL content');
    bytes = new Uint8Array(await response.arrayBuffer());
    type = response.headers.get('content-type') ?? '';
    if (bytes.length > maxBytesByUrl) return refusal(400, 'Bad Request: failed to get HTTP URL content');
  } else {
    bytes = new Uint8Array(await file.arrayBuffer());
    ({ type } = file);
    if (bytes.length > maxBytes) return refusal(413, 'Request Entity Too Large');
  }
  if (bytes.length === 0) return refusal(400, 'Bad Request: file must be non-empty');
  if (name === 'sendPhoto' && !isPicture(bytes)) return refusal(400, 'Bad Request: IMAGE_PROCESS_FAILED');

  const file_id = `AgAC${world.nextNumber()}`;
  // sizes are not measured here
  const size = { width: 1280, height: 960, ...(name === 'sendPhoto' ? {} : { duration: 3 }) };
  const kept = { file_id, file_unique_id: file_id, file_size: bytes.length, ...size };
  return sent(
    world,
    chat,
    { ...(caption === '' ? {} : { caption }), [part]: name === 'sendPhoto' ? [kept] : kept },
    { text: caption, media: [{ url: world.keepMedia(bytes, type), type, bytes: bytes.length }] },
  );
}

function sent(
  world: World<State>,
  chat: Chat,
  content: object,
  entry: Pick<LedgerEntry, 'text' | 'media'>,
): Response {
  chat.lastMessageId += 1;
  const id = chat.lastMessageId;
  world.record({
    account: String(chat.id),
    id: String(id),
    ...entry,
    details: { channel: `@${chat.username}` },
  });
  const date = Math.floor(world.now() / 1000);
  return ok({ message_id: id, date, chat: chatOf(chat), sender_chat: chatOf(chat), ...content });
}

/** Returns the updates since the caller's offset, and forgets those that the offset confirms. */
function updates({ state }: World<State>, given: Given): Response {
  const offset = Number(textOf(given, 'offset') || 0);
  state.updates = state.updates.filter((update) => update.update_id >= offset);
  return ok(state.updates.slice(0, 100));
}

/**
 * The hand of a person in a channel, which the Bot API itself does not have: `POST /telegram/people/post {chat, text}`
 * makes a channel post that the bot reads with getUpdates.
 */
function personPosts(world: World<State>): Route {
  return {
    call: 'person posts',
    method: 'post',
    path: '/people/post',
    account: () => null,
    answer: async ({ request, url }: Exchange) => {
      const given = await read(request, url);
      return withChat(world, new Map([['chat_id', textOf(given, 'chat')]]), (chat) =>
        ok(post(world, chat, textOf(given, 'text'))),
      );
    },
  };
}

/** The same for a person with a browser. A channel that is not there yet is made, with the bot as its administrator. */
function peoplePage(world: World<State>): Route[] {
  const answer = (said: string) =>
    HttpResponse.html(
      html`<!doctype html>
        <html lang="en">
          <meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" /><title>Telegram: post as a person</title>
          <style>
            body {
              font:
                16px/1.5 system-ui,
                sans-serif;
              max-width: 26rem;
              margin: 2rem auto;
              padding: 0 1rem;
            }
            label {
              display: block;
              font-weight: 600;
              margin-top: 1rem;
            }
            input,
            button {
              font: inherit;
              width: 100%;
              box-sizing: border-box;
              min-height: 2.75rem;
            }
            button {
              margin-top: 1rem;
            }
          </style>
          <main>
            <p>Telegram (sandbox)</p>
            <h1>Post in your channel</h1>
            <p role="status">${said}</p>
            <form method="post">
              <label for="channel">Channel</label><input id="channel" name="channel" value="rosas_boats" />
              <label for="text">Message</label
              ><input id="text" name="text" autocomplete="off" placeholder="/connect …" /><button>
                Post
              </button>
            </form>
          </main>
        </html>`.text,
      {
        headers: {
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
        },
      },
    );
  return [
    {
      call: 'person opens',
      method: 'get',
      path: '/people',
      account: () => null,
      answer: () => answer('The bot is an administrator of every channel here.'),
    },
    {
      call: 'person posts by hand',
      method: 'post',
      path: '/people',
      account: () => null,
      answer: async ({ request, url }) => {
        const given = await read(request, url);
        const name = textOf(given, 'channel').trim().replace(/^@/, '') || 'rosas_boats';
        const chat =
          Object.values(world.state.chats).find(({ username }) => username === name) ??
          (world.state.chats[name] ??= newChat(world, name));
        post(world, chat, textOf(given, 'text').trim());
        return answer(`Posted in @${chat.username}.`);
      },
    },
  ];
}

function post(world: World<State>, chat: Chat, text: string) {
  chat.lastMessageId += 1;
  const date = Math.floor(world.now() / 1000);
  const post = { message_id: chat.lastMessageId, date, chat: chatOf(chat), text };
  world.state.updates.push({ update_id: world.nextNumber(), channel_post: post });
  return post;
}

function chatOf({ id, title, username }: Chat) {
  return { id, title, username, type: 'channel' };
}

/** What `getChat` shows beyond that. */
function fullChatOf(chat: Chat) {
  return {
    ...chatOf(chat),
    accent_color_id: 0,
    max_reaction_count: 11,
    accepted_gift_types: {
      unlimited_gifts: false,
      limited_gifts: false,
      unique_gifts: false,
      premium_subscription: false,
      gifts_from_channels: false,
    },
  };
}

function memberOf() {
  return {
    status: 'administrator',
    user: BOT,
    can_be_edited: false,
    is_anonymous: false,
    can_manage_chat: true,
    can_manage_video_chats: false,
    can_restrict_members: false,
    can_promote_members: false,
    can_change_info: false,
    can_invite_users: false,
    can_post_stories: false,
    can_edit_stories: false,
    can_delete_stories: false,
    can_post_messages: true,
    can_edit_messages: true,
    can_delete_messages: true,
  };
}

function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return /^(\xff\xd8\xff|\x89PNG|GIF8|RIFF[^]{4}WEBP)/.test(start);
}

function textOf(given: Given, key: string): string {
  const value = given.get(key);
  return typeof value === 'string' ? value : '';
}

function ok(result: object | number): Response {
  return HttpResponse.json({ ok: true, result });
}

function refusal(status: number, description: string, parameters?: { retry_after: number }): Response {
  return HttpResponse.json(
    { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) },
    { status },
  );
}
