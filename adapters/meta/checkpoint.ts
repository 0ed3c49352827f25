/**
 * How far a delivery to Instagram or Threads is. Nothing is visible on the network before the call that publishes:
 * containers that were made and forgotten expire unnoticed. So only the step from `publishing` must not be repeated blindly.
 *
 * making → (carousel: gathering →) processing → publishing
 */
import type { Checkpoint } from '../../machines/outcome.ts';

export type Stage =
  /** The next container is to be made: the only one, or the carousel's next child. */
  | Making
  /** All children are made, the first `finished` of them are finished; when all are, make the parent. */
  | Gathering
  /** The container that will be the post is made; wait until it is finished. */
  | Processing
  /** Seen finished, not known to be published. Committed before the call that publishes leaves. */
  | Publishing;

export type Making = Tally & { stage: 'making' } & Start;
export type Gathering = Tally & Wait & { stage: 'gathering'; children: string[]; finished: number };
export type Processing = Tally & Wait & Container & { stage: 'processing' };
export type Publishing = Tally & Wait & Container & { stage: 'publishing' };

/** What a network starts with: Instagram with a carousel's children, of which there are none yet. */
export type Start = { children?: string[] };

/** Counts that bound how often something is repeated. */
export type Tally = {
  /** How often containers were made again because the network spoilt them. */
  anew: number;
  /** How often the network could not fetch a media URL. */
  unfetched: number;
  /** How often in a row the network did not find a container. */
  missed: number;
};

/** Checking again until it can be published; epoch ms, from `step.now`. A long pause between two checks starts a new wait. */
export type Wait = { since: number; lookedAt: number };

export type Container = {
  containerId: string;
  /**
   * What it was made with: the plan may be edited before anybody looks the post up. Absent in checkpoints of Instagram
   * from before it was kept.
   */
  text?: string;
  /** Epoch ms. */
  madeAt: number;
};

export function stageOf(checkpoint: Checkpoint | null, start: Start): Stage {
  if (checkpoint === null) return { anew: 0, unfetched: 0, missed: 0, stage: 'making', ...start };
  return checkpoint as unknown as Stage; // written by this adapter alone
}

/** Starts again without any container; the counts stay. */
export function emptied(stage: Stage, start: Start): Making {
  return { ...tallyOf(stage), stage: 'making', ...start };
}

/** Back to waiting: the wait goes on, so that "finished" and "not ready" cannot take turns for ever. */
export function processing(stage: Publishing): Processing {
  return { ...stage, stage: 'processing' };
}

export function tallyOf({ anew, unfetched, missed }: Stage): Tally {
  return { anew, unfetched, missed };
}
