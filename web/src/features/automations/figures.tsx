import { Text } from '@mantine/core';
import type { Automation } from './shapes.ts';
import { language } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';

/** What an automation did, in numbers. */
export function FlowFigures({ stats: { started, completed, handedOff, clicks } }: Pick<Automation, 'stats'>) {
  const figures = [
    [t('Started'), started],
    [t('Completed'), completed],
    [t('Handed over'), handedOff],
    [t('Clicks'), clicks],
  ] as const;
  return (
    <dl className="flow-figures">
      {figures.map(([label, count]) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fw={650}>
            {count.toLocaleString(language.locale)}
          </Text>
        </div>
      ))}
    </dl>
  );
}
