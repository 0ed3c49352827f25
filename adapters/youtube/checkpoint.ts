/**
 * Where a delivery to YouTube stands: started, or uploading into a session. The session is the evidence: it makes one
 * video, when the last byte is in, and tells that video again whenever it is asked.
 */
import { createHash } from 'node:crypto';
import type { Checkpoint } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { privacyOf } from './plan.ts';
import { progressOf } from '../lib/outcome.ts';

export type Stage = Started | Uploading;
export type Started = { stage: 'begun'; anew: number };
export type Uploading = {
  stage: 'uploading';
  /** How often a session was started anew because an earlier one was gone. */
  anew: number;
  /** The session's address, sealed (`adapters/lib/upload-address.ts`): who knows it may upload. */
  session: string;
  /** What the session was started for: an edited post needs another. */
  mark: string;
  title: string;
  /** Bytes of the file, and how many of them YouTube has. */
  size: number;
  offset: number;
  /** When this was noted, epoch ms: a video made by the chunk sent next is younger. */
  at: number;
  /** How often in a row a chunk brought nothing. */
  stalled: number;
};

/** Multiples of 262,144 bytes are asked for. Each chunk is a step, and each step reads its part of the file. */
export const CHUNK_BYTES = 128 * 262_144;

export function stageOf(checkpoint: Checkpoint | null): Stage {
  if (checkpoint === null) return { stage: 'begun', anew: 0 };
  return checkpoint as unknown as Stage; // written by this adapter alone
}

/** Whether the next chunk is the last: only that one can make the video. */
export function isLast({ offset, size }: Uploading): boolean {
  return offset + CHUNK_BYTES >= size;
}

/** Tells posts apart that were edited. */
export function markOf({ plan, options }: Pick<PublishStep, 'plan' | 'options'>): string {
  const urls = plan.media.map(({ url }) => url);
  const content = JSON.stringify([plan.title, plan.text, urls, privacyOf(options)]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

export const progress = progressOf<Stage>();
