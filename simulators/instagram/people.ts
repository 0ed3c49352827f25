/** People on Instagram: their comments, their messages, and the calls by which an app reads and answers them. */
import type { NetworkPeople } from '../people.ts';
import type { Route, World } from '../simulator.ts';
import { actInConversation } from '../meta/acts.ts';
import { conversationRoutes, messagingNode } from '../meta/conversations.ts';
import { Node } from '../meta/fields.ts';
import { networkPeople } from '../meta/people.ts';
import { sendRoutes } from '../meta/send.ts';
import { conversationWith, livingComment } from '../meta/state.ts';
import { subscriptionRoutes } from '../meta/subscription-routes.ts';
import { appsOf, callbackOf, setCallback, subscribedAccounts } from '../meta/subscriptions.ts';
import { commentNode, commentRoutes, commentSide } from './comments.ts';
import { dialectOf } from './dialect.ts';
import { refusal } from './errors.ts';
import { broadcast, isOver } from './live.ts';
import { accountFor, APP, loginIdOf, type State } from './state.ts';
import { hash } from './hash.ts';

export function peopleOf(world: World<State>): NetworkPeople {
  const dialect = dialectOf(world);
  return networkPeople(world, {
    accounts: () => Object.values(world.state.accounts).map(({ id, username }) => ({ id, name: username })),
    personId,
    comments: commentSide(world, dialect),
    login: (account) => ({ id: loginIdOf(account), secret: APP.clientSecret }),
    endTokens: (account) => {
      const { tokens } = world.state;
      for (const [token, of] of Object.entries(tokens)) if (of.account === account) delete tokens[token];
      const { userTokens } = world.state;
      for (const [token, { login }] of Object.entries(userTokens)) {
        if (accountFor(world, login).id === account) delete userTokens[token];
      }
    },
    converse: (person, act) => actInConversation(world, dialect, person, act),
    broadcast: (person, act) => broadcast(world, person, act),
    subscriptions: {
      setCallback: (given) => setCallback(world, dialect, given),
      apps: () => appsOf(world),
      callback: (object) => callbackOf(world, dialect, object),
      subscribed: () => subscribedAccounts(world),
      unsubscribe: (account) => void delete world.state.people.subscribed[account],
    },
  });
}

export function peopleRoutes(world: World<State>): Route[] {
  const dialect = dialectOf(world);
  return [
    ...subscriptionRoutes(world, dialect),
    ...sendRoutes(world, dialect),
    ...conversationRoutes(world, dialect),
    ...commentRoutes(world, dialect, commentSide(world, dialect)),
  ];
}

/** A comment, conversation, message or person of this account; null means the id is of something else. */
export function peopleNode(world: World<State>, account: string, id: string): Node | Response | null {
  const comment = livingComment(world, account, id);
  const media = comment && world.state.media[comment.post];
  if (media && isOver(media)) return null;
  if (comment) return commentNode(world, comment);
  return messagingNode(world, dialectOf(world), account, id) ?? profileNode(world, account, id);
}

/** Readable once the person wrote or tapped; a comment is no consent. */
function profileNode(world: World<State>, account: string, id: string): Node | Response | null {
  const person = world.state.people.persons[id];
  if (person?.account !== account) return null;
  if (person.blocked) return null; // a person who blocked the account cannot be read
  if (conversationWith(world, person)?.consented !== true) {
    return refusal(403, { code: 230 }, '(#230) User consent is required to access user profile');
  }
  return new Node(
    'IGBusinessScopedUser',
    {
      id,
      name: person.name,
      username: person.username,
      profile_pic: undefined,
      follower_count: 93,
      is_verified_user: false,
      is_user_follow_business: person.follows,
      is_business_follow_user: false,
    },
    ['id', 'name'],
  );
}

/** Scoped to the account: the same person has another id at another account. */
function personId(account: string, username: string): string {
  const digits = BigInt(`0x${hash(`${account} ${username}`).slice(0, 12)}`) % 1_000_000_000_000n;
  return `1234${digits.toString().padStart(12, '0')}`;
}
