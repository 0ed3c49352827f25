/** Who is in the workspace, in which role, and who is invited. */
import { Stack, Text, Title } from '@mantine/core';
import { messageOf } from '../../base/api.ts';
import { IfCan } from '../../base/can.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { useSession } from '../../base/session.ts';
import { Invitations } from './invitations.tsx';
import { MemberCard } from './member-card.tsx';
import { useMembers } from './queries.ts';

export function People() {
  const members = useMembers();
  const { data: session } = useSession();
  return (
    <Stack maw={860}>
      <Text size="sm" c="dimmed">
        Everybody here sees all of this workspace. What they may change depends on their role, also for their
        API keys and for agents that act for them.
      </Text>
      <Title order={2} size="h4">
        Members
      </Title>
      {members.isPending ? (
        <Waiting rows={2} />
      ) : members.isError ? (
        <Fault message={messageOf(members.error)} onRetry={() => void members.refetch()} />
      ) : (
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Members">
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
