/**
 * Checks whether the post of a delivery is live when the response was lost. Photos and videos have ids from earlier
 * steps, so their post is identified with certainty; a text is searched among the Page's posts since the try.
 */
import type { Finding, Json } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { withoutHeld } from '../lib/held.ts';
import { at, textAt } from '../lib/http.ts';
import { onlySince } from '../lib/own-list.ts';
import { findingOf } from '../meta/errors.ts';
import { readList } from '../meta/request.ts';
import { addressOf, postsRequest } from './request.ts';
import { type Posting, type Processing, stageOf } from './checkpoint.ts';
import { readError, lostFailure } from './errors.ts';
import { isVideo } from './publish.ts';
import { look, prefixed } from './video.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** How long a new post may take to be listed: seconds in practice. */
const LISTED_WITHIN_MS = 30 * SECOND;
const LIST_AGAIN_AFTER_MS = 10 * SECOND;
/** How far Facebook's clock may be behind ours. Posts older than the try by more than this are not ours. */
const CLOCK_SKEW_MS = 2000;
/** Clocks of self-hosted machines are wrong by minutes; the proof that a post is absent allows for it. */
const MAX_CLOCK_SKEW_MS = 5 * MINUTE;
/** A video that is known to be live waits at most this long for the id of its post. */
const POST_ID_WITHIN_MS = 10 * MINUTE;
const MAX_PAGES = 3;

export async function verify(step: PublishStep): Promise<Finding> {
  const { checkpoint } = step;
  const stage = stageOf(checkpoint, isVideo(step.plan.media));
  switch (stage.stage) {
    case 'posting':
      return searchPosts(step, stage);
    case 'finishing':
      return checkVideo(step, stage.videoId, stage.triedAt);
    case 'processing':
      return checkVideo(step, stage.videoId, stage.since, stage);
    case 'staging':
    case 'starting':
    case 'transferring':
      return checkpoint ? { kind: 'absent', checkpoint } : { kind: 'absent' };
    default:
      return stage satisfies never;
  }
}

/** @param processing set if the publishing call succeeded: then it is never made again */
async function checkVideo(
  step: PublishStep,
  videoId: string,
  since: number,
  processing?: Processing,
): Promise<Finding> {
  const { account, checkpoint, now } = step;
  const video = await look(step, videoId);
  const isFresh = now - since < LISTED_WITHIN_MS;
  if ('verdict' in video) {
    if (video.verdict !== 'missing' || isFresh) return findingOf(video);
    // A person deleted it, or it was never finished and has expired.
    return processing ? { kind: 'cannot_tell', reason: video.reason } : { kind: 'absent' };
  }
  switch (video.state) {
    case 'published': {
      const id = video.postId === null ? videoId : prefixed(account.remoteId, video.postId);
      const nameless = video.postId === null && now - since < POST_ID_WITHIN_MS;
      if (nameless) return later('Facebook does not name the post of the video yet');
      return { kind: 'live', networkPostId: id, url: addressOf(id) };
    }
    case 'processing':
      return later('Facebook is still processing the video');
    case 'waiting':
      if (isFresh || processing) return later('Facebook does not say yet whether the video is published');
      return { kind: 'absent', checkpoint: { ...checkpoint, triedAt: now } };
    case 'failed':
      return { kind: 'absent' };
    default:
      return video satisfies never;
  }
}

async function searchPosts(step: PublishStep, stage: Posting): Promise<Finding> {
  const { account, now } = step;
  const { photos, text, triedAt } = stage;
  const rows = await readList({ fetch: step.fetch, signal: step.signal, maxPages: MAX_PAGES }, (cursor) =>
    postsRequest(account, triedAt - MAX_CLOCK_SKEW_MS, cursor),
  );
  if (!Array.isArray(rows)) {
    return findingOf(rows.kind === 'lost' ? lostFailure(rows) : readError(rows, now));
  }
  const absent: Finding = { kind: 'absent', checkpoint: { ...stage, triedAt: now } };
  if (photos.length > 0) {
    // A staged photo belongs to one post only.
    const matches = rows.filter((row) => photosOf(row).some((id) => photos.includes(id)));
    const [row] = await withoutHeld(step, matches, (row) => textAt(row, 'id'));
    if (row) return live(row);
    return now - triedAt < LISTED_WITHIN_MS ? notListedYet() : absent;
  }
  const alike = rows.filter((row) => sameWords(textAt(row, 'message') ?? '', text));
  const { only, isAmbiguous } = await onlySince(step, alike, {
    since: triedAt - CLOCK_SKEW_MS,
    timeOf,
    idOf: (row) => textAt(row, 'id'),
  });
  if (only !== null) return live(only);
  if (isAmbiguous) {
    return { kind: 'cannot_tell', reason: 'the Page has posts with the same words from the same minutes' };
  }
  return now - triedAt < LISTED_WITHIN_MS ? notListedYet() : absent;
}

/** Ids of a post's photos, for one photo and for several. */
function photosOf(row: Json): string[] {
  const rowsOf = (json: Json | undefined) => {
    const data = at(json, 'data');
    return Array.isArray(data) ? data : [];
  };
  const attached = rowsOf(at(row, 'attachments'));
  const all = attached.flatMap((one) => [one, ...rowsOf(at(one, 'subattachments'))]);
  return all.map((one) => textAt(one, 'target', 'id')).filter((id) => id !== null);
}

/** Facebook gives whole seconds. */
function timeOf(row: Json): number {
  const time = Date.parse(textAt(row, 'created_time') ?? '');
  return Number.isNaN(time) ? 0 : time + 999;
}

/** Ignores white space at the ends, which Facebook removes. */
function sameWords(one: string, other: string): boolean {
  return one.trim() === other.trim();
}

function live(row: Json): Finding {
  const id = textAt(row, 'id');
  return { kind: 'live', networkPostId: id, url: id === null ? null : addressOf(id) };
}

function notListedYet(): Finding {
  return later('Facebook does not list the post yet');
}

function later(reason: string): Finding {
  return { kind: 'retry', reason, afterMs: LIST_AGAIN_AFTER_MS };
}
