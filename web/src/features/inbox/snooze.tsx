/** Puts a conversation aside until a time, or takes it back. */
import { ActionIcon, Button, Group, Menu, Modal, Stack, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Conversation } from '../../base/api.ts';
import { IfCan, ifCan } from '../../base/can.tsx';
import { ClockIcon } from '../../base/parts/icons.tsx';
import { MomentField } from '../../base/parts/moment-field.tsx';
import { inZone, instantAt } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { useUpdate } from './queries.ts';
import { snoozeTimes } from './snooze-times.ts';
import { t } from '../../base/language/text.ts';

interface SnoozeProps {
  conversation: Conversation;
  /** It is put aside: another one is shown. */
  onSnoozed: () => void;
}

export const SnoozeMenu = ifCan('updateConversation', ({ conversation, onSnoozed }: SnoozeProps) => {
  const { timezone } = useWorkspace();
  const update = useUpdate();
  const [isAsked, { open: ask, close }] = useDisclosure(false);
  const { id, snoozedUntil, windowEndsAt } = conversation;
  const snooze = (until: string) =>
    update.mutate(
      { id, snoozedUntil: until },
      {
        onSuccess: () => {
          close();
          notifications.show({
            message: t('Snoozed until {time}, or until the person writes.', {
              time: inZone(until, timezone),
            }),
          });
          onSnoozed();
        },
      },
    );
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Tooltip label={t('Snooze')}>
            <ActionIcon variant="default" size={34} aria-label={t('Snooze')} loading={update.isPending}>
              <ClockIcon />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {snoozeTimes({ windowEndsAt, timezone, now: Date.now() }).map(({ label, at }) => (
            <Menu.Item key={label} onClick={() => snooze(at)}>
              {label}
              <Text size="xs" c="dimmed">
                {inZone(at, timezone)}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Item onClick={ask}>{t('Until a day and time …')}</Menu.Item>
          {snoozedUntil !== null && (
            <Menu.Item onClick={() => update.mutate({ id, snoozedUntil: null })}>
              {t('End the snooze')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={isAsked}
        onClose={close}
        title={t('Snooze until')}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <ChosenTime isPending={update.isPending} snooze={snooze} />
      </Modal>
    </>
  );
});

function ChosenTime({ isPending, snooze }: { isPending: boolean; snooze: (until: string) => void }) {
  const { timezone } = useWorkspace();
  const [value, setValue] = useState('');
  const [day = '', time = ''] = value.split('T');
  const at = day === '' || time === '' ? null : instantAt(`${day}T${time}:00`, timezone);
  return (
    <Stack gap="sm">
      <MomentField
        label={t('Snooze until')}
        description={t('In the time zone {timezone}. It ends earlier if the person writes.', { timezone })}
        timezone={timezone}
        value={value}
        required
        onChange={setValue}
      />
      <Group justify="flex-end">
        <Button
          loading={isPending}
          disabled={at === null || Date.parse(at) <= Date.now()}
          onClick={() => at !== null && snooze(at)}
        >
          {t('Snooze')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Says that it is put aside, and takes it back. */
export function Snoozed({ conversation: { id, snoozedUntil } }: { conversation: Conversation }) {
  const { timezone } = useWorkspace();
  const update = useUpdate();
  if (snoozedUntil === null) return null;
  return (
    <Group className="inbox-note" gap="xs" role="note">
      <ClockIcon size={14} />
      <Text size="xs">
        {t('Snoozed until {time}, or until the person writes.', { time: inZone(snoozedUntil, timezone) })}
      </Text>
      <IfCan call="updateConversation">
        <Button
          size="compact-xs"
          variant="subtle"
          loading={update.isPending}
          onClick={() => update.mutate({ id, snoozedUntil: null })}
        >
          {t('End the snooze')}
        </Button>
      </IfCan>
    </Group>
  );
}
