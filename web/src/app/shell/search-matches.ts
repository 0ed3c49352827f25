/** What the search finds: pages and actions in the page itself, accounts in the cache, posts and people at the service. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { useCan } from '../../base/can.tsx';
import type { OperationId } from '../../base/operations.ts';
import { networkName } from '../../base/parts/network.tsx';
import { useWorkspace } from '../../base/session.ts';
import { useAccounts } from '../../features/accounts/index.ts';
import { pages } from '../pages.tsx';
import { t } from '../../base/language/text.ts';

export interface SearchMatch {
  label: string;
  /** What kind of thing it is, or where. */
  detail?: string;
  /** Below the workspace's address. */
  href: string;
}

interface MatchGroup {
  label: string;
  items: SearchMatch[];
}

/** So many of each kind are shown. */
const MAX_OF_A_KIND = 6;

const ACTIONS: (SearchMatch & { needs: OperationId })[] = [
  { label: t('New post'), href: '/posts/new', needs: 'createPost' },
  { label: t('Import posts'), href: '/imports', needs: 'createImport' },
  { label: t('New rule'), href: '/rules/new', needs: 'createCommentRule' },
  { label: t('New automation'), href: '/automations/new', needs: 'createDmAutomation' },
  { label: t('Connect an account'), href: '/accounts', needs: 'createConnectLink' },
  { label: t('Connect an agent'), href: '/agents/connect', needs: 'createKey' },
  { label: t('Change the password'), href: '/settings/you', needs: 'listPosts' },
];

/**
 * @param typed words as they are now, for what is found at once
 * @param words the same after a pause, for what is asked of the service
 */
export function useSearchMatches(typed: string, words: string): { groups: MatchGroup[]; isReading: boolean } {
  const can = useCan();
  const posts = usePostMatches(words);
  const people = usePeopleMatches(words);
  const { data: accounts = [] } = useAccounts();
  const has = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(typed.toLowerCase()));
  const groups: MatchGroup[] = [
    {
      label: t('Actions'),
      items: ACTIONS.filter(({ label, needs }) => can(needs) && has(label)),
    },
    {
      label: t('Pages'),
      items: pages.flatMap(({ nav, needs }) =>
        nav !== undefined && (needs === undefined || can(needs)) && has(nav.label)
          ? [{ label: nav.label, href: nav.href }]
          : [],
      ),
    },
    {
      label: t('Accounts'),
      items: accounts
        .filter(({ displayName, username, platform }) => has(displayName, username, networkName(platform)))
        .map(({ id, displayName, username, platform }) => ({
          label: displayName || username,
          detail: t('{network}: its posts', { network: networkName(platform) }),
          href: `/posts?account=${id}`,
        })),
    },
    { label: t('Posts'), items: posts.data ?? [] },
    { label: t('People'), items: people.data ?? [] },
  ];
  const isReading = typed !== words || posts.isLoading || people.isLoading;
  const ordered = typed === '' ? groups.slice(0, 2) : groups.toReversed();
  return {
    groups: ordered.flatMap(({ label, items }) =>
      items.length === 0 ? [] : [{ label, items: items.slice(0, typed === '' ? undefined : MAX_OF_A_KIND) }],
    ),
    isReading: typed !== '' && isReading,
  };
}

/** Posts with these words, of the accounts that the person reaches. */
function usePostMatches(words: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['search', slug, 'posts', words],
    enabled: words !== '',
    queryFn: async ({ signal }): Promise<SearchMatch[]> => {
      const query = { workspace: slug, q: words, limit: MAX_OF_A_KIND };
      const { posts } = await call('findPosts', query, { signal });
      return posts.map(({ id, content }) => ({
        label: content.trim().split('\n')[0]! || t('a post without a text'),
        detail: t('Post'),
        href: `/posts/${id}`,
      }));
    },
  });
}

/** People who wrote, by their name or what was written. */
function usePeopleMatches(words: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['search', slug, 'people', words],
    enabled: words !== '',
    queryFn: async ({ signal }): Promise<SearchMatch[]> => {
      const query = { workspace: slug, q: words, limit: MAX_OF_A_KIND } as const;
      const { conversations } = await call('listConversations', query, { signal });
      return conversations.map(({ id, platform, contact: { name, username } }) => ({
        label: name ?? username ?? t('Somebody without a name'),
        detail: t('{network} conversation', { network: networkName(platform) }),
        href: `/inbox?conversation=${id}`,
      }));
    },
  });
}
