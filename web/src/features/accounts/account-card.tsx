import { Alert, Anchor, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Account, call } from '../../base/api.ts';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { Confirm } from '../../base/parts/confirm.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { plainWords } from '../../base/parts/plain-words.ts';
import { inZone } from '../../base/parts/times.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { IfCan, ifCan } from '../../base/can.tsx';
import { AccountPicture } from './account-picture.tsx';
import { useConnect } from './connect.ts';
import { AccountReceiving } from './account-receiving.tsx';
import { WaitingPosts } from './waiting-button.tsx';
import { OnUnknown } from './on-unknown.tsx';

/**
 * One account: whether its access works, what happens when a response is lost, and buttons to reconnect or disconnect
 * it.
 */
export function AccountCard({ account }: { account: Account }) {
  const { timezone } = useWorkspace();
  const { platform, status, warning, connectedAt, receiving } = account;
  const isWhole = status === 'healthy' && (receiving?.problem ?? null) === null;
  const connect = useConnect();
  const name = nameOf(account);
  return (
    <Card withBorder component="article" aria-label={`${name}, ${networkName(platform)}`}>
      <Stack gap="sm" h="100%" justify="space-between">
        <Stack gap="sm">
          <Heading account={account} />
          {warning !== null && (
            <Alert color="orange" variant="light" p="xs">
              {plainWords(warning.message)}
              {warning.expiresAt !== null && ` It ends on ${inZone(warning.expiresAt, timezone)}.`}
            </Alert>
          )}
          <AccountReceiving account={account} />
          <OnUnknown account={account} name={name} />
        </Stack>
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            Connected {inZone(connectedAt, timezone)}
          </Text>
          <Group gap="xs" ml="auto">
            {status === 'needs_reconnect' && <WaitingPosts account={{ id: account.id, name }} />}
            <IfCan call="createConnectLink">
              <Button
                size="xs"
                variant={isWhole ? 'default' : 'filled'}
                loading={connect.isPending}
                onClick={() => connect.mutate({ platform })}
                aria-label={`Reconnect ${name}`}
              >
                Reconnect
              </Button>
            </IfCan>
            <DisconnectButton account={account} />
          </Group>
        </Group>
      </Stack>
    </Card>
  );
}

const nameOf = ({ displayName, username }: Account) => displayName || username;

const STATUSES = {
  healthy: { label: 'Healthy', tone: 'live' },
  expiring: { label: 'Ends soon', tone: 'needs-you' },
  needs_reconnect: { label: 'Reconnect', tone: 'needs-you' },
} as const;

function Heading({ account }: { account: Account }) {
  const { platform, username, url, status } = account;
  const name = nameOf(account);
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
        <AccountPicture account={account} platform={platform} size={36} />
        <div style={{ minWidth: 0 }}>
          <Text fw={600} truncate>
            {url === null ? (
              name
            ) : (
              <Anchor href={url} target="_blank" rel="noreferrer" c="inherit" inherit>
                {name}
              </Anchor>
            )}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {networkName(platform)}
            {username !== '' && username !== name && ` · ${username}`}
          </Text>
        </div>
      </Group>
      <LookBadge look={STATUSES[status]} />
    </Group>
  );
}

const DisconnectButton = ifCan('disconnectAccount', Disconnect);

function Disconnect({ account }: { account: Account }) {
  const { slug } = useWorkspace();
  const { id } = account;
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const name = nameOf(account);
  const disconnect = useMutation({
    mutationFn: () => call('disconnectAccount', { id, workspace: slug }),
    onSuccess: async () => {
      close();
      await queries.invalidateQueries({ queryKey: ['accounts', slug] });
      notifications.show({ message: `${name} is disconnected.` });
    },
    onError: showFailure,
  });
  return (
    <>
      <Button size="xs" variant="subtle" color="red" onClick={open} aria-label={`Disconnect ${name}`}>
        Disconnect
      </Button>
      <Confirm
        opened={opened}
        onClose={close}
        title={`Disconnect ${name}?`}
        label="Disconnect"
        loading={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      >
        Troupe deletes its access. What is published stays. Posts that have not gone out to this account yet
        fail there.
      </Confirm>
    </>
  );
}
