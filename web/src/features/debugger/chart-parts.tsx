/** How React Flow draws a state and an arrow. A context says which are highlighted. */
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, Handle, type NodeProps, Position } from '@xyflow/react';
import type { Warmth, Lit } from './shapes.ts';
import { createContext, type CSSProperties, useContext } from 'react';
import type { ArrowEdge, StateNode } from './chart-nodes.ts';
import { headAt, pathThrough } from './chart-path.ts';
import { stateTitle } from './state-words.ts';
import { language } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';

interface Highlights {
  lit: Lit | null;
  warmth: Warmth | null;
}
export const HighlightsContext = createContext<Highlights>({ lit: null, warmth: null });

export function StateView({ data: { state, laid, isInitial } }: NodeProps<StateNode>) {
  const { lit, warmth } = useContext(HighlightsContext);
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
      title={[state.key, state.description].filter(Boolean).join(': ')}
      data-state={state.id}
      data-active={lit?.active.has(state.id) ?? undefined}
    >
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <div className="state-name">
        {isInitial && <span className="initial" title={t('Entered first')} />}
        <span className="state-title">{state.label === undefined ? stateTitle(state.key) : state.key}</span>
        {warm && <span className="count">{warm.count.toLocaleString(language.locale)}</span>}
        {warm !== undefined && warm.setAside > 0 && (
          <span className="aside">{t('{setAside} parked', { setAside: warm.setAside })}</span>
        )}
      </div>
      {laid.rows.map(({ edge, text, targets }) => (
        <Row key={edge} edge={edge}>
          {text}
          {targets.length > 0 && <span className="jump"> → {targets.map(stateTitle).join(', ')}</span>}
        </Row>
      ))}
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}

/** A transition: highlighted when it was taken. */
function Row({ edge, children }: { edge: string; children: React.ReactNode }) {
  const { lit, warmth } = useContext(HighlightsContext);
  const moves = warmth?.moves.get(edge) ?? 0;
  const name = lit?.taken.has(edge) ? 'taken' : lit?.path.has(edge) || moves > 0 ? 'path' : '';
  return (
    <div className={`row ${name}`} data-edge={edge}>
      {children}
      {moves > 0 && <b> · {moves.toLocaleString(language.locale)}</b>}
    </div>
  );
}

export function ArrowView({ data }: EdgeProps<ArrowEdge>) {
  const { lit, warmth } = useContext(HighlightsContext);
  const { points, label, rows } = data!.arrow;
  const some = (edges: ReadonlySet<string> | undefined) => rows.some(({ edge }) => edges?.has(edge));
  const isWarm = rows.some(({ edge }) => (warmth?.moves.get(edge) ?? 0) > 0);
  const name = some(lit?.taken) ? 'taken' : some(lit?.path) || isWarm ? 'path' : '';
  return (
    <>
      <BaseEdge path={pathThrough(points)} className={`arrow ${name}`} interactionWidth={0} />
      <path d={headAt(points)} className={`arrow-head ${name}`} />
      {label.width > 0 && (
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
      )}
    </>
  );
}

/** A state in the small map of the whole chart. */
export function MapNode({
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
  const { lit } = useContext(HighlightsContext);
  const isActive = lit?.active.has(id) && id.includes('.');
  return (
    <rect x={x} y={y} width={width} height={height} rx={8} className={isActive ? 'map active' : 'map'} />
  );
}
