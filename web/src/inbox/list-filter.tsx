/** Which conversations the inbox lists, and which one is open. Both are kept in the address. */
import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { FromChoice } from '../parts/from-choice.tsx';
import { messageLimits } from '../parts/network.tsx';

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
      <FromChoice from={filter} isMeant={hasMessages} set={set} />
    </div>
  );
}

const hasMessages = (platform: string) => messageLimits(platform) !== null;
