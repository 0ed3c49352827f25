/** What a delivery to DEV must remember between its steps. */
import type { PublishStep } from '../port/publish.ts';
import { digestOf, fingerprintOf } from '../article/fingerprint.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** Identifies what it was started for. An edited post is built again; an article that exists is updated. */
  fingerprint: string;
  /** Addresses of the pictures, in the order of the media; the first is the cover. */
  pictures: string[];
  /** The title as it is sent, to find it in the account's list. */
  title: string;
  bodyDigest: string;
  /** The network's id of the article, once a response named it. */
  id: string | null;
};

export function isFor(work: Work, { plan }: Pick<PublishStep, 'plan'>): boolean {
  return work.fingerprint === fingerprintOf(plan);
}

/** Ignores white space, because line breaks may come back changed. */
export function bodyDigestOf(body: string): string {
  return digestOf(body.replaceAll(/\s+/g, ' ').trim());
}

export const progress = progressOf<Work>();
