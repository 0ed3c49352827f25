/**
 * A statechart as it runs: nested states, with arrows at the positions that the service computed. A context says what
 * is highlighted, so a step only changes classes, and nothing is laid out or mounted again.
 */
import '@xyflow/react/dist/base.css';
import './chart-view.css';
import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import {
  Background,
  BackgroundVariant,
  Controls,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import { drawn } from './chart-nodes.ts';
import { ArrowView, MapNode, HighlightsContext, StateView } from './chart-parts.tsx';
import type { Chart, Layout, Warmth, Lit } from './shapes.ts';
import { t } from '../../base/language/text.ts';

const NODE_TYPES = { state: StateView };
const EDGE_TYPES = { arrow: ArrowView };
/** A chart with more states gets a small map. */
const MAX_WITHOUT_MAP = 14;
/** Below this zoom the rows cannot be read: the view then shows the active state instead of the whole chart. */
const MIN_ZOOM = 0.55;

interface ChartViewProps {
  chart: Chart;
  lit?: Lit;
  warmth?: Warmth;
  /** Description for screen readers. */
  label: string;
  height?: number | string;
  /** A state was pressed. */
  onChoose?: (stateId: string) => void;
}

export function ChartView({ chart, lit, warmth, label, height = 520, onChoose }: ChartViewProps) {
  const highlights = useMemo(() => ({ lit: lit ?? null, warmth: warmth ?? null }), [lit, warmth]);
  const { nodes, edges } = useMemo(() => drawn(chart), [chart]);
  const scheme = useComputedColorScheme('light');
  return (
    // names of states are those of the program
    <section className={warmth ? 'chart heat' : 'chart'} aria-label={label} dir="ltr" style={{ height }}>
      <HighlightsContext value={highlights}>
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
            {...(onChoose && { onNodeClick: (_, { id }) => onChoose(id) })}
            zoomOnScroll={false}
            panOnScroll={false}
            preventScrolling={false}
            minZoom={0.15}
            maxZoom={2}
            proOptions={{ hideAttribution: false }}
            ariaLabelConfig={LABELS}
          >
            <Background variant={BackgroundVariant.Dots} gap={22} size={1} />
            <Controls showInteractive={false} aria-label={t('Zoom')} />
            {lit !== undefined && nodes.length > MAX_WITHOUT_MAP && (
              <MiniMap pannable nodeComponent={MapNode} ariaLabel={t('Where in the chart you are')} />
            )}
            <Viewport layout={chart.layout} active={lit?.active} />
          </ReactFlow>
        </ReactFlowProvider>
      </HighlightsContext>
    </section>
  );
}

const LABELS = {
  'node.a11yDescription.default': t('A state of the chart.'),
  'controls.zoomIn.ariaLabel': t('Zoom in'),
  'controls.zoomOut.ariaLabel': t('Zoom out'),
  'controls.fitView.ariaLabel': t('Show all of it'),
};

/** Shows the whole chart if its rows are readable, else follows the active state. */
function Viewport({ layout, active }: { layout: Layout; active: ReadonlySet<string> | undefined }) {
  const { setCenter, fitView } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const isStill = useReducedMotion();
  const isReady = width > 0 && height > 0;
  const fits = isReady && Math.min(width / layout.width, height / layout.height) >= MIN_ZOOM;
  const target = useMemo(() => {
    const inner = layout.nodes.filter(({ id }) => active?.has(id)).at(-1);
    return inner ?? null;
  }, [layout, active]);

  useEffect(() => {
    if (!isReady) return;
    const duration = isStill ? 0 : 250;
    if (fits || target === null) void fitView({ padding: 0.06, maxZoom: 1, duration: 0 });
    else {
      const zoom = Math.min(0.8, Math.max(MIN_ZOOM, (width * 0.9) / target.width));
      void setCenter(target.x + target.width / 2, target.y + target.height / 2, { zoom, duration });
    }
  }, [isReady, fits, target, width, height, isStill, fitView, setCenter]);
  return null;
}
