/** People on Threads: they reply. There are no direct messages for apps. */
import type { NetworkPeople } from '../people.ts';
import type { World } from '../simulator.ts';
import { networkPeople } from '../meta/people.ts';
import { appsOf, callbackOf, setCallback } from '../meta/subscriptions.ts';
import { EVENT_FIELDS, OBJECT } from './events.ts';
import { replySide } from './replies.ts';
import { APP } from './sign-in.ts';
import type { State } from './state.ts';

export function peopleOf(world: World<State>): NetworkPeople {
  const app = { object: OBJECT, app: APP, allFields: EVENT_FIELDS };
  return networkPeople(world, {
    accounts: () => Object.values(world.state.accounts).map(({ id, username }) => ({ id, name: username })),
    personId: (account, username) => `${account}:${username}`,
    comments: replySide(world),
    login: (account) => ({ id: account, secret: APP.clientSecret }),
    endTokens: (account) => {
      const { tokens } = world.state;
      for (const [token, of] of Object.entries(tokens)) if (of.account === account) delete tokens[token];
    },
    subscriptions: {
      setCallback: (given) => setCallback(world, app, given),
      apps: () => appsOf(world),
      callback: () => callbackOf(world, app, OBJECT),
      subscribed: () => {
        const fields = world.state.people.apps[OBJECT]?.fields;
        return fields ? Object.keys(world.state.accounts).map((account) => ({ account, fields })) : [];
      },
      unsubscribe: () => undefined, // no account is subscribed by itself
    },
  });
}
