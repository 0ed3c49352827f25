/**
 * The progress of a delivery to Instagram or Threads. Nothing is visible on the network before the publishing call,
 * and unused containers expire without effect. So only the step from `publishing` must not be repeated without a
 * lookup.
 *
 * making → (carousel: gathering →) processing → publishing
 */
import type { Checkpoint } from '../../machines/outcome.ts';

export type Stage =
  /** The next container has to be made: the only one, or the next child of the carousel. */
  | Making
  /** All children exist and the first `finished` of them are processed. When all are, the parent is made. */
  | Gathering
  /** The container of the post exists; wait until it is processed. */
  | Processing
  /** The container was finished when last checked. Committed before the publishing call is sent. */
  | Publishing;

export type Making = Tally & { stage: 'making' } & Start;
export type Gathering = Tally & Wait & { stage: 'gathering'; children: string[]; finished: number };
export type Processing = Tally & Wait & Container & { stage: 'processing' };
export type Publishing = Tally & Wait & Container & { stage: 'publishing' };

/** The initial stage of a network. Instagram starts with an empty list of carousel children. */
export type Start = { children?: string[] };

/** Counts that limit how often something is repeated. */
type Tally = {
  /** How often the containers were made again because the network reported them as failed. */
  anew: number;
  /** How often the network failed to fetch a media URL. */
  unfetched: number;
  /** How many times in a row the network did not find a container. */
  missed: number;
};

/** A wait with repeated checks; epoch ms, from `step.now`. A long pause between two checks starts a new wait. */
type Wait = { since: number; lookedAt: number };

export type Container = {
  containerId: string;
  /**
   * The text the container was made with. The plan may be edited before the post is looked up. Absent in Instagram
   * checkpoints of older versions.
   */
  text?: string;
  /** It is a story. Absent means it is not. */
  isStory?: true;
  /** Epoch ms. */
  madeAt: number;
};

export function stageOf(checkpoint: Checkpoint | null, start: Start): Stage {
  if (checkpoint === null) return { anew: 0, unfetched: 0, missed: 0, stage: 'making', ...start };
  return checkpoint as unknown as Stage; // only this adapter writes it
}

/** Starts again without any container; the counts stay. */
export function emptied(stage: Stage, start: Start): Making {
  return { ...tallyOf(stage), stage: 'making', ...start };
}

/** Returns to waiting. The old wait continues, so alternating "finished" and "not ready" still reaches its deadline. */
export function processing(stage: Publishing): Processing {
  return { ...stage, stage: 'processing' };
}

export function tallyOf({ anew, unfetched, missed }: Stage): Tally {
  return { anew, unfetched, missed };
}
