/** Posts of simulated accounts are on no real network: the sandbox shows them. */
import { useQuery } from '@tanstack/react-query';
import { call, type Delivery, type Reply } from '../api.ts';
import { useSession, useWorkspace } from '../session.ts';

export interface AddressThere {
  url: string;
  isSimulated: boolean;
}

/** Where a published post can be seen; null: nowhere. */
export function useAddressThere({ accountId, platform, networkPostId, url }: Delivery): AddressThere | null {
  const { slug } = useWorkspace();
  const sandboxUrl = useSession().data?.sandboxUrl ?? null;
  const simulated = useQuery({
    // the live feed asks for everything of accounts again
    queryKey: ['accounts', slug, 'simulated'],
    queryFn: ({ signal }) =>
      call<Reply<'listSimulatedAccounts'>>('GET', `/app/api/simulated-accounts?workspace=${slug}`, {
        signal,
      }),
    enabled: sandboxUrl !== null,
  });
  if (sandboxUrl === null) return url === null ? null : { url, isSimulated: false };
  // before it is known no link may lead to a stranger's page
  if (simulated.data === undefined) return null;
  if (!simulated.data.accountIds.includes(accountId))
    return url === null ? null : { url, isSimulated: false };
  if (networkPostId === null) return null;
  const query = new URLSearchParams({ network: platform, id: networkPostId });
  return { url: `${sandboxUrl}/?${query}`, isSimulated: true };
}
