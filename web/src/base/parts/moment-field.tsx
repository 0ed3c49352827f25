/** Fields for a day and a time of day, with the reader's order, clock and weeks. */
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DatePickerInput, TimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
// words of the calendar in languages other than English
import 'dayjs/locale/ar';
import { DAY_PATTERN, is24Hours, wallTime } from './times.ts';
import { t } from '../language/text.ts';

/** Names of a calendar's buttons for screen readers. */
export const CALENDAR_LABELS = {
  previousMonth: t('Previous month'),
  nextMonth: t('Next month'),
  previousYear: t('Previous year'),
  nextYear: t('Next year'),
  previousDecade: t('Previous decade'),
  nextDecade: t('Next decade'),
  monthLevelControl: t('Choose a month'),
  yearLevelControl: t('Choose a year'),
};

/**
 * A moment on the clock of the workspace's time zone.
 * @param props.value such as `2026-05-04T10:00`; empty: not chosen; one half alone, `2026-05-04T`, while it is being filled in
 */
export function MomentField(props: {
  label: string;
  description: string;
  timezone: string;
  value: string;
  required: boolean;
  onChange: (value: string) => void;
}) {
  const { label, description, timezone, value, required, onChange } = props;
  const [day = '', time = ''] = value.split('T');
  const put = (newDay: string, newTime: string) =>
    onChange(newDay === '' && newTime === '' ? '' : `${newDay}T${newTime}`);
  const today = wallTime(new Date().toISOString(), timezone).slice(0, 10);
  return (
    <Stack gap={4} role="group" aria-label={label}>
      <Group gap="sm" align="flex-end">
        <DatePickerInput
          label={t('Day')}
          placeholder={t('Choose a day')}
          valueFormat={DAY_PATTERN}
          minDate={today}
          hideOutsideDates
          ariaLabels={CALENDAR_LABELS}
          weekendDays={[]} // their red is too pale to be read
          clearable={!required}
          clearButtonProps={{ 'aria-label': t('No day') }}
          required={required}
          value={day === '' ? null : day}
          onChange={(chosen) => put(chosen ?? '', time === '' && chosen !== null ? '09:00' : time)}
          style={{ flex: '1 1 180px' }}
        />
        <ClockField
          label={t('Time')}
          value={time}
          required={required}
          onChange={(chosen) => put(day, chosen)}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {description}
      </Text>
    </Stack>
  );
}

interface ClockFieldProps {
  label: string;
  value?: string;
  required?: boolean;
  size?: 'xs' | 'sm';
  /** The label is for screen readers only. */
  hidden?: boolean;
  onChange: (value: string) => void;
  /** Of a field of a form. */
  error?: ReactNode;
}

/** @param props.value such as `10:00`; empty: not chosen, or not wholly typed yet. The other props of a form's field are taken too. */
export function ClockField(props: ClockFieldProps) {
  const { label, value = '', required = false, size = 'sm', hidden = false, onChange, ...field } = props;
  return (
    <TimePicker
      {...field}
      label={hidden ? undefined : label}
      required={required}
      size={size}
      format={is24Hours ? '24h' : '12h'}
      hoursInputLabel={t('{label}, hours', { label })}
      minutesInputLabel={t('{label}, minutes', { label })}
      amPmInputLabel={t('{label}, morning or afternoon', { label })}
      value={value}
      onChange={onChange}
      miw={is24Hours ? 96 : 128}
    />
  );
}
