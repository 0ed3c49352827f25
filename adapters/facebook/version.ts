import type { ApiVersion } from '../port/manifest.ts';

/**
 * The Graph API version in every path. It was released on 29 July 2026 and works until two years after its successor,
 * which is not announced. Facebook does not refuse a retired version but serves the oldest supported one, so nothing
 * warns of it.
 */
export const version: ApiVersion = { version: 'v26.0', sunset: null };

export const endpoints = {
  graph: 'https://graph.facebook.com',
  /** The sign-in page, used only for connecting. */
  login: 'https://www.facebook.com',
};
