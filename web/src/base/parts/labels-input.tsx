/** A field for labels of a post or a conversation. A comma or Enter ends a label. */
import { TagsInput } from '@mantine/core';
import { LIMITS } from '../limits.ts';
import { t } from '../language/text.ts';

interface LabelsInputProps {
  label: string;
  /** Labels that are in use already. */
  known: readonly string[];
  value: readonly string[];
  onChange: (labels: string[]) => void;
  /** It gets the focus when it appears. */
  autoFocus?: boolean;
}

export default function LabelsInput({ label, known, value, onChange, autoFocus = false }: LabelsInputProps) {
  return (
    <TagsInput
      label={label}
      size="sm"
      placeholder={value.length === 0 ? t('Add a label') : ''}
      data={[...known]}
      value={[...value]}
      onChange={onChange}
      maxTags={LIMITS.labels}
      maxLength={LIMITS.label}
      splitChars={[',']}
      acceptValueOnBlur
      autoFocus={autoFocus}
    />
  );
}
