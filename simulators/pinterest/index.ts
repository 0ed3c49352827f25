/**
 * A simulated Pinterest, API v5: sign-in with refresh tokens that change each time, boards, pins, videos by way of a
 * storage of its own.
 *
 * Duplicates are taken, as the real one takes them. Not simulated: sections, analytics, editing and deleting, the budget
 * of calls (ask for a 429). A picture address that cannot be fetched is refused with 400; a video whose bytes begin with
 * `fail` ends as failed; a video is asked for twice before it is done.
 */
import { createHash } from 'node:crypto';
import { sniff } from '../../src/media/sniff.ts';
import type { Exchange, LedgerEntry, Route, SimulatedNetwork, World } from '../simulator.ts';
import { authorizePage, redeem, type Grants } from '../shared/grants.ts';

const APP = { clientId: 'sandbox-pinterest', clientSecret: 'sandbox-secret-of-pinterest' };
const SCOPES = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];
const CODE_LIFE_MS = 10 * 60_000;
const ACCESS_LIFE_S = 30 * 24 * 3600;
const REFRESH_LIFE_S = 60 * 24 * 3600;
const MOST = { title: 100, description: 800, alt_text: 500, link: 2048 };
const MOST_PICTURE_BYTES = 20_000_000;
/** How often a video is not done yet when it is asked for. */
const POLLS = 2;

interface State {
  /** By id. */
  accounts: { [id: string]: Account };
  grants: Grants;
  access: { [token: string]: { account: string; scopes: string[]; madeAt: number } };
  refresh: { [token: string]: { account: string; scopes: string[]; madeAt: number } };
  boards: { [id: string]: Board };
  videos: { [id: string]: Video };
  /** By id, oldest first. */
  pins: { [id: string]: Pin };
}
interface Account {
  id: string;
  username: string;
}
interface Board {
  id: string;
  account: string;
  name: string;
  privacy: 'PUBLIC' | 'PROTECTED' | 'SECRET';
  at: number;
}
interface Video {
  id: string;
  account: string;
  signature: string;
  file: LedgerEntry['media'][number] | null;
  fails: boolean;
  pollsLeft: number;
}
interface Pin {
  id: string;
  account: string;
  board: string;
  title: string;
  description: string;
  link: string | null;
  at: number;
  media: LedgerEntry['media'];
}

export const pinterest: SimulatedNetwork<State> = {
  platform: 'pinterest',
  initial: () => ({ accounts: {}, grants: {}, access: {}, refresh: {}, boards: {}, videos: {}, pins: {} }),
  endpoints: (baseUrl) => ({ www: `${baseUrl}/www`, api: `${baseUrl}/api`, upload: `${baseUrl}/upload` }),
  app: APP,
  connect(world, name) {
    const { id, username } = accountFor(world, name);
    const { access_token: accessToken, refresh_token: refreshToken } = newTokens(world, id, SCOPES);
    return {
      remoteId: id,
      username,
      displayName: username,
      url: `https://www.pinterest.com/${username}/`,
      endpoints: pinterest.endpoints!(world.baseUrl),
      credentials: { accessToken, refreshToken, clientId: APP.clientId },
      limits: {},
    };
  },
  routes: (world) => [...signInRoutes(world), ...readRoutes(world), ...publishRoutes(world)],
  error,
  expiredToken: () => refusal(401, 2, 'Authentication failed.'),
};

/** The board every account has from the start; its id is the same wherever the name is. */
export function boardOf(name: string): string {
  return `10221${digitsOf(`board ${name}`, 14)}`;
}

function accountFor(world: World<State>, name: string): Account {
  const id = `5497${digitsOf(name, 12)}`;
  const known = world.state.accounts[id];
  if (known) return known;
  const account = { id, username: name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '_') };
  world.state.accounts[id] = account;
  for (const [index, board] of ['Recipes', 'Garden', 'Ideas'].entries()) {
    const privacy = index === 2 ? 'SECRET' : 'PUBLIC';
    const boardId = index === 0 ? boardOf(name) : `10221${digitsOf(`board ${name} ${board}`, 14)}`;
    world.state.boards[boardId] = { id: boardId, account: id, name: board, privacy, at: world.now() };
  }
  return account;
}

// Sign-in

function signInRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'oauth',
      method: 'get',
      path: '/www/oauth/',
      account: () => null,
      answer: ({ url }) =>
        authorizePage(world, url, {
          network: 'Pinterest',
          app: APP,
          scopes: SCOPES,
          refuse: (message) => refusal(400, 1, `${message}.`),
        }),
    },
    {
      call: 'oauth/token',
      method: 'post',
      path: '/api/v5/oauth/token',
      account: async ({ request }) => {
        const form = new URLSearchParams(await request.clone().text());
        return world.state.refresh[form.get('refresh_token') ?? '']?.account ?? null;
      },
      answer: ({ request }) => exchangeToken(world, request),
    },
  ];
}

async function exchangeToken(world: World<State>, request: Request): Promise<Response> {
  const basic = Buffer.from(`${APP.clientId}:${APP.clientSecret}`).toString('base64');
  if (request.headers.get('authorization') !== `Basic ${basic}`)
    return refusal(401, 2, 'Authentication failed.');
  const form = new URLSearchParams(await request.text());
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const asked = {
        code: form.get('code') ?? '',
        redirectUri: form.get('redirect_uri') ?? '',
        verifier: null,
      };
      const grant = redeem(world, asked, CODE_LIFE_MS);
      if (typeof grant === 'string') return refusal(400, 283, 'Invalid authorization code.');
      const { id } = accountFor(world, grant.login);
      return Response.json({ response_type: 'authorization_code', ...newTokens(world, id, grant.scopes) });
    }
    case 'refresh_token': {
      const token = form.get('refresh_token') ?? '';
      const known = world.state.refresh[token];
      if (!known || world.now() - known.madeAt >= REFRESH_LIFE_S * 1000) {
        return refusal(401, 284, 'Invalid refresh token.');
      }
      delete world.state.refresh[token];
      const tokens = newTokens(world, known.account, known.scopes);
      return Response.json({ response_type: 'refresh_token', ...tokens });
    }
    case null:
    default:
      return refusal(400, 1, 'Invalid grant_type.');
  }
}

function newTokens(world: World<State>, account: string, scopes: string[]) {
  const number = world.nextNumber();
  const access = `pina_${hash(`access ${account} ${number}`)}`;
  const refresh = `pinr_${hash(`refresh ${account} ${number}`)}`;
  const kept = { account, scopes, madeAt: world.now() };
  world.state.access[access] = kept;
  world.state.refresh[refresh] = kept;
  return {
    access_token: access,
    refresh_token: refresh,
    token_type: 'bearer',
    expires_in: ACCESS_LIFE_S,
    refresh_token_expires_in: REFRESH_LIFE_S,
    refresh_token_expires_at: Math.floor(world.now() / 1000) + REFRESH_LIFE_S,
    scope: scopes.join(' '),
  };
}

function tokenOf(request: Request): string {
  return /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}

/** A call with a token that lives and has the scopes. */
function call(
  world: World<State>,
  route: Pick<Route, 'call' | 'method' | 'path'> & {
    scopes: string[];
    answer: (account: Account, exchange: Exchange) => Response | Promise<Response>;
  },
): Route {
  const { scopes, answer, ...rest } = route;
  return {
    ...rest,
    account: ({ request }) => world.state.access[tokenOf(request)]?.account ?? null,
    answer: (exchange) => {
      const token = world.state.access[tokenOf(exchange.request)];
      const account = token && world.state.accounts[token.account];
      if (!token || !account || world.now() - token.madeAt >= ACCESS_LIFE_S * 1000) {
        return refusal(401, 2, 'Authentication failed.');
      }
      const missing = scopes.filter((scope) => !token.scopes.includes(scope));
      if (missing.length > 0) {
        return refusal(403, 3, `Your application lacks the permission ${missing.join(', ')}.`);
      }
      return answer(account, exchange);
    },
  };
}

// Reading

function readRoutes(world: World<State>): Route[] {
  const { state } = world;
  return [
    call(world, {
      call: 'user_account/get',
      method: 'get',
      path: '/api/v5/user_account',
      scopes: ['user_accounts:read'],
      answer: ({ id, username }) =>
        Response.json({
          id,
          username,
          account_type: 'BUSINESS',
          profile_image: 'https://i.pinimg.com/280x280_RS/sandbox.jpg',
          website_url: '',
          business_name: username,
          about: '',
          follower_count: 11,
          following_count: 5,
          pin_count: Object.values(state.pins).filter(({ account }) => account === id).length,
          board_count: Object.values(state.boards).filter(({ account }) => account === id).length,
          monthly_views: 900,
        }),
    }),
    call(world, {
      call: 'boards/list',
      method: 'get',
      path: '/api/v5/boards',
      scopes: ['boards:read'],
      answer: ({ id, username }, { url }) => {
        const boards = Object.values(state.boards).filter(({ account }) => account === id);
        return page(url, boards, (board) => ({
          id: board.id,
          name: board.name,
          description: '',
          privacy: board.privacy,
          owner: { username },
          pin_count: Object.values(state.pins).filter((pin) => pin.board === board.id).length,
          follower_count: 1,
          created_at: timeOf(board.at),
        }));
      },
    }),
    call(world, {
      call: 'boards/list_pins',
      method: 'get',
      path: '/api/v5/boards/:board/pins',
      scopes: ['boards:read', 'pins:read'],
      answer: (account, { params, url }) => {
        const board = state.boards[params['board'] ?? ''];
        if (!board) return refusal(404, 40, 'Board not found.');
        if (board.account !== account.id) return refusal(403, 7, 'Not authorized to access board or Pin.');
        const newestFirst = Object.values(state.pins)
          .filter((pin) => pin.board === board.id)
          .toReversed();
        return page(url, newestFirst, (pin) => pinBody(account, pin));
      },
    }),
    call(world, {
      call: 'pins/get',
      method: 'get',
      path: '/api/v5/pins/:pin',
      scopes: ['boards:read', 'pins:read'],
      answer: (account, { params }) => {
        const pin = state.pins[params['pin'] ?? ''];
        return pin?.account === account.id
          ? Response.json(pinBody(account, pin))
          : refusal(404, 50, 'Pin not found.');
      },
    }),
  ];
}

function page<T extends { id: string }>(url: URL, all: T[], bodyOf: (one: T) => object): Response {
  const size = Number(url.searchParams.get('page_size') ?? 25);
  if (!Number.isInteger(size) || size < 1 || size > 250) {
    return refusal(400, 1, `Invalid request: 'page_size' ${size} is not between 1 and 250.`);
  }
  const bookmark = url.searchParams.get('bookmark');
  const start = bookmark === null ? 0 : all.findIndex(({ id }) => bookmarkOf(id) === bookmark) + 1;
  const items = all.slice(start, start + size);
  const last = items.at(-1);
  const more = start + size < all.length && last !== undefined;
  return Response.json({ items: items.map(bodyOf), bookmark: more ? bookmarkOf(last.id) : null });
}

function bookmarkOf(id: string): string {
  return Buffer.from(`after ${id}`).toString('base64url');
}

function pinBody({ username }: Account, pin: Pin): object {
  const isVideo = pin.media.some(({ type }) => type.startsWith('video/'));
  return {
    id: pin.id,
    created_at: timeOf(pin.at),
    board_id: pin.board,
    board_section_id: null,
    board_owner: { username },
    title: pin.title,
    description: pin.description,
    link: pin.link,
    alt_text: null,
    creative_type: isVideo ? 'VIDEO' : 'REGULAR',
    is_owner: true,
    media: { media_type: isVideo ? 'video' : 'image' },
  };
}

/** UTC, whole seconds, no zone. */
function timeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}

// Publishing

function publishRoutes(world: World<State>): Route[] {
  return [
    call(world, {
      call: 'media/create',
      method: 'post',
      path: '/api/v5/media',
      scopes: ['pins:read', 'pins:write'],
      answer: async (account, { request }) => {
        if ((await bodyOf(request))['media_type'] !== 'video') {
          return refusal(400, 1, "Invalid request: 'media_type' is not one of ['video'].");
        }
        return register(world, account);
      },
    }),
    {
      call: 'upload',
      method: 'post',
      path: '/upload/',
      account: () => null,
      answer: ({ request }) => store(world, request),
    },
    call(world, {
      call: 'media/get',
      method: 'get',
      path: '/api/v5/media/:media',
      scopes: ['pins:read'],
      answer: (account, { params }) => {
        const video = world.state.videos[params['media'] ?? ''];
        if (video?.account !== account.id) return refusal(404, 404, 'Media not found.');
        const status = statusOf(video);
        if (video.file && video.pollsLeft > 0) video.pollsLeft -= 1;
        return Response.json({ media_id: video.id, media_type: 'video', status });
      },
    }),
    call(world, {
      call: 'pins/create',
      method: 'post',
      path: '/api/v5/pins',
      scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write'],
      answer: async (account, { request }) => createPin(world, account, await bodyOf(request)),
    }),
  ];
}

function register(world: World<State>, { id: account }: Account): Response {
  const id = String(5430 + world.nextNumber());
  const signature = hash(`upload ${id}`);
  world.state.videos[id] = { id, account, signature, file: null, fails: false, pollsLeft: POLLS };
  return Response.json(
    {
      media_id: id,
      media_type: 'video',
      upload_url: `${world.baseUrl}/upload/`,
      upload_parameters: {
        'x-amz-date': '20261001T080000Z',
        'x-amz-signature': signature,
        'x-amz-security-token': 'sandbox',
        'x-amz-algorithm': 'AWS4-HMAC-SHA256',
        key: `uploads/${account}/${id}`,
        policy: 'sandbox',
        'x-amz-credential': 'sandbox',
        'Content-Type': 'multipart/form-data',
      },
    },
    { status: 201 },
  );
}

/** S3's form upload: every field as it was told, the file last, no token; errors are XML. */
async function store(world: World<State>, request: Request): Promise<Response> {
  const form = await request.formData().catch(() => new FormData());
  const fields = [...form];
  const video = world.state.videos[videoIdIn(form)];
  if (request.headers.has('authorization')) return xml(400, 'InvalidArgument', 'Only one auth mechanism');
  if (!video || form.get('x-amz-signature') !== video.signature || !form.has('Content-Type')) {
    return xml(403, 'SignatureDoesNotMatch', 'The request signature does not match.');
  }
  const [name, file] = fields.at(-1) ?? [];
  if (name !== 'file' || typeof file === 'string' || !file) {
    return xml(400, 'InvalidArgument', 'POST requires exactly one file upload per request.');
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = sniff(bytes) ?? file.type;
  video.fails = new TextDecoder().decode(bytes.subarray(0, 4)) === 'fail' || !type.startsWith('video/');
  video.file = { url: world.keepMedia(bytes, type), type, bytes: bytes.length };
  return new Response(null, { status: 204 });
}

function videoIdIn(form: FormData): string {
  const key = form.get('key');
  return typeof key === 'string' ? (key.split('/').at(-1) ?? '') : '';
}

function xml(status: number, code: string, message: string): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return new Response(body, { status, headers: { 'content-type': 'application/xml' } });
}

function statusOf({ file, fails, pollsLeft }: Video): 'registered' | 'processing' | 'succeeded' | 'failed' {
  if (!file) return 'registered';
  if (pollsLeft > 0) return 'processing';
  return fails ? 'failed' : 'succeeded';
}

type Body = { [name: string]: unknown };

async function createPin(world: World<State>, account: Account, body: Body): Promise<Response> {
  const { state } = world;
  for (const [field, most] of Object.entries(MOST)) {
    const value = body[field];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string' || value.length > most) {
      return refusal(400, 1, `Invalid request: '${field}' is longer than ${most} characters.`);
    }
  }
  const link = textIn(body, 'link');
  if (link !== '' && !/^https?:\/\//.test(link)) return refusal(400, 1, "Invalid request: 'link' is no URI.");
  const boardId = textIn(body, 'board_id');
  if (!/^\d+$/.test(boardId)) return refusal(400, 1, "Invalid request: 'board_id' is a required property.");
  const board = state.boards[boardId];
  if (!board) return refusal(404, 40, 'Board not found.');
  if (board.account !== account.id) return refusal(403, 7, 'Not authorized to access board or Pin.');
  const media = await mediaOf(world, account, body['media_source']);
  if (media instanceof Response) return media;

  const id = `8137442264${String(world.nextNumber()).padStart(8, '0')}`;
  const pin: Pin = {
    id,
    account: account.id,
    board: boardId,
    title: textIn(body, 'title'),
    description: textIn(body, 'description'),
    link: link === '' ? null : link,
    at: world.now(),
    media,
  };
  state.pins[id] = pin;
  const { title, description } = pin;
  world.record({
    account: account.id,
    id,
    text: description,
    media,
    details: { title, link: pin.link, board: board.name },
  });
  return Response.json(pinBody(account, pin), { status: 201 });
}

async function mediaOf(
  world: World<State>,
  account: Account,
  given: unknown,
): Promise<LedgerEntry['media'] | Response> {
  const source = (typeof given === 'object' && given !== null ? given : {}) as Body;
  if (source['source_type'] === 'image_url') {
    const picture = await fetchPicture(world, textIn(source, 'url'));
    return picture instanceof Response ? picture : [picture];
  }
  if (source['source_type'] !== 'video_id') {
    return refusal(400, 1, "Invalid request: 'media_source' is not valid under any of the given schemas.");
  }
  const video = world.state.videos[textIn(source, 'media_id')];
  if (!video?.file || video.account !== account.id)
    return refusal(400, 1, 'Invalid request: media_id is unknown.');
  if (statusOf(video) !== 'succeeded') {
    return refusal(400, 1, 'Invalid request: the video is not ready. Please try again later.');
  }
  const cover = textIn(source, 'cover_image_url');
  if (cover === '') return refusal(400, 1, 'Invalid request: a cover image is required for video pins.');
  const picture = await fetchPicture(world, cover);
  return picture instanceof Response ? picture : [video.file, picture];
}

/** Fetches a picture's address at once, as Pinterest does. */
async function fetchPicture(
  world: World<State>,
  url: string,
): Promise<LedgerEntry['media'][number] | Response> {
  const unfetched = refusal(400, 235, 'Sorry, we could not fetch the image from this url.');
  if (!URL.canParse(url)) return refusal(400, 1, "Invalid request: 'url' is no URI.");
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const response = await world.fetch(url);
    if (!response.ok) return unfetched;
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch {
    return unfetched;
  }
  const type = sniff(bytes);
  if (!type?.startsWith('image/'))
    return refusal(400, 1, 'Invalid request: the image format is not supported.');
  if (bytes.length > MOST_PICTURE_BYTES) return refusal(400, 1, 'Invalid request: the image is too large.');
  return { url, type, bytes: bytes.length };
}

// Input and errors

async function bodyOf(request: Request): Promise<Body> {
  try {
    return (await request.json()) as Body;
  } catch {
    return {}; // what is missing is named in the answer
  }
}

function textIn(body: Body, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ code, message }, { status });
}

function error(status: number, retryAfterSeconds: number | undefined): Response {
  if (status === 401) return refusal(401, 2, 'Authentication failed.');
  if (status === 403) return refusal(403, 7, 'Not authorized to access board or Pin.');
  if (status !== 429) return refusal(status, status, 'Something went wrong on our end. Sorry about that.');
  const headers = {
    'x-ratelimit-limit': '100, 100;w=1;name="safety_net"',
    'x-ratelimit-remaining': '0',
    ...(retryAfterSeconds === undefined ? {} : { 'x-ratelimit-reset': String(retryAfterSeconds) }),
  };
  const message = 'This request exceeded a rate limit. Slow down your requests.';
  return Response.json({ code: 8, message }, { status, headers });
}

function digitsOf(text: string, count: number): string {
  const number = BigInt(`0x${hash(text).slice(0, 15)}`) % 10n ** BigInt(count);
  return number.toString().padStart(count, '0');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
