/** Introspection: the parts that the service uses. */
import type { Operation } from '../../api/operation.ts';
import { actOnActor } from './act-on-actor.ts';
import { downloadRun, getActorJournal, getActorSequence } from './actor-journal.ts';
import { getActor, listActorsOperation } from './actors.ts';
import { exportChart, getChart, getHeat, listCharts } from './charts.ts';
import type { IntrospectionContext } from './context.ts';
import { explainPost } from './explain-operation.ts';
import { getActorExchanges } from './recordings.ts';

export type { IntrospectionContext } from './context.ts';

export const introspectionOperations: readonly Operation<IntrospectionContext>[] = [
  explainPost,
  listActorsOperation,
  getActor,
  getActorJournal,
  getActorSequence,
  getActorExchanges,
  downloadRun,
  actOnActor,
  listCharts,
  getChart,
  getHeat,
  exportChart,
];

/** The groups of its operations in the API description. */
export const introspectionTags = {
  Debugger:
    'The statecharts behind every post, delivery and account: the state they are in, how they got there, and manual actions.',
};
