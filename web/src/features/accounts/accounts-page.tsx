import { Button, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { type Account, messageOf } from '../../base/api.ts';
import { PlusIcon } from '../../base/parts/icons.tsx';
import { howMany, LongList } from '../../base/parts/long-list.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { IfCan, ifCan } from '../../base/can.tsx';
import { useAccounts } from './queries.ts';
import { AccountLine } from './account-line.tsx';
import { useAccountGroups } from './group-queries.ts';
import { useConnect } from './connect.ts';
import { LinkForSomebody } from './link-for-somebody.tsx';
import { Links } from './links.tsx';
import { t } from '../../base/language/text.ts';
import { accountsText } from '../../base/language/counts.ts';

const GroupsDialog = lazy(() => import('./groups-dialog.tsx'));

export default function AccountsPage() {
  const accounts = useAccounts();
  const connect = useConnect();
  const [opened, { open, close }] = useDisclosure(false);
  useReturn();
  const begin = (
    <Button leftSection={<PlusIcon />} loading={connect.isPending} onClick={() => connect.mutate({})}>
      {t('Connect an account')}
    </Button>
  );
  return (
    <>
      <PageTitle
        actions={
          <>
            <GroupsButton />
            <IfCan call="createConnectLink">
              <Button variant="default" onClick={open}>
                {t('Link for somebody else')}
              </Button>
              {begin}
            </IfCan>
          </>
        }
      >
        {t('Accounts')}
      </PageTitle>
      <LinkForSomebody opened={opened} onClose={close} />
      {accounts.isPending ? (
        <Waiting />
      ) : accounts.isError ? (
        <Fault message={messageOf(accounts.error)} onRetry={() => void accounts.refetch()} />
      ) : accounts.data.length === 0 ? (
        <Empty
          title={t('No accounts yet')}
          action={
            <IfCan call="createConnectLink">
              <Button mt="sm" loading={connect.isPending} onClick={() => connect.mutate({})}>
                {t('Connect the first one')}
              </Button>
            </IfCan>
          }
        >
          {t(
            'Connect one at its network, or send a link to the person who owns it: they connect it without signing in here.',
          )}
        </Empty>
      ) : (
        <AccountMatches accounts={accounts.data} />
      )}
      {!accounts.isError && <Links />}
    </>
  );
}

const GroupsButton = ifCan('createAccountGroup', function OpenGroups() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('Groups')}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <GroupsDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
});

/** With this many accounts or more the page has a search. */
const MIN_TO_SEARCH = 7;

function AccountMatches({ accounts }: { accounts: Account[] }) {
  const [q, setQ] = useState('');
  const words = q.trim().toLowerCase();
  const found = accounts.filter(({ displayName, username, platform }) =>
    [displayName, username, networkName(platform)].some((text) => text.toLowerCase().includes(words)),
  );
  const unhealthy = accounts.filter(({ status }) => status !== 'healthy').length;
  return (
    <>
      {accounts.length >= MIN_TO_SEARCH && (
        <TextInput
          label={t('Find an account')}
          placeholder={t('Its name or network')}
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
          maw={360}
          mb="sm"
        />
      )}
      <Text size="sm" c="dimmed" mb="xs" role="status" aria-label={t('How many')}>
        {howMany(found.length, accounts.length, accountsText, found.length < accounts.length)}
        {unhealthy > 0 &&
          ` · ${t('{unhealthy, plural, one {one needs a person} other {# need a person}}', { unhealthy })}`}
      </Text>
      {found.length === 0 ? (
        <Empty
          title={t('No account is called that')}
          action={
            <Button variant="default" mt="sm" onClick={() => setQ('')}>
              {t('Show all')}
            </Button>
          }
        >
          {t('Search for a part of its name, or for its network.')}
        </Empty>
      ) : (
        <Lines accounts={found} />
      )}
    </>
  );
}

/** A line of the list: the heading of a group, or an account. */
type Line =
  | { kind: 'heading'; id: string; name: string; count: number }
  | { kind: 'account'; account: Account };

/** The accounts, group by group where there are groups. Those that need a person come first in each. */
function Lines({ accounts }: { accounts: Account[] }) {
  const groups = useAccountGroups();
  const sorted = accounts.toSorted((a, b) => URGENCY[a.status] - URGENCY[b.status]);
  const grouped = new Set(groups.flatMap(({ accountIds }) => accountIds));
  const sections = [
    ...groups.map(({ id, name, accountIds }) => ({
      id,
      name,
      own: sorted.filter((account) => accountIds.includes(account.id)),
    })),
    { id: 'none', name: t('No group'), own: sorted.filter(({ id }) => !grouped.has(id)) },
  ];
  const lines = sections.flatMap(({ id, name, own }): Line[] => {
    if (own.length === 0) return [];
    const those = own.map((account) => ({ kind: 'account' as const, account }));
    return groups.length === 0 ? those : [{ kind: 'heading', id, name, count: own.length }, ...those];
  });
  return (
    <LongList
      label={t('Accounts')}
      role="none"
      items={lines}
      keyOf={(line) => (line.kind === 'heading' ? line.id : line.account.id)}
      estimate={52}
      render={(line) =>
        line.kind === 'account' ? (
          <AccountLine account={line.account} />
        ) : (
          <Title order={2} fz="xs" className="account-section">
            {line.name} <span>{line.count}</span>
          </Title>
        )
      }
    />
  );
}

const URGENCY = { needs_reconnect: 0, expiring: 1, healthy: 2 } as const;

/** The hosted page leads people back here with the connected networks in the address. */
function useReturn() {
  const [search, setSearch] = useSearchParams();
  const connected = search.get('connected');
  const queries = useQueryClient();
  useEffect(() => {
    if (connected === null) return;
    const names = connected.split(',').flatMap((platform) => (platform === '' ? [] : networkName(platform)));
    if (names.length > 0)
      notifications.show({ color: 'green', message: t('Connected: {names}.', { names: names.join(', ') }) });
    void queries.invalidateQueries({ queryKey: ['accounts'] });
    setSearch({}, { replace: true });
  }, [connected, queries, setSearch]);
}
