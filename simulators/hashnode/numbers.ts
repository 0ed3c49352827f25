/**
 * Counts of articles, and the articles of the past. Every tenth article shows no views. Only views can be missing: the
 * schema has the other counts in every article.
 */
import { countsOf, followersAt, isOneOf } from '../numbers/curve.ts';
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf, withoutDropped } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import { type Article, objectId, type State } from './state.ts';

export function countsBody(world: World<State>, { id, publicationId, at }: Article) {
  const now = world.now();
  const followers = followersAt(publicationId, now);
  const counts = countsOf(id, { publishedAt: at, now, followers });
  return {
    ...withoutDropped<number | null>(world.state.numbers, {
      views: isOneOf(id, 'no views', 10) ? null : counts.views,
    }),
    reactionCount: counts.likes,
    responseCount: counts.comments,
    replyCount: Math.floor(counts.comments / 3),
  };
}

export function hashnodeNumbers(world: World<State>): NetworkNumbers {
  const { state } = world;
  return numbersOf(state.numbers, (publicationId, history) => {
    const past = pastPosts(publicationId, history, world.now()).map(({ text, at }): Article => {
      const number = world.nextNumber();
      return {
        id: objectId(`past post ${number}`),
        publicationId,
        title: text,
        slug: `past-post-${number}`,
        markdown: text,
        tags: [],
        cover: null,
        originalUrl: null,
        at,
      };
    });
    state.posts.unshift(...past);
  });
}
