/** Meanings of Threads' errors: the general ones of the Graph API and some of its own. */
import type { NetworkResponse } from '../lib/http.ts';
import type { Failure, Verdict } from '../meta/container-network.ts';
import { graphErrorOf, judge, retryHintMs, messageOf } from '../meta/errors.ts';

const BY_SUBCODE = new Map<number, Verdict>([
  [33, 'missing'], // object missing, or hidden from this token (100/33)
  [2207051, 'maybe_live'],
  [2207052, 'unfetched'],
  [4279009, 'missing'], // or not ready yet: the same code for both
  [4279013, 'permanent'], // the account is restricted
]);

const BY_CODE = new Map<number, Verdict>([
  [-2, 'temporary'],
  [-1, 'temporary'],
  [24, 'missing'],
  [9004, 'unfetched'],
]);

/** Why a container failed: what to do, and a sentence for the person. */
const BY_MESSAGE = new Map<string, [Verdict, meaning: string]>([
  ['FAILED_DOWNLOADING_VIDEO', ['unfetched', 'Threads could not fetch the media URL']],
  ['FAILED_PROCESSING_AUDIO', ['new_container', 'the sound could not be processed (AAC up to 48 kHz)']],
  ['FAILED_PROCESSING_VIDEO', ['new_container', 'the video could not be processed (H.264 or HEVC)']],
  // Threads spells it this way; the correct spelling is accepted too
  ['INVALID_ASPEC_RATIO', ['permanent', 'the picture is too wide or too high']],
  ['INVALID_ASPECT_RATIO', ['permanent', 'the picture is too wide or too high']],
  ['INVALID_BIT_RATE', ['permanent', 'the bit rate is above 100 Mbps']],
  ['INVALID_DURATION', ['permanent', 'the video is longer than 5 minutes']],
  ['INVALID_FRAME_RATE', ['permanent', 'the frame rate is not between 23 and 60']],
  ['INVALID_AUDIO_CHANNELS', ['permanent', 'the sound has neither 1 nor 2 channels']],
  ['INVALID_AUDIO_CHANNEL_LAYOUT', ['permanent', 'the layout of the sound channels is not supported']],
]);

/** "Temporarily blocked" and refused as spam: a quick retry makes it worse. */
const BLOCKED_AFTER_MS = 3_600_000;

/** Classifies a response without the expected content, for any status. */
export function readError(answer: NetworkResponse, now: number): Failure {
  const error = graphErrorOf(answer);
  const verdict = judge<Verdict>(error, {
    bySubcode: (subcode) => BY_SUBCODE.get(subcode),
    byCode: (code) => BY_CODE.get(code),
  });
  const blocked = verdict === 'maybe_live' || error.code === 368;
  const afterMs = blocked ? BLOCKED_AFTER_MS : retryHintMs(answer.headers, now);
  return { verdict, reason: messageOf(answer, 'Threads') + ownWord(answer), afterMs };
}

/**
 * Names like THREADS_API__LINK_LIMIT_EXCEEDED are more specific than the sentence. The reference does not say which
 * field has them.
 */
function ownWord(answer: NetworkResponse): string {
  const word = /THREADS_API__[A-Z_]+/.exec(answer.text)?.[0];
  return word === undefined || messageOf(answer, '').includes(word) ? '' : ` ${word}`;
}

/** A failed container's `error_message`: "FAILED_DOWNLOADING_VIDEO". */
export function failureOfMessage(message: string): Failure {
  const [verdict, meaning] = BY_MESSAGE.get(message) ?? [
    'new_container' as const,
    'the media could not be processed',
  ];
  return { verdict, reason: `Threads: ${meaning} (${message.slice(0, 100)})`, afterMs: undefined };
}
