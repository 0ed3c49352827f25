import type { ApiVersion } from '../port/manifest.ts';

/**
 * The API version of posts and reviews, the last parts of v4 in service; its end is not announced. Accounts,
 * locations and metrics moved to separate APIs, all of them at v1.
 */
export const version: ApiVersion = { version: 'v4', sunset: null };

export const endpoints = {
  posts: 'https://mybusiness.googleapis.com',
  accounts: 'https://mybusinessaccountmanagement.googleapis.com',
  information: 'https://mybusinessbusinessinformation.googleapis.com',
  performance: 'https://businessprofileperformance.googleapis.com',
  oauth: 'https://oauth2.googleapis.com',
  /** The sign-in page, used only for connecting. */
  login: 'https://accounts.google.com',
};
