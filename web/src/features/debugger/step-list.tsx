import { Anchor, Text } from '@mantine/core';
import { howMany, LongListBox } from '../../base/parts/long-list.tsx';
import { exactInZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { byWhom, Quiet } from './parts.tsx';
import type { Step } from './shapes.ts';
import { eventName } from './travel.ts';
import { t } from '../../base/language/text.ts';
import { stepsText } from '../../base/language/counts.ts';

/** The journal as a list. A click shows the actor as it was after that step. */
export function StepList({ steps, index, go }: { steps: Step[]; index: number; go: (to: number) => void }) {
  const { timezone } = useWorkspace();
  if (steps.length === 0) return <Quiet>{t('Its journal was deleted by age.')}</Quiet>;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {howMany(steps.length, null, stepsText, false)}
      </Text>
      <LongListBox
        label={t('Steps')}
        height={520}
        items={steps}
        keyOf={({ seq }) => String(seq)}
        estimate={52}
        shown={index}
        render={(step, place) => (
          <Anchor
            component="button"
            type="button"
            c="inherit"
            underline="never"
            className="debugger-step"
            aria-current={place === index ? 'step' : undefined}
            onClick={() => go(place)}
          >
            {step.seq}. {eventName(step.event.type)} → {step.state}
            {step.by && ` · ${t('manual action, {byWhom}', { byWhom: byWhom(step.by) })}`}
            {step.fault !== null && ' · parked'}
            <Text size="xs" c="dimmed" span display="block" fw={400}>
              {exactInZone(step.at, timezone)}
            </Text>
          </Anchor>
        )}
      />
    </>
  );
}
