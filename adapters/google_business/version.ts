import type { ApiVersion } from '../port/manifest.ts';

/**
 * The version of the API that posts and reviews stand in, the last parts of it that live; its end is not announced.
 * Accounts, locations and numbers moved to APIs of their own, all of them at v1.
 */
export const version: ApiVersion = { version: 'v4', sunset: null };

export const endpoints = {
  posts: 'https://mybusiness.googleapis.com',
  accounts: 'https://mybusinessaccountmanagement.googleapis.com',
  information: 'https://mybusinessbusinessinformation.googleapis.com',
  performance: 'https://businessprofileperformance.googleapis.com',
  oauth: 'https://oauth2.googleapis.com',
  /** Where people sign in: for connecting alone. */
  login: 'https://accounts.google.com',
};
