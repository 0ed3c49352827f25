import { Select } from '@mantine/core';
import { useAccounts } from './queries.ts';
import { networkName } from '../../base/parts/network.tsx';
import { t } from '../../base/language/text.ts';

const OF_NETWORK = 'network:';

interface ChoiceProps {
  /** What is chosen: an account, else a network, else everything. */
  from: { accountId: string | null; platform: string | null };
  /** Whether a network counts on this page. */
  isMeant: (platform: string) => boolean;
  /** Changes the address: search parameters by name; null removes one. */
  set: (change: { account: string | null; network: string | null }) => void;
}

/** Of which account or network. Hidden as long as there is only one account. */
export function FromChoice({ from: { accountId, platform }, isMeant, set }: ChoiceProps) {
  const { data: accounts = [] } = useAccounts();
  const receiving = accounts.filter((one) => isMeant(one.platform));
  if (receiving.length < 2 && accountId === null && platform === null) return null;
  const platforms = [...new Set([...receiving.map((one) => one.platform), ...(platform ?? '').split(' ')])];
  const data = [
    ...platforms.flatMap((one) =>
      one === ''
        ? []
        : [{ value: `${OF_NETWORK}${one}`, label: t('All of {network}', { network: networkName(one) }) }],
    ),
    ...receiving.map(({ id, platform, displayName, username }) => ({
      value: id,
      label: `${displayName || username}, ${networkName(platform)}`,
    })),
  ];
  // one that is disconnected is still in the address
  if (accountId !== null && data.every(({ value }) => value !== accountId))
    data.push({ value: accountId, label: t('A disconnected account') });
  const choose = (value: string | null) => {
    const isNetwork = value?.startsWith(OF_NETWORK) === true;
    set({
      account: isNetwork ? null : value,
      network: isNetwork ? value.slice(OF_NETWORK.length) : null,
    });
  };
  return (
    <Select
      className="from-choice"
      size="sm"
      aria-label={t('Account')}
      placeholder={t('Every account')}
      data={data}
      value={accountId ?? (platform === null ? null : `${OF_NETWORK}${platform}`)}
      onChange={choose}
      clearable
      clearButtonProps={{ 'aria-label': t('Every account') }}
    />
  );
}
