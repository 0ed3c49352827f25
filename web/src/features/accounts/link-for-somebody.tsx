import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../base/api.ts';
import { Copyable } from '../../base/parts/copy.tsx';
import { Fault } from '../../base/parts/states.tsx';
import { inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { linksKey } from './links.tsx';

const HOURS = [
  { value: '1', label: 'One hour' },
  { value: '24', label: 'One day' },
  { value: '72', label: 'Three days' },
  { value: '168', label: 'Seven days' },
];

/** Makes a link for a person who can sign in to an account at its network, but not to Troupe. */
export function LinkForSomebody({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { slug, timezone, name } = useWorkspace();
  const [hours, setHours] = useState('24');
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: async () => {
      const body = { workspace: slug, expiresInHours: Number(hours) };
      return (await call('createConnectLink', body)).connectLink;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: linksKey(slug) }),
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={make.reset}
      title="Link for somebody else"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {make.data === undefined ? (
          <>
            <Text size="sm">
              Anybody who has the link can connect accounts to {name} without signing in here. Send it to that
              person alone.
            </Text>
            <Select
              label="It works for"
              data={HOURS}
              value={hours}
              onChange={(value) => value !== null && setHours(value)}
              allowDeselect={false}
            />
            {make.isError && <Fault message={messageOf(make.error)} />}
            <Button loading={make.isPending} onClick={() => make.mutate()}>
              Make the link
            </Button>
          </>
        ) : (
          <>
            <Copyable text={make.data.url} label="The link" />
            <Text size="sm" c="dimmed">
              It works until {inZone(make.data.expiresAt, timezone)}.
            </Text>
          </>
        )}
      </Stack>
    </Modal>
  );
}
