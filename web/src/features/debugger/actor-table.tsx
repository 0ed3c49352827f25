import { Alert, Box, Text } from '@mantine/core';
import { Link } from 'wouter';
import { howMany, LongList, type More } from '../../base/parts/long-list.tsx';
import { useNow } from '../../base/parts/now.ts';
import { fromNow } from '../../base/parts/times.ts';
import { kindLabel } from './kinds.ts';
import { isStuck, StateBadge, troubleLabel } from './parts.tsx';
import type { Actor } from './shapes.ts';
import { t } from '../../base/language/text.ts';
import { actorsText } from '../../base/language/counts.ts';

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
            ...(stuck > 0 ? [t('{stuck, plural, one {# is stuck} other {# are stuck}}', { stuck })] : []),
            ...(waiting > 0
              ? [t('{waiting, plural, one {# waits for a person} other {# wait for a person}}', { waiting })]
              : []),
          ].join(', ')}
          .
        </Alert>
      )}
      <Text size="sm" c="dimmed" mb="xs" role="status" aria-label={t('How many')}>
        {howMany(actors.length, more.total, actorsText, more.hasMore)}
      </Text>
      <LongList
        label={t('Actors')}
        role="row"
        head={
          <div role="row" aria-rowindex={1} className="actor-row actor-head">
            <span role="columnheader">{t('What')}</span>
            <span role="columnheader">{t('State')}</span>
            <Box role="columnheader" visibleFrom="sm">
              {t('Waits for')}
            </Box>
            <Box role="columnheader" visibleFrom="sm">
              {t('Moved')}
            </Box>
          </div>
        }
        items={actors}
        keyOf={({ id }) => id}
        estimate={54}
        render={(actor) => <ActorCells actor={actor} now={now} />}
        more={{ ...more, what: actorsText }}
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
  if (status === 'needs_attention') return t('a person');
  if (effects > 0) return t('a result from outside');
  if (nextAt !== null) return t('a message {when}', { when: fromNow(nextAt, now) });
  return mail > 0 ? t('its parked mail') : '–';
}
