/**
 * Computes where the states and arrows of a chart are drawn. A pure function of the chart, so each layout is computed
 * once, in a worker thread.
 * Drawing every transition as an arrow would make a chart unreadable. Transitions between the same two states share one
 * arrow. Three kinds are listed as rows inside their state instead: transitions that stay in the state, those of an
 * outer state that apply to all states inside it, and those to a state that many others lead to.
 */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Chart, ChartEdge, ChartState } from '../../../machines/chart.ts';

/** All measures in CSS pixels, from the top left corner of the chart. */
interface ChartLayout {
  width: number;
  height: number;
  nodes: LaidNode[];
  arrows: LaidArrow[];
}

interface LaidNode {
  /** The state's id. */
  id: string;
  /** Id of the enclosing state; null if none. */
  parent: string | null;
  x: number;
  y: number;
  width: number;
  height: number;
  rows: LaidRow[];
}

/** A transition that is listed inside its state. */
interface LaidRow {
  edge: string;
  text: string;
  /** Ids of the target states; empty: it stays in its state. */
  targets: string[];
}

interface LaidArrow {
  source: string;
  target: string;
  points: { x: number; y: number }[];
  label: { x: number; y: number; width: number; height: number };
  /** The transitions that share the arrow. */
  rows: { edge: string; text: string }[];
}

const LINE = 17;
const HEAD = 34;
const CHARACTER = 6.3;
/** When more states than this lead to a state, they name it in a row instead of drawing an arrow. */
const MAX_WIRES = 5;
/** A layout takes 0.3 to 1 s; one that takes this long never ends. */
const TIMEOUT_MS = 30_000;

/** Identifies a chart: its layout is stored under this hash, and browsers may cache it. */
export const chartHash = (chart: Chart): string =>
  createHash('sha256').update(JSON.stringify(chart)).digest('hex').slice(0, 16);

/** Layouts by their chart's hash. */
const layouts = new LRUCache<string, Promise<ChartLayout>>({ max: 500 });

/** The layout of a chart, computed on the first request. */
export function layoutOf(chart: Chart): Promise<ChartLayout> {
  const hash = chartHash(chart);
  const layout = layouts.get(hash);
  if (layout) return layout;
  const made = layOut(chart);
  layouts.set(hash, made);
  made.catch(() => layouts.delete(hash)); // the next request tries again
  return made;
}

async function layOut(chart: Chart): Promise<ChartLayout> {
  const drawn = drawing(chart);
  const laid = await inThread(drawn.graph);
  return readLayout(laid, drawn);
}

interface Drawing {
  graph: ElkNode;
  rows: Map<string, LaidRow[]>;
  arrows: Map<string, Omit<LaidArrow, 'points' | 'label'>>;
}

/** Decides which transitions become arrows and which become rows, and how much room each needs. */
function drawing(chart: Chart): Drawing {
  const rows = new Map<string, LaidRow[]>();
  const wires = new Map<string, Omit<LaidArrow, 'points' | 'label'>>();
  for (const state of statesOf(chart)) {
    for (const edge of state.edges) {
      const text = edgeText(edge);
      const [target] = edge.targets;
      if (edge.targets.length !== 1 || isInside(target!, state.id)) {
        push(rows, state.id, { edge: edge.id, text, targets: edge.targets });
        continue;
      }
      const name = `${state.id} ${target}`;
      const wire = wires.get(name) ?? { source: state.id, target: target!, rows: [] };
      wire.rows.push({ edge: edge.id, text });
      wires.set(name, wire);
    }
  }
  const incoming = Map.groupBy([...wires.values()], (wire) => wire.target);
  for (const [name, wire] of wires) {
    if (incoming.get(wire.target)!.length <= MAX_WIRES) continue;
    for (const row of wire.rows) push(rows, wire.source, { ...row, targets: [wire.target] });
    wires.delete(name);
  }
  return { graph: graphOf(chart, rows, wires), rows, arrows: wires };
}

const statesOf = (state: ChartState): ChartState[] => [state, ...state.states.flatMap(statesOf)];
const isInside = (id: string, outer: string) => id === outer || id.startsWith(`${outer}.`);

function push<T>(lists: Map<string, T[]>, name: string, one: T): void {
  const list = lists.get(name);
  if (list) list.push(one);
  else lists.set(name, [one]);
}

/** `outcome.retry [attemptsLeft]`, `after backoff`, `always [isDue]`. */
function edgeText({ event, after, guard }: ChartEdge): string {
  const cause = after !== undefined ? `after ${after}` : event === '' ? 'always' : event;
  return guard === undefined ? cause : `${cause} [${guard}]`;
}

const keyOf = (id: string) => id.slice(id.lastIndexOf('.') + 1);
/** As the page shows it. */
const rowText = ({ text, targets }: LaidRow) =>
  targets.length === 0 ? text : `${text} → ${targets.map(keyOf).join(', ')}`;

const ROOT_OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.edgeLabels.inline': 'true',
  // with elk 0.12, model order and NETWORK_SIMPLEX placement throw or take minutes on nested charts
  'elk.layered.considerModelOrder.strategy': 'NONE',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '12',
};

function graphOf(chart: Chart, rows: Drawing['rows'], wires: Drawing['arrows']): ElkNode {
  const edges: ElkExtendedEdge[] = [...wires].map(([id, { source, target, rows: lines }]) => ({
    id,
    sources: [source],
    targets: [target],
    labels: [
      {
        text: id,
        width: widest(lines.map((line) => line.text)) + 12,
        height: lines.length * LINE + 4,
        layoutOptions: { 'elk.edgeLabels.placement': 'CENTER' },
      },
    ],
  }));
  return { id: ' ', layoutOptions: ROOT_OPTIONS, children: [nodeOf(chart, rows)], edges };
}

function nodeOf(state: ChartState, rows: Drawing['rows']): ElkNode {
  const own = rows.get(state.id) ?? [];
  const height = HEAD + own.length * LINE + (own.length > 0 ? 8 : 0);
  // room for a count beside the name, which uses larger letters
  const width = Math.max(120, state.key.length * 9.5 + 64, widest(own.map(rowText)) + 24);
  if (state.states.length === 0) return { id: state.id, width, height };
  return {
    id: state.id,
    children: state.states.map((child) => nodeOf(child, rows)),
    layoutOptions: {
      'elk.padding': `[top=${height + 10},left=18,bottom=18,right=18]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${height})`,
    },
  };
}

const widest = (texts: string[]) => Math.ceil(Math.max(0, ...texts.map((text) => text.length)) * CHARACTER);

function inThread(graph: ElkNode): Promise<ElkNode> {
  const worker = new Worker(new URL('layout-worker.ts', import.meta.url), { workerData: graph });
  worker.unref(); // a layout that is being computed does not delay a shutdown
  return new Promise<ElkNode>((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`laying out took longer than ${TIMEOUT_MS} ms`));
      void worker.terminate();
    }, TIMEOUT_MS);
    late.unref();
    worker.once('message', (laid: ElkNode) => {
      clearTimeout(late);
      resolve(laid);
      void worker.terminate();
    });
    worker.once('error', (fault) => {
      clearTimeout(late);
      reject(fault);
    });
  });
}

function readLayout(laid: ElkNode, { rows, arrows }: Drawing): ChartLayout {
  const nodes: LaidNode[] = [];
  const visit = (node: ElkNode, parent: string | null): void => {
    const { x = 0, y = 0, width = 0, height = 0 } = node;
    nodes.push({ id: node.id, parent, x, y, width, height, rows: rows.get(node.id) ?? [] });
    for (const child of node.children ?? []) visit(child, node.id);
  };
  for (const child of laid.children ?? []) visit(child, null);
  const drawn = (laid.edges ?? []).map(({ id, sections = [], labels = [] }) => {
    const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
      startPoint,
      ...bendPoints,
      endPoint,
    ]);
    const { x = 0, y = 0, width = 0, height = 0 } = labels[0] ?? {};
    return {
      ...arrows.get(id)!,
      points: points.map((at) => ({ x: at.x, y: at.y })),
      label: { x, y, width, height },
    };
  });
  return { width: laid.width ?? 0, height: laid.height ?? 0, nodes, arrows: drawn };
}
