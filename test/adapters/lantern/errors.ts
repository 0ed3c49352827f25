import { type NetworkResponse, brief } from '../../../adapters/lib/http.ts';

/** What Lantern said, for the person whose post it is. */
export const wordsOf = ({ status, text }: NetworkResponse): string =>
  `Lantern: HTTP ${status} ${brief(text)}`;
