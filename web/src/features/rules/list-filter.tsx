/** Which rules are listed. It is kept in the address. */
import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { type AddressChange, useAddress } from '../../base/parts/address.ts';
import { hasRules, networkName } from '../../base/parts/network.tsx';
import { useAccounts } from '../accounts/index.ts';
import type { Rule } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** With more rules than this there is a filter. */
const MAX_WITHOUT_FILTER = 4;

const SHOWN = [
  { value: 'all', label: t('All') },
  { value: 'active', label: t('Active') },
  { value: 'paused', label: t('Paused') },
] as const;

interface RuleFilter {
  show: (typeof SHOWN)[number]['value'];
  accountId: string | null;
  /** Our own post. */
  postId: string | null;
  /** Words of keywords and messages; empty: no search. */
  q: string;
}

export interface ChosenRules {
  filter: RuleFilter;
  isNarrowed: boolean;
  set: (change: AddressChange) => void;
}

/** What the address asks for. */
export function useChosenRules(): ChosenRules {
  const [search, set] = useAddress();
  const filter: RuleFilter = {
    show: SHOWN.find(({ value }) => value === search.get('show'))?.value ?? 'all',
    accountId: search.get('account'),
    postId: search.get('post'),
    q: search.get('q') ?? '',
  };
  const isNarrowed =
    filter.show !== 'all' || filter.accountId !== null || filter.postId !== null || filter.q.trim() !== '';
  return { filter, isNarrowed, set };
}

/** Whether a rule is listed. */
export function fits(rule: Rule, { show, accountId, postId, q }: RuleFilter): boolean {
  const words = q.trim().toLowerCase();
  const texts = [...rule.keywords, rule.dmText, ...rule.publicReplies];
  return (
    (show === 'all' || (show === 'active') === rule.active) &&
    (accountId === null || rule.accountId === accountId) &&
    (postId === null || rule.postId === postId) &&
    (words === '' || texts.some((text) => text.toLowerCase().includes(words)))
  );
}

export function RuleFilterBar({ rules, chosen }: { rules: readonly Rule[]; chosen: ChosenRules }) {
  const { data: accounts = [] } = useAccounts();
  const { filter, isNarrowed, set } = chosen;
  if (rules.length <= MAX_WITHOUT_FILTER && !isNarrowed) return null;
  const able = accounts.filter(({ platform }) => hasRules(platform));
  return (
    <div role="search" aria-label={t('Rules')} className="rule-filter">
      <SegmentedControl
        size="xs"
        data={[...SHOWN]}
        value={filter.show}
        onChange={(show) => set({ show: show === 'all' ? null : show })}
        aria-label={t('Which rules')}
      />
      <TextInput
        aria-label={t('Find a rule')}
        placeholder={t('Find a keyword or a message')}
        value={filter.q}
        onChange={({ currentTarget }) => set({ q: currentTarget.value === '' ? null : currentTarget.value })}
      />
      {(able.length > 1 || filter.accountId !== null) && (
        <Select
          aria-label={t('Account')}
          placeholder={t('Every account')}
          data={able.map(({ id, displayName, username, platform }) => ({
            value: id,
            label: `${displayName || username}, ${networkName(platform)}`,
          }))}
          value={filter.accountId}
          onChange={(account) => set({ account })}
          clearable
          clearButtonProps={{ 'aria-label': t('Every account') }}
        />
      )}
    </div>
  );
}
