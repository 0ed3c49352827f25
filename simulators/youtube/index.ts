/**
 * A simulated YouTube: Google's sign-in, channels, resumable uploads, lists of videos.
 *
 * A session lives a week, takes chunks in order, and repeats its last answer when it is asked again. The uploads of a
 * channel are listed at once (the real list lags). Bytes of files up to 8 MB are kept to be shown, larger ones counted.
 * Not simulated: comments, analytics, thumbnails, quota (ask for a 403 or a 429). Signing in as `nochannel` is a Google
 * account without a channel; a video whose bytes begin with `fail` is thrown out as a duplicate.
 */
import { createHash } from 'node:crypto';
import type { Exchange, Route, SimulatedNetwork, World } from '../simulator.ts';
import { authorizePage, redeem, type Grants } from '../shared/grants.ts';

const APP = { clientId: 'sandbox-youtube', clientSecret: 'sandbox-secret-of-youtube' };
const PREFIX = 'https://www.googleapis.com/auth/';
const SCOPES = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl', 'yt-analytics.readonly'].map(
  (name) => `${PREFIX}${name}`,
);
const CODE_LIFE_MS = 10 * 60_000;
const ACCESS_LIFE_S = 3599;
const SESSION_LIFE_MS = 7 * 24 * 3_600_000;
const CHUNK_UNIT = 262_144;
const MOST_TITLE = 100;
const MOST_DESCRIPTION_BYTES = 5000;
const MOST_KEPT_BYTES = 8_000_000;

interface State {
  /** By id. */
  channels: { [id: string]: Channel };
  grants: Grants;
  access: { [token: string]: Token };
  refresh: { [token: string]: Token };
  sessions: { [id: string]: Session };
  /** By id, oldest first. */
  videos: { [id: string]: Video };
}
interface Channel {
  id: string;
  title: string;
  handle: string;
}
interface Token {
  channel: string;
  scopes: string[];
  madeAt: number;
}
interface Session {
  id: string;
  channel: string;
  title: string;
  description: string;
  privacy: string;
  type: string;
  size: number;
  received: number;
  /** The first four bytes. */
  head: string;
  /** What came so far, base64; null for files that are not kept. */
  kept: string | null;
  madeAt: number;
  video: string | null;
}
interface Video {
  id: string;
  channel: string;
  title: string;
  description: string;
  privacy: string;
  at: number;
  rejected: boolean;
}

export const youtube: SimulatedNetwork<State> = {
  platform: 'youtube',
  initial: () => ({ channels: {}, grants: {}, access: {}, refresh: {}, sessions: {}, videos: {} }),
  endpoints: (baseUrl) => ({
    accounts: `${baseUrl}/accounts`,
    oauth: `${baseUrl}/oauth`,
    api: `${baseUrl}/api`,
    analytics: `${baseUrl}/analytics`,
  }),
  app: APP,
  connect(world, name) {
    const channel = channelFor(world, name);
    return {
      remoteId: channel.id,
      username: channel.handle,
      displayName: channel.title,
      url: `https://www.youtube.com/channel/${channel.id}`,
      endpoints: youtube.endpoints!(world.baseUrl),
      credentials: {
        accessToken: newToken(world, 'access', channel.id, SCOPES),
        refreshToken: newToken(world, 'refresh', channel.id, SCOPES),
        clientId: APP.clientId,
      },
      limits: {},
    };
  },
  routes: (world) => [...signInRoutes(world), ...readRoutes(world), ...uploadRoutes(world)],
  error,
  expiredToken: () => unauthenticated(),
};

function channelFor(world: World<State>, name: string): Channel {
  const id = `UC${hash(`channel ${name}`).slice(0, 22)}`;
  const handle = `@${name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '_')}`;
  return (world.state.channels[id] ??= { id, title: name, handle });
}

// Sign-in

function signInRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'auth',
      method: 'get',
      path: '/accounts/o/oauth2/v2/auth',
      account: () => null,
      answer: ({ url }) =>
        authorizePage(world, url, {
          network: 'YouTube',
          app: APP,
          scopes: SCOPES,
          refuse: (message) => refusal(400, 'invalidRequest', message),
        }),
    },
    {
      call: 'token',
      method: 'post',
      path: '/oauth/token',
      account: async ({ request }) => {
        const form = new URLSearchParams(await request.clone().text());
        return world.state.refresh[form.get('refresh_token') ?? '']?.channel ?? null;
      },
      answer: ({ request }) => exchangeToken(world, request),
    },
    {
      call: 'revoke',
      method: 'post',
      path: '/oauth/revoke',
      account: () => null,
      answer: async ({ request }) => {
        const token = new URLSearchParams(await request.text()).get('token') ?? '';
        const { access, refresh } = world.state;
        const owner = (refresh[token] ?? access[token])?.channel;
        if (owner === undefined) return oauthRefusal(400, 'invalid_token', 'Token expired or revoked');
        for (const tokens of [access, refresh]) {
          for (const [name, { channel }] of Object.entries(tokens))
            if (channel === owner) delete tokens[name];
        }
        return Response.json({});
      },
    },
  ];
}

async function exchangeToken(world: World<State>, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const field = (name: string) => form.get(name) ?? '';
  if (field('client_id') !== APP.clientId || field('client_secret') !== APP.clientSecret) {
    return oauthRefusal(401, 'invalid_client', 'The provided client secret is invalid.');
  }
  if (field('grant_type') === 'refresh_token') {
    const known = world.state.refresh[field('refresh_token')];
    if (!known) return oauthRefusal(400, 'invalid_grant', 'Token has been expired or revoked.');
    return Response.json(tokenBody(newToken(world, 'access', known.channel, known.scopes), known.scopes));
  }
  if (field('grant_type') !== 'authorization_code') {
    return oauthRefusal(400, 'unsupported_grant_type', `Invalid grant_type: ${field('grant_type')}`);
  }
  const asked = {
    code: field('code'),
    redirectUri: field('redirect_uri'),
    verifier: form.get('code_verifier'),
  };
  const grant = redeem(world, asked, CODE_LIFE_MS);
  switch (grant) {
    case 'unknown':
      return oauthRefusal(400, 'invalid_grant', 'Malformed auth code.');
    case 'redirect_uri':
      return oauthRefusal(400, 'redirect_uri_mismatch', 'Bad Request');
    case 'verifier':
      return oauthRefusal(400, 'invalid_grant', 'Invalid code verifier.');
    default: {
      const channel = channelFor(world, grant.login);
      const refreshToken = newToken(world, 'refresh', channel.id, grant.scopes);
      const accessToken = newToken(world, 'access', channel.id, grant.scopes);
      return Response.json({ ...tokenBody(accessToken, grant.scopes), refresh_token: refreshToken });
    }
  }
}

function tokenBody(token: string, scopes: string[]) {
  return { access_token: token, expires_in: ACCESS_LIFE_S, scope: scopes.join(' '), token_type: 'Bearer' };
}

function oauthRefusal(status: number, error: string, description: string): Response {
  return Response.json({ error, error_description: description }, { status });
}

function newToken(
  world: World<State>,
  kind: 'access' | 'refresh',
  channel: string,
  scopes: string[],
): string {
  const start = kind === 'access' ? 'ya29.' : '1//0';
  const token = `${start}${hash(`${kind} ${channel} ${world.nextNumber()}`)}`;
  world.state[kind][token] = { channel, scopes, madeAt: world.now() };
  return token;
}

function tokenOf(request: Request): string | null {
  return /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/** Whose a token is, as long as it lives and has the scope. */
function authorized(world: World<State>, request: Request, scope: string): Channel | Response {
  const token = world.state.access[tokenOf(request) ?? ''];
  const channel = token && world.state.channels[token.channel];
  if (!token || !channel || world.now() - token.madeAt >= ACCESS_LIFE_S * 1000) return unauthenticated();
  if (token.scopes.includes(`${PREFIX}${scope}`)) return channel;
  return refusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
}

// Reading

function readRoutes(world: World<State>): Route[] {
  const { state } = world;
  const read = (resource: string, answer: (channel: Channel, url: URL) => Response): Route => ({
    call: `${resource}.list`,
    method: 'get',
    path: `/api/youtube/v3/${resource}`,
    account: ({ request }) => state.access[tokenOf(request) ?? '']?.channel ?? null,
    answer: ({ request, url }) => {
      const channel = authorized(world, request, 'youtube.readonly');
      return channel instanceof Response ? channel : answer(channel, url);
    },
  });
  const videosOf = ({ id }: Channel) => Object.values(state.videos).filter(({ channel }) => channel === id);
  return [
    read('channels', (channel) => {
      if (channel.title === 'nochannel') {
        return Response.json({ kind: 'youtube#channelListResponse', pageInfo: { totalResults: 0 } });
      }
      const { id, title, handle } = channel;
      const item = {
        id,
        snippet: {
          title,
          customUrl: handle,
          thumbnails: { default: { url: 'https://yt3.ggpht.com/a=s88' } },
        },
        contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsOf(id) } },
        statistics: {
          viewCount: '1500',
          subscriberCount: '20',
          hiddenSubscriberCount: false,
          videoCount: String(videosOf(channel).length),
        },
      };
      return Response.json({
        kind: 'youtube#channelListResponse',
        pageInfo: { totalResults: 1, resultsPerPage: 5 },
        items: [item],
      });
    }),
    read('playlistItems', (channel, url) => {
      if (url.searchParams.get('playlistId') !== uploadsOf(channel.id)) {
        return refusal(404, 'playlistNotFound', 'The playlist cannot be found.');
      }
      const size = Number(url.searchParams.get('maxResults') ?? 5);
      const newestFirst = videosOf(channel).toReversed().slice(0, size);
      const items = newestFirst.map(({ id, title, description, at }) => ({
        kind: 'youtube#playlistItem',
        snippet: { publishedAt: timeOf(at), channelId: channel.id, title, description },
        contentDetails: { videoId: id, videoPublishedAt: timeOf(at) },
      }));
      return Response.json({ kind: 'youtube#playlistItemListResponse', items });
    }),
    read('videos', (channel, url) => {
      const ids = (url.searchParams.get('id') ?? '').split(',');
      const found = videosOf(channel).filter(({ id }) => ids.includes(id));
      return Response.json({ kind: 'youtube#videoListResponse', items: found.map(videoBody) });
    }),
  ];
}

function uploadsOf(channel: string): string {
  return `UU${channel.slice(2)}`;
}

/** Whole seconds, as theirs. */
function timeOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

function videoBody({ id, channel, title, description, privacy, at, rejected }: Video): object {
  return {
    kind: 'youtube#video',
    etag: hash(id).slice(0, 12),
    id,
    snippet: { publishedAt: timeOf(at), channelId: channel, title, description, categoryId: '22' },
    status: {
      uploadStatus: rejected ? 'rejected' : 'uploaded',
      ...(rejected ? { rejectionReason: 'duplicate' } : {}),
      privacyStatus: privacy,
      license: 'youtube',
      embeddable: true,
      publicStatsViewable: true,
      selfDeclaredMadeForKids: false,
    },
  };
}

// Uploading

const UPLOAD_PATH = '/api/upload/youtube/v3/videos';

function uploadRoutes(world: World<State>): Route[] {
  const { state } = world;
  const sessionOf = ({ url }: Exchange) => state.sessions[url.searchParams.get('upload_id') ?? ''];
  return [
    {
      call: 'videos.insert',
      method: 'post',
      path: UPLOAD_PATH,
      account: ({ request }) => state.access[tokenOf(request) ?? '']?.channel ?? null,
      answer: async ({ request, url }) => {
        const channel = authorized(world, request, 'youtube.upload');
        return channel instanceof Response ? channel : begin(world, channel, request, url);
      },
    },
    {
      call: 'upload',
      method: 'put',
      path: UPLOAD_PATH,
      account: (exchange) => sessionOf(exchange)?.channel ?? null,
      answer: async (exchange) => {
        // the address alone is enough; a token that comes along must be good
        const { request } = exchange;
        const caller = tokenOf(request) === null ? null : authorized(world, request, 'youtube.upload');
        if (caller instanceof Response) return caller;
        const session = sessionOf(exchange);
        if (!session || world.now() - session.madeAt >= SESSION_LIFE_MS)
          return new Response(null, { status: 404 });
        return take(world, session, request);
      },
    },
  ];
}

interface Resource {
  snippet?: { title?: unknown; description?: unknown };
  status?: { privacyStatus?: unknown };
}

async function begin(world: World<State>, channel: Channel, request: Request, url: URL): Promise<Response> {
  if (url.searchParams.get('uploadType') !== 'resumable') {
    return refusal(400, 'mediaBodyRequired', 'The request does not include the video content.');
  }
  const type = request.headers.get('x-upload-content-type') ?? '';
  if (!/^video\/|^application\/octet-stream$/.test(type)) {
    return refusal(400, 'badContent', `Media type '${type}' is not supported. Valid media types: [video/*]`);
  }
  const { snippet, status } = (await request.json().catch(() => ({}))) as Resource;
  const title = typeof snippet?.title === 'string' ? snippet.title : '';
  const description = typeof snippet?.description === 'string' ? snippet.description : '';
  const asked = typeof status?.privacyStatus === 'string' ? status.privacyStatus : 'public';
  if (title.trim() === '' || title.length > MOST_TITLE || /[<>]/.test(title)) {
    return refusal(400, 'invalidTitle', 'The request metadata specifies an invalid or empty video title.');
  }
  if (Buffer.byteLength(description) > MOST_DESCRIPTION_BYTES || /[<>]/.test(description)) {
    return refusal(400, 'invalidDescription', 'The request metadata specifies an invalid video description.');
  }
  if (!['public', 'unlisted', 'private'].includes(asked)) {
    return refusal(400, 'invalidVideoMetadata', 'The request metadata is invalid.');
  }
  // as Google does with apps it has not audited
  const privacy = channel.title.startsWith('unaudited') ? 'private' : asked;
  const size = Number(request.headers.get('x-upload-content-length') ?? 0);
  const id = `AH${hash(`session ${channel.id} ${world.nextNumber()}`).slice(0, 40)}`;
  world.state.sessions[id] = {
    id,
    channel: channel.id,
    title,
    description,
    privacy,
    type,
    size,
    received: 0,
    head: '',
    kept: size <= MOST_KEPT_BYTES ? '' : null,
    madeAt: world.now(),
    video: null,
  };
  const location = `${world.baseUrl}${UPLOAD_PATH}?uploadType=resumable&upload_id=${id}`;
  return new Response(null, { status: 200, headers: { location, 'content-length': '0' } });
}

/** One chunk, the whole file, or a probe without bytes. Bytes that are there already are passed over. */
async function take(world: World<State>, session: Session, request: Request): Promise<Response> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (session.video !== null) return videoOf(world, session.video);
  const range = request.headers.get('content-range') ?? `bytes 0-${bytes.length - 1}/${bytes.length}`;
  if (range === `bytes */${session.size}`) return more(session);
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? [];
  const from = Number(first);
  const to = Number(last) + 1;
  const isFinal = to === session.size;
  const isWhole = Number(total) === session.size && to - from === bytes.length && to <= session.size;
  if (!isWhole || (!isFinal && bytes.length % CHUNK_UNIT !== 0)) {
    return refusal(400, 'badRequest', 'Failed to parse Content-Range header.');
  }
  if (from > session.received) return more(session);
  const fresh = bytes.subarray(session.received - from);
  if (session.received === 0) session.head = new TextDecoder('latin1').decode(fresh.subarray(0, 4));
  if (session.kept !== null) {
    const kept = Buffer.concat([Buffer.from(session.kept, 'base64'), fresh]);
    session.kept = kept.toString('base64');
  }
  session.received = Math.max(session.received, to);
  return session.received < session.size ? more(session) : finish(world, session);
}

function more({ received }: Session): Response {
  const headers = received === 0 ? {} : { range: `bytes=0-${received - 1}` };
  return new Response(null, { status: 308, headers });
}

function finish(world: World<State>, session: Session): Response {
  const { channel, title, description, privacy, type, size } = session;
  const id = Buffer.from(hash(`video ${session.id}`), 'hex')
    .toString('base64url')
    .slice(0, 11);
  const rejected = session.head === 'fail';
  world.state.videos[id] = { id, channel, title, description, privacy, at: world.now(), rejected };
  session.video = id;
  const kept = session.kept === null ? null : Uint8Array.from(Buffer.from(session.kept, 'base64'));
  session.kept = null;
  if (!rejected) {
    const url = kept === null ? null : world.keepMedia(kept, type);
    world.record({
      account: channel,
      id,
      text: description,
      media: [{ url, type, bytes: size }],
      details: { title, privacy },
    });
  }
  return videoOf(world, id);
}

function videoOf(world: World<State>, id: string): Response {
  const video = world.state.videos[id];
  return video ? Response.json(videoBody(video)) : new Response(null, { status: 410 });
}

// Errors

function refusal(status: number, reason: string, message: string, domain = 'youtube.video'): Response {
  return Response.json(
    { error: { code: status, message, errors: [{ message, domain, reason }] } },
    { status },
  );
}

function unauthenticated(): Response {
  const message =
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.';
  const errors = [
    { message: 'Invalid Credentials', domain: 'global', reason: 'authError', location: 'Authorization' },
  ];
  return Response.json({ error: { code: 401, message, errors, status: 'UNAUTHENTICATED' } }, { status: 401 });
}

function error(status: number, retryAfterSeconds: number | undefined): Response {
  const response = errorBody(status);
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}

function errorBody(status: number): Response {
  if (status === 401) return unauthenticated();
  if (status === 429) return refusal(429, 'rateLimitExceeded', 'Too many requests.', 'usageLimits');
  if (status === 403) {
    const message = 'The request cannot be completed because you have exceeded your quota.';
    return refusal(403, 'quotaExceeded', message, 'youtube.quota');
  }
  if (status >= 500) return refusal(status, 'backendError', 'Backend Error', 'global');
  return refusal(status, 'badRequest', 'Bad Request', 'global');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
