/** What Home shows, and the counts of the navigation: one request for all. The live feed has it read again (follow-home.ts). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';

export type Home = Reply<'readHome'>;
export type HomeItem = Home['needsYou']['items'][number];
export type ItemOf<Code extends HomeItem['code']> = Extract<HomeItem, { code: Code }>;

const homeKey = (slug: string) => ['home', slug] as const;

export function useHome() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: homeKey(slug),
    queryFn: ({ signal }) => call('readHome', { workspace: slug }, { signal }),
  });
}

/** What a person found at the account of a post that may be live. */
export type Finding = 'live' | 'send_again' | 'give_up';

/** Says what a person found. "Send again" of a delivery that has ended starts it once more; one that waits is sent at its time. */
export function useFinding({ post, account, nextAttemptAt }: ItemOf<'post_may_be_live'>) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (finding: Finding) => {
      const place = { id: post.id, workspace: slug };
      const outcome = finding === 'send_again' ? 'absent' : finding;
      await call('resolveDelivery', { ...place, accountId: account.id, outcome });
      if (finding === 'send_again' && nextAttemptAt === null)
        await call('retryPost', { ...place, accountIds: [account.id] });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: homeKey(slug) });
      void queries.invalidateQueries({ queryKey: ['posts', slug] });
    },
    onError: showFailure,
  });
}
