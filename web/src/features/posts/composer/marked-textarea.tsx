/** A field for a text of a post, in which the end that networks cut is struck through. */
import { Text, Textarea, type TextareaProps } from '@mantine/core';
import { useId, useLayoutEffect, useRef, type Ref } from 'react';
import { LIMITS } from '../../../base/limits.ts';
import { networkName } from '../../../base/parts/network.tsx';
import type { Cut } from './cuts.ts';
import { t } from '../../../base/language/text.ts';

/** Mantine's input else takes `aria-describedby` for itself. Its types lack this property. */
const OWN_ARIA = { withAria: false };

interface MarkedTextareaProps extends Pick<
  TextareaProps,
  'aria-label' | 'placeholder' | 'autoFocus' | 'minRows' | 'maxRows'
> {
  /** Shown above it; absent means that it needs none. */
  heading?: string;
  value: string;
  onChange: (text: string) => void;
  cut: Cut | null;
  ref: Ref<HTMLTextAreaElement>;
}

/** The marks are a copy of the text behind the field, which stays a plain one: for undo, spelling and screen readers. */
export function MarkedTextarea({ heading, value, onChange, cut, ...props }: MarkedTextareaProps) {
  const behind = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const noteId = useId();
  const follow = () => {
    const scrolled = field.current?.querySelector('textarea');
    if (!behind.current || !scrolled) return;
    behind.current.style.direction = getComputedStyle(scrolled).direction;
    behind.current.scrollTop = scrolled.scrollTop;
  };
  useLayoutEffect(follow);
  const isCut = cut !== null && value.slice(cut.at).trim() !== '';
  return (
    <>
      {heading !== undefined && (
        <Text size="xs" c="dimmed" aria-hidden="true">
          {heading}
        </Text>
      )}
      <div className="marked-text" ref={field}>
        {isCut && (
          <div className="cut-marks post-input" aria-hidden="true" ref={behind}>
            {value.slice(0, cut.at)}
            <del>{value.slice(cut.at)}</del>
            {/* a line break at the end is a line of its own, as in the field */}
            {value.endsWith('\n') && ' '}
          </div>
        )}
        <Textarea
          {...props}
          variant="unstyled"
          autosize
          maxLength={LIMITS.postContent}
          dir="auto"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onScroll={follow}
          classNames={{ input: 'post-input' }}
          {...OWN_ARIA}
          aria-describedby={isCut ? noteId : undefined}
        />
      </div>
      {isCut && (
        <Text size="xs" c="var(--mantine-color-error)" id={noteId}>
          {cut.isWholeElsewhere
            ? t('{platforms}: what is struck through is cut. The others get all of it.', {
                platforms: cut.platforms.map(networkName).join(', '),
              })
            : t('{platforms}: what is struck through is cut.', {
                platforms: cut.platforms.map(networkName).join(', '),
              })}
        </Text>
      )}
    </>
  );
}
