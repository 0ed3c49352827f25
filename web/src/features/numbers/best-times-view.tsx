/** When posts did well, by weekday and three hours of the workspace's time zone. */
import { Text, Title, VisuallyHidden } from '@mantine/core';
import { clock, FIRST_WEEKDAY } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { bestTimes, type Cell, CELL_HOURS, MIN_IN_CELL, MIN_POSTS } from './best-times.ts';
import type { AgedPost } from './compare.ts';
import { BEST_TIMES_DAYS } from './queries.ts';
import { language } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';
import { postsText } from '../../base/language/counts.ts';

const DAYS = [
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
  t('Sunday'),
];
/** In the order of the reader's weeks. */
const WEEK = Array.from({ length: 7 }, (_, index) => (index + FIRST_WEEKDAY + 6) % 7);
const HOURS = Array.from({ length: 24 / CELL_HOURS }, (_, index) => index * CELL_HOURS);

const hourText = (hour: number) => clock(`${String(hour % 24).padStart(2, '0')}:00`);
const span = (hour: number) => t('{from} to {to}', { from: hourText(hour), to: hourText(hour + CELL_HOURS) });
const times = (score: number) => `${score.toLocaleString(language.locale, { maximumFractionDigits: 1 })} ×`;

export function BestTimesView({ posts, now }: { posts: readonly AgedPost[]; now: number }) {
  const { timezone } = useWorkspace();
  const { cells, posts: count, basis, best } = bestTimes(posts, timezone, now);
  return (
    <section className="numbers-section" aria-labelledby="numbers-times">
      <Title order={2} size="h4" id="numbers-times">
        {t('Best times')}
      </Title>
      {cells === null ? (
        <Text size="sm" c="dimmed">
          {t(
            'Not enough posts yet: {count} of the last {days} days can be compared, and fewer than {least} say nothing about times.',
            { count, days: BEST_TIMES_DAYS, least: MIN_POSTS },
          )}
        </Text>
      ) : (
        <>
          <Text size="sm">{bestText(best)}</Text>
          <Text size="xs" c="dimmed">
            {basisText(basis, count, timezone)}
          </Text>
          <div className="numbers-scroll" tabIndex={0} role="region" aria-label={t('Best times, table')}>
            <table className="numbers-times" aria-labelledby="numbers-times">
              <thead>
                <tr>
                  <td style={{ background: 'none' }} />
                  {HOURS.map((hour) => (
                    <th key={hour} scope="col">
                      {hourText(hour)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {WEEK.map((weekday) => (
                  <tr key={weekday}>
                    <th scope="row">{DAYS[weekday]}</th>
                    {HOURS.map((hour) => (
                      <TimeCell
                        key={hour}
                        cell={cells.find((one) => one.weekday === weekday && one.hour === hour)}
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}

function TimeCell({ cell }: { cell: Cell | undefined }) {
  if (cell === undefined)
    return (
      <td>
        <VisuallyHidden>{t('no posts')}</VisuallyHidden>
      </td>
    );
  const { score, posts } = cell;
  return (
    <td data-good={score !== null && score > 1 ? '' : undefined}>
      {score === null ? '–' : times(score)}
      <small>{postsText(posts)}</small>
    </td>
  );
}

function bestText(best: readonly Cell[]): string {
  if (best.length === 0) return t('No time stands out.');
  const named = best
    .slice(0, 3)
    .map(({ weekday, hour, score }) => `${DAYS[weekday]}, ${span(hour)} (${times(score!)})`);
  return t('Best so far: {named}.', { named: named.join('; ') });
}

/** What the figures were made of. */
function basisText(basis: ReturnType<typeof bestTimes>['basis'], count: number, timezone: string): string {
  const values = { count, days: BEST_TIMES_DAYS, timezone, least: MIN_IN_CELL };
  return basis === 'first24h'
    ? t(
        'From {count} posts of the last {days} days, in {timezone}. 1 × is what a post of its account usually reaches in its first 24 hours. A time with fewer than {least} posts has no figure. It is what happened, not a promise.',
        values,
      )
    : t(
        'From {count} posts of the last {days} days, in {timezone}. 1 × is what a post of its account usually reaches in all (few were counted after 24 hours). A time with fewer than {least} posts has no figure. It is what happened, not a promise.',
        values,
      );
}
