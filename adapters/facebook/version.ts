import type { ApiVersion } from '../port/manifest.ts';

/**
 * The Graph API version in every path. It works until two years after its successor v27.0, which came on 4 November 2026.
 * Facebook does not refuse a retired version but serves the oldest supported one, so only this date warns of it.
 */
export const version: ApiVersion = { version: 'v26.0', sunset: '2028-11-04' };

export const endpoints = {
  graph: 'https://graph.facebook.com',
  /** The sign-in page, used only for connecting. */
  login: 'https://www.facebook.com',
};
