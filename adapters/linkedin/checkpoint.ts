/** What a delivery to LinkedIn must remember between its steps. */
import type { PublishStep } from '../port/publish.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** What the work was started for: the very words of every try, since only the same words are refused as the same. */
  text: string;
  title: string | null;
  media: string[];
  /** What was uploaded: `urn:li:image:…`. Never its address, which is as good as a password. */
  file: { urn: string; kind: 'image' | 'document' | 'video' } | null;
  /** Since when LinkedIn works on the video, and when we last saw it at that. */
  processing: { since: number; lookedAt: number } | null;
  /** Set before the post first leaves us: no post of this delivery is older. */
  triedAt: number | null;
};

/** The work as the last step left it. An edit begins anew, with the same file where the media are the same. */
export function resume({ checkpoint, plan }: Pick<PublishStep, 'checkpoint' | 'plan'>): Work {
  const started = checkpoint as Work | null;
  const { text, title } = plan;
  const media = plan.media.map((item) => item.url);
  const fresh: Work = { text, title, media, file: null, processing: null, triedAt: null };
  if (started === null || started.media.join('\n') !== media.join('\n')) return fresh;
  if (started.text === text && started.title === title) return started;
  return { ...fresh, file: started.file, processing: started.processing };
}

export const progress = progressOf<Work>();
