import { Text } from '@mantine/core';
import type { Rule } from './shapes.ts';
import { language } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';

/** How many comments a rule matched, and what became of them. */
export function Figures({ stats }: { stats: Rule['stats'] }) {
  const { triggered, queued, sent, failed, skipped, trackedSends, uniqueClicks, seen, answered } = stats;
  const figures: [label: string, count: number, isBad?: boolean][] = [
    [t('Matched'), triggered],
    [t('Sent'), sent],
    [t('Waiting'), queued],
    [t('Failed'), failed, failed > 0],
    [t('Skipped'), skipped],
    ...(seen > 0 ? [[t('Seen'), seen] satisfies [string, number]] : []),
    ...(answered > 0 ? [[t('Answered'), answered] satisfies [string, number]] : []),
    ...(trackedSends > 0 ? [[t('Links opened'), uniqueClicks] satisfies [string, number]] : []),
  ];
  return (
    <dl className="rule-figures">
      {figures.map(([label, count, isBad = false]) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text
            component="dd"
            fw={650}
            m={0}
            c={isBad ? 'var(--mantine-color-error)' : count === 0 ? 'dimmed' : 'inherit'}
          >
            {count.toLocaleString(language.locale)}
          </Text>
        </div>
      ))}
    </dl>
  );
}
