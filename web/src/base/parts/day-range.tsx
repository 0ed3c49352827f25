import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useEffect, useRef } from 'react';
import { CALENDAR_LABELS } from './moment-field.tsx';
import { DAY_PATTERN } from './times.ts';
import { t } from '../language/text.ts';

interface DayRangeProps {
  /** `YYYY-MM-DD`; null means open. */
  days: { from: string | null; to: string | null };
  onChange: (days: DayRangeProps['days']) => void;
  /** The button that loaded it was pressed: the calendar is opened. */
  opensAtOnce: boolean;
  /** The label while no day is chosen; "any time" by default. */
  placeholder?: string;
  /** Default: it has one. */
  label?: null;
  size?: 'xs';
  /** The last day that can be chosen, `YYYY-MM-DD`. */
  maxDate?: string;
  className?: string;
}

/** The first and the last day of what a page shows. */
export default function DayRange(props: DayRangeProps) {
  const { days, onChange, opensAtOnce, placeholder = t('Any time'), label, ...rest } = props;
  const { from, to } = days;
  const field = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (opensAtOnce) field.current?.click();
  }, [opensAtOnce]);
  return (
    <DatePickerInput
      ref={field}
      type="range"
      {...rest}
      {...(label === null ? { 'aria-label': t('Days') } : { label: t('Days') })}
      placeholder={placeholder}
      valueFormat={DAY_PATTERN}
      allowSingleDateInRange
      hideOutsideDates
      ariaLabels={CALENDAR_LABELS}
      // their red is too pale to be read
      weekendDays={[]}
      clearable
      clearButtonProps={{ 'aria-label': placeholder }}
      defaultValue={[from, to]}
      key={`${from} ${to}`}
      onChange={([first, last]) => {
        // one end alone is not yet a choice
        if ((first === null) === (last === null)) onChange({ from: first, to: last });
      }}
    />
  );
}
