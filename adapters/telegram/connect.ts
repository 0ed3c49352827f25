/**
 * Connects a Telegram channel, in one of two ways.
 *
 * - The person's own bot: its token is enough to post wherever it is an administrator, so the token is the proof.
 * - The operator's bot, which many channels have added: anybody could name one of these channels, so the person posts
 * a code in theirs. Only administrators can post in a channel, and the bot receives what they post (`getUpdates`).
 */
import type { AppProof, ProveStep } from '../port/registration.ts';
import type { ConnectAnswer, ConnectStep, FormConnect, SharedConnect } from '../port/connect.ts';
import { type NetworkResponse, ask, at, brief, type Lost, textAt } from '../lib/http.ts';
import { jsonPost } from '../lib/request.ts';
import { tryAgain, tryAgainIn } from '../lib/try-again.ts';
import type { Json } from '../../machines/outcome.ts';

/** The format of BotFather's tokens: the bot's number, a colon, 35 characters. */
const TOKEN = /^(\d{5,20}):[\w-]{30,60}$/;
const COMMAND = /^\/connect(?:@\w+)?\s+([A-Za-z0-9-]{4,40})\s*$/;

const shared: SharedConnect = {
  async nameOf(step) {
    const bot = await call(step, step.app.clientSecret, 'getMe');
    if ('kind' in bot) return bot.kind === 'retry' ? bot : operatorMustAct();
    return { kind: 'name', name: `@${textAt(bot.result, 'username') ?? 'bot'}` };
  },
  steps: ({ name, code }) => [
    `In Telegram, open your channel, then Administrators, and add ${name} with the right to post messages.`,
    `Post this in the channel: /connect ${code}`,
    'Come back here. You may delete that message as soon as the channel is connected.',
  ],
  async read(step) {
    const answer = await call(step, step.app.clientSecret, 'getUpdates', {
      ...(step.cursor === null ? {} : { offset: Number(step.cursor) }),
      timeout: 0,
      allowed_updates: ['channel_post'],
    });
    if ('kind' in answer) return answer.kind === 'retry' ? answer : operatorMustAct();
    const updates = Array.isArray(answer.result) ? answer.result : [];
    const codes = updates.flatMap((update) => {
      const post = at(update, 'channel_post');
      const code = COMMAND.exec(textAt(post, 'text') ?? '')?.[1];
      const place = textAt(post, 'chat', 'id');
      return code === undefined || place === null ? [] : [{ code: code.toUpperCase(), place }];
    });
    const last = updates.length === 0 ? null : at(updates.at(-1), 'update_id');
    return { kind: 'codes', codes, cursor: typeof last === 'number' ? String(last + 1) : step.cursor };
  },
  connect: (step) => connectChat(step, { token: step.app.clientSecret, chat: step.place, field: null }),
};

export const connect: FormConnect = {
  kind: 'form',
  steps: [
    'In Telegram, write to @BotFather, send /newbot and follow what it says. It gives you the token of your bot.',
    'Open your channel, then Administrators, and add the bot with the right to post messages.',
    'Paste the token here, and name the channel.',
  ],
  fields: [
    {
      name: 'token',
      label: 'Bot token',
      help: 'From @BotFather: a number, a colon and 35 signs.',
      secret: true,
      example: '123456789:AAH…',
    },
    {
      name: 'channel',
      label: 'Channel',
      help: 'Its name with the @, its t.me address, or its number where it is private.',
      example: '@rosas_boats',
    },
  ],
  async connect(step) {
    const token = (step.fields['token'] ?? '').trim();
    if (!TOKEN.test(token)) {
      return refused('Paste the whole token as BotFather gave it: a number, a colon and 35 signs.', 'token');
    }
    const chat = chatIn(step.fields['channel'] ?? '');
    if (chat === null) {
      return refused('Name the channel, such as @rosas_boats or -1001234567890.', 'channel');
    }
    return connectChat(step, { token, chat, field: 'channel' });
  },
  shared,
};

/** The bot's id, which its token starts with. @returns null for a token of another shape */
export const botIdIn = (token: string): string | null => TOKEN.exec(token)?.[1] ?? null;

/** Asks Telegram which bot the token is of. */
export async function proveBot(step: ProveStep): Promise<AppProof> {
  const bot = await call(step, step.app.clientSecret, 'getMe');
  if (!('kind' in bot)) return { kind: 'accepted' };
  return { kind: bot.kind === 'retry' ? 'unclear' : 'refused', reason: `Telegram: ${bot.reason}` };
}

async function connectChat(
  step: ConnectStep,
  { token, chat, field }: { token: string; chat: string; field: string | null },
): Promise<ConnectAnswer> {
  const no = (reason: string) => (field === null ? refused(reason) : refused(reason, field));
  const bot = await call(step, token, 'getMe');
  if ('kind' in bot) {
    if (bot.kind === 'retry') return bot;
    return field === null
      ? operatorMustAct()
      : refused('Telegram does not know this token: copy it again.', 'token');
  }
  const botId = textAt(bot.result, 'id') ?? '';
  const found = await call(step, token, 'getChat', { chat_id: chat });
  if ('kind' in found) {
    if (found.kind === 'retry') return found;
    return no('The bot does not see this channel: check its name, and add the bot as an administrator.');
  }
  const id = textAt(found.result, 'id');
  const type = textAt(found.result, 'type') ?? '';
  if (id === null || !['channel', 'group', 'supergroup'].includes(type)) {
    return no('This is no channel and no group: name one that the bot is in.');
  }
  const member = await call(step, token, 'getChatMember', { chat_id: id, user_id: Number(botId) });
  if ('kind' in member && member.kind === 'retry') return member;
  if ('kind' in member || !mayPost(member.result, type)) {
    return no('The bot may not post there: make it an administrator with the right to post messages.');
  }
  const username = textAt(found.result, 'username') ?? '';
  const title = textAt(found.result, 'title') ?? (username || id);
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: id,
        username: username || id,
        displayName: title,
        url: username === '' ? null : `https://t.me/${username}`,
        // the address of its picture contains the token, so none is stored
        avatarUrl: null,
        endpoints: { api: step.endpoints['api'] ?? '' },
        credentials: { token, chatId: id, chatUsername: username },
        limits: {},
        expiresAt: null,
      },
    ],
  };
}

/** In a channel only administrators with that right can post; in a group members can, unless they are restricted. */
function mayPost(member: Json | undefined, type: string): boolean {
  const status = textAt(member, 'status');
  if (status === 'creator') return true;
  if (type === 'channel') return status === 'administrator' && at(member, 'can_post_messages') === true;
  return status === 'administrator' || status === 'member';
}

/** Converts `@name`, `name`, `https://t.me/name` or a number to the form of the API; null for any other value. */
function chatIn(typed: string): string | null {
  const text = typed.trim().replace(/^(https?:\/\/)?(t|telegram)\.me\//i, '');
  if (/^-?\d{5,16}$/.test(text)) return text;
  const name = /^@?([A-Za-z]\w{2,31})$/.exec(text)?.[1];
  return name === undefined ? null : `@${name}`;
}

type Called =
  | { result: Json | undefined }
  | { kind: 'retry'; reason: string }
  | { kind: 'refused'; reason: string };

/** Calls a method. The address contains the token, so no message may include it. */
async function call(step: ConnectStep, token: string, method: string, input: Json = {}): Promise<Called> {
  const request = jsonPost(`${step.endpoints['api']}/bot${token}/${method}`, input, { redirect: 'manual' });
  return read(await ask(step.fetch, request, step.signal));
}

function read(answer: NetworkResponse | Lost): Called {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Telegram did not answer: ${answer.reason}.` };
  const { status, json } = answer;
  if (at(json, 'ok') === true) return { result: at(json, 'result') };
  if (status === 409) {
    return {
      kind: 'retry',
      reason: 'Another program reads the messages of this bot: try again in a minute.',
    };
  }
  if (status === 429 || status >= 500 || at(json, 'ok') !== false) {
    const seconds = at(json, 'parameters', 'retry_after');
    const when = typeof seconds === 'number' ? tryAgainIn(seconds) : tryAgain(answer.headers);
    return { kind: 'retry', reason: `Telegram is busy or down (status ${status}): ${when}.` };
  }
  return { kind: 'refused', reason: brief(textAt(json, 'description') ?? `status ${status}`) };
}

function operatorMustAct(): { kind: 'refused'; reason: string } {
  return {
    kind: 'refused',
    reason: 'The bot of this service does not work: the operator must set a new token.',
  };
}

function refused(reason: string, field?: string): { kind: 'refused'; reason: string; field?: string } {
  return { kind: 'refused', reason, ...(field === undefined ? {} : { field }) };
}
