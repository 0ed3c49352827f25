import type { ApiVersion } from '../port/manifest.ts';

/** What `Accept-Version` asks for. Ghost 5 and 6 answer it; no end is announced. */
export const version: ApiVersion = { version: 'v5.0', sunset: null };
