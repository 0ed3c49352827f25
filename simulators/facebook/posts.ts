/** The Page's feed and its photos. */
import { sniff } from '../../src/features/media/sniff.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { graphError, idDigits, type Input, missing, textOf } from '../shared/graph.ts';
import { Edge, edgeResponse, Node } from '../meta/fields.ts';
import { dialectOf } from './dialect.ts';
import { tellPost } from './feed-events.ts';
import { nodeOf } from './insights.ts';
import { asPage, callerOf, type File, MANAGE, type Page, type Post, READ, type State } from './state.ts';

const MAX_CHARS = 63_206;
const MAX_PHOTOS = 10;
const MAX_PHOTO_BYTES = 4 * 1024 * 1024;

export function postRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  return [
    {
      call: 'feed',
      method: 'post',
      path: '/:version/:page/feed',
      account,
      answer: (exchange) => asPage(world, exchange, MANAGE, (page, input) => makePost(world, page, input)),
    },
    {
      call: 'photos',
      method: 'post',
      path: '/:version/:page/photos',
      account,
      answer: (exchange) => asPage(world, exchange, MANAGE, (page, input) => stagePhoto(world, page, input)),
    },
    {
      call: 'posts',
      method: 'get',
      path: '/:version/:page/posts',
      account,
      answer: (exchange) =>
        asPage(world, exchange, READ, (page) => {
          const since = Number(exchange.url.searchParams.get('since') ?? 0) * 1000;
          const own = Object.values(world.state.posts)
            .filter((post) => post.page === page.id && post.at >= since && post.ad !== true)
            .toReversed()
            .sort((a, b) => b.at - a.at);
          return edgeResponse(
            exchange,
            Edge.of(own, (post) => nodeOf(world, page, post.id) ?? new Node('Post', {})),
            graphError,
          );
        }),
    },
  ];
}

async function stagePhoto(world: World<State>, page: Page, input: Input): Promise<Response> {
  if (textOf(input, 'published') !== 'false' && input['published'] !== false) {
    return graphError(400, { code: 100 }, 'Only staged photos (published=false) are simulated');
  }
  const { source } = input;
  if (!(source instanceof Blob)) return graphError(400, { code: 324 }, '(#324) Requires upload file');
  const bytes = new Uint8Array(await source.arrayBuffer());
  const type = sniff(bytes);
  if (type === null || !['image/jpeg', 'image/png', 'image/gif'].includes(type)) {
    return graphError(400, { code: 100, subcode: 2_069_019 }, 'Invalid parameter', {
      title: 'Unsupported file',
      message: 'Your photo could not be uploaded: photos should be saved as JPG, PNG, GIF, TIFF or BMP.',
    });
  }
  if (bytes.length > MAX_PHOTO_BYTES) {
    return graphError(400, { code: 100, subcode: 1_366_046 }, 'Invalid parameter', {
      title: 'Photo too large',
      message: 'Your photos could not be uploaded. Photos should be smaller than 4 MB.',
    });
  }
  const id = `900${idDigits(world.nextNumber())}`;
  const alt = textOf(input, 'alt_text_custom');
  const file = { url: world.keepMedia(bytes, type), type, bytes: bytes.length, ...(alt !== '' && { alt }) };
  world.state.photos[id] = { id, page: page.id, file, post: null };
  return Response.json({ id });
}

function makePost(world: World<State>, page: Page, input: Input): Response {
  const message = textOf(input, 'message');
  const photos = photosIn(input);
  const link = textOf(input, 'link');
  if (message === '' && photos.length === 0 && link === '') {
    return graphError(400, { code: 100 }, '(#100) Missing message or attachment', {
      title: 'Empty post',
      message: 'This post is empty. Please write something or attach a link or photo.',
    });
  }
  if (Array.from(message).length > MAX_CHARS) {
    return graphError(
      400,
      { code: 100 },
      `(#100) Param message must be at most ${MAX_CHARS} characters long.`,
    );
  }
  const unfit = link === '' ? null : linkFault(link);
  if (unfit !== null) return unfit;
  if (photos.length > MAX_PHOTOS) return graphError(400, { code: 100 }, '(#100) Too many attached media.');
  const staged = photos.map((id) => world.state.photos[id]);
  if (staged.some((photo) => photo?.page !== page.id)) return missing(photos.join());
  if (staged.some((photo) => photo?.post !== null)) {
    return graphError(400, { code: 100, subcode: 1_366_051 }, 'Photos were already posted.');
  }
  const post = newPost(world, page, { message, photos, video: null });
  const media: File[] = [];
  for (const photo of staged) {
    if (!photo) continue;
    photo.post = post.id;
    media.push(photo.file);
  }
  world.record({
    account: page.id,
    id: post.id,
    text: message,
    media,
    details: { page: page.name, ...(link !== '' && { preview: { url: link } }) },
  });
  return Response.json({ id: post.id });
}

/** Facebook reads the page of a link itself. Here a page of a host below `.invalid` cannot be read. */
function linkFault(link: string): Response | null {
  const fault = (subcode: number, message: string) =>
    graphError(400, { code: 100, subcode }, 'Invalid parameter', { title: 'Error posting link', message });
  const host = URL.parse(link)?.hostname;
  if (host === undefined) return fault(2_061_006, 'The link is not a valid URL.');
  if (/(^|\.)facebook\.com$/.test(host)) return fault(1_609_008, "You can't post Facebook.com links.");
  return host.endsWith('.invalid') ? fault(1_609_005, 'The link could not be posted.') : null;
}

/** As JSON, or as a form: `attached_media[0]={"media_fbid":"…"}`. */
function photosIn(input: Input): string[] {
  const given = input['attached_media'];
  const list = Array.isArray(given)
    ? (given as { media_fbid?: string }[])
    : Object.entries(input)
        .filter(([name]) => /^attached_media\[\d+\]$/.test(name))
        .map(([, value]) => JSON.parse(String(value)) as { media_fbid?: string });
  return list.map(({ media_fbid }) => media_fbid ?? '');
}

export function newPost(
  world: World<State>,
  page: Page,
  of: Pick<Post, 'message' | 'photos' | 'video'>,
): Post {
  const id = `${page.id}_700${idDigits(world.nextNumber())}`;
  const post: Post = { id, page: page.id, at: world.now(), ...of };
  world.state.posts[id] = post;
  tellPost(world, dialectOf(world), post);
  return post;
}
