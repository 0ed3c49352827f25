/**
 * Hashnode's GraphQL API as far as Troupe speaks it: one address, each operation known by the field it asks for.
 * Simulated: drafts that disappear when they are published, slugs, tags, the size of a request, the Pro plan, and a
 * storage that insists on the file as the last part. Who connects as `free …` has no Pro plan.
 * Not simulated: GraphQL itself (what is asked for beyond these shapes is not looked at), teams, series.
 */
import { createHash } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { Exchange, LedgerEntry, Route, SimulatedNetwork, World } from '../simulator.ts';
import { picturesIn } from '../shared/markdown.ts';

const MOST_BYTES = 100_000;
const MOST_PICTURE_BYTES = 8_000_000;
const MOST_TAGS = 15;
const MOST_TITLE = 250;

interface User {
  id: string;
  username: string;
  name: string;
  token: string;
  publicationIds: string[];
}
interface Publication {
  id: string;
  title: string;
  url: string;
  pro: boolean;
}
interface Article {
  /** The draft's id, then the article's. */
  id: string;
  publicationId: string;
  title: string;
  slug: string;
  markdown: string;
  tags: { slug: string; name: string }[];
  cover: string | null;
  originalUrl: string | null;
  at: number;
}
interface State {
  users: User[];
  publications: Publication[];
  /** Oldest first. */
  drafts: Article[];
  posts: Article[];
  /** Content types of uploads that were promised, by key. */
  promised: { [key: string]: string };
  /** What was uploaded, by its address. */
  pictures: { [url: string]: LedgerEntry['media'][number] };
}
type Variables = { [name: string]: Json };

export const hashnode: SimulatedNetwork<State> = {
  platform: 'hashnode',
  initial: () => ({ users: [], publications: [], drafts: [], posts: [], promised: {}, pictures: {} }),
  endpoints,
  connect: (world, name) => {
    const user = userFor(world, name);
    const publication = world.state.publications.find(({ id }) => id === user.publicationIds[0]);
    if (!publication) throw new RangeError(`${name} has no publication`);
    return {
      remoteId: publication.id,
      username: user.username,
      displayName: publication.title,
      url: publication.url,
      endpoints: endpoints(world.baseUrl),
      credentials: { token: user.token, publicationId: publication.id },
      limits: {},
    };
  },
  routes: (world) => [graphqlRoute(world), storageRoute(world)],
  error,
  /** Tokens work until they are revoked. */
  expiredToken: () => null,
};

/** `storage` is where the presigned form leads, which the network itself names with each upload. */
function endpoints(baseUrl: string): { [name: string]: string } {
  return { api: `${baseUrl}/graphql`, cdn: `${baseUrl}/cdn`, storage: `${baseUrl}/storage` };
}

function userFor(world: World<State>, name: string): User {
  const { state } = world;
  const username = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  const known = state.users.find((user) => user.username === username);
  if (known) return known;
  const publication = (title: string, host: string): Publication => ({
    id: objectId(`publication ${host}`),
    title,
    url: `${world.baseUrl}/${host}`,
    pro: !name.startsWith('free'),
  });
  const publications = [
    publication(`${name}'s blog`, username),
    publication('Boat club', `${username}-club`),
  ];
  const user: User = {
    id: objectId(`user ${username}`),
    username,
    name,
    token: createHash('sha256').update(`sandbox hashnode ${username}`).digest('hex').slice(0, 36),
    publicationIds: publications.map(({ id }) => id),
  };
  state.publications.push(...publications);
  state.users.push(user);
  return user;
}

function objectId(what: string): string {
  return createHash('sha256').update(`sandbox hashnode ${what}`).digest('hex').slice(0, 24);
}

// One address for all

/** Operations by what their query asks for, the more special ones first. */
const OPERATIONS = [
  ['createImageUploadURL', /createImageUploadURL\s*\(/],
  ['createDraft', /createDraft\s*\(/],
  ['publishDraft', /publishDraft\s*\(/],
  ['me', /\bme\s*\{/],
  ['publication.drafts', /\bdrafts\s*\(/],
  ['publication.posts', /\bposts\s*\(/],
  ['publication.post', /\bpost\s*\(/],
  ['draft', /\bdraft\s*\(/],
] as const;
type Operation = (typeof OPERATIONS)[number][0];

interface Asked {
  operation: Operation | null;
  variables: Variables;
}

async function read(request: Request): Promise<Asked> {
  const body = (await request.json().catch(() => null)) as { query?: string; variables?: Variables } | null;
  const query = body?.query ?? '';
  const operation = OPERATIONS.find(([, form]) => form.test(query))?.[0] ?? null;
  return { operation, variables: body?.variables ?? {} };
}

function graphqlRoute(world: World<State>): Route {
  return {
    call: async ({ request }) => (await read(request.clone())).operation ?? 'unknown',
    method: 'post',
    path: '/graphql/',
    account: async ({ request }) => {
      const user = userOf(world, request);
      if (!user) return null;
      const { variables } = await read(request.clone());
      return publicationIn(world, variables) ?? user.publicationIds[0] ?? null;
    },
    answer: async ({ request }: Exchange) => {
      const bytes = (await request.clone().arrayBuffer()).byteLength;
      if (bytes > MOST_BYTES) return page(413);
      const { operation, variables } = await read(request);
      const user = userOf(world, request);
      if (!user) return error(401, undefined);
      const asked = publicationIn(world, variables);
      if (asked !== null) {
        const publication = world.state.publications.find(({ id }) => id === asked);
        if (!publication || !user.publicationIds.includes(asked))
          return refusal('NOT_FOUND', 'Publication not found');
        if (!publication.pro) return refusal('FORBIDDEN', 'Publication does not have an active Pro plan.');
      }
      return perform(world, user, operation, variables);
    },
  };
}

function perform(
  world: World<State>,
  user: User,
  operation: Operation | null,
  variables: Variables,
): Response {
  const { drafts, posts, publications } = world.state;
  const ours = ({ publicationId }: Article) => publicationId === variables['id'];
  switch (operation) {
    case 'createImageUploadURL':
      return promise(world, inputOf(variables));
    case 'createDraft':
      return createDraft(world, inputOf(variables));
    case 'publishDraft':
      return publishDraft(world, user, inputOf(variables));
    case 'me': {
      const own = publications.filter(({ id }) => user.publicationIds.includes(id));
      return data({
        me: {
          id: user.id,
          username: user.username,
          name: user.name,
          profilePicture: `${world.baseUrl}/cdn/${user.username}.png`,
          publications: { edges: own.map(({ id, title, url }) => ({ node: { id, title, url } })) },
        },
      });
    }
    case 'publication.drafts':
      return data({
        publication: { drafts: { edges: drafts.filter(ours).toReversed().slice(0, 20).map(asNode) } },
      });
    case 'publication.posts': {
      const publication = publications.find(({ id }) => id === variables['id']);
      const newest = posts.filter(ours).toReversed().slice(0, 20).map(asNode);
      return data({
        publication: {
          id: publication?.id ?? null,
          title: publication?.title ?? null,
          posts: { edges: newest },
        },
      });
    }
    case 'publication.post': {
      const post = posts.find((post) => ours(post) && post.slug === variables['slug']);
      return data({ publication: { post: post ? postBody(world, post) : null } });
    }
    case 'draft': {
      const draft = drafts.find(({ id }) => id === variables['id']);
      return draft
        ? data({ draft: { id: draft.id, slug: draft.slug } })
        : refusal('NOT_FOUND', 'Draft not found');
    }
    case null:
      return refusal('GRAPHQL_VALIDATION_FAILED', 'Cannot query that field.', 400);
    default:
      return operation satisfies never;
  }
}

function userOf({ state }: World<State>, request: Request): User | undefined {
  const token = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
  return state.users.find((user) => user.token === token);
}

/** The publication that an operation is for: named, or that of the draft. */
function publicationIn({ state }: World<State>, variables: Variables): string | null {
  const input = inputOf(variables);
  const named = textOf(input['publicationId']) || textOf(variables['id']);
  const draftId = textOf(input['draftId']) || named;
  const draft = state.drafts.find(({ id }) => id === draftId);
  if (draft) return draft.publicationId;
  return state.publications.some(({ id }) => id === named) ? named : textOf(input['publicationId']) || null;
}

function inputOf(variables: Variables): Variables {
  const input = variables['i'] ?? variables['input'];
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
}

// Drafts and articles

function createDraft(world: World<State>, input: Variables): Response {
  const title = textOf(input['title']);
  const tags = (Array.isArray(input['tags']) ? input['tags'] : []) as { slug?: string; name?: string }[];
  const settings = input['settings'] as Variables | undefined;
  const cover = input['coverImageOptions'] as Variables | undefined;
  if (title.trim() === '') return refusal('BAD_USER_INPUT', 'Title is required');
  if (title.length > MOST_TITLE)
    return refusal('BAD_USER_INPUT', `Title is longer than ${MOST_TITLE} characters`);
  if (typeof input['contentMarkdown'] !== 'string' || input['contentMarkdown'].trim() === '') {
    return refusal('BAD_USER_INPUT', 'Content is required');
  }
  if (tags.length > MOST_TAGS) return refusal('BAD_USER_INPUT', `A post can have up to ${MOST_TAGS} tags`);
  if (tags.some(({ slug }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug ?? ''))) {
    return refusal('BAD_USER_INPUT', 'Tag slug is not valid');
  }
  const id = objectId(`draft ${world.nextNumber()}`);
  world.state.drafts.push({
    id,
    publicationId: textOf(input['publicationId']),
    title,
    slug: settings?.['slugOverridden'] === true ? textOf(input['slug']) : `untitled-${id}`,
    markdown: input['contentMarkdown'],
    tags: tags.map(({ slug = '', name }) => ({ slug, name: name ?? slug })),
    cover: textOf(cover?.['coverImageURL']) || null,
    originalUrl: textOf(input['originalArticleURL']) || null,
    at: world.now(),
  });
  return data({ createDraft: { draft: { id } } });
}

function publishDraft(world: World<State>, user: User, input: Variables): Response {
  const { state } = world;
  const draft = state.drafts.find(({ id }) => id === input['draftId']);
  if (!draft || !user.publicationIds.includes(draft.publicationId))
    return refusal('NOT_FOUND', 'Draft not found');
  state.drafts = state.drafts.filter((other) => other !== draft);
  const taken = (slug: string) =>
    state.posts.some((post) => post.publicationId === draft.publicationId && post.slug === slug);
  const slug = taken(draft.slug) ? `${draft.slug}-${world.nextNumber()}` : draft.slug;
  const post: Article = { ...draft, id: objectId(`post of ${draft.id}`), slug, at: world.now() };
  state.posts.push(post);
  const pictures = [...(post.cover === null ? [] : [post.cover]), ...picturesIn(post.markdown)];
  world.record({
    account: post.publicationId,
    id: post.id,
    text: post.markdown,
    media: pictures.map((url) => state.pictures[url] ?? { url, type: 'picture of another place', bytes: 0 }),
    details: {
      title: post.title,
      tags: post.tags,
      cover: post.cover,
      originalArticleUrl: post.originalUrl,
      url: addressOf(world, post),
    },
  });
  return data({ publishDraft: { post: postBody(world, post) } });
}

function asNode({ id, title, slug, at }: Article) {
  return { node: { id, title, slug, updatedAt: new Date(at).toISOString() } };
}

function postBody(world: World<State>, post: Article) {
  const { id, slug, title, at } = post;
  return { id, slug, url: addressOf(world, post), title, publishedAt: new Date(at).toISOString() };
}

function addressOf({ state }: World<State>, { publicationId, slug }: Article): string {
  return `${state.publications.find(({ id }) => id === publicationId)?.url}/${slug}`;
}

// Pictures

function promise(world: World<State>, input: Variables): Response {
  const contentType = textOf(input['contentType']);
  if (!/^image\/(?!svg)/.test(contentType)) return refusal('BAD_USER_INPUT', 'Unsupported content type');
  const key = `uploads/${objectId(`upload ${world.nextNumber()}`)}`;
  world.state.promised[key] = contentType;
  const fields = { key, 'Content-Type': contentType, policy: 'sandbox', 'X-Amz-Signature': objectId(key) };
  return data({
    createImageUploadURL: { presignedPost: { url: `${world.baseUrl}/storage/bucket`, fields } },
  });
}

function storageRoute(world: World<State>): Route {
  return {
    call: 'storage',
    method: 'post',
    path: '/storage/bucket',
    account: () => null,
    answer: async ({ request }) => {
      const form = await request.formData().catch(() => null);
      const parts = [...(form ?? [])];
      const [last, file] = parts.at(-1) ?? [];
      const key = textOf(form?.get('key') as Json);
      const type = world.state.promised[key];
      if (last !== 'file' || !(file instanceof File)) return storageError(400, 'InvalidArgument');
      if (type === undefined || form?.get('X-Amz-Signature') !== objectId(key))
        return storageError(403, 'AccessDenied');
      if (file.size > MOST_PICTURE_BYTES) return storageError(400, 'EntityTooLarge');
      delete world.state.promised[key];
      const kept = world.keepMedia(new Uint8Array(await file.arrayBuffer()), type);
      world.state.pictures[`${world.baseUrl}/cdn/${key}`] = { url: kept, type, bytes: file.size };
      return new Response(null, { status: 204 });
    },
  };
}

function storageError(status: number, code: string): Response {
  return new Response(`<Error><Code>${code}</Code></Error>`, {
    status,
    headers: { 'content-type': 'application/xml' },
  });
}

// Answers

function data(data: { [field: string]: unknown }): Response {
  return Response.json({ data });
}

function refusal(code: string, message: string, status = 200): Response {
  return Response.json({ errors: [{ message, extensions: { code } }], data: null }, { status });
}

function error(status: number, retryAfterSeconds: number | undefined): Response {
  if (status === 401) return refusal('UNAUTHENTICATED', 'You must be authenticated.');
  if (status === 500) return refusal('INTERNAL_SERVER_ERROR', 'Internal server error', 200);
  return page(status, retryAfterSeconds);
}

/** What stands in front of the API answers pages. */
function page(status: number, retryAfterSeconds?: number): Response {
  const headers: { [name: string]: string } = { 'content-type': 'text/html' };
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  return new Response(`<html><body>${status}</body></html>`, { status, headers });
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
