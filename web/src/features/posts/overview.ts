/** What is shown above the list of all posts: how many there are of each status, what needs a person, and what goes out next. */
import { useQuery } from '@tanstack/react-query';
import { type Account, call, type Post, type Reply } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';
import { deliveryLook, postLook } from './status.tsx';
import { t } from '../../base/language/text.ts';

export function usePostOverview() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['posts', slug, 'overview'],
    queryFn: ({ signal }) => call('readPostOverview', { workspace: slug }, { signal }),
  });
}

/** A row of the list: a post, or the heading of those that follow. */
export type Row = { kind: 'post'; post: Post } | { kind: 'heading'; label: string; count: number | null };

interface Listed {
  overview: Reply<'readPostOverview'> | undefined;
  accounts: readonly Account[];
  /** All posts, newest first. */
  posts: readonly Post[];
}

/** The list with its sections; each post is in the first that it fits. A list without a section has no headings. */
export function rowsOf({ overview, accounts, posts }: Listed): Row[] {
  const plain = (visible: readonly Post[]): Row[] => visible.map((post) => ({ kind: 'post', post }));
  if (overview === undefined) return plain(posts);
  const { undecided, publishing, next } = overview;
  const needing = [...publishing.filter((post) => needsPerson(post, accounts)), ...undecided];
  const needingIds = new Set(needing.map(({ id }) => id));
  const goingOut = [...publishing, ...next].filter(({ id }) => !needingIds.has(id));
  for (const { id } of goingOut) needingIds.add(id);
  const sections = [
    { label: t('Needs you'), shown: needing, count: needing.length },
    { label: t('Next out'), shown: goingOut, count: goingOut.length },
    // these are read page by page
    {
      label: t('Published, drafts and others'),
      shown: posts.filter(({ id }) => !needingIds.has(id)),
      count: null,
    },
  ].filter(({ shown }) => shown.length > 0);
  if (needingIds.size === 0) return plain(posts);
  return sections.flatMap(({ label, shown, count }) => [
    { kind: 'heading' as const, label, count },
    ...plain(shown),
  ]);
}

/** Something of the post waits until a person acts. */
const needsPerson = (post: Post, accounts: readonly Account[]): boolean =>
  postLook(post).tone === 'needs-you' ||
  post.deliveries.some(
    (delivery) =>
      deliveryLook(
        delivery,
        accounts.find(({ id }) => id === delivery.accountId),
      ).tone === 'needs-you',
  );
