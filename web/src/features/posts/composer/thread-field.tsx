/** The parts of a thread after the text itself. */
import { Button, Group, Stack } from '@mantine/core';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { LIMITS } from '../../../base/limits.ts';
import { type Draft, partOf, type ThreadPart } from '../draft.ts';
import { MediaField } from '../media/media-field.tsx';
import { type Checked, type Cut, cutOfPart } from './cuts.ts';
import { MarkedTextarea } from './marked-textarea.tsx';
import { t } from '../../../base/language/text.ts';

interface ThreadFieldProps {
  parts: ThreadPart[];
  checked: Checked | null;
  /** Descriptions that the post has for all media. */
  altText: Draft['altText'];
  setDraft: (change: (draft: Draft) => Draft) => void;
  /** Reports how many files are being uploaded. @param place of the part, the same while other parts come and go */
  onUploading: (place: string, files: number) => void;
}

/** Networks without threads get all parts as one text: the preview says so. */
export const ThreadField = memo(function ThreadField(props: ThreadFieldProps) {
  const { parts, checked, altText, setDraft, onUploading } = props;
  const [added, setAdded] = useState<number | null>(null);
  const [keys, setKeys] = useState(() => keysFor([], parts.length));
  if (keys.length !== parts.length) setKeys(keysFor(keys, parts.length));
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  // an upload may end when its part has moved, or is gone
  const change = useCallback(
    (key: number, make: (part: ThreadPart) => ThreadPart) =>
      setDraft((before) => {
        const index = latest.current.indexOf(key);
        return {
          ...before,
          thread: before.thread.map((one, at) => (at === index ? partOf(make(one)) : one)),
        };
      }),
    [setDraft],
  );
  const remove = (index: number) => {
    setKeys(keys.filter((_, at) => at !== index));
    setDraft((before) => ({ ...before, thread: before.thread.filter((_, at) => at !== index) }));
  };
  return (
    <Stack gap="xs">
      {parts.map((part, index) => (
        <Part
          key={keys[index]}
          id={keys[index] ?? index}
          part={part}
          altText={altText}
          cut={checked === null ? null : cutOfPart(checked, index)}
          place={index + 2}
          hasFocus={added === index}
          onChange={change}
          onRemove={() => remove(index)}
          onUploading={onUploading}
        />
      ))}
      {parts.length < LIMITS.threadParts && (
        <Group>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              setAdded(parts.length);
              setDraft((before) => ({ ...before, thread: [...before.thread, { content: '' }] }));
            }}
          >
            {t('+ Add a part')}
          </Button>
        </Group>
      )}
    </Stack>
  );
});

/** Parts have no ids: numbers that stay with them while others come and go. */
const keysFor = (keys: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, index) => keys[index] ?? Math.max(-1, ...keys) + 1 + index - keys.length);

interface PartProps {
  /** It stays the same while other parts come and go. */
  id: number;
  part: ThreadPart;
  altText: Draft['altText'];
  cut: Cut | null;
  /** Its number in the thread: the text itself is 1. */
  place: number;
  /** It was just added. */
  hasFocus: boolean;
  onChange: (id: number, make: (part: ThreadPart) => ThreadPart) => void;
  onRemove: () => void;
  onUploading: (place: string, files: number) => void;
}

function Part(props: PartProps) {
  const { id, part, altText, cut, place, hasFocus, onChange, onRemove, onUploading } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  const report = useCallback(
    (files: number) => onUploading(t('part {id}', { id }), files),
    [onUploading, id],
  );
  return (
    <div className="thread-part">
      <MediaField
        isSmall
        above={
          <MarkedTextarea
            ref={field}
            aria-label={t('Part {place} of the thread', { place })}
            heading={t('Part {place}', { place })}
            minRows={2}
            maxRows={12}
            value={part.content}
            onChange={(content) => onChange(id, (before) => ({ ...before, content }))}
            cut={cut}
          />
        }
        part={place}
        value={part.media ?? []}
        onChange={(make) => onChange(id, (before) => ({ ...before, media: make(before.media ?? []) }))}
        altText={{ ...altText, ...part.altText }}
        onDescribe={(url, words) =>
          onChange(id, (before) => ({ ...before, altText: { ...before.altText, [url]: words } }))
        }
        onBusy={report}
        beside={
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            ms="auto"
            aria-label={t('Remove part {place} of the thread', { place })}
            onClick={onRemove}
          >
            {t('Remove')}
          </Button>
        }
      />
    </div>
  );
}
