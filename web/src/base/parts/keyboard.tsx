/** The dialog that lists keys which are single letters. */
import { Kbd, Modal, Switch, Table, Text } from '@mantine/core';
import { useKeysPreference } from './use-keys.ts';
import { t } from '../language/text.ts';

/** A key, and what it does. */
export type KeyHelp = readonly [key: string, what: string];

export interface HelpProps {
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

export function KeysDialog({ title, keys, opened, onClose }: HelpProps) {
  const [isOn, setIsOn] = useKeysPreference();
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      <KeyTable keys={[...keys, ['Ctrl or ⌘ + Enter', t('send the answer')]]} />
      <Text size="sm" c="dimmed" my="sm">
        {t('They work while no field has the focus. Esc leaves the field of the answer.')}
      </Text>
      <Switch
        label={t('Use the keys that are single letters')}
        checked={isOn}
        onChange={(event) => setIsOn(event.currentTarget.checked)}
      />
    </Modal>
  );
}
