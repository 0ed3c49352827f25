import type { ApiVersion } from '../port/manifest.ts';

/** The version every path carries. Threads has had no other so far and has announced none, nor an end of this one. */
export const version: ApiVersion = { version: 'v1.0', sunset: null };

export const endpoints = { graph: 'https://graph.threads.net', login: 'https://threads.com' };
