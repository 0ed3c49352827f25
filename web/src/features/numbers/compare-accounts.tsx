/** Two to five accounts beside each other: their days in one chart, their sums in one table. */
import { Group, MultiSelect, Select, Table, Text, Title } from '@mantine/core';
import { messageOf } from '../../base/api.ts';
import { AccountLabel, networkName } from '../../base/parts/network.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { useAccountNames, useAccounts } from '../accounts/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { type ChosenNumbers, MIN_COMPARED } from './chosen.ts';
import { Value } from './posts-table.tsx';
import { useComparedAccounts } from './queries.ts';
import { type ComparedAccount, COUNTS, type Trend } from './shapes.ts';
import { TimeSeries } from './time-series.tsx';
import { byUse, LEVEL, longDay, shortDay, useSeries } from './trend-chart.tsx';
import { COUNT_NAMES, metricName } from './words.ts';
import { t } from '../../base/language/text.ts';

export function CompareAccounts({ chosen }: { chosen: ChosenNumbers }) {
  const { data: accounts = [] } = useAccounts();
  if (accounts.length < MIN_COMPARED) return null;
  const data = accounts.map(({ id, platform, displayName, username }) => ({
    value: id,
    label: `${displayName || username}, ${networkName(platform)}`,
  }));
  const compared = chosen.compared.filter((id) => accounts.some((one) => one.id === id));
  return (
    <section className="numbers-section" aria-labelledby="numbers-compare">
      <Title order={2} size="h4" id="numbers-compare">
        {t('Compare accounts')}
      </Title>
      <MultiSelect
        size="sm"
        aria-labelledby="numbers-compare"
        placeholder={
          compared.length === 0
            ? t('Choose {least} to {limit} accounts', { least: MIN_COMPARED, limit: LIMITS.comparedAccounts })
            : ''
        }
        data={data}
        value={compared}
        onChange={(ids) => chosen.set({ compare: ids.length === 0 ? null : ids.join(',') })}
        maxValues={LIMITS.comparedAccounts}
        searchable
        nothingFoundMessage={t('No account is called that')}
        hidePickedOptions
        className="numbers-compared"
      />
      {compared.length < MIN_COMPARED ? (
        <Text size="sm" c="dimmed">
          {compared.length === 0
            ? t('Their days are drawn in one chart, and their sums are in one table.')
            : t('Choose another account to compare it with.')}
        </Text>
      ) : (
        <Compared chosen={{ ...chosen, compared }} />
      )}
    </section>
  );
}

function Compared({ chosen }: { chosen: ChosenNumbers }) {
  const read = useComparedAccounts(chosen);
  if (read.isError) return <Fault message={messageOf(read.error)} onRetry={() => void read.refetch()} />;
  if (read.data === undefined) return <Waiting rows={3} />;
  return (
    <>
      <ComparedDays accounts={read.data} chosen={chosen} />
      <ComparedSums accounts={read.data} when={chosen.period.when} />
    </>
  );
}

function ComparedDays({ accounts, chosen }: { accounts: readonly ComparedAccount[]; chosen: ChosenNumbers }) {
  const names = useAccountNames();
  const trends: readonly Trend[] = accounts.flatMap((one) => one.trends);
  const accountsWith = (name: string) => trends.filter(({ metric }) => metric === name).length;
  // what most of them have comes first: nothing can be compared with an account that is not in the chart
  const metrics = [...new Set(trends.map(({ metric }) => metric))].sort(
    (one, other) => accountsWith(other) - accountsWith(one) || byUse(one, other),
  );
  const metric = metrics.find((one) => one === chosen.comparedBy) ?? metrics[0] ?? null;
  const series = useSeries(trends, metric);
  const silent = accounts.filter(({ accountId }) => !series.some(({ id }) => id === accountId));
  if (metric === null)
    return (
      <Text size="sm" c="dimmed">
        {t('These networks give no numbers by day.')}
      </Text>
    );
  return (
    <>
      <Group gap="xs">
        <Select
          size="xs"
          aria-label={t('Compared by')}
          data={metrics.map((value) => ({ value, label: metricName(value) }))}
          value={metric}
          onChange={(value) => chosen.set({ by: value })}
          allowDeselect={false}
        />
      </Group>
      <TimeSeries
        label={t('{metric} by day, compared', { metric: metricName(metric) })}
        summary={`${t('{count, plural, one {# account} other {# accounts}}', { count: series.length })}, ${chosen.period.name}.`}
        series={series}
        timeText={longDay}
        tickText={shortDay}
        timeName={t('Day')}
        isLevel={metric === LEVEL}
      />
      {silent.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('Not in the chart, because their networks do not give {metric} by day: {silent}.', {
            metric: metricName(metric).toLowerCase(),
            silent: silent
              .map((one) => `${names.get(one.accountId) ?? ''}, ${networkName(one.platform)}`)
              .join('; '),
          })}
        </Text>
      )}
    </>
  );
}

function ComparedSums({ accounts, when }: { accounts: readonly ComparedAccount[]; when: string }) {
  const names = useAccountNames();
  return (
    <>
      <Text size="xs" c="dimmed">
        {t('What the posts that were published {when} count so far, and followers now.', { when })}
      </Text>
      <div className="numbers-scroll" tabIndex={0} role="region" aria-label={t('Compared accounts, sums')}>
        <Table aria-label={t('Compared accounts')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Account')}</Table.Th>
              {[t('Posts'), ...COUNTS.map((count) => COUNT_NAMES[count]), t('Followers')].map((name) => (
                <Table.Th key={name} scope="col" ta="end">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {accounts.map(({ accountId, platform, totals, followers }) => (
              <Table.Tr key={accountId}>
                <Table.Th scope="row" className="numbers-post-cell" fw={400}>
                  <AccountLabel platform={platform} account={names.get(accountId)} />
                </Table.Th>
                <Table.Td ta="end">{totals.posts}</Table.Td>
                {COUNTS.map((count) => (
                  <Table.Td key={count} ta="end">
                    <Value
                      value={totals[count]}
                      why={t('No post of it has {count}', {
                        count: COUNT_NAMES[count].toLowerCase(),
                      })}
                    />
                  </Table.Td>
                ))}
                <Table.Td ta="end">
                  <Value
                    value={followers}
                    why={t('{network} does not say: followers', { network: networkName(platform) })}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}
