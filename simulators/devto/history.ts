/** The articles of the past. */
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import { slugOf } from './article-body.ts';
import type { Article, State } from './state.ts';

export function devtoNumbers(world: World<State>): NetworkNumbers {
  const { state } = world;
  return numbersOf(state.numbers, (account, history) => {
    const past = pastPosts(account, history, world.now()).map(({ text, at }): Article => {
      const article = {
        id: 1000 + world.nextNumber(),
        userId: Number(account),
        title: text,
        body: text,
        slug: '',
        tags: [],
        canonicalUrl: null,
        mainImage: null,
        disclosure: null,
        published: true,
        createdAt: at,
        publishedAt: at,
      };
      return { ...article, slug: slugOf(article) };
    });
    state.articles.unshift(...past);
  });
}
