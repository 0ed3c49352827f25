/** The kinds whose actors all have one chart. Those of automations have a chart for each version of their steps. */
import { kinds as allKinds } from '../../src/kinds/index.ts';

const { dm_run: _, ...kinds } = allKinds;

export { kinds };
export type KindName = keyof typeof kinds;
