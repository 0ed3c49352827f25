/** A choice between a few, side by side, with a sentence about the one that is chosen. */
import { Input, SegmentedControl } from '@mantine/core';
import type { Field } from '../form/index.ts';

interface SegmentsProps<Value extends string> extends Field<Value> {
  label: string;
  options: readonly { value: Value; label: string; description: string }[];
}

export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
  error,
  ...place
}: SegmentsProps<Value>) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Input.Wrapper
      {...place}
      label={label}
      labelElement="div"
      description={chosen?.description}
      descriptionProps={{ mt: 4 }}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <SegmentedControl
        fullWidth
        mt={6}
        aria-label={label}
        data={options.map((option) => ({ value: option.value, label: option.label }))}
        {...(value !== undefined && { value })}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
