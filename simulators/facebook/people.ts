/** People on Facebook: comments below a Page's posts, and Messenger. */
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
import { graphError, hash } from '../shared/graph.ts';
import { commentNode, commentRoutes, commentSide } from './comments.ts';
import { dialectOf } from './dialect.ts';
import { APP, loginIdOf, ownerOf, type State } from './state.ts';

export function peopleOf(world: World<State>): NetworkPeople {
  const dialect = dialectOf(world);
  return networkPeople(world, {
    accounts: () => Object.values(world.state.pages).map(({ id, name }) => ({ id, name })),
    personId,
    comments: commentSide(world, dialect),
    login: (page) => ({ id: loginIdOf(ownerOf(world, page)), secret: APP.clientSecret }),
    endTokens: (page) => {
      const owner = ownerOf(world, page);
      const { tokens } = world.state;
      for (const [token, { of }] of Object.entries(tokens)) {
        const user = 'user' in of ? of.user : ownerOf(world, of.page);
        if (user === owner) delete tokens[token];
      }
    },
    converse: (person, act) => actInConversation(world, dialect, person, act),
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

/** A comment, conversation, message or person of this Page; null means the id is of something else. */
export function peopleNode(world: World<State>, page: string, id: string): Node | Response | null {
  const comment = livingComment(world, page, id);
  if (comment) return commentNode(world, comment);
  return messagingNode(world, dialectOf(world), page, id) ?? profileNode(world, page, id);
}

/** A person who wrote. Whether they follow the Page cannot be asked. */
function profileNode(world: World<State>, page: string, id: string): Node | Response | null {
  const person = world.state.people.persons[id];
  if (person?.account !== page) return null;
  if (person.blocked || conversationWith(world, person)?.consented !== true) {
    return graphError(400, { code: 100, subcode: 2_018_218 }, '(#100) No profile available for this user.');
  }
  const [first_name = '', ...rest] = person.name.split(' ');
  return new Node(
    'User',
    { id, name: person.name, first_name, last_name: rest.join(' '), profile_pic: undefined },
    ['id', 'first_name', 'last_name'],
  );
}

/** Scoped to the Page: the same person has another id at another Page. */
function personId(page: string, username: string): string {
  const digits = BigInt(`0x${hash(`${page} ${username}`).slice(0, 12)}`) % 1_000_000_000_000n;
  return `6100${digits.toString().padStart(12, '0')}`;
}
