/** A comment is tried on all rules of an account: it stands below a post of one account, so that no other rules are asked. */
import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { networkName } from '../../base/parts/network.tsx';
import { useAccounts } from '../accounts/index.ts';
import type { Rule } from './shapes.ts';
import { TryComments } from './try-comments.tsx';
import { t } from '../../base/language/text.ts';

export function TryAllRules({ rules }: { rules: readonly Rule[] }) {
  const { data: accounts = [] } = useAccounts();
  const [chosen, setChosen] = useState<string | null>(null);
  const withRules = accounts.filter(({ id }) => rules.some(({ accountId }) => accountId === id));
  const accountId = chosen ?? withRules[0]?.id;
  if (accountId === undefined) return null;
  return (
    <Stack gap="sm">
      {withRules.length > 1 && (
        <Select
          label={t('Below a post of')}
          data={withRules.map(({ id, displayName, username, platform }) => ({
            value: id,
            label: `${displayName || username}, ${networkName(platform)}`,
          }))}
          value={accountId}
          onChange={setChosen}
          allowDeselect={false}
        />
      )}
      <TryComments
        key={accountId}
        rules={{ all: true, accountId }}
        known={rules.filter((rule) => rule.accountId === accountId)}
      />
    </Stack>
  );
}
