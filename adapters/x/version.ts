import type { ApiVersion } from '../port/manifest.ts';

/** X API v2, in its path. No end is announced; the published API description changes without a new version. */
export const version: ApiVersion = { version: '2', sunset: null };

/** `api` is for calls and tokens, `site` shows posts and the consent page. */
export const endpoints = { api: 'https://api.x.com', site: 'https://x.com' };
