/** Version, parts and nodes of the installation, and whether they work. */
import { Alert, Button, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone, ownZone } from '../../base/parts/times.ts';
import { Checks } from './checks.tsx';
import { type Installation, useInstallation } from './queries.ts';

export function Facts() {
  const { data, error, isPending, refetch } = useInstallation();
  if (isPending) return <Waiting rows={2} />;
  if (data === undefined) return <Fault message={messageOf(error)} onRetry={() => void refetch()} />;
  const failing = data.checks.filter(({ ok }) => !ok);
  return (
    <Stack gap="sm">
      {failing.length > 0 ? (
        <Alert color="red" role="alert" title="Not everything works">
          {failing.map(({ name, detail }) => `${name}: ${detail ?? 'it does not respond'}`).join(' · ')}
        </Alert>
      ) : (
        <Text size="sm">Everything works: {data.checks.map(({ name }) => name).join(', ')}.</Text>
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
          Check storage and public address
        </Button>
      </div>
      {check.isSuccess && <Checks label="Checks of storage and public address" checks={check.data.checks} />}
      {check.isError && <Fault message={messageOf(check.error)} />}
    </>
  );
}

const rowsOf = (of: Installation): [name: string, value: string][] => [
  ['Version', of.version],
  ['Public address', of.publicUrl],
  ['Database', of.database === 'embedded' ? 'Embedded Postgres' : 'Postgres of DATABASE_URL'],
  ['Notices between nodes', of.redis ? 'Redis' : 'None: one node, or nodes that look'],
  ['Files', of.mediaStorage === 'bucket' ? 'A bucket' : 'A folder'],
  ['Sandbox', of.sandbox ? 'On: a workspace can have simulated networks' : 'Off'],
  ['Cell', of.cells.length > 1 ? `${of.cell}, one of ${of.cells.length}` : of.cell],
  [
    'Nodes',
    of.nodes
      .map(({ id, role, startedAt }) => `${id} (${role}) since ${inZone(startedAt, ownZone())}`)
      .join(', '),
  ],
];
