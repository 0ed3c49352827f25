/** What networks tell us, in the words the machines decide with. Answers, not accidents: returned, never thrown. */

/** Facts of a delivery that must survive a crash: container, upload and record ids. Plain JSON, never a secret. */
export type Checkpoint = { [key: string]: Json };
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** What came of one durable step of publishing. */
export type Outcome =
  /**
   * Live. `networkPostId` is the network's own id. `warnings`: how it is otherwise than was asked for, or what is not
   * known of it, a sentence each.
   */
  | { kind: 'published'; networkPostId: string; url: string | null; warnings?: string[] }
  /**
   * One step is done, the post is not live yet; go on from this checkpoint in `afterMs` (0: at once). `committed`: the
   * network took it for good and shows it by itself; nothing takes it back, and nothing may be sent anew meanwhile.
   */
  | { kind: 'progress'; checkpoint: Checkpoint; afterMs: number; committed?: true }
  /** A temporary failure after which nothing is live. `afterMs` is the network's Retry-After, if it gave one. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** Will never pass as written. */
  | { kind: 'rejected'; reason: string }
  /** The access token is over; refresh it and take the same step again. Nothing is live. */
  | { kind: 'expired'; reason: string }
  /** The account must be connected again by a person. Nothing is live. */
  | { kind: 'reauthorize'; reason: string }
  /** It left us and no answer came (or one that proves nothing): it may be live. */
  | { kind: 'unknown'; reason: string };

/** What a look at the network says of a delivery whose answer was lost. */
export type Finding =
  /** Live. The id is null where the network proves the post but does not name it. `warnings` as of an outcome. */
  | { kind: 'live'; networkPostId: string | null; url: string | null; warnings?: string[] }
  /**
   * Not live, but the call whose answer was lost did its work: the draft or the upload it made is there. Publishing
   * continues at once from this checkpoint.
   */
  | { kind: 'progress'; checkpoint: Checkpoint }
  /** Proven not live. With a checkpoint the work continues from there; without one it starts from the beginning. */
  | { kind: 'absent'; checkpoint?: Checkpoint }
  /** The network offers no evidence. */
  | { kind: 'cannot_tell'; reason: string }
  /** The look itself failed for now. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'expired'; reason: string }
  | { kind: 'reauthorize'; reason: string };

/** What came of refreshing an account's access token. */
export type Refreshed =
  /** There are newer credentials than those that were refused. Times are epoch ms. */
  | { kind: 'refreshed'; credentialsVersion: number; obtainedAt: number; expiresAt: number | null }
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** `credentialsVersion`: of those that were tried. */
  | { kind: 'reauthorize'; reason: string; credentialsVersion: number }
  /** Only the operator can help: the settings lack the app, or the network refuses it. The account itself is good. */
  | { kind: 'unconfigured'; reason: string; credentialsVersion: number };
