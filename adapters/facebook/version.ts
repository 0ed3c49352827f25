import type { ApiVersion } from '../port/manifest.ts';

/**
 * The Graph API version every path carries. It came out on 29 July 2026 and lives until two years after its successor,
 * which is not announced. A dead version is not refused but served by the oldest that lives, so nothing warns of it.
 */
export const version: ApiVersion = { version: 'v26.0', sunset: null };

export const endpoints = {
  graph: 'https://graph.facebook.com',
  /** Where people sign in: for connecting alone. */
  login: 'https://www.facebook.com',
};
