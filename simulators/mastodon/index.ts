/**
 * A simulated Mastodon server, its default limits included. Not simulated: other servers, budgets of requests (ask for
 * a 429 instead).
 *
 * A video is processed for as long as two looks take. A file whose bytes begin with `fail:` cannot be processed.
 */
import { createHash } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import { askForConsent, backTo } from '../consent.ts';
import type { Exchange, Route, SimulatedNetwork, World } from '../simulator.ts';

const MOST_CHARACTERS = 500;
const MOST_FILES = 4;
const LINK_CHARACTERS = 23;
const SIZE_LIMITS = { image: 16_777_216, video: 103_809_024 };
const TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/heic',
  'image/heif',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'audio/mpeg',
];
const KEY_LIFE_MS = 60 * 60_000;
/** Unattached files are deleted after about a day. */
const FILE_LIFE_MS = 24 * 60 * 60_000;
const LOOKS_WHILE_PROCESSING = 2;
const SCOPES = 'read:accounts read:statuses write:statuses write:media';
const OUR_APP = 'Troupe sandbox';

interface State {
  accounts: { [id: string]: Account };
  apps: { [clientId: string]: App };
  codes: { [code: string]: Grant & { clientId: string; redirectUri: string; challenge: string | null } };
  tokens: { [token: string]: Grant };
  files: { [id: string]: StoredFile };
  /** Oldest first. */
  statuses: Status[];
  /** By account and key. */
  keys: { [key: string]: { statusId: string; until: number } };
}

interface Account {
  id: string;
  username: string;
  displayName: string;
}

interface App {
  name: string;
  secret: string;
  redirectUris: string[];
}

interface Grant {
  accountId: string;
  scope: string;
  appName: string;
}

interface StoredFile {
  id: string;
  accountId: string;
  kind: 'image' | 'gifv' | 'video' | 'audio';
  type: string;
  bytes: number;
  url: string;
  uploadedAt: number;
  /** Looks left until it is done. */
  looksLeft: number;
  broken: boolean;
  statusId: string | null;
}

interface Status {
  id: string;
  accountId: string;
  createdAt: string;
  text: string;
  visibility: string;
  replyTo: string | null;
  fileIds: string[];
  appName: string;
}

export const mastodon: SimulatedNetwork<State> = {
  platform: 'mastodon',
  initial: () => ({ accounts: {}, apps: {}, codes: {}, tokens: {}, files: {}, statuses: [], keys: {} }),
  endpoints: (baseUrl) => ({ server: baseUrl }),
  connect(world, name) {
    const account = accountFor(world, name);
    const accessToken = secretFor(`token of ${account.id}`);
    world.state.tokens[accessToken] = { accountId: account.id, scope: SCOPES, appName: OUR_APP };
    const clientId = secretFor('client of the sandbox');
    world.state.apps[clientId] = {
      name: OUR_APP,
      secret: secretFor(`secret of ${clientId}`),
      redirectUris: [],
    };
    return {
      remoteId: globalIdOf(world, account.id),
      username: account.username,
      displayName: account.displayName,
      url: profileOf(world, account),
      endpoints: { server: world.baseUrl },
      credentials: { accessToken, clientId, clientSecret: secretFor(`secret of ${clientId}`) },
      limits: { maxCharacters: MOST_CHARACTERS },
    };
  },
  routes: (world) => [
    ...instanceRoutes(world),
    ...oauthRoutes(world),
    ...accountRoutes(world),
    ...fileRoutes(world),
    ...statusRoutes(world),
  ],
  error,
  /** Tokens work until they are revoked. */
  expiredToken: () => null,
};

function accountFor(world: World<State>, name: string): Account {
  const username = name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '_');
  const known = Object.values(world.state.accounts).find((account) => account.username === username);
  if (known !== undefined) return known;
  const account = { id: newId(world), username, displayName: name };
  world.state.accounts[account.id] = account;
  return account;
}

/** As it is kept elsewhere: with the server's name, since an id is one server's own. */
function globalIdOf(world: World<State>, id: string): string {
  return `${id}@${new URL(world.baseUrl).hostname}`;
}

// The server itself

function instanceRoutes(world: World<State>): Route[] {
  const configuration = {
    statuses: {
      max_characters: MOST_CHARACTERS,
      max_media_attachments: MOST_FILES,
      characters_reserved_per_url: LINK_CHARACTERS,
    },
    media_attachments: {
      supported_mime_types: TYPES,
      description_limit: 1500,
      image_size_limit: SIZE_LIMITS.image,
      image_matrix_limit: 33_177_600,
      video_size_limit: SIZE_LIMITS.video,
      video_frame_rate_limit: 120,
      video_matrix_limit: 8_294_400,
    },
    polls: { max_options: 4 },
  };
  const { host } = new URL(world.baseUrl);
  const about = { title: 'Troupe sandbox', version: '4.5.2', configuration };
  const nobody = () => null;
  return [
    {
      call: 'GET /api/v2/instance',
      method: 'get',
      path: '/api/v2/instance',
      account: nobody,
      answer: () => Response.json({ domain: host, ...about, api_versions: { mastodon: 7 } }),
    },
    {
      call: 'GET /api/v1/instance',
      method: 'get',
      path: '/api/v1/instance',
      account: nobody,
      answer: () => Response.json({ uri: host, ...about }),
    },
  ];
}

// Apps and tokens

function oauthRoutes(world: World<State>): Route[] {
  const { apps, codes, tokens } = world.state;
  const nobody = () => null;
  return [
    {
      call: 'POST /api/v1/apps',
      method: 'post',
      path: '/api/v1/apps',
      account: nobody,
      async answer({ request }) {
        const input = await inputOf(request);
        const name = textIn(input, 'client_name');
        const redirectUris = listIn(input, 'redirect_uris').flatMap((uri) => uri.split(/\s+/));
        if (name === '') return refusal(422, "Validation failed: Application name can't be blank");
        if (!redirectUris.every((uri) => URL.canParse(uri)) || redirectUris.length === 0) {
          return refusal(422, 'Validation failed: Redirect URI must be an absolute URI.');
        }
        const number = world.nextNumber();
        const clientId = secretFor(`client ${number}`);
        const app: App = { name, secret: secretFor(`secret of client ${number}`), redirectUris };
        apps[clientId] = app;
        return Response.json({
          id: String(number),
          name,
          client_id: clientId,
          client_secret: app.secret,
          client_secret_expires_at: 0,
          redirect_uris: redirectUris,
          scopes: (textIn(input, 'scopes') || 'read').split(' '),
        });
      },
    },
    {
      call: 'GET /oauth/authorize',
      method: 'get',
      path: '/oauth/authorize',
      account: nobody,
      answer({ url }) {
        const query = url.searchParams;
        const clientId = query.get('client_id') ?? '';
        const redirectUri = query.get('redirect_uri') ?? '';
        const app = apps[clientId];
        if (app === undefined) return oauthRefusal(401, 'invalid_client');
        if (!app.redirectUris.includes(redirectUri)) return oauthRefusal(400, 'invalid_redirect_uri');
        if (query.get('response_type') !== 'code') return oauthRefusal(400, 'unsupported_response_type');
        const scope = query.get('scope') ?? 'read';
        const state = query.get('state');
        const consent = askForConsent(url, { network: 'Mastodon', app: app.name, scopes: scope.split(' ') });
        if (consent.kind === 'page') return consent.response;
        if (consent.kind === 'denied') return backTo(redirectUri, { error: 'access_denied', state });
        const account = accountFor(world, consent.login);
        const code = secretFor(`code ${world.nextNumber()}`);
        codes[code] = {
          accountId: account.id,
          scope,
          appName: app.name,
          clientId,
          redirectUri,
          challenge: query.get('code_challenge'),
        };
        return backTo(redirectUri, { code, state });
      },
    },
    {
      call: 'POST /oauth/token',
      method: 'post',
      path: '/oauth/token',
      account: nobody,
      async answer({ request }) {
        const input = await inputOf(request);
        const clientId = textIn(input, 'client_id');
        if (apps[clientId]?.secret !== textIn(input, 'client_secret'))
          return oauthRefusal(401, 'invalid_client');
        const code = codes[textIn(input, 'code')];
        delete codes[textIn(input, 'code')];
        if (
          code === undefined ||
          textIn(input, 'grant_type') !== 'authorization_code' ||
          code.clientId !== clientId ||
          code.redirectUri !== textIn(input, 'redirect_uri') ||
          (code.challenge !== null && code.challenge !== challengeOf(textIn(input, 'code_verifier')))
        ) {
          return oauthRefusal(400, 'invalid_grant');
        }
        const { accountId, scope, appName } = code;
        const token = secretFor(`token ${world.nextNumber()}`);
        tokens[token] = { accountId, scope, appName };
        const created = Math.floor(world.now() / 1000);
        return Response.json({ access_token: token, token_type: 'Bearer', scope, created_at: created });
      },
    },
    {
      call: 'POST /oauth/revoke',
      method: 'post',
      path: '/oauth/revoke',
      account: nobody,
      async answer({ request }) {
        const input = await inputOf(request);
        if (apps[textIn(input, 'client_id')]?.secret !== textIn(input, 'client_secret')) {
          return oauthRefusal(403, 'unauthorized_client');
        }
        delete tokens[textIn(input, 'token')];
        return Response.json({});
      },
    },
  ];
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function grantOf(world: World<State>, request: Request): Grant | null {
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  return world.state.tokens[token ?? ''] ?? null;
}

/** Lets a request pass that has one of the scopes. */
function authorize(world: World<State>, request: Request, ...scopes: string[]): Grant | Response {
  const grant = grantOf(world, request);
  if (grant === null) return error(401, undefined);
  const held = grant.scope.split(' ');
  return scopes.some((scope) => held.includes(scope) || held.includes(scope.split(':')[0] ?? ''))
    ? grant
    : error(403, undefined);
}

// Accounts

function accountRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'GET /api/v1/accounts/verify_credentials',
      method: 'get',
      path: '/api/v1/accounts/verify_credentials',
      account: callerIn(world),
      answer({ request }) {
        const grant = authorize(world, request, 'read:accounts', 'profile');
        if (grant instanceof Response) return grant;
        return Response.json(accountBody(world, grant.accountId));
      },
    },
    {
      call: 'GET /api/v1/accounts/:id/statuses',
      method: 'get',
      path: '/api/v1/accounts/:id/statuses',
      account: ({ params }) => globalIdOf(world, params['id'] ?? ''),
      answer({ request, params, url }) {
        const grant = authorize(world, request, 'read:statuses');
        if (grant instanceof Response) return grant;
        const query = url.searchParams;
        const limit = Math.min(Math.max(Number(query.get('limit') ?? 20), 1), 40);
        const below = BigInt(query.get('max_id') ?? '9'.repeat(18));
        const above = BigInt(query.get('min_id') ?? query.get('since_id') ?? '0');
        const found = world.state.statuses
          .filter(
            ({ id, accountId }) => accountId === params['id'] && BigInt(id) < below && BigInt(id) > above,
          )
          .toReversed();
        const page = found.slice(0, limit);
        const last = page.at(-1);
        const headers: { [name: string]: string } = {};
        if (found.length > page.length && last !== undefined) {
          const next = new URL(url);
          next.searchParams.set('max_id', last.id);
          headers['link'] = `<${next.href}>; rel="next"`;
        }
        return Response.json(
          page.map((status) => statusBody(world, status, grant)),
          { headers },
        );
      },
    },
  ];
}

function callerIn(world: World<State>) {
  return ({ request }: Exchange): string | null => {
    const grant = grantOf(world, request);
    return grant === null ? null : globalIdOf(world, grant.accountId);
  };
}

function accountBody(world: World<State>, id: string) {
  const account = world.state.accounts[id];
  const statuses = world.state.statuses.filter(({ accountId }) => accountId === id).length;
  return {
    id,
    username: account?.username ?? '',
    acct: account?.username ?? '',
    display_name: account?.displayName ?? '',
    url: account === undefined ? null : profileOf(world, account),
    followers_count: 12,
    statuses_count: statuses,
    locked: false,
    bot: false,
    source: { privacy: 'public', language: 'en' },
  };
}

function profileOf(world: World<State>, { username }: Account): string {
  return `${world.baseUrl}/@${username}`;
}

// Files

function fileRoutes(world: World<State>): Route[] {
  const upload = async ({ request }: Exchange, processing: 'later' | 'at once'): Promise<Response> => {
    const grant = authorize(world, request, 'write:media');
    if (grant instanceof Response) return grant;
    const file = (await formOf(request))?.get('file');
    if (!(file instanceof File)) return refusal(422, "Validation failed: File can't be blank");
    const type = file.type.split(';')[0] ?? '';
    if (!TYPES.includes(type)) {
      return refusal(422, 'Validation failed: File content type is invalid, File is invalid');
    }
    const kind = type === 'image/gif' ? 'gifv' : (type.split('/')[0] as 'image' | 'video' | 'audio');
    const most = SIZE_LIMITS[type.startsWith('image/') ? 'image' : 'video'];
    if (file.size > most) {
      return refusal(
        422,
        `Validation failed: File file size must be less than ${Math.floor(most / 1_048_576)} MB`,
      );
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const looksLeft = kind === 'image' || processing === 'at once' ? 0 : LOOKS_WHILE_PROCESSING;
    const stored: StoredFile = {
      id: newId(world),
      accountId: grant.accountId,
      kind,
      type,
      bytes: bytes.length,
      url: world.keepMedia(bytes, type),
      uploadedAt: world.now(),
      looksLeft,
      broken: Buffer.from(bytes.subarray(0, 5)).toString('latin1') === 'fail:',
      statusId: null,
    };
    if (stored.broken && looksLeft === 0) return refusal(422, BROKEN);
    world.state.files[stored.id] = stored;
    return Response.json(fileBody(stored), { status: looksLeft === 0 ? 200 : 202 });
  };
  return [
    {
      call: 'POST /api/v2/media',
      method: 'post',
      path: '/api/v2/media',
      account: callerIn(world),
      answer: (exchange) => upload(exchange, 'later'),
    },
    {
      call: 'POST /api/v1/media',
      method: 'post',
      path: '/api/v1/media',
      account: callerIn(world),
      answer: (exchange) => upload(exchange, 'at once'),
    },
    {
      call: 'GET /api/v1/media/:id',
      method: 'get',
      path: '/api/v1/media/:id',
      account: callerIn(world),
      answer({ request, params }) {
        const grant = authorize(world, request, 'write:media');
        if (grant instanceof Response) return grant;
        const file = freeFile(world, grant, params['id'] ?? '');
        if (file === null) return error(404, undefined);
        if (file.looksLeft > 0) {
          file.looksLeft -= 1;
          return Response.json({ ...fileBody(file), url: null }, { status: 206 });
        }
        return file.broken ? refusal(422, BROKEN) : Response.json(fileBody(file));
      },
    },
  ];
}

const BROKEN = 'There was a problem processing the uploaded media file';

/** A file of the account that no status has yet. */
function freeFile(world: World<State>, { accountId }: Grant, id: string): StoredFile | null {
  const file = world.state.files[id];
  const isFree =
    file !== undefined &&
    file.accountId === accountId &&
    file.statusId === null &&
    file.uploadedAt + FILE_LIFE_MS > world.now();
  return isFree ? file : null;
}

function fileBody({ id, kind, url, looksLeft }: StoredFile) {
  return { id, type: kind, url: looksLeft === 0 ? url : null, preview_url: url, description: null, meta: {} };
}

// Statuses

function statusRoutes(world: World<State>): Route[] {
  const one = ({ request, params }: Exchange, body: (status: Status, grant: Grant) => Json): Response => {
    const grant = authorize(world, request, 'read:statuses');
    if (grant instanceof Response) return grant;
    const status = world.state.statuses.find(({ id }) => id === params['id']);
    return status === undefined ? error(404, undefined) : Response.json(body(status, grant));
  };
  return [
    {
      call: 'POST /api/v1/statuses',
      method: 'post',
      path: '/api/v1/statuses',
      account: callerIn(world),
      async answer({ request }) {
        const grant = authorize(world, request, 'write:statuses');
        if (grant instanceof Response) return grant;
        return postStatus(world, grant, await inputOf(request), request.headers.get('idempotency-key'));
      },
    },
    {
      call: 'GET /api/v1/statuses/:id',
      method: 'get',
      path: '/api/v1/statuses/:id',
      account: callerIn(world),
      answer: (exchange) => one(exchange, (status, grant) => statusBody(world, status, grant)),
    },
    {
      call: 'GET /api/v1/statuses/:id/source',
      method: 'get',
      path: '/api/v1/statuses/:id/source',
      account: callerIn(world),
      answer: (exchange) => one(exchange, ({ id, text }) => ({ id, text, spoiler_text: '' })),
    },
  ];
}

function postStatus(world: World<State>, grant: Grant, input: Json, key: string | null): Response {
  const { state } = world;
  const { accountId } = grant;
  // The key is looked at before anything else: the same key gives the same status, whatever the body says.
  const remembered = key === null ? undefined : state.keys[`${accountId}:${key}`];
  if (remembered !== undefined && remembered.until > world.now()) {
    const first = state.statuses.find(({ id }) => id === remembered.statusId);
    if (first !== undefined) return Response.json(statusBody(world, first, grant));
  }

  const fileIds = listIn(input, 'media_ids');
  if (fileIds.length > MOST_FILES) return refusal(422, `Cannot attach more than ${MOST_FILES} files`);
  const files: StoredFile[] = [];
  for (const id of fileIds) {
    const file = freeFile(world, grant, id);
    if (file === null)
      return refusal(422, `Media ${id} was not found or is already attached to another status`);
    files.push(file);
  }
  if (files.length > 1 && files.some(({ kind }) => kind !== 'image')) {
    return refusal(422, 'Cannot attach a video to a post that already contains images');
  }
  if (files.some(({ looksLeft }) => looksLeft > 0)) {
    return refusal(422, 'Cannot attach files that have not finished processing. Try again in a moment!');
  }
  const text = textIn(input, 'status');
  if (text.trim() === '' && files.length === 0) return refusal(422, "Validation failed: Text can't be blank");
  if (lengthOf(text) > MOST_CHARACTERS) {
    return refusal(422, `Validation failed: Text character limit of ${MOST_CHARACTERS} exceeded`);
  }
  const visibility = textIn(input, 'visibility') || 'public';
  if (!['public', 'unlisted', 'private', 'direct'].includes(visibility)) {
    return refusal(422, 'Validation failed: Visibility is not included in the list');
  }
  const replyTo = textIn(input, 'in_reply_to_id') || null;
  if (replyTo !== null && !state.statuses.some(({ id }) => id === replyTo)) return error(404, undefined);

  const status: Status = {
    id: newId(world),
    accountId,
    createdAt: new Date(world.now()).toISOString(),
    text,
    visibility,
    replyTo,
    fileIds,
    appName: grant.appName,
  };
  state.statuses.push(status);
  for (const file of files) file.statusId = status.id;
  if (key !== null) {
    state.keys[`${accountId}:${key}`] = { statusId: status.id, until: world.now() + KEY_LIFE_MS };
  }
  const media = files.map(({ url, type, bytes }) => ({ url, type, bytes }));
  world.record({
    account: globalIdOf(world, accountId),
    id: status.id,
    text,
    media,
    details: { visibility, idempotencyKey: key },
  });
  return Response.json(statusBody(world, status, grant));
}

/** Graphemes; every link counts as 23 and of `@name@host` only `@name`. */
function lengthOf(text: string): number {
  const shortened = text
    .replaceAll(/https?:\/\/[^\s]*[^\s.,;:!?'")\]]/gi, '-'.repeat(LINK_CHARACTERS))
    .replaceAll(/@([a-z0-9_]+)@[a-z0-9.-]+[a-z0-9]/gi, '@$1');
  return Array.from(new Intl.Segmenter('en').segment(shortened)).length;
}

function statusBody(world: World<State>, status: Status, grant: Grant | null): { [key: string]: Json } {
  const { id, accountId, createdAt, text, visibility, replyTo, fileIds, appName } = status;
  const account = world.state.accounts[accountId];
  return {
    id,
    uri: `${world.baseUrl}/users/${account?.username ?? ''}/statuses/${id}`,
    url: `${world.baseUrl}/@${account?.username ?? ''}/${id}`,
    created_at: createdAt,
    visibility,
    sensitive: false,
    spoiler_text: '',
    language: 'en',
    content: htmlOf(world, text),
    in_reply_to_id: replyTo,
    reblog: null,
    replies_count: 0,
    reblogs_count: 0,
    favourites_count: 0,
    media_attachments: fileIds.flatMap((fileId) => {
      const file = world.state.files[fileId];
      return file === undefined ? [] : [fileBody(file)];
    }),
    // Which app a status came from is shown to its author alone
    ...(grant?.accountId === accountId && { application: { name: appName } }),
    account: accountBody(world, accountId),
  };
}

/** Text as the server renders it: links with their ends hidden, mentions without the other server's name. */
function htmlOf(world: World<State>, text: string): string {
  const linked = text
    .split(/(https?:\/\/\S+|(?<![\w/])@\w+(?:@[\w.-]+\w)?|(?<![\w/&])#\w+)/)
    .map((part, index) => (index % 2 === 0 ? escaped(part) : linkOf(world, part)))
    .join('');
  return linked
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('');
}

function linkOf(world: World<State>, part: string): string {
  if (part.startsWith('#')) {
    const tag = escaped(part.slice(1));
    return `<a href="${world.baseUrl}/tags/${tag}" class="mention hashtag" rel="tag">#<span>${tag}</span></a>`;
  }
  if (part.startsWith('@')) {
    const [, name = '', host] = part.split('@');
    const known = Object.values(world.state.accounts).some(({ username }) => username === name.toLowerCase());
    if (host === undefined && !known) return escaped(part);
    const href = host === undefined ? `${world.baseUrl}/@${name}` : `https://${host}/@${name}`;
    return `<span class="h-card" translate="no"><a href="${href}" class="u-url mention">@<span>${name}</span></a></span>`;
  }
  const [, scheme = '', rest = ''] = /^(https?:\/\/(?:www\.)?)(.*)$/i.exec(part) ?? [];
  const shown = rest.slice(0, 30);
  const hidden = rest.slice(30);
  return (
    `<a href="${escaped(part)}" target="_blank" rel="nofollow noopener" translate="no">` +
    `<span class="invisible">${escaped(scheme)}</span>` +
    `<span class="${hidden === '' ? '' : 'ellipsis'}">${escaped(shown)}</span>` +
    `<span class="invisible">${escaped(hidden)}</span></a>`
  );
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

// Answers

function refusal(status: number, words: string, headers: { [name: string]: string } = {}): Response {
  return Response.json({ error: words }, { status, headers });
}

function oauthRefusal(status: number, code: string): Response {
  return Response.json({ error: code, error_description: `The request was refused: ${code}.` }, { status });
}

const WORDS: { [status: number]: string } = {
  401: 'The access token is invalid',
  403: 'This action is outside the authorized scopes',
  404: 'Record not found',
  410: 'Gone',
  422: 'Validation failed',
  429: 'Too many requests',
  500: 'Something went wrong on our end',
  503: 'There was a temporary problem serving your request, please try again',
};

/** @param now when given, a 429 tells the end of its window as the network does: as an ISO timestamp */
function error(status: number, retryAfterSeconds: number | undefined, now?: number): Response {
  const headers: { [name: string]: string } = {};
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  if (status === 429) {
    Object.assign(headers, { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '0' });
    if (now !== undefined) {
      headers['x-ratelimit-reset'] = new Date(now + (retryAfterSeconds ?? 300) * 1000).toISOString();
    }
  }
  const words = WORDS[status];
  if (words !== undefined) return refusal(status, words, headers);
  // A proxy in front of the server answers in HTML.
  return new Response(`<html><body>${status}</body></html>`, {
    status,
    headers: { ...headers, 'content-type': 'text/html' },
  });
}

// Small things

async function formOf(request: Request): Promise<FormData | null> {
  try {
    return await request.formData();
  } catch {
    return null; // no form: every field is missing then
  }
}

/** A body's fields, from JSON or from a form. */
async function inputOf(request: Request): Promise<Json> {
  if ((request.headers.get('content-type') ?? '').includes('json')) {
    try {
      return (await request.json()) as Json;
    } catch {
      return null; // broken JSON: every field is missing then
    }
  }
  const fields: { [name: string]: Json } = {};
  for (const [name, value] of (await formOf(request)) ?? []) {
    if (typeof value !== 'string') continue;
    const list = name.endsWith('[]') ? name.slice(0, -2) : null;
    if (list === null) fields[name] = value;
    else fields[list] = [...listIn(fields, list), value];
  }
  return fields;
}

function textIn(input: Json, name: string): string {
  const value =
    typeof input === 'object' && input !== null && !Array.isArray(input) ? input[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function listIn(input: Json, name: string): string[] {
  const value =
    typeof input === 'object' && input !== null && !Array.isArray(input) ? input[name] : undefined;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Ids that rise with time, as Mastodon's do: milliseconds and 16 bits of sequence. */
function newId(world: World<State>): string {
  return String((BigInt(world.now()) << 16n) | BigInt(world.nextNumber() & 0xffff));
}

function secretFor(what: string): string {
  return createHash('sha256').update(`sandbox mastodon ${what}`).digest('base64url');
}
