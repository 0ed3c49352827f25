/** Ids and tokens are made of hashes, so that a simulation gives the same ones again. */
import { createHash } from 'node:crypto';

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
