/** What calls that read from a network have in common. */

/** One page of a list. */
export interface Page<Item> {
  kind: 'page';
  items: Item[];
  /** To be given to the next call; null on the last page. */
  cursor: string | null;
  /**
   * Something of this page is left out: the adapter follows replies to a bound, and some networks limit what one call
   * returns. So what is absent from the list is not proved to be absent at the network.
   */
  incomplete?: true;
  /** Parts that the network refused to this account, so that they were left out. To be given to the next call. */
  without?: string[];
  /**
   * How far back the page goes, epoch ms, where the list is not ordered by when its items were made. Absent means to its last item,
   * or the list has no order by time.
   */
  reachesTo?: number;
  /** How many things the network returned, where it charges for each. Absent means as many as `items`. */
  reads?: number;
}

/** How much a call may read, where the network charges for each thing that it returns. */
export interface ReadLimit {
  /** Absent means as many as the network gives. At least `PaidReads.least`. */
  maxReads?: number;
}

/** The network does not have what was asked for, or does not show it to this account. Another try finds the same. */
export interface Missing {
  kind: 'missing';
  /** The network's own words. */
  reason: string;
}

/** Nothing was read or done, and not because of the thing that was asked about. */
export type AccessProblem =
  /**
   * The network is busy or down. `afterMs`: its Retry-After. `isBudget`: it was not asked, since a budget of ours is used up.
   * `isUndone`: nothing can have been done, so no lookup is needed before another try.
   */
  | { kind: 'retry'; reason: string; afterMs?: number; isBudget?: true; isUndone?: true }
  /** The access token has ended: renew it and call again. */
  | { kind: 'expired'; reason: string }
  /** A person has to connect the account again. */
  | { kind: 'reauthorize'; reason: string }
  /** The account did not give the permission that this call needs. */
  | { kind: 'missing_scope'; reason: string; scope: string };
