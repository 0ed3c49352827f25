import { ActionIcon, Box, Button, Card, Group, Slider, Text } from '@mantine/core';
import { LeftIcon, RightIcon } from '../../base/parts/icons.tsx';
import { exactInZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import type { Step } from './shapes.ts';
import { eventName } from './travel.ts';
import { rich, t } from '../../base/language/text.ts';

interface ScrubberProps {
  steps: Step[];
  /** Index in `steps` of the step that is shown. */
  index: number;
  isNewest: boolean;
  go: (to: number) => void;
}

/** The slider through the journal, with buttons for one step back, one step forward, and to the newest step. */
export function Scrubber({ steps, index, isNewest, go }: ScrubberProps) {
  const { timezone } = useWorkspace();
  const step = steps[index]!;
  const last = steps.length - 1;
  return (
    <Card withBorder mt="md" component="section" aria-label={t('Time travel')} padding="sm">
      <Group gap="xs" wrap="nowrap" mb="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('Step back')}
          disabled={index === 0}
          onClick={() => go(index - 1)}
        >
          <LeftIcon />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('Step on')}
          disabled={index === last}
          onClick={() => go(index + 1)}
        >
          <RightIcon />
        </ActionIcon>
        <StepLabel step={step} last={steps[last]!.seq} />
        <Button
          ms="auto"
          size="compact-sm"
          variant={isNewest ? 'light' : 'default'}
          onClick={() => go(last)}
          aria-pressed={isNewest}
          style={{ flexShrink: 0 }}
        >
          {isNewest ? t('Following') : t('To now')}
        </Button>
      </Group>
      <Box px="xs" pb={4}>
        <Slider
          min={0}
          max={Math.max(1, last)}
          value={index}
          onChange={go}
          disabled={last === 0}
          label={null} // the step is named above
          thumbLabel={t('Step of the journal')}
          thumbProps={{
            'aria-valuetext': t('Step {step}: {event}', {
              step: step.seq,
              event: eventName(step.event.type),
            }),
          }}
        />
      </Box>
      <Text size="xs" c="dimmed" mt={6}>
        {exactInZone(step.at, timezone)} ({timezone})
      </Text>
    </Card>
  );
}

/** @param props.last number of the newest step */
const StepLabel = ({ step, last }: { step: ScrubberProps['steps'][number]; last: number }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }} aria-live="polite">
    {rich('Step {step} of {last}: <b>{event}</b> → {state}', {
      step: step.seq,
      last,
      event: eventName(step.event.type),
      b: (words) => <b>{words}</b>,
      state: step.state,
    })}
  </Text>
);
