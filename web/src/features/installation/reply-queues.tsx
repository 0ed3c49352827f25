/** The queues of private replies over all workspaces: how many wait, until when, and why. */
import { Card, Group, Stack, Text } from '@mantine/core';
import { messageOf } from '../../base/api.ts';
import { NetworkMark } from '../../base/parts/network.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone, ownZone } from '../../base/parts/times.ts';
import { type ReplyQueue, useReplyQueues } from './queries.ts';
import { t } from '../../base/language/text.ts';

export function ReplyQueues() {
  const { data, error, isPending, refetch } = useReplyQueues();
  if (isPending) return <Waiting rows={1} />;
  if (data === undefined) return <Fault message={messageOf(error)} onRetry={() => void refetch()} />;
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t(
          'No private reply waits. A network account that several workspaces connected has one queue, which is shown here while messages wait in it.',
        )}
      </Text>
    );
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('Queues')}>
      {data.map((queue) => (
        <QueueCard key={queue.id} queue={queue} />
      ))}
    </Stack>
  );
}

function QueueCard({ queue }: { queue: ReplyQueue }) {
  const { platform, account, waiting, sentLastHour, nextAt, because, workspaces } = queue;
  const next =
    nextAt === null
      ? t('Places are being granted.')
      : because === null
        ? t('The next place comes {time}.', { time: inZone(nextAt, ownZone()) })
        : t('The next place comes {time}, because {because}.', { time: inZone(nextAt, ownZone()), because });
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <NetworkMark platform={platform} />
          <Text fw={600}>{account ?? t('an account that is not connected any more')}</Text>
        </Group>
        <Text size="sm">
          {t('{waiting} waiting, {sentLastHour} sent in the last hour', { waiting, sentLastHour })}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {next}
      </Text>
      <Stack
        gap={4}
        mt="xs"
        component="ul"
        p={0}
        mb={0}
        style={{ listStyle: 'none' }}
        aria-label={t('By workspace')}
      >
        {workspaces.map((one) => (
          <Text key={one.slug} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {one.name}: {one.live + one.queued}
            {one.live > 0 && `, ${t('{live} of them of a live broadcast', { live: one.live })}`}
            {one.heldUntil !== null &&
              `, ${t('held until {time}', { time: inZone(one.heldUntil, ownZone()) })}`}
            {one.fault !== null && ` (${one.fault})`}
          </Text>
        ))}
      </Stack>
    </Card>
  );
}
