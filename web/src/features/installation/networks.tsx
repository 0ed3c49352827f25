/** Which networks have an app (OAuth client) of the installation. Variables of the environment name it. */
import { Badge, Table, Text } from '@mantine/core';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { useInstallation } from './queries.ts';

export function Networks() {
  const { data, error, isPending, refetch } = useInstallation();
  if (isPending) return <Waiting rows={4} />;
  if (data === undefined) return <Fault message={messageOf(error)} onRetry={() => void refetch()} />;
  const withApps = data.networks.filter(({ apps }) => apps.length > 0);
  const others = data.networks.filter(({ apps }) => apps.length === 0);
  return (
    <>
      <Text size="sm" c="dimmed">
        Variables of the environment name the app of a network, and take effect with a restart.
        {data.sandbox && ' A network without an app is simulated.'} Without an app of yours work:{' '}
        {others.map(({ name }) => name).join(', ')}.
      </Text>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Network</Table.Th>
            <Table.Th>App</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {withApps.map(({ platform, name, apps }) => (
            <Table.Tr key={platform}>
              <Table.Td>{name}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {apps.map(({ variable, isSet }) => (
                  <div key={variable}>
                    <Badge size="sm" mr="xs" color={isSet ? 'green' : 'gray'} variant="light">
                      {isSet ? 'Set' : 'Not set'}
                    </Badge>
                    <Text span size="sm" ff="monospace">
                      {variable}
                    </Text>
                  </div>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
