/** Comments of the site's posts as their list shows them, without texts, and the posts of the past. */
import { countsOf } from '../numbers/curve.ts';
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { listed, noRoute } from './answers.ts';
import { type Post, remoteIdOf, type State } from './state.ts';

/** A reader of a blog seldom says something. */
const ONE_OF = 20;

export function listComments(world: World<State>, exchange: Exchange): Response {
  const { state } = world;
  // a plugin that turns comments off takes the list away
  if (state.numbers.dropped.includes('comments')) return noRoute();
  const wanted = exchange.url.searchParams.get('post')?.split(',') ?? [];
  const posts = Object.values(state.posts).filter(
    ({ id, status }) => status === 'publish' && (wanted.length === 0 || wanted.includes(String(id))),
  );
  return listed(
    posts.flatMap((post) => commentsOf(world, post)),
    exchange,
  );
}

function commentsOf(world: World<State>, { id, at, author }: Post) {
  const { comments } = countsOf(`wordpress ${author} ${id}`, { publishedAt: at, now: world.now() });
  return Array.from({ length: Math.floor(comments / ONE_OF) }, (_, index) => ({
    id: id * 10_000 + index,
    post: id,
    parent: 0,
    author_name: 'Bo',
    status: 'approved',
  }));
}

/** @returns numbers by the account's id */
export function wordpressNumbers(world: World<State>): NetworkNumbers {
  const { state } = world;
  return numbersOf(state.numbers, (account, history) => {
    const user = Object.values(state.users).find((one) => remoteIdOf(world, one) === account);
    if (!user) return;
    for (const { text, at } of pastPosts(account, history, world.now())) {
      const id = world.nextNumber();
      state.posts[id] = {
        id,
        author: user.id,
        status: 'publish',
        slug: `past-${id}`,
        title: text,
        content: `<p>${text}</p>`,
        excerpt: '',
        featured: 0,
        tags: [],
        at,
        recorded: true,
      };
    }
  });
}
