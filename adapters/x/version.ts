import type { ApiVersion } from '../port/manifest.ts';

/** X API v2, by its path. No end of it is announced; the published description of the API moves without a new version. */
export const version: ApiVersion = { version: '2', sunset: null };

/** `api` takes calls and tokens, `site` shows posts and asks for consent. */
export const endpoints = { api: 'https://api.x.com', site: 'https://x.com' };
