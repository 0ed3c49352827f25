/** People on X: they reply to posts. No webhook tells of it. */
import { createHash } from 'node:crypto';
import { BadInput } from '../bad-input.ts';
import { networkPeople } from '../meta/people.ts';
import { DAY } from '../meta/state.ts';
import type { NetworkPeople, PostView } from '../people.ts';
import type { World } from '../simulator.ts';
import { replySide } from './replies.ts';
import { APP, snowflake, type State } from './state.ts';

export function peopleOf(world: World<State>): NetworkPeople {
  const { state } = world;
  const noWebhooks = () => Promise.reject(new BadInput('network: the sandbox has no webhooks of X'));
  return {
    ...networkPeople(world, {
      accounts: () => Object.values(state.accounts).map(({ id, username }) => ({ id, name: username })),
      personId: (account, username) => personId(account, username),
      comments: replySide(world, postsFor),
      login: (account) => ({ id: account, secret: APP.clientSecret }),
      endTokens: () => undefined,
      subscriptions: {
        setCallback: noWebhooks,
        apps: () => [],
        callback: () => null,
        subscribed: () => [],
        unsubscribe: () => undefined,
      },
    }),
    remove: noWebhooks,
  };
}

/** Digits, as X has them. The sandbox keeps what each account knows of a person apart. */
function personId(account: string, username: string): string {
  const digest = createHash('sha256').update(`x ${account} ${username}`).digest('hex');
  return String(BigInt(`0x${digest.slice(0, 12)}`));
}

/** The account's posts, newest first, with one that it made in X itself. */
function postsFor(world: World<State>, account: string): Omit<PostView, 'comments'>[] {
  const { posts } = world.state;
  if (!posts.some(({ accountId, isElsewhere }) => accountId === account && isElsewhere)) {
    const at = world.now() - 2 * DAY;
    const id = snowflake(world, at);
    posts.unshift({ id, accountId: account, at, text: 'Out at six.', fileIds: [], isElsewhere: true });
  }
  return posts
    .filter(({ accountId }) => accountId === account)
    .toReversed()
    .map(({ id, text, at, fileIds, isElsewhere }) => ({
      id,
      text,
      origin: isElsewhere ? ('elsewhere' as const) : ('sandbox' as const),
      pictureUrl: world.state.files[fileIds[0] ?? '']?.url ?? null,
      at: new Date(at).toISOString(),
    }));
}
