/** What the program of this section is given. */
export interface NumbersInput {
  url: string;
  /** Accounts of the workspace that is asked. */
  accounts: number;
  /** Posts that the workspace's accounts published within a year, and posts of this service that are listed beside them. */
  posts: number;
  /** Samples of each post. */
  samplesPerPost: number;
  /** Other workspaces, each with as many posts and samples. */
  others: number;
}

/** What the service says when it is ready. */
export interface NumbersReady {
  port: number;
  key: string;
  /** Samples of all posts together. */
  samples: number;
  /** Accounts that have posts with numbers, separated by commas. */
  accounts: string;
}

/** The network's id of a post, as `seedPosts` makes it. */
export const networkPostIdOf = (number: number): string => `remote-${number}`;
