/** How current the numbers are: what is being read, and what is old or missing, since when and why. */
import { Alert, Button, Group, List, Loader, Text } from '@mantine/core';
import { networkName } from '../../base/parts/network.tsx';
import { useNow } from '../../base/parts/now.ts';
import { fromNow } from '../../base/parts/times.ts';
import { useAccountNames, useAccounts } from '../accounts/index.ts';
import { isBeingRead } from './queries.ts';
import type { Source } from './shapes.ts';
import { isStale, STATE_WORDS } from './words.ts';
import { language } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';

const ALL = new Intl.ListFormat(language.locale, { type: 'conjunction' });

/** The networks of the accounts that are shown are being read. */
export function Reading({ platforms }: { platforms: readonly string[] }) {
  if (platforms.length === 0) return null;
  return (
    <Group gap="xs" role="status" mb="sm" wrap="nowrap">
      <Loader size="xs" aria-hidden="true" />
      <Text size="sm" c="dimmed">
        {t('Reading {networks} …', { networks: ALL.format([...new Set(platforms)].map(networkName)) })}
      </Text>
    </Group>
  );
}

/** The networks that a request is about. */
export function usePlatforms({ accountId, platform }: { accountId: string | null; platform: string | null }) {
  const { data: accounts = [] } = useAccounts();
  return [
    ...new Set(
      accounts
        .filter(
          (one) =>
            (accountId === null || one.id === accountId) && (platform === null || one.platform === platform),
        )
        .map((one) => one.platform),
    ),
  ];
}

interface FreshnessProps {
  sources: readonly Source[];
  cachedAt: string | null;
  isRefreshing: boolean;
  onRefresh?: () => void;
}

export function Freshness({ sources, cachedAt, isRefreshing, onRefresh }: FreshnessProps) {
  const now = useNow(30_000);
  const names = useAccountNames();
  const reading = sources.filter(isBeingRead);
  // that a network has no numbers is no news: its accounts say so in their table
  const stale = sources.filter(
    (one) => !isBeingRead(one) && isStale(one, now) && one.state !== 'not_available',
  );
  return (
    <>
      {!isRefreshing && <Reading platforms={reading.map(({ platform }) => platform)} />}
      {stale.length > 0 && (
        <Alert
          color="orange"
          variant="light"
          p="xs"
          mb="sm"
          role="alert"
          title={t('Some numbers are old or missing')}
        >
          <List size="sm" style={{ overflowWrap: 'anywhere' }}>
            {stale.map((source) => (
              <List.Item key={source.accountId}>
                {networkName(source.platform)} ({names.get(source.accountId) ?? t('a disconnected account')}):{' '}
                {staleWords(source, now)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group gap="xs" mb="md">
        <Text size="sm" c="dimmed">
          {cachedAt === null
            ? t('No numbers were read yet. The networks are read once an hour at most.')
            : t('Read {when}. The networks are read once an hour at most.', { when: fromNow(cachedAt, now) })}
        </Text>
        {onRefresh && (
          <Button size="xs" variant="default" loading={isRefreshing} onClick={onRefresh}>
            {t('Read again now')}
          </Button>
        )}
      </Group>
    </>
  );
}

/** Since when, why, and until when. */
function staleWords({ fetchedAt, state, reason, nextAt }: Source, now: number): string {
  const since = fetchedAt === null ? t('never read') : t('as of {when}', { when: fromNow(fetchedAt, now) });
  const why = state === 'ok' ? reason : `${STATE_WORDS[state]}${reason === null ? '' : ` (${reason})`}`;
  const next =
    nextAt !== null && Date.parse(nextAt) > now
      ? `; ${t('they are read again {when}', { when: fromNow(nextAt, now) })}`
      : '';
  return `${since}${why === null ? '' : `: ${why}`}${next}.`;
}
