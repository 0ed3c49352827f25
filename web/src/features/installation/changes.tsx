/** What operators, and commands at the host, changed of the installation. */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone, ownZone } from '../../base/parts/times.ts';
import { type InstallationChange, useChanges } from './queries.ts';
import { t } from '../../base/language/text.ts';

export function Changes() {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useChanges();
  if (isPending) return <Waiting rows={2} />;
  if (data === undefined) return <Fault message={messageOf(error)} onRetry={() => void refetch()} />;
  const entries = data.pages.flatMap((page) => page.entries);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {entries.length === 0
          ? t(
              'Nothing was changed yet. Entries are kept for a year, the addresses in them for 30 days. What people do in a workspace is in its own audit.',
            )
          : t(
              'Entries are kept for a year, the addresses in them for 30 days. What people do in a workspace is in its own audit.',
            )}
      </Text>
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('Changes')}>
        {entries.map((entry) => (
          <Change key={entry.id} entry={entry} />
        ))}
      </Stack>
      {hasNextPage && (
        <div>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function Change({ entry: { at, person, action, object, address } }: { entry: InstallationChange }) {
  const about = object.name ?? object.id;
  const more = [about, address && t('from {address}', { address })].filter(Boolean).join(' · ');
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span fw={600} inherit>
            {person.name}
          </Text>
          : {action}
        </Text>
        <Text size="xs" c="dimmed">
          {inZone(at, ownZone())}
        </Text>
      </Group>
      {more !== '' && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {more}
        </Text>
      )}
    </Card>
  );
}
