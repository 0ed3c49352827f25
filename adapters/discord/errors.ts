/** Meanings of Discord's errors for a webhook call. Its error code decides first, then the status. */
import type { Json } from '../../machines/outcome.ts';
import { each, errorReader } from '../lib/error-rules.ts';
import { at, retryAfterMs, textAt, type NetworkResponse } from '../lib/http.ts';

const RECONNECT = {
  kind: 'reauthorize',
  advice: 'Make a new webhook for the channel and connect it again',
} as const;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'Discord',
  message,
  code: ({ json, status }) => (status >= 500 ? null : (codeIn(json)?.toString() ?? null)),
  codes: {
    // unknown webhook, invalid webhook token, missing access, missing permissions
    ...each([10_015, 50_027, 50_001, 50_013], RECONNECT),
    // the write limits of the server and the channel
    ...each([20_028, 20_029], 'limited'),
  },
  special: ({ status, json }) => {
    if (codeIn(json) !== null) return status === 401 ? RECONNECT : null;
    return withoutCode(status);
  },
  limitedMs,
});

/**
 * Without Discord's own code, a proxy refused the request before the channel saw it. A block of our address (403) and
 * a redirect are temporary; a refused login and a request that is too large are not.
 */
function withoutCode(status: number) {
  if (status === 401) return 'reauthorize';
  if (status === 400 || status === 413) return 'rejected';
  return status >= 300 && status < 500 && status !== 408 && status !== 429 ? 'retry' : null;
}

function codeIn(json: Json): number | null {
  const code = at(json, 'code');
  return typeof code === 'number' ? code : null;
}

function limitedMs({ headers, json }: NetworkResponse, now: number): number | undefined {
  const seconds = at(json, 'retry_after');
  return typeof seconds === 'number' ? Math.ceil(seconds * 1000) : retryAfterMs(headers, now);
}

/** Discord's words, with the fields at fault: `Invalid Form Body (content: Must be 2000 or fewer in length.)`. */
function message({ json }: NetworkResponse): string | null {
  const words = textAt(json, 'message');
  const faults = faultsIn(at(json, 'errors'), '');
  return words === null || faults.length === 0 ? words : `${words} (${faults.join('; ')})`;
}

function faultsIn(node: Json | undefined, path: string): string[] {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key !== '_errors') return faultsIn(value, path === '' ? key : `${path}.${key}`);
    return Array.isArray(value)
      ? value.map((fault) => `${path}: ${textAt(fault, 'message') ?? 'invalid'}`)
      : [];
  });
}
