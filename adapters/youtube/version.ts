import type { ApiVersion } from '../port/manifest.ts';

/** YouTube Data API, by its path. No end of it is announced. */
export const version: ApiVersion = { version: 'v3', sunset: null };

/** `accounts` and `oauth` are for signing in, `api` takes calls and uploads, `analytics` tells numbers. */
export const endpoints = {
  accounts: 'https://accounts.google.com',
  oauth: 'https://oauth2.googleapis.com',
  api: 'https://www.googleapis.com',
  analytics: 'https://youtubeanalytics.googleapis.com',
};
