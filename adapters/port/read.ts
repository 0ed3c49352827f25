/** What calls that read from a network have in common. */

/** One page of a list. */
export interface Page<Item> {
  kind: 'page';
  items: Item[];
  /** To be given to the next call; null on the last page. */
  cursor: string | null;
}

/** Nothing was read or done, and not because of the thing that was asked about. */
export type AccessProblem =
  /** The network is busy or down. `afterMs`: its Retry-After. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** The access token has ended: renew it and call again. */
  | { kind: 'expired'; reason: string }
  /** A person has to connect the account again. */
  | { kind: 'reauthorize'; reason: string }
  /** The account did not give the permission that this call needs. */
  | { kind: 'missing_scope'; reason: string; scope: string };
