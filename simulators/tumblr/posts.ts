/**
 * Posts in the Neue Post Format. A video is processed until a list was read twice; then it is a post with
 * another id. While it is, another video is refused. A video whose bytes begin with `fail:` never comes.
 */
import type { Json } from '../../machines/outcome.ts';
import { withoutDropped } from '../numbers/network.ts';
import type { LedgerEntry, Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { notesOf } from './numbers.ts';
import { authorize, blogOf, newId, refusal, success, type Blog, type Post, type State } from './state.ts';

const MAX_BLOCKS = 1000;
const MAX_TEXT = 4096;
const MAX_IMAGES = 30;
const MAX_JSON_BYTES = 1_000_000;
const SIZES = { image: 10_000_000, gif: 20_000_000, video: 500_000_000 };
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const VIDEO_TYPES = ['video/mp4', 'video/quicktime'];
const LOOKS_WHILE_WORKING = 2;
const NEVER = 1_000_000;

type Block = { [name: string]: Json };

export function postRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => blogOf(world, exchange)?.uuid ?? null;
  const ofBlog =
    (scope: string, answer: (blog: Blog, exchange: Exchange) => Response | Promise<Response>) =>
    (exchange: Exchange): Response | Promise<Response> => {
      const grant = authorize(world, exchange.request, scope);
      if (grant instanceof Response) return grant;
      const blog = blogOf(world, exchange);
      if (blog === null) return refusal(404, 'Not Found');
      const isOwn = world.state.users[grant.user]?.blogs.some(({ uuid }) => uuid === blog.uuid) ?? false;
      return isOwn ? answer(blog, exchange) : refusal(403, 'You do not have permission to use this blog.');
    };
  return [
    {
      call: 'POST /v2/blog/:blog/posts',
      method: 'post',
      path: '/v2/blog/:blog/posts',
      account,
      answer: ofBlog('write', async (blog, { request }) => {
        const read = await inputOf(request);
        return read instanceof Response ? read : create(world, blog, read);
      }),
    },
    {
      call: 'GET /v2/blog/:blog/posts',
      method: 'get',
      path: '/v2/blog/:blog/posts',
      account,
      answer: ofBlog('basic', (blog, { url }) => {
        work(world, blog);
        return listPublished(world, blog, url.searchParams);
      }),
    },
    {
      call: 'GET /v2/blog/:blog/posts/draft',
      method: 'get',
      path: '/v2/blog/:blog/posts/draft',
      account,
      answer: ofBlog('basic', (blog, { url }) => {
        work(world, blog);
        const before = url.searchParams.get('before_id');
        const drafts = postsOf(world, blog, 'draft').toReversed();
        const start = before === null ? 0 : drafts.findIndex(({ id }) => id === before) + 1;
        const page = drafts.slice(start, start + 20);
        return success({ posts: page.map((post) => bodyOf(world, blog, post)) });
      }),
    },
    {
      call: 'GET /v2/blog/:blog/notes',
      method: 'get',
      path: '/v2/blog/:blog/notes',
      account,
      answer: ofBlog('basic', (blog, { url }) => {
        const id = url.searchParams.get('id');
        const post = postsOf(world, blog, 'published').find((one) => one.id === id);
        if (!post) return refusal(404, 'Not Found');
        return success({ notes: [], rollup_notes: [], ...notesOf(world, post) });
      }),
    },
  ];
}

interface Input {
  post: Block;
  files: { [identifier: string]: { bytes: Uint8Array<ArrayBuffer>; type: string } };
}

/** A JSON body; or a form whose first part, `json`, is one, with the files behind it. */
async function inputOf(request: Request): Promise<Input | Response> {
  const type = request.headers.get('content-type') ?? '';
  try {
    if (type.startsWith('application/json')) return { post: (await request.json()) as Block, files: {} };
    const form = await request.formData();
    const [first] = form.keys();
    const json = form.get('json');
    if (first !== 'json' || typeof json !== 'string') return invalid('the first part must be json');
    const files: Input['files'] = {};
    for (const [name, part] of form) {
      if (typeof part === 'string') continue;
      files[name] = { bytes: new Uint8Array(await part.arrayBuffer()), type: part.type };
    }
    return { post: JSON.parse(json) as Block, files };
  } catch {
    return invalid('the body cannot be read');
  }
}

function create(world: World<State>, blog: Blog, { post, files }: Input): Response {
  const content = post['content'];
  if (!Array.isArray(content)) return invalid("'content' must be an array");
  const blocks = content as Block[];
  const fault = faultIn(blocks, post) ?? filesFault(blocks, files);
  if (fault !== null) return fault;
  const video = blocks.find(({ type }) => type === 'video');
  if (
    video &&
    world.state.posts.some(({ blog: uuid, state }) => uuid === blog.uuid && state === 'transcoding')
  ) {
    return refusal(403, 'Your video is still transcoding', 8010, 'Wait until the other video is done.');
  }
  const state = post['state'] === 'draft' ? 'draft' : 'published';
  const media = blocks.flatMap((block): LedgerEntry['media'] => {
    const file = files[identifierOf(block) ?? ''];
    if (!file) return [];
    const url = world.keepMedia(file.bytes, file.type);
    const alt = typeof block['alt_text'] === 'string' ? block['alt_text'] : '';
    return [{ url, type: file.type, bytes: file.bytes.length, ...(alt !== '' && { alt }) }];
  });
  const [first] = Object.values(files);
  const isBroken = Buffer.from(first?.bytes.subarray(0, 5) ?? []).toString('latin1') === 'fail:';
  const made: Post = {
    id: newId(world),
    blog: blog.uuid,
    at: world.now(),
    state: video ? 'transcoding' : state,
    content: blocks,
    slug: typeof post['slug'] === 'string' ? post['slug'] : '',
    tags: typeof post['tags'] === 'string' ? post['tags'].split(',').filter(Boolean) : [],
    sourceUrl: typeof post['source_url'] === 'string' ? post['source_url'] : null,
    becomes: video ? { id: newId(world), state, looksLeft: isBroken ? NEVER : LOOKS_WHILE_WORKING } : null,
    genesisId: null,
  };
  world.state.posts.push(made);
  if (!isBroken || !video) {
    const texts = blocks.flatMap(({ type, text }) => (type === 'text' ? [text as string] : []));
    world.record({
      account: blog.uuid,
      id: made.becomes?.id ?? made.id,
      text: texts.join('\n\n'),
      media,
      details: { state, slug: made.slug, tags: made.tags, sourceUrl: made.sourceUrl },
    });
  }
  const created = { id: made.id, state: made.state, display_text: `Posted to ${blog.name}` };
  return success(created, 201);
}

function faultIn(blocks: Block[], post: Block): Response | null {
  if (blocks.length === 0) return invalid("'content' must not be empty");
  if (blocks.length > MAX_BLOCKS) return invalid(`a post has at most ${MAX_BLOCKS} blocks`);
  if (JSON.stringify(post).length > MAX_JSON_BYTES) return invalid('the post is too large');
  for (const { type, text, formatting } of blocks) {
    if (type !== 'text') continue;
    const length = typeof text === 'string' ? Array.from(text).length : 0;
    if (length === 0) return invalid('a text block has no text');
    if (length > MAX_TEXT) return invalid(`a text block has at most ${MAX_TEXT} characters`);
    const ranges = (Array.isArray(formatting) ? formatting : []) as { start: number; end: number }[];
    if (ranges.some(({ start, end }) => !(start >= 0 && start < end && end <= length))) {
      return invalid('a range lies outside its text');
    }
  }
  if (blocks.filter(({ type }) => type === 'image').length > MAX_IMAGES) {
    return invalid(`a post has at most ${MAX_IMAGES} images`);
  }
  if (blocks.filter(({ type }) => type === 'video').length > 1)
    return invalid('a post has one uploaded video');
  return null;
}

function filesFault(blocks: Block[], files: Input['files']): Response | null {
  for (const block of blocks) {
    if (block['type'] !== 'image' && block['type'] !== 'video') continue;
    const file = files[identifierOf(block) ?? ''];
    if (!file) return invalid('a media block names a part that is not there');
    const isVideo = block['type'] === 'video';
    const types = isVideo ? VIDEO_TYPES : IMAGE_TYPES;
    if (!types.includes(file.type)) return refusal(400, 'The media format is not accepted', 8005, file.type);
    const most = isVideo ? SIZES.video : file.type === 'image/gif' ? SIZES.gif : SIZES.image;
    if (file.bytes.length > most) return refusal(400, 'The media is too large', 8005);
  }
  return null;
}

function identifierOf({ media }: Block): string | null {
  const one = (Array.isArray(media) ? media[0] : media) as { identifier?: string } | undefined;
  return one?.identifier ?? null;
}

/** One look nearer to the end of a video's work. */
function work(world: World<State>, blog: Blog): void {
  for (const post of world.state.posts) {
    const { becomes } = post;
    if (post.blog !== blog.uuid || becomes === null) continue;
    if (becomes.looksLeft > 0) {
      becomes.looksLeft -= 1;
      continue;
    }
    post.genesisId = post.id;
    post.id = becomes.id;
    post.state = becomes.state;
    post.becomes = null;
  }
}

function postsOf(world: World<State>, blog: Blog, state: Post['state']): Post[] {
  return world.state.posts.filter((post) => post.blog === blog.uuid && post.state === state);
}

function listPublished(world: World<State>, blog: Blog, query: URLSearchParams): Response {
  const limit = Math.min(Number(query.get('limit') ?? 20), 20);
  const offset = Number(query.get('offset') ?? 0);
  const after = Number(query.get('after') ?? 0) * 1000;
  const all = postsOf(world, blog, 'published').filter(({ at }) => at >= after);
  const sorted = query.get('sort') === 'asc' ? all : all.toReversed();
  const page = sorted.slice(offset, offset + limit);
  return success({ posts: page.map((post) => bodyOf(world, blog, post)), total_posts: all.length });
}

function bodyOf(world: World<State>, blog: Blog, post: Post): Block {
  return {
    // beyond what a number holds exactly, as on the network
    id: Number(post.id),
    id_string: post.id,
    blog_name: blog.name,
    state: post.state,
    timestamp: Math.floor(post.at / 1000),
    slug: post.slug,
    post_url: `${world.baseUrl}/www/${blog.name}/${post.id}/${post.slug}`,
    content: post.content,
    tags: post.tags,
    ...withoutDropped(world.state.numbers, { note_count: notesOf(world, post).total_notes }),
    ...(post.sourceUrl !== null && { source_url: post.sourceUrl }),
    ...(post.genesisId !== null && { genesis_post_id: post.genesisId }),
  };
}

function invalid(words: string): Response {
  return refusal(400, words, 8001);
}
