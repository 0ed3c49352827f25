/** People on X: they reply to posts, and write direct messages. */
import { createHash } from 'node:crypto';
import { BadInput } from '../bad-input.ts';
import type { ConversationAct } from '../meta/acts.ts';
import { networkPeople } from '../meta/people.ts';
import { DAY, factsOf, type Person } from '../meta/state.ts';
import type { PersonActResult, AppView, NetworkPeople, PostView } from '../people.ts';
import type { World } from '../simulator.ts';
import type { Callback } from '../webhooks/event.ts';
import { write } from './direct-messages.ts';
import { EVENT_TYPES } from './events.ts';
import { replySide } from './replies.ts';
import { APP, snowflake, type State } from './state.ts';
import { addWebhook, passesCheck } from './subscriptions.ts';

export function peopleOf(world: World<State>): NetworkPeople {
  const { state } = world;
  return {
    ...networkPeople(world, {
      accounts: () => Object.values(state.accounts).map(({ id, username }) => ({ id, name: username })),
      personId: (account, username) => personId(account, username),
      comments: replySide(world, postsFor),
      login: (account) => ({ id: account, secret: APP.clientSecret }),
      endTokens: () => undefined,
      converse: (person, act) => converse(world, person, act),
      subscriptions: {
        setCallback: async ({ url }) => {
          const made = await addWebhook(world, url);
          if (typeof made === 'string') throw new BadInput(`callbackUrl: ${made}`);
        },
        apps: () =>
          state.webhooks.map((webhook): AppView => ({ object: null, url: webhook.url, fields: EVENT_TYPES })),
        callback: (_object, hook): Callback | null => {
          const webhook = state.webhooks.find(({ id }) => id === hook);
          return webhook?.valid === true
            ? { url: webhook.url, secret: APP.consumer.secret, manner: 'x' }
            : null;
        },
        subscribed: () =>
          [...Map.groupBy(state.subscriptions, ({ accountId }) => accountId)].map(([account, all]) => ({
            account,
            fields: [...new Set(all.map(({ type }) => type))],
          })),
        unsubscribe: (account) => {
          state.subscriptions = state.subscriptions.filter(({ accountId }) => accountId !== account);
        },
      },
    }),
    check: async () => {
      for (const webhook of state.webhooks) webhook.valid = await passesCheck(world, webhook.url);
    },
    remove: () => Promise.reject(new BadInput('network: X does not call an app that was removed')),
  };
}

function converse(world: World<State>, person: Person, act: ConversationAct): PersonActResult {
  const done = (): PersonActResult => ({ person: factsOf(person) });
  if (act.kind === 'block' || act.kind === 'unblock') {
    person.blocked = act.kind === 'block';
    return done();
  }
  if (act.kind === 'follow' || act.kind === 'unfollow') {
    person.follows = act.kind === 'follow';
    return done();
  }
  if (act.kind === 'human') {
    return { ...done(), messageId: write(world, person, { text: act.text, byAccount: true }).id };
  }
  if (person.blocked) {
    throw new BadInput(`act: ${person.username} has blocked the account; unblock first`);
  }
  if (act.kind === 'say') {
    return { ...done(), messageId: write(world, person, { text: act.text, byAccount: false }).id };
  }
  if (act.kind === 'send') {
    // what X does not show to apps is a message of an encrypted chat
    const isEncrypted = act.type === 'unsupported';
    const url = act.url ?? new URL('/samples/photo.jpg', world.baseUrl).href;
    const content = isEncrypted
      ? { unsupported: true }
      : { attachments: [{ type: act.type, url, more: {} }] };
    return { ...done(), messageId: write(world, person, { ...content, byAccount: false }).id };
  }
  throw new BadInput(`act: nobody can ${act.kind} in the direct messages of X`);
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
