/** Which posts the list shows. The choice is kept in the address, so that a link or the way back leads to the same list. */
import { Button, Group, Input, InputBase, NativeSelect, Tabs } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { type AddressChange, useAddress } from '../../base/parts/address.ts';
import { dayAfter, dayStart } from '../../base/parts/times.ts';
import type { Reply } from '../../base/api.ts';
import { networkName } from '../../base/parts/network.tsx';
import { useAccountGroups, useAccounts } from '../accounts/index.ts';
import { useWorkspace } from '../../base/session.ts';
import { LabelChoice } from './labels.tsx';
import { SearchField } from './search-field.tsx';
import type { PostFilter } from './pages.ts';
import { t } from '../../base/language/text.ts';

// lists with a search and calendars are a third of the script that the page would need
const AccountSelect = lazy(() => import('./account-select.tsx'));
const DayRange = lazy(() => import('../../base/parts/day-range.tsx'));

/** A status to choose. `empty` is shown when no post has it. */
export interface StatusTab {
  value: PostFilter['status'];
  label: string;
  empty: string;
}

const WORDS: { [status in PostFilter['status']]: Omit<StatusTab, 'value'> } = {
  all: { label: t('All'), empty: t('Write the first one: it can go out now, later, or stay a draft.') },
  draft: { label: t('Drafts'), empty: t('A post that is not to go out yet is kept here.') },
  awaiting_approval: {
    label: t('Waiting for approval'),
    empty: t('Posts that need a yes before they go out would be here. There are none.'),
  },
  scheduled: { label: t('Scheduled'), empty: t('Give a post a time, or let it take the next free slot.') },
  publishing: { label: t('Publishing'), empty: t('Posts that are on their way right now are shown here.') },
  published: { label: t('Published'), empty: t('What is live on one network or more is shown here.') },
  failed: {
    label: t('Failed'),
    empty: t('Posts that failed on an account would be here. There are none.'),
  },
};
const TABS = Object.entries(WORDS).map(([value, words]) => ({ value, ...words }) as StatusTab);

interface ChosenFilter {
  tab: StatusTab;
  filter: PostFilter;
  /** The days as they are chosen, `YYYY-MM-DD`; null means open. */
  days: { from: string | null; to: string | null };
  /** Whether an account or days are chosen. */
  isNarrowed: boolean;
  /** Changes the choice. */
  set: (change: AddressChange) => void;
}

/** The filter that the address asks for. */
export function useFilter(): ChosenFilter {
  const { timezone } = useWorkspace();
  const [search, set] = useAddress();
  const tab = TABS.find(({ value }) => value === search.get('status')) ?? TABS[0]!;
  const days = (['from', 'to'] as const).map((name) => dayIn(search.get(name)));
  const [from = null, to = null] = days;
  const filter: PostFilter = {
    status: tab.value,
    accountId: search.get('account'),
    groupId: search.get('group'),
    platform: search.get('network'),
    label: search.get('label'),
    q: search.get('q')?.trim() || null,
    from: from && dayStart(from, timezone),
    to: to && dayStart(dayAfter(to), timezone),
  };
  const { accountId, groupId, platform, label, q } = filter;
  const isNarrowed = [accountId, groupId, platform, label, q, from, to].some((one) => one !== null);
  return { tab, filter, days: { from, to }, isNarrowed, set };
}

const dayIn = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;

/** @param counts how many posts there are of each status; null while they are not known */
export function FilterBar({ chosen, counts }: { chosen: ChosenFilter; counts: Counts | null }) {
  const { tab, filter, days, isNarrowed, set } = chosen;
  const choose = (value: string | null) => set({ status: value === 'all' ? null : value });

  return (
    <>
      <Tabs value={tab.value} onChange={choose} visibleFrom="sm" mb="md">
        <Tabs.List aria-label={t('Which posts')}>
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} aria-controls="posts">
              {label}
              <TabCount status={value} counts={counts} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Group gap="sm" mb="md" align="end" role="search" aria-label={t('Posts')}>
        <NativeSelect
          hiddenFrom="sm"
          label={t('Status')}
          data={TABS}
          value={tab.value}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          className="post-filter"
        />
        <SearchField value={filter.q} onChange={(q) => set({ q })} />
        <AccountChoice value={filter.accountId} onChange={(account) => set({ account })} />
        <GroupChoice value={filter.groupId} onChange={(group) => set({ group })} />
        <NetworkChoice value={filter.platform} onChange={(network) => set({ network })} />
        <LabelChoice value={filter.label} onChange={(label) => set({ label })} />
        <DaysChoice days={days} onChange={(range) => set({ ...range })} />
        {isNarrowed && (
          <Button
            variant="subtle"
            onClick={() =>
              set({ q: null, account: null, group: null, network: null, label: null, from: null, to: null })
            }
          >
            {t('Show all')}
          </Button>
        )}
      </Group>
    </>
  );
}

type Counts = NonNullable<Reply<'readPostOverview'>['counts']>;

/** Beyond this the service counts no further. */
const MAX_COUNTED = 999;

/** How many posts a tab has; those that wait for a person stand out. */
function TabCount({ status, counts }: { status: StatusTab['value']; counts: Counts | null }) {
  const count = status === 'all' ? 0 : (counts?.[status] ?? 0);
  if (count === 0) return null;
  const isWaiting = status === 'failed' || status === 'awaiting_approval';
  return (
    <span className={isWaiting ? 'tab-count tab-count-waiting' : 'tab-count'}>
      {count > MAX_COUNTED ? `${MAX_COUNTED}+` : count}
    </span>
  );
}

/** The groups of accounts, where there are any. */
export function GroupChoice({ value, onChange }: ChoiceProps) {
  const groups = useAccountGroups();
  if (groups.length === 0) return null;
  const data = groups.map(({ id, name }) => ({ value: id, label: name }));
  if (value !== null && groups.every(({ id }) => id !== value))
    data.push({ value, label: t('A group that was deleted') });
  return (
    <NativeSelect
      label={t('Group')}
      data={[{ value: '', label: t('Every group') }, ...data]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      className="post-filter"
    />
  );
}

/** The networks of the accounts. */
export function NetworkChoice({ value, onChange }: ChoiceProps) {
  const { data: accounts = [] } = useAccounts();
  const platforms = [...new Set(accounts.map(({ platform }) => platform as string))];
  if (platforms.length < 2 && value === null) return null;
  if (value !== null && !platforms.includes(value)) platforms.push(value);
  const data = platforms
    .map((platform) => ({ value: platform, label: networkName(platform) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <NativeSelect
      label={t('Network')}
      data={[{ value: '', label: t('Every network') }, ...data]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      className="post-filter"
    />
  );
}

interface ChoiceProps {
  /** null means every one. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** The account; the list with its search is loaded when it is wanted. */
export function AccountChoice(props: ChoiceProps) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <Opener label={t('Account')} role="combobox" onClick={() => setWanted(true)}>
      {t('Every account')}
    </Opener>
  );
  if (!isWanted && props.value === null) return button;
  return (
    <Suspense fallback={button}>
      <AccountSelect {...props} opensAtOnce={isWanted} />
    </Suspense>
  );
}

/** The days; the calendar is loaded when it is wanted. */
function DaysChoice(props: { days: ChosenFilter['days']; onChange: (days: ChosenFilter['days']) => void }) {
  const { from, to } = props.days;
  const [isWanted, setWanted] = useState(false);
  const button = (
    <Opener label={t('Days')} onClick={() => setWanted(true)}>
      {t('Any time')}
    </Opener>
  );
  if (!isWanted && from === null && to === null) return button;
  return (
    <Suspense fallback={button}>
      <DayRange {...props} opensAtOnce={isWanted} className="post-filter" />
    </Suspense>
  );
}

interface OpenerProps {
  label: string;
  role?: 'combobox';
  onClick: () => void;
  /** What is chosen as long as nothing was. */
  children: string;
}

/** Stands for a field that is loaded when it is first pressed. */
const Opener = ({ label, role, onClick, children }: OpenerProps) => (
  <Input.Wrapper label={label} className="post-filter" labelElement="div">
    <InputBase
      component="button"
      type="button"
      pointer
      aria-label={label}
      {...(role === undefined
        ? { 'aria-haspopup': 'dialog' }
        : { role, 'aria-expanded': false, 'aria-controls': 'posts' })}
      onClick={onClick}
    >
      <Input.Placeholder>{children}</Input.Placeholder>
    </InputBase>
  </Input.Wrapper>
);
