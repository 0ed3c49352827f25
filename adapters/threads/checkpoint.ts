/**
 * Where a delivery to Threads stands. Nothing is to be seen before `threads_publish`: a container that was made and
 * forgotten expires unnoticed. So only the step from `publishing` must not be taken twice blindly.
 *
 * making → processing → publishing
 */
import type { Checkpoint } from '../../machines/outcome.ts';

export type Stage =
  /** The container is to be made. */
  | (Tally & { stage: 'making' })
  /** The container is made; wait until it is finished. */
  | (Tally & { stage: 'processing' } & Container)
  /** Seen finished, not known to be published. Committed before `threads_publish` leaves. */
  | (Tally & { stage: 'publishing' } & Container);

/** Counts that bound what is done over. */
type Tally = {
  /** How often a container was made anew because the network spoilt it. */
  anew: number;
  /** How often the network could not fetch the media URL. */
  unfetched: number;
  /** How often in a row the network did not find the container. */
  missed: number;
};

/** Times are epoch ms, from `step.now`. A long pause between two looks begins a new wait. */
type Container = {
  containerId: string;
  /** What it was made with: the plan may be edited before anybody looks for the post. */
  text: string;
  madeAt: number;
  since: number;
  lookedAt: number;
};

export type Processing = Extract<Stage, { stage: 'processing' }>;
export type Publishing = Extract<Stage, { stage: 'publishing' }>;

export function stageOf(checkpoint: Checkpoint | null): Stage {
  if (checkpoint === null) return { stage: 'making', anew: 0, unfetched: 0, missed: 0 };
  return checkpoint as unknown as Stage; // written by this adapter alone
}

/** Begins again without a container; the counts stay. */
export function emptied({ anew, unfetched, missed }: Stage): Stage {
  return { stage: 'making', anew, unfetched, missed };
}

/** Back to waiting: the wait goes on. */
export function processing(stage: Publishing): Processing {
  return { ...stage, stage: 'processing' };
}
