import { Alert, Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { messageLimits, networkName } from '../parts/network.tsx';
import { plainWords } from '../parts/plain-words.ts';
import { useAccounts } from '../posts/queries.ts';

/** Accounts whose messages do not all arrive: which, why, and where to reconnect them. */
export function ReceivingProblems() {
  const { data: accounts = [] } = useAccounts();
  return accounts.map(({ id, platform, displayName, username, receiving }) => {
    const problem = receiving?.problem ?? null;
    if (problem === null || messageLimits(platform) === null) return null;
    return (
      <Alert key={id} color="orange" variant="light" p="xs" mt="xs">
        {displayName || username} ({networkName(platform)}): {plainWords(problem)}{' '}
        <Anchor component={Link} href="/accounts" inherit underline="always" c="inherit">
          To the accounts
        </Anchor>
      </Alert>
    );
  });
}
