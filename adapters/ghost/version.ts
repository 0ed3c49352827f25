import type { ApiVersion } from '../port/manifest.ts';

/** The value of `Accept-Version`. Ghost 5 and 6 support it; no end is announced. */
export const version: ApiVersion = { version: 'v5.0', sunset: null };
