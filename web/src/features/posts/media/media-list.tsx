/** Pictures and videos in the order in which they go out, each with its description beside it. */
import { ActionIcon, Stack, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { CloseIcon, LeftIcon, RightIcon } from '../../../base/parts/icons.tsx';
import { LIMITS } from '../../../base/limits.ts';
import { MediaThumb } from '../../../base/parts/media-thumb.tsx';
import { useDragOrder } from './use-drag-order.ts';
import { t } from '../../../base/language/text.ts';

export interface MediaListProps {
  value: string[];
  onChange: (change: (media: string[]) => string[]) => void;
  /** Descriptions, by address. */
  altText: { [url: string]: string };
  onDescribe: (url: string, words: string) => void;
  /** Number of the part of the thread that they belong to; null means the post itself. */
  part: number | null;
}

export function MediaList({ value, onChange, altText, onDescribe, part }: MediaListProps) {
  const list = useDragOrder(value, (from, to) => onChange((media) => moved(media, from, to)));
  return (
    <ul className="media-list" ref={list}>
      {value.map((url, index) => (
        <Medium
          key={url}
          url={url}
          name={
            part === null
              ? t('medium {count}', { count: index + 1 })
              : t('medium {count} of part {part}', { count: index + 1, part })
          }
          isFirst={index === 0}
          isLast={index === value.length - 1}
          words={altText[url] ?? ''}
          onDescribe={(words) => onDescribe(url, words)}
          onRemove={() => onChange((media) => media.filter((one) => one !== url))}
          onMove={(by) => onChange((media) => moved(media, index, index + by))}
        />
      ))}
    </ul>
  );
}

interface MediumProps {
  url: string;
  /** Such as `medium 1`. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  /** Its description. */
  words: string;
  onDescribe: (words: string) => void;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
}

/** It is moved by dragging its picture, or with its buttons. */
function Medium({ url, name, isFirst, isLast, words, onDescribe, onRemove, onMove }: MediumProps) {
  return (
    <li className="medium">
      <button type="button" className="medium-thumb" data-drag-handle aria-label={t('Drag {name}', { name })}>
        <MediaThumb url={url} size={76} alt={words || name} />
      </button>
      <Textarea
        size="xs"
        flex={1}
        autosize
        minRows={3}
        maxRows={6}
        maxLength={LIMITS.altText}
        dir="auto"
        placeholder={t('Description, for people who do not see it')}
        aria-label={t('Description of {name}, for people who do not see it', { name })}
        value={words}
        onChange={(event) => onDescribe(event.currentTarget.value)}
      />
      <Stack gap={2}>
        <Act label={t('Move {name} forward', { name })} isOff={isFirst} onClick={() => onMove(-1)}>
          <LeftIcon size={16} />
        </Act>
        <Act label={t('Remove {name}', { name })} onClick={onRemove}>
          <CloseIcon size={16} />
        </Act>
        <Act label={t('Move {name} back', { name })} isOff={isLast} onClick={() => onMove(1)}>
          <RightIcon size={16} />
        </Act>
      </Stack>
    </li>
  );
}

function Act(props: { label: string; isOff?: boolean; onClick: () => void; children: ReactNode }) {
  const { label, isOff = false, onClick, children } = props;
  return (
    <ActionIcon size={24} variant="subtle" color="gray" disabled={isOff} aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

/** @returns the list with one of its entries in another place */
function moved(media: string[], from: number, to: number): string[] {
  const changed = [...media];
  const [one] = changed.splice(from, 1);
  changed.splice(to, 0, one!);
  return changed;
}
