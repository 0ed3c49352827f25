/** Meanings of Google's errors, by status and reason (Business Profile APIs, "Error codes"; AIP-193). */
import type { Json } from '../../machines/outcome.ts';
import { errorReader } from '../lib/error-rules.ts';
import { type NetworkResponse, at, textAt } from '../lib/http.ts';

const reader = errorReader({
  network: 'Google',
  message,
  special: (response) => {
    const { status } = response;
    // a project that Google has not approved has a quota of zero, so waiting does not help
    if (status === 429 && hasNoQuota(response)) return 'rejected';
    // signing in again fixes neither a lost role nor a disabled API
    const needsScope = reasonsOf(response.json).includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT');
    return status === 403 && needsScope ? 'reauthorize' : null;
  },
  statuses: { '3xx': 'rejected', 409: 'retry' },
});
export const { readError, isServerError, messageOf } = reader;

/** A conflict (409) may be caused by the post of an earlier attempt. */
export const readPublishError: typeof reader.readPublishError = (response, context) => {
  const error = reader.readPublishError(response, context);
  const isConflict = response.kind === 'response' && response.status === 409;
  return isConflict ? { kind: 'unknown', reason: error.reason } : error;
};

function hasNoQuota({ json, text }: NetworkResponse): boolean {
  const limits = detailsOf(json).map((detail) => textAt(detail, 'metadata', 'quota_limit_value'));
  return (
    limits.includes('0') || /"quota_limit_value"\s*:\s*"?0"?\D|\blimit(?: value)?(?: of|:)? '?0\b/i.test(text)
  );
}

function detailsOf(json: Json): Json[] {
  const details = at(json, 'error', 'details');
  return Array.isArray(details) ? details : [];
}

function reasonsOf(json: Json): string[] {
  return detailsOf(json).flatMap((detail) => textAt(detail, 'reason') ?? []);
}

/** The fields at fault according to Google, or its message. */
function message({ status, json }: NetworkResponse): string | null {
  const fields = detailsOf(json).flatMap((detail) => {
    const errors = at(detail, 'errorDetails');
    return Array.isArray(errors) ? errors : [];
  });
  const faults = fields.flatMap((error) => {
    const words = textAt(error, 'message');
    const field = textAt(error, 'field');
    return words === null ? [] : [field === null ? words : `${field}: ${words}`];
  });
  if (faults.length > 0) return faults.join('; ');
  const words = textAt(json, 'error_description') ?? textAt(json, 'error', 'message');
  return words === null ? null : `${words} (${textAt(json, 'error', 'status') ?? status})`;
}
