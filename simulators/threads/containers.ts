/** Containers: made, polled, published. */
import { pixelsOf } from '../../src/features/media/pixels.ts';
import { sniff } from '../../src/features/media/sniff.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { addComment } from '../meta/comments.ts';
import { type Comment, livingComment } from '../meta/state.ts';
import { graphError, idDigits, type Input, inputOf, pick, textOf, timestamp } from '../shared/graph.ts';
import { sendEvent } from './events.ts';
import { replySide } from './replies.ts';
import { permalinkOf, readType, unknownContainer } from './media-fields.ts';
import { called, callerOf, type Container, HOUR, type Media, POLLS, type State } from './state.ts';

const CONTAINER_LIFE_MS = 24 * HOUR;
const POSTS_PER_DAY = 250;
const REPLIES_PER_DAY = 1000;
const MAX_CHARS = 500;
const MAX_LINKS = 5;
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const MAX_VIDEO_BYTES = 1_000_000_000;

const PUBLISH = 'threads_content_publish';

export function publishRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  return [
    {
      call: 'threads',
      method: 'post',
      path: '/v1.0/:account/threads',
      account,
      answer: (exchange) =>
        called(world, exchange, PUBLISH, async ({ id }) => {
          const input = await inputOf(exchange);
          const made = await makeContainer(world, id, input);
          if (made instanceof Response) return made;
          return isAtOnce(input, made) ? publish(world, id, made.id) : Response.json({ id: made.id });
        }),
    },
    {
      call: 'container',
      method: 'get',
      path: '/v1.0/179:rest',
      account,
      answer: (exchange) =>
        called(world, exchange, 'threads_basic', (account) => {
          const container = world.state.containers[`179${exchange.params['rest']}`];
          if (container?.account !== account.id) return unknownContainer(`179${exchange.params['rest']}`);
          return pick(exchange, 'ThreadsMediaContainer', { id: container.id, ...poll(world, container) });
        }),
    },
    {
      call: 'threads_publish',
      method: 'post',
      path: '/v1.0/:account/threads_publish',
      account,
      answer: (exchange) =>
        called(world, exchange, PUBLISH, async ({ id }) =>
          publish(world, id, textOf(await inputOf(exchange), 'creation_id')),
        ),
    },
    {
      call: 'threads_publishing_limit',
      method: 'get',
      path: '/v1.0/:account/threads_publishing_limit',
      account,
      answer: (exchange) =>
        called(world, exchange, 'threads_basic', ({ id }) => {
          const config = { quota_total: POSTS_PER_DAY, quota_duration: 86_400 };
          const reply_config = { quota_total: REPLIES_PER_DAY, quota_duration: 86_400 };
          const { posts: quota_usage, replies: reply_quota_usage } = publishedToday(world, id);
          return Response.json({ data: [{ quota_usage, config, reply_quota_usage, reply_config }] });
        }),
    },
  ];
}

/** A text may be published by the call that makes its container: the response has the post's id then. */
function isAtOnce(input: Input, { type }: Container): boolean {
  const asked = input['auto_publish_text'];
  return type === 'TEXT' && (asked === true || asked === 'true');
}

async function makeContainer(
  world: World<State>,
  account: string,
  input: Input,
): Promise<Container | Response> {
  const type = textOf(input, 'media_type');
  const text = textOf(input, 'text');
  if (type !== 'TEXT' && type !== 'IMAGE' && type !== 'VIDEO') {
    return graphError(400, { code: 100 }, 'Param media_type must be one of {TEXT, IMAGE, VIDEO, CAROUSEL}');
  }
  const refused = textFault(text);
  if (refused) return refused;
  const replyTo = textOf(input, 'reply_to_id');
  if (replyTo !== '' && !answered(world, account, replyTo)) {
    return graphError(400, { code: 100 }, `Param reply_to_id: there is no post ${replyTo} to reply to.`);
  }
  const reply = replyTo === '' ? {} : { replyTo };
  if (type === 'TEXT') {
    if (text === '') return graphError(400, { code: 100 }, 'The parameter text is required');
    return keep(world, { account, type, text, files: [], failure: null, ...reply });
  }
  const kind = type === 'VIDEO' ? 'video' : 'image';
  const url = textOf(input, `${kind}_url`);
  if (url === '') return graphError(400, { code: 100 }, `The parameter ${kind}_url is required`);
  const file = await download(world, url, kind);
  if (file instanceof Response) return file;
  const { failure, ...kept } = file;
  const alt = textOf(input, 'alt_text');
  const files = [{ url, ...kept, ...(alt !== '' && { alt }) }];
  return keep(world, { account, type, text, files, failure, ...reply });
}

/** The post that a reply answers, and the reply within it. */
function answered(
  world: World<State>,
  account: string,
  id: string,
): { post: string; parent: Comment | null } | null {
  const parent = livingComment(world, account, id);
  if (parent) return { post: parent.post, parent };
  return world.state.media[id]?.account === account ? { post: id, parent: null } : null;
}

function keep(
  world: World<State>,
  made: Omit<Container, 'id' | 'madeAt' | 'pollsLeft' | 'mediaId'>,
): Container {
  const id = `179${idDigits(world.nextNumber())}`;
  const container = { ...made, id, madeAt: world.now(), pollsLeft: POLLS[made.type], mediaId: null };
  world.state.containers[id] = container;
  return container;
}

/** Characters, an emoji by its bytes; five different links. */
function textFault(text: string): Response | null {
  const emoji = /\p{RGI_Emoji}/gv;
  const bytes = (text.match(emoji) ?? []).reduce((sum, one) => sum + Buffer.byteLength(one), 0);
  if (Array.from(text.replaceAll(emoji, '')).length + bytes > MAX_CHARS) {
    return graphError(400, { code: 100 }, `Param text must be at most ${MAX_CHARS} characters long.`);
  }
  const links = new Set(text.match(/https?:\/\/\S+/g));
  if (links.size <= MAX_LINKS) return null;
  return graphError(400, { code: 100 }, 'Invalid parameter', {
    title: 'THREADS_API__LINK_LIMIT_EXCEEDED',
    message: 'A post can hold at most 5 links.',
  });
}

/** Fetches a media URL as Meta does: no redirect, no login, the type by its header. */
async function download(
  world: World<State>,
  url: string,
  kind: 'image' | 'video',
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
  if (response.status !== 200) return unfetched(`The media URI answered ${response.status}.`);
  if (!type.startsWith(`${kind}/`)) return unfetched('Only photo or video can be accepted as media type.');
  const failure = /^fail:([A-Z_]+)/.exec(new TextDecoder().decode(bytes.subarray(0, 64)))?.[1] ?? null;
  if (kind === 'video') {
    const usable = ['video/mp4', 'video/quicktime'].includes(type) && bytes.length <= MAX_VIDEO_BYTES;
    return { type, bytes: bytes.length, failure: failure ?? (usable ? null : 'FAILED_PROCESSING_VIDEO') };
  }
  return imageFault(bytes, type) ?? { type, bytes: bytes.length, failure };
}

function imageFault(bytes: Uint8Array, type: string): Response | null {
  const refuse = (message: string) => graphError(400, { code: 100 }, message);
  if (!['image/jpeg', 'image/png'].includes(type))
    return refuse(`The image format ${type} is not supported.`);
  if (bytes.length > MAX_IMAGE_BYTES) return refuse('The image should be less than 8 MiB.');
  const found = sniff(bytes);
  const pixels = found && pixelsOf(bytes, found);
  const ratio = pixels ? Math.max(pixels.width / pixels.height, pixels.height / pixels.width) : 1;
  return ratio <= 10 ? null : refuse('The aspect ratio of the image is not supported.');
}

type Status = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

function statusOf(world: World<State>, container: Container): Status {
  if (container.mediaId !== null) return 'PUBLISHED';
  if (world.now() - container.madeAt >= CONTAINER_LIFE_MS) return 'EXPIRED';
  if (container.pollsLeft > 0) return 'IN_PROGRESS';
  return container.failure === null ? 'FINISHED' : 'ERROR';
}

function poll(world: World<State>, container: Container): { status: Status; error_message: string | null } {
  const status = statusOf(world, container);
  if (status === 'IN_PROGRESS') container.pollsLeft -= 1;
  return { status, error_message: status === 'ERROR' ? container.failure : null };
}

function publish(world: World<State>, account: string, containerId: string): Response {
  const container = world.state.containers[containerId];
  if (container?.account !== account || statusOf(world, container) !== 'FINISHED') {
    return unknownContainer(containerId);
  }
  const { text, type, files, replyTo } = container;
  const what = replyTo === undefined ? 'posts' : 'replies';
  const most = replyTo === undefined ? POSTS_PER_DAY : REPLIES_PER_DAY;
  if (publishedToday(world, account)[what] >= most) {
    return graphError(400, { code: 4 }, 'Application request limit reached', {
      title: 'Limit reached',
      message: `You reached the maximum of ${most} ${what} in 24 hours.`,
    });
  }
  const id = `180${idDigits(world.nextNumber())}`;
  const above = replyTo === undefined ? null : answered(world, account, replyTo);
  if (replyTo !== undefined && !above) return unknownContainer(containerId); // deleted in the meantime
  const reply = replyTo === undefined ? {} : { replyTo };
  const media: Media = { id, account, type, text, at: world.now(), ...reply };
  world.state.media[id] = media;
  container.mediaId = id;
  world.record({
    account,
    id,
    text,
    media: files,
    details: {
      media_type: readType(media),
      permalink: permalinkOf(world, media),
      container: containerId,
      ...(replyTo === undefined ? {} : { reply_to: replyTo }),
    },
  });
  if (above) addComment(world, replySide(world), { account, ...above, text, by: null, id });
  sendEvent(world, account, 'publish', {
    id,
    media_type: readType(media),
    permalink: permalinkOf(world, media),
    timestamp: timestamp(media.at),
    username: world.state.accounts[account]?.username ?? '',
  });
  return Response.json({ id });
}

function publishedToday(world: World<State>, account: string): { posts: number; replies: number } {
  const since = world.now() - 24 * HOUR;
  const today = Object.values(world.state.media).filter(
    (media) => media.account === account && media.at > since,
  );
  const replies = today.filter(({ replyTo }) => replyTo !== undefined).length;
  return { posts: today.length - replies, replies };
}

function unfetched(message: string): Response {
  return graphError(400, { code: 9004, subcode: 2207052 }, message, {
    title: 'Media download has failed',
    message: `The media could not be fetched from this URI. ${message}`,
  });
}
