/** Notes of posts, and the posts of the past. */
import { countsOf, followersAt } from '../numbers/curve.ts';
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import { newId, type Post, type State } from './state.ts';

export function notesOf(world: World<State>, { id, blog, at }: Post) {
  const now = world.now();
  const { likes, reposts, comments } = countsOf(id, {
    publishedAt: at,
    now,
    followers: followersAt(blog, now),
  });
  return { total_notes: likes + reposts + comments, total_likes: likes, total_reblogs: reposts };
}

/** @returns numbers by the blog's uuid */
export function tumblrNumbers(world: World<State>): NetworkNumbers {
  const { state } = world;
  return numbersOf(state.numbers, (blog, history) => {
    const past = pastPosts(blog, history, world.now()).map(({ text, at }): Post => {
      const id = newId(world);
      const content = [{ type: 'text', text }];
      const plain = { tags: [], sourceUrl: null, becomes: null, genesisId: null };
      return { id, blog, at, state: 'published', content, slug: `past-${id}`, ...plain };
    });
    state.posts.unshift(...past);
  });
}
