import { Text } from '@mantine/core';
import { networkName } from '../../base/parts/network.tsx';
import { useAccountNames } from '../accounts/index.ts';
import { AGES, type AgedPost, type Compared, comparePost } from './compare.ts';
import { BEST_TIMES_DAYS, useAges } from './queries.ts';
import { t } from '../../base/language/text.ts';

/** A post on one account. */
interface Published {
  accountId: string;
  platform: string;
  networkPostId: string;
}

const AFTER = { '24h': t('a day'), '7d': t('a week') } as const;
/** Fewer other posts are no usual. */
const MIN_OTHERS = 5;

/** What a post reached beside the account's other posts of 90 days at the same age: the oldest age at which both were counted. */
export default function BesideUsual({ published }: { published: readonly Published[] }) {
  const { data = [] } = useAges({ accountId: null, platform: null, days: BEST_TIMES_DAYS });
  const names = useAccountNames();
  const lines = published.flatMap((post) => {
    const words = lineOf(post, data);
    const name = names.get(post.accountId);
    return words === null
      ? []
      : [{ of: post.accountId, text: `${networkName(post.platform)}${name ? ` (${name})` : ''}, ${words}` }];
  });
  if (lines.length === 0) return null;
  return (
    <Text
      size="sm"
      c="dimmed"
      component="ul"
      mt={4}
      ps={0}
      style={{ listStyle: 'none' }}
      aria-label={t('Beside the usual')}
    >
      {lines.map(({ of, text }) => (
        <li key={of}>{text}</li>
      ))}
    </Text>
  );
}

function lineOf(post: Published, posts: readonly AgedPost[]): string | null {
  for (const age of AGES.toReversed())
    for (const count of ['views', 'likes'] as const) {
      const found = comparePost(post, posts, { age, count, among: 'all' });
      if (found === null || !isTelling(found)) continue;
      return t('after {age}: {ratio} × your usual {count}.', {
        age: AFTER[age],
        ratio: found.ratio!.toFixed(1),
        count,
      });
    }
  return null;
}

const isTelling = ({ ratio, posts }: Compared): boolean => ratio !== null && posts >= MIN_OTHERS;
