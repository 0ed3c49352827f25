/** What a delivery to a site must remember between its steps. */
import { createHash } from 'node:crypto';
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';
import type { MediaItem, PublishStep } from '../port/publish.ts';
import { mediaKeys } from '../lib/media.ts';
import { articleSettings } from '../article/settings.ts';
import { tagNames } from './plan.ts';

export type Work = {
  /** Identifies what the work was started for. After an edit it continues with the same draft. */
  title: string;
  text: string;
  media: string[];
  /** Absent in checkpoints of versions that did not send tags. */
  tagNames?: string[];
  /** The uploaded files, in the order of the media. */
  files: StoredFile[];
  /** A file that the site stored without its smaller sizes. */
  unfinished: { file: StoredFile; tries: number } | null;
  /** The site's ids of the tags; null (or absent) before the lookup. */
  tags?: SiteTags | null;
  /** The post's slug, stored before the draft is first sent. A draft whose response was lost is found by it. */
  slug: string | null;
  postId: string | null;
  /** The draft may have an earlier text. */
  outdated: boolean;
  /** Why the site refused the post for good. Our draft and files are deleted before the refusal is returned. */
  refused?: string | null;
  /** The site's code of that refusal. Absent means no response of the site refused anything. */
  refusedCode?: string;
};

/** `alt`: its description. Absent means it has none. */
export type StoredFile = { id: string; source: string; isVideo: boolean; alt?: string };

/** `leftOut`: names of tags that the site does not have and that the account may not create. */
export type SiteTags = { ids: number[]; leftOut: string[] };

/** Continues from the checkpoint, with what is to be sent now. */
export function resume(step: Pick<PublishStep, 'checkpoint' | 'plan' | 'options'>): Work {
  const work = step.checkpoint as Work | null;
  const title = step.plan.title ?? '';
  const { text } = step.plan;
  const media = mediaKeys(step.plan.media);
  const names = tagNames(articleSettings(step.options));
  if (work === null) {
    const nothing = { files: [], unfinished: null, tags: null, slug: null, postId: null, outdated: false };
    return { title, text, media, tagNames: names, ...nothing };
  }
  const sameMedia = work.media.join('\n') === media.join('\n');
  const sameTags = (work.tagNames ?? []).join('\n') === names.join('\n');
  if (sameMedia && sameTags && work.title === title && work.text === text) return work;
  const firstNew = media.findIndex((url, index) => url !== work.media[index]);
  const files = sameMedia ? work.files : work.files.slice(0, firstNew === -1 ? media.length : firstNew);
  const unfinished = sameMedia ? work.unfinished : null;
  const tags = sameTags ? (work.tags ?? null) : null;
  return { ...work, title, text, media, tagNames: names, files, unfinished, tags, outdated: true };
}

export function progress(work: Work, afterMs = 0): Extract<Outcome, { kind: 'progress' }> {
  return { kind: 'progress', checkpoint: work satisfies Checkpoint, afterMs };
}

/** A readable name that no other delivery has: `my-boat-6f1c22ab`. */
export function slugFor({ plan, deliveryId }: Pick<PublishStep, 'plan' | 'deliveryId'>): string {
  const words = (plan.title ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  return `${words || 'post'}-${hashOf(deliveryId).slice(0, 8)}`;
}

/** The name of a file without its extension, unique to this delivery, this media URL and its description. */
export function fileStem(
  { deliveryId }: Pick<PublishStep, 'deliveryId'>,
  work: Work,
  item: MediaItem,
): string {
  return `media-${hashOf(`${deliveryId}\n${work.files.length}\n${mediaKeys([item]).join()}`).slice(0, 16)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
