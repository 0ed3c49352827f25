/** Which conversations the inbox lists, and which one is open. Both are kept in the address. */
import { SegmentedControl, Select } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { messageLimits, networkName } from '../parts/network.tsx';
import { useAccounts } from '../posts/queries.ts';

export interface InboxFilter {
  show: 'open' | 'unread' | 'flagged' | 'done';
  accountId: string | null;
  platform: string | null;
}

const SHOWN: { value: InboxFilter['show']; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'unread', label: 'Unread' },
  { value: 'flagged', label: 'Flagged' },
  { value: 'done', label: 'Done' },
];

export interface ChosenInbox {
  filter: InboxFilter;
  /** The conversation that is open; null: none. */
  openId: string | null;
  open: (id: string | null) => void;
  /** The address of a conversation beside this list, for links. */
  addressOf: (id: string) => string;
  /** @param wanted search parameters by name; null removes one */
  set: (wanted: { [name: string]: string | null }) => void;
}

/** What the address asks for. */
export function useChosenInbox(): ChosenInbox {
  const [search, setSearch] = useSearchParams();
  const show = SHOWN.find(({ value }) => value === search.get('show'))?.value ?? 'open';
  const accountId = search.get('account');
  const platform = accountId === null ? search.get('network') : null;
  const filter = useMemo(() => ({ show, accountId, platform }), [show, accountId, platform]);
  const openId = search.get('conversation');
  const set = (wanted: { [name: string]: string | null }, replace = true) =>
    setSearch((before) => changed(before, wanted), { replace });
  return {
    filter,
    openId,
    // the way back leads to the list, not through everything that was read
    open: (id) => set({ conversation: id }, openId !== null),
    addressOf: (id) => `/inbox?${changed(search, { conversation: id })}`,
    set,
  };
}

function changed(before: URLSearchParams, wanted: { [name: string]: string | null }): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(wanted)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export function InboxFilterBar({ chosen: { filter, set } }: { chosen: ChosenInbox }) {
  return (
    <div role="search" aria-label="Conversations">
      <SegmentedControl
        fullWidth
        size="xs"
        data={SHOWN}
        value={filter.show}
        onChange={(show) => set({ show: show === 'open' ? null : show })}
        aria-label="Which conversations"
      />
      <FromChoice filter={filter} set={set} />
    </div>
  );
}

const OF_NETWORK = 'network:';

/** Of which account or network. Hidden as long as there is only one account. */
function FromChoice({ filter, set }: { filter: InboxFilter; set: ChosenInbox['set'] }) {
  const { data: accounts = [] } = useAccounts();
  const { accountId, platform } = filter;
  const receiving = accounts.filter((one) => messageLimits(one.platform) !== null);
  if (receiving.length < 2 && accountId === null && platform === null) return null;
  const platforms = [...new Set([...receiving.map((one) => one.platform), ...(platform ?? '').split(' ')])];
  const data = [
    ...platforms.flatMap((one) =>
      one === '' ? [] : [{ value: `${OF_NETWORK}${one}`, label: `All of ${networkName(one)}` }],
    ),
    ...receiving.map(({ id, platform, displayName, username }) => ({
      value: id,
      label: `${displayName || username}, ${networkName(platform)}`,
    })),
  ];
  // one that is disconnected is still in the address
  if (accountId !== null && data.every(({ value }) => value !== accountId))
    data.push({ value: accountId, label: 'A disconnected account' });
  const choose = (value: string | null) => {
    const isNetwork = value?.startsWith(OF_NETWORK) === true;
    set({
      account: isNetwork ? null : value,
      network: isNetwork ? value.slice(OF_NETWORK.length) : null,
    });
  };
  return (
    <Select
      mt="xs"
      size="sm"
      aria-label="Account"
      placeholder="Every account"
      data={data}
      value={accountId ?? (platform === null ? null : `${OF_NETWORK}${platform}`)}
      onChange={choose}
      clearable
      clearButtonProps={{ 'aria-label': 'Every account' }}
    />
  );
}
