/** What a delivery to a site must remember between its steps. */
import { createHash } from 'node:crypto';
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';

export type Work = {
  /** What the work was begun for. An edit goes on with the same draft. */
  title: string;
  text: string;
  media: string[];
  /** In the order of the media. */
  files: StoredFile[];
  /** A file that the site keeps but has not made its smaller sizes of. */
  unfinished: { file: StoredFile; tries: number } | null;
  /** Name of the post, kept before the draft is first sent: by it a draft whose answer was lost is found. */
  slug: string | null;
  postId: string | null;
  /** The draft may hold an earlier text. */
  outdated: boolean;
};

export type StoredFile = { id: string; source: string; isVideo: boolean };

/** The work as the last step left it, for what is to be sent now. */
export function resume(step: Pick<PublishStep, 'checkpoint' | 'plan'>): Work {
  const begun = step.checkpoint as Work | null;
  const title = step.plan.title ?? '';
  const { text } = step.plan;
  const media = step.plan.media.map((item) => item.url);
  if (begun === null) {
    return { title, text, media, files: [], unfinished: null, slug: null, postId: null, outdated: false };
  }
  const same = begun.media.join('\n') === media.join('\n');
  if (same && begun.title === title && begun.text === text) return begun;
  const firstNew = media.findIndex((url, index) => url !== begun.media[index]);
  const files = same ? begun.files : begun.files.slice(0, firstNew === -1 ? media.length : firstNew);
  const unfinished = same ? begun.unfinished : null;
  return { ...begun, title, text, media, files, unfinished, outdated: true };
}

export function goOn(work: Work, afterMs = 0): Extract<Outcome, { kind: 'progress' }> {
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

/** The name of a file without its extension: that of this delivery's file from this address, and of no other. */
export function fileStem({ deliveryId }: Pick<PublishStep, 'deliveryId'>, work: Work, url: string): string {
  return `media-${hashOf(`${deliveryId}\n${work.files.length}\n${url}`).slice(0, 16)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
