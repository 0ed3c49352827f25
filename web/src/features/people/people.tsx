/** Who is in the workspace, in which role, and who is invited. */
import { Stack, Text, Title } from '@mantine/core';
import { messageOf } from '../../base/api.ts';
import { IfCan, useCan } from '../../base/can.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { useSession, useWorkspace } from '../../base/session.ts';
import { Invitations } from './invitations.tsx';
import { useAccounts } from '../accounts/index.ts';
import { MemberCard, RemoveButton } from './member-card.tsx';
import { useMembers } from './queries.ts';
import { accountsText } from './words.ts';
import { t } from '../../base/language/text.ts';

export function People() {
  const can = useCan();
  return can('listMembers') ? <EveryPerson /> : <OnlySelf />;
}

/** For somebody who is held to some accounts: whom else there is is not shown to them. */
function OnlySelf() {
  const { data: session } = useSession();
  const { heldTo } = useWorkspace();
  const { data: accounts = [] } = useAccounts();
  return (
    <Stack maw={860}>
      <Text size="sm">
        {t('You reach some accounts of this workspace: {accounts}.', {
          accounts: accountsText(heldTo, accounts),
        })}
      </Text>
      {session?.user && (
        <div>
          <RemoveButton member={{ userId: session.user.id, name: session.user.name }} isSelf />
        </div>
      )}
    </Stack>
  );
}

function EveryPerson() {
  const members = useMembers();
  const { data: session } = useSession();
  return (
    <Stack maw={860}>
      <Text size="sm" c="dimmed">
        {t(
          'Everybody here sees this workspace, all of it or what is of their accounts. What they may change depends on their role, also for their API keys and for agents that act for them.',
        )}
      </Text>
      <Title order={2} size="h4">
        {t('Members')}
      </Title>
      {members.isPending ? (
        <Waiting rows={2} />
      ) : members.isError ? (
        <Fault message={messageOf(members.error)} onRetry={() => void members.refetch()} />
      ) : (
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('Members')}>
          {members.data.map((member) => (
            <MemberCard key={member.userId} member={member} isSelf={member.userId === session?.user?.id} />
          ))}
        </Stack>
      )}
      <IfCan call="createInvitation">
        <Invitations />
      </IfCan>
    </Stack>
  );
}
