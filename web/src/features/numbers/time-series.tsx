/**
 * Lines over time, with posts marked on them. Drawn by visx as SVG in the colours of the page. One tab stop: the arrow keys move from
 * day to day, Home and End to the first and the last one. Everything in it can be read as a table.
 */
import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleLinear, scaleUtc } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { Button, Group, Table, Text } from '@mantine/core';
import { useElementSize, useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, memo, type PointerEvent, useId, useMemo, useState } from 'react';
import { countTicks, grouped, lateDays, linesOf, nearestIndex, timeTicks } from './scale.ts';
import type { Point } from './shapes.ts';
import { axisText, countText } from './words.ts';
import { t } from '../../base/language/text.ts';

export interface Series {
  id: string;
  name: string;
  /** Of all series at the same times. */
  points: Point[];
}

/** A post that is marked. */
export interface Mark {
  id: string;
  at: number;
  text: string;
  onOpen: () => void;
}

interface TimeSeriesProps {
  /** What it is, for readers. */
  label: string;
  /** A sentence about it. */
  summary: string;
  series: Series[];
  marks?: Mark[];
  /** A time in words, for labels and the table. */
  timeText: (at: number) => string;
  /** The same, short: below the axis. */
  tickText: (at: number) => string;
  /** What a row of the table is, such as `Day`. */
  timeName: string;
  height?: number;
  /** Whether the axis may begin elsewhere than at 0: followers do, and they may get fewer. */
  isLevel?: boolean;
}

const MARGIN = { top: 14, right: 14, bottom: 28, left: 48 };
/** More series than these are grey. */
const COLORED = 8;
const DASHES = ['', '7 3', '2 3', '9 3 2 3'];
const PER_PAGE = 25;

const colorOf = (index: number) =>
  index < COLORED ? `var(--numbers-line-${index + 1})` : 'var(--mantine-color-dimmed)';
const dashOf = (index: number) => DASHES[index % DASHES.length]!;

export function TimeSeries(props: TimeSeriesProps) {
  const { label, summary, series, timeName, timeText } = props;
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <figure className="numbers-figure" aria-labelledby={`${id} ${id}-sum`}>
      <Group justify="space-between" gap="xs" align="start" wrap="nowrap">
        <figcaption>
          <Text size="sm" fw={650} id={id}>
            {label}
          </Text>
          <Text size="sm" c="dimmed" id={`${id}-sum`}>
            {summary}
          </Text>
        </figcaption>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => setTable(!isTable)}
          aria-expanded={isTable}
          style={{ flexShrink: 0 }}
        >
          {isTable ? t('Show as chart') : t('Show as table')}
        </Button>
      </Group>
      {isTable ? (
        <SeriesTable label={label} series={series} timeName={timeName} timeText={timeText} />
      ) : (
        <>
          <Plot {...props} />
          {series.length > 1 && <Legend series={series} />}
        </>
      )}
    </figure>
  );
}

/** The scales of a plot, and the numbers on its left axis. */
function useScales({ series, height = 240, isLevel = false }: TimeSeriesProps, width: number) {
  const times = useMemo(() => (series[0]?.points ?? []).map(({ at }) => at), [series]);
  const scales = useMemo(() => {
    const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
    const lowest = isLevel ? Math.min(...values) : 0;
    const ticks = countTicks(Math.max(0, ...values), Number.isFinite(lowest) ? lowest : 0);
    return {
      ticks,
      x: scaleUtc({
        domain: [times[0] ?? 0, times.at(-1) ?? 1],
        range: [MARGIN.left, Math.max(width - MARGIN.right, MARGIN.left + 1)],
      }),
      y: scaleLinear({ domain: [ticks[0]!, ticks.at(-1)!], range: [height - MARGIN.bottom, MARGIN.top] }),
    };
  }, [series, times, width, height, isLevel]);
  return { ...scales, times, width, height };
}

type Scales = ReturnType<typeof useScales>;

/** Which time a key leads to; undefined: it leads nowhere. */
function timeAfter(key: string, index: number | null, last: number): number | undefined {
  return {
    ArrowRight: index === null ? 0 : Math.min(index + 1, last),
    ArrowLeft: index === null ? last : Math.max(index - 1, 0),
    Home: 0,
    End: last,
  }[key];
}

function Plot(props: TimeSeriesProps) {
  const { label, series, marks = [], timeText, height = 240 } = props;
  const { ref, width } = useElementSize();
  const [index, setIndex] = useState<number | null>(null);
  const scales = useScales(props, width);
  const { times } = scales;
  const at = index === null ? undefined : times[index];
  const spokenText = at === undefined ? '' : `${timeText(at)}: ${spoken(series, marks, times, index!)}`;
  const [toSay] = useDebouncedValue(spokenText, 150);
  const move = (event: KeyboardEvent) => {
    const to = timeAfter(event.key, index, times.length - 1);
    if (event.key === 'Escape') setIndex(null);
    if (to === undefined) return;
    event.preventDefault();
    setIndex(to);
  };
  return (
    // time runs from left to right in every language
    <div ref={ref} className="numbers-plot" dir="ltr" style={{ height }}>
      {width > 0 && times.length > 0 && (
        <>
          <div
            className="numbers-keys"
            tabIndex={0}
            role="application"
            aria-roledescription="chart"
            aria-label={t(
              '{label}: the arrow keys read it, one {count, plural, one {value} other {step}} at a time',
              { label, count: times.length },
            )}
            onKeyDown={move}
            onBlur={() => setIndex(null)}
          >
            <Drawing {...props} scales={scales} index={index} onPoint={setIndex} />
          </div>
          <Marks
            marks={marks}
            series={series}
            times={times}
            x={scales.x}
            y={scales.y}
            floor={height - MARGIN.bottom}
            timeText={timeText}
          />
          {index !== null && <Tip {...props} scales={scales} index={index} />}
          <div className="numbers-said" aria-live="polite">
            {toSay}
          </div>
        </>
      )}
    </div>
  );
}

interface DrawingProps extends TimeSeriesProps {
  scales: Scales;
  /** The time that is read; null means none. */
  index: number | null;
  onPoint: (index: number | null) => void;
}

/** The lines with their axes. */
function Drawing({ series, tickText, scales, index, onPoint }: DrawingProps) {
  const { x, y, ticks, times, width, height } = scales;
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onPoint(nearestIndex(times, x.invert(event.clientX - box.left).getTime()));
  };
  return (
    <svg
      width={width}
      height={height}
      aria-hidden="true"
      onPointerMove={point}
      onPointerLeave={() => onPoint(null)}
    >
      <LateDays series={series} scales={scales} />
      <Axes x={x} y={y} ticks={ticks} times={times} width={width} height={height} tickText={tickText} />
      <Lines series={series} x={x} y={y} />
      {index !== null && <Cursor series={series} scales={scales} index={index} />}
    </svg>
  );
}

/** Days that are not reported yet, hatched. */
function LateDays({ series, scales: { x, times, width, height } }: { series: Series[]; scales: Scales }) {
  const late = lateDays(series);
  const from = late === 0 ? undefined : times[times.length - 1 - late];
  return (
    <>
      <defs>
        <pattern id="numbers-late" width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M0 6 6 0" stroke="var(--mantine-color-default-border)" />
        </pattern>
      </defs>
      {from !== undefined && (
        <rect
          x={x(from)}
          y={MARGIN.top}
          width={Math.max(width - MARGIN.right - x(from), 0)}
          height={height - MARGIN.top - MARGIN.bottom}
          fill="url(#numbers-late)"
        />
      )}
    </>
  );
}

interface ReadProps {
  series: Series[];
  scales: Scales;
  /** The time that is read. */
  index: number;
}

/** A line at the time that is read, and a point on each series. */
function Cursor({ series, scales: { x, y, times, height }, index }: ReadProps) {
  const at = times[index];
  if (at === undefined) return null;
  return (
    <>
      <line
        x1={x(at)}
        x2={x(at)}
        y1={MARGIN.top}
        y2={height - MARGIN.bottom}
        stroke="var(--mantine-color-dimmed)"
      />
      {series.map(({ id, points }, line) => {
        const value = points[index]?.value ?? null;
        return value !== null && <circle key={id} cx={x(at)} cy={y(value)} r={4} fill={colorOf(line)} />;
      })}
    </>
  );
}

/** The numbers of the time that is read, beside the cursor. */
function Tip({ series, marks = [], timeText, scales, index }: TimeSeriesProps & ReadProps) {
  const { x, times, width } = scales;
  const at = times[index];
  if (at === undefined) return null;
  return (
    <div
      className="numbers-tip"
      aria-hidden="true"
      style={x(at) > width / 2 ? { right: width - x(at) + 10 } : { left: x(at) + 10 }}
    >
      <Text size="xs" fw={650}>
        {timeText(at)}
      </Text>
      {series.slice(0, COLORED).map(({ id, name, points }, line) => (
        <Text key={id} size="xs" className="numbers-tip-line">
          <Sample index={line} /> {series.length > 1 && `${name}: `}
          {countText(points[index]?.value ?? null)}
        </Text>
      ))}
      {marksOn(marks, times, index).map(({ id, text }) => (
        <Text key={id} size="xs" c="dimmed" className="numbers-tip-line">
          ● {text}
        </Text>
      ))}
    </div>
  );
}

type X = ReturnType<typeof scaleUtc<number>>;
type Y = ReturnType<typeof scaleLinear<number>>;

const TICK = { fill: 'var(--mantine-color-dimmed)', fontSize: 12, fontFamily: 'inherit' };

interface AxesProps {
  x: X;
  y: Y;
  ticks: number[];
  times: number[];
  width: number;
  height: number;
  tickText: (at: number) => string;
}

const Axes = memo(function Axes({ x, y, ticks, times, width, height, tickText }: AxesProps) {
  return (
    <>
      <GridRows
        scale={y}
        left={MARGIN.left}
        width={Math.max(width - MARGIN.left - MARGIN.right, 0)}
        tickValues={ticks}
        stroke="var(--mantine-color-default-border)"
      />
      <AxisLeft
        scale={y}
        left={MARGIN.left}
        tickValues={ticks}
        tickFormat={(tick) => axisText(ticks)(Number(tick))}
        hideAxisLine
        hideTicks
        tickLabelProps={{ ...TICK, textAnchor: 'end', dx: -4, dy: 4 }}
      />
      <AxisBottom
        scale={x}
        top={height - MARGIN.bottom}
        tickValues={timeTicks(times, Math.max(Math.floor(width / 110), 2)).map((at) => new Date(at))}
        tickFormat={(tick) => tickText(Number(tick))}
        stroke="var(--mantine-color-default-border)"
        tickStroke="var(--mantine-color-default-border)"
        tickLength={4}
        tickLabelProps={(tick) => ({
          ...TICK,
          textAnchor: Number(tick) === times.at(-1) ? 'end' : Number(tick) === times[0] ? 'start' : 'middle',
        })}
      />
    </>
  );
});

/** One path for a line: hover never draws them again. */
const Lines = memo(function Lines({ series, x, y }: { series: Series[]; x: X; y: Y }) {
  return series.map(({ id, points }, index) =>
    linesOf(points).map((line) =>
      line.length === 1 ? (
        <circle
          key={`${id} ${line[0]!.at}`}
          cx={x(line[0]!.at)}
          cy={y(line[0]!.value)}
          r={2}
          fill={colorOf(index)}
        />
      ) : (
        <LinePath
          key={`${id} ${line[0]!.at}`}
          data={line}
          x={({ at }) => x(at)}
          y={({ value }) => y(value)}
          stroke={colorOf(index)}
          strokeWidth={2}
          strokeDasharray={dashOf(index)}
          strokeLinejoin="round"
        />
      ),
    ),
  );
});

interface MarksProps {
  marks: Mark[];
  series: Series[];
  times: number[];
  x: X;
  y: Y;
  floor: number;
  timeText: (at: number) => string;
}

/** A finger needs so many pixels for each: posts that are closer share a button. */
const MARK_PX = 26;

/** Posts on the highest line of their day, as buttons. */
const Marks = memo(function Marks({ marks, series, times, x, y, floor, timeText }: MarksProps) {
  if (times.length === 0) return null;
  const placed = marks.map((mark) => {
    const index = nearestIndex(times, mark.at);
    return { mark, index, x: x(times[index]!) };
  });
  return grouped(placed, MARK_PX).map((group) => {
    const { mark, index, x: left } = group[0]!;
    const more = group.length - 1;
    const values = series.flatMap(({ points }) => points[index]?.value ?? []);
    const top = values.length === 0 ? floor : y(Math.max(...values));
    const words = `${timeText(times[index]!)}: ${mark.text}${more > 0 ? `, ${t('and {more} more', { more })}` : ''}`;
    return (
      <button
        key={mark.id}
        type="button"
        className="numbers-mark"
        style={{ left, top }}
        aria-label={t('Post of {words}', { words })}
        title={words}
        onClick={mark.onOpen}
      >
        <span>{more > 0 ? more + 1 : ''}</span>
      </button>
    );
  });
});

const marksOn = (marks: readonly Mark[], times: readonly number[], index: number) =>
  marks.filter(({ at }) => nearestIndex(times, at) === index).slice(0, 4);

function spoken(series: Series[], marks: Mark[], times: number[], index: number): string {
  const values = series
    .slice(0, COLORED)
    .map(({ name, points }) => {
      const value = points[index]?.value ?? null;
      return `${series.length > 1 ? `${name} ` : ''}${value === null ? t('not known') : countText(value)}`;
    })
    .join(', ');
  const posts = marksOn(marks, times, index).map(({ text }) => t('post “{text}”', { text }));
  return [values, ...posts].join('; ');
}

function Sample({ index }: { index: number }) {
  return (
    <svg width={22} height={8} aria-hidden="true" style={{ flexShrink: 0 }}>
      <line
        x1={0}
        x2={22}
        y1={4}
        y2={4}
        stroke={colorOf(index)}
        strokeWidth={2.5}
        strokeDasharray={dashOf(index)}
      />
    </svg>
  );
}

function Legend({ series }: { series: Series[] }) {
  return (
    <ul className="numbers-legend" aria-label={t('Lines')}>
      {series.map(({ id, name }, index) => (
        <li key={id}>
          <Sample index={index} />
          <Text size="xs">{name}</Text>
        </li>
      ))}
    </ul>
  );
}

function SeriesTable({
  label,
  series,
  timeName,
  timeText,
}: Pick<TimeSeriesProps, 'label' | 'series' | 'timeName' | 'timeText'>) {
  const [page, setPage] = useState(0);
  const rows = (series[0]?.points ?? []).map(({ at }, index) => ({ at, index })).toReversed();
  const pages = Math.ceil(rows.length / PER_PAGE);
  const visible = rows.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
  return (
    <>
      <div className="numbers-scroll" tabIndex={0} role="region" aria-label={t('{label}, table', { label })}>
        <Table aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{timeName}</Table.Th>
              {series.map(({ id, name }) => (
                <Table.Th key={id} scope="col" ta="end">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {visible.map(({ at, index }) => (
              <Table.Tr key={at}>
                <Table.Th scope="row">{timeText(at)}</Table.Th>
                {series.map(({ id, points }) => (
                  <Table.Td key={id} ta="end">
                    {countText(points[index]?.value ?? null)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {pages > 1 && (
        <Group gap="xs" mt="xs">
          <Button size="xs" variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('Later')}
          </Button>
          <Button size="xs" variant="default" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            {t('Earlier')}
          </Button>
          <Text size="xs" c="dimmed">
            {t('Page {count} of {pages}', { count: page + 1, pages })}
          </Text>
        </Group>
      )}
    </>
  );
}
