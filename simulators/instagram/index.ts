/**
 * A simulated Instagram, as apps see it that sign people in with Instagram itself: containers, publishing, own media.
 *
 * Where practice is not known, the harsher answer is given: a container that was published is unknown to a second
 * `media_publish`, which makes no second post. Versions are served as the real hosts do it: any that ever was, with the
 * one that served it in a header. Not simulated: stories, comments, insights, the budget of calls (ask for a 429).
 *
 * Media whose bytes begin with `fail:<subcode>` spoil their container with that subcode once it was polled enough. A
 * status of 403 asked for as a fault is the verdict "held to be spam" (4/2207051), which in practice was seen after the
 * post went live.
 */
import { createHash } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import { pixelsOf } from '../../src/media/pixels.ts';
import { sniff } from '../../src/media/sniff.ts';
import { askForConsent, backTo } from '../consent.ts';
import type { Exchange, Route, SimulatedNetwork, World } from '../simulator.ts';

const NEWEST_VERSION = 26;
const OLDEST_VERSION = 21;
const HOUR = 3_600_000;
const TOKEN_LIFE_SECONDS = 60 * 24 * 3600;
const TOKEN_MIN_AGE_MS = 24 * HOUR;
const CONTAINER_LIFE_MS = 24 * HOUR;
const POSTS_PER_DAY = 100;
const MAX_CAPTION_CHARS = 2200;
const MAX_HASHTAGS = 30;
const MAX_MENTIONS = 20;
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const MAX_VIDEO_BYTES = 300_000_000;
/** 4:5 to 1.91:1, with a hair for rounding to whole pixels. */
const RATIO = { least: 0.8 - 0.005, most: 1.91 + 0.005 };
/** How often a container is still IN_PROGRESS when it is asked for. */
const POLLS = { image: 1, video: 3, carousel: 1 };

/** An hour to exchange a code, and an hour for what it brings to become a token of 60 days. */
const CODE_LIFE_MS = HOUR;
const APP = { clientId: 'sandbox-instagram', clientSecret: 'sandbox-secret-of-instagram' };
const SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
];

interface State {
  /** Single use. */
  codes: { [code: string]: { account: string; redirectUri: string; scopes: string[]; madeAt: number } };
  shortLived: { [token: string]: { account: string; madeAt: number } };
  /** By the professional account's id (17841…). */
  accounts: { [id: string]: Account };
  tokens: { [token: string]: { account: string; madeAt: number } };
  containers: { [id: string]: Container };
  /** By media id, oldest first. */
  media: { [id: string]: Media };
}

interface Account {
  id: string;
  username: string;
  name: string;
  token: string;
}

interface Container {
  id: string;
  account: string;
  kind: keyof typeof POLLS;
  isCarouselItem: boolean;
  caption: string;
  files: { url: string; type: string; bytes: number }[];
  children: string[];
  madeAt: number;
  pollsLeft: number;
  /** Subcode of what will have spoilt it when it is done. */
  failure: string | null;
  mediaId: string | null;
}

interface Media {
  id: string;
  account: string;
  caption: string;
  kind: keyof typeof POLLS;
  at: number;
  number: number;
}

export const instagram: SimulatedNetwork<State> = {
  platform: 'instagram',
  initial: () => ({ codes: {}, shortLived: {}, accounts: {}, tokens: {}, containers: {}, media: {} }),
  endpoints: (baseUrl) => ({ graph: baseUrl, login: baseUrl, api: baseUrl }),
  app: APP,
  connect(world, name) {
    const account = accountFor(world, name);
    return {
      remoteId: account.id,
      username: account.username,
      displayName: account.name,
      url: `https://www.instagram.com/${account.username}/`,
      endpoints: { graph: world.baseUrl },
      credentials: { accessToken: account.token },
      limits: {},
    };
  },
  routes: (world) => [
    ...signInRoutes(world),
    ...tokenRoutes(world),
    ...publishRoutes(world),
    ...readRoutes(world),
  ],
  error,
  expiredToken: () =>
    refusal(401, { code: 190, subcode: 463 }, 'Error validating access token: Session has expired.'),
};

function accountFor(world: World<State>, name: string): Account {
  const digits = BigInt(`0x${hash(name).slice(0, 12)}`) % 1_000_000_000n;
  const id = `17841400${digits.toString().padStart(9, '0')}`;
  const username = name.toLowerCase().replaceAll(/[^a-z0-9._]+/g, '_');
  const known = world.state.accounts[id];
  if (known && isAlive(world, known.token)) return known;
  const account: Account = { id, username, name, token: newToken(world, id) };
  world.state.accounts[id] = account;
  return account;
}

// Signing in

function signInRoutes(world: World<State>): Route[] {
  const noAccount = () => null;
  return [
    {
      call: 'oauth/authorize',
      method: 'get',
      path: '/oauth/authorize',
      account: noAccount,
      answer: ({ url }) => authorizePage(world, url),
    },
    {
      call: 'oauth/access_token',
      method: 'post',
      path: '/oauth/access_token',
      account: noAccount,
      answer: async (exchange) => exchangeCode(world, await inputOf(exchange)),
    },
    {
      call: 'access_token',
      method: 'get',
      path: '/access_token',
      account: ({ url }) =>
        world.state.shortLived[url.searchParams.get('access_token') ?? '']?.account ?? null,
      answer: ({ url }) => exchangeToken(world, url.searchParams),
    },
  ];
}

function authorizePage(world: World<State>, url: URL): Response {
  const query = url.searchParams;
  const redirectUri = query.get('redirect_uri') ?? '';
  const scopes = (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean);
  const state = query.get('state');
  if (query.get('client_id') !== APP.clientId) return signInError('Invalid platform app');
  if (!URL.canParse(redirectUri)) return signInError('Invalid redirect_uri');
  if (query.get('response_type') !== 'code') return signInError('Invalid response_type');
  if (scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope))) {
    return signInError('Invalid scope');
  }
  const consent = askForConsent(url, { network: 'Instagram', app: 'Troupe', scopes });
  if (consent.kind === 'page') return consent.response;
  if (consent.kind === 'denied') {
    return backTo(redirectUri, {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request.',
      state,
    });
  }
  const account = accountFor(world, consent.login);
  const code = `AQ${hash(`code ${world.nextNumber()}`)}`;
  world.state.codes[code] = { account: account.id, redirectUri, scopes, madeAt: world.now() };
  const back = backTo(redirectUri, { code, state });
  back.headers.set('location', `${back.headers.get('location')}#_`); // as the network really does
  return back;
}

function exchangeCode(world: World<State>, input: Input): Response {
  if (textOf(input, 'client_id') !== APP.clientId) return signInError('Invalid platform app');
  if (textOf(input, 'client_secret') !== APP.clientSecret)
    return signInError('Error validating client secret.');
  if (textOf(input, 'grant_type') !== 'authorization_code') return signInError('Invalid grant_type');
  const code = textOf(input, 'code');
  const grant = world.state.codes[code];
  delete world.state.codes[code];
  if (!grant || world.now() - grant.madeAt > CODE_LIFE_MS) {
    return signInError('Invalid authorization code');
  }
  if (grant.redirectUri !== textOf(input, 'redirect_uri')) {
    return signInError(
      'Error validating verification code. Please make sure your redirect_uri is identical.',
    );
  }
  const token = `IGAAshort${hash(`short ${world.nextNumber()}`)}`;
  world.state.shortLived[token] = { account: grant.account, madeAt: world.now() };
  return Response.json({
    access_token: token,
    user_id: `260${grant.account.slice(3)}`, // scoped to the app
    permissions: grant.scopes,
  });
}

function exchangeToken(world: World<State>, query: URLSearchParams): Response {
  if (query.get('grant_type') !== 'ig_exchange_token')
    return refusal(400, { code: 100 }, 'Unsupported grant_type');
  if (query.get('client_secret') !== APP.clientSecret) {
    return refusal(400, { code: 1 }, 'Error validating client secret.');
  }
  const grant = world.state.shortLived[query.get('access_token') ?? ''];
  if (!grant || world.now() - grant.madeAt > HOUR) {
    return refusal(400, { code: 190, subcode: 463 }, 'Session key invalid or expired.');
  }
  const account = world.state.accounts[grant.account];
  if (!account) return missing(grant.account);
  account.token = newToken(world, account.id);
  return Response.json({
    access_token: account.token,
    token_type: 'bearer',
    expires_in: TOKEN_LIFE_SECONDS,
  });
}

/** The sign-in answers in a form of its own, older than the Graph API's. */
function signInError(message: string): Response {
  return Response.json({ error_type: 'OAuthException', code: 400, error_message: message }, { status: 400 });
}

// Tokens

function tokenRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'refresh_access_token',
      method: 'get',
      path: '/refresh_access_token',
      account: (exchange) => callerOf(world, exchange),
      answer(exchange) {
        const account = authorize(world, exchange);
        if (account instanceof Response) return account;
        const { searchParams } = exchange.url;
        if (searchParams.get('grant_type') !== 'ig_refresh_token') {
          return refusal(400, { code: 100 }, 'Unsupported grant_type');
        }
        const madeAt = world.state.tokens[tokenOf(exchange) ?? '']?.madeAt ?? 0;
        if (world.now() - madeAt < TOKEN_MIN_AGE_MS) {
          // The real code for this is not known.
          return refusal(
            400,
            { code: 100 },
            'The access token must be at least 24 hours old to be refreshed',
          );
        }
        account.token = newToken(world, account.id);
        return Response.json({
          access_token: account.token,
          token_type: 'bearer',
          expires_in: TOKEN_LIFE_SECONDS,
        });
      },
    },
    {
      call: 'me',
      method: 'get',
      path: '/:version/me',
      account: (exchange) => callerOf(world, exchange),
      answer: (exchange) =>
        called(world, exchange, ({ id, username, name }) =>
          pick(exchange, 'User', {
            id: `289${id.slice(3)}`, // scoped to the app: not the account's id
            user_id: id,
            username,
            name,
            account_type: 'BUSINESS',
            profile_picture_url: null,
            followers_count: 812,
            media_count: Object.values(world.state.media).filter(({ account }) => account === id).length,
          }),
        ),
    },
  ];
}

function newToken(world: World<State>, account: string): string {
  const token = `IGAA${hash(`${account} ${world.nextNumber()}`)}`;
  world.state.tokens[token] = { account, madeAt: world.now() };
  return token;
}

function isAlive(world: World<State>, token: string): boolean {
  const known = world.state.tokens[token];
  return known !== undefined && world.now() - known.madeAt < TOKEN_LIFE_SECONDS * 1000;
}

/** From the header, or the query, as both are taken. */
function tokenOf({ request, url }: Exchange): string | null {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  return bearer ?? url.searchParams.get('access_token');
}

function callerOf(world: World<State>, exchange: Exchange): string | null {
  return world.state.tokens[tokenOf(exchange) ?? '']?.account ?? null;
}

function authorize(world: World<State>, exchange: Exchange): Account | Response {
  const token = tokenOf(exchange);
  if (token === null) {
    return refusal(400, { code: 2500 }, 'An active access token must be used to query information.');
  }
  const account = world.state.accounts[world.state.tokens[token]?.account ?? ''];
  if (!account) return refusal(401, { code: 190, subcode: 467 }, 'Invalid OAuth access token.');
  if (isAlive(world, token)) return account;
  return refusal(401, { code: 190, subcode: 463 }, 'Error validating access token: Session has expired.');
}

/** What every versioned call has in common: the version, the token, the account in the path. */
async function called(
  world: World<State>,
  exchange: Exchange,
  answer: (account: Account) => Response | Promise<Response>,
): Promise<Response> {
  const version = Number(/^v(\d+)\.0$/.exec(exchange.params['version'] ?? '')?.[1] ?? 0);
  if (version < 1 || version > NEWEST_VERSION) {
    return refusal(400, { code: 2500 }, `Unknown path components: ${exchange.url.pathname}`);
  }
  const account = authorize(world, exchange);
  if (account instanceof Response) return account;
  const of = exchange.params['account'];
  if (of !== undefined && of !== 'me' && of !== account.id) return missing(of);
  const response = await answer(account);
  response.headers.set('facebook-api-version', `v${Math.max(version, OLDEST_VERSION)}.0`);
  return response;
}

// Publishing

function publishRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  return [
    {
      call: 'media',
      method: 'post',
      path: '/:version/:account/media',
      account,
      answer: (exchange) =>
        called(world, exchange, async ({ id }) => {
          const made = await makeContainer(world, id, await inputOf(exchange));
          return made instanceof Response ? made : Response.json({ id: made.id });
        }),
    },
    {
      call: 'container',
      method: 'get',
      path: '/:version/179:rest',
      account,
      answer: (exchange) =>
        called(world, exchange, (account) => {
          const container = world.state.containers[`179${exchange.params['rest']}`];
          if (container?.account !== account.id) return missing(`179${exchange.params['rest']}`);
          return pick(exchange, 'ShadowIGMediaBuilder', { id: container.id, ...poll(world, container) });
        }),
    },
    {
      call: 'media_publish',
      method: 'post',
      path: '/:version/:account/media_publish',
      account,
      answer: (exchange) =>
        called(world, exchange, async ({ id }) =>
          publish(world, id, textOf(await inputOf(exchange), 'creation_id')),
        ),
    },
    {
      call: 'content_publishing_limit',
      method: 'get',
      path: '/:version/:account/content_publishing_limit',
      account,
      answer: (exchange) =>
        called(world, exchange, ({ id }) =>
          Response.json({
            data: [
              {
                quota_usage: postedToday(world, id),
                config: { quota_total: POSTS_PER_DAY, quota_duration: 86_400 },
              },
            ],
          }),
        ),
    },
  ];
}

type Input = { [name: string]: unknown };

async function makeContainer(
  world: World<State>,
  account: string,
  input: Input,
): Promise<Container | Response> {
  const mediaType = textOf(input, 'media_type');
  const caption = textOf(input, 'caption');
  const isCarouselItem = isTrue(input, 'is_carousel_item');
  if (!['', 'IMAGE', 'VIDEO', 'REELS', 'CAROUSEL'].includes(mediaType)) {
    return refusal(400, { code: 100, subcode: 2207023 }, `The media type ${mediaType} is unknown.`);
  }
  if (isCarouselItem && (mediaType === 'REELS' || mediaType === 'CAROUSEL')) {
    return refusal(400, { code: 100 }, `A carousel item cannot be of media_type ${mediaType}.`);
  }
  if (isCarouselItem && caption !== '') {
    return refusal(400, { code: 100 }, 'Param caption is not allowed for carousel items.');
  }
  if (mediaType === 'VIDEO' && !isCarouselItem) {
    return refusal(400, { code: 100, subcode: 2207023 }, 'VIDEO is for carousel items only; use REELS.');
  }
  if (input['upload_type'] !== undefined) {
    return refusal(400, { code: 100 }, 'Param upload_type is not allowed with Instagram Login.');
  }
  const refused = captionFault(caption);
  if (refused) return refused;

  const blank = { account, isCarouselItem, caption, children: [], failure: null };
  if (mediaType === 'CAROUSEL') {
    const children = childrenOf(world, account, input);
    if (children instanceof Response) return children;
    const files = children.flatMap(({ files }) => files);
    const ids = children.map(({ id }) => id);
    return keep(world, { ...blank, kind: 'carousel', files, children: ids });
  }
  const kind = mediaType === 'REELS' || mediaType === 'VIDEO' ? 'video' : 'image';
  const param = `${kind}_url`;
  const url = textOf(input, param);
  if (url === '') return refusal(400, { code: 100 }, `The parameter ${param} is required`);
  const file = await download(world, url, kind, isCarouselItem);
  if (file instanceof Response) return file;
  const { failure, ...kept } = file;
  return keep(world, { ...blank, kind, files: [{ url, ...kept }], failure });
}

function keep(
  world: World<State>,
  made: Omit<Container, 'id' | 'madeAt' | 'pollsLeft' | 'mediaId'>,
): Container {
  const id = `179${idDigits(world.nextNumber())}`;
  const pollsLeft = POLLS[made.kind];
  const container: Container = { ...made, id, madeAt: world.now(), pollsLeft, mediaId: null };
  world.state.containers[id] = container;
  return container;
}

function captionFault(caption: string): Response | null {
  if (Array.from(caption).length > MAX_CAPTION_CHARS) {
    return refusal(400, { code: 36_004, subcode: 2207010 }, 'The caption was too long.', {
      title: 'Caption is too long',
      message: `The submitted image caption was too long. The maximum is ${MAX_CAPTION_CHARS} characters.`,
    });
  }
  const hashtags = caption.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0;
  const mentions = caption.match(/(?<!\w)@\w+/g)?.length ?? 0;
  if (hashtags <= MAX_HASHTAGS && mentions <= MAX_MENTIONS) return null;
  return refusal(400, { code: 100, subcode: 2207040 }, 'Cannot use more than the maximum number of tags.');
}

function childrenOf(world: World<State>, account: string, input: Input): Container[] | Response {
  const given = input['children'];
  const ids = Array.isArray(given) ? given.map(String) : textOf(input, 'children').split(',').filter(Boolean);
  if (ids.length < 2 || ids.length > 10) {
    return refusal(400, { code: 100, subcode: 2207028 }, 'A carousel must have between 2 and 10 items.');
  }
  const children: Container[] = [];
  for (const id of ids) {
    const child = world.state.containers[id];
    if (child?.account !== account || statusOf(world, child) === 'EXPIRED') {
      return refusal(400, { code: 24, subcode: 2207008 }, `The media builder ${id} does not exist.`);
    }
    if (!child.isCarouselItem) {
      return refusal(400, { code: 100 }, `The media ${id} was not made with is_carousel_item.`);
    }
    if (statusOf(world, child) !== 'FINISHED') return notReady();
    children.push(child);
  }
  return children;
}

/** Fetches a media URL as Meta does: no redirect, no login, the type by its header. */
async function download(
  world: World<State>,
  url: string,
  kind: 'image' | 'video',
  isCarouselItem: boolean,
): Promise<{ type: string; bytes: number; failure: string | null } | Response> {
  let response: Response;
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    response = await world.fetch(url, {
      redirect: 'manual',
      headers: { 'user-agent': 'facebookexternalhit/1.1' },
    });
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch {
    return unfetched('The media could not be fetched from this URI.');
  }
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (response.status !== 200) {
    return unfetched(`The media could not be fetched from this URI: it answered ${response.status}.`);
  }
  if (!type.startsWith(`${kind}/`)) return unfetched('Only photo or video can be accepted as media type.');
  const failure = /^fail:(\d+)/.exec(new TextDecoder().decode(bytes.subarray(0, 16)))?.[1] ?? null;
  if (kind === 'video') {
    const usable = ['video/mp4', 'video/quicktime'].includes(type) && bytes.length <= MAX_VIDEO_BYTES;
    return { type, bytes: bytes.length, failure: failure ?? (usable ? null : '2207026') };
  }
  return imageFault(bytes, type, isCarouselItem) ?? { type, bytes: bytes.length, failure };
}

/** JPEG is the one format that is documented; PNG passes in practice, so it does here. */
function imageFault(bytes: Uint8Array, type: string, isCarouselItem: boolean): Response | null {
  if (bytes.length > MAX_IMAGE_BYTES) {
    return refusal(400, { code: 36_000, subcode: 2207004 }, 'The image size is too large.', {
      title: 'Image size too large',
      message: 'The image is too large to download. It should be less than 8 MiB.',
    });
  }
  if (!['image/jpeg', 'image/png'].includes(type)) {
    return refusal(400, { code: 36_001, subcode: 2207005 }, 'The image format is not supported.', {
      title: 'Image format not supported',
      message: `The image format ${type} is not supported. Use JPEG.`,
    });
  }
  const found = sniff(bytes);
  const pixels = found && pixelsOf(bytes, found);
  const ratio = pixels ? pixels.width / pixels.height : 1;
  if (isCarouselItem || (ratio >= RATIO.least && ratio <= RATIO.most)) return null;
  return refusal(400, { code: 36_003, subcode: 2207009 }, 'The aspect ratio is not supported.', {
    title: 'Invalid aspect ratio',
    message: `The submitted image with aspect ratio ${ratio.toFixed(2)}:1 cannot be published. Use 4:5 to 1.91:1.`,
  });
}

type StatusCode = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

function statusOf(world: World<State>, container: Container): StatusCode {
  if (container.mediaId !== null) return 'PUBLISHED';
  if (world.now() - container.madeAt >= CONTAINER_LIFE_MS) return 'EXPIRED';
  if (container.pollsLeft > 0) return 'IN_PROGRESS';
  return container.failure === null ? 'FINISHED' : 'ERROR';
}

const STATUS_TEXT: { [code in StatusCode]: string } = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been published.',
  EXPIRED: 'Expired: Media was not published within 24 hours.',
  ERROR: 'Error: Media upload has failed',
};

function poll(world: World<State>, container: Container): { status_code: StatusCode; status: string } {
  const code = statusOf(world, container);
  if (code === 'IN_PROGRESS') container.pollsLeft -= 1;
  const failed = code === 'ERROR' ? ` with error code ${container.failure}` : '';
  return { status_code: code, status: `${STATUS_TEXT[code]}${failed}` };
}

function publish(world: World<State>, account: string, containerId: string): Response {
  const container = world.state.containers[containerId];
  if (container?.account !== account) return unknownContainer();
  if (container.isCarouselItem) {
    return refusal(400, { code: 100 }, 'A carousel item cannot be published by itself.');
  }
  const status = statusOf(world, container);
  if (status === 'IN_PROGRESS') return notReady();
  if (status !== 'FINISHED') return unknownContainer();
  if (postedToday(world, account) >= POSTS_PER_DAY) {
    return refusal(400, { code: 9, subcode: 2207042 }, 'The maximum number of posts has been reached.', {
      title: 'Limit reached',
      message:
        'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
    });
  }
  const number = world.nextNumber();
  const { caption, kind, files } = container;
  const media: Media = { id: `180${idDigits(number)}`, account, caption, kind, at: world.now(), number };
  world.state.media[media.id] = media;
  container.mediaId = media.id;
  world.record({
    account,
    id: media.id,
    text: caption,
    media: files,
    details: { ...typesOf(media), permalink: permalinkOf(media), container: containerId },
  });
  return Response.json({ id: media.id });
}

function postedToday(world: World<State>, account: string): number {
  const since = world.now() - 24 * HOUR;
  return Object.values(world.state.media).filter((media) => media.account === account && media.at > since)
    .length;
}

// Reading

function readRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  return [
    {
      call: 'own_media',
      method: 'get',
      path: '/:version/:account/media',
      account,
      answer: (exchange) => called(world, exchange, ({ id }) => listMedia(world, id, exchange)),
    },
    {
      call: 'media_node',
      method: 'get',
      path: '/:version/:id',
      account,
      answer: (exchange) =>
        called(world, exchange, (account) => {
          const id = exchange.params['id'] ?? '';
          const media = world.state.media[id];
          return media?.account === account.id ? pick(exchange, 'Media', fieldsOf(media)) : missing(id);
        }),
    },
  ];
}

function listMedia(world: World<State>, account: string, exchange: Exchange): Response {
  const { searchParams, origin, pathname } = exchange.url;
  const limit = Math.min(100, Number(searchParams.get('limit') ?? 25));
  const since = Number(searchParams.get('since') ?? 0) * 1000;
  const after = searchParams.get('after');
  const newestFirst = Object.values(world.state.media)
    .filter((media) => media.account === account && media.at >= since)
    .toReversed();
  const start = after === null ? 0 : newestFirst.findIndex(({ id }) => cursorOf(id) === after) + 1;
  const page = newestFirst.slice(start, start + limit);
  const data: Json[] = [];
  for (const media of page) {
    const row = picked(exchange, 'Media', fieldsOf(media));
    if (row instanceof Response) return row;
    data.push(row);
  }
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return Response.json({ data });
  const next = new URL(`${origin}${pathname}?${searchParams.toString()}`);
  next.searchParams.delete('access_token');
  next.searchParams.set('after', cursorOf(last.id));
  const more = start + limit < newestFirst.length ? { next: next.href } : {};
  return Response.json({
    data,
    paging: { cursors: { before: cursorOf(first.id), after: cursorOf(last.id) }, ...more },
  });
}

function cursorOf(id: string): string {
  return Buffer.from(`QVF${id}`).toString('base64url');
}

function fieldsOf(media: Media): { [field: string]: Json | undefined } {
  return {
    id: media.id,
    caption: media.caption === '' ? undefined : media.caption,
    ...typesOf(media),
    permalink: permalinkOf(media),
    shortcode: shortcodeOf(media),
    timestamp: new Date(media.at).toISOString().replace(/\.\d+Z$/, '+0000'),
    like_count: 0,
    comments_count: 0,
  };
}

function typesOf({ kind }: Media): { media_type: string; media_product_type: string } {
  const mediaType = { image: 'IMAGE', video: 'VIDEO', carousel: 'CAROUSEL_ALBUM' }[kind];
  return { media_type: mediaType, media_product_type: kind === 'video' ? 'REELS' : 'FEED' };
}

function shortcodeOf({ id }: Media): string {
  return `D${hash(id).slice(0, 10)}`;
}

function permalinkOf(media: Media): string {
  return `https://www.instagram.com/${media.kind === 'video' ? 'reel' : 'p'}/${shortcodeOf(media)}/`;
}

/** The fields that were asked for; one that is not there fails the whole call. Without any: the id. */
function picked(
  exchange: Exchange,
  node: string,
  all: { [field: string]: Json | undefined },
): Json | Response {
  const asked = exchange.url.searchParams.get('fields')?.split(',').filter(Boolean) ?? [];
  const stray = asked.find((field) => !(field in all));
  if (stray !== undefined) {
    return refusal(
      400,
      { code: 100 },
      `(#100) Tried accessing nonexisting field (${stray}) on node type (${node})`,
    );
  }
  const found: { [field: string]: Json } = {};
  for (const field of new Set([...asked, 'id'])) {
    const value = all[field];
    if (value !== undefined && value !== null) found[field] = value;
  }
  return found;
}

function pick(exchange: Exchange, node: string, all: { [field: string]: Json | undefined }): Response {
  const found = picked(exchange, node, all);
  return found instanceof Response ? found : Response.json(found);
}

// Input and errors

/** Parameters come as JSON, as a form, or in the query. */
async function inputOf({ request, url }: Exchange): Promise<Input> {
  const query: Input = Object.fromEntries(url.searchParams);
  const type = request.headers.get('content-type') ?? '';
  try {
    if (type.startsWith('application/json')) return { ...query, ...((await request.json()) as Input) };
    if (type !== '') return { ...query, ...Object.fromEntries(await request.formData()) };
  } catch {
    // A body that cannot be read holds no parameters; the missing ones are named in the answer.
  }
  return query;
}

function textOf(input: Input, name: string): string {
  const value = input[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isTrue(input: Input, name: string): boolean {
  return input[name] === true || input[name] === 'true' || input[name] === '1';
}

function refusal(
  status: number,
  { code, subcode }: { code: number; subcode?: number },
  message: string,
  forUser?: { title: string; message: string },
): Response {
  const error = {
    message,
    type: code === 2 ? 'OAuthException' : 'IGApiException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    is_transient: code === 2 || code === 4,
    ...(forUser ? { error_user_title: forUser.title, error_user_msg: forUser.message } : {}),
    fbtrace_id: `A${hash(`${code} ${message}`).slice(0, 20)}`,
  };
  return Response.json({ error }, { status });
}

function missing(id: string): Response {
  return refusal(
    400,
    { code: 100, subcode: 33 },
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  );
}

function notReady(): Response {
  return refusal(400, { code: 9007, subcode: 2207027 }, 'Media ID is not available', {
    title: 'Media not ready',
    message: 'The media is not ready for publishing, please wait for a moment.',
  });
}

function unknownContainer(): Response {
  return refusal(400, { code: 24, subcode: 2207008 }, 'The media builder does not exist or has expired.');
}

function unfetched(message: string): Response {
  return refusal(400, { code: 9004, subcode: 2207052 }, message, {
    title: 'Media download has failed',
    message: `The media could not be fetched from this URI. ${message}`,
  });
}

function error(status: number, retryAfterSeconds: number | undefined): Response {
  const response = errorBody(status);
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}

function errorBody(status: number): Response {
  if (status === 429) return refusal(status, { code: 4 }, 'Application request limit reached');
  if (status === 401) return refusal(status, { code: 190, subcode: 467 }, 'Invalid OAuth access token.');
  if (status === 403) {
    return refusal(status, { code: 4, subcode: 2207051 }, 'Application request limit reached', {
      title: 'Action is blocked',
      message: 'We restrict certain activity to protect our community.',
    });
  }
  if (status >= 500)
    return refusal(status, { code: 2 }, 'An unexpected error has occurred. Please retry later.');
  return refusal(status, { code: 100 }, 'Invalid parameter');
}

/** The last fourteen digits of an id: too long for a JSON number together with what stands before them. */
function idDigits(number: number): string {
  return String(number).padStart(14, '0');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
