/** What Google's errors mean: decided by status and reason (Business Profile APIs, "Error codes"; AIP-193). */
import type { Finding, Json } from '../../machines/outcome.ts';
import { type Answer, at, brief, type Lost, retryAfterMs, textAt } from '../lib/http.ts';

export type Verdict =
  /** A fault on their side: of a call that publishes it proves nothing. */
  | 'fault'
  /** Said before anything is done. */
  | 'throttled'
  /** Something like it is there or under way: look. */
  | 'conflict'
  /** The access token is over; v4 says so at times of good ones, and another one helps as well. */
  | 'expired'
  | 'reauthorize'
  | 'missing'
  | 'permanent';

export interface Trouble {
  verdict: Verdict;
  reason: string;
  afterMs: number | undefined;
}

/** Judges any answer that did not bring what was asked for. */
export function troubleOf(answer: Answer, now: number): Trouble {
  return { verdict: verdictOf(answer), reason: wordsOf(answer), afterMs: retryAfterMs(answer.headers, now) };
}

export function troubleOfLoss(lost: Lost): Trouble {
  return { verdict: 'fault', reason: `Google: ${lost.reason}`, afterMs: undefined };
}

function verdictOf(answer: Answer): Verdict {
  const { status, json } = answer;
  if (status >= 500 || status === 408 || status < 300) return 'fault';
  switch (status) {
    case 401:
      return 'expired';
    case 403:
      // a lost role or a closed API is nothing that signing in again would mend
      return reasonsOf(json).includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT') ? 'reauthorize' : 'permanent';
    case 404:
      return 'missing';
    case 409:
      return 'conflict';
    case 429:
      return hasNoQuota(answer) ? 'permanent' : 'throttled';
    default:
      return 'permanent';
  }
}

/** A project that Google has not approved has a quota of nothing, which no waiting fills. */
function hasNoQuota({ json, text }: Answer): boolean {
  const told = detailsOf(json).map((detail) => textAt(detail, 'metadata', 'quota_limit_value'));
  return (
    told.includes('0') || /"quota_limit_value"\s*:\s*"?0"?\D|\blimit(?: value)?(?: of|:)? '?0\b/i.test(text)
  );
}

function detailsOf(json: Json): Json[] {
  const details = at(json, 'error', 'details');
  return Array.isArray(details) ? details : [];
}

function reasonsOf(json: Json): string[] {
  return detailsOf(json).flatMap((detail) => textAt(detail, 'reason') ?? []);
}

/** The fields at fault in Google's words, or its sentence, or the status where there are none. */
function wordsOf({ status, json }: Answer): string {
  const fields = detailsOf(json).flatMap((detail) => {
    const errors = at(detail, 'errorDetails');
    return Array.isArray(errors) ? errors : [];
  });
  const told = fields.flatMap((error) => {
    const words = textAt(error, 'message');
    const field = textAt(error, 'field');
    return words === null ? [] : [field === null ? words : `${field}: ${words}`];
  });
  if (told.length > 0) return brief(`Google: ${told.join('; ')}`);
  const words = textAt(json, 'error_description') ?? textAt(json, 'error', 'message');
  return words === null
    ? `Google answered ${status} without the expected content`
    : brief(`Google: ${words} (${textAt(json, 'error', 'status') ?? status})`);
}

/** What trouble with a look means. */
export function findingOf({ verdict, reason, afterMs }: Trouble): Finding {
  switch (verdict) {
    case 'fault':
    case 'throttled':
    case 'conflict':
      return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
    case 'expired':
    case 'reauthorize':
      return { kind: verdict, reason };
    case 'missing':
    case 'permanent':
      return { kind: 'cannot_tell', reason };
    default:
      return verdict satisfies never;
  }
}
