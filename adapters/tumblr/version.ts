import type { ApiVersion } from '../port/manifest.ts';

/** API v2, by its path; no end of it is announced. `api` takes calls and tokens, `www` asks for consent and shows posts. */
export const version: ApiVersion = { version: 'v2', sunset: null };

export const endpoints = { api: 'https://api.tumblr.com', www: 'https://www.tumblr.com' };
