import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useEffect, useRef } from 'react';
import { CALENDAR_LABELS } from '../../base/parts/moment-field.tsx';
import { DAY_PATTERN } from '../../base/parts/times.ts';

interface DayRangeProps {
  /** `YYYY-MM-DD`; null means open. */
  days: { from: string | null; to: string | null };
  onChange: (days: DayRangeProps['days']) => void;
  /** The button that loaded it was pressed: the calendar is opened. */
  opensAtOnce: boolean;
}

/** The first and the last day of what the list shows. */
export default function DayRange({ days: { from, to }, onChange, opensAtOnce }: DayRangeProps) {
  const field = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (opensAtOnce) field.current?.click();
  }, [opensAtOnce]);
  return (
    <DatePickerInput
      ref={field}
      type="range"
      label="Days"
      placeholder="Any time"
      valueFormat={DAY_PATTERN}
      allowSingleDateInRange
      hideOutsideDates
      ariaLabels={CALENDAR_LABELS}
      // their red is too pale to be read
      weekendDays={[]}
      clearable
      clearButtonProps={{ 'aria-label': 'Any time' }}
      defaultValue={[from, to]}
      key={`${from} ${to}`}
      onChange={([first, last]) => {
        // one end alone is not yet a choice
        if ((first === null) === (last === null)) onChange({ from: first, to: last });
      }}
      className="post-filter"
    />
  );
}
