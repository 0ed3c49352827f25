/** Which posts the list shows. The choice is kept in the address, so that a link or the way back leads to the same list. */
import { Button, Group, Select, Tabs } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { type AddressChange, useAddress } from '../../base/parts/address.ts';
import { CALENDAR_LABELS } from '../../base/parts/moment-field.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { DAY_PATTERN, dayAfter, dayStart } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import type { PostFilter } from './pages.ts';
import { useAccounts } from '../accounts/index.ts';

/** A status to choose. `empty` is shown when no post has it. */
export interface StatusTab {
  value: PostFilter['status'];
  label: string;
  empty: string;
}

const WORDS: { [status in PostFilter['status']]: Omit<StatusTab, 'value'> } = {
  all: { label: 'All', empty: 'Write the first one: it can go out now, later, or stay a draft.' },
  draft: { label: 'Drafts', empty: 'A post that is not to go out yet is kept here.' },
  awaiting_approval: {
    label: 'Waiting for approval',
    empty: 'Posts that need a yes before they go out would be here. There are none.',
  },
  scheduled: { label: 'Scheduled', empty: 'Give a post a time, or let it take the next free slot.' },
  publishing: { label: 'Publishing', empty: 'Posts that are on their way right now are shown here.' },
  published: { label: 'Published', empty: 'What is live on one network or more is shown here.' },
  failed: {
    label: 'Failed',
    empty: 'Posts that failed on an account would be here. There are none.',
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
  set: (wanted: AddressChange) => void;
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
    from: from && dayStart(from, timezone),
    to: to && dayStart(dayAfter(to), timezone),
  };
  const isNarrowed = filter.accountId !== null || from !== null || to !== null;
  return { tab, filter, days: { from, to }, isNarrowed, set };
}

const dayIn = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;

export function FilterBar({ chosen }: { chosen: ChosenFilter }) {
  const { tab, filter, days, isNarrowed, set } = chosen;
  const choose = (value: string | null) => set({ status: value === 'all' ? null : value });

  return (
    <>
      <Tabs value={tab.value} onChange={choose} visibleFrom="sm" mb="md">
        <Tabs.List aria-label="Which posts">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} aria-controls="posts">
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Group gap="sm" mb="md" align="end" role="search" aria-label="Posts">
        <Select
          hiddenFrom="sm"
          label="Status"
          data={TABS}
          value={tab.value}
          onChange={choose}
          allowDeselect={false}
          style={{ flex: '1 1 140px' }}
        />
        <AccountChoice value={filter.accountId} onChange={(account) => set({ account })} />
        <DayRange days={days} onChange={(range) => set({ ...range })} />
        {isNarrowed && (
          <Button variant="subtle" onClick={() => set({ account: null, from: null, to: null })}>
            Show all
          </Button>
        )}
      </Group>
    </>
  );
}

function AccountChoice({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const { data: accounts = [] } = useAccounts();
  const data = accounts.map(({ id, platform, displayName, username }) => ({
    value: id,
    label: `${displayName || username}, ${networkName(platform)}`,
  }));
  // one that is disconnected is still in the address
  if (value !== null && !accounts.some(({ id }) => id === value))
    data.push({ value, label: 'A disconnected account' });
  return (
    <Select
      label="Account"
      placeholder="Every account"
      data={data}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Every account' }}
      nothingFoundMessage="No account is called that"
      style={{ flex: '1 1 180px' }}
      maw={{ sm: 300 }}
    />
  );
}

function DayRange({
  days: { from, to },
  onChange,
}: {
  days: ChosenFilter['days'];
  onChange: (days: ChosenFilter['days']) => void;
}) {
  return (
    <DatePickerInput
      type="range"
      label="Days"
      placeholder="Any time"
      valueFormat={DAY_PATTERN}
      allowSingleDateInRange
      hideOutsideDates
      ariaLabels={CALENDAR_LABELS}
      // their red is too pale to be read
      weekendDays={[]}
      clearable
      clearButtonProps={{ 'aria-label': 'Any time' }}
      defaultValue={[from, to]}
      key={`${from} ${to}`}
      onChange={([first, last]) => {
        // one end alone is not yet a choice
        if ((first === null) === (last === null)) onChange({ from: first, to: last });
      }}
      style={{ flex: '1 1 220px' }}
      maw={{ sm: 300 }}
    />
  );
}
