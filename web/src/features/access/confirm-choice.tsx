/** What has to happen before a tool publishes, sends or deletes. */
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiKey } from '../../base/api.ts';

export type ConfirmSetting = ApiKey['confirm'];

const CHOICES: { value: ConfirmSetting; label: string; short: string }[] = [
  { value: 'none', label: 'Nothing: it happens at once', short: 'Acts at once' },
  { value: 'call', label: 'The agent asks, and calls again', short: 'Asks, then acts' },
  { value: 'person', label: 'A person allows it here', short: 'Waits for a person' },
];

/** @param props.label for screen readers, and shown unless `isBare`; the props of a form's field are taken too */
export function ConfirmChoice({
  value = 'none',
  onChange,
  label = 'Before it publishes, sends or deletes',
  description,
  isBare = false,
  ...field
}: {
  value?: string;
  onChange: (value: ConfirmSetting) => void;
  label?: string;
  description?: string;
  isBare?: boolean;
  disabled?: boolean;
  /** Of a field of a form. */
  error?: ReactNode;
}) {
  return (
    <Select
      {...field}
      {...(isBare ? { 'aria-label': label, size: 'xs' } : { label, description })}
      data={CHOICES.map(({ value: one, label: long, short }) => ({
        value: one,
        label: isBare ? short : long,
      }))}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen as ConfirmSetting)}
      allowDeselect={false}
      styles={{ wrapper: { maxWidth: isBare ? 190 : 360 } }}
    />
  );
}
