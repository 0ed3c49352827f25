/** The picture of the steps: where people are, or where the trial goes. */
import { Box, Title } from '@mantine/core';
import { useMemo } from 'react';
import { ChartView } from '../debugger/index.ts';
import { warmthOf } from './counts.ts';
import { countSteps } from './outline.ts';
import { litPath, litStep, pictureOf, stepOfState } from './picture.ts';
import type { Edited } from './use-editor.ts';
import { START } from './use-editing.ts';
import type { Trying } from './use-trial.ts';
import { t } from '../../base/language/text.ts';

interface PictureProps {
  edited: Edited;
  trying: Trying;
  /** It has the page for itself. */
  isLarge: boolean;
  /** A step was chosen in it, or the trigger. */
  onChoose: (id: string) => void;
}

export function EditorPicture({ edited: { editing, counts }, trying, isLarge, onChoose }: PictureProps) {
  const { flow, open } = editing;
  const { trial, path, isOver } = trying;
  const hasCounts = counts.size > 0;
  const warmth = useMemo(() => warmthOf(flow.steps, counts), [flow.steps, counts]);
  const chart = useMemo(() => pictureOf(flow, hasCounts ? counts : null), [flow, counts, hasCounts]);
  // without a trial the picture shows the step that is open
  const lit = useMemo(
    () => (trial.acts.length === 0 ? litStep(open ?? START) : litPath(path, isOver)),
    [trial, path, isOver, open],
  );
  return (
    <Box component="section" aria-labelledby="flow-picture" {...(isLarge ? {} : { visibleFrom: 'md' })}>
      <Title order={2} size="h4" id="flow-picture" mb="xs">
        {t('Picture')}
      </Title>
      <ChartView
        key={`${isLarge}`}
        chart={chart}
        lit={lit}
        {...(trial.acts.length === 0 && hasCounts && { warmth })}
        label={t('Picture of the automation: {count, plural, one {# step} other {# steps}}', {
          count: countSteps(flow.steps),
        })}
        height={isLarge ? 'min(70vh, 640px)' : 'min(36vh, 380px)'}
        onChoose={(state) => onChoose(stepOfState(state) ?? START)}
      />
    </Box>
  );
}
