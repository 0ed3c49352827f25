import { Alert, Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useAccounts } from './queries.ts';
import { networkName } from '../../base/parts/network.tsx';
import { sentence } from '../../base/finding.ts';
import { t } from '../../base/language/text.ts';

/**
 * Accounts of which not everything arrives: which, why, and where to reconnect them.
 * @param props.isMeant whether a network counts on this page
 */
export function ReceivingProblems({ isMeant }: { isMeant: (platform: string) => boolean }) {
  const { data: accounts = [] } = useAccounts();
  return accounts.map(({ id, platform, displayName, username, receiving }) => {
    const problem = receiving?.problem ?? null;
    if (problem === null || !isMeant(platform)) return null;
    return (
      <Alert key={id} color="orange" variant="light" p="xs" mt="xs">
        {displayName || username} ({networkName(platform)}): {sentence(problem)}{' '}
        <Anchor component={Link} href="/accounts" inherit underline="always" c="inherit">
          {t('To the accounts')}
        </Anchor>
      </Alert>
    );
  });
}
