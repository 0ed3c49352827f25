/** Slugs that we choose ourselves, so that an article can be found again when the response was lost. */
import { createHash } from 'node:crypto';
import { latin } from './tags.ts';

const MAX_WORDS = 80;

/**
 * A slug that no other article has.
 * @param seed distinguishes this article from all others; the same title and seed give the same slug
 */
export function slugFor(title: string, seed: string): string {
  const tail = createHash('sha256').update(seed).digest('hex').slice(0, 8);
  const words = dashed(title).slice(0, MAX_WORDS).replace(/-$/, '');
  return words === '' ? `article-${tail}` : `${words}-${tail}`;
}

/** Lower-case Latin letters and digits, with hyphens between the words. Empty when the text has none. */
export function dashed(text: string): string {
  return latin(text)
    .replaceAll(/(?<=[a-z0-9])[.'’](?=[a-z0-9])/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
