/** Addresses of our own choosing: by its slug an article is known again when the answer was lost. */
import { createHash } from 'node:crypto';
import { latin } from './tags.ts';

const MAX_WORDS = 80;

/**
 * A slug that no other article has.
 * @param seed what tells this article from all others; the same title and seed give the same slug
 */
export function slugFor(title: string, seed: string): string {
  const tail = createHash('sha256').update(seed).digest('hex').slice(0, 8);
  const words = dashed(title).slice(0, MAX_WORDS).replace(/-$/, '');
  return words === '' ? `article-${tail}` : `${words}-${tail}`;
}

/** Small Latin letters and digits, hyphens between the words. Empty where nothing of it is left. */
export function dashed(text: string): string {
  return latin(text)
    .replaceAll(/(?<=[a-z0-9])[.'’](?=[a-z0-9])/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
