/** Whose token a request carries, and what it asks about. */
import type { World } from '../simulator.ts';
import { textOf } from './responses.ts';
import type { State, User, Variables } from './state.ts';

export function userOf({ state }: World<State>, request: Request): User | undefined {
  const token = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
  return state.users.find((user) => user.token === token);
}

/** The publication that an operation is for: named, or that of the draft. */
export function publicationIn({ state }: World<State>, variables: Variables): string | null {
  const input = inputOf(variables);
  const named = textOf(input['publicationId']) || textOf(variables['id']);
  const draftId = textOf(input['draftId']) || named;
  const draft = state.drafts.find(({ id }) => id === draftId);
  if (draft) return draft.publicationId;
  return state.publications.some(({ id }) => id === named) ? named : textOf(input['publicationId']) || null;
}

function inputOf(variables: Variables): Variables {
  const input = variables['i'] ?? variables['input'];
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
}
