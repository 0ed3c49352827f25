/**
 * Where a delivery to Instagram stands. Nothing is to be seen on the network before `media_publish`: containers that
 * were made and forgotten expire unnoticed. So only the step from `publishing` must not be taken twice blindly.
 *
 * making → (carousel: gathering →) processing → publishing
 */
import type { Checkpoint } from '../../machines/outcome.ts';

export type Stage =
  /** The next container is to be made: the only one, or the carousel's next child. */
  | (Tally & { stage: 'making'; children: string[] })
  /** All children are made, the first so many are finished; when all are, make the parent. */
  | (Tally & { stage: 'gathering'; children: string[]; finished: number } & Wait)
  /** The container that will be the post is made; wait until it is finished. */
  | (Tally & { stage: 'processing'; containerId: string; madeAt: number } & Wait)
  /** Seen finished, not known to be published. Committed before `media_publish` leaves. */
  | (Tally & { stage: 'publishing'; containerId: string; madeAt: number } & Wait);

/** Counts that bound what is done over. Times are epoch ms, from `step.now`. */
type Tally = {
  /** How often containers were made anew because the network spoilt them. */
  anew: number;
  /** How often the network could not fetch a media URL. */
  unfetched: number;
  /** How often in a row the network did not find a container. */
  missed: number;
};

/** Looking again and again until it can be published. A long pause between two looks begins a new wait. */
type Wait = { since: number; lookedAt: number };

export type Publishing = Extract<Stage, { stage: 'publishing' }>;

const FRESH: Tally = { anew: 0, unfetched: 0, missed: 0 };

export function stageOf(checkpoint: Checkpoint | null): Stage {
  if (checkpoint === null) return { ...FRESH, stage: 'making', children: [] };
  return checkpoint as unknown as Stage; // written by this adapter alone
}

/** Begins again without any container; the counts stay. */
export function emptied(stage: Stage): Stage {
  return { ...tallyOf(stage), stage: 'making', children: [] };
}

export function tallyOf({ anew, unfetched, missed }: Stage): Tally {
  return { anew, unfetched, missed };
}
