/** What the programs of this section are given, and what they return. */

export interface FlowsServerInput {
  url: string;
  /** Accounts, each with an automation that every message starts. */
  accounts: number;
}

/** What the server says when it is ready. */
export interface FlowsReady {
  port: number;
  /** The accounts, separated by commas. */
  accounts: string;
}

export interface FlowsResult {
  /** The highest resident memory from its beginning, MB. */
  peakRssMb: number;
}

export interface PeopleInput extends FlowsReady {
  url: string;
  connections: number;
  /** The number of the first person who writes; each has a number of their own. */
  first: number;
  /** How many people write, a message each. */
  people: number;
  /** Messages in a request. */
  batch: number;
}

export interface PeopleResult {
  /** Until all requests are acknowledged. */
  acknowledgedSeconds: number;
  /** From the first request until each person has both messages and waits. */
  waitingSeconds: number;
  /** Steps of the runs alone. */
  runSteps: number;
  /** Steps of runs, conversations and messages. */
  allSteps: number;
  /** Bytes by which the database grew, with indexes and all that is kept of a person. */
  databaseBytes: number;
  /** Bytes of a run's row, without indexes; mean. */
  runBytes: number;
}

export interface RestInput {
  url: string;
}

/** A service that does nothing, on a database with people who wait. */
export interface RestResult {
  heapMb: number;
  rssMb: number;
}

export interface MachineInput {
  what: 'compile' | 'flow' | 'delivery';
  passes: number;
}

export interface MachineResult {
  /** CPU of one, µs. */
  us: number;
  /** Of the first one in the process, µs of time; null where that is not measured. */
  firstUs: number | null;
  /** Of one from the cache, µs; null where that is not measured. */
  cachedUs: number | null;
}
