/** Times at which posts of the chosen accounts did best, offered where a time is chosen. */
import { Button, Group, Text } from '@mantine/core';
import { clock, dayText, wallTime } from '../../base/parts/times.ts';
import { useNow } from '../../base/parts/now.ts';
import { useWorkspace } from '../../base/session.ts';
import { t } from '../../base/language/text.ts';
import { bestTimes, nextMoments } from './best-times.ts';
import { BEST_TIMES_DAYS, useAges } from './queries.ts';

/** So many of the best cells are offered. */
const MAX_OFFERED = 3;

interface SuggestedTimesProps {
  accountIds: readonly string[];
  /** Called with a moment on the clock of the workspace, such as `2026-05-04T18:00`. */
  onChoose: (at: string) => void;
}

/** Nothing where too few posts can be compared. */
export default function SuggestedTimes({ accountIds, onChoose }: SuggestedTimesProps) {
  const { timezone } = useWorkspace();
  const now = useNow(60_000);
  const { data = [] } = useAges({ accountId: null, platform: null, days: BEST_TIMES_DAYS });
  const own = data.filter((post) => accountIds.includes(post.accountId));
  const { best } = bestTimes(own, timezone, now);
  const today = wallTime(new Date(now).toISOString(), timezone).slice(0, 16);
  const moments = nextMoments(best.slice(0, MAX_OFFERED), today);
  if (moments.length === 0) return null;
  return (
    <Group gap={6} role="group" aria-label={t('Best times')}>
      <Text size="xs" c="dimmed">
        {t('Posts of these accounts did best at:')}
      </Text>
      {moments.map(({ at, score }) => {
        const [day, time] = at.split('T') as [string, string];
        return (
          <Button
            key={at}
            size="compact-xs"
            variant="default"
            title={t('{factor} × the usual', { factor: score.toFixed(1) })}
            onClick={() => onChoose(at)}
          >
            {dayText(day, { weekday: 'short', day: 'numeric', month: 'short' })}, {clock(time)}
          </Button>
        );
      })}
    </Group>
  );
}
