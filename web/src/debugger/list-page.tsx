import { Alert, Box, Button, Checkbox, Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { messageOf } from '../api.ts';
import { howMany, LongList, type More } from '../parts/long-list.tsx';
import { useNow } from '../parts/now.ts';
import { Empty, Fault, PageTitle, Waiting } from '../parts/states.tsx';
import { fromNow } from '../parts/times.ts';
import { OpenInInspector } from './inspector.tsx';
import { isStuck, kindLabel, KINDS, StateBadge, troubleLabel } from './parts.tsx';
import { useActors, useChartsSoon, useMoves } from './queries.ts';
import type { Actor } from './shapes.ts';

/** Every actor of the workspace; those that are stuck come first. */
export default function ActorsPage() {
  useMoves();
  useChartsSoon(Object.keys(KINDS));
  const [search, setSearch] = useSearchParams();
  const [q, setQ] = useState(search.get('q') ?? '');
  const [state, setState] = useState(search.get('state') ?? '');
  const kind = search.get('kind');
  const stuck = search.get('stuck') === 'true';
  const [text] = useDebouncedValue(q.trim(), 250);
  const [inState] = useDebouncedValue(state.trim(), 250);
  const actors = useActors({ kind, state: inState, q: text, stuck });
  const { fetchNextPage } = actors;
  const load = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const found = unique(actors.data?.pages.flatMap((page) => page.actors) ?? []);
  const set = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const isFiltered = text !== '' || inState !== '' || kind !== null || stuck;
  const clear = () => {
    setQ('');
    setState('');
    setSearch({});
  };

  return (
    <>
      <PageTitle
        actions={
          <>
            <Button component={Link} href={`/debugger/charts/${kind ?? 'delivery'}`} variant="default">
              Heat map
            </Button>
            <OpenInInspector
              key={kind}
              watched={kind === null ? {} : { kind }}
              what={
                kind === null
                  ? 'every actor of this workspace as it moves'
                  : `all ${KINDS[kind]?.many.toLowerCase() ?? kind} as they move`
              }
            />
          </>
        }
      >
        Debugger
      </PageTitle>
      <Group mb="md" gap="sm" align="end" role="search">
        <TextInput
          label="Text or id"
          placeholder="A part of a post, or post_…"
          value={q}
          maxLength={200}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
          style={{ flex: '2 1 220px' }}
        />
        <Select
          label="Kind"
          placeholder="Every kind"
          clearable
          clearButtonProps={{ 'aria-label': 'Every kind' }}
          data={Object.entries(KINDS).map(([value, { many }]) => ({ value, label: many }))}
          value={kind}
          onChange={(value) => set('kind', value)}
          style={{ flex: '1 1 150px' }}
        />
        <TextInput
          label="State"
          placeholder="Such as verifying"
          value={state}
          maxLength={100}
          onChange={({ currentTarget }) => setState(currentTarget.value)}
          style={{ flex: '1 1 150px' }}
        />
        <Checkbox
          label="Only what is stuck"
          checked={stuck}
          onChange={({ currentTarget }) => set('stuck', currentTarget.checked ? 'true' : null)}
          pb={8}
        />
      </Group>
      {actors.isPending ? (
        <Waiting />
      ) : actors.data === undefined ? (
        <Fault message={messageOf(actors.error)} onRetry={() => void actors.refetch()} />
      ) : found.length === 0 && !actors.hasNextPage ? (
        <Empty
          title={
            !isFiltered
              ? 'No actors yet'
              : stuck && !isOther(text, inState, kind)
                ? 'Nothing is stuck'
                : 'No actor is like this'
          }
          action={
            isFiltered && (
              <Button variant="default" mt="sm" onClick={clear}>
                Show all
              </Button>
            )
          }
        >
          {isFiltered
            ? 'Search for less, or show all of them.'
            : 'Connect an account or write a post: each is a statechart that can be watched here.'}
        </Empty>
      ) : (
        <Found
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

/** Stuck actors come first and again in their own place: the second one is left out. */
function unique(actors: Actor[]): Actor[] {
  return [...new Map(actors.toReversed().map((actor) => [actor.id, actor])).values()].toReversed();
}

const isOther = (text: string, state: string, kind: string | null) =>
  text !== '' || state !== '' || kind !== null;

function Found({ actors, more }: { actors: Actor[]; more: More }) {
  const now = useNow(1_000);
  const stuck = actors.filter(({ trouble }) => isStuck(trouble)).length;
  const waiting = actors.filter(({ trouble }) => trouble !== null).length - stuck;
  return (
    <>
      {stuck + waiting > 0 && (
        <Alert color="orange" variant="light" p="xs" mb="sm">
          {[
            ...(stuck > 0 ? [stuck === 1 ? '1 is stuck' : `${stuck} are stuck`] : []),
            ...(waiting > 0 ? [waiting === 1 ? '1 waits for a person' : `${waiting} wait for a person`] : []),
          ].join(', ')}
          .
        </Alert>
      )}
      <Text size="sm" c="dimmed" mb="xs" role="status" aria-label="How many">
        {howMany(actors.length, more.total, 'actors', more.hasMore)}
      </Text>
      <LongList
        label="Actors"
        role="row"
        head={
          <div role="row" aria-rowindex={1} className="actor-row actor-head">
            <span role="columnheader">What</span>
            <span role="columnheader">State</span>
            <Box role="columnheader" visibleFrom="sm">
              Waits for
            </Box>
            <Box role="columnheader" visibleFrom="sm">
              Moved
            </Box>
          </div>
        }
        items={actors}
        keyOf={({ id }) => id}
        estimate={54}
        render={(actor) => <ActorCells actor={actor} now={now} />}
        more={{ ...more, what: 'actors' }}
      />
    </>
  );
}

function ActorCells({ actor, now }: { actor: Actor; now: number }) {
  return (
    <div role="presentation" className="actor-row">
      <div role="cell">
        <Text
          component={Link}
          href={`/debugger/${actor.id}`}
          size="sm"
          fw={500}
          c="var(--mantine-color-anchor)"
          truncate
          display="block"
        >
          {actor.title}
        </Text>
        <Text size="xs" c="dimmed">
          {kindLabel(actor.kind)}
        </Text>
      </div>
      <div role="cell">
        <StateBadge actor={actor} />
        {actor.trouble && (
          <Text size="xs" c="var(--mantine-color-error)" mt={2}>
            {troubleLabel(actor.trouble)}
          </Text>
        )}
      </div>
      <Box role="cell" visibleFrom="sm">
        <Text size="sm">{waitsFor(actor, now)}</Text>
      </Box>
      <Box role="cell" visibleFrom="sm">
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {fromNow(actor.updatedAt, now)}
        </Text>
      </Box>
    </div>
  );
}

function waitsFor({ effects, nextAt, mail, status }: Actor, now: number): string {
  if (status === 'needs_attention') return 'a person';
  if (effects > 0) return 'an answer from outside';
  if (nextAt !== null) return `a message ${fromNow(nextAt, now)}`;
  return mail > 0 ? 'its parked mail' : '–';
}
