/**
 * Reads what an unsuccessful response means. The order is the same for all networks: the network's own error code, then
 * its special cases, then its rules for a status, then what HTTP says in general. A network's `errors.ts` gives the
 * rules; `lib/outcome.ts` lists the names that it exports.
 */
import type { Credentials } from '../port/account.ts';
import { type NetworkResponse, brief, type Lost, retryAfterMs, withoutSecrets } from './http.ts';
import { type Failure, lostOutcome, retry, type Unknown } from './outcome.ts';

/** What an error means, where that needs more than a word. */
export interface Rule {
  /**
   * A `Failure`'s kind, or: `limited`, too many calls, wait as long as the response says; `server_error`, the network
   * failed on its side, which proves nothing about what the call did.
   */
  kind: Failure['kind'] | 'limited' | 'server_error';
  /** How long to wait, ms; may depend on the time (epoch ms). Absent means as long as the response says. */
  afterMs?: number | ((now: number) => number);
  /** What a person can do about it, added after the network's words. No full stop at its end. */
  advice?: string;
  /** Replaces the network's words. */
  reason?: string;
}
export type Meaning = Rule | Rule['kind'];

/** Whose call failed, and when (epoch ms). The credentials are there to be removed from the network's words. */
export interface ErrorContext {
  account: { credentials: Credentials };
  now: number;
}

/** What is particular to the errors of a network. */
export interface ErrorRules {
  /** Its name for people, in front of each reason: "LinkedIn", "the site". */
  network: string;
  /** The network's words, with its code where that helps; null where the response has none. */
  message(response: NetworkResponse): string | null;
  /** The network's own error code, which decides before the status; null where the response has none. */
  code?(response: NetworkResponse): string | null;
  codes?: { [code: string]: Meaning };
  /** Cases that neither the code nor the status identifies; null for an error that is none of them. */
  special?(response: NetworkResponse, context: ErrorContext): Meaning | null;
  /** By status ("401") or by a whole class of them ("3xx"). */
  statuses?: { [status: string]: Meaning };
  /** How long to wait when there were too many calls, ms. Absent means by Retry-After. */
  limitedMs?: (response: NetworkResponse, now: number) => number | undefined;
}

export interface ErrorReader {
  readError: (response: NetworkResponse | Lost, context: ErrorContext) => Failure;
  readPublishError: (response: NetworkResponse | Lost, context: ErrorContext) => Failure | Unknown;
  isServerError: (response: NetworkResponse) => boolean;
  messageOf: (response: NetworkResponse, context?: Pick<ErrorContext, 'account'>) => string;
}

/** The same meaning for several codes. */
export function each(codes: Iterable<string | number>, meaning: Meaning): { [code: string]: Meaning } {
  return Object.fromEntries([...codes].map((code) => [String(code), meaning]));
}

/** Credentials that a network may repeat in its words. */
const SECRETS = [
  'accessToken',
  'refreshToken',
  'clientSecret',
  'accessJwt',
  'refreshJwt',
  'appPassword',
  'applicationPassword',
  'apiKey',
  'secret',
  'token',
  'webhookToken',
  'uploadKey',
  'code',
  'codeVerifier',
];

/** A network's words with its name in front, without secrets, cut for storing. */
export function quote(network: string, words: string, credentials: Credentials): string {
  return brief(`${network}: ${withoutSecrets(words, credentials, SECRETS)}`);
}

/** Makes the functions that each network's `errors.ts` exports. */
export function errorReader(rules: ErrorRules): ErrorReader {
  const { network } = rules;

  function messageOf(response: NetworkResponse, context?: Pick<ErrorContext, 'account'>): string {
    const words = rules.message(response)?.trim() ?? '';
    return words === ''
      ? withoutMessage(network, response)
      : quote(network, words, context?.account.credentials ?? {});
  }

  function readError(response: NetworkResponse | Lost, context: ErrorContext): Failure {
    if (response.kind === 'lost') return retry(`${network}: ${response.reason}`);
    const rule = ruleFor(rules, response, context);
    if (rule === null) return retry(withoutContent(network, response));
    const words = rule.reason ?? messageOf(response, context);
    const reason = rule.advice === undefined ? words : `${words.replace(/\.$/, '')}. ${rule.advice}`;
    switch (rule.kind) {
      case 'limited':
      case 'server_error':
      case 'retry':
        return retry(reason, waitMs(rules, rule, response, context.now));
      case 'rejected':
      case 'expired':
      case 'reauthorize':
        return { kind: rule.kind, reason };
      default:
        return rule.kind satisfies never;
    }
  }

  function readPublishError(response: NetworkResponse | Lost, context: ErrorContext): Failure | Unknown {
    if (response.kind === 'lost') return lostOutcome(network, response);
    const rule = ruleFor(rules, response, context);
    const failure = readError(response, context);
    const mayBeLive = rule === null || rule.kind === 'server_error';
    return mayBeLive ? { kind: 'unknown', reason: failure.reason } : failure;
  }

  function isServerError(response: NetworkResponse): boolean {
    return ruleFor(rules, response, NO_CONTEXT)?.kind === 'server_error';
  }

  return { readError, readPublishError, isServerError, messageOf };
}

/** No rule for a server error depends on the account or the time. */
const NO_CONTEXT: ErrorContext = { account: { credentials: {} }, now: 0 };

/** @returns null for a successful response that lacks the expected content */
function ruleFor(rules: ErrorRules, response: NetworkResponse, context: ErrorContext): Rule | null {
  const { codes, statuses } = rules;
  const { status } = response;
  const meaning =
    own(codes, rules.code?.(response) ?? null) ??
    rules.special?.(response, context) ??
    own(statuses, String(status)) ??
    own(statuses, `${Math.floor(status / 100)}xx`) ??
    byStatus(status);
  return typeof meaning === 'string' ? { kind: meaning } : meaning;
}

/** The code comes from outside, so only the table's own keys count. */
function own(table: { [key: string]: Meaning } | undefined, key: string | null): Meaning | undefined {
  return table !== undefined && key !== null && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The general meaning of a status (RFC 9110). A redirect that was not followed proves nothing. */
function byStatus(status: number): Meaning | null {
  if (status === 429) return 'limited';
  if (status >= 500 || status === 408) return 'server_error';
  if (status < 400) return null;
  return status === 401 ? 'expired' : 'rejected';
}

function waitMs(
  { limitedMs }: ErrorRules,
  { kind, afterMs }: Rule,
  response: NetworkResponse,
  now: number,
): number | undefined {
  if (afterMs !== undefined) return typeof afterMs === 'number' ? afterMs : afterMs(now);
  if (kind === 'limited' && limitedMs !== undefined) return limitedMs(response, now);
  return retryAfterMs(response.headers, now);
}

function withoutMessage(network: string, { status }: NetworkResponse): string {
  return `${network} ${status >= 500 ? 'is down or overloaded' : 'responded without a reason'} (status ${status})`;
}

function withoutContent(network: string, { status }: NetworkResponse): string {
  return `${network} responded without the expected content (status ${status})`;
}
