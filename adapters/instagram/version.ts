/**
 * The Graph API version every path carries. A version lives until two years after its successor came out, and a dead one
 * is not refused but served by the oldest that lives, so nothing but this date warns of it.
 */
export const graphVersion = {
  path: 'v26.0',
  released: '2026-07-29',
  /** Not announced: it needs a successor first, so it cannot end before this day. */
  livesAtLeastUntil: '2028-07-29',
} as const;

export const endpoints = {
  graph: 'https://graph.instagram.com',
  /** Where people sign in, and where their code is exchanged: for connecting alone. */
  login: 'https://www.instagram.com',
  api: 'https://api.instagram.com',
};
