import { Modal, Select, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { Copyable } from '../../base/parts/copy.tsx';
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
  const queries = useQueryClient();
  const form = useApiForm({
    name: 'connect-link',
    initialValues: { expiresInHours: '24' },
    send: async ({ expiresInHours }) => {
      const body = { workspace: slug, expiresInHours: Number(expiresInHours) };
      return (await call('createConnectLink', body)).connectLink;
    },
    onSent: () => queries.invalidateQueries({ queryKey: linksKey(slug) }),
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={form.forget}
      title="Link for somebody else"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {form.sent === undefined ? (
        <Form of={form}>
          <Stack>
            <Text size="sm">
              Anybody who has the link can connect accounts to {name} without signing in here. Send it to that
              person alone.
            </Text>
            <Select
              label="It works for"
              data={HOURS}
              {...form.field('expiresInHours')}
              allowDeselect={false}
            />
            <FormFault of={form} />
            <Submit of={form}>Make the link</Submit>
          </Stack>
        </Form>
      ) : (
        <Stack>
          <Copyable text={form.sent.url} label="The link" />
          <Text size="sm" c="dimmed">
            It works until {inZone(form.sent.expiresAt, timezone)}.
          </Text>
        </Stack>
      )}
    </Modal>
  );
}
