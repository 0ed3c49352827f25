/** Posts of a location, and their review. */
import type { Json } from '../../machines/outcome.ts';
import { pixelsOf } from '../../src/features/media/pixels.ts';
import { sniff } from '../../src/features/media/sniff.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { authorize, googleError, invalid, type Location, type Post, type State } from './state.ts';

const MAX_CHARS = 1500;
const PHOTO_BYTES = { least: 10_240, most: 5 * 1024 * 1024 };
const LEAST_SIDE = 250;
const ACTIONS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'];
/** How often a post is looked at before its review is done. */
const REVIEW_LOOKS = 1;

export const LOCATION = '/mybusiness/v4/accounts/:account/locations/:location';
const BASE = `${LOCATION}/localPosts`;

/** Names the location of a call. */
export function locationIn(world: World<State>): Route['account'] {
  return ({ params }) => {
    const name = `locations/${params['location']}`;
    return world.state.locations[name] ? name : null;
  };
}

export function postRoutes(world: World<State>): Route[] {
  const account = locationIn(world);
  return [
    {
      call: 'localPosts.create',
      method: 'post',
      path: BASE,
      account,
      answer: (exchange) =>
        atLocation(world, exchange, (location, parent) => create(world, exchange, location, parent)),
    },
    {
      call: 'localPosts.list',
      method: 'get',
      path: BASE,
      account,
      answer: (exchange) => atLocation(world, exchange, (location) => list(world, exchange, location)),
    },
    {
      call: 'localPosts.get',
      method: 'get',
      path: `${BASE}/:post`,
      account,
      answer: (exchange) =>
        atLocation(world, exchange, (_, parent) => {
          const post = world.state.posts[`${parent}/localPosts/${exchange.params['post']}`];
          return post ? Response.json(seen(post)) : googleError(404, 'Requested entity was not found.');
        }),
    },
  ];
}

/** The location of a call, if the caller may act for it through the account in the path. */
export async function atLocation(
  world: World<State>,
  exchange: Exchange,
  answer: (location: Location, parent: string) => Response | Promise<Response>,
): Promise<Response> {
  const caller = authorize(world, exchange);
  if (caller instanceof Response) return caller;
  const owner = `accounts/${exchange.params['account']}`;
  const location = world.state.locations[`locations/${exchange.params['location']}`];
  if (!location?.owners.includes(owner)) return googleError(404, 'Requested entity was not found.');
  if (location.person !== caller.person) return googleError(403, 'The caller does not have permission');
  return answer(location, `${owner}/${location.name}`);
}

async function create(
  world: World<State>,
  { request }: Exchange,
  location: Location,
  parent: string,
): Promise<Response> {
  let input: { [name: string]: Json };
  try {
    input = (await request.json()) as typeof input;
  } catch {
    return googleError(400, 'Invalid JSON payload received.');
  }
  if (!location.takesPosts) {
    return googleError(403, 'Local posts cannot be created for this location.');
  }
  const { summary = '', callToAction = null, media = [], topicType } = input;
  if (topicType !== 'STANDARD') return invalid('topic_type', 'Only standard posts are simulated');
  if (typeof summary !== 'string' || summary === '') return invalid('summary', 'Summary is required');
  if (Array.from(summary).length > MAX_CHARS) return invalid('summary', 'Too long');
  const refused = actionFault(callToAction);
  if (refused) return refused;
  if (!Array.isArray(media) || media.length > 1) return invalid('media', 'At most one media item is allowed');
  const files: { url: string; type: string; bytes: number }[] = [];
  for (const item of media) {
    const file = await fetched(world, item);
    if (file instanceof Response) return file;
    files.push(file);
  }

  const name = `${parent}/localPosts/${7_000_000_000_000_000_000n + BigInt(world.nextNumber())}`;
  const post: Post = {
    name,
    location: location.name,
    summary,
    callToAction,
    media: files.map((_, index) => ({
      name: `${parent}/media/localPosts/${index}`,
      mediaFormat: 'PHOTO',
      googleUrl: `https://lh3.googleusercontent.com/${index}`,
    })),
    at: world.now(),
    looks: 0,
  };
  world.state.posts[name] = post;
  const details = callToAction === null ? {} : { callToAction };
  if (stateOf(post) !== 'REJECTED') {
    world.record({ account: location.name, id: name, text: summary, media: files, details });
  }
  return Response.json(bodyOf(post));
}

function actionFault(action: Json): Response | null {
  if (action === null) return null;
  const { actionType, url } = action as { actionType?: string; url?: string };
  if (actionType === undefined || !ACTIONS.includes(actionType)) {
    return invalid('call_to_action.action_type', 'Unknown action type');
  }
  if (actionType === 'CALL')
    return url === undefined ? null : invalid('call_to_action.url', 'CALL takes no url');
  return url !== undefined && URL.canParse(url) ? null : invalid('call_to_action.url', 'Invalid url');
}

/** Google fetches the address itself, without a login. */
async function fetched(
  world: World<State>,
  item: Json,
): Promise<{ url: string; type: string; bytes: number } | Response> {
  const { mediaFormat, sourceUrl } = item as { mediaFormat?: string; sourceUrl?: string };
  if (mediaFormat !== 'PHOTO') return invalid('media.media_format', 'Only photos are allowed in posts');
  if (!sourceUrl) return invalid('media.source_url', 'A source url is required');
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const response = await world.fetch(sourceUrl, { redirect: 'manual' });
    if (response.status !== 200) return invalid('media.source_url', `The url answered ${response.status}`);
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch {
    return invalid('media.source_url', 'The url could not be fetched');
  }
  const type = sniff(bytes);
  if (type !== 'image/jpeg' && type !== 'image/png') return invalid('media', 'Unsupported photo format');
  if (bytes.length < PHOTO_BYTES.least || bytes.length > PHOTO_BYTES.most) {
    return invalid('media', 'A photo must have between 10 KB and 5 MB');
  }
  const pixels = pixelsOf(bytes, type);
  if (!pixels || pixels.width < LEAST_SIDE || pixels.height < LEAST_SIDE) {
    return invalid('media', 'A photo must have at least 250 by 250 pixels');
  }
  return { url: sourceUrl, type, bytes: bytes.length };
}

function list(world: World<State>, { url }: Exchange, location: Location): Response {
  const pageSize = Math.min(100, Number(url.searchParams.get('pageSize') ?? 20));
  const start = Number(url.searchParams.get('pageToken') ?? 0);
  const newestFirst = Object.values(world.state.posts)
    .filter((post) => post.location === location.name)
    .toReversed();
  const page = newestFirst.slice(start, start + pageSize);
  if (page.length === 0) return Response.json({});
  const next = start + pageSize;
  return Response.json({
    localPosts: page.map(seen),
    ...(next < newestFirst.length ? { nextPageToken: String(next) } : {}),
  });
}

/** A post as it is shown, which brings its review on. */
function seen(post: Post): Json {
  post.looks += 1;
  return bodyOf(post);
}

function stateOf({ summary, looks }: Post): 'PROCESSING' | 'LIVE' | 'REJECTED' {
  if (summary.includes('forbidden')) return 'REJECTED';
  return looks > REVIEW_LOOKS ? 'LIVE' : 'PROCESSING';
}

function bodyOf(post: Post): Json {
  const { name, summary, callToAction, media, at } = post;
  const time = new Date(at).toISOString();
  const state = stateOf(post);
  return {
    name,
    languageCode: 'en',
    summary,
    // the verdict comes with the first look
    state: state === 'REJECTED' && post.looks === 0 ? 'PROCESSING' : state,
    topicType: 'STANDARD',
    createTime: time,
    updateTime: time,
    searchUrl: `https://local.google.com/place?use=posts&lpsid=${name.split('/').at(-1)}`,
    ...(media.length === 0 ? {} : { media }),
    ...(callToAction === null ? {} : { callToAction }),
  };
}
