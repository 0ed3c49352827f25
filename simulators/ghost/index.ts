/**
 * Ghost sites, one for each account, by their Admin API. Simulated: the signed token of each call, `source=html`, fields
 * that are unknown, slugs made unique silently, the time of the last change that an update must repeat, and mails that
 * only the change from draft to published sends. Not simulated: members, pages, scheduling, the public site.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { Exchange, LedgerEntry, Route, SimulatedNetwork, World } from '../simulator.ts';

const MAX_TITLE = 255;
const MAX_TAG = 191;
const MAX_SLUG = 191;
const MAX_CANONICAL = 2000;
const MAX_TOKEN_LIFE_S = 300;
const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'];
const NEWSLETTERS = ['weekly', 'daily'];
/** One that is not mailed any more. */
const ARCHIVED = 'christmas';
const MEMBERS = 40;
const FIELDS = new Set([
  'title',
  'html',
  'lexical',
  'status',
  'slug',
  'tags',
  'authors',
  'feature_image',
  'feature_image_alt',
  'custom_excerpt',
  'canonical_url',
  'visibility',
  'meta_title',
  'meta_description',
  'email_subject',
  'email_only',
  'featured',
  'published_at',
  'updated_at',
]);

interface Site {
  name: string;
  title: string;
  keyId: string;
  secret: string;
}
interface Post {
  id: string;
  uuid: string;
  site: string;
  title: string;
  html: string;
  slug: string;
  status: string;
  tags: string[];
  featureImage: string | null;
  canonicalUrl: string | null;
  createdAt: number;
  updatedAt: number;
  publishedAt: number | null;
  email: { id: string; status: string; newsletter: string; recipient_filter: string } | null;
}
interface State {
  sites: Site[];
  /** Oldest first. */
  posts: Post[];
  /** What was uploaded, by its address on the site. */
  pictures: { [url: string]: LedgerEntry['media'][number] };
}

export const ghost: SimulatedNetwork<State> = {
  platform: 'ghost',
  initial: () => ({ sites: [], posts: [], pictures: {} }),
  /** Each site is a folder of this address. */
  endpoints: (baseUrl) => ({ admin: baseUrl }),
  connect: (world, name) => {
    const site = siteFor(world, name);
    const admin = `${world.baseUrl}/${site.name}`;
    const { host, pathname } = new URL(admin);
    return {
      remoteId: remoteIdOf(world, site),
      username: `${host}${pathname}`,
      displayName: site.title,
      url: `${admin}/`,
      endpoints: { admin },
      credentials: { keyId: site.keyId, secret: site.secret },
      limits: {},
    };
  },
  routes: (world) => [
    {
      call: 'GET /site/',
      method: 'get',
      path: '/:site/ghost/api/admin/site/',
      account: accountIn(world),
      answer: ({ params }) => {
        const site = siteNamed(world, params['site']);
        if (!site) return page(404);
        const { title } = site;
        const url = `${world.baseUrl}/${site.name}/`;
        return Response.json({
          site: { title, description: '', logo: null, icon: null, url, version: '6.0' },
        });
      },
    },
    route(world, 'GET /newsletters/', 'get', '/newsletters/', () =>
      Response.json({
        newsletters: [...NEWSLETTERS, ARCHIVED].map((slug) => ({
          id: slug,
          name: slug,
          slug,
          status: slug === ARCHIVED ? 'archived' : 'active',
        })),
        meta: {
          pagination: { page: 1, limit: 50, pages: 1, total: NEWSLETTERS.length + 1, next: null, prev: null },
        },
      }),
    ),
    route(world, 'POST /images/upload/', 'post', '/images/upload/', (_, exchange) => upload(world, exchange)),
    route(world, 'POST /posts/', 'post', '/posts/', (site, exchange) => create(world, site, exchange)),
    route(world, 'PUT /posts/:id/', 'put', '/posts/:id/', (site, exchange) => update(world, site, exchange)),
    route(world, 'GET /posts/slug/:slug/', 'get', '/posts/slug/:slug/', (site, { params }) =>
      found(world, site, (post) => post.slug === params['slug']),
    ),
    route(world, 'GET /posts/:id/', 'get', '/posts/:id/', (site, { params }) =>
      found(world, site, (post) => post.id === params['id']),
    ),
    route(world, 'DELETE /posts/:id/', 'delete', '/posts/:id/', (site, { params }) => {
      world.state.posts = world.state.posts.filter(
        (post) => post.site !== site.name || post.id !== params['id'],
      );
      return new Response(null, { status: 204 });
    }),
  ],
  error,
  /** Keys work until they are made anew. */
  expiredToken: () => null,
};

// Sites and their keys

function siteFor(world: World<State>, title: string): Site {
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const known = siteNamed(world, name);
  if (known) return known;
  const digits = (what: string, count: number) =>
    createHash('sha256').update(`sandbox ghost ${what} of ${name}`).digest('hex').slice(0, count);
  const site = { name, title, keyId: digits('key', 24), secret: digits('secret', 64) };
  world.state.sites.push(site);
  return site;
}

function siteNamed({ state }: World<State>, name: string | undefined): Site | undefined {
  return state.sites.find((site) => site.name === name);
}

function remoteIdOf({ baseUrl }: World<State>, { name, keyId }: Site): string {
  const { host, pathname } = new URL(`${baseUrl}/${name}`);
  return `${host}${pathname}:${keyId}`;
}

function accountIn(world: World<State>) {
  return ({ params }: Exchange): string | null => {
    const site = siteNamed(world, params['site']);
    return site ? remoteIdOf(world, site) : null;
  };
}

function route(
  world: World<State>,
  call: string,
  method: Route['method'],
  path: string,
  answer: (site: Site, exchange: Exchange) => Response | Promise<Response>,
): Route {
  return {
    call,
    method,
    path: `/:site/ghost/api/admin${path}`,
    account: accountIn(world),
    answer: (exchange) => {
      const site = siteNamed(world, exchange.params['site']);
      if (!site) return page(404);
      return unauthorized(site, exchange.request, world.now()) ?? answer(site, exchange);
    },
  };
}

/** Why a call's token is not good; null where it is. */
function unauthorized(site: Site, request: Request, now: number): Response | null {
  const [, token] = /^Ghost (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  if (token === undefined) {
    return refusal(
      401,
      'UnauthorizedError',
      'Authorization header is missing or has another format',
      'INVALID_AUTH_HEADER',
    );
  }
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { alg, kid } = decoded(header);
  if (kid === undefined)
    return refusal(401, 'UnauthorizedError', 'Admin API kid missing.', 'MISSING_ADMIN_API_KEY_ID');
  if (kid !== site.keyId)
    return refusal(401, 'UnauthorizedError', 'Unknown Admin API Key', 'UNKNOWN_ADMIN_API_KEY');
  const { iat, exp, aud } = decoded(payload);
  const right = createHmac('sha256', Buffer.from(site.secret, 'hex')).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  const issued = Number(iat);
  const ends = Number(exp);
  const seconds = now / 1000;
  const good =
    alg === 'HS256' &&
    given.length === right.length &&
    timingSafeEqual(given, right) &&
    aud === '/admin/' &&
    ends - issued <= MAX_TOKEN_LIFE_S &&
    seconds < ends &&
    seconds >= issued - 1;
  return good
    ? null
    : refusal(401, 'UnauthorizedError', 'Invalid token: jwt expired or wrong', 'INVALID_JWT');
}

function decoded(part: string): { [name: string]: Json } {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as { [name: string]: Json };
  } catch {
    return {}; // no token: what it should say is missing
  }
}

// Pictures

async function upload(world: World<State>, { request, params }: Exchange): Promise<Response> {
  const form = await request.formData().catch(() => null);
  const file = form?.get('file');
  if (!(file instanceof File)) return refusal(422, 'ValidationError', 'Please select an image.');
  if (!PICTURES.includes(file.type)) {
    return refusal(415, 'UnsupportedMediaTypeError', 'Please select a valid image.');
  }
  const kept = world.keepMedia(new Uint8Array(await file.arrayBuffer()), file.type);
  const [year, month] = new Date(world.now()).toISOString().split('-');
  const url = `${world.baseUrl}/${params['site']}/content/images/${year}/${month}/${world.nextNumber()}-${file.name}`;
  world.state.pictures[url] = { url: kept, type: file.type, bytes: file.size };
  return Response.json({ images: [{ url, ref: form?.get('ref') ?? null }] }, { status: 201 });
}

// Posts

type Given = { [name: string]: Json };

async function read(request: Request): Promise<Given | Response> {
  const body = (await request.json().catch(() => null)) as { posts?: Given[] } | null;
  const given = body?.posts?.[0];
  if (!given) return refusal(400, 'BadRequestError', "No root key ('posts') provided.");
  const unknown = Object.keys(given).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) {
    return invalid(unknown, `Validation (AdditionalProperties) failed for ${unknown}`);
  }
  return given;
}

async function create(world: World<State>, site: Site, { request, url }: Exchange): Promise<Response> {
  const given = await read(request);
  if (given instanceof Response) return given;
  const now = world.now();
  const number = world.nextNumber();
  const post: Post = {
    id: createHash('sha256').update(`post ${number}`).digest('hex').slice(0, 24),
    uuid: createHash('sha256').update(`uuid ${number}`).digest('hex').slice(0, 32),
    site: site.name,
    title: '(Untitled)',
    html: '',
    slug: '',
    status: 'draft',
    tags: [],
    featureImage: null,
    canonicalUrl: null,
    createdAt: now,
    updatedAt: now,
    publishedAt: null,
    email: null,
  };
  const wrong = fill(post, given, url);
  if (wrong) return wrong;
  post.slug = freeSlug(world, post);
  world.state.posts.push(post);
  if (post.status === 'published') publish(world, site, post, null);
  return Response.json(bodyOf(world, post), { status: 201 });
}

async function update(
  world: World<State>,
  site: Site,
  { request, url, params }: Exchange,
): Promise<Response> {
  const given = await read(request);
  if (given instanceof Response) return given;
  const post = world.state.posts.find(({ id, site: name }) => id === params['id'] && name === site.name);
  if (!post) return error(404, undefined);
  if (given['updated_at'] !== new Date(post.updatedAt).toISOString()) {
    return refusal(
      409,
      'UpdateCollisionError',
      'Saving failed! Someone else is editing this post.',
      null,
      'updated_at differs',
    );
  }
  const newsletter = url.searchParams.get('newsletter');
  if (newsletter !== null && !NEWSLETTERS.includes(newsletter)) {
    // as Ghost 6.65 does
    return refusal(500, 'InternalServerError', 'The post does not have a newsletter relation');
  }
  const before = post.status;
  const changed = { ...post };
  const wrong = fill(changed, given, url);
  if (wrong) return wrong;
  Object.assign(post, changed);
  // Two changes within a millisecond are two changes.
  post.updatedAt = Math.max(world.now(), post.updatedAt + 1);
  if (before === 'draft' && post.status === 'published') {
    const segment = url.searchParams.get('email_segment') ?? 'all';
    if (newsletter !== null) {
      post.email = {
        id: `email-${world.nextNumber()}`,
        status: 'pending',
        newsletter,
        recipient_filter: segment,
      };
    }
    publish(world, site, post, given['email_only'] === true ? 'sent' : null);
  }
  return Response.json(bodyOf(world, post));
}

/** Takes over what was given; the refusal where something does not fit. */
function fill(post: Post, given: Given, url: URL): Response | null {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : null);
  const most = (name: string, limit: number) =>
    (text(name)?.length ?? 0) > limit
      ? invalid(name, `Value in [posts.${name}] exceeds maximum length of ${limit} characters.`)
      : null;
  const tooLong = most('title', MAX_TITLE) ?? most('slug', MAX_SLUG) ?? most('canonical_url', MAX_CANONICAL);
  if (tooLong) return tooLong;
  if (given['title'] !== undefined && text('title')?.trim() === '') {
    return invalid('title', 'Value in [posts.title] cannot be blank.');
  }
  const tags = Array.isArray(given['tags']) ? given['tags'].map(tagName) : null;
  if (tags?.some((tag) => tag.length > MAX_TAG)) {
    return invalid('tags', `Value in [tags.name] exceeds maximum length of ${MAX_TAG} characters.`);
  }
  post.title = text('title') ?? post.title;
  post.slug = text('slug') ?? post.slug;
  post.status = text('status') ?? post.status;
  post.featureImage = text('feature_image') ?? post.featureImage;
  post.canonicalUrl = text('canonical_url') ?? post.canonicalUrl;
  post.tags = tags ?? post.tags;
  // HTML is read only where the query says that it is the source.
  if (url.searchParams.get('source') === 'html') post.html = text('html') ?? post.html;
  return null;
}

function tagName(tag: Json): string {
  const name = typeof tag === 'object' && tag !== null && !Array.isArray(tag) ? tag['name'] : tag;
  return typeof name === 'string' ? name : '';
}

/** A slug that is taken gets a number, and nobody is told. */
function freeSlug({ state }: World<State>, { slug, title, site }: Post): string {
  const wanted = slug || title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const taken = (one: string) => state.posts.some((post) => post.site === site && post.slug === one);
  let number = 1;
  let free = wanted;
  while (taken(free)) free = `${wanted}-${(number += 1)}`;
  return free;
}

function publish(world: World<State>, site: Site, post: Post, status: 'sent' | null): void {
  post.publishedAt = world.now();
  if (status !== null) post.status = status;
  const inText = [...post.html.matchAll(/<(img|video) src="([^"]+)"/g)];
  const media = [
    ...(post.featureImage === null ? [] : [pictureAt(world, post.featureImage)]),
    ...inText.map(([, tag, url = '']) =>
      tag === 'img' ? pictureAt(world, url) : { url, type: 'video by its address', bytes: 0 },
    ),
  ];
  world.record({
    account: remoteIdOf(world, site),
    id: post.id,
    text: textOf(post.html),
    media,
    details: {
      title: post.title,
      html: post.html,
      tags: post.tags,
      featureImage: post.featureImage,
      canonicalUrl: post.canonicalUrl,
      mailed:
        post.email === null ? null : { newsletter: post.email.newsletter, to: post.email.recipient_filter },
      url: addressOf(world, post),
    },
  });
}

/** A picture of the site by its address there; the sandbox keeps the file itself. */
function pictureAt({ state }: World<State>, url: string): LedgerEntry['media'][number] {
  return state.pictures[url] ?? { url, type: 'picture of another place', bytes: 0 };
}

/** The words that the page shows. */
function textOf(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll('<br>', '\n')
    .replaceAll('</p><p>', '\n\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .trim();
}

function found(world: World<State>, site: Site, is: (post: Post) => boolean): Response {
  const post = world.state.posts.find((post) => post.site === site.name && is(post));
  return post ? Response.json(bodyOf(world, post)) : error(404, undefined);
}

function bodyOf(world: World<State>, post: Post) {
  const { id, uuid, title, slug, status, html, tags, featureImage, canonicalUrl, email } = post;
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    posts: [
      {
        id,
        uuid,
        title,
        slug,
        status,
        html,
        visibility: 'public',
        url: addressOf(world, post),
        feature_image: featureImage,
        canonical_url: canonicalUrl,
        created_at: time(post.createdAt),
        updated_at: time(post.updatedAt),
        published_at: time(post.publishedAt),
        tags: tags.map((name) => ({
          name,
          slug: name.toLowerCase(),
          visibility: name.startsWith('#') ? 'internal' : 'public',
        })),
        newsletter: email === null ? null : { slug: email.newsletter },
        email: email === null ? null : { ...email, email_count: MEMBERS },
      },
    ],
  };
}

function addressOf({ baseUrl }: World<State>, { site, uuid, slug, status }: Post): string {
  if (status === 'sent') return `${baseUrl}/${site}/email/${uuid}/`;
  return status === 'published' ? `${baseUrl}/${site}/${slug}/` : `${baseUrl}/${site}/p/${uuid}/`;
}

// Answers

const TYPES: { [status: number]: [type: string, message: string] } = {
  401: ['UnauthorizedError', 'Unknown Admin API Key'],
  403: ['NoPermissionError', 'You do not have permission to perform this action'],
  404: ['NotFoundError', 'Resource not found error, cannot read post.'],
  413: ['RequestEntityTooLargeError', 'Request was too big for the server to handle.'],
  429: ['TooManyRequestsError', 'Too many requests, try again later.'],
  500: ['InternalServerError', 'The server has encountered an error.'],
  503: ['MaintenanceError', 'Ghost is currently in maintenance, please wait a moment then retry.'],
};

function error(status: number, retryAfterSeconds: number | undefined): Response {
  const known = TYPES[status];
  const headers: { [name: string]: string } =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return known ? refusal(status, known[0], known[1], null, null, headers) : page(status, headers);
}

function invalid(property: string, context: string): Response {
  return Response.json(
    {
      errors: [
        {
          message: 'Validation error, cannot save post.',
          context,
          type: 'ValidationError',
          details: null,
          property,
          help: null,
          code: null,
          id: 'sandbox',
          ghostErrorCode: null,
        },
      ],
    },
    { status: 422 },
  );
}

function refusal(
  status: number,
  type: string,
  message: string,
  code: string | null = null,
  context: string | null = null,
  headers: { [name: string]: string } = {},
): Response {
  const rest = { details: null, property: null, help: null, id: 'sandbox', ghostErrorCode: null };
  return Response.json({ errors: [{ message, context, type, code, ...rest }] }, { status, headers });
}

/** What a proxy in front of the site, or a place without a site, answers. */
function page(status: number, headers: { [name: string]: string } = {}): Response {
  return new Response(`<html><body>${status}</body></html>`, {
    status,
    headers: { ...headers, 'content-type': 'text/html' },
  });
}
