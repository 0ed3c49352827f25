/**
 * A statechart as it runs: states within states, arrows as the service laid them out. What is lit comes by a context, so
 * that a step changes classes and nothing is laid out or mounted again.
 */
import '@xyflow/react/dist/base.css';
import './chart-view.css';
import {
  Background,
  BackgroundVariant,
  BaseEdge,
  Controls,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  Handle,
  MiniMap,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { createContext, type CSSProperties, useContext, useEffect, useMemo } from 'react';
import type { Chart, ChartState, Layout } from './shapes.ts';
import type { Lit } from './travel.ts';

/** How many actors are in a state, and how often an edge was taken. */
export interface Warmth {
  states: ReadonlyMap<string, { count: number; setAside: number }>;
  moves: ReadonlyMap<string, number>;
  most: number;
}

interface Shown {
  lit: Lit | null;
  warmth: Warmth | null;
}
const ShownContext = createContext<Shown>({ lit: null, warmth: null });

type StateNode = Node<{ state: ChartState; laid: Layout['nodes'][number]; isInitial: boolean }, 'state'>;
type ArrowEdge = Edge<{ arrow: Layout['arrows'][number] }, 'arrow'>;

const MOST_WITHOUT_MAP = 14;
/** Below this the rows cannot be read: then the view looks at the active state instead of at everything. */
const LEAST_ZOOM = 0.55;

export interface ChartViewProps {
  chart: Chart;
  lit?: Lit;
  warmth?: Warmth;
  /** What it shows, for those who cannot see it. */
  label: string;
  height?: number | string;
}

export function ChartView({ chart, lit, warmth, label, height = 520 }: ChartViewProps) {
  const shown = useMemo(() => ({ lit: lit ?? null, warmth: warmth ?? null }), [lit, warmth]);
  const { nodes, edges } = useMemo(() => drawn(chart), [chart]);
  const scheme = useComputedColorScheme('light');
  return (
    <section className={warmth ? 'chart heat' : 'chart'} aria-label={label} style={{ height }}>
      <ShownContext value={shown}>
        <ReactFlowProvider>
          <ReactFlow
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            colorMode={scheme}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable
            edgesFocusable={false}
            elementsSelectable={false}
            zoomOnScroll={false}
            panOnScroll={false}
            preventScrolling={false}
            minZoom={0.15}
            maxZoom={2}
            proOptions={{ hideAttribution: false }}
            ariaLabelConfig={{ 'node.a11yDescription.default': 'A state of the chart.' }}
          >
            <Background variant={BackgroundVariant.Dots} gap={22} size={1} />
            <Controls showInteractive={false} aria-label="Zoom" />
            {lit !== undefined && nodes.length > MOST_WITHOUT_MAP && (
              <MiniMap pannable nodeComponent={MapNode} ariaLabel="Where in the chart you are" />
            )}
            <Gaze layout={chart.layout} active={lit?.active} />
          </ReactFlow>
        </ReactFlowProvider>
      </ShownContext>
    </section>
  );
}

function drawn({ chart, layout }: Chart): { nodes: StateNode[]; edges: ArrowEdge[] } {
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
      ariaLabel: `State ${laid.id.slice(chart.id.length + 1) || laid.id}`,
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

function StateView({ data: { state, laid, isInitial } }: NodeProps<StateNode>) {
  const { lit, warmth } = useContext(ShownContext);
  const warm = warmth?.states.get(state.id);
  const isOuter = state.states.length > 0;
  const names = [
    'state',
    isOuter && 'outer',
    state.type === 'final' && 'final',
    lit?.active.has(state.id) && 'active',
    lit?.visited.has(state.id) && 'visited',
    warm && !isOuter && 'warm',
  ];
  const heat = warm && !isOuter ? Math.sqrt(warm.count / Math.max(1, warmth!.most)) : 0;
  return (
    <div
      className={names.filter(Boolean).join(' ')}
      style={{ '--heat': heat } as CSSProperties}
      title={state.description}
      data-state={state.id}
      data-active={lit?.active.has(state.id) ?? undefined}
    >
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <div className="state-name">
        {isInitial && <span className="initial" title="Entered first" />}
        {state.key}
        {warm && <span className="count">{warm.count.toLocaleString('en')}</span>}
        {warm !== undefined && warm.setAside > 0 && <span className="aside">{warm.setAside} set aside</span>}
      </div>
      {laid.rows.map(({ edge, text, targets }) => (
        <Row key={edge} edge={edge}>
          {text}
          {targets.length > 0 && (
            <span className="jump">
              {' '}
              → {targets.map((id) => id.slice(id.lastIndexOf('.') + 1)).join(', ')}
            </span>
          )}
        </Row>
      ))}
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}

/** A transition: lit when it was taken. */
function Row({ edge, children }: { edge: string; children: React.ReactNode }) {
  const { lit, warmth } = useContext(ShownContext);
  const moves = warmth?.moves.get(edge) ?? 0;
  const name = lit?.taken.has(edge) ? 'taken' : lit?.path.has(edge) || moves > 0 ? 'path' : '';
  return (
    <div className={`row ${name}`} data-edge={edge}>
      {children}
      {moves > 0 && <b> · {moves.toLocaleString('en')}</b>}
    </div>
  );
}

function ArrowView({ data }: EdgeProps<ArrowEdge>) {
  const { lit, warmth } = useContext(ShownContext);
  const { points, label, rows } = data!.arrow;
  const some = (edges: ReadonlySet<string> | undefined) => rows.some(({ edge }) => edges?.has(edge));
  const isWarm = rows.some(({ edge }) => (warmth?.moves.get(edge) ?? 0) > 0);
  const name = some(lit?.taken) ? 'taken' : some(lit?.path) || isWarm ? 'path' : '';
  return (
    <>
      <BaseEdge path={pathThrough(points)} className={`arrow ${name}`} interactionWidth={0} />
      <path d={headAt(points)} className={`arrow-head ${name}`} />
      <EdgeLabelRenderer>
        <div
          className={`arrow-label ${name}`}
          style={{
            transform: `translate(${label.x}px, ${label.y}px)`,
            width: label.width,
            height: label.height,
          }}
        >
          {rows.map(({ edge, text }) => (
            <Row key={edge} edge={edge}>
              {text}
            </Row>
          ))}
        </div>
      </EdgeLabelRenderer>
    </>
  );
}

function MapNode({
  id,
  x,
  y,
  width,
  height,
}: {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}) {
  const { lit } = useContext(ShownContext);
  const isActive = lit?.active.has(id) && id.includes('.');
  return (
    <rect x={x} y={y} width={width} height={height} rx={8} className={isActive ? 'map active' : 'map'} />
  );
}

const NODE_TYPES = { state: StateView };
const EDGE_TYPES = { arrow: ArrowView };
const BEND = 8;

type Point = { x: number; y: number };

/** Straight lines with rounded corners. */
function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let path = `M${first.x},${first.y}`;
  for (const [index, corner] of rest.entries()) {
    const next = rest[index + 1];
    if (!next) {
      path += ` L${corner.x},${corner.y}`;
      continue;
    }
    const before = index === 0 ? first : rest[index - 1]!;
    const into = towards(corner, before);
    const out = towards(corner, next);
    path += ` L${into.x},${into.y} Q${corner.x},${corner.y} ${out.x},${out.y}`;
  }
  return path;
}

/** A point on the way from a corner to another point, where the bend begins. */
function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y) || 1;
  const part = Math.min(BEND, length / 2) / length;
  return { x: corner.x + (other.x - corner.x) * part, y: corner.y + (other.y - corner.y) * part };
}

function headAt(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return '';
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const [ux, uy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
  const [bx, by] = [tip.x - ux * 8, tip.y - uy * 8];
  return `M${tip.x},${tip.y} L${bx - uy * 4.5},${by + ux * 4.5} L${bx + uy * 4.5},${by - ux * 4.5} Z`;
}

/** Looks at the whole chart where that can be read, else follows the active state. */
function Gaze({ layout, active }: { layout: Layout; active: ReadonlySet<string> | undefined }) {
  const { setCenter, fitView } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const isStill = useReducedMotion();
  const isReady = width > 0 && height > 0;
  const fits = isReady && Math.min(width / layout.width, height / layout.height) >= LEAST_ZOOM;
  const target = useMemo(() => {
    const inner = layout.nodes.filter(({ id }) => active?.has(id)).at(-1);
    return inner ?? null;
  }, [layout, active]);

  useEffect(() => {
    if (!isReady) return;
    const duration = isStill ? 0 : 250;
    if (fits || target === null) void fitView({ padding: 0.06, maxZoom: 1, duration: 0 });
    else {
      const zoom = Math.min(0.8, Math.max(LEAST_ZOOM, (width * 0.9) / target.width));
      void setCenter(target.x + target.width / 2, target.y + target.height / 2, { zoom, duration });
    }
  }, [isReady, fits, target, width, height, isStill, fitView, setCenter]);
  return null;
}
