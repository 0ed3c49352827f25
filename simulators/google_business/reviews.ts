/** Reviews of a location, and the replies of its owner, which are reviewed by Google before they are shown. */
import type { Json } from '../../machines/outcome.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { atLocation, LOCATION, locationIn } from './posts.ts';
import { googleError, invalid, type Location, type Review, type State } from './state.ts';

const PER_PAGE = 50;
const REPLY_BYTES = 4096;
const STARS = ['STAR_RATING_UNSPECIFIED', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];
const ORDERS: { [name: string]: (one: Review, other: Review) => number } = {
  'updateTime desc': (one, other) => other.updatedAt - one.updatedAt,
  rating: (one, other) => one.stars - other.stars,
  'rating desc': (one, other) => other.stars - one.stars,
};

export function reviewRoutes(world: World<State>): Route[] {
  const account = locationIn(world);
  const one = `${LOCATION}/reviews/:review`;
  const ofReview =
    (answer: (review: Review, parent: string, exchange: Exchange) => Response | Promise<Response>) =>
    (exchange: Exchange) =>
      atLocation(world, exchange, (location, parent) => {
        const review = world.state.reviews[exchange.params['review'] ?? ''];
        return review?.location === location.name ? answer(review, parent, exchange) : missing();
      });
  return [
    {
      call: 'reviews.list',
      method: 'get',
      path: `${LOCATION}/reviews`,
      account,
      answer: (exchange) =>
        atLocation(world, exchange, (location, parent) => list(world, exchange, location, parent)),
    },
    {
      call: 'reviews.get',
      method: 'get',
      path: one,
      account,
      answer: ofReview((review, parent) => Response.json(seen(world, review, parent))),
    },
    {
      call: 'reviews.updateReply',
      method: 'put',
      path: `${one}/reply`,
      account,
      answer: ofReview((review, _, { request }) => reply(world, review, request)),
    },
    {
      call: 'reviews.deleteReply',
      method: 'delete',
      path: `${one}/reply`,
      account,
      answer: ofReview((review) => {
        if (review.reply === null) return missing();
        review.reply = null;
        return Response.json({});
      }),
    },
  ];
}

function list(world: World<State>, { url }: Exchange, location: Location, parent: string): Response {
  const query = url.searchParams;
  const order = ORDERS[query.get('orderBy') ?? 'updateTime desc'];
  if (!order) return invalid('order_by', 'Invalid order_by');
  const token = query.get('pageToken') ?? '';
  if (!/^\d*$/.test(token)) return invalid('page_token', 'Invalid page token');
  const size = Math.min(PER_PAGE, Number(query.get('pageSize') ?? PER_PAGE) || PER_PAGE);
  const start = Number(token);
  const all = reviewsOf(world, location.name).toReversed().sort(order);
  const page = all.slice(start, start + size);
  if (all.length === 0) return Response.json({});
  const sum = all.reduce((total, { stars }) => total + stars, 0);
  return Response.json({
    ...(page.length > 0 && { reviews: page.map((review) => seen(world, review, parent)) }),
    averageRating: sum / all.length,
    totalReviewCount: all.length,
    ...(start + size < all.length && { nextPageToken: String(start + size) }),
  });
}

/** Oldest first. */
export function reviewsOf({ state }: World<State>, location: string): Review[] {
  return Object.values(state.reviews).filter((review) => review.location === location);
}

async function reply(world: World<State>, review: Review, request: Request): Promise<Response> {
  let text: unknown;
  try {
    ({ comment: text } = (await request.json()) as { comment?: unknown });
  } catch {
    return googleError(400, 'Invalid JSON payload received.');
  }
  if (typeof text !== 'string' || text.trim() === '') return invalid('comment', 'Comment is required');
  if (Buffer.byteLength(text) > REPLY_BYTES) return invalid('comment', 'Too long');
  review.reply = { text, updatedAt: world.now(), looks: 0 };
  return Response.json({ comment: text, updateTime: iso(world.now()) });
}

/** A review as it is shown, which brings the review of its reply on. */
function seen(world: World<State>, review: Review, parent: string): Json {
  const { id, person, stars, text, createdAt, updatedAt, reply } = review;
  const { name = '', isPrivate = false } = world.state.persons[person] ?? {};
  const body: Json = {
    name: `${parent}/reviews/${id}`,
    reviewId: id,
    reviewer: isPrivate
      ? { displayName: 'A Google user', isAnonymous: true }
      : { displayName: name, profilePhotoUrl: `https://lh3.googleusercontent.com/a/${person}` },
    starRating: STARS[stars] ?? STARS[0]!,
    ...(text !== '' && { comment: text }),
    createTime: iso(createdAt),
    updateTime: iso(updatedAt),
  };
  if (reply === null) return body;
  reply.looks += 1;
  const verdict = reply.text.includes('forbidden') ? 'REJECTED' : 'APPROVED';
  const reviewReplyState = reply.looks > 1 ? verdict : 'PENDING';
  return {
    ...body,
    reviewReply: { comment: reply.text, updateTime: iso(reply.updatedAt), reviewReplyState },
  };
}

function missing(): Response {
  return googleError(404, 'Requested entity was not found.');
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
