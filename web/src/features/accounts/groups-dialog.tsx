/** The groups of a workspace: made, renamed, deleted. Which accounts are in one is chosen in the details of each account. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { type AccountGroup, useAccountGroups, useDeleteGroup, useSaveGroup } from './group-queries.ts';
import { t } from '../../base/language/text.ts';

export default function GroupsDialog({ onClose }: { onClose: () => void }) {
  const groups = useAccountGroups();
  return (
    <Modal opened onClose={onClose} title={t('Groups')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack gap="sm">
        <Text size="sm">
          {t('A group is a brand or a client. An account is in one group, which is chosen in its details.')}
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
          {t('{count, plural, one {# account} other {# accounts}}', { count: accountIds.length })}
        </Text>
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button size="xs" variant="default" aria-label={t('Rename {name}', { name })} onClick={change}>
          {t('Rename')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={t('Delete {name}', { name })}
          onClick={ask}
        >
          {t('Delete')}
        </Button>
      </Group>
      <Confirm
        opened={isAsked}
        title={t('Delete the group “{name}”?', { name })}
        label={t('Delete')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSuccess: keep })}
        onClose={keep}
      >
        {t('Its accounts stay connected, and are in no group.')}
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
    <Form of={form} label={group === null ? t('New group') : t('Rename {name}', { name: group.name })}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={group === null ? t('New group') : t('Name')}
          dir="auto"
          maxLength={LIMITS.accountGroupName}
          style={{ flex: 1 }}
          {...form.field('name')}
        />
        <Submit of={form} disabled={form.values.name.trim() === ''}>
          {group === null ? t('Add the group') : t('Save')}
        </Submit>
      </Group>
      <FormFault of={form} />
    </Form>
  );
}
