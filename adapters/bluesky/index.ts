/**
 * Bluesky (AT protocol). A post is a record that we write under a key of our own choosing, so a lost answer never costs
 * a second post: writing the same record again changes nothing, and reading the key tells whether it stands.
 *
 * Steps: each photo, or the video and the looks at its processing → the record, put together once → `putRecord`. Key,
 * time, blobs and the whole record are in the checkpoint before the first write.
 */
import type { Adapter, PublishStep } from '../port/publish.ts';
import { isFor, resume, type Work } from './checkpoint.ts';
import { uploadImage } from './images.ts';
import { isVideo, planPost } from './plan.ts';
import { composeRecord, lookForRecord, writeRecord } from './record.ts';
import { refreshSession } from './session.ts';
import { revoke } from './revoke.ts';
import { processVideo } from './video.ts';

export const bluesky: Adapter = {
  platform: 'bluesky',
  /** `pds` is the account's own server once it is connected; bsky.social passes calls on to it. */
  endpoints: {
    pds: 'https://bsky.social',
    video: 'https://video.bsky.app',
    public: 'https://public.api.bsky.app',
    plc: 'https://plc.directory',
  },
  evidence: 'record_key',
  plan: planPost,
  /** Blobs are nobody's until a record names them, and the same record goes under its own key as often as one likes. */
  repeatable: (step) => {
    const work = step.checkpoint as Work | null;
    return work === null || work.record === null || isFor(work, step);
  },
  publish: (step) => takeStep(step, resume(step)),
  verify: lookForRecord,
  refresh: refreshSession,
  revoke,
};

function takeStep(step: PublishStep, work: Work) {
  if (work.record !== null) return writeRecord(step, work, work.record);
  const item = step.plan.media[work.blobs.length];
  if (item === undefined) return composeRecord(step, work);
  return isVideo(step.plan.media) ? processVideo(step, work, item) : uploadImage(step, work, item);
}
