/** Discord as a channel's webhook meets it: read the webhook, post a message, read a message whose id is known. */
import { HttpResponse } from 'msw';
import { known } from './known.ts';
import type { LedgerEntry, Route, SimulatedNetwork, World } from '../simulator.ts';

interface Webhook {
  id: string;
  token: string;
  name: string;
  guildId: string;
  channelId: string;
  /** Messages by id. */
  messages: { [id: string]: object };
}
interface State {
  /** By the name the account was made with. */
  webhooks: { [name: string]: Webhook };
}

const MAX_TEXT = 2000;
const MAX_FILES = 10;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_BYTES = 25 * 1024 * 1024;

export const discord: SimulatedNetwork<State> = {
  platform: 'discord',
  initial: () => ({ webhooks: {} }),
  endpoints: (baseUrl) => ({ api: `${baseUrl}/api/v10` }),
  connect: (world, name) => {
    const webhook = (world.state.webhooks[name] ??= newWebhook(world, name));
    const { id, token, guildId, channelId } = webhook;
    return {
      remoteId: id,
      username: name,
      displayName: name,
      url: `https://discord.com/channels/${guildId}/${channelId}`,
      endpoints: { api: `${world.baseUrl}/api/v10` },
      credentials: { webhookId: id, webhookToken: token, guildId },
      limits: {},
    };
  },
  routes: (world) => [
    route(world, 'getWebhook', 'get', '', (webhook) => HttpResponse.json(webhookOf(webhook))),
    route(world, 'executeWebhook', 'post', '', (webhook, request, url) =>
      execute(world, webhook, request, url),
    ),
    route(world, 'getWebhookMessage', 'get', '/messages/:message', (webhook, _request, url) => {
      const message = webhook.messages[url.pathname.split('/').at(-1) ?? ''];
      return message ? HttpResponse.json(message) : refusal(404, 10008, 'Unknown Message');
    }),
  ],
  error: (status, retryAfterSeconds) => {
    if (status === 401) return refusal(401, 50027, 'Invalid Webhook Token');
    if (status !== 429) return refusal(status, 0, `${status}: ${WORDS[status] ?? 'Internal Server Error'}`);
    const wait = retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds };
    return HttpResponse.json(
      { message: 'You are being rate limited.', ...wait, global: false },
      {
        status,
        headers: {
          ...LIMIT_HEADERS,
          'x-ratelimit-remaining': '0',
          'x-ratelimit-scope': 'user',
          ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) }),
        },
      },
    );
  },
  known,
  refuse: ({ name }) => invalid(name, 'BASE_TYPE_BAD', 'This field is not known.'),
  expiredToken: () => null,
};

const WORDS: { [status: number]: string } = { 502: 'Bad Gateway', 503: 'Service Unavailable' };
const LIMIT_HEADERS = {
  'x-ratelimit-limit': '5',
  'x-ratelimit-remaining': '4',
  'x-ratelimit-reset-after': '2.000',
  'x-ratelimit-bucket': 'sandbox',
};

function newWebhook(world: World<State>, name: string): Webhook {
  const number = () => String(1_200_000_000_000_000_000n + BigInt(world.nextNumber()));
  const id = number();
  const token = `sandbox-${Buffer.from(`${name} ${id}`).toString('base64url')}`;
  return { id, token, name, guildId: number(), channelId: number(), messages: {} };
}

function route(
  { state }: World<State>,
  call: string,
  method: 'get' | 'post',
  tail: string,
  answer: (webhook: Webhook, request: Request, url: URL) => Response | Promise<Response>,
): Route {
  return {
    call,
    method,
    path: `/api/v10/webhooks/:id/:token${tail}`,
    account: ({ params }) => params['id'] ?? null,
    answer: ({ params, request, url }) => {
      const webhook = Object.values(state.webhooks).find(({ id }) => id === params['id']);
      if (!webhook) return refusal(404, 10015, 'Unknown Webhook');
      if (webhook.token !== params['token']) return refusal(401, 50027, 'Invalid Webhook Token');
      return answer(webhook, request, url);
    },
  };
}

interface Payload {
  content?: unknown;
  allowed_mentions?: { parse?: unknown };
  attachments?: { id?: unknown; filename?: unknown; description?: unknown }[];
}

async function execute(world: World<State>, webhook: Webhook, request: Request, url: URL): Promise<Response> {
  const { payload, files } = await read(request);
  if (payload === null) return refusal(400, 50109, 'The request body contains invalid JSON.');
  const content = typeof payload.content === 'string' ? payload.content : '';
  if (Array.from(content).length > MAX_TEXT) {
    return invalid('content', 'BASE_TYPE_MAX_LENGTH', `Must be ${MAX_TEXT} or fewer in length.`);
  }
  if (content.trim() === '' && files.size === 0) return refusal(400, 50006, 'Cannot send an empty message');
  if (files.size > MAX_FILES) {
    return invalid('files', 'BASE_TYPE_MAX_LENGTH', `Must be ${MAX_FILES} or fewer in length.`);
  }
  for (const { id } of payload.attachments ?? []) {
    if (!files.has(Number(id)))
      return invalid('attachments', 'ATTACHMENT_NOT_FOUND', `Attachment ${String(id)} not found`);
  }
  const sizes = [...files.values()].map(({ size }) => size);
  if (sizes.some((size) => size > MAX_FILE_BYTES) || sizes.reduce((sum, size) => sum + size, 0) > MAX_BYTES) {
    return refusal(413, 40005, 'Request entity too large');
  }

  const media: LedgerEntry['media'] = [];
  const attachments: object[] = [];
  for (const [index, file] of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const described = payload.attachments?.find(({ id }) => Number(id) === index);
    const address = world.keepMedia(bytes, file.type);
    const alt = typeof described?.description === 'string' ? described.description : '';
    media.push({ url: address, type: file.type, bytes: bytes.length, ...(alt && { alt }) });
    attachments.push({
      id: String(world.nextNumber()),
      filename: described?.filename ?? file.name,
      size: bytes.length,
      url: address,
      proxy_url: address,
      content_type: file.type,
    });
  }

  const id = String(1_300_000_000_000_000_000n + BigInt(world.nextNumber()));
  const message = {
    id,
    type: 0,
    channel_id: webhook.channelId,
    webhook_id: webhook.id,
    content,
    timestamp: new Date(world.now()).toISOString(),
    edited_timestamp: null,
    flags: 0,
    author: authorOf(webhook),
    attachments,
    embeds: [],
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    pinned: false,
    tts: false,
    components: [],
  };
  webhook.messages[id] = message;
  const pings = payload.allowed_mentions?.parse;
  world.record({
    account: webhook.id,
    id,
    text: content,
    media,
    details: {
      pingsEveryone: content.includes('@everyone') && !(Array.isArray(pings) && pings.length === 0),
    },
  });
  // Without wait=true Discord answers before it has saved the message, and names no id.
  if (url.searchParams.get('wait') !== 'true')
    return new HttpResponse(null, { status: 204, headers: LIMIT_HEADERS });
  return HttpResponse.json(message, { headers: LIMIT_HEADERS });
}

/** JSON, or multipart with the JSON in `payload_json` and files in `files[n]`. */
async function read(request: Request): Promise<{ payload: Payload | null; files: Map<number, File> }> {
  const files = new Map<number, File>();
  if (!(request.headers.get('content-type') ?? '').startsWith('multipart/form-data')) {
    return { payload: parsed(await request.text()), files };
  }
  const form = await request.formData();
  for (const [name, part] of form) {
    const index = /^files\[(\d+)\]$/.exec(name)?.[1];
    if (index !== undefined && typeof part !== 'string') files.set(Number(index), part);
  }
  const json = form.get('payload_json');
  return { payload: json === null ? {} : typeof json === 'string' ? parsed(json) : null, files };
}

function parsed(text: string): Payload | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null; // answered as invalid JSON
  }
}

function asObject(value: unknown): Payload | null {
  return typeof value === 'object' ? value : null;
}

/** A webhook writes as a user of its own. */
function authorOf({ id, name }: Webhook) {
  return {
    id,
    username: name,
    avatar: null,
    discriminator: '0000',
    public_flags: 0,
    flags: 0,
    bot: true,
    global_name: null,
    primary_guild: null,
  };
}

function webhookOf({ id, token, name, guildId, channelId }: Webhook) {
  return {
    id,
    type: 1,
    name,
    avatar: null,
    channel_id: channelId,
    guild_id: guildId,
    application_id: null,
    token,
  };
}

function invalid(field: string, code: string, message: string): Response {
  return HttpResponse.json(
    { message: 'Invalid Form Body', code: 50035, errors: { [field]: { _errors: [{ code, message }] } } },
    { status: 400, headers: LIMIT_HEADERS },
  );
}

function refusal(status: number, code: number, message: string): Response {
  return HttpResponse.json({ message, code }, { status, headers: LIMIT_HEADERS });
}
