import type { Conversation } from '../api.ts';
import { plainWords } from '../parts/plain-words.ts';

/** What a person is called: their name, else their handle. */
export const personName = ({ contact: { name, username } }: Pick<Conversation, 'contact'>): string =>
  name ?? (username === null ? 'A person' : `@${username}`);

/** Addresses come from the network: only those of the web are linked. */
export const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//i.test(url);

/** What a network said, as a sentence without the numbers of its errors, such as `(#551)` and `(551/1545041)`. */
export const networkWords = (error: string): string =>
  plainWords(error.replaceAll(/\s*\((?:#\d+|\d+(?:\/\d+)*)\)/g, ''));
