/** The parts of a thread after the text itself. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { memo, useEffect, useRef, useState } from 'react';
import { LIMITS } from '../../../base/limits.ts';
import type { Draft, ThreadPart } from '../draft.ts';
import { type Checked, type Cut, cutOfPart } from './cuts.ts';
import { MarkedTextarea } from './marked-textarea.tsx';

interface ThreadFieldProps {
  parts: ThreadPart[];
  checked: Checked | null;
  setDraft: (change: (draft: Draft) => Draft) => void;
}

/** Networks without threads get all parts as one text: the preview says so. */
export const ThreadField = memo(function ThreadField({ parts, checked, setDraft }: ThreadFieldProps) {
  const [added, setAdded] = useState<number | null>(null);
  const change = (make: (parts: ThreadPart[]) => ThreadPart[]) =>
    setDraft((before) => ({ ...before, thread: make(before.thread) }));
  return (
    <Stack gap="xs">
      {parts.map((part, index) => (
        <Part
          // parts have no ids, and only the last ones come and go
          key={index}
          part={part}
          cut={checked === null ? null : cutOfPart(checked, index)}
          place={index + 2}
          hasFocus={added === index}
          onChange={(content) =>
            change((all) => all.map((one, at) => (at === index ? { ...one, content } : one)))
          }
          onRemove={() => change((all) => all.filter((_, at) => at !== index))}
        />
      ))}
      {parts.length < LIMITS.threadParts && (
        <Group>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              setAdded(parts.length);
              change((all) => [...all, { content: '' }]);
            }}
          >
            + Add a part
          </Button>
        </Group>
      )}
    </Stack>
  );
});

interface PartProps {
  part: ThreadPart;
  cut: Cut | null;
  /** Its number in the thread: the text itself is 1. */
  place: number;
  /** It was just added. */
  hasFocus: boolean;
  onChange: (content: string) => void;
  onRemove: () => void;
}

function Part({ part, cut, place, hasFocus, onChange, onRemove }: PartProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  return (
    <div className="thread-part">
      <MarkedTextarea
        ref={field}
        aria-label={`Part ${place} of the thread`}
        placeholder={`Part ${place}`}
        minRows={2}
        maxRows={12}
        value={part.content}
        onChange={onChange}
        cut={cut}
      />
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {part.media && part.media.length > 0 && `with ${part.media.length} media`}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`Remove part ${place} of the thread`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </Group>
    </div>
  );
}
