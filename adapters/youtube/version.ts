import type { ApiVersion } from '../port/manifest.ts';

/** YouTube Data API, by its path. No end of it is announced. */
export const version: ApiVersion = { version: 'v3', sunset: null };

/** `accounts` and `oauth` are for sign-in, `api` is for calls and uploads, `analytics` for metrics. */
export const endpoints = {
  accounts: 'https://accounts.google.com',
  oauth: 'https://oauth2.googleapis.com',
  api: 'https://www.googleapis.com',
  analytics: 'https://youtubeanalytics.googleapis.com',
};
