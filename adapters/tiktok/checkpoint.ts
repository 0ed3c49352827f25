/**
 * Where a delivery to TikTok stands. A publish id stands for one post: it comes live by itself when the last byte of its
 * video is in, or, with photos, from the moment it is made. So two steps can post: the last chunk, whose publish id is
 * known by then, and the `init` of photos, which has nothing but the account's list to be found by.
 *
 * video: begun → initing → uploading → settling        photos: begun → initing → settling
 */
import { createHash } from 'node:crypto';
import type { Checkpoint } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { settingsOf } from './plan.ts';
import { progressOf } from '../lib/outcome.ts';

export type Stage = Started | Initing | Uploading | Settling;

export type Started = Tally & { stage: 'begun' };

/** The creator was asked, as before every post, and may be posted for. */
export type Initing = Tally &
  Post & {
    stage: 'initing';
    /** What the creator switched off for all posts. */
    off: { comment: boolean; duet: boolean; stitch: boolean };
    /** When this was noted: a post that its `init` makes is younger. Epoch ms, as all times here. */
    triedAt: number;
  };

export type Uploading = Tally &
  Post & {
    stage: 'uploading';
    publishId: string;
    /** Where the bytes go, sealed (`adapters/lib/upload-address.ts`): who knows it may upload. Good for an hour. */
    address: string;
    size: number;
    chunkSize: number;
    /** Index of the chunk to be sent next. */
    next: number;
    at: number;
    /** How often in a row a chunk was not the one that was wanted. */
    stalled: number;
  };

/** All is with TikTok, which works on it. Nothing is left to be sent. */
export type Settling = Tally &
  Post & {
    stage: 'settling';
    publishId: string;
    since: number;
    /** Since when it is complete without telling the post's id; null before. */
    completeSince: number | null;
  };

/** What the work was started for. */
type Post = {
  /** An edited post is another one. */
  mark: string;
  kind: 'video' | 'photo';
  /** Only public posts are told by their id and listed. */
  isPublic: boolean;
  username: string;
};

type Tally = {
  /** How often it was started anew because TikTok spoilt it. */
  anew: number;
};

export function stageOf(checkpoint: Checkpoint | null): Stage {
  if (checkpoint === null) return { stage: 'begun', anew: 0 };
  return checkpoint as unknown as Stage; // written by this adapter alone
}

export function postOf({ mark, kind, isPublic, username, anew }: Post & Tally): Post & Tally {
  return { mark, kind, isPublic, username, anew };
}

/** Tells posts apart that were edited. */
export function markOf({ plan, options }: Pick<PublishStep, 'plan' | 'options'>): string {
  const urls = plan.media.map(({ url }) => url);
  const content = JSON.stringify([plan.title, plan.text, urls, settingsOf(options)]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

export function settling(stage: Initing | Uploading, publishId: string, now: number): Settling {
  return { ...postOf(stage), stage: 'settling', publishId, since: now, completeSince: null };
}

export const progress = progressOf<Stage>(({ stage }) => stage === 'settling');
