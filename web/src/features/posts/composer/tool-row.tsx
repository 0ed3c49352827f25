/** What helps to write: emoji, a hashtag, a mention. What a tool needs is loaded when it is opened. */
import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const Emoji = lazy(() => import('./emoji.tsx'));

/** @param props.onInsert puts words where the caret is */
export function ToolRow({ onInsert }: { onInsert: (words: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Group gap={4}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label="Emoji"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          🙂
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label="Hashtag"
          onClick={() => onInsert('#')}
        >
          #
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label="Mention"
          onClick={() => onInsert('@')}
        >
          @
        </Button>
      </Group>
      {isOpen && (
        <Suspense fallback={null}>
          <Emoji
            onChoose={(emoji) => {
              setOpen(false);
              onInsert(emoji);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
