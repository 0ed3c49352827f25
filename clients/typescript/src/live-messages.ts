/** What is heard on the live feed, as docs/live.md has it. */

/** Something happened. New kinds of events and fields may be added: ignore those you do not know. */
export interface LiveEvent {
  type: 'event';
  workspace: string;
  /** Its number in the workspace: 1, 2, 3 … without gaps. Keep the last one and give it as `after` to continue from there. */
  seq: number;
  /** When it happened, ISO 8601. */
  at: string;
  /** Such as `post.updated` or `delivery.updated`. */
  event: string;
  resource: { type: string; id: string };
  postId: string | null;
  data: { [field: string]: unknown };
}

/** Connected. Events after `resumedFrom` follow; null means those after `seq`. */
export interface LiveStart {
  type: 'subscribed';
  workspace: string;
  seq: number;
  resumedFrom: number | null;
}

/** Events after your number are deleted: read the present state, then go on with the events that follow. */
export interface LiveGap {
  type: 'gap';
  workspace: string;
  /** Number of the oldest event that is kept. */
  oldest: number | null;
}

export type LiveMessage = LiveEvent | LiveStart | LiveGap;
