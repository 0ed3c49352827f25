/** Waits for TikTok to finish a post, and interprets its failures. */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { DAY_MS } from './errors.ts';
import { progress, type Settling, type Uploading } from './checkpoint.ts';
import { addressOfPost, askStatus, IN_INBOX, type PostStatus } from './status.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
export const FIRST_LOOK_AFTER_MS = 5 * SECOND;
/** After this the lookups continue, and finally a person has to check. */
const SETTLED_WITHIN_MS = 30 * MINUTE;
/** The id of a public post comes after its moderation; the delivery waits at most this long for it. */
export const ID_WITHIN_MS = 2 * MINUTE;
/** Waits before a post that TikTok failed to process is started again. */
const RESTART_AFTER_MS = [MINUTE, 5 * MINUTE];

export async function settle(step: PublishStep, stage: Settling): Promise<Outcome> {
  const { now } = step;
  const status = await askStatus(step, stage.publishId);
  switch (status.kind) {
    case 'complete':
      return complete(stage, status, now);
    case 'failed':
      return failed(stage, status.reason);
    case 'processing':
      return waitFor(stage, now, 'TikTok is still working on the post after half an hour');
    case 'unclear':
      // the post is being processed: a failed status check does not end it
      return status.isPassing
        ? waitFor(stage, now, status.failure.reason)
        : { kind: 'unknown', reason: status.failure.reason };
    default:
      return status satisfies never;
  }
}

function complete(
  stage: Settling,
  { postId, isInInbox }: Extract<PostStatus, { kind: 'complete' }>,
  now: number,
): Outcome {
  const { kind, username, publishId, isPublic } = stage;
  if (postId !== null) {
    return { kind: 'published', networkPostId: postId, url: addressOfPost(username, postId, kind) };
  }
  if (isInInbox) return { kind: 'published', networkPostId: publishId, url: null, warnings: [IN_INBOX] };
  const completeSince = stage.completeSince ?? now;
  if (isPublic && now - completeSince < ID_WITHIN_MS)
    return progress({ ...stage, completeSince }, 15 * SECOND);
  // for posts that are not public, TikTok returns only the publish id
  return { kind: 'published', networkPostId: publishId, url: null };
}

function waitFor(stage: Settling, now: number, reason: string): Outcome {
  const waitedMs = now - stage.since;
  if (waitedMs >= SETTLED_WITHIN_MS) return { kind: 'unknown', reason };
  if (waitedMs < MINUTE) return progress(stage, 10 * SECOND);
  return progress(stage, waitedMs < 5 * MINUTE ? 30 * SECOND : MINUTE);
}

/** Meanings of a `fail_reason`: the post is not live and will not be. */
export function failed(stage: Settling | Uploading, failReason: string): Outcome {
  const reason = `TikTok could not publish the post: ${MEANINGS[failReason] ?? 'it was refused'} (${failReason})`;
  switch (failReason) {
    case 'internal':
      return restart(stage, reason);
    case 'video_pull_failed':
    case 'photo_pull_failed':
      return stage.anew === 0 ? restart(stage, reason) : { kind: 'rejected', reason };
    case 'spam_risk_too_many_posts':
      return restart(stage, reason, DAY_MS);
    case 'auth_removed':
      return { kind: 'reauthorize', reason };
    default:
      return { kind: 'rejected', reason };
  }
}

const MEANINGS: { [reason: string]: string } = {
  file_format_check_failed: 'the format of the file is not supported',
  duration_check_failed: 'the video is too short or too long for this account',
  frame_rate_check_failed: 'the video must have 23 to 60 frames a second',
  picture_size_check_failed: 'the picture is too large or too small',
  internal: 'an error on their side',
  video_pull_failed: 'the address of the video cannot be reached',
  photo_pull_failed: 'the address of a photo cannot be reached',
  publish_cancelled: 'it was cancelled',
  auth_removed: 'the access was taken back',
  spam_risk_too_many_posts: 'the account has too many posts today',
  spam_risk_user_banned_from_posting: 'the account may not post',
  spam_risk_text: 'the text is taken for spam',
  spam_risk: 'the post is taken for spam',
};

/** Requests another publish id for the same post, once this one certainly will not become a post. */
export function restart({ anew }: Settling | Uploading, reason: string, afterMs?: number): Outcome {
  const waitMs = RESTART_AFTER_MS[anew];
  if (waitMs === undefined) return { kind: 'rejected', reason };
  return progress({ stage: 'begun', anew: anew + 1 }, afterMs ?? waitMs);
}
