/**
 * Mastodon, and servers that speak its client API. Every status carries an idempotency key that the server remembers
 * for an hour: within it the same call again answers with the same status. After that, and on servers that ignore the
 * key, the account's own list tells whether the status is there.
 *
 * Steps: each file → looks at those still being processed, for up to 5 minutes → the time of the first try is noted →
 * the status.
 */
import type { Adapter, PublishStep } from '../port/publish.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { progress, isFor, keyCovers, resume, type Work } from './checkpoint.ts';
import { lookForStatus } from './verify.ts';
import { lookAtFile, uploadFile } from './media.ts';
import { planPost } from './plan.ts';
import { postStatus } from './status.ts';
import { revoke } from './oauth.ts';

export const mastodon: Adapter = {
  platform: 'mastodon',
  /** Each account brings its own server. */
  endpoints: { server: 'https://mastodon.social' },
  evidence: 'idempotency_key',
  plan: planPost,
  /** Files are nobody's until a status names them; the same status may be sent again while its key is remembered. */
  repeatable: (step) => {
    const work = step.checkpoint as Work | null;
    if (work === null || work.triedAt === null) return true;
    return isFor(work, step) && keyCovers(work.triedAt, step.now);
  },
  publish: (step) => takeStep(step, resume(step)),
  verify: (step) => lookForStatus(step, step.checkpoint as Work | null),
  revoke,
};

async function takeStep(step: PublishStep, work: Work): Promise<Outcome> {
  const item = step.plan.media[work.files.length];
  if (item !== undefined) return uploadFile(step, work, item);
  const processed = work.files.find((file) => !file.ready);
  if (processed !== undefined) return lookAtFile(step, work, processed);
  if (work.triedAt === null) return progress({ ...work, triedAt: step.now });
  return keyCovers(work.triedAt, step.now) ? postStatus(step, work) : lookFirst(step, work);
}

/** The key may be forgotten by now. Nothing says that an earlier try arrived, but only a look tells that none did. */
async function lookFirst(step: PublishStep, work: Work): Promise<Outcome> {
  const finding = await lookForStatus(step, work);
  switch (finding.kind) {
    case 'live':
      if (finding.networkPostId === null)
        return { kind: 'unknown', reason: 'the server does not name the post' };
      return { kind: 'published', networkPostId: finding.networkPostId, url: finding.url };
    case 'absent':
      return progress((finding.checkpoint as Work | undefined) ?? { ...work, triedAt: null });
    case 'cannot_tell':
      return { kind: 'unknown', reason: finding.reason };
    case 'retry':
    case 'expired':
    case 'reauthorize':
      return finding;
    default:
      return finding satisfies never;
  }
}
