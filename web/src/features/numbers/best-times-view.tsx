/** When posts did well, by weekday and three hours of the workspace's time zone. */
import { Text, Title, VisuallyHidden } from '@mantine/core';
import { clock, FIRST_WEEKDAY } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { bestTimes, type Cell, CELL_HOURS, MIN_IN_CELL, MIN_POSTS } from './best-times.ts';
import type { AgedPost } from './compare.ts';
import { BEST_TIMES_DAYS } from './queries.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** In the order of the reader's weeks. */
const WEEK = Array.from({ length: 7 }, (_, index) => (index + FIRST_WEEKDAY + 6) % 7);
const HOURS = Array.from({ length: 24 / CELL_HOURS }, (_, index) => index * CELL_HOURS);

const hourText = (hour: number) => clock(`${String(hour % 24).padStart(2, '0')}:00`);
const span = (hour: number) => `${hourText(hour)} to ${hourText(hour + CELL_HOURS)}`;
const times = (score: number) => `${score.toLocaleString('en', { maximumFractionDigits: 1 })} ×`;

export function BestTimesView({ posts, now }: { posts: readonly AgedPost[]; now: number }) {
  const { timezone } = useWorkspace();
  const { cells, posts: count, basis, best } = bestTimes(posts, timezone, now);
  return (
    <section className="numbers-section" aria-labelledby="numbers-times">
      <Title order={2} size="h4" id="numbers-times">
        Best times
      </Title>
      {cells === null ? (
        <Text size="sm" c="dimmed">
          Not enough posts yet: {count} of the last {BEST_TIMES_DAYS} days can be compared, and fewer than{' '}
          {MIN_POSTS} say nothing about times.
        </Text>
      ) : (
        <>
          <Text size="sm">{bestText(best)}</Text>
          <Text size="xs" c="dimmed">
            From {count} posts of the last {BEST_TIMES_DAYS} days, in {timezone}. 1 × is what a post of its
            account usually reaches{' '}
            {basis === 'first24h' ? 'in its first 24 hours' : 'in all (few were counted after 24 hours)'}. A
            time with fewer than {MIN_IN_CELL} posts has no figure. It is what happened, not a promise.
          </Text>
          <div className="numbers-scroll" tabIndex={0} role="region" aria-label="Best times, table">
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
        <VisuallyHidden>no posts</VisuallyHidden>
      </td>
    );
  const { score, posts } = cell;
  return (
    <td data-good={score !== null && score > 1 ? '' : undefined}>
      {score === null ? '–' : times(score)}
      <small>
        {posts} {posts === 1 ? 'post' : 'posts'}
      </small>
    </td>
  );
}

function bestText(best: readonly Cell[]): string {
  if (best.length === 0) return 'No time stands out.';
  const named = best
    .slice(0, 3)
    .map(({ weekday, hour, score }) => `${DAYS[weekday]}, ${span(hour)} (${times(score!)})`);
  return `Best so far: ${named.join('; ')}.`;
}
