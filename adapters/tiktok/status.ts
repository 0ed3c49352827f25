/** Reads the progress of a post by its publish id. */
import type { PublishStep } from '../port/publish.ts';
import { type NetworkResponse, ask, at, textAt } from '../lib/http.ts';
import { isOk, isServerError, readError } from './errors.ts';
import type { Failure } from '../lib/outcome.ts';
import { post } from './request.ts';

export type PostStatus =
  | { kind: 'processing'; uploadedBytes: number | null; isUpload: boolean }
  /** Only public posts have an id here, some time after the post. */
  | { kind: 'complete'; postId: string | null; isInInbox: boolean }
  | { kind: 'failed'; reason: string };

/** The sentence for a post that waits for its creator. */
export const IN_INBOX =
  "TikTok put the post into the account's inbox instead of publishing it: open the app there and publish it";

type StatusAnswer = PostStatus | { kind: 'unclear'; failure: Failure; isPassing: boolean };

/** Reads the status; changes nothing. */
export async function askStatus(step: PublishStep, publishId: string): Promise<StatusAnswer> {
  const { account, fetch, signal } = step;
  const request = post(account, '/post/publish/status/fetch/', { publish_id: publishId });
  const answer = await ask(fetch, request, signal);
  const status = answer.kind === 'response' && isOk(answer) ? statusIn(answer) : null;
  if (status !== null) return status;
  const failure = readError(answer, step);
  const isPassing = answer.kind === 'lost' || isServerError(answer) || failure.kind === 'retry';
  return { kind: 'unclear', failure, isPassing };
}

function statusIn(answer: NetworkResponse): PostStatus | null {
  switch (textAt(answer.json, 'data', 'status')) {
    case 'PROCESSING_UPLOAD':
      return { kind: 'processing', uploadedBytes: bytesIn(answer), isUpload: true };
    case 'PROCESSING_DOWNLOAD':
      return { kind: 'processing', uploadedBytes: null, isUpload: false };
    case 'PUBLISH_COMPLETE':
      return { kind: 'complete', postId: postIdIn(answer.text), isInInbox: false };
    case 'SEND_TO_USER_INBOX':
      return { kind: 'complete', postId: postIdIn(answer.text), isInInbox: true };
    case 'FAILED':
      return { kind: 'failed', reason: textAt(answer.json, 'data', 'fail_reason') ?? 'unknown' };
    case null:
    default:
      return null;
  }
}

function bytesIn(answer: NetworkResponse): number | null {
  const bytes = at(answer.json, 'data', 'uploaded_bytes');
  return typeof bytes === 'number' ? bytes : null;
}

/**
 * Read from the text, because the 19 digits do not fit a JSON number. TikTok misspells the name; the right one is
 * read too.
 */
function postIdIn(text: string): string | null {
  return /"publica?ll?y_available_post_id"\s*:\s*\[\s*"?(\d+)/.exec(text)?.[1] ?? null;
}

export function addressOfPost(username: string, id: string, kind: 'video' | 'photo'): string {
  return `https://www.tiktok.com/@${encodeURIComponent(username)}/${kind}/${id}`;
}
