/** What networks report, in the words the machines decide with. These are values, returned and never thrown. */

/**
 * Facts of a delivery that must survive a crash: ids of containers, uploads and records. Plain JSON, never a secret.
 */
export type Checkpoint = { [key: string]: Json };
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The result of one durable step of publishing. */
export type Outcome =
  /**
   * The post is live. `networkPostId` is the network's own id. `warnings`: how the post differs from the request, or
   * what is not known about it, one sentence each.
   */
  | { kind: 'published'; networkPostId: string; url: string | null; warnings?: string[] }
  /**
   * One step is done and the post is not live yet; continue from this checkpoint in `afterMs` (0: at once).
   * `committed`: the network accepted the post and will publish it without a further call. It can no longer be
   * cancelled and must not be sent again.
   */
  | { kind: 'progress'; checkpoint: Checkpoint; afterMs: number; committed?: true }
  /** A temporary failure after which nothing is live. `afterMs` is the network's Retry-After, if it gave one. */
  | ({ kind: 'retry'; afterMs?: number } & Refusal)
  /** The network will never accept the post as written. */
  | ({ kind: 'rejected' } & Refusal)
  /** The access token has expired; refresh it and repeat the step. Nothing is live. */
  | ({ kind: 'expired' } & Refusal)
  /** A person must connect the account again. Nothing is live. */
  | ({ kind: 'reauthorize' } & Refusal)
  /** The request was sent, and no response came or one that proves nothing: the post may be live. */
  | ({ kind: 'unknown' } & Refusal);

/**
 * Why a step failed, in words. `code`: the network's own code of its refusal, such as `190/463`; absent where no response
 * of the network refused anything. The caller of an adapter reads it from the last response; an adapter sets it only if a
 * later call follows the refused one.
 */
type Refusal = { reason: string; code?: string };

/** What a lookup at the network shows about a delivery whose response was lost. */
export type Finding =
  /**
   * The post is live. The id is null if the network proves the post but does not name it. `warnings` as in an
   * outcome.
   */
  | { kind: 'live'; networkPostId: string | null; url: string | null; warnings?: string[] }
  /**
   * The post is not live, but the call whose response was lost took effect: the draft or the upload it made exists.
   * Publishing continues at once from this checkpoint.
   */
  | { kind: 'progress'; checkpoint: Checkpoint }
  /** The post is proven not to be live. Work continues from the checkpoint if there is one, else from the beginning. */
  | { kind: 'absent'; checkpoint?: Checkpoint }
  /** The network offers no evidence. */
  | { kind: 'cannot_tell'; reason: string }
  /** The lookup itself failed temporarily. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'expired'; reason: string }
  | { kind: 'reauthorize'; reason: string };

/** The result of refreshing an account's access token. */
export type Refreshed =
  /** There are newer credentials than the refused ones. Times are epoch ms. */
  | { kind: 'refreshed'; credentialsVersion: number; obtainedAt: number; expiresAt: number | null }
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** `credentialsVersion`: the version that was tried. */
  | { kind: 'reauthorize'; reason: string; credentialsVersion: number }
  /** Only the operator can fix this: the settings lack the app, or the network refuses it. The account itself works. */
  | { kind: 'unconfigured'; reason: string; credentialsVersion: number };
