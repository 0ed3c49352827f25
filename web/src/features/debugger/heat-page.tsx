import { Button, Group, Select, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { showFailure } from '../../base/failure.ts';
import type { Warmth, Chart, Heat } from './shapes.ts';
import { ChartView } from './chart-view.tsx';
import { CHARTED, KINDS, kindsLabel } from './kinds.ts';
import { saveChart, useChart, useHeat, useMoves } from './queries.ts';
import { t } from '../../base/language/text.ts';

/** The chart of a kind with all its actors: how many are in each state, and which transitions were taken in the last hour. */
export default function HeatPage() {
  useMoves();
  const { kind } = useParams<{ kind: string }>();
  const [, go] = useLocation();
  const chart = useChart(kind);
  const heat = useHeat(kind);
  const choose = (value: string | null) => value !== null && go(`/debugger/charts/${value}`);
  const data = CHARTED.map((value) => ({ value, label: KINDS[value].many }));
  return (
    <>
      <PageTitle
        tab={t('Heat map of {label}', {
          label: data.find(({ value }) => value === kind)?.label.toLowerCase() ?? kind,
        })}
        actions={
          <>
            <Button variant="default" onClick={() => void saveChart(kind).catch(showFailure)}>
              {t('Export for XState')}
            </Button>
            <Button component={Link} href={`/debugger?kind=${kind}`} variant="default">
              {t('List')}
            </Button>
          </>
        }
      >
        {t('Heat map')}
      </PageTitle>
      <Group mb="md" justify="space-between" gap="sm">
        <Select
          data={data}
          value={kind}
          onChange={choose}
          aria-label={t('Kind of actor')}
          allowDeselect={false}
        />
        {heat.data && <Counts heat={heat.data} />}
      </Group>
      {chart.isPending || heat.isPending ? (
        <Waiting rows={7} label={t('Drawing the chart')} />
      ) : chart.isError ? (
        <Fault message={messageOf(chart.error)} onRetry={() => void chart.refetch()} />
      ) : heat.isError ? (
        <Fault message={messageOf(heat.error)} onRetry={() => void heat.refetch()} />
      ) : (
        <Warm chart={chart.data} heat={heat.data} />
      )}
    </>
  );
}

function Counts({ heat: { counted, complete, moves } }: { heat: Heat }) {
  const total = moves.reduce((sum, { count }) => sum + count, 0);
  return (
    <Text size="sm" c="dimmed" role="status">
      {complete
        ? t('{counted, number} in all; {total, number} moves in the last hour', { counted, total })
        : t('{counted, number} newest; {total, number} moves in the last hour', { counted, total })}
    </Text>
  );
}

function Warm({ chart, heat }: { chart: Chart; heat: Heat }) {
  const warmth = useMemo((): Warmth => {
    const inner = new Set(chart.layout.nodes.map(({ parent }) => parent));
    const leaves = heat.states.filter(({ id }) => !inner.has(id));
    return {
      states: new Map(heat.states.map(({ id, ...rest }) => [id, rest])),
      moves: new Map(heat.moves.map(({ edge, count }) => [edge, count])),
      most: Math.max(1, ...leaves.map(({ count }) => count)),
    };
  }, [chart, heat]);
  const counts = heat.states
    .filter(({ id }) => id.includes('.'))
    .map(({ id, count }) => t('{count} in {id}', { count, id: id.slice(chart.chart.id.length + 1) }))
    .join(', ');
  return (
    <ChartView
      chart={chart}
      warmth={warmth}
      isReadable
      label={t('Chart of all {kinds}: {counts}', {
        kinds: kindsLabel(chart.kind).toLowerCase(),
        counts: counts || t('there are none yet'),
      })}
      height="min(70vh, 760px)"
    />
  );
}
