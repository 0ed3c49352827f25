/** How long after the message a public reply may still be made. */
import { LIMITS } from '../../base/limits.ts';
import { NumberInput } from '@mantine/core';

interface LateFieldProps {
  /** Minutes; null means without a limit. */
  value: number | null;
  error: string | undefined;
  onChange: (minutes: number | null) => void;
}

export function LateField({ value, error, onChange }: LateFieldProps) {
  return (
    <NumberInput
      label="Leave out public replies after so many minutes"
      description="Many comments at once make public replies wait for their turn. Empty: none is left out for being late."
      min={1}
      max={LIMITS.publicReplyLateMinutes}
      allowDecimal={false}
      value={value ?? ''}
      error={error}
      onChange={(minutes) => onChange(typeof minutes === 'number' ? minutes : null)}
    />
  );
}
