/** What the service asks for at Google (Data API, "OAuth 2.0 scopes"). */
const PREFIX = 'https://www.googleapis.com/auth/';

/** Uploading, and reading the channel and its uploads. */
export const NEEDED = ['youtube.upload', 'youtube.readonly'].map((name) => `${PREFIX}${name}`);
/** Comments. Requested since first comments exist. */
export const COMMENT_SCOPE = `${PREFIX}youtube.force-ssl`;
/** Comments and metrics: posting works without them. */
export const SCOPES = [...NEEDED, COMMENT_SCOPE, `${PREFIX}yt-analytics.readonly`];
/** @returns the scopes without what all of them begin with, for people */
export const shortNames = (scopes: readonly string[]): string =>
  scopes.map((scope) => scope.slice(PREFIX.length)).join(', ');
