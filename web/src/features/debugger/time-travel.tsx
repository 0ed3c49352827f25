import { Alert, Grid, Title } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { ActorPanels } from './actor-panels.tsx';
import { ChartView } from './chart-view.tsx';
import { kindLabel } from './kinds.ts';
import { Quiet } from './parts.tsx';
import { useChartOf } from './queries.ts';
import { Scrubber } from './scrubber.tsx';
import { SequenceView } from './sequence.tsx';
import type { Step, Stop, WholeActor } from './shapes.ts';
import { activeStates, litAt } from './travel.ts';
import { t } from '../../base/language/text.ts';

interface TimeTravelProps {
  whole: WholeActor;
  steps: Step[];
  stopped: Stop | null;
}

/** The chart at one step of the journal, the journal itself, and the messages: moving the slider moves all three. */
export function TimeTravel({ whole, steps, stopped }: TimeTravelProps) {
  const { actor } = whole;
  const chart = useChartOf(whole);
  /** null means at the newest step, wherever that is. */
  const [chosen, setChosen] = useState<number | null>(null);
  const last = steps.length - 1;
  const index = Math.min(chosen ?? last, last);
  const step = steps[index];
  const go = (to: number) => setChosen(to >= last ? null : Math.max(0, to));
  const goToSeq = (seq: number) => {
    const found = steps.findIndex((one) => one.seq === seq);
    if (found !== -1) go(found);
  };
  const lit = step
    ? litAt(chart.data?.chart.id ?? actor.kind, steps, index)
    : {
        active: activeStates(chart.data?.chart.id ?? actor.kind, whole.value),
        visited: new Set<string>(),
        taken: new Set<string>(),
        path: new Set<string>(),
      };

  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        {whole.chartHash === null ? (
          <Fault message={t('This program does not know the chart: a newer one wrote this actor.')} />
        ) : chart.isPending ? (
          <Waiting rows={6} label={t('Drawing the chart')} />
        ) : chart.isError ? (
          <Fault message={messageOf(chart.error)} onRetry={() => void chart.refetch()} />
        ) : (
          <ChartView
            chart={chart.data}
            lit={lit}
            label={t('Chart of {kind}, in the state {state}', {
              kind: kindLabel(actor.kind).toLowerCase(),
              state: step?.state ?? actor.state,
            })}
          />
        )}
        {stopped && <StopNote stopped={stopped} />}
        {step ? (
          <Scrubber steps={steps} index={index} isNewest={index === last} go={go} />
        ) : (
          <Quiet>{t('Its journal was deleted by age. Its current state is shown.')}</Quiet>
        )}
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <ActorPanels whole={whole} steps={steps} index={index} go={go} />
      </Grid.Col>
      <Grid.Col span={12}>
        <Title order={2} size="h4" mb="sm">
          {t('Messages')}
        </Title>
        <SequenceView actorId={actor.id} seq={step?.seq} goToSeq={goToSeq} />
      </Grid.Col>
    </Grid>
  );
}

function StopNote({ stopped: { code, seq, reason } }: { stopped: Stop }) {
  const title =
    code === 'pruned'
      ? t('The beginning was deleted')
      : code === 'differs'
        ? t('Today’s machine takes another path')
        : t('The replay stops');
  return (
    <Alert color="yellow" variant="light" title={title} mt="md">
      {t('{count}. From step {seq} on, steps are shown without what the actor remembered.', {
        count: reason.charAt(0).toUpperCase() + reason.slice(1),
        seq,
      })}
    </Alert>
  );
}
