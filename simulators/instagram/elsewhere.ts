/** Posts that the account made in the network's own app, and an ad: people comment on those as well. */
import type { PostView } from '../people.ts';
import type { World } from '../simulator.ts';
import { DAY } from '../meta/state.ts';
import { iso, samplePicture } from '../meta/view.ts';
import { idDigits, type Media, type State } from './state.ts';

/** Every post to comment on, newest first. Those from elsewhere are made at the first call. */
export function postsFor(world: World<State>, account: string): Omit<PostView, 'comments'>[] {
  const own = () => Object.values(world.state.media).filter((media) => media.account === account);
  if (world.state.accounts[account] && !own().some(({ origin }) => origin === 'elsewhere'))
    makePosts(world, account);
  return own()
    .sort((a, b) => b.at - a.at)
    .map((media) => ({
      id: media.id,
      text: media.caption,
      origin: media.ad ? 'ad' : (media.origin ?? 'sandbox'),
      pictureUrl: media.file ?? null,
      ...(media.live && { live: media.live.endedAt === null ? ('on' as const) : ('over' as const) }),
      at: iso(media.at),
    }));
}

function makePosts(world: World<State>, account: string): void {
  const photo = samplePicture(world);
  const make = (caption: string, days: number, more: Partial<Media>): Media => {
    const number = world.nextNumber();
    const media: Media = {
      id: `180${idDigits(number)}`,
      account,
      caption,
      kind: 'image',
      at: world.now() - days * DAY,
      number,
      file: photo,
      origin: 'elsewhere',
      ...more,
    };
    world.state.media[media.id] = media;
    return media;
  };
  const first = make('First light in the bakery.', 20, {});
  make('How we fold croissants', 12, { kind: 'video', file: samplePicture(world, 'clip.mp4') });
  make('Three loaves of the week', 5, { kind: 'carousel', file: samplePicture(world, 'wide.png') });
  const ad = { id: `120${idDigits(world.nextNumber())}`, title: 'Fresh every morning', original: first.id };
  make(first.caption, 3, { ad });
}
