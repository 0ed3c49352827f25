/** Fields that few people need, folded until they are asked for. */
import './fold.css';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';

interface FoldProps {
  /** Pictures before the title. */
  mark?: ReactNode;
  title: string;
  /** What is set, or what there is to set. */
  says: string;
  /** Whether it is unfolded at first. */
  startsOpen: boolean;
  /** Whether a field within has an error: it is unfolded then, so that the error can be seen. */
  hasError?: boolean;
  /** Names the fields for those who hear them. */
  label: string;
  children: ReactNode;
}

export function Fold({ mark, title, says, startsOpen, hasError = false, label, children }: FoldProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details
      className="fold"
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {mark}
        <span className="fold-title">{title}</span>
        <span className="fold-says">{says}</span>
      </summary>
      <Stack gap="sm" p="sm" role="group" aria-label={label}>
        {children}
      </Stack>
    </details>
  );
}
