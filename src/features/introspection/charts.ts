/** The statecharts: the chart of a kind or of one definition, and how many actors are in each of its states. */
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import type { AnyStateMachine } from 'xstate';
import { countMoves, countStates, isDefinitionReached, MAX_SEARCHED } from '../../../store/actors.ts';
import type { Db } from '../../../store/connect.ts';
import type { Within } from '../../../store/held.ts';
import { readDefinitions } from '../../../store/definitions.ts';
import { compile, machineOf } from '../../engine/definitions.ts';
import { type Kind, kindNamed, type KindTable } from '../../engine/kind.ts';
import { activeStates } from '../../engine/state-name.ts';
import { isoOf } from '../../base/time.ts';
import { chartOfMachine } from './actor-view.ts';
import { chartHash, layoutOf } from './layout.ts';
import { isForAll, reachOf } from './reached.ts';
import { sharedActors } from './shared-actors.ts';
import { xstateConfig } from './xstate-config.ts';
import { workspaceOf } from '../../api/principal.ts';
import { ChartLayoutView } from './actor-schemas.ts';
import { type IntrospectionContext, operation } from './context.ts';
import type { Call } from '../../api/operation.ts';
import { notFound, Problem } from '../../api/problem.ts';
import { closed, resourceId, workspaceField } from '../../api/schemas.ts';
import { HOUR_MS } from '../../base/durations.ts';

const KindParams = Type.Object({ kind: Type.String({ maxLength: 64, examples: ['delivery'] }) });
const ChartQuery = Type.Object(
  {
    ...workspaceField,
    definition: Type.Optional(
      resourceId('definition', {
        description: '`definitionId` of an actor, for kinds whose actors have charts of their own.',
      }),
    ),
  },
  closed,
);
const noChart = { 404: 'There is no such kind of actor, or no such definition in the workspace' };
/** How long one query over the last hour of the journal is shared by all callers. */
const HEAT_KEPT_MS = 1_000;

/** The chart that a request names. */
interface Charted {
  kind: Kind;
  /** null means the chart of the kind itself. */
  definitionId: string | null;
  machine: AnyStateMachine;
}

type ChartCall = Call<IntrospectionContext, { kind: string }, { workspace?: string; definition?: string }>;

/** @throws Problem when there is no such chart, or its definition cannot be compiled */
async function requireChart(call: ChartCall): Promise<Charted> {
  const { sql, node } = call.context;
  const { definition, workspace } = call.query;
  if (workspace !== undefined) workspaceOf(call, workspace); // a workspace that is named must be the caller's
  const kind = kindNamed(node.kinds, call.params.kind);
  if (!kind) throw notFound('chart', call.params.kind);
  if (definition === undefined) {
    const machine = machineOf(kind, null);
    if (!machine) throw notFound('chart', `${kind.name} without a definition`);
    return { kind, definitionId: null, machine };
  }
  const { id: workspaceId, heldTo } = workspaceOf(call, workspace);
  const machine = await readMachine(sql, kind, { id: definition, workspaceId });
  const read = { ...reachOf(node.kinds, { heldTo }), workspaceId, kind: kind.name, definitionId: definition };
  if (!(await isDefinitionReached(sql, read))) throw notFound('definition', definition);
  return { kind, definitionId: definition, machine };
}

async function readMachine(
  db: Db,
  kind: Kind,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<AnyStateMachine> {
  const [row] = await readDefinitions(db, [id]);
  if (!row || row.workspaceId !== workspaceId || row.kind !== kind.name || !kind.compile)
    throw notFound('definition', id);
  const compiled = compile(kind, row);
  if ('machine' in compiled) return compiled.machine;
  throw new Problem('definition_broken', compiled.fault);
}

const kindFields = {
  kind: Type.String(),
  version: Type.Integer({ description: 'Rises when stored snapshots need an upgrade.' }),
  hash: Type.String({ description: 'Hash of the chart. The same hash means the same chart and layout.' }),
};
const describe = ({ name, version }: Kind, machine: AnyStateMachine) => ({
  kind: name,
  version,
  hash: chartHash(chartOfMachine(machine)),
});

export const listCharts = operation({
  id: 'listCharts',
  accountLimit: 'irrelevant',
  rest: { method: 'get', path: '/v1/charts' },
  tag: 'Debugger',
  summary: 'List the kinds of actors',
  description:
    'Returns the kinds whose actors share one chart, each with the version and the hash of that chart.',
  result: Type.Object({ charts: Type.Array(Type.Object(kindFields)) }),
  example: { result: { charts: [{ kind: 'delivery', version: 2, hash: '0f3c2a6b9d1e4f58' }] } },
  handle: async ({ context }) => {
    const charts = Object.values(context.node.kinds).flatMap((kind) => {
      const machine = machineOf(kind, null);
      return machine ? [describe(kind, machine)] : []; // a kind with definitions has no chart of its own: each of its actors has one
    });
    return { body: { charts } };
  },
});

export const getChart = operation({
  id: 'getChart',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/charts/{kind}' },
  tag: 'Debugger',
  summary: 'Read a chart',
  description:
    'The statechart that runs, made from the machine itself, and where its states and arrows are drawn. Journals name edges by the same ids.',
  params: KindParams,
  query: ChartQuery,
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
    const { kind, machine } = await requireChart(call);
    const chart = chartOfMachine(machine);
    return { body: { ...describe(kind, machine), chart, layout: await layoutOf(chart) } };
  },
});

interface Heat {
  counted: number;
  complete: boolean;
  since: string;
  states: { id: string; count: number; setAside: number }[];
  moves: { edge: string; count: number }[];
}
const heats = new LRUCache<string, { at: number; heat: Promise<Heat> }>({ max: 1_000 });

export const getHeat = operation({
  id: 'getHeat',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/charts/{kind}/heat' },
  tag: 'Debugger',
  summary: 'Count actors by state',
  description: `How many actors of a kind are in each state now, among the newest ${MAX_SEARCHED.toLocaleString('en')} of the workspace, and how often each edge was taken in the last hour. For who is held to some accounts, of the actors of these.`,
  params: KindParams,
  query: ChartQuery,
  result: Type.Object({
    kind: Type.String(),
    counted: Type.Integer({ description: 'How many actors were counted.' }),
    complete: Type.Boolean({ description: 'false: there are older actors that were not counted.' }),
    since: Type.String({ format: 'date-time', description: 'Edges taken since this time are counted.' }),
    states: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The number of an outer state includes those inside it.' }),
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
    const charted = await requireChart(call);
    const kind = charted.kind.name;
    const { id: workspaceId, heldTo } = workspaceOf(call, call.query.workspace);
    const name = `${workspaceId} ${heldTo?.join(' ') ?? 'all'} ${kind} ${charted.definitionId ?? ''}`;
    const cached = heats.get(name);
    if (cached && Math.abs(call.now - cached.at) < HEAT_KEPT_MS)
      return { body: { kind, ...(await cached.heat) } };
    const { sql, node } = call.context;
    const heat = readHeat(sql, charted, { kinds: node.kinds, workspaceId, heldTo, now: call.now });
    heats.set(name, { at: call.now, heat });
    heat.catch(() => heats.delete(name));
    return { body: { kind, ...(await heat) } };
  },
});

async function readHeat(
  db: Db,
  { kind, definitionId, machine }: Charted,
  { kinds, now, ...within }: Within & { kinds: KindTable; now: number },
): Promise<Heat> {
  const { id: machineId } = machine;
  const since = now - HOUR_MS;
  const { workspaceId } = within;
  const shared = kind.shared && isForAll(within);
  const ids = shared ? await sharedActors(db, kinds, { workspaceId, of: [kind.name] }) : [];
  const of = { ...reachOf(kinds, within), workspaceId, definitionId, ...(kind.shared && { ids }) };
  const [rows, moves] = await Promise.all([
    countStates(db, { ...of, kind: kind.name }),
    countMoves(db, { ...of, machine: machineId, since }),
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
    complete: counted < MAX_SEARCHED,
    since: isoOf(since),
    states: [...counts].map(([id, sum]) => ({ id, ...sum })),
    moves,
  };
}

export const exportChart = operation({
  id: 'exportChart',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/charts/{kind}/xstate' },
  tag: 'Debugger',
  summary: 'Export a chart for XState tools',
  description:
    "The chart as the configuration that XState's createMachine takes: paste it into an editor or visualiser. Guards, actions and delays are named, not defined.",
  params: KindParams,
  query: ChartQuery,
  result: Type.Object({ config: Type.Unknown({ description: 'For createMachine.' }) }),
  errors: noChart,
  example: {
    params: { kind: 'delivery' },
    result: { config: { id: 'delivery', initial: 'sending', states: {} } },
  },
  handle: async (call) => {
    const { machine } = await requireChart(call);
    return { body: { config: xstateConfig(chartOfMachine(machine)) } };
  },
});
