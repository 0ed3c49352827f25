/**
 * A statechart as it runs: nested states, with arrows at the positions that the service computed. A context says what
 * is highlighted, so a step only changes classes, and nothing is laid out or mounted again.
 */
import '@xyflow/react/dist/base.css';
import './chart-view.css';
import { useComputedColorScheme } from '@mantine/core';
import { useFullscreenElement, useMergedRef, useReducedMotion } from '@mantine/hooks';
import {
  Background,
  BackgroundVariant,
  ControlButton,
  Controls,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { FullScreenIcon } from '../../base/parts/icons.tsx';
import { drawn } from './chart-nodes.ts';
import { ArrowView, MapNode, HighlightsContext, StateView } from './chart-parts.tsx';
import type { Chart, Layout, Warmth, Lit } from './shapes.ts';
import { t } from '../../base/language/text.ts';

const NODE_TYPES = { state: StateView };
const EDGE_TYPES = { arrow: ArrowView };
/** A chart is looked at and moved, never edited. */
const FIXED = {
  nodeTypes: NODE_TYPES,
  edgeTypes: EDGE_TYPES,
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: true,
  edgesFocusable: false,
  elementsSelectable: false,
  zoomOnScroll: false,
  panOnScroll: false,
  preventScrolling: false,
  minZoom: 0.15,
  maxZoom: 2,
  proOptions: { hideAttribution: false },
} as const;
/** A chart with more states gets a small map, once somebody has moved it. */
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
  /** No letter is smaller than 12 px: it shows the step in place of the whole, and from afar names alone. */
  isReadable?: boolean;
}

export function ChartView({
  chart,
  lit,
  warmth,
  label,
  height = 520,
  onChoose,
  isReadable = false,
}: ChartViewProps) {
  const section = useRef<HTMLElement>(null);
  const [hasPanned, setPanned] = useState(false);
  const { ref: screen, toggle, fullscreen } = useFullscreenElement<HTMLElement>();
  const merged = useMergedRef(section, screen);
  const highlights = useMemo(() => ({ lit: lit ?? null, warmth: warmth ?? null }), [lit, warmth]);
  const { nodes, edges } = useMemo(() => drawn(chart), [chart]);
  const scheme = useComputedColorScheme('light');
  return (
    // names of states are those of the program
    <section
      ref={merged}
      className={warmth ? 'chart heat' : 'chart'}
      aria-label={label}
      dir="ltr"
      style={{ height: fullscreen ? '100%' : height }}
    >
      <HighlightsContext value={highlights}>
        <ReactFlowProvider>
          <ReactFlow
            nodes={nodes}
            edges={edges}
            colorMode={scheme}
            {...(onChoose && { onNodeClick: (_, { id }) => onChoose(id) })}
            onMove={(event) => event !== null && setPanned(true)}
            {...FIXED}
            ariaLabelConfig={LABELS}
          >
            <Background variant={BackgroundVariant.Dots} gap={22} size={1} />
            <Controls showInteractive={false} aria-label={t('Zoom')}>
              <ScreenButton isFull={fullscreen} toggle={toggle} />
            </Controls>
            {lit !== undefined && hasPanned && nodes.length > MAX_WITHOUT_MAP && (
              <MiniMap pannable nodeComponent={MapNode} ariaLabel={t('Where in the chart you are')} />
            )}
            <View layout={chart.layout} lit={lit} isReadable={isReadable} section={section} />
          </ReactFlow>
        </ReactFlowProvider>
      </HighlightsContext>
    </section>
  );
}

function ScreenButton({ isFull, toggle }: { isFull: boolean; toggle: () => Promise<void> }) {
  const label = isFull ? t('Leave the full screen') : t('Full screen');
  return (
    <ControlButton onClick={() => void toggle()} aria-label={label} title={label}>
      <FullScreenIcon size={14} />
    </ControlButton>
  );
}

const LABELS = {
  'node.a11yDescription.default': t('A state of the chart.'),
  'controls.zoomIn.ariaLabel': t('Zoom in'),
  'controls.zoomOut.ariaLabel': t('Zoom out'),
  'controls.fitView.ariaLabel': t('Show all of it'),
};

interface ViewProps {
  layout: Layout;
  lit: Lit | undefined;
  isReadable: boolean;
  section: RefObject<HTMLElement | null>;
}

function View({ layout, lit, isReadable, section }: ViewProps) {
  if (!isReadable) return <Viewport layout={layout} active={lit?.active} />;
  return (
    <>
      {lit ? <StepViewport layout={layout} lit={lit} /> : <Viewport layout={layout} active={undefined} />}
      <FarMark section={section} />
    </>
  );
}

/** Letters are 12 px at this zoom: no smaller one is chosen by the page. */
const READABLE = 1;
/** A step of two small states is not blown up further. */
const MAX_FIT = 1.25;

/** Shows the whole chart if its letters are readable, else the states from which and to which the step led. */
function StepViewport({ layout, lit }: { layout: Layout; lit: Lit }) {
  const { setViewport, setCenter, fitView } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const isStill = useReducedMotion();
  const isReady = width > 0 && height > 0;
  const fits = isReady && Math.min(width / layout.width, height / layout.height) >= READABLE;
  // the page reads again and again: what a person moved stays until the step is another one
  const [active, taken] = [[...lit.active].join(' '), [...lit.taken].join(' ')];
  const box = useMemo(() => boxOfStep(layout, active.split(' '), taken.split(' ')), [layout, active, taken]);

  useEffect(() => {
    if (!isReady) return;
    const duration = isStill ? 0 : 250;
    if (fits || box === null) {
      void fitView({ padding: 0.04, minZoom: READABLE, maxZoom: 1, duration: 0 });
      return;
    }
    const { all, to } = box;
    const zoom = Math.min(MAX_FIT, (width - MARGIN) / all.width, (height - MARGIN) / all.height);
    if (zoom < READABLE) {
      void setCenter(to.x + to.width / 2, to.y + to.height / 2, { zoom: READABLE, duration });
      return;
    }
    const x = width / 2 - (all.x + all.width / 2) * zoom;
    const y = height / 2 - (all.y + all.height / 2) * zoom;
    void setViewport({ x, y, zoom }, { duration });
  }, [isReady, fits, box, width, height, isStill, fitView, setCenter, setViewport]);
  return null;
}

/** Kept free around what is shown, pixels. */
const MARGIN = 48;

type Box = Pick<Layout['nodes'][number], 'x' | 'y' | 'width' | 'height'>;

/** The innermost active states, and these together with the states that the step's transitions left. */
function boxOfStep(
  { nodes }: Layout,
  active: readonly string[],
  taken: readonly string[],
): { all: Box; to: Box } | null {
  const around = new Set(nodes.map(({ parent }) => parent));
  const to = nodes.filter(({ id }) => active.includes(id) && !around.has(id));
  if (to.length === 0) return null;
  const sources = new Set(taken.map((edge) => edge.slice(0, edge.indexOf('|'))));
  const from = nodes.filter(({ id }) => sources.has(id) && !around.has(id));
  return { all: boxOf([...from, ...to]), to: boxOf(to.slice(-1)) };
}

function boxOf(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Below the readable size only names are written, as large as letters are at it: `chart-view.css`. */
function FarMark({ section }: { section: RefObject<HTMLElement | null> }) {
  const zoom = useStore(({ transform }) => transform[2]);
  useLayoutEffect(() => {
    section.current?.style.setProperty('--zoom', String(zoom));
    section.current?.classList.toggle('far', zoom < READABLE - 0.001);
  }, [section, zoom]);
  return null;
}

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
