/** What happened, a row for each account or state, over real time. A press on a row shows the step that lies there. */
import './timeline.css';
import { Button, Card, Checkbox, Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { memo, type MouseEvent, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { TONE_COLORS } from '../../base/parts/look.ts';
import { ToneSign } from '../../base/parts/look-badge.tsx';
import { dayInZone, exactInZone, secondsInZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { durationText } from './durations.ts';
import { kindLabel } from './kinds.ts';
import type { Sequence } from './shapes.ts';
import { stateText } from './state-words.ts';
import {
  type Lane,
  type Moment,
  nearestTo,
  newestAt,
  pathsOf,
  type Scale,
  scaleOf,
  ticksOf,
} from './timeline.ts';
import { t } from '../../base/language/text.ts';

type Call = Sequence['calls'][number];

interface TimelineProps {
  lanes: readonly Lane[];
  moments: readonly Moment[];
  /** Index of the moment that is shown. */
  index: number;
  calls: readonly Call[];
  /** The end of the line, epoch ms. */
  end: number;
  /** Id of the row whose actor is shown below. */
  chosen: string;
  onPress: (lane: Lane, index: number) => void;
}

/** Rows that are shown at once; those that are well are folded first. */
const MAX_ROWS = 12;
/** How many of those that are well are shown as examples. */
const WELL_SHOWN = 3;
/** A time above the line needs this many pixels. */
const TICK = 92;

export function TimelineView({ lanes, moments, index, calls, end, chosen, onPress }: TimelineProps) {
  const [isEven, setEven] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const { ref, width } = useElementSize();
  const scale = useMemo(
    () =>
      scaleOf([...moments.map(({ at }) => at), ...lanes.flatMap(({ nextAt }) => nextAt ?? []), end], isEven),
    [moments, lanes, end, isEven],
  );
  const folded = isWhole ? [] : foldedOf(lanes);
  const rows = lanes.filter((lane) => !folded.includes(lane));
  const now = moments[index];
  return (
    <Card withBorder padding="sm" component="section" aria-label={t('Time line')} className="timeline">
      <div className="timeline-rows">
        <div className="timeline-row" aria-hidden="true">
          <span />
          <div ref={ref} className="timeline-axis" dir="ltr">
            {width > 0 && <Ticks moments={moments} lanes={lanes} scale={scale} least={TICK / width} />}
          </div>
          <span />
        </div>
        <Rows
          rows={rows}
          moments={moments}
          index={index}
          calls={calls}
          chosen={chosen}
          onPress={onPress}
          scale={scale}
          width={width}
        />
        {now && width > 0 && (
          <div className="timeline-cover" aria-hidden="true" dir="ltr">
            <div className="timeline-later" style={{ insetInlineStart: `${scale.place(now.at) * 100}%` }} />
          </div>
        )}
      </div>
      <Group justify="space-between" gap="xs" mt={6}>
        <FoldButton folded={folded} moments={moments} isWhole={isWhole} setWhole={setWhole} />
        <Text size="xs" c="dimmed">
          {isEven ? '' : t('Long waits are drawn shorter.')}
        </Text>
        <Checkbox
          size="xs"
          label={t('True to scale')}
          checked={isEven}
          onChange={({ currentTarget }) => setEven(currentTarget.checked)}
        />
      </Group>
    </Card>
  );
}

interface FoldProps {
  folded: readonly Lane[];
  moments: readonly Moment[];
  isWhole: boolean;
  setWhole: (isWhole: boolean) => void;
}

function FoldButton({ folded, moments, isWhole, setWhole }: FoldProps) {
  if (folded.length === 0 && !isWhole) return null;
  return (
    <Button size="compact-sm" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {isWhole ? t('Fewer rows') : foldedText(folded, moments)}
    </Button>
  );
}

interface RowsProps extends Pick<TimelineProps, 'moments' | 'index' | 'calls' | 'chosen' | 'onPress'> {
  rows: readonly Lane[];
  scale: Scale;
  /** Of the line, pixels. */
  width: number;
}

function Rows({ rows, moments, index, chosen, ...rest }: RowsProps) {
  return (
    <ul aria-label={t('Rows of the time line')}>
      {rows.map((lane) => {
        const newest = newestAt(lane, index);
        return (
          <Row
            key={lane.id}
            lane={lane}
            moments={moments}
            newest={newest}
            isActive={lane.actor !== null || newest === index}
            isChosen={lane.id === chosen}
            {...rest}
          />
        );
      })}
    </ul>
  );
}

/** Rows that are well, if there are too many to see at once. */
function foldedOf(lanes: readonly Lane[]): Lane[] {
  if (lanes.length <= MAX_ROWS || lanes[0]!.actor === null) return [];
  return lanes.filter(({ tone }) => tone === 'live').slice(WELL_SHOWN);
}

/** Such as `13 more, all well (median 2.4 s)`. */
function foldedText(folded: readonly Lane[], moments: readonly Moment[]): string {
  const lengths = folded.map((lane) => lengthOf(lane, moments)).toSorted((a, b) => a - b);
  return t('{count, plural, one {# more that is well} other {# more that are well}} (median {time})', {
    count: folded.length,
    time: durationText(lengths[lengths.length >> 1] ?? 0),
  });
}

/** From the first step of a row to its newest, ms. */
const lengthOf = ({ indices }: Lane, moments: readonly Moment[]): number =>
  indices.length === 0 ? 0 : moments[indices.at(-1)!]!.at - moments[indices[0]!]!.at;

interface TicksProps extends Pick<TimelineProps, 'moments' | 'lanes'> {
  scale: Scale;
  least: number;
}

/** Times above the line: of steps, and of what is due. */
function Ticks({ moments, lanes, scale, least }: TicksProps) {
  const { timezone } = useWorkspace();
  const ticks = useMemo(() => {
    const times = [...moments.map(({ at }) => at), ...lanes.flatMap(({ nextAt }) => nextAt ?? [])];
    return ticksOf(
      times.toSorted((a, b) => a - b),
      scale,
      least,
    );
  }, [moments, lanes, scale, least]);
  return ticks.map(({ at, place }) => (
    <span key={at} className="timeline-tick" style={{ insetInlineStart: `${place * 100}%` }}>
      {nearTime(at, moments[0]!.at, timezone)}
    </span>
  ));
}

interface RowProps {
  lane: Lane;
  moments: readonly Moment[];
  /** Index of its newest moment at the moment that is shown; -1 if it starts later. */
  newest: number;
  isActive: boolean;
  isChosen: boolean;
  calls: readonly Call[];
  scale: Scale;
  /** Of the line, pixels. */
  width: number;
  onPress: (lane: Lane, index: number) => void;
}

function Row(props: RowProps) {
  const { lane, moments, newest, isActive, isChosen, calls, scale, width, onPress } = props;
  const moment = moments[newest];
  const label = rowState(lane, moment);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    // a press by keyboard has no place: it keeps the moment
    const place = event.detail === 0 ? null : (event.clientX - box.left) / box.width;
    const index = place === null ? newest : nearestTo(lane, { place, moments, scale });
    onPress(lane, index === -1 ? lane.indices[0]! : index);
  };
  const names = ['timeline-row', isChosen && 'chosen', !isActive && 'idle'];
  return (
    <li className={names.filter(Boolean).join(' ')} data-lane={lane.id} data-tone={lane.tone}>
      <RowName lane={lane} />
      <button
        type="button"
        className="timeline-track"
        dir="ltr"
        aria-label={t('{title}, {state}: show its steps', { title: lane.title, state: label })}
        aria-pressed={isChosen}
        disabled={lane.indices.length === 0}
        onClick={press}
      >
        {width > 0 && <Drawing lane={lane} moments={moments} calls={calls} scale={scale} width={width} />}
      </button>
      <RowEnd lane={lane} moments={moments} newest={newest} label={label} />
    </li>
  );
}

function RowName({ lane: { actor, title, tone } }: { lane: Lane }) {
  if (actor === null)
    return (
      <span className="timeline-name" title={title}>
        <ToneSign tone={tone} size={13} />
        <span>{title}</span>
      </span>
    );
  return (
    <Link
      className="timeline-name"
      href={`/debugger/${actor.id}`}
      aria-label={`${kindLabel(actor.kind)}: ${title}`}
      title={title}
    >
      <ToneSign tone={tone} size={13} />
      <span>{title}</span>
    </Link>
  );
}

/** To the second if it is within a day, else the day. @param at @param from epoch ms */
function nearTime(at: number, from: number, timezone: string): string {
  const instant = new Date(at).toISOString();
  return at - from < DAY_MS ? secondsInZone(instant, timezone) : dayInZone(instant, timezone);
}
const DAY_MS = 86_400_000;

/** The state of a row in words at a moment. */
function rowState({ actor, title }: Lane, moment: Moment | undefined): string {
  if (actor === null) return title;
  return moment === undefined ? t('not started') : stateText(moment.state);
}

interface RowEndProps {
  lane: Lane;
  moments: readonly Moment[];
  newest: number;
  label: string;
}

/** At the end of a row: of an actor its state, when it goes on, or how long it took; of a state how long it lasted. */
function RowEnd({ lane, moments, newest, label }: RowEndProps) {
  const { timezone } = useWorkspace();
  const moment = moments[newest];
  if (lane.actor === null) {
    const lasted = lane.bars.reduce((sum, { from, to }) => sum + to - from, 0);
    return <span className="timeline-end">{lasted > 0 ? durationText(lasted) : ''}</span>;
  }
  const isNewest = newest === lane.indices.at(-1);
  const due = isNewest ? (lane.nextAt ?? moment?.dueAt ?? null) : (moment?.dueAt ?? null);
  const after =
    due !== null
      ? t('until {time}', { time: nearTime(due, moment?.at ?? due, timezone) })
      : lane.tone === 'live' && isNewest
        ? durationText(lengthOf(lane, moments))
        : null;
  return (
    <span className="timeline-end" title={label}>
      {after === null ? label : `${label} · ${after}`}
    </span>
  );
}

type DrawingProps = Pick<RowProps, 'lane' | 'moments' | 'calls' | 'scale' | 'width'>;

/** Bars for states, a ring for each call, a line for the next try. A move through time draws none of them again. */
const Drawing = memo(function Drawing({ lane, moments, calls, scale, width }: DrawingProps) {
  const { timezone } = useWorkspace();
  const own = calls.filter((call) => isOf(lane, moments, call));
  return (
    <svg width={width} height={24} aria-hidden="true">
      {pathsOf(lane.bars, scale, width).map(({ tone, isWait, path }) => (
        <path
          key={`${tone} ${isWait}`}
          d={path}
          className={isWait ? 'timeline-bar wait' : 'timeline-bar'}
          style={{ fill: `var(--mantine-color-${TONE_COLORS[tone]}-light-color)` }}
        />
      ))}
      {own.map(({ at, ms, status, actorId, seq }, place) => (
        <circle
          key={`${actorId} ${seq} ${at} ${place}`}
          cx={Math.min(width - 4, Math.max(4, scale.place(Date.parse(at)) * width))}
          cy={12}
          r={3.5}
          className={status !== null && status < 400 ? 'timeline-call' : 'timeline-call bad'}
        >
          <title>{callText({ at: exactInZone(at, timezone), ms, status })}</title>
        </circle>
      ))}
      {lane.nextAt !== null && (
        <path
          className="timeline-next"
          d={`M${Math.min(width - 1, scale.place(lane.nextAt) * width)},2v20`}
        />
      )}
    </svg>
  );
});

/** Whether a call is of the actor of a row, or was made in the state of a row. */
function isOf({ actor, bars }: Lane, moments: readonly Moment[], { actorId, at }: Call): boolean {
  if (actor !== null) return actor.id === actorId;
  const time = Date.parse(at);
  return moments[0]?.actorId === actorId && bars.some(({ from, to }) => from <= time && time < to);
}

function callText({ at, ms, status }: { at: string; ms: number | null; status: number | null }): string {
  const answer = status === null ? t('no response') : String(status);
  return ms === null
    ? t('Call at {at}: {answer}', { at, answer })
    : t('Call at {at}: {answer} after {time}', { at, answer, time: durationText(ms) });
}
