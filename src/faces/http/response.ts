/**
 * The API's responses: JSON, and problems as `{error, code, param?, values?, accountId?, requestId}` (docs/contract.md, Errors).
 */
import { jsonOf } from '../../api/json-text.ts';
import { databaseState, type DatabaseState } from '../../../store/database-state.ts';
import type { Values } from '../../../adapters/port/publish.ts';
import { Problem } from '../../api/problem.ts';
import { statusOf } from './status.ts';
import type { Exchange, Header } from '../../api/exchange.ts';
import { redactOwn } from '../../base/redact.ts';

/**
 * Headers of every response of the API. Responses hold what only the key's owner may see, so nothing may cache them. If
 * a browser is made to open one, it runs, frames, sniffs and embeds nothing (OWASP REST Security Cheat Sheet).
 */
export function apiHeaders(baseUrl: string): readonly Header[] {
  return [
    ['content-type', 'application/json; charset=utf-8'],
    ['cache-control', 'no-store'],
    ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-resource-policy', 'same-origin'],
    ...(baseUrl.startsWith('https:')
      ? [['strict-transport-security', 'max-age=31536000'] satisfies Header]
      : []),
  ];
}

/** @param headers of every response: `apiHeaders`; more: of this one */
export function answerJson(
  exchange: Exchange,
  headers: readonly Header[],
  answer: { status: number; body: unknown; more?: readonly Header[] },
): void {
  exchange.answer({
    status: answer.status,
    headers: answer.more === undefined || answer.more.length === 0 ? headers : [...headers, ...answer.more],
    body: jsonOf(answer.body),
  });
}

export function answerProblem(
  exchange: Exchange,
  headers: readonly Header[],
  problem: Problem,
  more: readonly Header[] = [],
): void {
  const { retryAfterSeconds, scope } = problem;
  const all = [...more];
  if (retryAfterSeconds !== undefined)
    all.push(['retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds)))]);
  // what to ask for instead (RFC 6750, section 3.1)
  if (scope !== undefined)
    all.push(['www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`]);
  answerJson(exchange, headers, {
    status: statusOf(problem),
    body: problemBody(problem, exchange.requestId),
    more: all,
  });
}

/** The body of an error response (docs/contract.md, Errors). */
export const problemBody = (
  { message, code, param, values, accountId, networkCode, current }: Problem,
  requestId: string,
) => ({
  // it may quote what the caller sent
  error: redactOwn(message),
  code,
  param,
  values: values && redactStrings(values),
  accountId,
  networkCode,
  current,
  requestId,
});

/** Values may be what the caller sent, too. */
const redactStrings = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? redactOwn(value) : value,
    ]),
  );

/** The problem that a caller gets for an error that is not theirs. */
export function problemOf(error: unknown): Problem {
  const state = databaseState(error);
  if (state === null) return new Problem('internal', 'something went wrong on our side');
  if (state === 'contended')
    return new Problem('busy', 'others changed the same at the same moment: try again', {
      retryAfterSeconds: 1,
    });
  const { message, retryAfterSeconds } = UNAVAILABLE[state];
  return new Problem('unavailable', message, { retryAfterSeconds });
}

const UNAVAILABLE: {
  readonly [state in Exclude<DatabaseState, 'contended'>]: { message: string; retryAfterSeconds: number };
} = {
  unreachable: {
    message: 'the database cannot be reached at the moment: try again',
    retryAfterSeconds: 5,
  },
  read_only: { message: 'the database takes no writes at the moment: try again', retryAfterSeconds: 5 },
  no_space: { message: 'the database has no space left: try again later', retryAfterSeconds: 30 },
  overloaded: { message: 'the database has too much to do at the moment: try again', retryAfterSeconds: 5 },
  storage_failed: {
    message: 'the database cannot read or write its files: try again later',
    retryAfterSeconds: 30,
  },
  interrupted: { message: 'the database took too long and was stopped: try again', retryAfterSeconds: 5 },
};
