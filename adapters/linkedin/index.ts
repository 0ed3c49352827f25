/**
 * LinkedIn, for personal profiles: a text, alone or with one image, one video or one document. Several images become the
 * pages of a document.
 *
 * Steps: the file → looks at a video that is processed → the time of the first try is noted → the post. There is no key
 * for the post and no list of own posts for ordinary apps, so a look tells nothing. But LinkedIn refuses a second post
 * with the same words and the same file and names the first one: a retry after a lost answer makes no second post and
 * learns the id of the first (`duplicate.ts`).
 *
 * Credentials: `accessToken` (60 days), `clientId` of the app, and `refreshToken` for the few apps that get one. The remote id is the `sub` of the sign-in: the author is `urn:li:person:<sub>`.
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { Adapter, PublishStep } from '../port/publish.ts';
import { progress, resume, type Work } from './checkpoint.ts';
import { plan } from './plan.ts';
import { createPost } from './post.ts';
import { uploadFile } from './upload.ts';
import { endpoints } from './version.ts';
import { lookAtVideo } from './video.ts';
import { refresh, revoke } from './oauth.ts';

export const linkedin: Adapter = {
  platform: 'linkedin',
  endpoints,
  documents: true,
  evidence: 'none',
  plan,
  /** Files are nobody's to see until a post names them. */
  repeatable: ({ checkpoint }) => (checkpoint as Work | null)?.triedAt == null,
  publish: (step) => takeStep(step, resume(step)),
  verify: () =>
    Promise.resolve({
      kind: 'cannot_tell',
      reason:
        'LinkedIn shows no posts to apps: only a look at the profile, or a retry, tells whether the post is live',
    }),
  refresh,
  revoke,
  asApp: ['refresh', 'revoke'],
  renewable: ({ refreshToken = '' }) => refreshToken !== '',
};

async function takeStep(step: PublishStep, work: Work): Promise<Outcome> {
  if (step.plan.media.length > 0 && work.file === null) return uploadFile(step, work);
  if (work.processing !== null) return lookAtVideo(step, work, work.processing);
  if (work.triedAt === null) return progress({ ...work, triedAt: step.now });
  return createPost(step, work);
}
