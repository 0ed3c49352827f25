/**
 * What Instagram's errors mean. Decided by `code` and `error_subcode`, hardly ever by the status: almost all are 400
 * (error codes of the Instagram Platform; where practice differs from the pages, the row says so).
 */
import type { Json } from '../../machines/outcome.ts';
import { type Answer, at, brief, type Lost, retryAfterMs, textAt } from '../http.ts';

export type Verdict =
  /** A fault on their side, over soon. */
  | 'temporary'
  /** Too many calls for now. */
  | 'throttled'
  /** The account's posts of 24 hours are used up. */
  | 'daily_limit'
  /** The container is spoilt: make another. */
  | 'new_container'
  /** They do not find the container, for the moment or for good. */
  | 'missing'
  /** The container is not ready yet. */
  | 'not_ready'
  /** They could not fetch the media URL. It flickers. */
  | 'unfetched'
  /** Refused as spam, though the post may be live all the same. */
  | 'maybe_live'
  | 'reauthorize'
  | 'permanent';

/** A call that did not give what was asked for. */
export interface Trouble {
  verdict: Verdict;
  /** The network's own words, fit for storing. */
  reason: string;
  /** Milliseconds until the network wants to hear of us again, if it says. */
  afterMs: number | undefined;
}

/** Subcodes are told in answers and in the status text of a failed container. */
const BY_SUBCODE = new Map<number, [Verdict, meaning: string]>([
  [2207001, ['temporary', 'Instagram had an error of its own']],
  [2207003, ['temporary', 'fetching the media took too long']],
  [2207004, ['permanent', 'the image is larger than 8 MB']],
  [2207005, ['permanent', 'the image format is not supported']],
  [2207006, ['new_container', 'the media was not found']],
  [2207008, ['missing', 'the container is unknown or has expired']],
  [2207009, ['permanent', 'the image is too wide or too high (4:5 to 1.91:1)']],
  [2207010, ['permanent', 'the caption is too long']],
  [2207020, ['new_container', 'the media is gone']],
  [2207023, ['permanent', 'the media type is unknown']],
  [2207026, ['permanent', 'the video cannot be used (MP4 or MOV, H.264 or HEVC, AAC)']],
  [2207027, ['not_ready', 'the media is not ready for publishing']],
  [2207028, ['permanent', 'a carousel holds 2 to 10 items']],
  [2207032, ['new_container', 'making the media failed']],
  [2207040, ['permanent', 'too many tags']],
  [2207042, ['daily_limit', 'the limit of posts in 24 hours is reached']],
  [2207050, ['permanent', 'the account is restricted; sign in to Instagram and follow what it asks']],
  [2207051, ['maybe_live', 'held to be spam']],
  [2207052, ['unfetched', 'Instagram could not fetch the media URL']],
  [2207053, ['new_container', 'the upload failed']],
  [2207057, ['permanent', 'the thumbnail lies outside the video']],
  [2207077, ['permanent', 'the video cannot be used']],
  [2207081, ['permanent', 'trial reels are not allowed for this account']],
  [2207082, ['new_container', 'the upload failed']],
]);

const BY_CODE = new Map<number, Verdict>([
  [-2, 'temporary'],
  [-1, 'temporary'],
  [1, 'temporary'],
  [2, 'temporary'],
  [3, 'reauthorize'],
  [4, 'throttled'],
  [9, 'daily_limit'],
  [10, 'reauthorize'],
  [17, 'throttled'],
  [24, 'missing'],
  [25, 'permanent'],
  [32, 'throttled'],
  [100, 'permanent'],
  [190, 'reauthorize'],
  [352, 'permanent'],
  [368, 'throttled'],
  [613, 'throttled'],
  [9004, 'unfetched'],
  [9007, 'not_ready'],
  [36_000, 'permanent'],
  [36_001, 'permanent'],
  [36_003, 'permanent'],
  [36_004, 'permanent'],
  [80_002, 'throttled'],
]);

const HOUR = 3_600_000;
/** "Temporarily blocked" (368) and held to be spam (2207051): asking again soon makes it worse. */
const BLOCKED_AFTER_MS = HOUR;
/** The 24 hours roll, and nobody says when the next post is free: three retries of eight hours span them. */
const DAILY_LIMIT_AFTER_MS = 8 * HOUR;

/** Judges any answer that did not bring what was asked for, whatever its status. */
export function troubleOf(answer: Answer, now: number): Trouble {
  const error = at(answer.json, 'error');
  const code = numberAt(error, 'code');
  const subcode = numberAt(error, 'error_subcode');
  const verdict = verdictOf({
    code,
    subcode,
    transient: at(error, 'is_transient') === true,
    status: answer.status,
  });
  return { verdict, reason: wordsOf(answer), afterMs: waitOf(answer, code, verdict, now) };
}

function verdictOf(error: {
  code: number | undefined;
  subcode: number | undefined;
  transient: boolean;
  status: number;
}): Verdict {
  const { code, subcode, transient, status } = error;
  const row = subcode === undefined ? undefined : BY_SUBCODE.get(subcode);
  if (row) return row[0];
  // "Object missing or no permission": at times said of fresh containers that are well (seen May and June 2026).
  if (code === 100 && subcode === 33) return 'missing';
  if (code !== undefined && code >= 200 && code <= 299) return 'reauthorize';
  const verdict = code === undefined ? undefined : BY_CODE.get(code);
  if (verdict !== undefined && verdict !== 'permanent') return verdict;
  if (transient || status >= 500) return 'temporary';
  if (status === 429) return 'throttled';
  if (verdict !== undefined) return verdict;
  if (status === 401) return 'reauthorize';
  // 200 without what was asked for proves nothing, and another answer may be whole.
  return status < 300 ? 'temporary' : 'permanent';
}

/** What a lost answer is, for calls that leave nothing to be seen. */
export function troubleOfLoss(lost: Lost): Trouble {
  return { verdict: 'temporary', reason: `Instagram: ${lost.reason}`, afterMs: undefined };
}

/** The status text of a failed container: "Error: Media upload has failed with error code 2207026". */
export function troubleOfStatus(status: string): Trouble {
  const row = BY_SUBCODE.get(Number(/\b2207\d{3}\b/.exec(status)?.[0]));
  const told = row?.[0] ?? 'new_container';
  const reason = brief(row ? `${status} (${row[1]})` : status);
  // The container is spoilt whatever spoilt it: what passes by itself passes with another one. Not so a spam verdict.
  const forGood = told === 'permanent' || told === 'maybe_live';
  const verdict = forGood ? 'permanent' : told === 'unfetched' ? told : 'new_container';
  return { verdict, reason, afterMs: undefined };
}

/** Their words for the user where there are any, with the code that support pages go by. */
function wordsOf(answer: Answer): string {
  const error = at(answer.json, 'error');
  const words = textAt(error, 'error_user_msg') ?? textAt(error, 'message');
  if (words === null) return `Instagram answered ${answer.status} without the expected content`;
  const codes = [textAt(error, 'code'), textAt(error, 'error_subcode')].filter((code) => code !== null);
  const safe = words.replaceAll(TOKEN, '(token)');
  return brief(codes.length === 0 ? safe : `${safe} (${codes.join('/')})`);
}

/** Access tokens of Instagram (IG…) and of Facebook (EA…), should an error ever repeat one. */
const TOKEN = /\b(?:IG|EA)[A-Za-z0-9_-]{30,}/g;

function waitOf(answer: Answer, code: number | undefined, verdict: Verdict, now: number): number | undefined {
  if (verdict === 'daily_limit') return DAILY_LIMIT_AFTER_MS;
  if (verdict === 'maybe_live' || code === 368) return BLOCKED_AFTER_MS;
  return retryAfterMs(answer.headers, now) ?? regainMs(answer.headers);
}

/** `X-Business-Use-Case-Usage` tells per account the minutes until calls are taken again. */
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
