/** The people of every network in one place: which network, which account, who. */
import { BadInput } from './bad-input.ts';
import type {
  Act,
  PersonActResult,
  AppView,
  CallbackSettings,
  PersonInput,
  NetworkPeople,
  PersonFacts,
  PersonView,
  PostView,
  Removal,
  RemovalResult,
} from './people.ts';

export interface People {
  /** @throws BadInput naming the field that is wrong */
  act(at: Place, person: PersonInput, act: Act): PersonActResult & { account: string };
  /** @throws BadInput where the account has not met this person */
  view(at: Place, username: string): PersonView & { account: string };
  /** Posts to comment on, newest first, and who has been there. */
  scene(at: Place): { account: string; posts: PostView[]; persons: PersonFacts[] };
  accounts(network: string): { id: string; name: string }[];
  setCallback(network: string, given: CallbackSettings): Promise<void>;
  /** The network checks the app's addresses now. */
  check(network: string): Promise<void>;
  /** The account's owner removes the app, or asks for the deletion of their data. */
  remove(at: Place, removal: Removal): Promise<RemovalResult>;
  /** Callbacks of the app, and the accounts whose events are sent. */
  subscriptions(network: string): { apps: AppView[]; accounts: { account: string; fields: string[] }[] };
  /** Whether people comment or write on this network. */
  has(network: string): boolean;
  /** Whether they write direct messages there. */
  hasMessages(network: string): boolean;
}

export interface Place {
  network: string;
  /** Id or name of the account; absent means the network's only one. */
  account?: string;
}

export function openPeople(of: (network: string) => NetworkPeople | null): People {
  const peopleOf = (network: string): NetworkPeople => {
    const people = of(network);
    if (!people) throw new BadInput(`network must be one on which people answer, and ${network} is not`);
    return people;
  };
  return {
    act: (at, person, act) => {
      const people = peopleOf(at.network);
      const account = accountOf(people, at);
      return { account, ...people.act(account, person, act) };
    },
    view: (at, username) => {
      const people = peopleOf(at.network);
      const account = accountOf(people, at);
      const view = people.view(account, username);
      if (!view) throw new BadInput(`username: the account ${account} has not met ${username}`);
      return { account, ...view };
    },
    scene: (at) => {
      const people = peopleOf(at.network);
      const account = accountOf(people, at);
      return { account, posts: people.posts(account), persons: people.persons(account) };
    },
    accounts: (network) => peopleOf(network).accounts(),
    remove: async (at, removal) => {
      const people = peopleOf(at.network);
      return people.remove(accountOf(people, at), removal);
    },
    setCallback: (network, given) => peopleOf(network).setCallback(given),
    check: async (network) => {
      const people = peopleOf(network);
      if (!people.check) throw new BadInput(`check: ${network} checks an address only when it is entered`);
      await people.check();
    },
    subscriptions: (network) => {
      const people = peopleOf(network);
      return { apps: people.apps(), accounts: people.subscribed() };
    },
    has: (network) => of(network) !== null,
    hasMessages: (network) => of(network)?.hasMessages === true,
  };
}

function accountOf(people: NetworkPeople, { network, account }: Place): string {
  const known = people.accounts();
  const listed = known.map(({ id, name }) => `${id} (${name})`).join(', ');
  if (account === undefined) {
    const [first] = known;
    if (first && known.length === 1) return first.id;
    throw new BadInput(
      first
        ? `account must name one of ${listed}`
        : `network: ${network} has no account yet; connect one, or POST /control/accounts`,
    );
  }
  const found = known.find(({ id, name }) => id === account || name === account);
  if (!found) throw new BadInput(`account must be one of ${listed || 'none: connect one first'}`);
  return found.id;
}
