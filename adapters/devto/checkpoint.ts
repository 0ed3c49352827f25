/** What a delivery to DEV must remember between its steps. */
import type { PublishStep } from '../port/publish.ts';
import { digestOf, fingerprintOf } from '../article/fingerprint.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** What it was started for: an edited post is put together anew, as the same article once there is one. */
  fingerprint: string;
  /** Addresses of the pictures, in the order of the media; the first is the cover. */
  pictures: string[];
  /** As it is sent, to know it again in the account's list. */
  title: string;
  bodyDigest: string;
  /** The network's id of the article, once it was told. */
  id: string | null;
};

export function isFor(work: Work, { plan }: Pick<PublishStep, 'plan'>): boolean {
  return work.fingerprint === fingerprintOf(plan);
}

/** Whitespace apart: ends of lines may come back as others. */
export function bodyDigestOf(body: string): string {
  return digestOf(body.replaceAll(/\s+/g, ' ').trim());
}

export const progress = progressOf<Work>();
