/**
 * The progress of a delivery to YouTube: not started (`begun`), or uploading into a session. The session is the
 * evidence: it makes one video when the last byte has arrived, and returns that video whenever it is asked.
 */
import { createHash } from 'node:crypto';
import type { Checkpoint } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { privacyOf } from './plan.ts';
import { progressOf } from '../lib/outcome.ts';

type Stage = Started | Uploading;
export type Started = { stage: 'begun'; anew: number };
export type Uploading = {
  stage: 'uploading';
  /** How often a session was started again because an earlier one no longer existed. */
  anew: number;
  /** The session's address, encrypted (`adapters/lib/upload-address.ts`), because it alone allows the upload. */
  session: string;
  /** A hash of what the session was started for: an edited post needs another. */
  mark: string;
  title: string;
  /** Bytes of the file, and how many of them YouTube has. */
  size: number;
  offset: number;
  /** When this was stored, epoch ms: a video made by the next chunk is younger. */
  at: number;
  /** How many chunks in a row were not stored. */
  stalled: number;
};

/** YouTube requires multiples of 262,144 bytes. Each chunk is a step, and each step reads its part of the file. */
export const CHUNK_BYTES = 128 * 262_144;

export function stageOf(checkpoint: Checkpoint | null): Stage {
  if (checkpoint === null) return { stage: 'begun', anew: 0 };
  return checkpoint as unknown as Stage; // only this adapter writes it
}

/** Whether the next chunk is the last: only that one can make the video. */
export function isLast({ offset, size }: Uploading): boolean {
  return offset + CHUNK_BYTES >= size;
}

/** A hash that changes when the post is edited. */
export function markOf({ plan, options }: Pick<PublishStep, 'plan' | 'options'>): string {
  const urls = plan.media.map(({ url }) => url);
  const content = JSON.stringify([plan.title, plan.text, urls, privacyOf(options)]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

export const progress = progressOf<Stage>();
