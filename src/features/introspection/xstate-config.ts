/**
 * A running chart as the configuration of XState's createMachine, for editors and visualisers. It names guards, actions
 * and delays; their code is in the machine's own file.
 */
import type { Chart, ChartEdge, ChartState } from '../../../machines/chart.ts';

interface TransitionConfig {
  target?: string;
  guard?: string;
  actions?: string[];
  reenter?: true;
  description?: string;
}

interface StateConfig {
  id: string;
  type?: 'parallel' | 'final' | 'history';
  description?: string;
  tags?: string[];
  initial?: string;
  entry?: string[];
  exit?: string[];
  always?: TransitionConfig[];
  after?: { [delay: string]: TransitionConfig[] };
  on?: { [event: string]: TransitionConfig[] };
  states?: { [key: string]: StateConfig };
}

export function xstateConfig(chart: Chart): StateConfig {
  return stateConfig(chart);
}

function stateConfig(state: ChartState): StateConfig {
  const { id, type, description, tags, initial, entry, exit, edges, states } = state;
  const always = edges.filter((edge) => edge.event === '').map(transition);
  const after = grouped(
    edges.filter((edge) => edge.after !== undefined),
    (edge) => edge.after!,
  );
  const on = grouped(
    edges.filter((edge) => edge.event !== '' && edge.after === undefined),
    (edge) => edge.event,
  );
  return {
    id,
    ...(type !== 'atomic' && type !== 'compound' && { type }),
    ...(description !== undefined && { description }),
    ...(tags && { tags }),
    ...(initial !== undefined && { initial: initial.slice(id.length + 1) }),
    ...(entry && { entry }),
    ...(exit && { exit }),
    ...(always.length > 0 && { always }),
    ...(after && { after }),
    ...(on && { on }),
    ...(states.length > 0 && {
      states: Object.fromEntries(states.map((child) => [child.key, stateConfig(child)])),
    }),
  };
}

function grouped(edges: ChartEdge[], by: (edge: ChartEdge) => string) {
  if (edges.length === 0) return null;
  const groups = Map.groupBy(edges, by);
  return Object.fromEntries([...groups].map(([name, list]) => [name, list.map(transition)]));
}

function transition({ targets, guard, actions, reenters, description }: ChartEdge): TransitionConfig {
  const [target] = targets;
  return {
    ...(target !== undefined && { target: `#${target}` }),
    ...(guard !== undefined && { guard }),
    ...(actions && { actions }),
    ...(reenters && { reenter: true as const }),
    ...(description !== undefined && { description }),
  };
}
