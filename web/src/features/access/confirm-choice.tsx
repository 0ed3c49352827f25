/** What has to happen before a tool publishes, sends or deletes. */
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiKey } from '../../base/api.ts';
import { choicesOf } from '../../base/parts/choices.ts';
import { t } from '../../base/language/text.ts';

export type ConfirmSetting = ApiKey['confirm'];

const WORDS: { [setting in ConfirmSetting]: string } = {
  none: t('Nothing: it happens at once'),
  call: t('The agent asks, and calls again'),
  person: t('A person allows it here'),
};
const SHORT_WORDS: typeof WORDS = {
  none: t('Acts at once'),
  call: t('Asks, then acts'),
  person: t('Waits for a person'),
};

/** @param props.label for screen readers, and shown unless `isBare`; the props of a form's field are taken too */
export function ConfirmChoice({
  value = 'none',
  onChange,
  label = t('Before it publishes, sends or deletes'),
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
      data={choicesOf(isBare ? SHORT_WORDS : WORDS)}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen as ConfirmSetting)}
      allowDeselect={false}
      styles={{ wrapper: { maxWidth: isBare ? 190 : 360 } }}
    />
  );
}
