/**
 * A simulated TikTok: Login Kit, direct posts of videos and photos, their status, the list of public posts.
 *
 * Every answer says `error.code: "ok"` or what is wrong. The status of a post is asked for twice before it is complete,
 * and a public post tells its id only with the look after that. Bytes of videos up to 8 MB are kept to be shown, larger
 * ones counted. The creator has stitches switched off. An account whose name begins with `private` may not post publicly;
 * a video whose bytes begin with `fail:<reason>` fails with that reason. Not simulated: drafts, limits of posts by day
 * (ask for a 403 or a 429), the audit of apps, verified domains.
 */
import { createHash } from 'node:crypto';
import { sniff } from '../../src/media/sniff.ts';
import type { Exchange, LedgerEntry, Route, SimulatedNetwork, World } from '../simulator.ts';
import { authorizePage, redeem, type Grants } from '../shared/grants.ts';

const APP = { clientId: 'sandbox-tiktok', clientSecret: 'sandbox-secret-of-tiktok' };
const SCOPES = [
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.list',
  'video.publish',
  'video.upload',
];
const CODE_LIFE_MS = 10 * 60_000;
const ACCESS_LIFE_S = 86_400;
const REFRESH_LIFE_S = 31_536_000;
const ADDRESS_LIFE_MS = 3_600_000;
const MAX_CAPTION = 2200;
const MAX_TITLE = 90;
const MAX_DESCRIPTION = 4000;
const MAX_PHOTOS = 35;
const MAX_PHOTO_BYTES = 20_000_000;
const MAX_KEPT_BYTES = 8_000_000;
const MB = 1_000_000;
/** How often a post is still worked on when it is asked for. */
const POLLS = 2;

interface State {
  /** By open_id. */
  accounts: { [id: string]: Account };
  grants: Grants;
  access: { [token: string]: Token };
  refresh: { [token: string]: Token };
  /** By publish_id, oldest first. */
  posts: { [id: string]: Post };
}
interface Account {
  id: string;
  username: string;
  name: string;
}
interface Token {
  account: string;
  scopes: string[];
  madeAt: number;
}
interface Post {
  id: string;
  account: string;
  kind: 'video' | 'photo';
  title: string;
  description: string;
  privacy: string;
  madeAt: number;
  upload: Upload | null;
  pollsLeft: number;
  failure: string | null;
  /** When it went live, and its id; null before. */
  live: { postId: string; at: number; looks: number } | null;
}
interface Upload {
  id: string;
  token: string;
  size: number;
  chunkSize: number;
  received: number;
  type: string;
  head: string;
  /** What came so far, base64; null for files that are not kept. */
  kept: string | null;
}

export const tiktok: SimulatedNetwork<State> = {
  platform: 'tiktok',
  initial: () => ({ accounts: {}, grants: {}, access: {}, refresh: {}, posts: {} }),
  endpoints: (baseUrl) => ({ www: `${baseUrl}/www`, api: `${baseUrl}/api`, upload: `${baseUrl}/upload` }),
  app: APP,
  connect(world, name) {
    const { id, username } = accountFor(world, name);
    const { access_token: accessToken, refresh_token: refreshToken } = newTokens(world, id, SCOPES);
    return {
      remoteId: id,
      username,
      displayName: name,
      url: `https://www.tiktok.com/@${username}`,
      endpoints: tiktok.endpoints!(world.baseUrl),
      credentials: { accessToken, refreshToken, clientId: APP.clientId },
      limits: {},
    };
  },
  routes: (world) => [...signInRoutes(world), ...readRoutes(world), ...publishRoutes(world)],
  error,
  expiredToken: () => invalidToken(),
};

function accountFor(world: World<State>, name: string): Account {
  const id = `-000${hash(`open ${name}`).slice(0, 32)}`;
  const username = name.toLowerCase().replaceAll(/[^a-z0-9._]+/g, '_');
  return (world.state.accounts[id] ??= { id, username, name });
}

// Sign-in

function signInRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'authorize',
      method: 'get',
      path: '/www/v2/auth/authorize/',
      account: () => null,
      answer: ({ url }) => {
        // the usual names, for the page
        const asked = new URL(url);
        asked.searchParams.set('client_id', url.searchParams.get('client_key') ?? '');
        return authorizePage(world, asked, {
          network: 'TikTok',
          app: APP,
          scopes: SCOPES,
          refuse: (message) => oauthRefusal('invalid_request', message, 400),
          denied: { error_description: 'User denied access' },
        });
      },
    },
    {
      call: 'oauth/token',
      method: 'post',
      path: '/api/v2/oauth/token/',
      account: async ({ request }) => {
        const form = new URLSearchParams(await request.clone().text());
        return world.state.refresh[form.get('refresh_token') ?? '']?.account ?? null;
      },
      answer: ({ request }) => exchangeToken(world, request),
    },
    {
      call: 'oauth/revoke',
      method: 'post',
      path: '/api/v2/oauth/revoke/',
      account: () => null,
      answer: async ({ request }) => {
        const form = new URLSearchParams(await request.text());
        if (form.get('client_key') !== APP.clientId || form.get('client_secret') !== APP.clientSecret) {
          return oauthRefusal('invalid_client', 'Client key or secret is incorrect.', 401);
        }
        const { access, refresh } = world.state;
        const owner = access[form.get('token') ?? '']?.account;
        for (const tokens of [access, refresh]) {
          for (const [token, { account }] of Object.entries(tokens))
            if (account === owner) delete tokens[token];
        }
        return Response.json({});
      },
    },
  ];
}

async function exchangeToken(world: World<State>, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const field = (name: string) => form.get(name) ?? '';
  if (field('client_key') !== APP.clientId || field('client_secret') !== APP.clientSecret) {
    return oauthRefusal('invalid_client', 'Client key or secret is incorrect.', 401);
  }
  if (field('grant_type') === 'refresh_token') {
    const token = field('refresh_token');
    const known = world.state.refresh[token];
    if (!known || world.now() - known.madeAt >= REFRESH_LIFE_S * 1000) {
      return oauthRefusal('invalid_grant', 'Refresh token is invalid or expired.');
    }
    delete world.state.refresh[token];
    return Response.json(newTokens(world, known.account, known.scopes));
  }
  if (field('grant_type') !== 'authorization_code') {
    return oauthRefusal('unsupported_grant_type', 'The grant type is not supported.');
  }
  const asked = { code: field('code'), redirectUri: field('redirect_uri'), verifier: null };
  const grant = redeem(world, asked, CODE_LIFE_MS);
  if (typeof grant === 'string') {
    return oauthRefusal('invalid_grant', 'Authorization code is expired.');
  }
  return Response.json(newTokens(world, accountFor(world, grant.login).id, grant.scopes));
}

/** Flat, and with status 200 where it is about a code or a token. */
function oauthRefusal(error: string, description: string, status = 200): Response {
  return Response.json({ error, error_description: description, log_id: '202605' }, { status });
}

function newTokens(world: World<State>, account: string, scopes: string[]) {
  const number = world.nextNumber();
  const access = `act.${hash(`access ${account} ${number}`)}`;
  const refresh = `rft.${hash(`refresh ${account} ${number}`)}`;
  const kept = { account, scopes, madeAt: world.now() };
  world.state.access[access] = kept;
  world.state.refresh[refresh] = kept;
  return {
    open_id: account,
    scope: scopes.join(','),
    access_token: access,
    expires_in: ACCESS_LIFE_S,
    refresh_token: refresh,
    refresh_expires_in: REFRESH_LIFE_S,
    token_type: 'Bearer',
  };
}

function tokenOf(request: Request): string {
  return /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}

/** A call with a token that lives and has the scope. */
function call(
  world: World<State>,
  route: Pick<Route, 'call' | 'method' | 'path'> & {
    scope: string;
    answer: (account: Account, exchange: Exchange, scopes: string[]) => Response | Promise<Response>;
  },
): Route {
  const { scope, answer, ...rest } = route;
  return {
    ...rest,
    account: ({ request }) => world.state.access[tokenOf(request)]?.account ?? null,
    answer: (exchange) => {
      const token = world.state.access[tokenOf(exchange.request)];
      const account = token && world.state.accounts[token.account];
      if (!token || !account || world.now() - token.madeAt >= ACCESS_LIFE_S * 1000) return invalidToken();
      return token.scopes.includes(scope) ? answer(account, exchange, token.scopes) : missingScope();
    },
  };
}

// Reading

/** Which fields of a user need another scope than the basic one. */
const FIELD_SCOPES: { [field: string]: string } = {
  username: 'user.info.profile',
  is_verified: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
};

function readRoutes(world: World<State>): Route[] {
  const publicPosts = (account: Account) =>
    Object.values(world.state.posts).filter(
      (post) => post.account === account.id && post.live && post.privacy === 'PUBLIC_TO_EVERYONE',
    );
  return [
    call(world, {
      call: 'user/info',
      method: 'get',
      path: '/api/v2/user/info/',
      scope: 'user.info.basic',
      answer: (account, { url }, scopes) => {
        const fields = (url.searchParams.get('fields') ?? '').split(',').filter(Boolean);
        const all: { [field: string]: unknown } = {
          open_id: account.id,
          union_id: account.id.toUpperCase(),
          avatar_url: 'https://p16.tiktokcdn.com/a.jpeg',
          display_name: account.name,
          username: account.username,
          is_verified: false,
          follower_count: 10,
          following_count: 2,
          likes_count: 33,
          video_count: publicPosts(account).length,
        };
        if (fields.length === 0 || fields.some((field) => !(field in all))) {
          return refusal(400, 'invalid_params', 'Fields is required');
        }
        if (fields.some((field) => !scopes.includes(FIELD_SCOPES[field] ?? 'user.info.basic'))) {
          return missingScope();
        }
        return ok({ user: Object.fromEntries(fields.map((field) => [field, all[field]])) });
      },
    }),
    call(world, {
      call: 'video/list',
      method: 'post',
      path: '/api/v2/video/list/',
      scope: 'video.list',
      answer: async (account, { request }) => {
        const body = await bodyOf(request);
        const most = Number(body['max_count'] ?? 10);
        if (!Number.isInteger(most) || most < 1 || most > 20) {
          return refusal(400, 'invalid_params', 'max_count must be 1 to 20');
        }
        const before = typeof body['cursor'] === 'number' ? body['cursor'] : Number.POSITIVE_INFINITY;
        const newestFirst = publicPosts(account)
          .toReversed()
          .filter(({ live }) => (live?.at ?? 0) < before);
        const page = newestFirst.slice(0, most);
        return ok({
          videos: page.map((post) => ({
            id: post.live?.postId,
            title: post.title,
            video_description: post.kind === 'photo' ? post.description : post.title,
            create_time: Math.floor((post.live?.at ?? 0) / 1000),
            share_url: `https://www.tiktok.com/@${account.username}/video/${post.live?.postId}?utm_campaign=x`,
          })),
          cursor: page.at(-1)?.live?.at ?? 0,
          has_more: newestFirst.length > most,
        });
      },
    }),
  ];
}

// Publishing

function publishRoutes(world: World<State>): Route[] {
  const own = (account: Account, id: unknown) => {
    const post = typeof id === 'string' ? world.state.posts[id] : undefined;
    return post?.account === account.id ? post : null;
  };
  const uploadOf = ({ url }: Exchange) =>
    Object.values(world.state.posts).find(({ upload }) => upload?.id === url.searchParams.get('upload_id'));
  return [
    call(world, {
      call: 'creator_info/query',
      method: 'post',
      path: '/api/v2/post/publish/creator_info/query/',
      scope: 'video.publish',
      answer: (account) =>
        ok({
          creator_avatar_url: 'https://p16.tiktokcdn.com/a.webp',
          creator_username: account.username,
          creator_nickname: account.name,
          privacy_level_options: levelsOf(account),
          comment_disabled: false,
          duet_disabled: false,
          stitch_disabled: true,
          max_video_post_duration_sec: 600,
        }),
    }),
    call(world, {
      call: 'video/init',
      method: 'post',
      path: '/api/v2/post/publish/video/init/',
      scope: 'video.publish',
      answer: async (account, { request }) => initVideo(world, account, await bodyOf(request)),
    }),
    call(world, {
      call: 'content/init',
      method: 'post',
      path: '/api/v2/post/publish/content/init/',
      scope: 'video.publish',
      answer: async (account, { request }) => initPhotos(world, account, await bodyOf(request)),
    }),
    {
      call: 'upload',
      method: 'put',
      path: '/upload/video/',
      account: (exchange) => uploadOf(exchange)?.account ?? null,
      answer: (exchange) => {
        const post = uploadOf(exchange);
        if (!post?.upload) return new Response(null, { status: 404 });
        const isValid = exchange.url.searchParams.get('upload_token') === post.upload.token;
        if (!isValid || world.now() - post.madeAt >= ADDRESS_LIFE_MS)
          return new Response(null, { status: 403 });
        return take(world, post, post.upload, exchange.request);
      },
    },
    call(world, {
      call: 'status/fetch',
      method: 'post',
      path: '/api/v2/post/publish/status/fetch/',
      scope: 'video.publish',
      answer: async (account, { request }) => {
        const post = own(account, (await bodyOf(request))['publish_id']);
        return post ? statusOf(post) : refusal(400, 'invalid_publish_id', 'The publish_id does not exist.');
      },
    }),
  ];
}

function levelsOf({ username }: Account): string[] {
  const first = username.startsWith('private') ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE';
  return [first, 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
}

type Body = { [name: string]: unknown };

/** What both kinds of posts must say; null where it is said. */
function infoFault(account: Account, info: Body, kind: Post['kind']): Response | null {
  const level = info['privacy_level'];
  if (typeof level !== 'string') return refusal(400, 'invalid_params', 'privacy_level is required');
  if (!levelsOf(account).includes(level)) {
    return refusal(
      403,
      'privacy_level_option_mismatch',
      'The privacy_level is not one of those in privacy_level_options.',
    );
  }
  if (kind === 'video' && info['disable_stitch'] !== true) {
    return refusal(400, 'invalid_params', 'stitch is disabled by the creator');
  }
  const title = textIn(info, 'title');
  const most = kind === 'video' ? MAX_CAPTION : MAX_TITLE;
  if (title.length > most) return refusal(400, 'invalid_params', `title is longer than ${most}`);
  if (textIn(info, 'description').length > MAX_DESCRIPTION) {
    return refusal(400, 'invalid_params', `description is longer than ${MAX_DESCRIPTION}`);
  }
  return null;
}

function initVideo(world: World<State>, account: Account, body: Body): Response {
  const info = objectIn(body, 'post_info');
  const source = objectIn(body, 'source_info');
  const fault = infoFault(account, info, 'video');
  if (fault) return fault;
  if (source['source'] !== 'FILE_UPLOAD') {
    return refusal(403, 'url_ownership_unverified', 'Please review our URL ownership verification rules.');
  }
  const [size, chunkSize, count] = ['video_size', 'chunk_size', 'total_chunk_count'].map((name) =>
    Number(source[name] ?? Number.NaN),
  ) as [number, number, number];
  const isOne = chunkSize === size && size <= 64 * MB;
  const isChunked = chunkSize >= 5 * MB && chunkSize <= 64 * MB && size - chunkSize * (count - 1) <= 128 * MB;
  if (!(size > 0) || count !== Math.floor(size / chunkSize) || count > 1000 || !(isOne || isChunked)) {
    return refusal(400, 'invalid_params', 'The total chunk count is invalid');
  }
  const number = world.nextNumber();
  const upload: Upload = {
    id: String(67_890 + number),
    token: hash(`upload ${number}`).slice(0, 32),
    size,
    chunkSize,
    received: 0,
    type: '',
    head: '',
    kept: size <= MAX_KEPT_BYTES ? '' : null,
  };
  const post = newPost(world, { account: account.id, kind: 'video', number, info, upload });
  const url = `${world.baseUrl}/upload/video/?upload_id=${upload.id}&upload_token=${upload.token}`;
  return ok({ publish_id: post.id, upload_url: url });
}

function newPost(
  world: World<State>,
  made: { account: string; kind: Post['kind']; number: number; info: Body; upload: Upload | null },
): Post {
  const { account, kind, number, info, upload } = made;
  const start = kind === 'video' ? 'v_pub_file~v2.' : 'p_pub_url~v2.';
  const id = `${start}7${String(number).padStart(18, '0')}`;
  const post: Post = {
    id,
    account,
    kind,
    title: textIn(info, 'title'),
    description: textIn(info, 'description'),
    privacy: textIn(info, 'privacy_level'),
    madeAt: world.now(),
    upload,
    pollsLeft: POLLS,
    failure: null,
    live: null,
  };
  world.state.posts[id] = post;
  return post;
}

async function initPhotos(world: World<State>, account: Account, body: Body): Promise<Response> {
  const info = objectIn(body, 'post_info');
  const source = objectIn(body, 'source_info');
  if (body['media_type'] !== 'PHOTO' || body['post_mode'] !== 'DIRECT_POST') {
    return refusal(400, 'invalid_params', 'media_type or post_mode is invalid');
  }
  const fault = infoFault(account, info, 'photo');
  if (fault) return fault;
  const urls = source['photo_images'];
  if (source['source'] !== 'PULL_FROM_URL' || !Array.isArray(urls) || urls.length < 1) {
    return refusal(400, 'invalid_params', 'photo_images is required');
  }
  if (urls.length > MAX_PHOTOS)
    return refusal(400, 'invalid_params', `photo_images has more than ${MAX_PHOTOS}`);
  const number = world.nextNumber();
  const post = newPost(world, { account: account.id, kind: 'photo', number, info, upload: null });
  const media: LedgerEntry['media'] = [];
  for (const url of urls as string[]) {
    const photo = await pull(world, url);
    if (typeof photo === 'string') post.failure ??= photo;
    else media.push(photo);
  }
  if (post.failure === null) goLive(world, post, media);
  return ok({ publish_id: post.id });
}

/** Fetches a photo as TikTok does. @returns why it cannot be used, where it cannot */
async function pull(world: World<State>, url: string): Promise<LedgerEntry['media'][number] | string> {
  if (!URL.canParse(url)) return 'photo_pull_failed';
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const response = await world.fetch(url, { redirect: 'manual' });
    if (response.status !== 200) return 'photo_pull_failed';
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch {
    return 'photo_pull_failed';
  }
  const type = sniff(bytes);
  if (type !== 'image/jpeg' && type !== 'image/webp') return 'file_format_check_failed';
  return bytes.length > MAX_PHOTO_BYTES ? 'picture_size_check_failed' : { url, type, bytes: bytes.length };
}

/** One chunk, in its turn. 416 tells what is there. */
async function take(world: World<State>, post: Post, upload: Upload, request: Request): Promise<Response> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (request.headers.has('authorization')) return new Response(null, { status: 400 });
  const stored = `bytes 0-${upload.received - 1}/${upload.size}`;
  const said = upload.received === 0 ? `bytes */${upload.size}` : stored;
  const [, first, last, total] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers.get('content-range') ?? '') ?? [];
  const from = Number(first);
  const to = Number(last) + 1;
  if (Number(total) !== upload.size || to - from !== bytes.length) return new Response(null, { status: 400 });
  if (from !== upload.received || to > upload.size) {
    return new Response(null, { status: 416, headers: { 'content-range': said } });
  }
  const isLast = upload.size - from < 2 * upload.chunkSize;
  if (to - from !== (isLast ? upload.size - from : upload.chunkSize))
    return new Response(null, { status: 400 });
  upload.type = request.headers.get('content-type') ?? '';
  if (from === 0) upload.head = new TextDecoder('latin1').decode(bytes.subarray(0, 64));
  if (upload.kept !== null) {
    upload.kept = Buffer.concat([Buffer.from(upload.kept, 'base64'), bytes]).toString('base64');
  }
  upload.received = to;
  if (to < upload.size) {
    return new Response(null, {
      status: 206,
      headers: { 'content-range': `bytes 0-${to - 1}/${upload.size}` },
    });
  }
  received(world, post, upload);
  return new Response(null, { status: 201 });
}

function received(world: World<State>, post: Post, upload: Upload): void {
  const usable = ['video/mp4', 'video/quicktime', 'video/webm'].includes(upload.type);
  post.failure = /^fail:(\w+)/.exec(upload.head)?.[1] ?? (usable ? null : 'file_format_check_failed');
  const kept = upload.kept === null ? null : Uint8Array.from(Buffer.from(upload.kept, 'base64'));
  upload.kept = null;
  if (post.failure !== null) return;
  const url = kept === null ? null : world.keepMedia(kept, upload.type);
  goLive(world, post, [{ url, type: upload.type, bytes: upload.size }]);
}

/** Nothing can keep it back now, though its status says so only after some looks. */
function goLive(world: World<State>, post: Post, media: LedgerEntry['media']): void {
  const postId = `73123456789${String(world.nextNumber()).padStart(8, '0')}`;
  post.live = { postId, at: world.now(), looks: 0 };
  const { account, kind, title, description, privacy } = post;
  world.record({
    account,
    // the only id that is ever told of posts that are not public
    id: privacy === 'PUBLIC_TO_EVERYONE' ? postId : post.id,
    text: kind === 'video' ? title : description,
    media,
    details: { privacy, ...(kind === 'photo' ? { title } : {}) },
  });
}

function statusOf(post: Post): Response {
  const { upload } = post;
  const bytes = upload ? { uploaded_bytes: upload.received } : {};
  const isWhole = !upload || upload.received === upload.size;
  if (!isWhole) return ok({ status: 'PROCESSING_UPLOAD', ...bytes });
  if (post.pollsLeft > 0) {
    post.pollsLeft -= 1;
    return ok({ status: upload ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD', ...bytes });
  }
  if (!post.live) return ok({ status: 'FAILED', fail_reason: post.failure ?? 'internal', ...bytes });
  const isTold = post.privacy === 'PUBLIC_TO_EVERYONE' && post.live.looks > 0;
  post.live.looks += 1;
  const data = JSON.stringify({ status: 'PUBLISH_COMPLETE', ...bytes });
  // numbers of 64 bits, which JSON.stringify cannot write
  const ids = `"publicaly_available_post_id":[${isTold ? post.live.postId : ''}]`;
  return new Response(`{"data":{${ids},${data.slice(1)},"error":${JSON.stringify(OK)}}`, {
    headers: { 'content-type': 'application/json' },
  });
}

// Input and errors

const OK = { code: 'ok', message: '', log_id: '20260504100000' };

function ok(data: object): Response {
  return Response.json({ data, error: OK });
}

async function bodyOf(request: Request): Promise<Body> {
  try {
    return (await request.json()) as Body;
  } catch {
    return {}; // what is missing is named in the answer
  }
}

function objectIn(body: Body, name: string): Body {
  const value = body[name];
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}

function textIn(body: Body, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ data: {}, error: { code, message, log_id: OK.log_id } }, { status });
}

function invalidToken(): Response {
  const message =
    'The access token is invalid or not found in the request. For more information, visit the documentation.';
  return refusal(401, 'access_token_invalid', message);
}

function missingScope(): Response {
  return refusal(
    401,
    'scope_not_authorized',
    'The user did not authorize the scope required for this request.',
  );
}

function error(status: number, retryAfterSeconds: number | undefined): Response {
  const response = errorBody(status);
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}

function errorBody(status: number): Response {
  if (status === 401) return invalidToken();
  if (status === 403) {
    return refusal(403, 'spam_risk_too_many_posts', 'The daily post cap from the API is reached.');
  }
  if (status === 429) {
    return refusal(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.');
  }
  if (status >= 500)
    return refusal(status, 'internal_error', 'Something went wrong. Please try again later.');
  return refusal(status, 'invalid_params', 'The request is invalid.');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
