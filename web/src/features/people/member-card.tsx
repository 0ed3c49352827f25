/** A member: the role, and removing them or leaving. */
import { Button, Card, Group, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../base/can.tsx';
import { Confirm } from '../../base/parts/confirm.tsx';
import { inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { type Member, useChangeMember, useRemoveMember } from './queries.ts';
import { ROLE_CHOICES, ROLE_WORDS } from './words.ts';
import { HeldAccounts } from './held-accounts.tsx';
import { t } from '../../base/language/text.ts';

export function MemberCard({ member, isSelf }: { member: Member; isSelf: boolean }) {
  const { timezone } = useWorkspace();
  const can = useCan();
  const { name, email, joinedAt } = member;
  const { role } = member;
  const change = useChangeMember(member, isSelf);
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0, flex: 1 }}>
          <Text fw={600} truncate>
            {isSelf ? t('{name} (you)', { name }) : name}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[
              ...(email === null ? [] : [email]),
              t('since {time}', { time: inZone(joinedAt, timezone) }),
            ].join(' · ')}
          </Text>
          <HeldAccounts member={member} />
        </div>
        <Group gap="xs">
          {can('updateMember') ? (
            <Select
              aria-label={t('Role of {name}', { name })}
              size="xs"
              w={130}
              data={ROLE_CHOICES}
              value={role}
              onChange={(chosen) =>
                chosen !== null &&
                change.mutate({ role: chosen, ...(chosen === 'owner' && { accountIds: null }) })
              }
              allowDeselect={false}
              disabled={change.isPending}
            />
          ) : (
            <Text size="sm">{ROLE_WORDS[role].label}</Text>
          )}
          {(isSelf || can('updateMember')) && <RemoveButton member={member} isSelf={isSelf} />}
        </Group>
      </Group>
    </Card>
  );
}

export function RemoveButton({
  member,
  isSelf,
}: {
  member: Pick<Member, 'userId' | 'name'>;
  isSelf: boolean;
}) {
  const { name: workspace } = useWorkspace();
  const [isAsked, { open, close }] = useDisclosure(false);
  const remove = useRemoveMember(member, isSelf);
  const { name } = member;
  return (
    <>
      <Button
        size="xs"
        miw={84}
        variant="subtle"
        color="red"
        onClick={open}
        aria-label={isSelf ? t('Leave the workspace') : t('Remove {name}', { name })}
      >
        {isSelf ? t('Leave') : t('Remove')}
      </Button>
      <Confirm
        opened={isAsked}
        onClose={close}
        title={isSelf ? t('Leave “{workspace}”?', { workspace }) : t('Remove {name}?', { name })}
        label={isSelf ? t('Leave') : t('Remove')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
      >
        {isSelf
          ? t(
              'You and your API keys do not reach it any more. What you made stays. An owner can invite you again.',
            )
          : t('They and their API keys do not reach this workspace any more, at once. What they made stays.')}
      </Confirm>
    </>
  );
}
