/** People who review a location. Each has one review of it; they write no messages, and Google calls no webhooks for it. */
import { BadInput } from '../bad-input.ts';
import type { Act, PersonActResult, CommentView, NetworkPeople, PersonFacts } from '../people.ts';
import type { World } from '../simulator.ts';
import { hash, type Location, type Review, type State } from './state.ts';
import { reviewsOf } from './reviews.ts';

export function peopleOf(world: World<State>): NetworkPeople {
  const { state } = world;
  const personsOf = (location: string) =>
    Object.values(state.persons).filter((person) => person.location === location);
  return {
    hasMessages: false,
    hasReviews: true,
    accounts: () => Object.values(state.locations).map(({ name, title }) => ({ id: name, name: title })),
    posts: (account) => {
      const location = state.locations[account];
      if (!location) return [];
      const comments = reviewsOf(world, account).map((review) => viewOf(world, review, location));
      const about = { text: `Reviews of ${location.title}`, origin: 'elsewhere', pictureUrl: null } as const;
      return [{ id: account, ...about, at: new Date(world.now()).toISOString(), comments }];
    },
    persons: (account) => personsOf(account).map(factsOf),
    view: (account, username) => {
      const person = personsOf(account).find((one) => one.username === username);
      const location = state.locations[account];
      if (!person || !location) return null;
      const own = reviewsOf(world, account).filter((review) => review.person === person.id);
      const comments = own.map((review) => ({
        ...viewOf(world, review, location),
        mediaId: account,
        deleted: false,
      }));
      return { person: factsOf(person), messages: [], comments };
    },
    act: (account, given, act) => {
      const id = hash(`${account} ${given.username}`).slice(0, 21);
      const person = (state.persons[id] ??= {
        id,
        username: given.username,
        name: given.username,
        location: account,
        follows: false,
        blocked: false,
        disallowsMessages: false,
        isPrivate: false,
      });
      person.name = given.name ?? person.name;
      person.isPrivate = given.isPrivate ?? person.isPrivate;
      return { person: factsOf(person), ...actAs(world, person, act) };
    },
    setCallback: () => Promise.reject(noWebhooks()),
    apps: () => [],
    callback: () => null,
    subscribed: () => [],
    unsubscribe: () => undefined,
    remove: () => Promise.reject(noWebhooks()),
  };
}

function noWebhooks(): BadInput {
  return new BadInput('network: Google calls no webhooks for reviews');
}

function actAs(
  world: World<State>,
  person: PersonFacts & { location: string },
  act: Act,
): Omit<PersonActResult, 'person'> {
  const { reviews } = world.state;
  const own = reviewsOf(world, person.location).find((review) => review.person === person.id);
  if (act.kind === 'review') {
    const { stars, text } = act;
    const now = world.now();
    if (own) {
      Object.assign(own, { stars, text, updatedAt: now });
      return { commentId: own.id };
    }
    const id = `AbFv${hash(`review ${world.nextNumber()}`).slice(0, 28)}`;
    const { location, id: by } = person;
    reviews[id] = { id, location, person: by, stars, text, createdAt: now, updatedAt: now, reply: null };
    return { commentId: id };
  }
  if (act.kind !== 'edit' && act.kind !== 'delete') {
    throw new BadInput(`act: people write, edit and delete reviews here, and nobody can ${act.kind}`);
  }
  if (!own || own.id !== act.commentId) {
    throw new BadInput(`commentId: ${person.username} wrote no review ${act.commentId}`);
  }
  if (act.kind === 'delete') delete reviews[own.id];
  else Object.assign(own, { text: act.text, updatedAt: world.now() });
  return { commentId: own.id };
}

function viewOf({ state }: World<State>, review: Review, { title }: Location): CommentView {
  const { id, person, stars, text, createdAt, reply } = review;
  const by = state.persons[person]?.username ?? '';
  const common = { hidden: false, likes: 0, replies: [] };
  const replies =
    reply === null
      ? []
      : [
          {
            ...common,
            id: `${id}:reply`,
            by: title,
            byAccount: true,
            text: reply.text,
            at: new Date(reply.updatedAt).toISOString(),
          },
        ];
  const at = new Date(createdAt).toISOString();
  return { ...common, id, by, byAccount: false, text, at, stars, replies };
}

function factsOf(person: PersonFacts): PersonFacts {
  const { id, username, name, follows, blocked, disallowsMessages, isPrivate } = person;
  return { id, username, name, follows, blocked, disallowsMessages, isPrivate };
}
