/** Posts that the account made in the network's own app. */
import type { PostView } from '../people.ts';
import type { World } from '../simulator.ts';
import { DAY } from '../meta/state.ts';
import { iso } from '../meta/view.ts';
import { idDigits } from '../shared/graph.ts';
import type { State } from './state.ts';

/** Every post to reply to, newest first. Those from elsewhere are made at the first call. */
export function postsFor(world: World<State>, account: string): Omit<PostView, 'comments'>[] {
  const own = () =>
    Object.values(world.state.media).filter((media) => media.account === account && !media.replyTo);
  if (world.state.accounts[account] && !own().some(({ origin }) => origin === 'elsewhere')) {
    for (const [text, days] of [
      ['Which loaf should we bake on Friday?', 15],
      ['First light in the bakery.', 4],
    ] as const) {
      const id = `180${idDigits(world.nextNumber())}`;
      const at = world.now() - days * DAY;
      world.state.media[id] = { id, account, type: 'TEXT', text, at, origin: 'elsewhere' };
    }
  }
  return own()
    .sort((a, b) => b.at - a.at)
    .map(({ id, text, at, origin }) => ({
      id,
      text,
      origin: origin ?? 'sandbox',
      pictureUrl: null,
      at: iso(at),
    }));
}
