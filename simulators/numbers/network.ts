/** The numbers of a simulated network, as tests and the demo ask for them. */
import type { History } from './history.ts';

export interface NetworkNumbers {
  /** Makes posts of the last days with their numbers, once for each account. */
  makeHistory(account: string, history: History): void;
  /** The network drops a metric: from now on it refuses the name, or leaves the number out. */
  dropMetric(name: string): void;
}

/** What a network remembers for them. Absent in what an earlier version saved. */
export interface NumbersState {
  /** Accounts that have a history. */
  histories: string[];
  dropped: string[];
}

export const noNumbers = (): NumbersState => ({ histories: [], dropped: [] });

/** Runs `make` for an account that has no history yet. */
function once(state: NumbersState, account: string, make: () => void): void {
  if (state.histories.includes(account)) return;
  state.histories.push(account);
  make();
}

export function numbersOf(
  state: NumbersState,
  makeHistory: (account: string, history: History) => void,
): NetworkNumbers {
  return {
    makeHistory: (account, history) => once(state, account, () => makeHistory(account, history)),
    dropMetric: (name) => {
      if (!state.dropped.includes(name)) state.dropped.push(name);
    },
  };
}

/** Without the numbers that were dropped. */
export function withoutDropped<Value>(
  { dropped }: NumbersState,
  numbers: { [name: string]: Value },
): { [name: string]: Value } {
  return Object.fromEntries(Object.entries(numbers).filter(([name]) => !dropped.includes(name)));
}
