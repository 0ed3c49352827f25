/** Who answers a conversation: shown to everybody, chosen by those who answer. */
import { Group, Select, Text } from '@mantine/core';
import type { Conversation } from '../../base/api.ts';
import { useCan } from '../../base/can.tsx';
import { useSession } from '../../base/session.ts';
import { useMemberNames, useMembers } from '../people/index.ts';
import { useUpdate } from './queries.ts';
import { t } from '../../base/language/text.ts';

const NOBODY = t('Nobody');

export function Assignee({ conversation: { id, assigneeId, accountId } }: { conversation: Conversation }) {
  const can = useCan();
  const assign = useUpdate();
  const choices = useChoices(accountId);
  const names = useMemberNames();
  const name = assigneeId === null ? NOBODY : (names.get(assigneeId) ?? t('A member'));
  if (!can('updateConversation'))
    return (
      <Text size="xs" c="dimmed" px="sm" py="xs">
        {t('Assigned to {name}', { name })}
      </Text>
    );
  return (
    <Group gap="xs" px="sm" py="xs" wrap="nowrap">
      <Text size="xs" c="dimmed">
        {t('Assigned to')}
      </Text>
      <Select
        size="xs"
        aria-label={t('Assigned to')}
        placeholder={NOBODY}
        data={choices}
        value={assigneeId}
        onChange={(userId) => assign.mutate({ id, assigneeId: userId })}
        disabled={assign.isPending}
        clearable
        clearButtonProps={{ 'aria-label': t('Assign to nobody') }}
      />
    </Group>
  );
}

/** The members who may answer in a conversation of the account. */
function useChoices(accountId: string) {
  const { data: members = [] } = useMembers();
  const { data: session } = useSession();
  return members
    .filter(({ role }) => !(session?.refused[role] ?? []).includes('sendMessage'))
    .filter(({ accountIds }) => accountIds === null || accountIds.includes(accountId))
    .map(({ userId, name }) => ({
      value: userId,
      label: userId === session?.user?.id ? t('{name} (you)', { name }) : name,
    }));
}
