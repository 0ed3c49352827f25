import type { ApiVersion } from '../port/manifest.ts';

/**
 * The Graph API version in every path. A version works until two years after its successor. The API does not refuse a
 * retired version but serves the oldest supported one, so only this date warns of it.
 */
export const version: ApiVersion = {
  version: 'v26.0',
  /** v27.0 came two years before. */
  sunset: '2028-11-04',
};

export const endpoints = {
  graph: 'https://graph.instagram.com',
  /** The sign-in page, and the host that exchanges its code; used only for connecting. */
  login: 'https://www.instagram.com',
  api: 'https://api.instagram.com',
  /** Where the app's own subscriptions are kept. */
  appGraph: 'https://graph.facebook.com',
};
