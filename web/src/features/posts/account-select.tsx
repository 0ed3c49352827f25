import { Select } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { networkName } from '../../base/parts/network.tsx';
import { useAccounts } from '../accounts/index.ts';
import { t } from '../../base/language/text.ts';

interface AccountSelectProps {
  /** null means every account. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** The button that loaded it was pressed: the list is opened. */
  opensAtOnce: boolean;
}

/** Of which account the posts are. */
export default function AccountSelect({ value, onChange, opensAtOnce }: AccountSelectProps) {
  const { data: accounts = [] } = useAccounts();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!opensAtOnce) return;
    field.current?.focus();
    field.current?.click();
  }, [opensAtOnce]);
  const data = accounts.map(({ id, platform, displayName, username }) => ({
    value: id,
    label: `${displayName || username}, ${networkName(platform)}`,
  }));
  // one that is disconnected is still in the address
  if (value !== null && !accounts.some(({ id }) => id === value))
    data.push({ value, label: t('A disconnected account') });
  return (
    <Select
      ref={field}
      label={t('Account')}
      placeholder={t('Every account')}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Every account') }}
      nothingFoundMessage={t('No account is called that')}
      className="post-filter"
    />
  );
}
