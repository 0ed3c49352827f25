/** What programs that publish due posts are given, and what they return. */
import type { Cost } from '../measure.ts';

export interface DueInput {
  url: string;
  postmasterPid: number;
  mode: 'seed' | 'run' | 'sample';
  /** Posts that are due. */
  count: number;
  /** Posts that are scheduled for later. */
  waiting: number;
  /** Accounts of each post. Default 1. */
  deliveries?: number;
  /** The network responds after 50 to 2,000 ms. Default: at once. */
  spread?: boolean;
  /** See `BenchNodeOptions`. */
  engineAlone?: boolean;
}

export interface DueResult {
  done: number;
  /** null if nothing was measured, only prepared. */
  cost: Cost | null;
}
