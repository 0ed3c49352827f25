/**
 * Errors of Meta's Graph API: the shape and the general codes are the same on Instagram, Threads and Facebook. Decided by
 * `code` and `error_subcode`, hardly ever by the status: almost all are 400 (Graph API, "Handle errors").
 */
import type { Finding, Json } from '../../machines/outcome.ts';
import { type Answer, at, brief, retryAfterMs, textAt } from '../lib/http.ts';

/** What the general codes mean. Networks add verdicts of their own. */
export type GeneralVerdict =
  /** A fault on their side that passes soon. After a call that publishes it proves nothing. */
  | 'temporary'
  /** Too many calls for now: said before anything is done. */
  | 'throttled'
  | 'reauthorize'
  | 'permanent';

/** A call that did not give what was asked for. */
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

/** Reads the error of a response without the expected content, whatever its status. */
export function graphErrorOf(answer: Answer): GraphError {
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

/** The network's own rows come first, the subcode before the code, and what is none of them goes by the general codes. */
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
  // 200 without what was asked for proves nothing, and another answer may be whole.
  return status < 300 ? 'temporary' : 'permanent';
}

/** What an error of a lookup means for what is looked up. */
export function findingOf({ verdict, reason, afterMs }: Failure<string>): Finding {
  if (verdict === 'reauthorize') return { kind: 'reauthorize', reason };
  if (verdict === 'permanent') return { kind: 'cannot_tell', reason };
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** Their message for the user where there is one, with the code that their support pages use. Access tokens are removed. */
export function messageOf(answer: Answer, network: string): string {
  const error = at(answer.json, 'error');
  const words = textAt(error, 'error_user_msg') ?? textAt(error, 'message');
  if (words === null) return `${network} answered ${answer.status} without the expected content`;
  const codes = [textAt(error, 'code'), textAt(error, 'error_subcode')].filter((code) => code !== null);
  const safe = words.replaceAll(TOKEN, '(token)');
  return brief(codes.length === 0 ? safe : `${safe} (${codes.join('/')})`);
}

/** Access tokens of Instagram (IG…), Facebook (EA…) and Threads (TH…), should an error ever repeat one. */
const TOKEN = /\b(?:IG|EA|TH)[A-Za-z0-9_-]{30,}/g;

/** Milliseconds to wait before the next call: by Retry-After, or by the header about the used budget. @returns undefined where neither is given */
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
    return undefined; // a hint that cannot be read is no hint
  }
}

function numberAt(json: Json | undefined, key: string): number | undefined {
  const value = at(json, key);
  return typeof value === 'number' ? value : undefined;
}
