import { Text } from '@mantine/core';
import type { Automation } from './shapes.ts';

/** What an automation did, in numbers. */
export function FlowFigures({ stats: { started, completed, handedOff, clicks } }: Pick<Automation, 'stats'>) {
  const figures = [
    ['Started', started],
    ['Completed', completed],
    ['Handed over', handedOff],
    ['Clicks', clicks],
  ] as const;
  return (
    <dl className="flow-figures">
      {figures.map(([label, count]) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fw={650}>
            {count.toLocaleString('en')}
          </Text>
        </div>
      ))}
    </dl>
  );
}
