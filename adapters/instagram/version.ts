import type { ApiVersion } from '../port/manifest.ts';

/**
 * The Graph API version every path carries. A version lives until two years after its successor came out, and a dead one
 * is not refused but served by the oldest that lives, so nothing but this date warns of it.
 */
export const version: ApiVersion = {
  version: 'v26.0',
  /** Its end is not announced. It came out on 2026-07-29 and has no successor yet, so it cannot end before this day. */
  sunset: '2028-07-29',
};

export const endpoints = {
  graph: 'https://graph.instagram.com',
  /** Where people sign in, and where their code is exchanged: for connecting alone. */
  login: 'https://www.instagram.com',
  api: 'https://api.instagram.com',
};
