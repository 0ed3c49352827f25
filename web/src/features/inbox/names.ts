import type { Conversation } from '../../base/api.ts';

/** What a person is called: their name, else their handle. */
export const personName = ({ contact: { name, username } }: Pick<Conversation, 'contact'>): string =>
  name ?? (username === null ? 'A person' : `@${username}`);
