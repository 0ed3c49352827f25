/** The people of a network of Meta, for the sandbox's own API and its page. */
import { BadInput } from '../bad-input.ts';
import type { Act, PersonActResult, NetworkPeople } from '../people.ts';
import type { ConversationAct } from './acts.ts';
import { actOnComment, type CommentSide } from './comments.ts';
import { callRemoval, type Login } from './removals.ts';
import { factsOf, meet, personsOf, type PeopleWorld, type Person } from './state.ts';
import { threadOf, viewOf } from './view.ts';

export type BroadcastAct = Extract<Act, { kind: 'goLive' | 'endLive' }>;

interface PeopleParts {
  accounts(): { id: string; name: string }[];
  /** The network's id for a person, made for this account. */
  personId(account: string, username: string): string;
  comments: CommentSide;
  /** Who signed in for this account. */
  login(account: string): Login;
  /** Ends the tokens that the app holds for this account. */
  endTokens(account: string): void;
  /** Absent if the network has no direct messages for apps. */
  converse?: (person: Person, act: ConversationAct) => PersonActResult;
  /** Absent means accounts of the network do not go live. */
  broadcast?: (person: Person, act: BroadcastAct) => PersonActResult;
  subscriptions: Pick<NetworkPeople, 'setCallback' | 'apps' | 'callback' | 'subscribed' | 'unsubscribe'>;
}

export function networkPeople(world: PeopleWorld, parts: PeopleParts): NetworkPeople {
  const nameOf = (account: string) => parts.accounts().find(({ id }) => id === account)?.name ?? account;
  return {
    ...parts.subscriptions,
    hasMessages: parts.converse !== undefined,
    accounts: () => parts.accounts(),
    remove: (account, removal) => {
      if (removal.kind === 'deauthorize') {
        parts.endTokens(account);
        parts.subscriptions.unsubscribe(account);
      }
      return callRemoval(world, parts.login(account), removal);
    },
    posts: (account) =>
      parts.comments
        .posts(account)
        .map((post) => ({ ...post, comments: threadOf(world, post.id, nameOf(account)) })),
    persons: (account) => personsOf(world, account).map(factsOf),
    view: (account, username) => {
      const person = world.state.people.persons[parts.personId(account, username)];
      return person ? viewOf(world, person, nameOf(account)) : null;
    },
    act: (account, given, act) => {
      if (act.kind === 'review') throw new BadInput('act: accounts of this network have no reviews');
      parts.comments.posts(account); // those from elsewhere are there before the first comment
      const person = meet(world, account, parts.personId(account, given.username), given);
      if (act.kind === 'goLive' || act.kind === 'endLive') {
        if (!parts.broadcast) throw new BadInput('act: accounts of this network do not go live');
        return parts.broadcast(person, act);
      }
      const isConversation = act.kind !== 'comment' && act.kind !== 'like';
      if (!isConversation || ('commentId' in act && act.commentId !== null)) {
        return actOnComment(world, parts.comments, person, act);
      }
      return converse(parts, person, act);
    },
  };
}

const WITHOUT_MESSAGES = ['block', 'unblock', 'follow', 'unfollow'];

function converse({ converse }: PeopleParts, person: Person, act: ConversationAct): PersonActResult {
  if (converse) return converse(person, act);
  if (!WITHOUT_MESSAGES.includes(act.kind)) {
    throw new BadInput(`act: this network has no direct messages, so nobody can ${act.kind} there`);
  }
  if (act.kind === 'block' || act.kind === 'unblock') person.blocked = act.kind === 'block';
  else person.follows = act.kind === 'follow';
  return { person: factsOf(person) };
}
