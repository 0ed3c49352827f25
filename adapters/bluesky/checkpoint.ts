/** What a delivery to Bluesky must remember between its steps. */
import type { Facet } from './rich-text.ts';
import type { LinkPreview, PublishStep, RepeatableStep } from '../port/publish.ts';
import type { Json } from '../../machines/outcome.ts';
import { languagesOf } from './options.ts';
import { recordKeyFor } from './record-key.ts';
import { mediaKeys } from '../lib/media.ts';
import { samePreview } from '../lib/link-preview.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  rkey: string;
  createdAt: string;
  /** Identifies the text and media it was started with. An edited post is built again, under the same key. */
  text: string;
  media: string[];
  /** Languages of the post. Absent means none. */
  langs?: string[];
  /** The uploaded files, in the order of the media. */
  blobs: UploadedBlob[];
  /** The video service's job, until it returns the blob. */
  job: VideoJob | null;
  /** How often the video service failed for a reason of its own. */
  videoFailures: number;
  /** How often the server had lost a blob that it had accepted. */
  lostBlobs: number;
  record: PostRecord | null;
  /** The preview of a page that the post was started with. Absent means none. */
  preview?: LinkPreview;
  /** Its uploaded picture; null if it has none that can be shown. Absent until that is known. */
  thumb?: UploadedBlob | null;
};

export type UploadedBlob = {
  /** The network's blob object, unchanged. */
  blob: Json;
  width: number | null;
  height: number | null;
};

export type VideoJob = {
  id: string;
  startedAt: number;
  width: number | null;
  height: number | null;
};

/** Whether the work was started for what is to be sent now. */
export function isFor(work: Work, { plan, options = {} }: Pick<RepeatableStep, 'plan' | 'options'>): boolean {
  const media = mediaKeys(plan.media);
  return (
    work.text === plan.text &&
    sameList(work.media, media) &&
    sameList(work.langs ?? [], languagesOf(options)) &&
    samePreview(work.preview, plan.linkPreview)
  );
}

/**
 * Continues from the checkpoint. A post edited since then keeps its record key, so the earlier text and the new one
 * cannot both be live.
 */
export function resume(step: PublishStep): Work {
  const { plan, deliveryId, options, now } = step;
  const langs = languagesOf(options);
  const started = step.checkpoint as Work | null;
  if (started !== null && isFor(started, step)) return started;
  return {
    rkey: started?.rkey ?? recordKeyFor(deliveryId, now),
    createdAt: started?.createdAt ?? new Date(now).toISOString(),
    text: plan.text,
    media: mediaKeys(plan.media),
    ...(langs.length > 0 && { langs }),
    blobs: [],
    job: null,
    videoFailures: 0,
    lostBlobs: 0,
    record: null,
    ...(plan.linkPreview && { preview: plan.linkPreview }),
  };
}

export const progress = progressOf<Work>();

function sameList(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

export const COLLECTION = 'app.bsky.feed.post';

export type PostRecord = {
  $type: typeof COLLECTION;
  text: string;
  createdAt: string;
  langs?: string[];
  facets?: Facet[];
  embed?: { [key: string]: Json };
  reply?: { root: StrongRef; parent: StrongRef };
};

/** A record as it is: the hash changes with its content. */
export type StrongRef = { uri: string; cid: string };
