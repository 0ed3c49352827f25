import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { ActorTable } from './actor-table.tsx';
import { FilterFields, NoActors, useFilter } from './list-filter.tsx';
import { CHARTED } from './kinds.ts';
import { useActors, useChartsSoon, useMoves } from './queries.ts';
import type { Actor } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** Every actor of the workspace; those that are stuck come first. */
export default function ActorsPage() {
  useMoves();
  useChartsSoon(CHARTED);
  const filter = useFilter();
  const { kind, stuck, text, inState } = filter;
  const actors = useActors({ kind, state: inState, q: text, stuck });
  const { fetchNextPage } = actors;
  const load = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const found = unique(actors.data?.pages.flatMap((page) => page.actors) ?? []);
  return (
    <>
      <PageTitle
        actions={
          <>
            {(kind === null || CHARTED.includes(kind)) && (
              <Button component={Link} href={`/debugger/charts/${kind ?? 'delivery'}`} variant="default">
                {t('Heat map')}
              </Button>
            )}
          </>
        }
      >
        {t('Debugger')}
      </PageTitle>
      <FilterFields filter={filter} />
      {actors.isPending ? (
        <Waiting />
      ) : actors.data === undefined ? (
        <Fault message={messageOf(actors.error)} onRetry={() => void actors.refetch()} />
      ) : found.length === 0 && !actors.hasNextPage ? (
        <NoActors filter={filter} />
      ) : (
        <ActorTable
          actors={found}
          more={{
            total: actors.data.pages[0]!.total,
            hasMore: actors.hasNextPage,
            isLoading: actors.isFetchingNextPage,
            error: actors.isFetching ? null : actors.error,
            load,
          }}
        />
      )}
    </>
  );
}

/** Stuck actors come first, and again at their own position, where this page leaves them out. */
function unique(actors: Actor[]): Actor[] {
  return [...new Map(actors.toReversed().map((actor) => [actor.id, actor])).values()].toReversed();
}
