/** The networks that want an app (OAuth client, bot) of the installation, and which of them have one. */
import { Anchor, Group, Table, Text } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import type { Look } from '../../base/parts/look.ts';
import { NetworkMark } from '../../base/parts/network.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { type NetworkApp, useApps } from './queries.ts';
import { t } from '../../base/language/text.ts';

export const SET_BY: { [by in NetworkApp['setBy']]: Look } = {
  nobody: { label: t('Not set'), tone: 'neutral' },
  variable: { label: t('Set by a variable'), tone: 'live' },
  operator: { label: t('Set'), tone: 'live' },
};

export function Apps() {
  const { data, error, isPending, refetch } = useApps();
  if (isPending) return <Waiting rows={4} />;
  if (data === undefined) return <Fault message={messageOf(error)} onRetry={() => void refetch()} />;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t(
          'People connect accounts of these networks by an app of yours, which you register there once. Without one work: {others}.',
          { others: data.others.join(', ') },
        )}
      </Text>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Network')}</Table.Th>
            <Table.Th>{t('App')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.apps.map((app) => (
            <AppRow key={app.platform} app={app} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

function AppRow({ app: { platform, name, setBy, clientId } }: { app: NetworkApp }) {
  const [here] = useLocation();
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <NetworkMark platform={platform} />
          <Anchor component={Link} href={`${here}?app=${platform}`} size="sm">
            {name}
          </Anchor>
        </Group>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <LookBadge look={SET_BY[setBy]} size="sm" />
        {clientId !== null && (
          <Text span size="sm" ff="monospace" ms="xs">
            {clientId}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
