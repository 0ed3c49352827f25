import type { Edge, Node } from '@xyflow/react';
import type { Chart, ChartState, Layout } from './shapes.ts';
import { t } from '../../base/language/text.ts';

export type StateNode = Node<
  { state: ChartState; laid: Layout['nodes'][number]; isInitial: boolean },
  'state'
>;
export type ArrowEdge = Edge<{ arrow: Layout['arrows'][number] }, 'arrow'>;

/**
 * A chart in React Flow's format: its states as nodes and its arrows as edges, at the positions that the service
 * computed.
 */
export function drawn({ chart, layout }: Chart): { nodes: StateNode[]; edges: ArrowEdge[] } {
  const states = new Map<string, ChartState>();
  const initials = new Set<string>();
  const depths = new Map<string, number>();
  const visit = (state: ChartState & { initial?: string }, depth: number): void => {
    states.set(state.id, state);
    depths.set(state.id, depth);
    if (state.initial !== undefined) initials.add(state.initial);
    for (const child of state.states) visit(child, depth + 1);
  };
  visit(chart, 0);
  const nodes = layout.nodes.map((laid): StateNode => {
    const state = states.get(laid.id)!;
    return {
      id: laid.id,
      type: 'state',
      position: { x: laid.x, y: laid.y },
      width: laid.width,
      height: laid.height,
      zIndex: depths.get(laid.id)!,
      data: { state, laid, isInitial: initials.has(laid.id) },
      ariaLabel: state.label ?? t('State {id}', { id: laid.id.slice(chart.id.length + 1) || laid.id }),
    };
  });
  const edges = layout.arrows.map((arrow): ArrowEdge => ({
    id: `${arrow.source} ${arrow.target}`,
    type: 'arrow',
    source: arrow.source,
    target: arrow.target,
    zIndex: 20,
    data: { arrow },
    ariaLabel: arrow.rows.map(({ text }) => text).join(', '),
  }));
  return { nodes, edges };
}
