/** How long after the message a public reply may still be made. */
import { NumberInput } from '@mantine/core';
import type { Field } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { t } from '../../base/language/text.ts';

/** @param props.value minutes; null means without a limit */
export const LateField = ({ value = null, onChange, ...field }: Field<number | null>) => (
  <NumberInput
    {...field}
    label={t('Leave out public replies after so many minutes')}
    description={t(
      'Many comments at once make public replies wait for their turn. Empty: none is left out for being late.',
    )}
    min={1}
    max={LIMITS.publicReplyLateMinutes}
    allowDecimal={false}
    value={value ?? ''}
    onChange={(minutes) => onChange(typeof minutes === 'number' ? minutes : null)}
  />
);
