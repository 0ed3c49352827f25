/** What the programs of this section are given. */
export interface RulesServerInput {
  url: string;
  /** Accounts, each with a rule. */
  accounts: number;
}

/** What the server says when it is ready. */
export interface RulesReady {
  port: number;
  key: string;
  /** The accounts, separated by commas. */
  accounts: string;
}

/** What the server says of its answers when it is asked. */
export interface RulesResult {
  sent: number;
  queued: number;
  /** The highest resident memory from its beginning, MB. */
  peakRssMb: number;
}
