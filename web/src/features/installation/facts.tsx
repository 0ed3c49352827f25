/** Version, parts and nodes of the installation, and whether they work. */
import { Alert, Button, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone, ownZone } from '../../base/parts/times.ts';
import { Checks } from './checks.tsx';
import { type Installation, useInstallation } from './queries.ts';
import { t } from '../../base/language/text.ts';

export function Facts() {
  const { data, error, isPending, refetch } = useInstallation();
  if (isPending) return <Waiting rows={2} />;
  if (data === undefined) return <Fault message={messageOf(error)} onRetry={() => void refetch()} />;
  const failing = data.checks.filter(({ ok }) => !ok);
  return (
    <Stack gap="sm">
      {failing.length > 0 ? (
        <Alert color="red" role="alert" title={t('Not everything works')}>
          {failing.map(({ name, detail }) => `${name}: ${detail ?? t('it does not respond')}`).join(' · ')}
        </Alert>
      ) : (
        <Text size="sm">
          {t('Everything works: {checks}.', { checks: data.checks.map(({ name }) => name).join(', ') })}
        </Text>
      )}
      <Table variant="vertical" layout="fixed" withTableBorder>
        <Table.Tbody>
          {rowsOf(data).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={{ base: 130, sm: 200 }}>{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <PlaceCheck />
    </Stack>
  );
}

/** Storage and public address are looked at when the operator asks: the address is called from outside of the service. */
function PlaceCheck() {
  const check = useMutation({ mutationFn: () => call('checkInstallation', {}) });
  return (
    <>
      <div>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t('Check storage and public address')}
        </Button>
      </div>
      {check.isSuccess && (
        <Checks label={t('Checks of storage and public address')} checks={check.data.checks} />
      )}
      {check.isError && <Fault message={messageOf(check.error)} />}
    </>
  );
}

const rowsOf = (of: Installation): [name: string, value: string][] => [
  [t('Version'), of.version],
  [t('Public address'), of.publicUrl],
  [t('Database'), of.database === 'embedded' ? t('Embedded Postgres') : t('Postgres of DATABASE_URL')],
  [t('Notices between nodes'), of.redis ? t('Redis') : t('None: one node, or nodes that look')],
  [t('Files'), of.mediaStorage === 'bucket' ? t('A bucket') : t('A folder')],
  [t('Sandbox'), of.sandbox ? t('On: a workspace can have simulated networks') : t('Off')],
  [
    t('Cell'),
    of.cells.length > 1 ? t('{cell}, one of {count}', { cell: of.cell, count: of.cells.length }) : of.cell,
  ],
  [
    t('Nodes'),
    of.nodes
      .map(({ id, role, startedAt }) =>
        t('{id} ({role}) since {time}', { id, role, time: inZone(startedAt, ownZone()) }),
      )
      .join(', '),
  ],
];
