/** Meanings of Instagram's errors (error codes of the Instagram Platform; where practice differs, the row says so). */
import { type NetworkResponse, brief } from '../lib/http.ts';
import type { Failure, Verdict } from '../meta/container-network.ts';
import { type GraphError, graphErrorOf, judge, retryHintMs, messageOf } from '../meta/errors.ts';

/** Subcodes occur in responses and in the status text of a failed container. */
const BY_SUBCODE = new Map<number, [Verdict, meaning: string]>([
  [2207001, ['temporary', 'Instagram had an internal error']],
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

/** Instagram's codes in addition to the general ones. */
const BY_CODE = new Map<number, Verdict>([
  [-2, 'temporary'],
  [-1, 'temporary'],
  [9, 'daily_limit'],
  [24, 'missing'],
  [25, 'permanent'],
  [352, 'permanent'],
  [9004, 'unfetched'],
  [9007, 'not_ready'],
  [36_000, 'permanent'],
  [36_001, 'permanent'],
  [36_003, 'permanent'],
  [36_004, 'permanent'],
  [80_002, 'throttled'],
]);

const HOUR = 3_600_000;
/** "Temporarily blocked" (368) and refused as spam (2207051): a quick retry makes it worse. */
const BLOCKED_AFTER_MS = HOUR;
/**
 * The 24 hours are a rolling window, and no response says when the next post is allowed: three waits of eight hours
 * cover it.
 */
const DAILY_LIMIT_AFTER_MS = 8 * HOUR;

/** Connecting again by the same permissions would not help. */
const ADS_READ =
  'If the account was connected by Facebook and its Page belongs to a Business Manager, add the permission ads_read to the Meta app, then connect again and allow it.';

/** Classifies a response without the expected content, for any status. */
export function readError(answer: NetworkResponse, now: number): Failure {
  const error = graphErrorOf(answer);
  const verdict = verdictOf(error);
  const message = messageOf(answer, 'Instagram');
  return {
    verdict,
    reason: error.code === 10 || error.code === 200 ? `${message} ${ADS_READ}` : message,
    afterMs: waitOf(answer, error.code, verdict, now),
  };
}

function verdictOf(error: GraphError): Verdict {
  // "Object missing or no permission": sometimes returned for new, intact containers (seen May and June 2026).
  if (error.code === 100 && error.subcode === 33) return 'missing';
  return judge<Verdict>(error, {
    bySubcode: (subcode) => BY_SUBCODE.get(subcode)?.[0],
    byCode: (code) => BY_CODE.get(code),
  });
}

/** The status text of a failed container: "Error: Media upload has failed with error code 2207026". */
export function failureOfStatus(status: string): Failure {
  const row = BY_SUBCODE.get(Number(/\b2207\d{3}\b/.exec(status)?.[0]));
  const named = row?.[0] ?? 'new_container';
  const reason = brief(row ? `${status} (${row[1]})` : status);
  // The container cannot be used for any reason given here. A temporary failure may pass with another one; a spam
  // verdict will not.
  const forGood = named === 'permanent' || named === 'maybe_live';
  const verdict = forGood ? 'permanent' : named === 'unfetched' ? named : 'new_container';
  return { verdict, reason, afterMs: undefined };
}

function waitOf(
  answer: NetworkResponse,
  code: number | undefined,
  verdict: Verdict,
  now: number,
): number | undefined {
  if (verdict === 'daily_limit') return DAILY_LIMIT_AFTER_MS;
  if (verdict === 'maybe_live' || code === 368) return BLOCKED_AFTER_MS;
  return retryHintMs(answer.headers, now);
}
