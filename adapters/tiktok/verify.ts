/**
 * Checks whether the post of a delivery exists when a response was lost. With a publish id the status shows it.
 * Photos whose `init` was lost can only be found in the account's list, and only if they are public. A post that is
 * not listed may still be in moderation, so nothing proves that it is absent.
 */
import type { Finding, Json } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { withoutHeld } from '../lib/held.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { isOk, readError } from './errors.ts';
import type { Failure } from '../lib/outcome.ts';
import { type Initing, postOf, type Settling, stageOf, type Uploading } from './checkpoint.ts';
import { chunkAfter, isLastChunk } from './chunks.ts';
import { post } from './request.ts';
import { ID_WITHIN_MS } from './settle.ts';
import { addressOfPost, askStatus, IN_INBOX } from './status.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Moderation may take minutes; after that a person has to check. */
const LISTED_WITHIN_MS = 15 * MINUTE;
/** How long a status without a byte count is requested again. */
const COUNTED_WITHIN_MS = 10 * MINUTE;
/** TikTok's times are whole seconds. */
const ROUNDING_MS = 2 * SECOND;
const PAGE = 20;
const MAX_PAGES = 5;

export async function verify(step: PublishStep): Promise<Finding> {
  const stage = stageOf(step.checkpoint);
  switch (stage.stage) {
    case 'begun':
      return step.checkpoint ? { kind: 'absent', checkpoint: stage } : { kind: 'absent' };
    case 'initing':
      // a video without bytes never becomes a post
      return stage.kind === 'video'
        ? { kind: 'absent', checkpoint: { stage: 'begun', anew: stage.anew } }
        : searchOwnList(step, stage);
    case 'uploading':
    case 'settling':
      return askWithId(step, stage);
    default:
      return stage satisfies never;
  }
}

async function askWithId(step: PublishStep, stage: Uploading | Settling): Promise<Finding> {
  const { now } = step;
  const { publishId, kind, username, isPublic } = stage;
  const status = await askStatus(step, publishId);
  switch (status.kind) {
    case 'complete': {
      const { postId } = status;
      if (postId !== null) {
        return { kind: 'live', networkPostId: postId, url: addressOfPost(username, postId, kind) };
      }
      if (status.isInInbox)
        return { kind: 'live', networkPostId: publishId, url: null, warnings: [IN_INBOX] };
      if (!isPublic) return { kind: 'live', networkPostId: publishId, url: null };
      const since = stage.stage === 'settling' ? stage.since : stage.at;
      if (now - since < ID_WITHIN_MS) {
        return { kind: 'retry', reason: 'TikTok does not give the id of the post yet', afterMs: 30 * SECOND };
      }
      return { kind: 'live', networkPostId: null, url: null };
    }
    case 'failed':
      // nothing is live; the next step reads the status again and reports the reason
      return {
        kind: stage.stage === 'settling' ? 'absent' : 'progress',
        checkpoint: asSettling(stage, now),
      };
    case 'processing':
      if (stage.stage === 'uploading' && status.isUpload)
        return whileUploading(stage, status.uploadedBytes, now);
      return { kind: 'retry', reason: 'TikTok is still working on the post', afterMs: 15 * SECOND };
    case 'unclear':
      return findingOfLookup(status.failure);
    default:
      return status satisfies never;
  }
}

function whileUploading(stage: Uploading, uploadedBytes: number | null, now: number): Finding {
  if (uploadedBytes !== null && uploadedBytes < stage.size) {
    const next = chunkAfter(stage, uploadedBytes);
    return { kind: next > stage.next ? 'progress' : 'absent', checkpoint: { ...stage, next, at: now } };
  }
  const mayBeWhole = uploadedBytes !== null || isLastChunk(stage, stage.next);
  // repeating the chunk goes into the same post and makes no second one
  const isGivenUp = uploadedBytes === null && now - stage.at >= COUNTED_WITHIN_MS;
  if (!mayBeWhole || isGivenUp) return { kind: 'absent', checkpoint: stage };
  return { kind: 'retry', reason: 'TikTok is still working on the video', afterMs: 15 * SECOND };
}

function asSettling(stage: Uploading | Settling, now: number): Settling {
  if (stage.stage === 'settling') return stage;
  const { publishId } = stage;
  return { ...postOf(stage), stage: 'settling', publishId, since: now, completeSince: null };
}

async function searchOwnList(step: PublishStep, stage: Initing): Promise<Finding> {
  if (!stage.isPublic) {
    const reason = 'TikTok lists public posts only: check in the account whether the photos are there';
    return { kind: 'cannot_tell', reason };
  }
  const posts = await postsSince(step, stage.triedAt - ROUNDING_MS);
  if (!Array.isArray(posts)) return findingOfLookup(posts);
  const same = posts.filter((listed) => hasWords(listed, step.plan));
  const alike = await withoutHeld(step, same, (listed) => textAt(listed, 'id'));
  const id = alike.length === 1 ? textAt(alike[0], 'id') : null;
  if (id !== null) {
    return { kind: 'live', networkPostId: id, url: addressOfPost(stage.username, id, 'photo') };
  }
  if (alike.length === 0 && step.now - stage.triedAt < LISTED_WITHIN_MS) {
    return { kind: 'retry', reason: 'TikTok does not list the photos yet', afterMs: MINUTE };
  }
  return {
    kind: 'cannot_tell',
    reason:
      alike.length === 0
        ? 'TikTok does not list the photos, which may be in moderation: check the account'
        : 'the account has several new posts with the same words',
  };
}

/** The account's public posts since a time, newest first. */
async function postsSince(step: PublishStep, since: number): Promise<Json[] | Failure> {
  const { account, fetch, signal } = step;
  const posts: Json[] = [];
  let cursor: number | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const path = '/video/list/?fields=id,title,video_description,create_time,share_url';
    const body = { max_count: PAGE, ...(cursor === null ? {} : { cursor }) };
    const answer = await ask(fetch, post(account, path, body), signal);
    const videos = answer.kind === 'response' && isOk(answer) ? at(answer.json, 'data', 'videos') : undefined;
    if (answer.kind === 'lost' || !Array.isArray(videos)) return readError(answer, step);
    posts.push(...videos.filter((video) => timeOf(video) >= since));
    const next = at(answer.json, 'data', 'cursor');
    const isOver = at(answer.json, 'data', 'has_more') !== true || typeof next !== 'number';
    if (isOver || videos.some((video) => timeOf(video) < since)) break;
    cursor = next;
  }
  return posts;
}

function timeOf(video: Json): number {
  const seconds = at(video, 'create_time');
  return typeof seconds === 'number' ? seconds * 1000 : 0;
}

/**
 * TikTok does not document which field has a photo post's title and which its description, so both orders are
 * compared.
 */
function hasWords(listed: Json, { title, text }: PublishStep['plan']): boolean {
  const texts = [textAt(listed, 'video_description'), textAt(listed, 'title')].map((words) =>
    flat(words ?? ''),
  );
  const whole = flat(`${title ?? ''} ${text}`);
  if (whole === '') return false;
  const sentTexts = [whole, flat(text === '' ? (title ?? '') : text)];
  return texts.some((words) => sentTexts.includes(words));
}

function flat(text: string): string {
  return text.normalize().replaceAll(/\s+/g, ' ').trim();
}

function findingOfLookup(failure: Failure): Finding {
  if (failure.kind === 'retry') return failure;
  // the list has a scope of its own: without it the post may exist all the same
  const kind = failure.kind === 'expired' ? 'expired' : 'cannot_tell';
  return { kind, reason: failure.reason };
}
