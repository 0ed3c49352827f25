/** Posts of simulated accounts are on no real network: the sandbox shows them. */
import { useQuery } from '@tanstack/react-query';
import { call, type Delivery } from '../../base/api.ts';
import { useSandboxUrl, useWorkspace } from '../../base/session.ts';

interface AddressThere {
  url: string;
  isSimulated: boolean;
}

/** Where a published post can be seen; null means nowhere. */
export function useAddressThere({
  accountId,
  platform,
  networkPostId,
  url,
}: Pick<Delivery, 'accountId' | 'platform' | 'networkPostId' | 'url'>): AddressThere | null {
  const { slug } = useWorkspace();
  const sandboxUrl = useSandboxUrl();
  const simulated = useQuery({
    // starts with `accounts`, so that the live feed reads it again with the accounts
    queryKey: ['accounts', slug, 'simulated'],
    queryFn: ({ signal }) => call('listSimulatedAccounts', { workspace: slug }, { signal }),
    enabled: sandboxUrl !== null,
  });
  if (sandboxUrl === null) return url === null ? null : { url, isSimulated: false };
  // until this is known there is no link: it could lead to another person's page on the real network
  if (simulated.data === undefined) return null;
  if (!simulated.data.accountIds.includes(accountId))
    return url === null ? null : { url, isSimulated: false };
  if (networkPostId === null) return null;
  const query = new URLSearchParams({ network: platform, id: networkPostId });
  return { url: `${sandboxUrl}/?${query}`, isSimulated: true };
}
