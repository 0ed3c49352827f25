/** A post on the calendar, and a slot of the schedule that is free. */
import { Link } from 'wouter';
import type { Post } from '../../base/api.ts';
import { TONE_COLORS } from '../../base/parts/look.ts';
import { ToneSign } from '../../base/parts/look-badge.tsx';
import { MediaThumb } from '../../base/parts/media-thumb.tsx';
import { NetworkMark, networkName } from '../../base/parts/network.tsx';
import { clock, clockInZone } from '../../base/parts/times.ts';
import { isMovable, type Place, placeAfter } from './calendar.ts';
import { SeriesSign } from './series-mark.tsx';
import { postLook } from './status.tsx';
import { t } from '../../base/language/text.ts';

/** So many networks have a mark of their own. */
const MAX_MARKS = 3;
/** What a post is called while it is dragged. */
const DRAGGED = 'application/x-troupe-post';

interface ChipProps {
  post: Post;
  timezone: string;
  /** Absent where the person may not move posts. */
  move: ((post: Post, place: Place) => void) | undefined;
}

/** A link to the post. It can be dragged, and moved by Shift with the arrows. */
export function Chip({ post, timezone, move }: ChipProps) {
  const look = postLook(post);
  const time = clockInZone(post.scheduledAt!, timezone);
  const platforms = [...new Set(post.deliveries.map(({ platform }) => platform))];
  const names = platforms.map(networkName).join(', ');
  const text = post.content.trim().split('\n', 1)[0] || t('Without text');
  const canMove = move !== undefined && isMovable(post);
  const [medium] = post.media;
  const pressed = (event: React.KeyboardEvent) => {
    if (!canMove || !event.shiftKey) return;
    const place = placeAfter(post, event.key, timezone);
    if (place === null) return;
    event.preventDefault();
    move(post, place);
  };
  return (
    <Link
      href={`/posts/${post.id}`}
      className="cal-chip"
      style={
        { '--chip': `var(--mantine-color-${TONE_COLORS[look.tone]}-light-color)` } as React.CSSProperties
      }
      draggable={canMove}
      data-post={post.id}
      title={`${time} ${text}\n${names}\n${look.label}`}
      aria-label={`${time} ${text}, ${names || t('no account')}, ${look.label}`}
      {...(canMove && {
        'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown',
      })}
      onKeyDown={pressed}
      onDragStart={(event: React.DragEvent) => {
        event.dataTransfer.setData(DRAGGED, post.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <ToneSign tone={look.tone} size={12} />
      <span className="cal-time">{time}</span>
      <SeriesSign post={post} size={11} />
      {platforms.slice(0, MAX_MARKS).map((platform) => (
        <NetworkMark key={platform} platform={platform} size={14} />
      ))}
      {platforms.length > MAX_MARKS && (
        <span className="cal-more-marks">+{platforms.length - MAX_MARKS}</span>
      )}
      {medium !== undefined && <MediaThumb url={medium} size={18} alt="" />}
      <bdi className="cal-text">{text}</bdi>
    </Link>
  );
}

interface SlotProps {
  day: string;
  /** `HH:MM` */
  time: string;
}

/** Leads to a new post at this time. A post that is dropped here takes it. */
export const FreeSlot = ({ day, time, ...drop }: SlotProps & DropProps) => (
  <Link
    href={`/posts/new?at=${day}T${time}`}
    className="cal-slot"
    aria-label={t('Free slot at {clock}: write a post', { clock: clock(time) })}
    {...drop}
  >
    {t('{clock} free', { clock: clock(time) })}
  </Link>
);

type DropProps = Pick<React.DOMAttributes<HTMLElement>, 'onDragOver' | 'onDrop'>;

/** What makes an element take a dragged post. @param drop called with the id of the post */
export const dropTarget = (drop: ((id: string) => void) | undefined): DropProps =>
  drop === undefined
    ? {}
    : {
        onDragOver: (event) => {
          if (!event.dataTransfer.types.includes(DRAGGED)) return;
          event.preventDefault();
          event.stopPropagation();
          event.dataTransfer.dropEffect = 'move';
        },
        onDrop: (event) => {
          event.preventDefault();
          event.stopPropagation();
          drop(event.dataTransfer.getData(DRAGGED));
        },
      };
