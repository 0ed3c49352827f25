/** The apps that a person lets act, listed and disconnected. */
import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf, type Reply } from '../../base/api.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { fromNow, inZone } from '../../base/parts/times.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { scopeWords } from '../access/index.ts';
import { t } from '../../base/language/text.ts';

type Grant = Reply<'listGrants'>['grants'][number];

const grantsKey = ['grants'];

export function ConnectedApps() {
  const grants = useQuery({
    queryKey: grantsKey,
    queryFn: async ({ signal }) => (await call('listGrants', {}, { signal })).grants,
  });
  return (
    <Stack maw={860} mt="xl" component="section" aria-label={t('Connected apps')}>
      <Title order={2} size="h4">
        {t('Connected apps')}
      </Title>
      <Text size="sm" c="dimmed">
        {t(
          'Apps that you let act for you without a key. Each may do what you allowed, until you disconnect it or do not use it for 30 days.',
        )}
      </Text>
      {grants.isPending ? (
        <Waiting rows={1} />
      ) : grants.isError ? (
        <Fault message={messageOf(grants.error)} onRetry={() => void grants.refetch()} />
      ) : grants.data.length === 0 ? (
        <Text size="sm">
          {t('There are none. Enter the address of this service in an app that connects to MCP servers.')}
        </Text>
      ) : (
        <Stack
          gap="xs"
          component="ul"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label={t('Connected apps')}
        >
          {grants.data.map((grant) => (
            <GrantCard key={grant.id} grant={grant} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

const CONFIRMED: { [confirm: string]: string } = { call: 'Asks, then acts', person: t('Waits for a person') };

function GrantCard({ grant }: { grant: Grant }) {
  const { timezone } = useWorkspace();
  const { id, name, scopes, workspaces, confirm } = grant;
  const queries = useQueryClient();
  const now = useNow(30_000);
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => call('endGrant', { id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: grantsKey }),
    onError: showFailure,
  });
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={4} style={{ minWidth: 0, flex: 1 }}>
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {aboutGrant(grant, timezone, now)}
          </Text>
          <Group gap={6}>
            {scopes.map((scope) => (
              <Badge key={scope} variant="default" tt="none">
                {scopeWords(scope).label}
              </Badge>
            ))}
            <Text size="sm">
              {workspaces === null
                ? t('in all workspaces')
                : t('in {workspaces}', { workspaces: workspaces.join(', ') || t('no workspace any more') })}
              {CONFIRMED[confirm] !== undefined && ` · ${CONFIRMED[confirm]}`}
            </Text>
          </Group>
        </Stack>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          onClick={() => setAsking(true)}
          aria-label={t('Disconnect {name}', { name })}
        >
          {t('Disconnect')}
        </Button>
      </Group>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('Disconnect “{name}”?', { name })}
        label={t('Disconnect')}
        loading={end.isPending}
        onConfirm={() => end.mutate()}
      >
        {t('It is refused from now on. You can connect it again from the app.')}
      </Confirm>
    </Card>
  );
}

function aboutGrant({ address, createdAt, lastUsedAt }: Grant, timezone: string, now: number): string {
  return [
    ...(address === null ? [] : [address]),
    t('Allowed {time}', { time: inZone(createdAt, timezone) }),
    lastUsedAt === null ? t('never used') : t('last used {when}', { when: fromNow(lastUsedAt, now) }),
  ].join(' · ');
}
