/**
 * DEV as its API v1 shows it: articles of one account for each API key. Simulated: the headers it insists on, slugs that
 * change when a draft is published, the refusals of duplicates, Liquid and front matter, the budget of new articles.
 * Not simulated: organisations, followers, comments.
 */
import { createHash } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { Exchange, LedgerEntry, Route, SimulatedNetwork, World } from '../simulator.ts';
import { picturesIn } from '../shared/markdown.ts';

const MOST_TITLE = 128;
const MOST_TAGS = 4;
const DISCLOSURES = ['no_ai', 'some_ai', 'fully_autonomous'];
/** New articles in 30 seconds. */
const MOST_NEW = 10;
const WINDOW_MS = 30_000;
const LIQUID_TAGS = ['embed', 'raw', 'endraw', 'youtube', 'link', 'comment', 'endcomment'];

interface User {
  id: number;
  username: string;
  name: string;
}
interface Article {
  id: number;
  userId: number;
  title: string;
  body: string;
  slug: string;
  tags: string[];
  canonicalUrl: string | null;
  mainImage: string | null;
  disclosure: string | null;
  published: boolean;
  createdAt: number;
  publishedAt: number | null;
}
interface State {
  users: User[];
  /** User ids by API key. */
  keys: { [key: string]: number };
  /** Oldest first. */
  articles: Article[];
}

export const devto: SimulatedNetwork<State> = {
  platform: 'devto',
  initial: () => ({ users: [], keys: {}, articles: [] }),
  endpoints: (baseUrl) => ({ api: `${baseUrl}/api` }),
  connect: (world, name) => {
    const user = userFor(world, name);
    const apiKey = createHash('sha256')
      .update(`sandbox devto key ${user.id}`)
      .digest('base64url')
      .slice(0, 24);
    world.state.keys[apiKey] = user.id;
    return {
      remoteId: String(user.id),
      username: user.username,
      displayName: user.name,
      url: `${world.baseUrl}/${user.username}`,
      endpoints: { api: `${world.baseUrl}/api` },
      credentials: { apiKey },
      limits: {},
    };
  },
  routes: (world) => [
    route(world, 'GET /users/me', 'get', '/api/users/me', (user) => Response.json(userBody(world, user))),
    route(world, 'POST /articles', 'post', '/api/articles', (user, exchange) =>
      create(world, user, exchange),
    ),
    ...(['/articles/me', '/articles/me/:which'] as const).map((path) =>
      route(world, `GET ${path}`, 'get', `/api${path}`, (user, exchange) => listOf(world, user, exchange)),
    ),
    route(world, 'PUT /articles/:id', 'put', '/api/articles/:id', (user, exchange) =>
      update(world, user, exchange),
    ),
    route(world, 'PUT /articles/:id/unpublish', 'put', '/api/articles/:id/unpublish', (user, { params }) => {
      const article = articleOf(world, user, params['id']);
      if (!article) return error(404, undefined);
      article.published = false;
      return new Response(null, { status: 204 });
    }),
    {
      call: 'GET /articles/:id',
      method: 'get',
      path: '/api/articles/:id',
      account: ({ request }) => accountIn(world, request),
      answer: ({ params }) => {
        const article = world.state.articles.find(({ id }) => String(id) === params['id']);
        return article?.published ? Response.json(bodyOf(world, article)) : error(404, undefined);
      },
    },
  ],
  error,
  /** Keys work until they are deleted. */
  expiredToken: () => null,
};

function userFor(world: World<State>, name: string): User {
  const { state } = world;
  const username = name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '_');
  const known = state.users.find((user) => user.username === username);
  if (known) return known;
  const user = { id: 4700 + world.nextNumber(), username, name };
  state.users.push(user);
  return user;
}

function route(
  world: World<State>,
  call: string,
  method: Route['method'],
  path: string,
  answer: (user: User, exchange: Exchange) => Response | Promise<Response>,
): Route {
  return {
    call,
    method,
    path,
    account: ({ request }) => accountIn(world, request),
    answer: (exchange) => {
      const { headers } = exchange.request;
      // The edge lets no program pass that does not say what it is.
      if (!headers.get('user-agent')) return new Response('<html>Forbidden</html>', { status: 403 });
      if (headers.get('accept') !== 'application/vnd.forem.api-v1+json') {
        return refusal(400, 'this sandbox speaks version 1 only: send its Accept header');
      }
      const user = userIn(world, exchange.request);
      return user ? answer(user, exchange) : error(401, undefined);
    },
  };
}

function userIn({ state }: World<State>, request: Request): User | undefined {
  const id = state.keys[request.headers.get('api-key') ?? ''];
  return state.users.find((user) => user.id === id);
}

function accountIn(world: World<State>, request: Request): string | null {
  const user = userIn(world, request);
  return user ? String(user.id) : null;
}

/** The caller's own article. */
function articleOf({ state }: World<State>, user: User, id: string | undefined): Article | undefined {
  return state.articles.find((article) => String(article.id) === id && article.userId === user.id);
}

// Writing

interface Given {
  title?: Json;
  body_markdown?: Json;
  published?: Json;
  tags?: Json;
  canonical_url?: Json;
  main_image?: Json;
  ai_disclosure_level?: Json;
}

async function create(world: World<State>, user: User, { request }: Exchange): Promise<Response> {
  const { state } = world;
  const given = await read(request);
  if (given === null) return refusal(400, 'param is missing or the value is empty: article');
  const recent = state.articles.filter(
    ({ userId, createdAt }) => userId === user.id && world.now() - createdAt < WINDOW_MS,
  );
  if (recent.length >= MOST_NEW) return error(429, 30);
  const article = filled(
    {
      id: 0,
      userId: user.id,
      title: '',
      body: '',
      slug: '',
      tags: [],
      canonicalUrl: null,
      mainImage: null,
      disclosure: null,
      published: false,
      createdAt: world.now(),
      publishedAt: null,
    },
    given,
  );
  const wrong = faultOf(state, article);
  if (wrong !== null) return refusal(422, wrong);
  article.id = 1000 + world.nextNumber();
  article.slug = `${slugOf(article)}-temp-slug-${world.nextNumber()}`;
  state.articles.push(article);
  if (given.published === true) await publish(world, article);
  return Response.json(bodyOf(world, article), { status: 201 });
}

async function update(world: World<State>, user: User, { request, params }: Exchange): Promise<Response> {
  const given = await read(request);
  if (given === null) return refusal(400, 'param is missing or the value is empty: article');
  const article = articleOf(world, user, params['id']);
  if (!article) return error(404, undefined);
  const changed = filled(article, given);
  const wrong = faultOf(world.state, changed);
  if (wrong !== null) return refusal(422, wrong);
  Object.assign(article, changed);
  if (given.published === true) await publish(world, article);
  if (given.published === false) article.published = false;
  return Response.json(bodyOf(world, article));
}

async function read(request: Request): Promise<Given | null> {
  const body = (await request.json().catch(() => null)) as { article?: Given } | null;
  return typeof body?.article === 'object' ? body.article : null;
}

function filled(article: Article, given: Given): Article {
  const changed = { ...article };
  if (given.title !== undefined) changed.title = textOf(given.title);
  if (given.body_markdown !== undefined) changed.body = textOf(given.body_markdown);
  if (Array.isArray(given.tags)) changed.tags = given.tags.map((tag) => textOf(tag).toLowerCase());
  if (given.canonical_url !== undefined) changed.canonicalUrl = textOf(given.canonical_url) || null;
  if (given.main_image !== undefined) changed.mainImage = textOf(given.main_image) || null;
  if (given.ai_disclosure_level !== undefined) changed.disclosure = textOf(given.ai_disclosure_level) || null;
  // Front matter overrides what the fields say.
  const matter = /^---\s*\n(.*?)\n---/s.exec(changed.body)?.[1];
  const title = /^title:\s*(.+)$/m.exec(matter ?? '')?.[1];
  if (title !== undefined) changed.title = title;
  return changed;
}

/** The sentence of a refusal; null where there is nothing to refuse. */
function faultOf(state: State, article: Article): string | null {
  const { title, body, tags, canonicalUrl, disclosure } = article;
  if (title.trim() === '') return "Validation failed: Title can't be blank";
  if (title.length > MOST_TITLE)
    return `Validation failed: Title is too long (maximum is ${MOST_TITLE} characters)`;
  if (body.trim() === '') return "Validation failed: Body markdown can't be blank";
  if (tags.length > MOST_TAGS) return 'Validation failed: Tag list exceed the maximum of 4 tags';
  const odd = tags.find((tag) => !/^[\p{L}\p{N}]{1,30}$/u.test(tag));
  if (odd !== undefined) {
    return `Validation failed: Tag list tag "${odd}" contains non-alphanumeric or prohibited unicode characters`;
  }
  if (canonicalUrl !== null && !/^https?:\/\/\S+$/.test(canonicalUrl)) {
    return 'Validation failed: Canonical url must be a valid URL';
  }
  const others = state.articles.filter(({ id }) => id !== article.id);
  if (canonicalUrl !== null && others.some((other) => other.canonicalUrl === canonicalUrl)) {
    return 'Validation failed: Canonical url has already been taken';
  }
  const same = (other: Article) =>
    other.userId === article.userId && other.title === title && other.body === body;
  if (others.some(same)) return 'Validation failed: Body markdown has already been taken';
  if (disclosure !== null && !DISCLOSURES.includes(disclosure)) {
    return 'Validation failed: Ai disclosure level is not included in the list';
  }
  const tag = liquidIn(body).find((name) => !LIQUID_TAGS.includes(name));
  return tag === undefined ? null : `Liquid syntax error: Unknown tag '${tag}'`;
}

/** Names of the commands in a body; those in code are none. */
function liquidIn(body: string): string[] {
  const text = body.replaceAll(/```.*?```|~~~.*?~~~|`[^`]+`/gs, '');
  return [...text.matchAll(/\{%-?\s*(\w*)/g)].map(([, name]) => name ?? '');
}

async function publish(world: World<State>, article: Article): Promise<void> {
  if (article.published) return;
  article.published = true;
  if (article.publishedAt !== null) return;
  article.publishedAt = world.now();
  article.slug = slugOf(article);
  const cover = article.mainImage === null ? [] : [article.mainImage];
  const pictures = [...cover, ...picturesIn(article.body)];
  world.record({
    account: String(article.userId),
    id: String(article.id),
    text: article.body,
    media: await Promise.all(pictures.map((url) => fetched(world, url))),
    details: {
      title: article.title,
      tags: article.tags,
      canonicalUrl: article.canonicalUrl,
      cover: article.mainImage,
      aiDisclosure: article.disclosure,
      url: addressOf(world, article),
    },
  });
}

/** DEV fetches pictures when it shows them; one it cannot fetch is missing on the page. */
async function fetched(world: World<State>, url: string): Promise<LedgerEntry['media'][number]> {
  const response = await world.fetch(url).catch(() => null);
  if (!response?.ok) return { url, type: 'not fetched', bytes: 0 };
  const type = response.headers.get('content-type') ?? '';
  return { url, type, bytes: (await response.arrayBuffer()).byteLength };
}

// Reading

function listOf({ state, baseUrl }: World<State>, user: User, { params, url }: Exchange): Response {
  const which = params['which'] ?? 'published';
  if (!['published', 'unpublished', 'all'].includes(which)) return error(404, undefined);
  const page = Number(url.searchParams.get('page') ?? 1);
  const perPage = Math.min(Number(url.searchParams.get('per_page') ?? 30), 1000);
  const found = state.articles
    .filter(({ userId }) => userId === user.id)
    .filter(({ published }) => which === 'all' || published === (which === 'published'))
    .toReversed()
    .slice((page - 1) * perPage, page * perPage);
  return Response.json(
    found.map((article) => ({
      ...bodyOf({ state, baseUrl }, article),
      tag_list: article.tags,
      tags: article.tags.join(', '),
      published: article.published,
      page_views_count: 0,
    })),
  );
}

function bodyOf({ state, baseUrl }: Pick<World<State>, 'state' | 'baseUrl'>, article: Article) {
  const user = state.users.find(({ id }) => id === article.userId);
  const url = addressOf({ state, baseUrl }, article);
  return {
    type_of: 'article',
    id: article.id,
    title: article.title,
    description: article.body.slice(0, 100),
    slug: article.slug,
    path: url.slice(baseUrl.length),
    url,
    canonical_url: article.canonicalUrl ?? url,
    cover_image: article.mainImage,
    created_at: new Date(article.createdAt).toISOString(),
    edited_at: null,
    published_at: article.publishedAt === null ? null : new Date(article.publishedAt).toISOString(),
    comments_count: 0,
    public_reactions_count: 0,
    reading_time_minutes: 1,
    tag_list: article.tags.join(', '),
    tags: article.tags,
    body_markdown: article.body,
    ai_disclosure_level: article.disclosure ?? 'not_disclosed',
    user: { username: user?.username, name: user?.name },
  };
}

function addressOf({ state, baseUrl }: Pick<World<State>, 'state' | 'baseUrl'>, article: Article): string {
  const user = state.users.find(({ id }) => id === article.userId);
  return `${baseUrl}/${user?.username}/${article.slug}`;
}

function slugOf({ id, title }: Article): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${words}-${id.toString(36)}`;
}

function userBody({ baseUrl }: World<State>, { id, username, name }: User) {
  return {
    type_of: 'user',
    id,
    username,
    name,
    summary: '',
    twitter_username: null,
    github_username: null,
    website_url: null,
    location: '',
    joined_at: 'Jan  1, 2020',
    profile_image: `${baseUrl}/${username}.png`,
  };
}

// Answers

const WORDS: { [status: number]: string } = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found',
  429: 'Rate limit reached, try again in 30 seconds',
};

function error(status: number, retryAfterSeconds: number | undefined): Response {
  const headers: { [name: string]: string } =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  const words = WORDS[status];
  if (words !== undefined) return refusal(status, words, headers);
  return new Response(`<html><body>${status}</body></html>`, {
    status,
    headers: { ...headers, 'content-type': 'text/html' },
  });
}

function refusal(status: number, error: string, headers: { [name: string]: string } = {}): Response {
  return Response.json({ error, status }, { status, headers });
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : '';
}
