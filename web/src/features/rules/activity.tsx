/** What a rule did with each comment that it matched, newest first, live. */
import { useCallback } from 'react';
import { messageOf } from '../../base/api.ts';
import { InSandbox } from '../../base/parts/in-sandbox.tsx';
import { LongList } from '../../base/parts/long-list.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Empty, Fault, Waiting } from '../../base/parts/states.tsx';
import { EntryCard } from './entry-card.tsx';
import { useActivity } from './queries.ts';
import type { Rule } from './shapes.ts';
import { t } from '../../base/language/text.ts';
import { entriesText } from '../../base/language/counts.ts';

export function Activity({ rule }: { rule: Rule }) {
  const read = useActivity(rule.id);
  const now = useNow(15_000);
  const { fetchNextPage } = read;
  const load = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  if (read.isPending) return <Waiting />;
  if (read.data === undefined)
    return <Fault message={messageOf(read.error)} onRetry={() => void read.refetch()} />;
  const entries = read.data.pages.flatMap(({ events }) => events);
  if (entries.length === 0)
    return (
      <Empty title={t('No comment has matched yet')}>
        {rule.active
          ? t(
              'Comments that match are shown here within seconds, with what became of each. Those that were there before the rule are not answered.',
            )
          : t('The rule is paused, so it matches nothing.')}
        {rule.active && (
          <InSandbox act={t('comment “{keywords}” on a post', { keywords: rule.keywords[0] ?? 'hello' })} />
        )}
      </Empty>
    );
  return (
    <LongList
      label={t('Activity')}
      items={entries}
      keyOf={({ id }) => id}
      estimate={120}
      gap={8}
      render={(entry) => <EntryCard entry={entry} ruleId={rule.id} platform={rule.platform} now={now} />}
      more={{
        what: entriesText,
        total: null,
        hasMore: read.hasNextPage,
        isLoading: read.isFetchingNextPage,
        error: read.isFetching ? null : read.error,
        load,
      }}
    />
  );
}
