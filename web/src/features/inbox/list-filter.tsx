/** Which conversations the inbox lists, and which one is open. Both are kept in the address. */
import { CloseButton, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { LIMITS } from '../../base/limits.ts';
import { type AddressChange, changed } from '../../base/parts/address.ts';
import { FromChoice } from '../accounts/index.ts';
import { AssigneeChoice } from './assignee-choice.tsx';
import type { InboxFilter } from './filter.ts';
import { LabelChoice } from './label-choice.tsx';
import { messageLimits } from '../../base/parts/network.tsx';
import { t } from '../../base/language/text.ts';

const SHOWN: { value: InboxFilter['show']; label: string }[] = [
  { value: 'open', label: t('Open') },
  { value: 'unread', label: t('Unread') },
  { value: 'flagged', label: t('Flagged') },
  { value: 'snoozed', label: t('Snoozed') },
  { value: 'done', label: t('Done') },
];

export interface ChosenInbox {
  filter: InboxFilter;
  /** The conversation that is open; null means none. */
  openId: string | null;
  open: (id: string | null) => void;
  /** The address of a conversation beside this list, for links. */
  addressOf: (id: string) => string;
  /** Changes the address. */
  set: (change: AddressChange) => void;
}

/** What the address asks for. */
export function useChosenInbox(): ChosenInbox {
  const [search, setSearch] = useSearchParams();
  const show = SHOWN.find(({ value }) => value === search.get('show'))?.value ?? 'open';
  const accountId = search.get('account');
  const platform = accountId === null ? search.get('network') : null;
  const assignee = search.get('assigned');
  const label = search.get('label');
  const q = search.get('q')?.trim() ?? '';
  const filter = useMemo(
    () => ({ show, accountId, platform, assignee, label, q }),
    [show, accountId, platform, assignee, label, q],
  );
  const openId = search.get('conversation');
  const set = (change: AddressChange, replace = true) =>
    setSearch((before) => changed(before, change), { replace });
  return {
    filter,
    openId,
    // the way back leads to the list, not through everything that was read
    open: (id) => set({ conversation: id }, openId !== null),
    addressOf: (id) => `/inbox?${changed(search, { conversation: id })}`,
    set,
  };
}

export function InboxFilterBar({ chosen: { filter, set } }: { chosen: ChosenInbox }) {
  return (
    <div role="search" aria-label={t('Conversations')}>
      <SearchField q={filter.q} search={(q) => set({ q: q.trim() === '' ? null : q })} />
      {filter.q === '' ? (
        <SegmentedControl
          fullWidth
          size="xs"
          data={SHOWN}
          value={filter.show}
          onChange={(show) => set({ show: show === 'open' ? null : show })}
          aria-label={t('Which conversations')}
        />
      ) : (
        <Text size="xs" c="dimmed">
          {t('In all conversations, open and done.')}
        </Text>
      )}
      <FromChoice from={filter} isMeant={hasMessages} set={set} />
      <AssigneeChoice assignee={filter.assignee} set={set} />
      <LabelChoice label={filter.label} set={set} />
    </div>
  );
}

/** The id of the field: the key / gives it the focus. */
export const SEARCH_FIELD = 'inbox-search';
/** The list waits until a person stops typing, ms. */
const TYPING_MS = 300;

function SearchField({ q, search }: { q: string; search: (q: string) => void }) {
  const [text, setText] = useState(q);
  const [searched, setSearched] = useState(q);
  if (searched !== q) {
    // the address changed by itself: a link, or the way back
    setSearched(q);
    if (text.trim() !== q) setText(q);
  }
  const soon = useDebouncedCallback(search, TYPING_MS);
  const clear = () => {
    setText('');
    search('');
  };
  return (
    <TextInput
      id={SEARCH_FIELD}
      type="search"
      size="sm"
      mb="xs"
      aria-label={t('Search names and messages')}
      placeholder={t('Search names and messages')}
      maxLength={LIMITS.inboxSearch}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        soon(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        clear();
        event.currentTarget.blur();
      }}
      rightSection={
        text === '' ? null : <CloseButton size="sm" aria-label={t('End the search')} onClick={clear} />
      }
    />
  );
}

const hasMessages = (platform: string) => messageLimits(platform) !== null;
