/** What taking a place in the queue of private replies needs. */
import type { Sql } from '../../../store/connect.ts';
import type { Sealer } from '../../base/seal.ts';
import type { Budgets } from '../accounts/index.ts';

export interface PlaceDeps {
  sql: Sql;
  directory: Sql;
  sealer: Sealer;
  clock: () => number;
  budgets: Pick<Budgets, 'reserve' | 'recount'>;
  /** A number from 0 to 1, for what is not to look like a machine's. */
  random: () => number;
}
