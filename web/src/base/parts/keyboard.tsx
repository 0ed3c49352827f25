/** Keys that are single letters, and the dialog that lists them. */
import { Kbd, Modal, Switch, Table, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/** A key, and what it does. */
export type KeyHelp = readonly [key: string, what: string];

/** Whether a person uses the keys. Software for speech may press them by mistake, so they can be switched off. */
export function useKeysWanted() {
  return useLocalStorage({ key: 'troupe.keys', defaultValue: true, getInitialValueInEffect: false });
}

/** Calls what a key stands for, unless a field has the focus or a dialog is open. */
export function useKeys(keys: { [key: string]: () => void }, isOn: boolean): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = current.current[event.key];
      if (act === undefined || isField(event.target) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [isOn]);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('textarea, select, [contenteditable], input:not([type=checkbox]):not([type=radio])') !==
      null
  );
}

interface HelpProps {
  /** Such as `Keys of the inbox`. */
  title: string;
  keys: readonly KeyHelp[];
  opened: boolean;
  onClose: () => void;
}

/** Keys, each with what it does. */
export function KeyTable({ keys }: { keys: readonly KeyHelp[] }) {
  return (
    <Table withRowBorders={false} verticalSpacing={4}>
      <Table.Tbody>
        {keys.map(([key, what]) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" w={190}>
              <Kbd>{key}</Kbd>
            </Table.Th>
            <Table.Td>{what}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export function KeysHelp({ title, keys, opened, onClose }: HelpProps) {
  const [isOn, setIsOn] = useKeysWanted();
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <KeyTable keys={[...keys, ['Ctrl or ⌘ + Enter', 'send the answer']]} />
      <Text size="sm" c="dimmed" my="sm">
        They work while no field has the focus. Esc leaves the field of the answer.
      </Text>
      <Switch
        label="Use the keys that are single letters"
        checked={isOn}
        onChange={(event) => setIsOn(event.currentTarget.checked)}
      />
    </Modal>
  );
}
