/** The statuses of the past. */
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import { newId, OUR_APP, type State } from './state.ts';

/** @returns numbers by the account's global id, `<id>@<host>` */
export function mastodonNumbers(world: World<State>): NetworkNumbers {
  return numbersOf(world.state.numbers, (globalId, history) => {
    const accountId = globalId.split('@')[0] ?? globalId;
    for (const { text, at } of pastPosts(accountId, history, world.now())) {
      const id = newId({ ...world, now: () => at });
      const common = { visibility: 'public', replyTo: null, fileIds: [], appName: OUR_APP };
      world.state.statuses.push({ id, accountId, createdAt: new Date(at).toISOString(), text, ...common });
    }
    world.state.statuses.sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
  });
}
