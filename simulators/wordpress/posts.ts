/** Posts: drafts, what is published, the trash. */
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { forbiddenStatus, type Input, inputOf, listed, refusal, type signedOut } from './answers.ts';
import { capabilitiesOf, userIn, withUser } from './callers.ts';
import { type Post, remoteIdOf, type State, type User } from './state.ts';

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];

export async function createPost(world: World<State>, user: User, { request }: Exchange): Promise<Response> {
  const input = await inputOf(request);
  const post: Post = {
    id: 0,
    author: user.id,
    status: 'draft',
    slug: '',
    title: '',
    content: '',
    excerpt: '',
    featured: 0,
    tags: [],
    at: world.now(),
    recorded: false,
  };
  const fault = change(world, post, user, input);
  if (fault !== null) return fault;
  if (post.title === '' && post.content === '' && post.excerpt === '') {
    return refusal(400, 'empty_content', 'Content, title, and excerpt are empty.');
  }
  post.id = world.nextNumber();
  world.state.posts[post.id] = post;
  record(world, post);
  return Response.json(postBody(world, post), { status: 201 });
}

export async function updatePost(
  world: World<State>,
  post: Post,
  user: User,
  { request }: Exchange,
): Promise<Response> {
  const changed = { ...post };
  const fault = change(world, changed, user, await inputOf(request));
  if (fault !== null) return fault;
  Object.assign(post, changed);
  record(world, post);
  return Response.json(postBody(world, post));
}

/** Takes over what is given. */
function change(world: World<State>, post: Post, user: User, input: Input): Response | null {
  const { title, content, excerpt, slug, status, featured_media: featured, tags } = input;
  if (status !== undefined && (typeof status !== 'string' || !STATUSES.includes(status))) {
    return refusal(400, 'rest_invalid_param', 'Invalid parameter(s): status', {
      params: { status: `status is not one of ${STATUSES.join(', ')}.` },
    });
  }
  if ((status === 'publish' || status === 'future') && !capabilitiesOf(user).publish_posts) {
    return refusal(
      403,
      'rest_cannot_publish',
      'Sorry, you are not allowed to publish posts in this post type.',
    );
  }
  if (typeof featured === 'number' && featured !== 0 && world.state.media[featured] === undefined) {
    return refusal(400, 'rest_invalid_featured_media', 'Invalid featured media ID.');
  }
  const tagIds = Array.isArray(tags) ? tags.map(Number) : null;
  if (tagIds?.some((id) => world.state.tags[id] === undefined)) {
    return refusal(400, 'rest_invalid_param', 'Invalid parameter(s): tags');
  }
  if (tagIds !== null) post.tags = tagIds;
  if (typeof title === 'string') post.title = title;
  if (typeof content === 'string') post.content = content;
  if (typeof excerpt === 'string') post.excerpt = excerpt;
  if (typeof slug === 'string') post.slug = freeSlug(Object.values(world.state.posts), slug, post.id);
  if (typeof status === 'string') post.status = status;
  if (typeof featured === 'number') post.featured = featured;
  return null;
}

export function freeSlug(taken: { id: number; slug: string }[], wanted: string, id: number): string {
  const isFree = (slug: string) => !taken.some((other) => other.slug === slug && other.id !== id);
  if (wanted === '' || isFree(wanted)) return wanted;
  let number = 2;
  while (!isFree(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}

function record(world: World<State>, post: Post): void {
  if (post.status !== 'publish' || post.recorded) return;
  post.recorded = true;
  const { users, media } = world.state;
  const shown = Object.values(media).filter(
    ({ id, source }) => id === post.featured || post.content.includes(`"${source}"`),
  );
  const author = users[post.author];
  world.record({
    account: author === undefined ? '' : remoteIdOf(world, author),
    id: String(post.id),
    text: [textOf(post.title), textOf(post.content)].filter((text) => text !== '').join('\n\n'),
    media: shown.map(({ source, type, bytes, alt }) => ({ url: source, type, bytes, ...(alt && { alt }) })),
    details: {
      title: textOf(post.title),
      html: post.content,
      slug: post.slug,
      link: linkOf(world, post),
      featured: media[post.featured]?.source ?? null,
      tags: (post.tags ?? []).map((id) => world.state.tags[id]?.name ?? ''),
    },
  });
}

/** The words of HTML as a reader sees them. */
function textOf(html: string): string {
  return html
    .replaceAll(/<figure\b.*?<\/figure>/gs, '')
    .replaceAll(/<br\s*\/?>\n?/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}

export function withPost(
  world: World<State>,
  exchange: Exchange,
  answer: (post: Post, user: User) => Response | Promise<Response>,
  forbidden: Parameters<typeof signedOut>[0],
): Response | Promise<Response> {
  const post = world.state.posts[exchange.params['id'] ?? ''];
  if (post === undefined) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.');
  return withUser(world, exchange, (user) => answer(post, user), forbidden);
}

export function deletePost(world: World<State>, post: Post, { url }: Exchange): Response {
  if (url.searchParams.get('force') === 'true') {
    delete world.state.posts[post.id];
    return Response.json({ deleted: true, previous: postBody(world, post) });
  }
  Object.assign(post, { status: 'trash', slug: `${post.slug}__trashed` });
  return Response.json(postBody(world, post));
}

/** Without a login only what is published is listed, and other statuses may not be asked for. */
export function listPosts(world: World<State>, exchange: Exchange): Response | Promise<Response> {
  const query = exchange.url.searchParams;
  const wanted = (query.get('status') ?? 'publish').split(',');
  const answer = () =>
    listed(
      Object.values(world.state.posts)
        .filter(
          ({ status, slug, author }) =>
            wanted.includes(status) &&
            (query.get('slug') ?? slug) === slug &&
            (query.get('author') ?? String(author)) === String(author),
        )
        .toSorted((one, other) => other.at - one.at || other.id - one.id)
        .map((post) => postBody(world, post)),
      exchange,
    );
  if (userIn(world, exchange) !== null || wanted.join(',') === 'publish') return answer();
  return forbiddenStatus();
}

export function postBody(world: World<State>, post: Post) {
  const at = new Date(post.at).toISOString().slice(0, 19);
  return {
    id: post.id,
    status: post.status,
    slug: post.slug,
    link: linkOf(world, post),
    date: at,
    date_gmt: at,
    modified_gmt: at,
    title: { raw: post.title, rendered: post.title },
    content: { raw: post.content, rendered: post.content },
    author: post.author,
    featured_media: post.featured,
    tags: post.tags ?? [],
  };
}

function linkOf({ baseUrl }: World<State>, { id }: Post): string {
  return `${baseUrl}/?p=${id}`;
}
