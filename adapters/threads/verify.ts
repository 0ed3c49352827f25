/**
 * Whether the post of a delivery is live, when the answer of `threads_publish` was lost. The container tells; which post
 * it became it does not tell, so that is looked for in the account's own list.
 */
import type { Finding } from '../../machines/outcome.ts';
import { withoutHeld } from '../lib/held.ts';
import type { PublishStep } from '../port/publish.ts';
import { type Publishing, processing, stageOf } from './checkpoint.ts';
import { type Trouble, troubleOf, troubleOfLoss } from './errors.ts';
import { alike, postsSince, uniqueMatch } from './own-posts.ts';
import { look } from './publish.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** How long a new post may take to be listed. */
const LISTED_WITHIN_MS = MINUTE;
const LIST_AGAIN_AFTER_MS = 10 * SECOND;
/** Clocks of self-hosted machines are wrong by minutes; the proof that a post is absent allows for it. */
const MOST_CLOCK_SKEW_MS = 5 * MINUTE;
/** A post that is known to be live is not held up longer than this for its id. */
const ID_WITHIN_MS = 10 * MINUTE;
/** How often an unreadable container that left no post is published again before another one is made. */
const MOST_UNREADABLE = 2;

export async function verify(step: PublishStep): Promise<Finding> {
  const { checkpoint, now } = step;
  const stage = stageOf(checkpoint);
  if (stage.stage !== 'publishing') return checkpoint ? { kind: 'absent', checkpoint } : { kind: 'absent' };

  const seen = await look(step, stage.containerId);
  // Not found, or hidden from this token: only the list can tell then.
  if ('verdict' in seen) {
    const unreadable = seen.verdict === 'not_ready' || seen.verdict === 'permanent';
    return unreadable ? searchOwnList(step, stage) : findingOf(seen);
  }
  switch (seen.code) {
    case 'FINISHED':
      return { kind: 'absent', checkpoint: { ...stage, missed: 0, lookedAt: now } };
    case 'IN_PROGRESS':
      return { kind: 'absent', checkpoint: processing(stage) };
    case 'PUBLISHED':
      return identify(step, stage);
    case 'EXPIRED':
    case 'ERROR':
      return { kind: 'absent' };
    default:
      return seen satisfies never;
  }
}

/** It is live; find out which one it is, if that can be had. */
async function identify(step: PublishStep, stage: Publishing): Promise<Finding> {
  const { now } = step;
  const { text, madeAt } = stage;
  const nameless: Finding = { kind: 'live', networkPostId: null, url: null };
  const age = now - stage.lookedAt;
  const posts = await unheldSince(step, madeAt);
  if (!Array.isArray(posts)) {
    const finding = findingOf(posts.kind === 'lost' ? troubleOfLoss(posts) : troubleOf(posts, now));
    return finding.kind === 'retry' && age < ID_WITHIN_MS ? finding : nameless;
  }
  const match = uniqueMatch(posts, text, madeAt);
  if (match) return { kind: 'live', networkPostId: match.id, url: match.permalink };
  if (text.trim() !== '' && alike(posts, text).length === 0 && age < LISTED_WITHIN_MS) {
    return { kind: 'retry', reason: 'Threads does not list the post yet', afterMs: LIST_AGAIN_AFTER_MS };
  }
  return nameless;
}

/** The container cannot be read: the post is live if it is in the list, and not if it has had time to get there. */
async function searchOwnList(step: PublishStep, stage: Publishing): Promise<Finding> {
  const { now } = step;
  const { text, madeAt } = stage;
  const posts = await unheldSince(step, madeAt - MOST_CLOCK_SKEW_MS);
  if (!Array.isArray(posts)) {
    return findingOf(posts.kind === 'lost' ? troubleOfLoss(posts) : troubleOf(posts, now));
  }
  const match = uniqueMatch(posts, text, madeAt);
  if (match) return { kind: 'live', networkPostId: match.id, url: match.permalink };
  if (text.trim() === '' || alike(posts, text).length > 0) {
    const reason = 'the container cannot be read, and the account has posts that look the same';
    return { kind: 'cannot_tell', reason };
  }
  if (now - stage.lookedAt < LISTED_WITHIN_MS) {
    return { kind: 'retry', reason: 'the container cannot be read for now', afterMs: LIST_AGAIN_AFTER_MS };
  }
  // The same container again: were it published after all, it would not make a second post.
  if (stage.missed >= MOST_UNREADABLE) return { kind: 'absent' };
  return { kind: 'absent', checkpoint: { ...stage, missed: stage.missed + 1, lookedAt: now } };
}

/** The account's posts since a time, without those that other deliveries hold. */
async function unheldSince(step: PublishStep, sinceMs: number): ReturnType<typeof postsSince> {
  const posts = await postsSince(step, sinceMs);
  return Array.isArray(posts) ? withoutHeld(step, posts, ({ id }) => id) : posts;
}

/** What trouble with the look itself means. */
function findingOf({ verdict, reason, afterMs }: Trouble): Finding {
  if (verdict === 'reauthorize') return { kind: 'reauthorize', reason };
  if (verdict === 'permanent') return { kind: 'cannot_tell', reason };
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}
