/** Pictures that move until a network takes them. A plan knows a file by its name only, so it cannot say whether one moves. */
import type { MediaItem } from '../port/publish.ts';

/** The end of a sentence about a picture that is converted to a JPEG. */
export const STAYS_STILL =
  'transparency is lost, and an animated picture will not move (its first frame is sent)';

/** For networks that take a WebP and show its first frame. @param network its name for people */
export function stillWarnings(media: MediaItem[], network: string): string[] {
  return media.flatMap(({ kind, extension }, index) =>
    kind === 'image' && extension === 'webp'
      ? [`media/${index}: if the WebP is animated, it will not move on ${network}.`]
      : [],
  );
}
