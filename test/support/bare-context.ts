/** The context of operations, for tests of kinds of their own that need no service. */
import type { Sql } from '../../store/connect.ts';
import type { Node } from '../../src/engine/node.ts';
import { silent } from './stage.ts';

export const bareContext = ({ sql, clock, node }: { sql: Sql; clock: () => number; node: Node }) => ({
  sql,
  directory: sql,
  cell: 'troupe_cell_1',
  node,
  clock,
  log: silent,
  baseUrl: 'http://127.0.0.1',
  sealer: null as never,
  admitByHand: async () => {},
});
