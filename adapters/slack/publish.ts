/** One durable step: join, upload a photo, send the message, share the photos, or check whether they are shared. */
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { textAt, type NetworkResponse, type Lost } from '../lib/http.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { callForm, callJson, isOk } from './request.ts';
import { progress, resume, type Work } from './checkpoint.ts';
import { errorOf, readError, readPublishError } from './errors.ts';
import { uploadPhoto } from './files.ts';
import { markOf } from './mark.ts';
import { permalinkOf, shareIn } from './shares.ts';
import { escaped } from './text.ts';

const SECOND = 1000;
/** A stored try older than this is stored again, because lookups count from its time. */
const TRY_LIFE_MS = 30 * SECOND;
/** Sharing takes up to about a minute. */
const SHARED_WITHIN_MS = 60 * SECOND;
const CHECK_AFTER_MS = 2 * SECOND;
const ONCE_MORE_AFTER_MS = 5 * SECOND;
const MAX_BROKEN_OFF = 2;

export async function publish(step: PublishStep): Promise<Outcome> {
  const { plan, now } = step;
  const work = resume(step);
  if (work.sharedAt !== null) return findShare(step, work, work.sharedAt);
  if (!work.joined) return join(step, work);
  const item = plan.media[work.files.length];
  if (item !== undefined) return uploadPhoto(step, work, item, (answer) => brokenOff(step, work, answer));
  if (work.triedAt === null || now - work.triedAt > TRY_LIFE_MS) {
    return progress({ ...work, since: work.since ?? now, triedAt: now });
  }
  return work.files.length === 0 ? post(step) : share(step, work);
}

/**
 * A file is invisible before it is shared. The message has no key. Checking where a file was shared changes nothing.
 */
export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  const work = checkpoint as Work | null;
  return work === null || work.triedAt === null || work.sharedAt !== null ? 'yes' : 'no';
}

/** The bot must be in the channel to share files and read the history. Joining twice changes nothing. */
async function join(step: PublishStep, work: Work): Promise<Outcome> {
  const answer = await callJson(step, 'conversations.join', { channel: channelOf(step) });
  if (isOk(answer)) return progress({ ...work, joined: true });
  // The channel became private: either the bot is in it, or the next call reports that it is not.
  if (errorOf(answer) === 'method_not_supported_for_channel_type') return progress({ ...work, joined: true });
  return brokenOff(step, work, answer);
}

async function post(step: PublishStep): Promise<Outcome> {
  const { account, plan, deliveryId } = step;
  const answer = await callJson(step, 'chat.postMessage', {
    channel: channelOf(step),
    text: escaped(plan.text),
    unfurl_links: true,
    unfurl_media: true,
    metadata: markOf(deliveryId),
  });
  const ts = isOk(answer) ? textAt(answer.json, 'ts') : null;
  if (ts === null) return readPublishError(answer, step);
  return { kind: 'published', networkPostId: ts, url: permalinkOf(account, ts) };
}

/** Shares all photos in one message. Slack responds before the message exists, and does not name it. */
async function share(step: PublishStep, work: Work): Promise<Outcome> {
  const { plan, now } = step;
  const answer = await callJson(step, 'files.completeUploadExternal', {
    files: work.files.map((id) => ({ id })),
    channel_id: channelOf(step),
    ...(plan.text === '' ? {} : { initial_comment: escaped(plan.text) }),
  });
  if (isOk(answer) && textAt(answer.json, 'files', 0, 'id') !== null) {
    return progress({ ...work, sharedAt: now }, CHECK_AFTER_MS);
  }
  const failure = readPublishError(answer, step);
  // the documentation does not say what happens with files that an earlier attempt shared
  const isRepetition = work.since !== work.triedAt;
  return isRepetition && failure.kind === 'rejected' ? { kind: 'unknown', reason: failure.reason } : failure;
}

/** Waits until the photos are shared. No error here undoes the sharing, so only the deadline ends the wait. */
async function findShare(step: PublishStep, work: Work, sharedAt: number): Promise<Outcome> {
  const { account, now } = step;
  const answer = await callForm(step, 'files.info', { file: work.files[0] ?? '' });
  const ts = isOk(answer) ? shareIn(answer.json, channelOf(step)) : null;
  if (ts !== null) return { kind: 'published', networkPostId: ts, url: permalinkOf(account, ts) };
  const failure = readError(answer, step);
  if (!isOk(answer) && failure.kind === 'expired') return failure;
  if (!isOk(answer) && failure.kind === 'reauthorize') return { kind: 'unknown', reason: failure.reason };
  if (now - sharedAt >= SHARED_WITHIN_MS) {
    return { kind: 'unknown', reason: 'Slack took the photos, but does not show them in the channel' };
  }
  const waitMs = failure.kind === 'retry' ? (failure.afterMs ?? 0) : 0;
  return progress(work, Math.max(CHECK_AFTER_MS, waitMs));
}

/** A call without a visible effect failed in the middle: it is repeated soon, a limited number of times. */
function brokenOff(step: PublishStep, work: Work, answer: NetworkResponse | Lost): Outcome {
  if (answer.kind === 'lost' && answer.sent && work.brokenOff < MAX_BROKEN_OFF) {
    return progress({ ...work, brokenOff: work.brokenOff + 1 }, ONCE_MORE_AFTER_MS);
  }
  return readError(answer, step);
}

export function channelOf({ account }: Pick<PublishStep, 'account'>): string {
  return account.credentials['channelId'] ?? '';
}
