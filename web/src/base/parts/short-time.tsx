import { Text } from '@mantine/core';
import { useWorkspace } from '../session.ts';
import { clockInZone, dayText, wallTime } from './times.ts';

/** Today: the time; else the day. @param props.now epoch ms */
export function ShortTime({ at, now }: { at: string; now: number }) {
  const { timezone } = useWorkspace();
  const day = wallTime(at, timezone).slice(0, 10);
  const isToday = day === wallTime(new Date(now).toISOString(), timezone).slice(0, 10);
  return (
    <Text size="xs" c="dimmed" component="time" dateTime={at} style={{ flexShrink: 0 }}>
      {isToday ? clockInZone(at, timezone) : dayText(day, { day: 'numeric', month: 'short' })}
    </Text>
  );
}
