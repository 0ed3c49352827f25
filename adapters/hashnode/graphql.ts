/** Calls of the GraphQL API, and what its refusals mean: mostly status 200 with `errors`. The `code` decides. */
import type { AccountAccess } from '../port/account.ts';
import { ask, at, brief, retryAfterMs, textAt, withoutSecrets, type Answer, type Lost } from '../lib/http.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';

export interface Operation {
  query: string;
  variables: { [name: string]: Json };
}

/** What a call can do with: of a publishing step or of connecting. */
export interface Caller {
  account: Pick<AccountAccess, 'endpoints' | 'credentials'>;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  now: number;
}

/** A refusal after which nothing is done; `code` as in `extensions.code`, null where there is none. */
export interface Trouble {
  outcome: Extract<Outcome, { kind: 'retry' | 'rejected' | 'reauthorize' }>;
  code: string | null;
  /** Nothing proves that it was not done. */
  doubtful: boolean;
}

/** @returns the answer's data, or why there is none. Data beside errors is data all the same. */
export async function call(
  caller: Caller,
  operation: Operation,
): Promise<{ data: Json } | { data: null; trouble: Trouble }> {
  const answer = await ask(caller.fetch, requestOf(caller.account, operation), caller.signal);
  const data = answer.kind === 'answer' && answer.status < 300 ? at(answer.json, 'data') : undefined;
  const fields = typeof data === 'object' && data !== null ? Object.values(data) : [];
  if (data !== undefined && fields.some((value) => value !== null)) return { data };
  // Nothing was refused, there is just nothing: a slug that nobody has.
  if (data !== undefined && data !== null && answer.kind === 'answer' && errorOf(answer) === undefined) {
    return { data };
  }
  return { data: null, trouble: troubleOf(answer, caller) };
}

export function bytesOf(operation: Operation): number {
  return Buffer.byteLength(JSON.stringify(operation));
}

/** A call that may have been done all the same is neither refused nor to be repeated: only a look tells. */
export function doubted({ outcome, doubtful }: Trouble): Outcome {
  return doubtful ? { kind: 'unknown', reason: outcome.reason } : outcome;
}

function requestOf({ endpoints, credentials }: Caller['account'], operation: Operation): Request {
  return new Request(`${endpoints['api']}/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${credentials['token'] ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(operation),
    redirect: 'manual', // an address that was closed redirects to a page
  });
}

/** Codes of what will never pass as it is: no Pro plan or too low a role, gone, wrong input. */
const REFUSED = new Set(['FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED']);

function errorOf(answer: Answer): Json | undefined {
  return at(answer.json, 'errors', 0);
}

function troubleOf(answer: Answer | Lost, { account, now }: Caller): Trouble {
  if (answer.kind === 'lost') {
    const outcome = { kind: 'retry' as const, reason: `Hashnode: ${answer.reason}` };
    return { outcome, code: null, doubtful: answer.sent };
  }
  const { status, headers } = answer;
  const code = textAt(errorOf(answer), 'extensions', 'code');
  const reason = wordsOf(answer, account);
  const trouble = (kind: Trouble['outcome']['kind'], doubtful = false): Trouble => ({
    outcome: { kind, reason },
    code,
    doubtful,
  });
  if (status === 429) {
    const afterMs = retryAfterMs(headers, now);
    return {
      outcome: { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) },
      code,
      doubtful: false,
    };
  }
  if (code === 'UNAUTHENTICATED' || (code === null && status === 401)) {
    const todo = 'Make a new personal access token and connect again';
    return { outcome: { kind: 'reauthorize', reason: `${reason}. ${todo}` }, code, doubtful: false };
  }
  if (code !== null && REFUSED.has(code)) return trouble('rejected');
  if (status >= 500 || status === 408 || code === 'INTERNAL_SERVER_ERROR') return trouble('retry', true);
  // A page instead of an answer: the address is not, or no longer, that of the API.
  if (status >= 300) return trouble('rejected');
  return trouble('retry', true);
}

function wordsOf(answer: Answer, { credentials }: Caller['account']): string {
  const message = textAt(errorOf(answer), 'message');
  if (message !== null) {
    return `Hashnode: ${brief(withoutSecrets(message, credentials, ['token']))}`;
  }
  if (answer.status >= 300 && answer.status < 400) {
    return 'Hashnode: the address of its API has moved; this service must be told the new one';
  }
  if (answer.status === 413) return 'Hashnode: the article is larger than 100 KB (status 413)';
  return `Hashnode: an answer without what was asked for (status ${answer.status})`;
}
