/** Meanings of LinkedIn's errors, by status, because its codes are not always present. */
import { errorReader } from '../lib/error-rules.ts';
import { type NetworkResponse, at, retryAfterMs, textAt } from '../lib/http.ts';
import { version } from './version.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'LinkedIn',
  message,
  special: ({ status }, { account }) =>
    status === 401 ? (account.credentials['refreshToken'] ? 'expired' : 'reauthorize') : null,
  statuses: {
    409: 'retry', // two writes at the same time
    426: {
      kind: 'rejected',
      advice: `Version ${version.version} of its API has ended: update this service`,
    },
  },
  limitedMs: ({ headers }, now) => retryAfterMs(headers, now) ?? untilResetMs(now),
});

/** Quotas are per day and reset at midnight UTC; no header says so. For a short burst an hour is enough. */
function untilResetMs(now: number): number {
  return Math.min(HOUR, DAY - (now % DAY));
}

/** LinkedIn's message with the fields at fault. Class names of its servers are removed. */
function message({ json }: NetworkResponse): string | null {
  const inputs = at(json, 'errorDetails', 'inputErrors');
  const faults = (Array.isArray(inputs) ? inputs : []).flatMap((fault) => {
    const field = textAt(fault, 'input', 'inputPath', 'fieldPath');
    const words = textAt(fault, 'description') ?? textAt(fault, 'code');
    return words === null ? [] : [field === null ? words : `${field}: ${words}`];
  });
  const words = textAt(json, 'message')?.replace(/^[\w.]+Exception:\s*/, '') ?? null;
  const code = textAt(json, 'code');
  const more = [...(code === null ? [] : [code]), ...faults].join('; ');
  if (more === '') return words;
  return words === null ? more : `${words} (${more})`;
}
