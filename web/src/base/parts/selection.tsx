/** Several entries of a list at once. */
import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../language/text.ts';

/** @returns the selection with this entry, or without it when it was selected */
export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

interface BarProps {
  /** Such as `Selected conversations`. */
  label: string;
  /** Everything that can be selected. */
  ids: readonly string[];
  selected: ReadonlySet<string>;
  select: (ids: ReadonlySet<string>) => void;
  /** Buttons: what is done with the selected ones. */
  children: ReactNode;
}

/** What is done with the selected entries. */
export function SelectionBar({ label, ids, selected, select, children }: BarProps) {
  const isAll = selected.size === ids.length;
  return (
    <Group gap="xs" py={6} role="group" aria-label={label} wrap="nowrap">
      <Checkbox
        size="xs"
        ms={10}
        checked={isAll}
        indeterminate={!isAll}
        onChange={() => select(isAll ? new Set() : new Set(ids))}
        aria-label={isAll ? t('Select none') : t('Select all')}
      />
      <Text size="sm" role="status">
        {t('{size} selected', { size: selected.size })}
      </Text>
      <Group gap="xs" ms="auto" wrap="nowrap">
        {children}
        <Button size="xs" variant="default" onClick={() => select(new Set())}>
          {t('Cancel')}
        </Button>
      </Group>
    </Group>
  );
}
