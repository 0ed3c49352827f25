/** Posts that the Page made in Facebook's own app, and an ad, which is a post that was never published. */
import type { PostView } from '../people.ts';
import type { World } from '../simulator.ts';
import { DAY } from '../meta/state.ts';
import { iso, samplePicture } from '../meta/view.ts';
import { idDigits } from '../shared/graph.ts';
import type { Post, State } from './state.ts';

/** Every post to comment on, newest first. Those from elsewhere are made at the first call. */
export function postsFor(world: World<State>, page: string): Omit<PostView, 'comments'>[] {
  const own = () => Object.values(world.state.posts).filter((post) => post.page === page);
  if (world.state.pages[page] && !own().some(({ origin }) => origin === 'elsewhere')) makePosts(world, page);
  return own()
    .sort((a, b) => b.at - a.at)
    .map((post) => ({
      id: post.id,
      text: post.message,
      origin: post.ad ? 'ad' : (post.origin ?? 'sandbox'),
      pictureUrl: pictureOf(world, post),
      at: iso(post.at),
    }));
}

/** Its first photo; null if it has none. */
export function pictureOf(world: World<State>, { photos }: Post): string | null {
  const [first] = photos;
  return first === undefined ? null : (world.state.photos[first]?.file.url ?? null);
}

function makePosts(world: World<State>, page: string): void {
  const make = (message: string, days: number, more: Partial<Post>): void => {
    const id = `${page}_700${idDigits(world.nextNumber())}`;
    const at = world.now() - days * DAY;
    world.state.posts[id] = { id, page, message, at, photos: [], video: null, origin: 'elsewhere', ...more };
  };
  const photo = `900${idDigits(world.nextNumber())}`;
  const file = { url: samplePicture(world), type: 'image/jpeg', bytes: 0 };
  world.state.photos[photo] = { id: photo, page, file, post: null };
  make('We are closed on Monday.', 20, {});
  make('First light in the bakery.', 12, { photos: [photo] });
  make('Fresh every morning: order until noon.', 3, { ad: true });
}
