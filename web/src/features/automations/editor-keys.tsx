/** The keys of the editor, and its clipboard. */
import { Modal, Text } from '@mantine/core';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { KeyTable } from '../../base/parts/keyboard.tsx';
import { type Editing, START } from './use-editing.ts';
import { t } from '../../base/language/text.ts';

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Keys of the outline as a whole, never while a field has the focus. */
export function shortcuts(event: KeyboardEvent, editing: Editing, openHelp: () => void): void {
  const { key, ctrlKey, metaKey, shiftKey } = event;
  const isCommand = ctrlKey || metaKey;
  const isUndo = isCommand && key.toLowerCase() === 'z';
  if (event.defaultPrevented) return;
  // typing is undone by the editor too: the browser does not know what it made of a field
  if (isUndo && !shiftKey && editing.canUndo) editing.undo();
  else if ((isUndo && shiftKey) || (isCommand && key.toLowerCase() === 'y')) editing.redo();
  else if (!isField(event.target) && key === '?') openHelp();
  else return;
  event.preventDefault();
}

/** The step whose head has the focus; null means the event is about something else. */
export function headIn(event: ClipboardEvent): string | null {
  const head = document.activeElement;
  if (!(head instanceof HTMLElement) || isField(event.target)) return null;
  return head.dataset['head'] ?? null;
}

export function clip(event: ClipboardEvent, act: (id: string) => string | null): void {
  const id = headIn(event);
  const selected = getSelection()?.toString() ?? '';
  if (id === null || id === START || selected !== '') return;
  const text = act(id);
  if (text === null) return;
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
}

const KEYS = [
  ['↓ ↑', t('next step, step before')],
  ['Enter', t('open or close the step')],
  ['Esc', t('leave its fields')],
  ['/ or a', t('add a step after it')],
  ['Alt + ↑ ↓', t('move it up or down')],
  ['Alt + →', t('move it into the branch below')],
  ['Alt + ←', t('move it out of its branch')],
  ['Ctrl or ⌘ + C, X, V', t('copy, cut, paste it as JSON')],
  ['Ctrl or ⌘ + D', t('duplicate it')],
  ['Delete', t('remove it')],
  ['Ctrl or ⌘ + Z', t('undo; with Shift: redo')],
] as const;

export function KeysModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Keys of the editor')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <KeyTable keys={KEYS} />
      <Text size="sm" c="dimmed" mt="sm">
        {t('They work while the head of a step has the focus.')}
      </Text>
    </Modal>
  );
}
