/** Meanings of Hashnode's errors. They mostly come with status 200 as `errors`, and `extensions.code` decides. */
import { each, errorReader } from '../lib/error-rules.ts';
import { type NetworkResponse, at, type Lost, textAt } from '../lib/http.ts';

const RECONNECT = {
  kind: 'reauthorize',
  advice: 'Make a new personal access token and connect again',
} as const;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'Hashnode',
  message: ({ json }) => textAt(json, 'errors', 0, 'message'),
  code: codeOf,
  codes: {
    UNAUTHENTICATED: RECONNECT,
    // no Pro plan or role too low, not found, invalid input: never accepted without a change
    ...each(['FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED'], 'rejected'),
    INTERNAL_SERVER_ERROR: 'server_error',
  },
  special: (response) => (response.status === 401 && codeOf(response) !== null ? 'rejected' : null),
  statuses: {
    '3xx': {
      kind: 'rejected',
      reason: 'Hashnode: the address of its API has moved; update this service',
    },
    401: RECONNECT,
    413: { kind: 'rejected', reason: 'Hashnode: the article is larger than 100 KB (status 413)' },
  },
});

/** The error's code; null if there is none. */
export function codeOf(response: NetworkResponse | Lost): string | null {
  return response.kind === 'response' ? textAt(at(response.json, 'errors', 0), 'extensions', 'code') : null;
}
