/** Asks before something is published with which tests fail. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Step, Verdict } from './shapes.ts';
import { Diff } from './test-list.tsx';
import { verdictText } from './words.ts';
import { t } from '../../base/language/text.ts';

interface FailingProps {
  failing: readonly Verdict[];
  steps: readonly Step[];
  isRequired: boolean;
  opened: boolean;
  onClose: () => void;
  onPublish: () => void;
}

export function FailingTests({ failing, steps, isRequired, opened, onClose, onPublish }: FailingProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('{count, plural, one {A test fails} other {# tests fail}}', { count: failing.length })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="sm">
        {failing.map(({ name, message, diff }) => (
          <section key={name} aria-label={name}>
            <Text size="sm" fw={650} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {verdictText(message ?? '', steps)}
            </Text>
            {diff.length > 0 && <Diff lines={diff} />}
          </section>
        ))}
        <Group justify="flex-end">
          {isRequired && (
            <Text size="sm" style={{ flex: 1 }}>
              {t('It is published only when every test passes.')}
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            {t('Go back to the steps')}
          </Button>
          <Button color="red" disabled={isRequired} onClick={onPublish}>
            {t('Publish all the same')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
