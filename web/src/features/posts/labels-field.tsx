import { lazy, Suspense } from 'react';
import { usePostLabels } from './queries.ts';

const LabelsInput = lazy(() => import('../../base/parts/labels-input.tsx'));

interface FieldProps {
  label: string;
  value: readonly string[];
  onChange: (labels: string[]) => void;
  autoFocus?: boolean;
}

/** A field that offers the labels which posts have already. */
export function LabelsField(props: FieldProps) {
  const { data = [] } = usePostLabels();
  return (
    <Suspense fallback={null}>
      <LabelsInput {...props} known={data.map(({ label }) => label)} />
    </Suspense>
  );
}
