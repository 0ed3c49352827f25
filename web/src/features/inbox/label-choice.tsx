/** Conversations with which label the inbox lists. */
import { Select } from '@mantine/core';
import { useLabels } from './queries.ts';
import { t } from '../../base/language/text.ts';

interface ChoiceProps {
  /** null for all. */
  label: string | null;
  set: (change: { label: string | null }) => void;
}

/** Nothing where no conversation has a label. */
export function LabelChoice({ label, set }: ChoiceProps) {
  const { data: labels = [] } = useLabels();
  if (labels.length === 0 && label === null) return null;
  const options = labels.map((one) => ({
    value: one.label,
    label: t('{label} ({open, number} open)', { label: one.label, open: one.open }),
  }));
  // one that no conversation has any more is still what the list is filtered by
  const isKnown = label === null || labels.some((one) => one.label === label);
  return (
    <Select
      className="from-choice"
      size="sm"
      aria-label={t('Label')}
      placeholder={t('With any label or none')}
      data={isKnown ? options : [...options, { value: label, label }]}
      value={label}
      onChange={(chosen) => set({ label: chosen })}
      clearable
      clearButtonProps={{ 'aria-label': t('With any label or none') }}
    />
  );
}
