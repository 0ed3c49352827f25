/** Approval of a post (docs/people.md, Approval): who asked for it, for which time, and what was decided. The states are those of post.ts. */

/** When a post goes out once it is approved: at an instant (epoch ms), at once, or in the next free slot of the schedule. */
export type RequestedTime = { kind: 'at'; at: number } | { kind: 'now' } | { kind: 'slot' };

/** Who decided, and when. */
export type Decision = {
  /** The id of a user; of the link by which a client decided. */
  by: string;
  /** Epoch ms. */
  at: number;
  /** The name that the client gave on the page of the link. Absent means that a user decided. */
  client?: string;
  /** Of a rejection. Absent means none. */
  reason?: string;
};

export type Approval =
  | { state: 'requested'; request: ApprovalRequest }
  /** `plan`: the fingerprint of what was approved. A post with another plan needs another approval. */
  | { state: 'approved'; request: ApprovalRequest; plan: string; decision: Decision }
  | { state: 'rejected'; request: ApprovalRequest; decision: Decision };

export type ApprovalRequest = {
  wanted: RequestedTime;
  /** The user who asked. */
  by: string;
  /** Epoch ms. */
  at: number;
};

/** When a post that is not approved yet is on the calendar, epoch ms; null means on no day. */
export const plannedAt = ({ wanted }: ApprovalRequest): number | null =>
  wanted.kind === 'at' ? wanted.at : null;
