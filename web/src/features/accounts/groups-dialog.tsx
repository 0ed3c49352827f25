/** The groups of a workspace: made, renamed, deleted. Which accounts are in one is chosen in the details of each account. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { type AccountGroup, useAccountGroups, useDeleteGroup, useSaveGroup } from './group-queries.ts';

export default function GroupsDialog({ onClose }: { onClose: () => void }) {
  const groups = useAccountGroups();
  return (
    <Modal opened onClose={onClose} title="Groups" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="sm">
        <Text size="sm">
          A group is a brand or a client. An account is in one group, which is chosen in its details.
        </Text>
        {groups.map((group) => (
          <GroupLine key={group.id} group={group} />
        ))}
        <GroupForm group={null} onSaved={() => undefined} />
      </Stack>
    </Modal>
  );
}

function GroupLine({ group }: { group: AccountGroup }) {
  const [isChanged, { open: change, close }] = useDisclosure(false);
  const [isAsked, { open: ask, close: keep }] = useDisclosure(false);
  const remove = useDeleteGroup();
  const { id, name, accountIds } = group;
  if (isChanged) return <GroupForm group={group} onSaved={close} />;
  return (
    <Group justify="space-between" wrap="nowrap" role="group" aria-label={name}>
      <Text size="sm" truncate dir="auto">
        {name}{' '}
        <Text span size="xs" c="dimmed">
          {accountIds.length === 1 ? '1 account' : `${accountIds.length} accounts`}
        </Text>
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button size="xs" variant="default" aria-label={`Rename ${name}`} onClick={change}>
          Rename
        </Button>
        <Button size="xs" variant="subtle" color="red" aria-label={`Delete ${name}`} onClick={ask}>
          Delete
        </Button>
      </Group>
      <Confirm
        opened={isAsked}
        title={`Delete the group “${name}”?`}
        label="Delete"
        loading={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSuccess: keep })}
        onClose={keep}
      >
        Its accounts stay connected, and are in no group.
      </Confirm>
    </Group>
  );
}

function GroupForm({ group, onSaved }: { group: AccountGroup | null; onSaved: () => void }) {
  const save = useSaveGroup();
  const form = useApiForm({
    name: 'account-group',
    initialValues: { name: group?.name ?? '' },
    send: ({ name }) => save({ id: group?.id ?? null, name }),
    onSent: () => {
      form.reset();
      onSaved();
    },
  });
  return (
    <Form of={form} label={group === null ? 'New group' : `Rename ${group.name}`}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={group === null ? 'New group' : 'Name'}
          dir="auto"
          maxLength={LIMITS.accountGroupName}
          style={{ flex: 1 }}
          {...form.field('name')}
        />
        <Submit of={form} disabled={form.values.name.trim() === ''}>
          {group === null ? 'Add the group' : 'Save'}
        </Submit>
      </Group>
      <FormFault of={form} />
    </Form>
  );
}
