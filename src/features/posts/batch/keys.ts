/**
 * Keys of the parts of a batch that came with an Idempotency-Key. Each post is a commit of its own with a key of its own, so that a
 * batch which ended half-way and is sent again does nothing twice.
 */
import { hash } from 'node:crypto';
import type { Keyed } from '../../../api/idempotent.ts';

/** @returns the key of a part; no caller can send one, because it has a line break */
export function keyOfPart({ idempotency }: Pick<Keyed, 'idempotency'>, part: string): Keyed['idempotency'] {
  if (idempotency === null) return null;
  return { ...idempotency, key: `batch\n${hash('sha256', `${idempotency.key}\n${part}`)}` };
}
