import {
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  Group,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  useMatches,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { type Account, call, messageOf } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { PlusIcon } from '../parts/icons.tsx';
import { howMany, LongList } from '../parts/long-list.tsx';
import { NetworkMark, networkName } from '../parts/network.tsx';
import { plainWords } from '../parts/plain-words.ts';
import { Empty, Fault, PageTitle, Waiting } from '../parts/states.tsx';
import { inZone } from '../parts/times.ts';
import { tellFailure, useAccounts } from '../posts/queries.ts';
import { useWorkspace } from '../session.ts';
import { useConnect } from './connect.ts';
import { LinkForSomebody } from './link-for-somebody.tsx';
import { Links } from './links.tsx';
import { OnUnknown } from './on-unknown.tsx';

export default function AccountsPage() {
  const accounts = useAccounts();
  const connect = useConnect();
  const [opened, { open, close }] = useDisclosure(false);
  useReturn();
  const begin = (
    <Button leftSection={<PlusIcon />} loading={connect.isPending} onClick={() => connect.mutate({})}>
      Connect an account
    </Button>
  );
  return (
    <>
      <PageTitle
        actions={
          <>
            <Button variant="default" onClick={open}>
              Link for somebody else
            </Button>
            {begin}
          </>
        }
      >
        Accounts
      </PageTitle>
      <LinkForSomebody opened={opened} onClose={close} />
      {accounts.isPending ? (
        <Waiting />
      ) : accounts.isError ? (
        <Fault message={messageOf(accounts.error)} onRetry={() => void accounts.refetch()} />
      ) : accounts.data.length === 0 ? (
        <Empty
          title="No accounts yet"
          action={
            <Button mt="sm" loading={connect.isPending} onClick={() => connect.mutate({})}>
              Connect the first one
            </Button>
          }
        >
          Connect one at its network, or send a link to the person who owns it: they connect it without
          signing in here.
        </Empty>
      ) : (
        <Found accounts={accounts.data} />
      )}
      {!accounts.isError && <Links />}
    </>
  );
}

/** From this many accounts on the page has a search. */
const MIN_TO_SEARCH = 7;

function Found({ accounts }: { accounts: Account[] }) {
  const [q, setQ] = useState('');
  const columns = useMatches({ base: 1, md: 2, xl: 3 });
  const words = q.trim().toLowerCase();
  const found = accounts.filter(({ displayName, username, platform }) =>
    [displayName, username, networkName(platform)].some((text) => text.toLowerCase().includes(words)),
  );
  const unhealthy = accounts.filter(({ status }) => status !== 'healthy').length;
  // accounts that need a person come first
  const sorted = found.toSorted((a, b) => URGENCY[a.status] - URGENCY[b.status]);
  const rows = Array.from({ length: Math.ceil(sorted.length / columns) }, (_, row) =>
    sorted.slice(row * columns, (row + 1) * columns),
  );
  return (
    <>
      {accounts.length >= MIN_TO_SEARCH && (
        <TextInput
          label="Find an account"
          placeholder="Its name or network"
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
          maw={360}
          mb="sm"
        />
      )}
      <Text size="sm" c="dimmed" mb="xs" role="status" aria-label="How many">
        {howMany(found.length, accounts.length, 'accounts', found.length < accounts.length)}
        {unhealthy > 0 && ` · ${unhealthy === 1 ? 'one needs' : `${unhealthy} need`} a person`}
      </Text>
      {found.length === 0 ? (
        <Empty
          title="No account is called that"
          action={
            <Button variant="default" mt="sm" onClick={() => setQ('')}>
              Show all
            </Button>
          }
        >
          Search for a part of its name, or for its network.
        </Empty>
      ) : (
        <LongList
          key={columns}
          label="Accounts"
          role="none"
          items={rows}
          keyOf={(row) => row[0]!.id}
          estimate={240}
          gap={12}
          render={(row) => (
            <SimpleGrid cols={columns} spacing="sm">
              {row.map((account) => (
                <AccountCard key={account.id} account={account} />
              ))}
            </SimpleGrid>
          )}
        />
      )}
    </>
  );
}

const URGENCY = { needs_reconnect: 0, expiring: 1, healthy: 2 } as const;

const STATUSES = {
  healthy: { label: 'Healthy', color: 'green' },
  expiring: { label: 'Ends soon', color: 'yellow' },
  needs_reconnect: { label: 'Reconnect', color: 'red' },
} as const;

function AccountCard({ account }: { account: Account }) {
  const { slug, timezone } = useWorkspace();
  const { id, platform, displayName, username, url, status, warning, connectedAt } = account;
  const connect = useConnect();
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const name = displayName || username;
  const disconnect = useMutation({
    mutationFn: () => call('DELETE', `/v1/accounts/${id}?workspace=${slug}`),
    onSuccess: async () => {
      close();
      await queries.invalidateQueries({ queryKey: ['accounts', slug] });
      notifications.show({ message: `${name} is disconnected.` });
    },
    onError: tellFailure,
  });
  const { label, color } = STATUSES[status];
  return (
    <Card withBorder component="article" aria-label={`${name}, ${networkName(platform)}`}>
      <Stack gap="sm" h="100%" justify="space-between">
        <Stack gap="sm">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
              <NetworkMark platform={platform} size={36} />
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
            <Badge color={color} variant="light" tt="none" style={{ flexShrink: 0 }}>
              {label}
            </Badge>
          </Group>
          {warning !== null && (
            <Alert color={status === 'expiring' ? 'yellow' : 'red'} variant="light" p="xs">
              {plainWords(warning.message)}
              {warning.expiresAt !== null && ` It ends on ${inZone(warning.expiresAt, timezone)}.`}
            </Alert>
          )}
          <OnUnknown account={account} name={name} />
        </Stack>
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            Connected {inZone(connectedAt, timezone)}
          </Text>
          <Group gap="xs" ml="auto">
            <Button
              size="xs"
              variant={status === 'healthy' ? 'default' : 'filled'}
              loading={connect.isPending}
              onClick={() => connect.mutate({ platform })}
              aria-label={`Reconnect ${name}`}
            >
              Reconnect
            </Button>
            <Button size="xs" variant="subtle" color="red" onClick={open} aria-label={`Disconnect ${name}`}>
              Disconnect
            </Button>
          </Group>
        </Group>
      </Stack>
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
    </Card>
  );
}

/** The hosted page leads people back here with the connected networks in the address. */
function useReturn() {
  const [search, setSearch] = useSearchParams();
  const connected = search.get('connected');
  const queries = useQueryClient();
  useEffect(() => {
    if (connected === null) return;
    const names = connected.split(',').flatMap((platform) => (platform === '' ? [] : networkName(platform)));
    if (names.length > 0) notifications.show({ color: 'green', message: `Connected: ${names.join(', ')}.` });
    void queries.invalidateQueries({ queryKey: ['accounts'] });
    setSearch({}, { replace: true });
  }, [connected, queries, setSearch]);
}
