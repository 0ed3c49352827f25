import type { ApiVersion } from '../port/manifest.ts';

/**
 * The version every `/rest` call names. One comes out each month and lives about a year; a dead one answers 426
 * ("LinkedIn API versioning", Marketing and Community Management docs).
 */
export const version: ApiVersion = {
  version: '202608',
  /** Not announced yet; those before it ended in the middle of the month, a year after they came out. */
  sunset: '2027-08-15',
};

/** `www` signs people in, `api` is the API. Files go to addresses that LinkedIn names with each upload. */
export const endpoints = { www: 'https://www.linkedin.com', api: 'https://api.linkedin.com' };
