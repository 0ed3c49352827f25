/** Numbers of submissions, which grow but for the score, which is blurred; and the posts of the past. */
import type { Json } from '../../machines/outcome.ts';
import { countsOf, followersAt, HOUR, part } from '../numbers/curve.ts';
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf, withoutDropped } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import type { Post, State } from './state.ts';

export const subscribersOf = (world: World<State>, accountId: string): number =>
  followersAt(accountId, world.now());

export function numbersOfPost(world: World<State>, post: Post): { [name: string]: Json } {
  const now = world.now();
  const followers = subscribersOf(world, post.accountId);
  const counts = countsOf(post.id, { publishedAt: post.at, now, followers });
  // "fuzzed": another look within the hour shows the same, a later one perhaps a vote more or less
  const blur = Math.floor(3 * part(post.id, `fuzz ${Math.floor(now / HOUR)}`)) - 1;
  const score = 1 + counts.likes + (counts.likes > 5 ? blur : 0);
  return withoutDropped<Json>(world.state.numbers, {
    score,
    ups: score,
    upvote_ratio: Math.round((0.7 + 0.3 * part(post.id, 'ratio')) * 100) / 100,
    num_comments: counts.comments,
    num_crossposts: counts.shares,
    total_awards_received: 0,
    view_count: null,
  });
}

/** @returns numbers by the account's full name, `t2_<id>` */
export function redditNumbers(world: World<State>): NetworkNumbers {
  const { state } = world;
  return numbersOf(state.numbers, (fullName, history) => {
    const accountId = fullName.replace(/^t2_/, '');
    const name = state.accounts[accountId]?.name ?? '';
    for (const { text, at } of pastPosts(accountId, history, world.now())) {
      const id = (1_000_000 + world.nextNumber()).toString(36);
      const own = {
        subreddit: `u_${name}`,
        kind: 'self' as const,
        title: text,
        text: '',
        url: '',
        flair: null,
      };
      state.posts.push({ id, accountId, at, ...own });
    }
    state.posts.sort((one, other) => one.at - other.at);
  });
}
