/** Previews of pages, for the networks that are sent one. */
import type { LinkPreview, MediaItem } from '../port/publish.ts';

/** Whether two posts show the same preview. Either may show none. */
export function samePreview(one: LinkPreview | undefined, other: LinkPreview | undefined): boolean {
  if (!one || !other) return one === other;
  return (
    one.url === other.url &&
    one.title === other.title &&
    one.description === other.description &&
    one.image === other.image
  );
}

/** The picture of a preview, as a medium. What it is, is seen from its bytes. */
export function pictureOf({ image }: LinkPreview): MediaItem | null {
  return image === null ? null : { url: image, kind: 'image', extension: 'jpg' };
}
