/** Counts of posts and accounts, as X shows them. */
import { commentsBelow } from '../meta/state.ts';
import { countsOf, followersAt } from '../numbers/curve.ts';
import { withoutDropped } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import type { Post, State } from './state.ts';

export function publicMetrics(world: World<State>, post: Post): { [metric: string]: number } {
  const counts = figuresOf(world, post);
  return withoutDropped(world.state.numbers, {
    repost_count: counts.reposts,
    reply_count: commentsBelow(world, post.id).length,
    like_count: counts.likes,
    quote_count: counts.quotes,
    bookmark_count: counts.saved,
    impression_count: counts.views,
  });
}

/** For the author alone. */
export function privateMetrics(world: World<State>, post: Post): { [metric: string]: number } {
  const { views, clicks, likes } = figuresOf(world, post);
  return {
    impression_count: views,
    url_link_clicks: clicks,
    user_profile_clicks: Math.floor(clicks / 3),
    engagements: likes + clicks,
  };
}

function figuresOf(world: World<State>, { id, accountId, at }: Post) {
  const now = world.now();
  return countsOf(id, { publishedAt: at, now, followers: followersAt(accountId, now) });
}

export function userMetrics(
  world: World<State>,
  account: string,
  tweets: number,
): { [metric: string]: number } {
  return {
    followers_count: followersAt(account, world.now()),
    following_count: 3,
    post_count: tweets,
    listed_count: 0,
  };
}
