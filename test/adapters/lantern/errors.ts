import { type NetworkResponse, brief } from '../../../adapters/lib/http.ts';

/** Lantern's message, for the person whose post it is. */
export const wordsOf = ({ status, text }: NetworkResponse): string =>
  `Lantern: HTTP ${status} ${brief(text)}`;
