/**
 * Checks whether the post of a delivery is live when the response to the publishing call was lost (instagram,
 * threads). The container says whether it was published, but not which post it became, so the account's own list is
 * searched for it.
 */
import type { Finding } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { withoutHeld } from '../lib/held.ts';
import type { NetworkResponse, Lost } from '../lib/http.ts';
import { processing, type Publishing, stageOf } from './checkpoint.ts';
import type { ContainerNetwork, Failure } from './container-network.ts';
import { findingOf } from './errors.ts';
import { alike, type OwnPost, postsSince, uniqueMatch } from './own-posts.ts';
import { readContainer, lostFailure } from './publish.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** How long a new post may take to be listed. */
const LISTED_WITHIN_MS = MINUTE;
const LIST_AGAIN_AFTER_MS = 10 * SECOND;
/** Clocks of self-hosted machines are wrong by minutes; the proof that a post is absent allows for it. */
const MAX_CLOCK_SKEW_MS = 5 * MINUTE;
/** A post that is known to be live waits at most this long for its id. */
const ID_WITHIN_MS = 10 * MINUTE;
/** How often an unreadable container that left no post is published again before another one is made. */
const MAX_UNREADABLE = 2;

export async function verifyContainer(network: ContainerNetwork, step: PublishStep): Promise<Finding> {
  const { checkpoint, now } = step;
  const stage = stageOf(checkpoint, network.start);
  if (stage.stage !== 'publishing') return checkpoint ? { kind: 'absent', checkpoint } : { kind: 'absent' };

  const container = await readContainer(network, step, stage.containerId);
  if ('verdict' in container) {
    // 100/33 occurs for intact containers too, so only the list shows whether the post is live
    return network.unreadable.includes(container.verdict)
      ? searchOwnList(network, step, stage)
      : findingOf(container);
  }
  switch (container.code) {
    case 'FINISHED':
      return { kind: 'absent', checkpoint: { ...stage, missed: 0, lookedAt: now } };
    case 'IN_PROGRESS':
      return { kind: 'absent', checkpoint: processing(stage) };
    case 'PUBLISHED':
      return identify(network, step, stage);
    case 'EXPIRED':
    case 'ERROR':
      return { kind: 'absent' };
    default:
      return container satisfies never;
  }
}

/** The text the container was made with. */
function textOf(stage: Publishing, { plan }: PublishStep): string {
  return stage.text ?? plan.text;
}

/** The post is live. Finds its id, if the list shows it. */
async function identify(network: ContainerNetwork, step: PublishStep, stage: Publishing): Promise<Finding> {
  const { madeAt } = stage;
  const text = textOf(stage, step);
  const nameless: Finding = { kind: 'live', networkPostId: null, url: null };
  const ageMs = step.now - stage.lookedAt;
  const posts = await unheldSince(network, step, madeAt);
  if (!Array.isArray(posts)) {
    const finding = findingOf(listFailure(network, posts, step.now));
    return finding.kind === 'retry' && ageMs < ID_WITHIN_MS ? finding : nameless;
  }
  if (network.wordless) return identifyByTime(network, posts, { ageMs, nameless });
  const match = uniqueMatch(posts, text, madeAt);
  if (match) return { kind: 'live', networkPostId: match.id, url: match.permalink };
  if (text.trim() !== '' && alike(posts, text).length === 0 && ageMs < LISTED_WITHIN_MS) {
    const reason = `${network.name} does not list the post yet`;
    return { kind: 'retry', reason, afterMs: LIST_AGAIN_AFTER_MS };
  }
  return nameless;
}

/**
 * A post without words is known by its time alone: it is live, and the only one since its container was made. Among
 * several nobody can tell which is ours, so it stays without an id.
 */
function identifyByTime(
  network: ContainerNetwork,
  posts: OwnPost[],
  { ageMs, nameless }: { ageMs: number; nameless: Finding },
): Finding {
  const [post] = posts;
  if (post === undefined && ageMs < LISTED_WITHIN_MS) {
    const reason = `${network.name} does not list the post yet`;
    return { kind: 'retry', reason, afterMs: LIST_AGAIN_AFTER_MS };
  }
  if (post === undefined || posts.length > 1) return nameless;
  return { kind: 'live', networkPostId: post.id, url: post.permalink };
}

/** The container cannot be read. The post is live if the list has it, and absent if it had time to appear there. */
async function searchOwnList(
  network: ContainerNetwork,
  step: PublishStep,
  stage: Publishing,
): Promise<Finding> {
  const { now } = step;
  const { madeAt } = stage;
  const text = textOf(stage, step);
  const posts = await unheldSince(network, step, madeAt - MAX_CLOCK_SKEW_MS);
  if (!Array.isArray(posts)) return findingOf(listFailure(network, posts, now));
  const match = uniqueMatch(posts, text, madeAt);
  if (match) return { kind: 'live', networkPostId: match.id, url: match.permalink };
  if (network.wordless ? posts.length > 0 : text.trim() === '') {
    const reason =
      'the container cannot be read, and a post without a text cannot be distinguished from others';
    return { kind: 'cannot_tell', reason };
  }
  if (alike(posts, text).length > 0) {
    const reason = 'the container cannot be read, and the account has posts with the same text';
    return { kind: 'cannot_tell', reason };
  }
  if (now - stage.lookedAt < LISTED_WITHIN_MS) {
    return {
      kind: 'retry',
      reason: 'the container cannot be read at the moment',
      afterMs: LIST_AGAIN_AFTER_MS,
    };
  }
  // Publish the same container again: if it was published already, this makes no second post.
  if (stage.missed >= MAX_UNREADABLE) return { kind: 'absent' };
  return { kind: 'absent', checkpoint: { ...stage, missed: stage.missed + 1, lookedAt: now } };
}

function listFailure(network: ContainerNetwork, answer: NetworkResponse | Lost, now: number): Failure {
  return answer.kind === 'lost' ? lostFailure(network, answer) : network.readError(answer, now);
}

/** The account's posts since a time (epoch ms), without those that other deliveries hold. */
async function unheldSince(
  network: ContainerNetwork,
  step: PublishStep,
  sinceMs: number,
): ReturnType<typeof postsSince> {
  const posts = await postsSince(network, step, sinceMs);
  return Array.isArray(posts) ? withoutHeld(step, posts, ({ id }) => id) : posts;
}
