import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { LabelsField } from './labels-field.tsx';
import { t } from '../../base/language/text.ts';

/** What many posts get and lose. */
export interface LabelChange {
  addLabels: string[];
  removeLabels: string[];
}

interface LabelDialogProps {
  /** How many posts; null means all of a filter, which were not counted. */
  count: number | null;
  isPending: boolean;
  onClose: () => void;
  onConfirm: (change: LabelChange) => void;
}

/** Asks which labels posts get and lose. */
export function LabelDialog({ count, isPending, onClose, onConfirm }: LabelDialogProps) {
  const [addLabels, setAdd] = useState<string[]>([]);
  const [removeLabels, setRemove] = useState<string[]>([]);
  return (
    <Modal opened onClose={onClose} title={t('Labels')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack gap="sm">
        <Text size="sm">
          {count === null
            ? t('All posts are selected.')
            : t('{count, plural, one {# post is selected.} other {# posts are selected.}}', { count })}
        </Text>
        <LabelsField label={t('Add')} value={addLabels} onChange={setAdd} autoFocus />
        <LabelsField label={t('Remove')} value={removeLabels} onChange={setRemove} />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          loading={isPending}
          disabled={addLabels.length + removeLabels.length === 0}
          onClick={() => onConfirm({ addLabels, removeLabels })}
        >
          {t('Change labels')}
        </Button>
      </Group>
    </Modal>
  );
}
