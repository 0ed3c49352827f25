/**
 * The progress of a delivery to TikTok. A publish id identifies one post. The post goes live without a further call:
 * with a video when its last byte has arrived, with photos from the `init` call on. So two steps can post: the last
 * chunk, whose publish id is known by then, and the `init` of photos, after which only the account's list can show
 * the post.
 *
 * video: `begun` → initing → uploading → settling        photos: `begun` → initing → settling
 */
import { createHash } from 'node:crypto';
import type { Checkpoint } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { settingsOf } from './plan.ts';
import { progressOf } from '../lib/outcome.ts';

type Stage = Started | Initing | Uploading | Settling;

export type Started = Tally & { stage: 'begun' };

/** The creator was read, as TikTok requires before every post, and can receive posts. */
export type Initing = Tally &
  Post & {
    stage: 'initing';
    /** What the creator has disabled for all posts. */
    off: { comment: boolean; duet: boolean; stitch: boolean };
    /** When this was stored: a post made by the `init` is younger. Epoch ms, like all times here. */
    triedAt: number;
  };

export type Uploading = Tally &
  Post & {
    stage: 'uploading';
    publishId: string;
    /**
     * The upload address, encrypted (`adapters/lib/upload-address.ts`), because it alone allows the upload. Valid for
     * an hour.
     */
    address: string;
    size: number;
    chunkSize: number;
    /** Index of the next chunk. */
    next: number;
    at: number;
    /** How many times in a row TikTok expected another chunk than the one sent. */
    stalled: number;
  };

/** TikTok has everything and processes it. Nothing is left to send. */
export type Settling = Tally &
  Post & {
    stage: 'settling';
    publishId: string;
    since: number;
    /** Since when it is complete without a post id; null before. */
    completeSince: number | null;
  };

/** Identifies what the work was started for. */
type Post = {
  /** A hash of the post: an edited one differs. */
  mark: string;
  kind: 'video' | 'photo';
  /** Only public posts have an id in the status and appear in the list. */
  isPublic: boolean;
  username: string;
};

type Tally = {
  /** How often it was started again because TikTok failed to process it. */
  anew: number;
};

export function stageOf(checkpoint: Checkpoint | null): Stage {
  if (checkpoint === null) return { stage: 'begun', anew: 0 };
  return checkpoint as unknown as Stage; // only this adapter writes it
}

export function postOf({ mark, kind, isPublic, username, anew }: Post & Tally): Post & Tally {
  return { mark, kind, isPublic, username, anew };
}

/** A hash that changes when the post is edited. */
export function markOf({ plan, options }: Pick<PublishStep, 'plan' | 'options'>): string {
  const urls = plan.media.map(({ url }) => url);
  const content = JSON.stringify([plan.title, plan.text, urls, settingsOf(options)]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

export function settling(stage: Initing | Uploading, publishId: string, now: number): Settling {
  return { ...postOf(stage), stage: 'settling', publishId, since: now, completeSince: null };
}

export const progress = progressOf<Stage>(({ stage }) => stage === 'settling');
