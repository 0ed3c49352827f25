import type { ApiVersion } from '../port/manifest.ts';

/**
 * The Graph API version in every path. A version works until two years after its successor. The API does not refuse a
 * retired version but serves the oldest supported one, so only this date warns of it.
 */
export const version: ApiVersion = {
  version: 'v26.0',
  /**
   * Its end is not announced. It was released on 2026-07-29 and has no successor yet, so it cannot end before this
   * day.
   */
  sunset: '2028-07-29',
};

export const endpoints = {
  graph: 'https://graph.instagram.com',
  /** The sign-in page, and the host that exchanges its code; used only for connecting. */
  login: 'https://www.instagram.com',
  api: 'https://api.instagram.com',
  /** Where the app's own subscriptions are kept. */
  appGraph: 'https://graph.facebook.com',
};
