/**
 * A simulated Bluesky: one account server (PDS), the public view and the video service, below one address.
 *
 * Records are checked by the network's own schemas. What the reference server checks beyond them is here: tokens and
 * their ends, keys, blobs and their sizes, facets that fit the text. Stricter than that server in two things: facets, and
 * refresh tokens, which are spent at once (there a used one brings the same new one for two hours more). Not simulated:
 * budgets of requests (ask for a 429 instead), reading feeds. `npm run try:pds` asks the server itself.
 *
 * A video whose bytes begin with `fail:<failureCode>` fails with that code.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { Exchange, LedgerEntry, Route, SimulatedNetwork, World } from '../simulator.ts';

const COLLECTION = 'app.bsky.feed.post';
const HOUR_SECONDS = 3600;
const ACCESS_SECONDS = 2 * HOUR_SECONDS;
const REFRESH_SECONDS = 90 * 24 * HOUR_SECONDS;
/** Blobs that no record names are thrown away "after some hours". */
const BLOB_LIFE_MS = 6 * HOUR_SECONDS * 1000;
const MOST_UPLOAD_BYTES = 100_000_000;
const MOST_VIDEO_BYTES = 300_000_000;
/** How often a video is still being encoded when asked for. */
const LOOKS_WHILE_ENCODING = 2;
/** What the video service takes. What it hands out is always MP4. */
const VIDEO_TYPES = new Set(['video/mp4', 'video/mpeg', 'video/quicktime', 'video/webm', 'image/gif']);

interface State {
  /** By DID. */
  accounts: { [did: string]: Account };
  /** Refresh tokens that were not used yet, by their id. */
  refreshable: { [tokenId: string]: true };
  jobs: { [id: string]: Job };
}

interface Account {
  did: string;
  handle: string;
  email: string;
  displayName: string;
  appPassword: string;
  /** By record key. */
  posts: { [rkey: string]: { cid: string; value: Json } };
  /** By CID. */
  blobs: { [cid: string]: StoredBlob };
}

interface StoredBlob {
  mimeType: string;
  size: number;
  storedAt: number;
  used: boolean;
  url: string;
}

interface Job {
  id: string;
  did: string;
  cid: string;
  looks: number;
  failureCode: string | null;
  video: StoredBlob;
}

export const bluesky: SimulatedNetwork<State> = {
  platform: 'bluesky',
  initial: () => ({ accounts: {}, refreshable: {}, jobs: {} }),
  endpoints: endpointsAt,
  connect(world, name) {
    const account = accountFor(world, name);
    const { did, handle, displayName } = account;
    return {
      remoteId: did,
      username: handle,
      displayName,
      url: `https://bsky.app/profile/${handle}`,
      endpoints: endpointsAt(world.baseUrl),
      credentials: {
        identifier: handle,
        appPassword: account.appPassword,
        did,
        ...newTokens(world, account),
      },
      limits: {},
    };
  },
  routes: (world) => [
    ...sessionRoutes(world),
    ...identityRoutes(world),
    ...recordRoutes(world),
    ...videoRoutes(world),
  ],
  error,
  expiredToken: () => refusal(400, 'ExpiredToken', 'Token has expired'),
};

function endpointsAt(baseUrl: string): { [name: string]: string } {
  return { pds: baseUrl, video: `${baseUrl}/video`, public: `${baseUrl}/public`, plc: `${baseUrl}/plc` };
}

function accountFor(world: World<State>, name: string): Account {
  const handle = `${
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'someone'
  }.test`;
  const did = `did:plc:${base32(sha256(name)).slice(0, 24)}`;
  const letters = base32(sha256(`password of ${name}`));
  return (world.state.accounts[did] ??= {
    did,
    handle,
    email: `${handle.split('.')[0]}@example.org`,
    displayName: name,
    appPassword: [0, 4, 8, 12].map((start) => letters.slice(start, start + 4)).join('-'),
    posts: {},
    blobs: {},
  });
}

// Sessions

function sessionRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'com.atproto.server.createSession',
      method: 'post',
      path: '/xrpc/com.atproto.server.createSession',
      account: async ({ request }) =>
        findAccount(world, textIn(await inputOf(request.clone()), 'identifier'))?.did ?? null,
      async answer({ request }) {
        const input = await inputOf(request);
        const account = findAccount(world, textIn(input, 'identifier'));
        if (account === null || account.appPassword !== textIn(input, 'password')) {
          return refusal(401, 'AuthenticationRequired', 'Invalid identifier or password');
        }
        return Response.json({ ...sessionOf(world, account), ...newTokens(world, account) });
      },
    },
    {
      call: 'com.atproto.server.refreshSession',
      method: 'post',
      path: '/xrpc/com.atproto.server.refreshSession',
      account: callerOf,
      answer({ request }) {
        const caller = authorize(world, request, 'com.atproto.refresh');
        if (caller instanceof Response) return caller;
        delete world.state.refreshable[caller.token.jti ?? ''];
        return Response.json({ ...sessionOf(world, caller.account), ...newTokens(world, caller.account) });
      },
    },
    {
      call: 'com.atproto.server.deleteSession',
      method: 'post',
      path: '/xrpc/com.atproto.server.deleteSession',
      account: callerOf,
      answer({ request }) {
        const caller = authorize(world, request, 'com.atproto.refresh');
        if (caller instanceof Response) return caller;
        delete world.state.refreshable[caller.token.jti ?? ''];
        return new Response(null, { status: 200 });
      },
    },
    {
      call: 'com.atproto.server.getServiceAuth',
      method: 'get',
      path: '/xrpc/com.atproto.server.getServiceAuth',
      account: callerOf,
      answer({ request, url }) {
        const caller = authorize(world, request, 'com.atproto.access');
        if (caller instanceof Response) return caller;
        const aud = url.searchParams.get('aud') ?? '';
        const lxm = url.searchParams.get('lxm') ?? '';
        const exp = Number(url.searchParams.get('exp') ?? seconds(world) + 60);
        if (!aud.startsWith('did:'))
          return refusal(400, 'InvalidRequest', 'Params must have the property "aud"');
        if (!(exp > seconds(world))) return refusal(400, 'BadExpiration', 'expiration is in past');
        if (exp > seconds(world) + HOUR_SECONDS) {
          return refusal(
            400,
            'BadExpiration',
            'cannot request a token with an expiration more than an hour in the future',
          );
        }
        return Response.json({ token: sign({ iss: caller.account.did, aud, lxm, exp }) });
      },
    },
  ];
}

function sessionOf(world: World<State>, { did, handle, email }: Account) {
  return { did, handle, email, emailConfirmed: true, active: true, didDoc: didDocument(world, did) };
}

function didDocument(world: World<State>, did: string) {
  const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: world.baseUrl }];
  return { id: did, service };
}

/** A JWT's claims. Tokens of a session have a scope and a subject, those of a service an issuer and a method. */
interface Token {
  scope?: string;
  sub?: string;
  iss?: string;
  aud?: string;
  lxm?: string;
  exp: number;
  jti?: string;
}

function newTokens(world: World<State>, { did }: Account): { accessJwt: string; refreshJwt: string } {
  const iat = seconds(world);
  const jti = `t${world.nextNumber()}`;
  world.state.refreshable[jti] = true;
  const access = { scope: 'com.atproto.access', sub: did, iat, exp: iat + ACCESS_SECONDS, jti: `a${jti}` };
  const refresh = { scope: 'com.atproto.refresh', sub: did, iat, exp: iat + REFRESH_SECONDS, jti };
  return { accessJwt: sign(access), refreshJwt: sign(refresh) };
}

function authorize(
  world: World<State>,
  request: Request,
  scope: string,
): { account: Account; token: Token } | Response {
  const jwt = bearerOf(request);
  if (jwt === null) return refusal(401, 'AuthMissing', 'Authentication Required');
  const token = verify(jwt);
  if (token === null) return refusal(400, 'InvalidToken', 'Token could not be verified');
  if (token.scope !== scope) return refusal(400, 'InvalidToken', 'Bad token scope');
  if (token.exp <= seconds(world)) return refusal(400, 'ExpiredToken', 'Token has expired');
  if (scope === 'com.atproto.refresh' && world.state.refreshable[token.jti ?? ''] === undefined) {
    return refusal(400, 'ExpiredToken', 'Token has been revoked');
  }
  const account = world.state.accounts[token.sub ?? ''];
  return account === undefined ? refusal(403, 'AccountNotFound', 'Account not found') : { account, token };
}

function bearerOf(request: Request): string | null {
  return /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/** The account a token speaks for, good or not. */
function callerOf({ request }: Exchange): string | null {
  const token = claimsOf(bearerOf(request) ?? '');
  return token?.sub ?? token?.iss ?? null;
}

function sign(claims: { [name: string]: Json }): string {
  const head = Buffer.from('{"typ":"JWT","alg":"HS256"}').toString('base64url');
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${head}.${body}.${signatureOf(`${head}.${body}`)}`;
}

function verify(jwt: string): Token | null {
  const [head, body, signature] = jwt.split('.');
  return signature === signatureOf(`${head}.${body}`) ? claimsOf(jwt) : null;
}

function claimsOf(jwt: string): Token | null {
  try {
    return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Token;
  } catch {
    return null; // not a JWT
  }
}

function signatureOf(text: string): string {
  return createHmac('sha256', 'the sandbox signs its tokens with this').update(text).digest('base64url');
}

// Identities

function identityRoutes(world: World<State>): Route[] {
  const directory: Route = {
    call: 'plc.directory',
    method: 'get',
    path: '/plc/:did',
    account: ({ params }) => params['did'] ?? null,
    answer({ params }) {
      const did = decodeURIComponent(params['did'] ?? '');
      return world.state.accounts[did] === undefined
        ? Response.json({ message: `DID not registered: ${did}` }, { status: 404 })
        : Response.json(didDocument(world, did));
    },
  };
  const lookups = ['', '/public'].flatMap((prefix): Route[] => [
    {
      call: 'com.atproto.identity.resolveHandle',
      method: 'get',
      path: `${prefix}/xrpc/com.atproto.identity.resolveHandle`,
      account: () => null,
      answer({ url }) {
        const account = findAccount(world, url.searchParams.get('handle') ?? '');
        return account === null
          ? refusal(400, 'HandleNotFound', 'Unable to resolve handle')
          : Response.json({ did: account.did });
      },
    },
    {
      call: 'app.bsky.actor.getProfile',
      method: 'get',
      path: `${prefix}/xrpc/app.bsky.actor.getProfile`,
      account: ({ url }) => findAccount(world, url.searchParams.get('actor') ?? '')?.did ?? null,
      answer({ url }) {
        const account = findAccount(world, url.searchParams.get('actor') ?? '');
        if (account === null) return refusal(400, 'InvalidRequest', 'Profile not found');
        const { did, handle, displayName, posts } = account;
        const postsCount = Object.keys(posts).length;
        return Response.json({ did, handle, displayName, followersCount: 12, followsCount: 3, postsCount });
      },
    },
  ]);
  return [directory, ...lookups];
}

/** By DID, handle or e-mail address. */
function findAccount(world: World<State>, name: string): Account | null {
  const wanted = name.toLowerCase();
  return (
    Object.values(world.state.accounts).find(
      ({ did, handle, email }) => did === name || handle === wanted || email === wanted,
    ) ?? null
  );
}

// Records and their blobs

function recordRoutes(world: World<State>): Route[] {
  const write = async ({ request }: Exchange, judge: (write: Write) => Response): Promise<Response> => {
    const caller = authorize(world, request, 'com.atproto.access');
    if (caller instanceof Response) return caller;
    const read = await readWrite(world, caller.account, await inputOf(request));
    return read instanceof Response ? read : judge(read);
  };
  return [
    {
      call: 'com.atproto.repo.uploadBlob',
      method: 'post',
      path: '/xrpc/com.atproto.repo.uploadBlob',
      account: callerOf,
      async answer({ request }) {
        const caller = authorize(world, request, 'com.atproto.access');
        if (caller instanceof Response) return caller;
        const bytes = new Uint8Array(await request.arrayBuffer());
        if (bytes.length > MOST_UPLOAD_BYTES)
          return refusal(413, 'PayloadTooLarge', 'request entity too large');
        const mimeType = request.headers.get('content-type') ?? '*/*';
        const cid = cidOf(RAW, bytes);
        caller.account.blobs[cid] ??= storeBlob(world, bytes, mimeType);
        caller.account.blobs[cid].storedAt = world.now();
        return Response.json({ blob: blobObject(cid, caller.account.blobs[cid]) });
      },
    },
    {
      call: 'com.atproto.repo.putRecord',
      method: 'post',
      path: '/xrpc/com.atproto.repo.putRecord',
      account: callerOf,
      answer: (exchange) =>
        write(exchange, ({ account, rkey, record, input }) => {
          if (rkey === null) return refusal(400, 'InvalidRequest', 'Input must have the property "rkey"');
          const current = account.posts[rkey];
          const cid = cidOf(DAG_CBOR, canonical(record));
          if (current?.cid === cid) {
            return Response.json({ uri: uriOf(account, rkey), cid, validationStatus: 'valid' });
          }
          const swap = isObject(input) ? input['swapRecord'] : undefined;
          if (swap !== undefined && swap !== (current?.cid ?? null)) {
            return refusal(400, 'InvalidSwap', `Record was at ${current?.cid ?? 'null'}`);
          }
          return store(world, account, rkey, record);
        }),
    },
    {
      call: 'com.atproto.repo.createRecord',
      method: 'post',
      path: '/xrpc/com.atproto.repo.createRecord',
      account: callerOf,
      answer: (exchange) =>
        write(exchange, ({ account, rkey, record }) =>
          rkey !== null && account.posts[rkey] !== undefined
            ? error(500, undefined)
            : store(world, account, rkey ?? tid(world), record),
        ),
    },
    {
      call: 'com.atproto.repo.getRecord',
      method: 'get',
      path: '/xrpc/com.atproto.repo.getRecord',
      account: ({ url }) => findAccount(world, url.searchParams.get('repo') ?? '')?.did ?? null,
      answer({ url }) {
        const repo = url.searchParams.get('repo') ?? '';
        const collection = url.searchParams.get('collection') ?? '';
        const rkey = url.searchParams.get('rkey') ?? '';
        const account = findAccount(world, repo);
        if (account === null) return refusal(400, 'RepoNotFound', `Could not find repo: ${repo}`);
        const post = collection === COLLECTION ? account.posts[rkey] : undefined;
        return post === undefined
          ? refusal(400, 'RecordNotFound', `Could not locate record: at://${repo}/${collection}/${rkey}`)
          : Response.json({ uri: uriOf(account, rkey), cid: post.cid, value: post.value });
      },
    },
  ];
}

interface Write {
  account: Account;
  rkey: string | null;
  record: JsonObject;
  input: Json;
}

/** What the server checks of a record before it looks whether the key is free. */
async function readWrite(world: World<State>, account: Account, input: Json): Promise<Write | Response> {
  if (findAccount(world, textIn(input, 'repo')) !== account) {
    return refusal(400, 'InvalidRequest', 'Input/repo is not the repository of the token');
  }
  if (textIn(input, 'collection') !== COLLECTION) {
    return refusal(400, 'InvalidRequest', `the sandbox knows no collection but ${COLLECTION}`);
  }
  const rkey = isObject(input) && typeof input['rkey'] === 'string' ? input['rkey'] : null;
  if (rkey !== null && !TID.test(rkey))
    return refusal(400, 'InvalidRequest', 'Invalid record key: not a tid');
  const record = isObject(input) ? input['record'] : undefined;
  if (!isObject(record)) return refusal(400, 'InvalidRequest', 'Input must have the property "record"');
  const invalid = (await schemaFault(record)) ?? facetFault(record);
  if (invalid !== null) return refusal(400, 'InvalidRequest', `Invalid ${COLLECTION} record: ${invalid}`);
  return { account, rkey, record, input };
}

const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;

async function schemaFault(record: JsonObject): Promise<string | null> {
  const { jsonToLex, lexicons } = await import('@atproto/api');
  try {
    lexicons.assertValidRecord(COLLECTION, jsonToLex(record));
    return null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : 'not a record';
  }
}

/** The reference server lets these pass; apps then show nonsense. The sandbox is stricter, so that nobody has to look. */
function facetFault(record: JsonObject): string | null {
  const bytes = new TextEncoder().encode(textIn(record, 'text'));
  const isBoundary = (offset: number) => offset === bytes.length || ((bytes[offset] ?? 0x80) & 0xc0) !== 0x80;
  const facets = Array.isArray(record['facets']) ? record['facets'] : [];
  for (const [number, facet] of facets.entries()) {
    const index = isObject(facet) && isObject(facet['index']) ? facet['index'] : {};
    const start = Number(index['byteStart']);
    const end = Number(index['byteEnd']);
    const fault =
      (start >= end && 'is empty') ||
      (end > bytes.length && 'ends behind the text') ||
      (!(isBoundary(start) && isBoundary(end)) && 'cuts a character');
    if (fault) return `Record/facets/${number}/index ${fault}`;
  }
  return null;
}

/** Writes a post that was not there, or another text in its place, once its blobs are found. */
function store(world: World<State>, account: Account, rkey: string, record: JsonObject): Response {
  const blobs = blobsIn(record['embed']);
  for (const { cid, most, accept } of blobs) {
    const blob = account.blobs[cid];
    if (blob === undefined || (!blob.used && blob.storedAt + BLOB_LIFE_MS < world.now())) {
      return refusal(400, 'BlobNotFound', `Could not find blob: ${cid}`);
    }
    if (blob.size > most) {
      const message = `This file is too large. It is ${blob.size} bytes but the maximum size is ${most} bytes.`;
      return refusal(400, 'BlobTooLarge', message);
    }
    if (!accept.test(blob.mimeType)) {
      const message = `Wrong type of file. It is ${blob.mimeType} but it must match ${accept.source}.`;
      return refusal(400, 'InvalidMimeType', message);
    }
  }
  const cid = cidOf(DAG_CBOR, canonical(record));
  const isNew = account.posts[rkey] === undefined;
  const media: LedgerEntry['media'] = [];
  for (const { cid } of blobs) {
    const blob = account.blobs[cid];
    if (blob === undefined) continue;
    blob.used = true;
    media.push({ url: blob.url, type: blob.mimeType, bytes: blob.size });
  }
  account.posts[rkey] = { cid, value: record };
  const uri = uriOf(account, rkey);
  if (isNew) {
    const embed = isObject(record['embed']) ? textIn(record['embed'], '$type') : null;
    const details = { rkey, createdAt: textIn(record, 'createdAt'), embed, facets: record['facets'] ?? [] };
    world.record({ account: account.did, id: uri, text: textIn(record, 'text'), media, details });
  }
  const commit = { cid: cidOf(DAG_CBOR, canonical([uri, cid])), rev: tid(world) };
  return Response.json({ uri, cid, commit, validationStatus: 'valid' });
}

/** The blobs of an embed, with what its schema asks of them. */
function blobsIn(embed: Json | undefined): { cid: string; most: number; accept: RegExp }[] {
  if (!isObject(embed)) return [];
  const image = { most: 2_000_000, accept: /^image\// };
  const video = { most: MOST_VIDEO_BYTES, accept: /^video\/mp4$/ };
  const items = Array.isArray(embed['images']) ? embed['images'] : embed['items'];
  const images = (Array.isArray(items) ? items : []).map((item) => (isObject(item) ? item['image'] : null));
  return [
    ...images.map((blob) => ({ cid: linkIn(blob), ...image })),
    ...(embed['video'] === undefined ? [] : [{ cid: linkIn(embed['video']), ...video }]),
  ];
}

function linkIn(blob: Json | undefined): string {
  return isObject(blob) && isObject(blob['ref']) ? textIn(blob['ref'], '$link') : '';
}

function storeBlob(world: World<State>, bytes: Uint8Array<ArrayBuffer>, mimeType: string): StoredBlob {
  const url = world.keepMedia(bytes, mimeType);
  return { mimeType, size: bytes.length, storedAt: world.now(), used: false, url };
}

function blobObject(cid: string, { mimeType, size }: StoredBlob) {
  return { $type: 'blob', ref: { $link: cid }, mimeType, size };
}

function uriOf({ did }: Account, rkey: string): string {
  return `at://${did}/${COLLECTION}/${rkey}`;
}

// The video service

function videoRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'app.bsky.video.uploadVideo',
      method: 'post',
      path: '/video/xrpc/app.bsky.video.uploadVideo',
      account: ({ url }) => url.searchParams.get('did'),
      async answer({ request, url }) {
        const did = url.searchParams.get('did') ?? '';
        const account = world.state.accounts[did];
        const token = verify(bearerOf(request) ?? '');
        const server = `did:web:${encodeURIComponent(new URL(world.baseUrl).host)}`;
        if (token === null || account === undefined || token.iss !== did || token.exp <= seconds(world)) {
          return refusal(401, 'AuthenticationRequired', 'Invalid service token');
        }
        if (token.aud !== server || token.lxm !== 'com.atproto.repo.uploadBlob') {
          return refusal(401, 'AuthenticationRequired', 'The service token is for another server or method');
        }
        if (!url.searchParams.get('name')) return refusal(400, 'InvalidRequest', 'name is missing');
        const mimeType = (request.headers.get('content-type') ?? '').split(';')[0] ?? '';
        if (!VIDEO_TYPES.has(mimeType)) return refusal(400, 'InvalidRequest', `${mimeType} is not a video`);
        const bytes = new Uint8Array(await request.arrayBuffer());
        if (bytes.length > MOST_VIDEO_BYTES) return refusal(413, 'PayloadTooLarge', 'The video is too large');
        return takeVideo(world, account, bytes);
      },
    },
    {
      call: 'app.bsky.video.getJobStatus',
      method: 'get',
      path: '/video/xrpc/app.bsky.video.getJobStatus',
      account: ({ url }) => world.state.jobs[url.searchParams.get('jobId') ?? '']?.did ?? null,
      answer({ url }) {
        const job = world.state.jobs[url.searchParams.get('jobId') ?? ''];
        if (job === undefined) return refusal(404, 'NotFound', 'Job not found');
        job.looks += 1;
        if (job.looks > LOOKS_WHILE_ENCODING && job.failureCode === null) {
          const account = world.state.accounts[job.did];
          if (account !== undefined) account.blobs[job.cid] ??= { ...job.video, storedAt: world.now() };
        }
        return Response.json({ jobStatus: jobStatus(job) });
      },
    },
  ];
}

function takeVideo(world: World<State>, account: Account, bytes: Uint8Array<ArrayBuffer>): Response {
  const cid = cidOf(RAW, bytes);
  const seen = Object.values(world.state.jobs).find((job) => job.did === account.did && job.cid === cid);
  if (seen !== undefined) {
    const kept = account.blobs[cid];
    if (kept !== undefined) kept.storedAt = world.now();
    const body = { ...jobStatus(seen), error: 'already_exists', message: 'Video already processed' };
    return Response.json(body, { status: 409 });
  }
  const failureCode =
    /^fail:([a-z_]+)/.exec(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))?.[1] ?? null;
  const id = `c${world.nextNumber()}`;
  const video = storeBlob(world, bytes, 'video/mp4');
  world.state.jobs[id] = { id, did: account.did, cid, looks: 0, failureCode, video };
  return Response.json({ jobId: id, did: account.did, state: 'JOB_STATE_CREATED', progress: 0 });
}

function jobStatus({ id, did, cid, looks, failureCode, video }: Job): JsonObject {
  const job = { jobId: id, did };
  if (looks === 0) return { ...job, state: 'JOB_STATE_CREATED', progress: 0 };
  if (looks <= LOOKS_WHILE_ENCODING) return { ...job, state: 'JOB_STATE_ENCODING', progress: looks * 30 };
  if (failureCode !== null) {
    return {
      ...job,
      state: 'JOB_STATE_FAILED',
      failureCode,
      error: failureCode,
      message: `Failed: ${failureCode}`,
    };
  }
  return { ...job, state: 'JOB_STATE_COMPLETED', progress: 100, blob: blobObject(cid, video) };
}

// Answers

function refusal(
  status: number,
  code: string,
  message: string,
  headers: { [name: string]: string } = {},
): Response {
  return Response.json({ error: code, message }, { status, headers });
}

const WORDS: { [status: number]: [code: string, message: string] } = {
  400: ['InvalidRequest', 'Invalid request'],
  401: ['AuthenticationRequired', 'Authentication Required'],
  403: ['Forbidden', 'Forbidden'],
  404: ['XRPCNotSupported', 'XRPCNotSupported'],
  413: ['PayloadTooLarge', 'request entity too large'],
  429: ['RateLimitExceeded', 'Rate Limit Exceeded'],
  500: ['InternalServerError', 'Internal Server Error'],
  502: ['UpstreamFailure', 'Upstream Failure'],
  503: ['NotEnoughResources', 'Not Enough Resources'],
  504: ['UpstreamTimeout', 'Upstream Timeout'],
};

/** @param now when given, a 429 tells the end of its window as the network does: in unix seconds */
function error(status: number, retryAfterSeconds: number | undefined, now?: number): Response {
  const [code, message] = WORDS[status] ?? ['Unknown', `HTTP ${status}`];
  const headers: { [name: string]: string } = {};
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  if (status === 429) {
    Object.assign(headers, {
      'ratelimit-limit': '3000',
      'ratelimit-remaining': '0',
      'ratelimit-policy': '3000;w=300',
    });
    if (now !== undefined)
      headers['ratelimit-reset'] = String(Math.ceil(now / 1000) + (retryAfterSeconds ?? 300));
  }
  return refusal(status, code, message, headers);
}

// Small things

type JsonObject = { [key: string]: Json };

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textIn(value: Json | undefined, key: string): string {
  const text = isObject(value) ? value[key] : undefined;
  return typeof text === 'string' ? text : '';
}

async function inputOf(request: Request): Promise<Json> {
  try {
    return (await request.json()) as Json;
  } catch {
    return null; // no JSON: every property is missing then
  }
}

function seconds(world: World<State>): number {
  return Math.floor(world.now() / 1000);
}

const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz';

function tid(world: World<State>): string {
  let rest = ((BigInt(world.now()) * 1000n + BigInt(world.nextNumber() % 1000)) << 10n) | 5n;
  let text = '';
  for (let place = 0; place < 13; place += 1, rest >>= 5n) text = `${ALPHABET[Number(rest & 31n)]}${text}`;
  return text;
}

/** Codecs of a CID: plain bytes, and records. */
const RAW = 0x55;
const DAG_CBOR = 0x71;

/** CIDv1 over SHA-256. A record is hashed as sorted JSON, not as CBOR: nobody compares it with another server's. */
function cidOf(codec: number, content: Uint8Array | string): string {
  return `b${base32(Buffer.concat([Buffer.from([1, codec, 0x12, 0x20]), sha256(content)]))}`;
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_, node: Json) =>
    isObject(node) ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1))) : node,
  );
}

function sha256(content: Uint8Array | string): Buffer {
  return createHash('sha256').update(content).digest();
}

/** RFC 4648, lower case, without padding. */
function base32(bytes: Uint8Array): string {
  const digits = 'abcdefghijklmnopqrstuvwxyz234567';
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => digits[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
