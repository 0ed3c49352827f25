/** The public view: feeds of authors, posts by their ids, profiles; and the posts of the past. There are no views. */
import type { Json } from '../../machines/outcome.ts';
import { countsOf, followersAt } from '../numbers/curve.ts';
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf, withoutDropped } from '../numbers/network.ts';
import type { Route, World } from '../simulator.ts';
import { refusal } from './errors.ts';
import { canonical, cidOf, DAG_CBOR, tid, uriOf } from './ids.ts';
import { isObject, textIn } from './input.ts';
import { type Account, COLLECTION, findAccount, type State } from './state.ts';

const MAX_URIS = 25;

interface Found {
  account: Account;
  rkey: string;
  at: number;
  post: { cid: string; value: Json };
}

export function feedRoutes(world: World<State>): Route[] {
  const get = (method: string, answer: (query: URLSearchParams) => Response): Route => ({
    call: method,
    method: 'get',
    path: `/public/xrpc/${method}`,
    account: ({ url }) => findAccount(world, url.searchParams.get('actor') ?? '')?.did ?? null,
    answer: ({ url }) => answer(url.searchParams),
  });
  return [
    get('app.bsky.feed.getAuthorFeed', (query) => {
      const account = findAccount(world, query.get('actor') ?? '');
      if (account === null) return refusal(400, 'InvalidRequest', 'Profile not found');
      const limit = Math.min(100, Number(query.get('limit') ?? 50));
      const all = postsOf(account);
      const cursor = query.get('cursor');
      const start = cursor === null ? 0 : Number(cursor);
      const feed = all.slice(start, start + limit).map((found) => ({ post: viewOf(world, found) }));
      const next = start + limit < all.length ? { cursor: String(start + limit) } : {};
      return Response.json({ feed, ...next });
    }),
    get('app.bsky.feed.getPosts', (query) => {
      const uris = query.getAll('uris');
      if (uris.length > MAX_URIS)
        return refusal(400, 'InvalidRequest', 'Error: uris must not have more than 25 elements');
      const posts = uris.flatMap((uri) => {
        const [, did = '', rkey = ''] = /^at:\/\/([^/]+)\/[^/]+\/([^/]+)$/.exec(uri) ?? [];
        const account = world.state.accounts[did];
        const found = account && postsOf(account).find((one) => one.rkey === rkey);
        return found ? [viewOf(world, found)] : [];
      });
      return Response.json({ posts });
    }),
    get('app.bsky.actor.getProfiles', (query) => {
      const profiles = query.getAll('actors').flatMap((actor) => {
        const account = findAccount(world, actor);
        return account === null ? [] : [profileOf(world, account)];
      });
      return Response.json({ profiles });
    }),
  ];
}

export function profileOf(world: World<State>, account: Account): { [field: string]: Json } {
  const { did, handle, displayName, posts } = account;
  const followersCount = followersAt(did, world.now());
  return { did, handle, displayName, followersCount, followsCount: 3, postsCount: Object.keys(posts).length };
}

/** Newest first. */
function postsOf(account: Account): Found[] {
  return Object.entries(account.posts)
    .map(([rkey, post]) => {
      const created = isObject(post.value) ? (textIn(post.value, 'createdAt') ?? '') : '';
      return { account, rkey, post, at: Date.parse(created) };
    })
    .toSorted((one, other) => other.at - one.at);
}

function viewOf(world: World<State>, { account, rkey, at, post }: Found): { [field: string]: Json } {
  const { did, handle, displayName } = account;
  const now = world.now();
  const uri = uriOf(account, rkey);
  const counts = countsOf(uri, { publishedAt: at, now, followers: followersAt(did, now) });
  return {
    uri,
    cid: post.cid,
    author: { did, handle, displayName },
    record: post.value,
    ...withoutDropped(world.state.numbers, {
      replyCount: counts.comments,
      repostCount: counts.reposts,
      likeCount: counts.likes,
      quoteCount: counts.quotes,
      bookmarkCount: counts.saved,
    }),
    indexedAt: new Date(at).toISOString(),
  };
}

export function blueskyNumbers(world: World<State>): NetworkNumbers {
  return numbersOf(world.state.numbers, (did, history) => {
    const account = world.state.accounts[did];
    if (!account) return;
    for (const { text, at } of pastPosts(did, history, world.now())) {
      const value = { $type: COLLECTION, text, createdAt: new Date(at).toISOString(), langs: ['en'] };
      const rkey = tid({ ...world, now: () => at });
      account.posts[rkey] = { cid: cidOf(DAG_CBOR, canonical(value)), value };
    }
  });
}
