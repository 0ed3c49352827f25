/** The calls that wait for a person, with what would happen: allow, or refuse. */
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { messageOf } from '../../base/api.ts';
import { useNow } from '../../base/parts/now.ts';
import { Fault } from '../../base/parts/states.tsx';
import { fromNow } from '../../base/parts/times.ts';
import { IfCan } from '../../base/can.tsx';
import { PlanView } from './plan-view.tsx';
import { useConfirmations, useDecide, type WaitingCall } from './queries.ts';
import { callerOf } from './words.ts';
import { t } from '../../base/language/text.ts';

export function Waiting() {
  const confirmations = useConfirmations();
  const now = useNow(10_000);
  if (confirmations.isError && confirmations.data === undefined)
    return <Fault message={messageOf(confirmations.error)} onRetry={() => void confirmations.refetch()} />;
  const { waiting = [] } = confirmations.data ?? {};
  if (waiting.length === 0) return null;
  return (
    <Stack gap="sm" mb="xl" component="section" aria-label={t('Waiting for you')}>
      <Title order={2} size="h4">
        {t('Waiting for you')}
      </Title>
      <Text size="sm" c="dimmed">
        {t(
          'Nothing of this has happened yet. What you allow, the agent does when it calls again: tell it that you have.',
        )}
      </Text>
      {waiting.map((call) => (
        <WaitingCard key={call.id} call={call} now={now} />
      ))}
    </Stack>
  );
}

function WaitingCard({ call, now }: { call: WaitingCall; now: number }) {
  const decide = useDecide();
  const { id, tool, plan, keyName, client, createdAt, expiresAt } = call;
  const title = plan.title ?? tool;
  const button = (decision: 'allowed' | 'refused') => ({
    loading: decide.isPending && decide.variables.decision === decision,
    disabled: decide.isPending,
    onClick: () => decide.mutate({ id, decision }),
  });
  return (
    <Card
      withBorder
      padding="md"
      component="article"
      aria-label={t('{title}, by {keyName}', { title, keyName })}
    >
      <Stack gap="sm">
        <div>
          <Text fw={650}>{title}</Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[
              callerOf(call),
              ...(client === null ? [] : [client]),
              fromNow(createdAt, now),
              t('ends {when}', { when: fromNow(expiresAt, now) }),
            ].join(' · ')}
          </Text>
        </div>
        <PlanView plan={plan} />
        <IfCan call="decideConfirmation">
          <Group gap="sm">
            <Button {...button('allowed')}>{t('Allow')}</Button>
            <Button variant="default" {...button('refused')}>
              {t('Refuse')}
            </Button>
          </Group>
        </IfCan>
      </Stack>
    </Card>
  );
}
