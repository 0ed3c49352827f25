import { Alert, Box, Text } from '@mantine/core';
import { Link } from 'wouter';
import { howMany, LongList, type More } from '../../base/parts/long-list.tsx';
import { useNow } from '../../base/parts/now.ts';
import { fromNow } from '../../base/parts/times.ts';
import { kindLabel } from './kinds.ts';
import { isStuck, StateBadge, troubleLabel } from './parts.tsx';
import type { Actor } from './shapes.ts';

/** The actors that were found, as a table. */
export function ActorTable({ actors, more }: { actors: Actor[]; more: More }) {
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
  if (effects > 0) return 'a result from outside';
  if (nextAt !== null) return `a message ${fromNow(nextAt, now)}`;
  return mail > 0 ? 'its parked mail' : '–';
}
