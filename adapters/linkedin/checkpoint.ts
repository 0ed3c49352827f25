/** What a delivery to LinkedIn must remember between its steps. */
import { samePreview } from '../lib/link-preview.ts';
import type { LinkPreview, PublishStep } from '../port/publish.ts';
import { mediaKeys } from '../lib/media.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** Identifies the words and file of every try: LinkedIn refuses only an identical post as a duplicate. */
  text: string;
  title: string | null;
  media: string[];
  /** What was uploaded: `urn:li:image:…`. Never the upload address, which works like a password. */
  file: { urn: string; kind: 'image' | 'document' | 'video' } | null;
  /** When LinkedIn started to process the video, and when we last checked it. */
  processing: { since: number; lookedAt: number } | null;
  /** Set before the post is first sent: no post of this delivery is older. */
  triedAt: number | null;
  /** The preview of a page. Absent means none. */
  preview?: LinkPreview;
  /** Its uploaded picture; null if it has none that can be shown. Absent until that is known. */
  thumbnail?: string | null;
};

/** Continues from the checkpoint. An edited post starts again, with the same file if the media are the same. */
export function resume({ checkpoint, plan }: Pick<PublishStep, 'checkpoint' | 'plan'>): Work {
  const started = checkpoint as Work | null;
  const { text, title, linkPreview: preview } = plan;
  const media = mediaKeys(plan.media);
  const fresh: Work = {
    text,
    title,
    media,
    file: null,
    processing: null,
    triedAt: null,
    ...(preview && { preview }),
  };
  if (started === null || started.media.join('\n') !== media.join('\n')) return fresh;
  const isSame = started.text === text && started.title === title && samePreview(started.preview, preview);
  if (isSame) return started;
  return { ...fresh, file: started.file, processing: started.processing };
}

export const progress = progressOf<Work>();
