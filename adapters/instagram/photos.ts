/** The address of each media item for Instagram to fetch: photos in the one format and the shapes it takes. */
import type { HostedMedia, MediaItem, MediaRequirements, PublishStep } from '../port/publish.ts';
import { hostMedia, type NoMedia } from '../lib/media.ts';

/**
 * Feed photos: JPEG, 8 MB, 4:5 to 1.91:1 (content publishing, image specifications; docs/contract.md, "Text and media
 * for each network").
 */
const PHOTO: MediaRequirements = {
  types: ['image/jpeg'],
  maxBytes: 8_000_000,
  ratio: { min: 4 / 5, max: 1.91 },
};

/** Stories are shown in any shape. */
const STORY_PHOTO: MediaRequirements = { types: PHOTO.types!, maxBytes: PHOTO.maxBytes! };

/** Reels and videos of carousels have 300 MB, those of stories 100 MB (content publishing, media specifications). */
const VIDEO: MediaRequirements = { maxBytes: 300_000_000 };
const STORY_VIDEO: MediaRequirements = { maxBytes: 100_000_000 };

/** The address of the photo or video of a story. */
export const offerStory = (
  step: Pick<PublishStep, 'host'>,
  item: MediaItem,
): Promise<HostedMedia | NoMedia> =>
  item.kind === 'image' ? hostMedia(step, item, STORY_PHOTO) : hostMedia(step, item, STORY_VIDEO);

/** Photos of a carousel get the shape of its first photo, because Instagram shows all items in that shape. */
export async function offer(
  step: Pick<PublishStep, 'host' | 'plan'>,
  item: MediaItem,
): Promise<HostedMedia | NoMedia> {
  if (item.kind !== 'image') return hostMedia(step, item, VIDEO);
  const first = step.plan.media.find(({ kind }) => kind === 'image') ?? item;
  if (first.url === item.url) return hostMedia(step, item, PHOTO);
  const lead = await hostMedia(step, first, PHOTO);
  if ('kind' in lead) return lead;
  const { width, height } = lead;
  if (width === null || height === null) return hostMedia(step, item, PHOTO);
  return hostMedia(step, item, { ...PHOTO, ratio: { min: width / height, max: width / height } });
}
