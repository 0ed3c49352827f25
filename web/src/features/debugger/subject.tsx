/** The actor whose chart and steps are shown: the page's own, or that of a row of the time line that was pressed. */
import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { AccountNames } from './account-names.ts';
import { accountTitles } from './account-titles.ts';
import { ActorPanels } from './actor-panels.tsx';
import { ChartView } from './chart-view.tsx';
import { kindLabel } from './kinds.ts';
import { useActor, useChartOf, useJournal } from './queries.ts';
import type { Actor, Step, WholeActor } from './shapes.ts';
import { stateText } from './state-words.ts';
import { activeStates, litAt } from './travel.ts';
import { t } from '../../base/language/text.ts';

interface SubjectProps {
  whole: WholeActor;
  steps: Step[];
  /** Number of the step that is shown; null means it had taken none. */
  seq: number | null;
  goTo: (actorId: string, seq: number) => void;
}

export function Subject({ whole, steps, seq, goTo }: SubjectProps) {
  const { actor } = whole;
  const chart = useChartOf(whole);
  const index = useMemo(() => steps.findLastIndex((step) => seq !== null && step.seq <= seq), [steps, seq]);
  const step = steps[index];
  const machineId = chart.data?.chart.id ?? actor.kind;
  const lit = useMemo(
    () =>
      steps.length > 0
        ? litAt(machineId, steps, index)
        : {
            active: activeStates(machineId, whole.value),
            visited: new Set<string>(),
            taken: new Set<string>(),
            path: new Set<string>(),
          },
    [machineId, steps, index, whole.value],
  );
  const accounts = useMemo(() => accountTitles(whole), [whole]);
  return (
    <AccountNames value={accounts}>
      <div className="debugger-panels">
        <ActorPanels
          whole={whole}
          steps={steps}
          index={index}
          go={(to) => steps[to] && goTo(actor.id, steps[to].seq)}
        />
      </div>
      <div className="debugger-chart">
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
            isReadable
            label={t('Chart of {kind}, in the state {state}', {
              kind: kindLabel(actor.kind).toLowerCase(),
              state: stateText(step?.state ?? actor.state),
            })}
          />
        )}
      </div>
    </AccountNames>
  );
}

interface RelatedSubjectProps extends Pick<SubjectProps, 'seq' | 'goTo'> {
  actor: Actor;
  onClose: () => void;
}

/** An actor of the page's family. Its state and journal are read when its row is pressed. */
export function RelatedSubject({ actor, seq, goTo, onClose }: RelatedSubjectProps) {
  const whole = useActor(actor.id);
  const journal = useJournal(actor.id, actor.seq);
  const failed = whole.isError ? whole : journal.isError ? journal : null;
  return (
    <>
      <Group className="debugger-subject" gap="xs" justify="space-between" role="status">
        <Text size="sm" fw={600} truncate>
          {kindLabel(actor.kind)}: {actor.title}
        </Text>
        <Group gap="xs">
          <Button component={Link} href={`/debugger/${actor.id}`} size="compact-sm" variant="default">
            {t('Its page')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onClose}>
            {t('Back to the whole')}
          </Button>
        </Group>
      </Group>
      {failed ? (
        <Fault message={messageOf(failed.error)} onRetry={() => void failed.refetch()} />
      ) : whole.data && journal.data ? (
        <Subject whole={whole.data} steps={journal.data.steps} seq={seq} goTo={goTo} />
      ) : (
        <Waiting rows={6} />
      )}
    </>
  );
}
