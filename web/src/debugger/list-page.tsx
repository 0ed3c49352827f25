import { Alert, Button, Checkbox, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { messageOf } from '../api.ts';
import { useNow } from '../parts/now.ts';
import { Empty, Fault, PageTitle, Waiting } from '../parts/states.tsx';
import { fromNow } from '../parts/times.ts';
import { kindLabel, KINDS, StateBadge, troubleLabel } from './parts.tsx';
import { useActors, useChartsSoon, useMoves } from './queries.ts';
import type { Actor } from './shapes.ts';

const STEP = 50;
/** What the API lists at most. */
const MOST = 100;

/** Every actor there is, with those that do not get on first. */
export default function ActorsPage() {
  useMoves();
  useChartsSoon(Object.keys(KINDS));
  const [search, setSearch] = useSearchParams();
  const [q, setQ] = useState(search.get('q') ?? '');
  const [state, setState] = useState(search.get('state') ?? '');
  const [limit, setLimit] = useState(STEP);
  const kind = search.get('kind');
  const stuck = search.get('stuck') === 'true';
  const [text] = useDebouncedValue(q.trim(), 250);
  const [inState] = useDebouncedValue(state.trim(), 250);
  const actors = useActors({ kind, state: inState, q: text, stuck }, limit);
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
          <Button component={Link} href={`/debugger/charts/${kind ?? 'delivery'}`} variant="default">
            Heat map
          </Button>
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
      ) : actors.isError ? (
        <Fault message={messageOf(actors.error)} onRetry={() => void actors.refetch()} />
      ) : actors.data.actors.length === 0 ? (
        <Empty
          title={stuck && !isOther(text, inState, kind) ? 'Nothing is stuck' : 'No actor is like this'}
          action={
            isFiltered && (
              <Button variant="default" mt="sm" onClick={clear}>
                Show all
              </Button>
            )
          }
        >
          {isFiltered
            ? 'Search for less, or look at all of them.'
            : 'Connect an account or write a post: each is a statechart that can be watched here.'}
        </Empty>
      ) : (
        <Found actors={actors.data.actors} />
      )}
      {actors.data && actors.data.actors.length >= limit && limit < MOST && (
        <Button variant="default" mt="md" onClick={() => setLimit(MOST)}>
          Show more
        </Button>
      )}
    </>
  );
}

const isOther = (text: string, state: string, kind: string | null) =>
  text !== '' || state !== '' || kind !== null;

function Found({ actors }: { actors: Actor[] }) {
  const now = useNow(1_000);
  const stuck = actors.filter(({ trouble }) => trouble !== null).length;
  return (
    <Stack gap="sm">
      {stuck > 0 && (
        <Alert color="orange" variant="light" p="xs">
          {stuck === 1 ? 'One of these does not get on.' : `${stuck} of these do not get on.`}
        </Alert>
      )}
      <Table.ScrollContainer minWidth={300} tabIndex={0} aria-label="Actors">
        <Table verticalSpacing="xs" highlightOnHover layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th visibleFrom="sm">Waits for</Table.Th>
              <Table.Th visibleFrom="sm">Moved</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {actors.map((actor) => (
              <Table.Tr key={actor.id}>
                <Table.Td>
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
                </Table.Td>
                <Table.Td>
                  <StateBadge actor={actor} />
                  {actor.trouble && (
                    <Text size="xs" c="var(--mantine-color-error)" mt={2}>
                      {troubleLabel(actor.trouble)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Text size="sm">{waitsFor(actor, now)}</Text>
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
                    {fromNow(actor.updatedAt, now)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function waitsFor({ effects, nextAt, mail, status }: Actor, now: number): string {
  if (status === 'needs_attention') return 'a person';
  if (effects > 0) return 'an answer from outside';
  if (nextAt !== null) return `a message ${fromNow(nextAt, now)}`;
  return mail > 0 ? 'its parked mail' : '–';
}
