/** What the networks really received: the evidence every test and every user of the sandbox is after. */
import type { LedgerEntry } from './simulator.ts';
import type { Store } from './store.ts';

export interface Ledger {
  record(entry: LedgerEntry): void;
  /** Oldest first. Without a filter: everything. */
  entries(filter?: { network?: string; account?: string }): LedgerEntry[];
  clear(): void;
}

/** Opens the ledger that a store holds. */
export function openLedger(store: Store): Ledger {
  let all = store.lines('ledger') as LedgerEntry[];
  return {
    record: (entry) => {
      store.append('ledger', entry);
      all.push(entry);
    },
    entries: ({ network, account } = {}) =>
      all.filter(
        (entry) =>
          (network === undefined || entry.network === network) &&
          (account === undefined || entry.account === account),
      ),
    clear: () => {
      all = [];
    },
  };
}

/** One request that a network was sent. */
interface Call {
  network: string;
  /** The account's id on the network, where the request names one. */
  account: string | null;
  /** The network's own word for the call. */
  call: string;
  /** What it was answered; `cut` where the connection was broken instead. */
  status: number | 'cut';
  at: string;
}

/** Older calls are forgotten: the log is for watching, the ledger is the evidence. */
const MAX_CALLS = 10_000;

export interface CallLog {
  add(call: Call): void;
  /** Oldest first. */
  entries(filter?: { network?: string }): Call[];
  clear(): void;
}

/** A log of requests, in memory. */
export function callLog(): CallLog {
  let all: Call[] = [];
  return {
    add: (call) => {
      all.push(call);
      if (all.length > MAX_CALLS) all = all.slice(-MAX_CALLS / 2);
    },
    entries: ({ network } = {}) => all.filter((call) => network === undefined || call.network === network),
    clear: () => {
      all = [];
    },
  };
}
