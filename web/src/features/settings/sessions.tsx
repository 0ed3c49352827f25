import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../base/api.ts';
import { PageFault } from '../../base/parts/states.tsx';
import { inZone, ownZone } from '../../base/parts/times.ts';
import { t } from '../../base/language/text.ts';

const key = ['sessions'] as const;

/** Where the person is signed in. */
export function Sessions() {
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: key, queryFn: ({ signal }) => call('listSessions', {}, { signal }) });
  const end = useMutation({
    mutationFn: (id: string) => call('endSession', { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  if (sessions.isError)
    return <PageFault message={messageOf(sessions.error)} onRetry={() => void sessions.refetch()} />;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('Where you are signed in')}
      </Title>
      <Text size="sm" c="dimmed">
        {t(
          'A session ends 30 days after its last use. End one that you do not know, then change your password.',
        )}
      </Text>
      {(sessions.data?.sessions ?? []).map(({ id, device, isCurrent, lastUsedAt }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" fw={500}>
              {device ?? t('Unknown browser')} {isCurrent && <Badge size="sm">{t('This one')}</Badge>}
            </Text>
            <Text size="xs" c="dimmed">
              {t('Last used {time}', { time: inZone(lastUsedAt, ownZone()) })}
            </Text>
          </div>
          {!isCurrent && (
            <Button
              size="xs"
              variant="default"
              loading={end.isPending && end.variables === id}
              onClick={() => end.mutate(id)}
              aria-label={t('End the session of {device}', { device: device ?? t('an unknown browser') })}
            >
              {t('End')}
            </Button>
          )}
        </Group>
      ))}
      {end.isError && (
        <Text size="sm" c="red">
          {messageOf(end.error)}
        </Text>
      )}
    </Stack>
  );
}
