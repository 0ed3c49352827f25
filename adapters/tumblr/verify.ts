/**
 * Looks up a post whose response was lost or which Tumblr still processes: in the blog's own list, and among its
 * drafts if it was to be one. Its slug is unique to the delivery; a finished video names the id under which it was
 * accepted.
 */
import type { PublishStep } from '../port/publish.ts';
import { at, textAt } from '../lib/http.ts';
import { findFirst } from '../lib/own-list.ts';
import type { Finding, Json, Outcome } from '../../machines/outcome.ts';
import { readError } from './errors.ts';
import type { Failure } from '../lib/outcome.ts';
import { getRequest } from './request.ts';
import { progress, markOf, tailOf, type Work } from './checkpoint.ts';
import { postAddress } from './post.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const PAGE = 20;
const MAX_PAGES = 5;
/** How far Tumblr's clock may be behind ours; it reports whole seconds. */
const CLOCK_SKEW_MS = MINUTE;
/** A call may take two minutes, and the list lags. Before that, a post that is not listed may still appear. */
const LISTED_WITHIN_MS = 130 * SECOND;
/** A video may be processed for minutes before it appears. */
const VIDEO_LISTED_WITHIN_MS = 6 * MINUTE;
const LIST_AGAIN_AFTER_MS = 65 * SECOND;
/** How long to wait for an accepted video; then a person has to check. */
const MAX_WORKING_MS = 20 * MINUTE;
/** The greatest age of an earlier round whose video may still appear. */
const EARLIER_MS = 3 * 60 * MINUTE;
const CHECK_SOON_MS = 15 * SECOND;
/** All users share the budget of calls, so checks are rare. */
const CHECK_LATER_MS = 30 * SECOND;

/** Waits for a video that Tumblr accepted. No error here means that it was not accepted. */
export async function waitForVideo(
  step: PublishStep,
  work: Work & { taken: { id: string; at: number } },
): Promise<Outcome> {
  const { now } = step;
  const found = await search(step, work);
  if (found.kind === 'found') {
    return { kind: 'published', networkPostId: found.id, url: postAddress(step.account, found.id, work) };
  }
  if (found.kind === 'expired' || found.kind === 'reauthorize') return found;
  if (found.kind === 'rejected') return { kind: 'unknown', reason: found.reason };
  const waitedMs = now - work.taken.at;
  if (waitedMs >= MAX_WORKING_MS) {
    return {
      kind: 'unknown',
      reason: `Tumblr took the video and does not show it after ${MAX_WORKING_MS / MINUTE} minutes`,
    };
  }
  const pauseMs = found.kind === 'retry' ? (found.afterMs ?? 0) : 0;
  return progress(work, Math.max(pauseMs, waitedMs < MINUTE ? CHECK_SOON_MS : CHECK_LATER_MS));
}

/** Searches a video of this delivery that an earlier round sent. Null if there is none. */
export async function findEarlier(step: PublishStep, work: Work): Promise<Outcome | null> {
  const since = step.now - EARLIER_MS;
  const found = await search(step, work, { since, bySlug: true });
  switch (found.kind) {
    case 'found':
      return { kind: 'published', networkPostId: found.id, url: postAddress(step.account, found.id, work) };
    case 'none':
    case 'too_many':
      return null;
    case 'rejected':
    case 'retry':
    case 'expired':
    case 'reauthorize':
      return found;
    default:
      return found satisfies never;
  }
}

export async function verify(step: PublishStep): Promise<Finding> {
  const work = step.checkpoint as Work | null;
  if (work === null) return { kind: 'absent' };
  if (work.since === null) return { kind: 'absent', checkpoint: work };
  const { account, now } = step;
  const found = await search(step, work);
  switch (found.kind) {
    case 'found':
      return { kind: 'live', networkPostId: found.id, url: postAddress(account, found.id, work) };
    case 'too_many':
      return {
        kind: 'cannot_tell',
        reason: `more than ${MAX_PAGES * PAGE} posts were made since: check the blog`,
      };
    case 'rejected':
      return { kind: 'cannot_tell', reason: found.reason };
    case 'none':
      return notListed(work, now);
    case 'retry':
    case 'expired':
    case 'reauthorize':
      return found;
    default:
      return found satisfies never;
  }
}

function notListed(work: Work, now: number): Finding {
  const { taken } = work;
  if (taken !== null) {
    const reason = 'Tumblr took the video and does not show it yet';
    if (now - taken.at < 2 * MAX_WORKING_MS) return { kind: 'retry', reason, afterMs: LIST_AGAIN_AFTER_MS };
    return { kind: 'cannot_tell', reason };
  }
  const withinMs = work.hasVideo ? VIDEO_LISTED_WITHIN_MS : LISTED_WITHIN_MS;
  if (now - (work.triedAt ?? work.since ?? now) < withinMs) {
    return { kind: 'retry', reason: 'Tumblr does not list the post yet', afterMs: LIST_AGAIN_AFTER_MS };
  }
  return { kind: 'absent', checkpoint: { ...work, triedAt: null, triedBefore: true } };
}

type PostLookup = { kind: 'found'; id: string } | { kind: 'none' } | { kind: 'too_many' } | Failure;

interface Search {
  since: number;
  /** By the slug alone: posts made before the first try may have the same words. */
  bySlug: boolean;
}

async function search(step: PublishStep, work: Work, how?: Search): Promise<PostLookup> {
  const lookup = how ?? { since: (work.since ?? step.now) - CLOCK_SKEW_MS, bySlug: false };
  if (work.asDraft) {
    const drafts = await searchList(step, work, 'drafts', lookup);
    if (drafts.kind !== 'none') return drafts;
  }
  return searchList(step, work, 'published', lookup); // a draft may be published by now
}

async function searchList(
  step: PublishStep,
  work: Work,
  list: 'published' | 'drafts',
  { since, bySlug }: Search,
): Promise<PostLookup> {
  const { account } = step;
  const found = await findFirst(step, {
    maxPages: MAX_PAGES,
    requestFor: (before, index) => {
      // drafts take no other parameter; their legacy form has the slug, by which they are recognised
      if (list === 'drafts') {
        return getRequest(account, `/posts/draft${before === null ? '' : `?before_id=${before}`}`);
      }
      const query = new URLSearchParams({ npf: 'true', limit: String(PAGE) });
      query.set('after', String(Math.floor(since / SECOND)));
      query.set('sort', 'asc');
      query.set('offset', String(index * PAGE));
      return getRequest(account, `/posts?${query.toString()}`);
    },
    read: ({ status, json }) => {
      const posts = at(json, 'response', 'posts');
      if (status !== 200 || !Array.isArray(posts)) return null;
      return { rows: posts, next: posts.length < PAGE ? null : idOf(posts.at(-1) ?? null) };
    },
    isOurs: (post) =>
      idOf(post) !== null && (bySlug ? hasOurSlug(slugOf(post), work) : isOurs(post, work, since)),
    idOf,
  });
  switch (found.kind) {
    case 'found':
      return { kind: 'found', id: idOf(found.row) ?? '' };
    case 'none':
    case 'too_many':
      return { kind: found.kind };
    case 'unread':
      return readError(found.response, step);
    default:
      return found satisfies never;
  }
}

function isOurs(post: Json, work: Work, since: number): boolean {
  if (textAt(post, 'state') === 'transcoding') return false; // not visible yet
  if (work.taken !== null && [textAt(post, 'genesis_post_id'), idOf(post)].includes(work.taken.id))
    return true;
  const made = at(post, 'timestamp');
  if (typeof made === 'number' && made * SECOND < since) return false;
  const slug = slugOf(post);
  if (slug !== '') return hasOurSlug(slug, work);
  // A list without slugs: compare the words and the number of pictures
  const content = at(post, 'content');
  const blocks = Array.isArray(content) ? content : [];
  const words = blocks.map((block) => textAt(block, 'text') ?? '').join(' ');
  const pictures = blocks.filter((block) => textAt(block, 'type') === 'image').length;
  const hasVideo = blocks.some((block) => textAt(block, 'type') === 'video');
  const hasWords = words.trim() !== '';
  return hasWords && markOf(words) === work.words && pictures === work.pictures && hasVideo === work.hasVideo;
}

/** Compares the ending, which identifies the delivery: the words before it change with the title. */
function hasOurSlug(slug: string, work: Work): boolean {
  return slug.endsWith(tailOf(work.slug));
}

/** The slug from the field, or from the end of the address: `https://rosa.tumblr.com/post/123/my-boat-6f1c`. */
function slugOf(post: Json): string {
  const slug = textAt(post, 'slug') ?? '';
  if (slug !== '') return slug;
  const path = URL.parse(textAt(post, 'post_url') ?? '')?.pathname ?? '';
  return /\/\d+\/([^/]+)\/?$/.exec(path)?.[1] ?? '';
}

function idOf(post: Json): string | null {
  return textAt(post, 'id_string') ?? textAt(post, 'id');
}
