/**
 * Meanings of Facebook's errors: the general ones of the Graph API and those of Pages. The numbers occur as code or
 * as subcode (Graph API, "Handle errors"; reference of Page feed, photos and videos).
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { NetworkResponse, Lost } from '../lib/http.ts';
import {
  type GeneralVerdict,
  graphErrorOf,
  judge,
  type Failure as FailureOf,
  retryHintMs,
  messageOf,
} from '../meta/errors.ts';
import { progress, type Stage } from './checkpoint.ts';

type Verdict =
  | GeneralVerdict
  /** An upload, or a fetch by Facebook, failed: start again with a new one. */
  | 'upload_failed'
  /** It does not exist, or this token may not see it. For something just created it may be a delay. */
  | 'missing'
  /** The page cannot be shown as a preview. */
  | 'link_refused'
  /** Refused as a duplicate. The first one may be ours. */
  | 'maybe_live';

/** A call whose response lacks the expected content. */
export type Failure = FailureOf<Verdict>;

const BY_NUMBER = new Map<number, Verdict>([
  [33, 'missing'],
  [341, 'throttled'],
  [389, 'upload_failed'], // could not fetch the file
  [506, 'maybe_live'], // a post with the same words
  [6001, 'upload_failed'],
  [80_001, 'throttled'],
  [1_366_051, 'maybe_live'], // these photos are posted already
  [1_390_008, 'throttled'], // posting too fast
  [1_346_003, 'permanent'], // judged abusive
  [1_404_102, 'permanent'],
  [1_404_078, 'permanent'], // the person must be authorised to publish for this Page
  [1_609_005, 'link_refused'], // the page cannot be read
  [1_609_008, 'link_refused'], // a page of Facebook itself
  [2_061_006, 'link_refused'], // no valid address
  [4_854_002, 'permanent'], // an identity check
]);
const HOUR = 3_600_000;

/** Classifies a response without the expected content, for any status. */
export function readError(answer: NetworkResponse, now: number): Failure {
  const error = graphErrorOf(answer);
  const verdict = saysAlreadyPosted(answer, error.code)
    ? 'maybe_live'
    : judge<Verdict>(error, {
        bySubcode: (subcode) => BY_NUMBER.get(subcode),
        byCode: (code) => (code === 33 ? undefined : BY_NUMBER.get(code)),
      });
  // "Temporarily blocked": a quick retry makes the block longer
  const blocked = error.code === 368 && verdict === 'throttled';
  const hint = retryHintMs(answer.headers, now);
  return { verdict, reason: messageOf(answer, 'Facebook'), afterMs: hint ?? (blocked ? HOUR : undefined) };
}

/** 368 is used for fast posting, abuse and duplicates; only the message identifies a duplicate. */
function saysAlreadyPosted(answer: NetworkResponse, code: number | undefined): boolean {
  return code === 368 && /already posted|duplicate/i.test(messageOf(answer, ''));
}

/** The meaning of a lost response to calls with no visible effect. */
export function lostFailure(lost: Lost): Failure {
  return { verdict: 'temporary', reason: `Facebook: ${lost.reason}`, afterMs: undefined };
}

/** Waits before the second and third upload. After these the attempt fails. */
const RESTART_AFTER_MS = [10_000, 60_000];

/** Interprets an error of a step after which nothing can be live. */
export function outcomeOf(
  { verdict, reason, afterMs }: Failure,
  stage: Exclude<Stage, { stage: 'processing' }>,
): Outcome {
  switch (verdict) {
    case 'temporary':
    case 'throttled':
    case 'maybe_live':
      return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
    case 'upload_failed':
      return restart(stage, reason);
    case 'missing':
      // For an upload: it has expired. For the Page itself: it does not exist or lacks the permission.
      return stage.stage === 'transferring' || stage.stage === 'finishing' || stage.stage === 'posting'
        ? restart(stage, reason)
        : { kind: 'rejected', reason };
    case 'reauthorize':
      return { kind: 'reauthorize', reason };
    case 'link_refused':
      return { kind: 'rejected', reason };
    case 'permanent':
      // A piece that does not match what Facebook has: a new upload will match.
      return stage.stage === 'transferring' ? restart(stage, reason) : { kind: 'rejected', reason };
    default:
      return verdict satisfies never;
  }
}

/** Starts again. Staged photos and unfinished videos stay invisible. */
function restart(stage: Exclude<Stage, { stage: 'processing' }>, reason: string): Outcome {
  const afterMs = RESTART_AFTER_MS[stage.anew];
  if (afterMs === undefined) return { kind: 'rejected', reason };
  const anew = stage.anew + 1;
  const isVideo = stage.stage !== 'staging' && stage.stage !== 'posting';
  return progress(isVideo ? { stage: 'starting', anew } : { stage: 'staging', photos: [], anew }, afterMs);
}
