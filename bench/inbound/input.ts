/** What the programs of this section are given. */
export interface InboundServerInput {
  url: string;
  /** Accounts that receive. */
  accounts: number;
  /** Posts that there are, for comparing reads. */
  posts: number;
}

/** What a server says when it is ready. */
export interface InboundReady {
  port: number;
  key: string;
  /** The accounts, separated by commas. */
  accounts: string;
  /** Path of the live feed; the bare server has none. */
  path?: string;
}
