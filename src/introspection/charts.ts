/** The statecharts themselves: what every actor of a kind is drawn on, and how many stand where. */
import { Type } from 'typebox';
import { kinds, type KindName } from '../../machines/kinds.ts';
import { countMoves, countStates, MOST_SEARCHED } from '../../store/actors.ts';
import { chartOfKind, kindOf } from './actor-view.ts';
import { chartHash, layoutOf } from './layout.ts';
import { activeStates } from './states.ts';
import { xstateConfig } from './xstate-config.ts';
import { isoOf } from '../time.ts';
import { workspaceOf } from '../api/principal.ts';
import { ChartLayoutView } from './actor-schemas.ts';
import { operation } from './context.ts';
import { notFound } from '../api/problem.ts';
import { workspaceQuery } from '../api/schemas.ts';

const KindParams = Type.Object({ kind: Type.String({ maxLength: 64, examples: ['delivery'] }) });
const noChart = { 404: 'There is no such kind of actor' };
const HOUR_MS = 3_600_000;
/** A look at the journal of the last hour is shared by all who ask within this time. */
const HEAT_KEPT_MS = 1_000;

/** @throws Problem 404 */
function requireKind(name: string): KindName {
  if (kindOf(name)) return name as KindName;
  throw notFound('chart', name);
}

const kindFields = {
  kind: Type.String(),
  version: Type.Integer({ description: 'Rises when stored snapshots need an upgrade.' }),
  hash: Type.String({ description: 'Of the chart: the same hash, the same chart and layout.' }),
};
const describe = (kind: KindName) => ({
  kind,
  version: kinds[kind].version,
  hash: chartHash(chartOfKind(kind)),
});

export const listCharts = operation({
  id: 'listCharts',
  rest: { method: 'get', path: '/v1/charts' },
  tag: 'Debugger',
  summary: 'List the kinds of actors',
  result: Type.Object({ charts: Type.Array(Type.Object(kindFields)) }),
  example: { result: { charts: [{ kind: 'delivery', version: 2, hash: '0f3c2a6b9d1e4f58' }] } },
  handle: async () => ({ body: { charts: (Object.keys(kinds) as KindName[]).map(describe) } }),
});

export const getChart = operation({
  id: 'getChart',
  rest: { method: 'get', path: '/v1/charts/{kind}' },
  tag: 'Debugger',
  summary: 'Read a chart',
  description:
    'The statechart that runs, made from the machine itself, and where its states and arrows are drawn. Ids of edges are those that journals name.',
  params: KindParams,
  result: Type.Object({
    ...kindFields,
    chart: Type.Unknown({
      description: 'States within states, each with its edges, entry and exit actions.',
    }),
    layout: ChartLayoutView,
  }),
  errors: noChart,
  example: {
    params: { kind: 'delivery' },
    result: {
      kind: 'delivery',
      version: 2,
      hash: '0f3c2a6b9d1e4f58',
      chart: { id: 'delivery', key: 'delivery', type: 'compound', edges: [], states: [] },
      layout: { width: 900, height: 700, nodes: [], arrows: [] },
    },
  },
  handle: async (call) => {
    const kind = requireKind(call.params.kind);
    const chart = chartOfKind(kind);
    return { body: { ...describe(kind), chart, layout: await layoutOf(chart) } };
  },
});

interface Heat {
  counted: number;
  complete: boolean;
  since: string;
  states: { id: string; count: number; setAside: number }[];
  moves: { edge: string; count: number }[];
}
const heats = new Map<string, { at: number; heat: Promise<Heat> }>();

export const getHeat = operation({
  id: 'getHeat',
  rest: { method: 'get', path: '/v1/charts/{kind}/heat' },
  tag: 'Debugger',
  summary: 'How many actors stand where',
  description: `How many actors of a kind are in each state now, among the newest ${MOST_SEARCHED.toLocaleString('en')} of the workspace, and how often each edge was taken in the last hour.`,
  params: KindParams,
  query: workspaceQuery,
  result: Type.Object({
    kind: Type.String(),
    counted: Type.Integer({ description: 'How many actors were looked at.' }),
    complete: Type.Boolean({ description: 'false: there are older ones besides.' }),
    since: Type.String({ format: 'date-time', description: 'From when on moves count.' }),
    states: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Outer states count those inside too.' }),
        count: Type.Integer(),
        setAside: Type.Integer({ description: 'How many of them need attention.' }),
      }),
    ),
    moves: Type.Array(Type.Object({ edge: Type.String(), count: Type.Integer() })),
  }),
  errors: noChart,
  example: {
    params: { kind: 'delivery' },
    result: {
      kind: 'delivery',
      counted: 120,
      complete: true,
      since: '2026-05-04T07:00:00.000Z',
      states: [{ id: 'delivery.published', count: 117, setAside: 0 }],
      moves: [{ edge: 'delivery.sending|outcome.published|0', count: 12 }],
    },
  },
  handle: async (call) => {
    const kind = requireKind(call.params.kind);
    const { id: workspaceId } = workspaceOf(call, call.query.workspace);
    const { sql } = call.context;
    const name = `${workspaceId} ${kind}`;
    const known = heats.get(name);
    if (known && Math.abs(call.now - known.at) < HEAT_KEPT_MS)
      return { body: { kind, ...(await known.heat) } };
    const heat = readHeat(sql, workspaceId, kind, call.now);
    heats.set(name, { at: call.now, heat });
    heat.catch(() => heats.delete(name));
    if (heats.size > 1_000) heats.clear();
    return { body: { kind, ...(await heat) } };
  },
});

async function readHeat(
  sql: Parameters<typeof countStates>[0],
  workspaceId: string,
  kind: KindName,
  now: number,
): Promise<Heat> {
  const { id: machineId } = kinds[kind].machine;
  const since = now - HOUR_MS;
  const [rows, moves] = await Promise.all([
    countStates(sql, { workspaceId, kind }),
    countMoves(sql, { workspaceId, machine: machineId, since }),
  ]);
  const counts = new Map<string, { count: number; setAside: number }>();
  let counted = 0;
  for (const { value, status, count } of rows) {
    counted += count;
    for (const id of activeStates(machineId, value)) {
      const sum = counts.get(id) ?? { count: 0, setAside: 0 };
      sum.count += count;
      if (status === 'needs_attention') sum.setAside += count;
      counts.set(id, sum);
    }
  }
  return {
    counted,
    complete: counted < MOST_SEARCHED,
    since: isoOf(since),
    states: [...counts].map(([id, sum]) => ({ id, ...sum })),
    moves,
  };
}

export const exportChart = operation({
  id: 'exportChart',
  rest: { method: 'get', path: '/v1/charts/{kind}/xstate' },
  tag: 'Debugger',
  summary: 'Export a chart for XState tools',
  description:
    "The chart as the configuration that XState's createMachine takes: paste it into an editor or visualiser. Guards, actions and delays are named, not defined.",
  params: KindParams,
  result: Type.Object({ config: Type.Unknown({ description: 'For createMachine.' }) }),
  errors: noChart,
  example: {
    params: { kind: 'delivery' },
    result: { config: { id: 'delivery', initial: 'sending', states: {} } },
  },
  handle: async (call) => ({ body: { config: xstateConfig(chartOfKind(requireKind(call.params.kind))) } }),
});
