/** Meanings of a site's errors, by status and `type`. `context` has the more specific message. */
import { errorReader } from '../lib/error-rules.ts';
import { at, textAt, type NetworkResponse, type Lost } from '../lib/http.ts';

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'Ghost',
  message: ({ json, status }) => {
    const parts = [textAt(json, 'errors', 0, 'message'), textAt(json, 'errors', 0, 'context')];
    const words = parts.filter((part) => part !== null && part !== '').join(' ');
    return words === '' ? null : `${words} (status ${status})`;
  },
  code: (response) => {
    if (isUnknownNewsletter(response)) return 'unknown newsletter';
    return response.status === 401 ? textAt(response.json, 'errors', 0, 'code') : null;
  },
  codes: {
    'unknown newsletter': 'rejected',
    INVALID_JWT: {
      kind: 'reauthorize',
      advice: 'Check the clock of this server, then connect the site again with its current Admin API key',
    },
  },
  statuses: {
    '3xx': { kind: 'rejected', advice: 'The site has moved; connect it again with its current address' },
    401: { kind: 'reauthorize', advice: 'Connect the site again with a new Admin API key' },
  },
});

/**
 * Ghost 6.65 returns 500 when a draft is published with a newsletter that the site does not have. It stays a draft.
 */
function isUnknownNewsletter({ status, json }: NetworkResponse): boolean {
  const words = [textAt(json, 'errors', 0, 'message'), textAt(json, 'errors', 0, 'context')].join(' ');
  return status === 500 && words.includes('does not have a newsletter relation');
}

/** The first resource of a kind (`posts`, `images`) in a successful response. */
export function firstOf(response: NetworkResponse | Lost, kind: string): ReturnType<typeof at> {
  return response.kind === 'response' && response.status < 300 ? at(response.json, kind, 0) : undefined;
}
