/**
 * Errors of Meta's Graph API. Shape and general codes are the same on Instagram, Threads and Facebook. `code` and
 * `error_subcode` decide, because almost every error has status 400 (Graph API, "Handle errors").
 */
import type { Finding, Json } from '../../machines/outcome.ts';
import { type NetworkResponse, at, brief, retryAfterMs, textAt } from '../lib/http.ts';

/** Meanings of the general codes. Networks add their own. */
export type GeneralVerdict =
  /** A temporary fault at the network. After a publishing call it proves nothing. */
  | 'temporary'
  /** Too many calls. The network reports this before it does anything. */
  | 'throttled'
  | 'reauthorize'
  | 'permanent';

/** A call whose response lacks the expected content. */
export interface Failure<Verdict> {
  verdict: Verdict;
  /** The network's own words, fit for storing. */
  reason: string;
  /** Milliseconds to wait before the next attempt, if the network says. */
  afterMs: number | undefined;
}

export interface GraphError {
  code: number | undefined;
  subcode: number | undefined;
  transient: boolean;
  status: number;
}

/** Reads the error of a response without the expected content, for any status. */
export function graphErrorOf(answer: NetworkResponse): GraphError {
  const error = at(answer.json, 'error');
  return {
    code: numberAt(error, 'code'),
    subcode: numberAt(error, 'error_subcode'),
    transient: at(error, 'is_transient') === true,
    status: answer.status,
  };
}

const BY_CODE = new Map<number, GeneralVerdict>([
  [1, 'temporary'],
  [2, 'temporary'],
  [3, 'reauthorize'],
  [4, 'throttled'],
  [10, 'reauthorize'],
  [17, 'throttled'],
  [32, 'throttled'],
  [100, 'permanent'],
  [102, 'reauthorize'],
  [190, 'reauthorize'],
  [368, 'throttled'],
  [613, 'throttled'],
]);

/** A network's own rows decide first, the subcode before the code. Other errors follow the general codes. */
export function judge<Own>(
  error: GraphError,
  own: { bySubcode: (subcode: number) => Own | undefined; byCode: (code: number) => Own | undefined },
): Own | GeneralVerdict {
  const { code, subcode, transient, status } = error;
  const row = subcode === undefined ? undefined : own.bySubcode(subcode);
  if (row !== undefined) return row;
  if (code !== undefined && code >= 200 && code <= 299) return 'reauthorize';
  const verdict = code === undefined ? undefined : (own.byCode(code) ?? BY_CODE.get(code));
  if (verdict !== undefined && verdict !== 'permanent') return verdict;
  if (transient || status >= 500) return 'temporary';
  if (status === 429) return 'throttled';
  if (verdict !== undefined) return verdict;
  if (status === 401) return 'reauthorize';
  // 200 without the expected content proves nothing; another response may be complete.
  return status < 300 ? 'temporary' : 'permanent';
}

/** Translates an error of a lookup into a finding. */
export function findingOf({ verdict, reason, afterMs }: Failure<string>): Finding {
  if (verdict === 'reauthorize') return { kind: 'reauthorize', reason };
  if (verdict === 'permanent') return { kind: 'cannot_tell', reason };
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** Meta's message for the user if there is one, with the code that its support pages use. Access tokens are removed. */
export function messageOf(answer: NetworkResponse, network: string): string {
  const error = at(answer.json, 'error');
  const words = textAt(error, 'error_user_msg') ?? textAt(error, 'message');
  if (words === null) return `${network} responded with ${answer.status} and without the expected content`;
  const codes = [textAt(error, 'code'), textAt(error, 'error_subcode')].filter((code) => code !== null);
  const safe = words.replaceAll(TOKEN, '(token)');
  return brief(codes.length === 0 ? safe : `${safe} (${codes.join('/')})`);
}

/** Access tokens of Instagram (IG…), Facebook (EA…) and Threads (TH…), in case an error repeats one. */
const TOKEN = /\b(?:IG|EA|TH)[A-Za-z0-9_-]{30,}/g;

/**
 * The wait before the next call in ms, from Retry-After or from the header about the used budget. @returns undefined
 * if neither is given
 */
export function retryHintMs(headers: Headers, now: number): number | undefined {
  return retryAfterMs(headers, now) ?? regainMs(headers);
}

/** `X-Business-Use-Case-Usage` names, per account, the minutes until calls are accepted again. */
function regainMs(headers: Headers): number | undefined {
  const header = headers.get('x-business-use-case-usage');
  if (header === null) return undefined;
  try {
    const usage = JSON.parse(header) as { [account: string]: { estimated_time_to_regain_access?: number }[] };
    const minutes = Object.values(usage).flatMap((rows) =>
      rows.map((row) => row.estimated_time_to_regain_access ?? 0),
    );
    const most = Math.max(0, ...minutes);
    return most > 0 ? most * 60_000 : undefined;
  } catch {
    return undefined; // an unreadable header gives no wait
  }
}

function numberAt(json: Json | undefined, key: string): number | undefined {
  const value = at(json, key);
  return typeof value === 'number' ? value : undefined;
}
