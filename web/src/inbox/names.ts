import type { Conversation } from '../api.ts';

/** What a person is called: their name, else their handle. */
export const personName = ({ contact: { name, username } }: Pick<Conversation, 'contact'>): string =>
  name ?? (username === null ? 'A person' : `@${username}`);

/** Addresses come from the network: only those of the web are linked. */
export const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//i.test(url);
