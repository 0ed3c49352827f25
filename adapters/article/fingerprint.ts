/** Identifies the words and media that the work on an article was started with. */
import { createHash } from 'node:crypto';
import { mediaKeys } from '../lib/media.ts';
import type { Plan } from '../port/publish.ts';

/** Equal for plans that would send the same words and media. A checkpoint keeps this instead of the whole text. */
export function fingerprintOf({ title, text, media }: Plan): string {
  return digestOf(JSON.stringify([title, text, mediaKeys(media)]));
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
