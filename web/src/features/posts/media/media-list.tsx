/** Pictures and videos in the order in which they go out, each with its description beside it. */
import { ActionIcon, Stack, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { CloseIcon, LeftIcon, RightIcon } from '../../../base/parts/icons.tsx';
import { LIMITS } from '../../../base/limits.ts';
import { MediaThumb } from '../../../base/parts/media-thumb.tsx';
import { useDragOrder } from './use-drag-order.ts';

export interface MediaListProps {
  value: string[];
  onChange: (change: (media: string[]) => string[]) => void;
  /** Descriptions, by address. */
  altText: { [url: string]: string };
  onDescribe: (url: string, words: string) => void;
  /** Follows the number of a medium in its name; empty for those of the post itself. */
  where: string;
}

export function MediaList({ value, onChange, altText, onDescribe, where }: MediaListProps) {
  const list = useDragOrder(value, (from, to) => onChange((media) => moved(media, from, to)));
  return (
    <ul className="media-list" ref={list}>
      {value.map((url, index) => (
        <Medium
          key={url}
          url={url}
          name={`medium ${index + 1}${where}`}
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
      <button type="button" className="medium-thumb" data-drag-handle aria-label={`Drag ${name}`}>
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
        placeholder="Description, for people who do not see it"
        aria-label={`Description of ${name}, for people who do not see it`}
        value={words}
        onChange={(event) => onDescribe(event.currentTarget.value)}
      />
      <Stack gap={2}>
        <Act label={`Move ${name} forward`} isOff={isFirst} onClick={() => onMove(-1)}>
          <LeftIcon size={16} />
        </Act>
        <Act label={`Remove ${name}`} onClick={onRemove}>
          <CloseIcon size={16} />
        </Act>
        <Act label={`Move ${name} back`} isOff={isLast} onClick={() => onMove(1)}>
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
