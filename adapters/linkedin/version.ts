import type { ApiVersion } from '../port/manifest.ts';

/**
 * The version that every `/rest` call names. One is released each month and works for about a year; a retired one
 * returns 426 ("LinkedIn API versioning", Marketing and Community Management docs).
 */
export const version: ApiVersion = {
  version: '202608',
  /** Not announced yet. Earlier versions ended in the middle of the month, a year after their release. */
  sunset: '2027-08-15',
};

/** `www` is for sign-in, `api` is the API. Files go to addresses that LinkedIn names for each upload. */
export const endpoints = { www: 'https://www.linkedin.com', api: 'https://api.linkedin.com' };
