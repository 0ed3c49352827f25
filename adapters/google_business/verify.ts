/**
 * Checks whether the post of a delivery exists when the response was lost: it is searched in the location's own list
 * by its words, the address of its button and its time. A post whose name is known is read by its name.
 */
import type { Finding } from '../../machines/outcome.ts';
import type { AccountAccess } from '../port/account.ts';
import type { PublishStep } from '../port/publish.ts';
import { at, textAt } from '../lib/http.ts';
import { onlySince, type OwnList, postsSince } from '../lib/own-list.ts';
import { listRequest, type LocalPost, readPost } from './request.ts';
import { type Moderating, type Posting, stageOf } from './checkpoint.ts';
import { readError } from './errors.ts';
import { findingOf } from '../lib/outcome.ts';
import { look } from './publish.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** How long a new post may take to be listed: some seconds in practice. */
const LISTED_WITHIN_MS = 30 * SECOND;
const CHECK_AGAIN_AFTER_MS = 10 * SECOND;
/** How far Google's clock may be behind ours. Posts older than the try by more than this are not ours. */
const CLOCK_SKEW_MS = 2000;
/** Clocks of self-hosted machines are wrong by minutes; the proof that a post is absent allows for it. */
const MAX_CLOCK_SKEW_MS = 5 * MINUTE;
/** The page limit; a page has 100 posts. */
const MAX_PAGES = 10;

export async function verify(step: PublishStep): Promise<Finding> {
  const stage = stageOf(step.checkpoint);
  if (stage === null) return { kind: 'absent' };
  switch (stage.stage) {
    case 'posting':
      return searchList(step, stage);
    case 'moderating':
      return findByName(step, stage);
    default:
      return stage satisfies never;
  }
}

async function findByName(step: PublishStep, stage: Moderating): Promise<Finding> {
  const post = await look(step, stage.name);
  if ('post' in post) return findingOfPost(post.post, stage);
  const { failure, isMissing } = post;
  if (isMissing && step.now - stage.since < LISTED_WITHIN_MS) return later(failure.reason);
  return findingOf(failure);
}

async function searchList(step: PublishStep, stage: Posting): Promise<Finding> {
  const { now } = step;
  const { summary, action, triedAt } = stage;
  const since = triedAt - MAX_CLOCK_SKEW_MS;
  const posts = await postsSince(step, localPosts(step.account), since, timeOf);
  if ('kind' in posts) return findingOf(readError(posts.response, step));
  if (!posts.isComplete) {
    return {
      kind: 'cannot_tell',
      reason: `the location has more than ${MAX_PAGES * 100} posts: check there whether the post is live`,
    };
  }
  const buttonUrl = action !== null && 'url' in action ? action.url : null;
  const alike = posts.rows.filter(
    (post) => post.summary.trim() === summary.trim() && (post.buttonUrl ?? '') === (buttonUrl ?? ''),
  );
  const { only, isAmbiguous } = await onlySince(step, alike, {
    since: triedAt - CLOCK_SKEW_MS,
    timeOf,
    idOf: ({ name }) => name,
  });
  if (only !== null) return findingOfPost(only, { stage: 'moderating', name: only.name, since: now });
  if (isAmbiguous) {
    return {
      kind: 'cannot_tell',
      reason: 'the location has posts with the same words from the same minutes',
    };
  }
  if (now - triedAt < LISTED_WITHIN_MS) return later('Google does not list the post yet');
  return { kind: 'absent', checkpoint: { ...stage, triedAt: now } };
}

const timeOf = ({ createdAt }: LocalPost): number => createdAt;

/** The location's posts. */
function localPosts(account: AccountAccess): OwnList<LocalPost> {
  return {
    maxPages: MAX_PAGES,
    requestFor: (pageToken) => listRequest(account, pageToken),
    read: ({ status, json }) => {
      const rows = at(json, 'localPosts') ?? []; // Google omits the list if there is no post
      if (status >= 300 || json === null || !Array.isArray(rows)) return null;
      const posts = rows.map(readPost).filter((post) => post !== null);
      return { rows: posts, next: textAt(json, 'nextPageToken') || null };
    },
  };
}

/** @param stage where the work continues: the post exists and is never created again */
function findingOfPost(post: LocalPost, stage: Moderating): Finding {
  switch (post.state) {
    case 'live':
      return { kind: 'live', networkPostId: post.name, url: post.url };
    case 'processing':
      return later('Google is still reviewing the post');
    case 'rejected':
      return { kind: 'progress', checkpoint: stage }; // the next step reads the result of the review and ends it
    default:
      return post.state satisfies never;
  }
}

function later(reason: string): Finding {
  return { kind: 'retry', reason, afterMs: CHECK_AGAIN_AFTER_MS };
}
