import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../language/text.ts';

/** Asks before an action that cannot be undone. */
export function Confirm(props: {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** Label of the button that confirms. */
  label: string;
  loading: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { opened, title, children, label, loading, onConfirm, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Text size="sm" mb="lg">
        {children}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button color="red" loading={loading} onClick={onConfirm}>
          {label}
        </Button>
      </Group>
    </Modal>
  );
}
