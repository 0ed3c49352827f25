/** The messages of an actor's family, top to bottom: who sent what to whom. */
import { Box, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { kindLabel } from './kinds.ts';
import { byWhom, Quiet } from './parts.tsx';
import { useSequence } from './queries.ts';
import { exactInZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { columnsOf, type DrawnMessage, messagesOf } from './sequence-groups.ts';
import type { Sequence } from './shapes.ts';
import { eventName } from './travel.ts';
import { t } from '../../base/language/text.ts';

/** A column has this width where there is room for it, pixels. */
const MAX_COLUMN = 240;
const MIN_COLUMN = 150;
const LINE = 34;
const HEAD = 58;
/** How many messages are drawn, around the chosen step. */
const MAX_MESSAGES = 120;
const OUTSIDERS: { [id: string]: string } = {
  caller: t('Caller'),
  operator: t('Operator'),
  network: t('Network'),
  webhooks: t('Webhooks'),
};

interface Props {
  /** The page's actor. */
  actorId: string;
  /** The actor that is shown, and its step; null means it had taken none. */
  shown: { actorId: string; seq: number | null };
  goTo: (actorId: string, seq: number) => void;
}

export function SequenceView({ actorId, shown, goTo }: Props) {
  const sequence = useSequence(actorId, true);
  if (sequence.isPending) return <Waiting rows={3} />;
  if (sequence.isError)
    return <Fault message={messageOf(sequence.error)} onRetry={() => void sequence.refetch()} />;
  if (sequence.data.messages.length === 0)
    return <Quiet>{t('The journal no longer has messages to or from this actor.')}</Quiet>;
  return <Drawn sequence={sequence.data} actorId={actorId} shown={shown} goTo={goTo} />;
}

type Message = DrawnMessage;
/** The middle of each participant's column, pixels, by its id. */
type Columns = ReadonlyMap<string, number>;

/** How wide a column is in a box. @param room of the box, pixels; 0 before it was measured */
const columnWidth = (room: number, count: number): number =>
  Math.min(MAX_COLUMN, Math.max(MIN_COLUMN, Math.floor(room / Math.max(1, count))));

function Drawn({ sequence, actorId, shown, goTo }: Props & { sequence: Sequence }) {
  const { more } = sequence;
  const { participants, messages } = useMemo(
    () =>
      columnsOf(shown.actorId === actorId ? sequence : messagesOf(sequence, shown.actorId), shown.actorId),
    [sequence, actorId, shown.actorId],
  );
  const isChosen = (message: Message) => message.actorId === shown.actorId && message.seq === shown.seq;
  const chosen = messages.findIndex(isChosen);
  const from = Math.max(
    0,
    Math.min(chosen === -1 ? messages.length : chosen - MAX_MESSAGES / 2, messages.length - MAX_MESSAGES),
  );
  const visible = messages.slice(from, from + MAX_MESSAGES);
  const { ref, width: room } = useElementSize();
  const column = columnWidth(room, participants.length);
  const columns = new Map(participants.map(({ id }, index) => [id, index * column + column / 2]));
  const width = participants.length * column;
  const height = HEAD + visible.length * LINE + 12;
  return (
    <>
      <LeftOut more={more} count={messages.length} from={from} />
      <Box
        ref={ref}
        style={{ overflow: 'auto', maxHeight: 560 }}
        tabIndex={0}
        role="region"
        aria-label={t('Messages, in the order they were sent')}
      >
        <Box pos="relative" style={{ width, height, minWidth: width }}>
          <Lines shown={visible} columns={columns} height={height} width={width} isLit={isChosen} />
          {participants.map((one) => (
            <Head
              key={one.id}
              participant={one}
              x={columns.get(one.id)!}
              isOwn={one.id === shown.actorId}
              width={column}
            />
          ))}
          <Box component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
            {visible.map((message, index) => (
              <Label
                key={from + index}
                message={message}
                columns={columns}
                top={HEAD + index * LINE + 4}
                isChosen={isChosen(message)}
                go={() => goTo(message.actorId, message.seq)}
              />
            ))}
          </Box>
        </Box>
      </Box>
    </>
  );
}

function LeftOut({ more, count, from }: { more: boolean; count: number; from: number }) {
  return (
    <>
      {more && (
        <Quiet>
          {t('The oldest messages are left out: these are the newest {count, number}.', { count })}
        </Quiet>
      )}
      {from > 0 && <Quiet>{t('{from, number} earlier messages are not drawn.', { from })}</Quiet>}
    </>
  );
}

interface HeadProps {
  participant: Sequence['participants'][number];
  /** Middle of its column, pixels. */
  x: number;
  /** Of its column, pixels. */
  width: number;
  /** It is the actor that is shown. */
  isOwn: boolean;
}

/** The name of a participant, over its column. */
function Head({ participant: { id, kind, title }, x, width, isOwn }: HeadProps) {
  return (
    <Text
      size="xs"
      fw={isOwn ? 700 : 500}
      ta="center"
      pos="absolute"
      top={0}
      left={x - width / 2 + 3}
      w={width - 6}
      lineClamp={3}
      title={title}
      lh={1.25}
    >
      {OUTSIDERS[id] ?? (id.startsWith('group:') ? title : `${kindLabel(kind)}: ${title}`)}
    </Text>
  );
}

/** The lifelines of the participants, and an arrow for each message. */
function Lines(props: {
  shown: Message[];
  columns: Columns;
  width: number;
  height: number;
  isLit: (message: Message) => boolean;
}) {
  const { shown, columns, width, height, isLit } = props;
  return (
    <svg width={width} height={height} aria-hidden="true" style={{ position: 'absolute', inset: 0 }}>
      {[...columns.values()].map((x) => (
        <line key={x} x1={x} x2={x} y1={HEAD - 8} y2={height} stroke="var(--mantine-color-default-border)" />
      ))}
      {shown.map((message, index) => (
        <Arrow
          key={index}
          from={columns.get(message.from)!}
          to={columns.get(message.to)!}
          y={HEAD + index * LINE + 24}
          isLit={isLit(message)}
        />
      ))}
    </svg>
  );
}

interface LabelProps {
  message: Message;
  columns: Columns;
  top: number;
  isChosen: boolean;
  /** Moves the time to this message. */
  go: () => void;
}

/** The name of a message, over its arrow. */
function Label({ message, columns, top, isChosen, go }: LabelProps) {
  const { timezone } = useWorkspace();
  const [a, b] = [columns.get(message.from)!, columns.get(message.to)!];
  const left = a === b ? a + 4 : Math.min(a, b);
  const text = [
    eventName(message.type),
    ...(message.about === null ? [] : [message.about]),
    ...(message.by ? [message.by.name ?? t('a deleted user')] : []),
  ].join(' · ');
  return (
    <Text
      component="li"
      pos="absolute"
      top={top}
      left={left}
      w={a === b ? MIN_COLUMN * 1.4 : Math.abs(a - b)}
      size="xs"
      lh="18px"
      ta={a === b ? 'left' : 'center'}
      title={[text, message.by && byWhom(message.by), exactInZone(message.at, timezone)]
        .filter(Boolean)
        .join(', ')}
    >
      <span
        style={{
          background: 'var(--mantine-color-body)',
          padding: '0 3px',
          whiteSpace: 'nowrap',
        }}
      >
        <button
          type="button"
          onClick={go}
          style={{
            all: 'unset',
            cursor: 'pointer',
            color: 'var(--mantine-color-anchor)',
            fontWeight: isChosen ? 700 : 400,
          }}
        >
          {text}
        </button>
      </span>
    </Text>
  );
}

function Arrow({ from, to, y, isLit }: { from: number; to: number; y: number; isLit: boolean }) {
  const colour = isLit ? 'var(--mantine-primary-color-filled)' : 'var(--mantine-color-dimmed)';
  const stroke = { stroke: colour, strokeWidth: isLit ? 2.4 : 1.2, fill: 'none' };
  if (from === to) {
    return (
      <>
        <path d={`M${from},${y - 16} h12 v14 h-8`} {...stroke} />
        <path d={`M${from + 2},${y - 2} l7,-4 v8 z`} fill={colour} />
      </>
    );
  }
  const side = to > from ? -1 : 1;
  return (
    <>
      <line x1={from} x2={to + side * 6} y1={y} y2={y} {...stroke} />
      <path d={`M${to},${y} l${side * 8},-4 v8 z`} fill={colour} />
    </>
  );
}
