/** Followers and sums of each account. */
import { Table, Text, Title } from '@mantine/core';
import { AccountLabel, networkName } from '../../base/parts/network.tsx';
import { dayText } from '../../base/parts/times.ts';
import { useAccountNames } from '../accounts/index.ts';
import { Value } from './posts-table.tsx';
import type { Stats, Trend } from './shapes.ts';
import { changeText } from './words.ts';
import { t } from '../../base/language/text.ts';

const COLUMNS = [
  { of: 'followers', name: t('Followers') },
  { of: 'views', name: t('Views') },
  { of: 'reach', name: t('Reach') },
  { of: 'engagement', name: t('Interactions') },
  { of: 'profileViews', name: t('Profile views') },
] as const;

interface AccountsTableProps {
  accounts: Stats['accounts'];
  /** Their followers by day. */
  followers: readonly Trend[];
}

export function AccountsTable({ accounts, followers }: AccountsTableProps) {
  const names = useAccountNames();
  return (
    <section className="numbers-section" aria-labelledby="numbers-accounts">
      <Title order={2} size="h4" id="numbers-accounts">
        {t('Accounts')}
      </Title>
      <Text size="xs" c="dimmed">
        {t('Followers are those of now. The other numbers are sums of 28 days, as the networks give them.')}
      </Text>
      <div
        className="numbers-scroll"
        tabIndex={0}
        role="region"
        aria-label={t('Accounts with their numbers')}
      >
        <Table aria-labelledby="numbers-accounts">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Account')}</Table.Th>
              {COLUMNS.map(({ of, name }) => (
                <Table.Th key={of} scope="col" ta="end">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {accounts.map((account) => {
              const grown = growthOf(followers.find((one) => one.accountId === account.accountId));
              return (
                <Table.Tr key={account.accountId}>
                  <Table.Th scope="row" className="numbers-post-cell" fw={400}>
                    <AccountLabel platform={account.platform} account={names.get(account.accountId)} />
                  </Table.Th>
                  {COLUMNS.map(({ of, name }) => (
                    <Table.Td key={of} ta="end">
                      <Value
                        value={account[of]}
                        why={t('{network} does not say: {name}', {
                          network: networkName(account.platform),
                          name: name.toLowerCase(),
                        })}
                      />
                      {of === 'followers' && grown !== null && (
                        <Text size="xs" c="dimmed">
                          {grown}
                        </Text>
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

/** Such as `+12 since 4 May`. Null means one day alone is known, or none. */
function growthOf(trend: Trend | undefined): string | null {
  const days = trend?.series.filter(({ value }) => value !== null) ?? [];
  const change = trend?.summary.change ?? null;
  if (days.length < 2 || change === null) return null;
  return t('{change} since {day}', {
    change: changeText(change),
    day: dayText(days[0]!.date, { day: 'numeric', month: 'short' }),
  });
}
