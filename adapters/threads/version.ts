import type { ApiVersion } from '../port/manifest.ts';

/** The version in every path. Threads has had no other so far and has announced no end of it. */
export const version: ApiVersion = { version: 'v1.0', sunset: null };

export const endpoints = { graph: 'https://graph.threads.net', login: 'https://threads.com' };
