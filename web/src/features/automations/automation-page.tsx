/** One automation: its picture with the people in each step, and their runs, live. */
import './automations.css';
import { Box, Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { ChartView } from '../debugger/index.ts';
import { AccountLabel } from '../../base/parts/network.tsx';
import { ReceivingProblems, useAccountNames } from '../accounts/index.ts';
import { Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { ActiveSwitch, AutomationMenu } from './automation-actions.tsx';
import { countsOf, warmthOf } from './counts.ts';
import { NoSuchAutomation } from './editor-page.tsx';
import { FlowFigures } from './figures.tsx';
import { hasAutomations } from '../../base/parts/network.tsx';
import { IfCan } from '../../base/can.tsx';
import { placeOf } from './outline.ts';
import { heightOf, pictureOf, stepOfState } from './picture.ts';
import { useAutomations, useStats, useVersion } from './queries.ts';
import { RunList } from './run-list.tsx';
import type { Automation } from './shapes.ts';
import { VersionList } from './version-list.tsx';
import { countOf, endLook, stepText, stepTitle, titleOf, triggerText } from './words.ts';

export default function AutomationPage() {
  const { id } = useParams<{ id: string }>();
  const automations = useAutomations();
  if (automations.isPending) return <Waiting />;
  if (automations.data === undefined)
    return <Fault message={messageOf(automations.error)} onRetry={() => void automations.refetch()} />;
  const automation = automations.data.find((one) => one.id === id);
  return automation === undefined ? <NoSuchAutomation /> : <Shown key={id} automation={automation} />;
}

function Shown({ automation }: { automation: Automation }) {
  const [, go] = useLocation();
  const names = useAccountNames();
  const { id, steps } = automation;
  const [chosen, setChosen] = useState<string | null>(null);
  const place = chosen === null ? null : placeOf(steps, chosen);
  return (
    <>
      <PageTitle
        tab={`Automation: ${titleOf(automation)}`}
        actions={
          <>
            <ActiveSwitch automation={automation} />
            <IfCan call="updateDmAutomation">
              <Button component={Link} href={`/automations/${id}/edit`}>
                Edit
              </Button>
            </IfCan>
            <AutomationMenu automation={automation} onDeleted={() => go('/automations')} />
          </>
        }
      >
        {titleOf(automation)}
      </PageTitle>
      <ReceivingProblems isMeant={hasAutomations} />
      <Group gap="12px 24px" mb="md" justify="space-between">
        <Stack gap={4}>
          <Text size="sm">{triggerText(automation.trigger)}</Text>
          {automation.link !== undefined && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {automation.link}
            </Text>
          )}
          <AccountLabel platform={automation.platform} account={names.get(automation.accountId)} />
        </Stack>
        <FlowFigures stats={automation.stats} />
      </Group>
      <div className="flow-columns flow-columns-even">
        <Numbers automation={automation} onChoose={setChosen} />
        <Stack component="section" gap="sm" aria-labelledby="flow-runs">
          <Title order={2} size="h4" id="flow-runs">
            People
          </Title>
          {place !== null && (
            <Group gap="xs" role="status">
              <Text size="sm">
                Those whose last step is “{stepTitle(place.step)}: {stepText(place.step)}”
              </Text>
              <Button size="compact-sm" variant="default" onClick={() => setChosen(null)}>
                Show all
              </Button>
            </Group>
          )}
          <RunList automation={automation} lastStep={place === null ? null : chosen} />
          <VersionList automation={automation} />
        </Stack>
      </div>
    </>
  );
}

/** The picture with how many are in each step now, and where they ended. */
function Numbers({
  automation,
  onChoose,
}: {
  automation: Automation;
  onChoose: (stepId: string | null) => void;
}) {
  const stats = useStats(automation.id);
  const [version, setVersion] = useState('all');
  const { data } = stats;
  const counts = useMemo(() => countsOf(data?.versions ?? [], version), [data, version]);
  const drawn =
    useVersion(automation, version === 'all' ? automation.version : Number(version)) ?? automation;
  const chart = useMemo(() => pictureOf(drawn, counts), [drawn, counts]);
  const warmth = useMemo(() => warmthOf(drawn.steps, counts), [drawn, counts]);
  if (stats.isPending) return <Waiting />;
  if (data === undefined)
    return <Fault message={messageOf(stats.error)} onRetry={() => void stats.refetch()} />;
  const inside = [...counts.values()].reduce((sum, { waiting }) => sum + waiting, 0);
  const ended = Object.entries(data.ended).filter(([, count]) => count > 0);
  return (
    <Box
      component="section"
      aria-labelledby="flow-numbers"
      style={{ minWidth: 0, containerType: 'inline-size' }}
    >
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} size="h4" id="flow-numbers">
          In each step now
        </Title>
        {data.versions.length > 1 && (
          <Select
            size="xs"
            w={150}
            aria-label="Version"
            data={[
              { value: 'all', label: 'All versions' },
              ...data.versions.map((one) => ({ value: `${one.version}`, label: `Version ${one.version}` })),
            ]}
            value={version}
            onChange={(value) => setVersion(value ?? 'all')}
            allowDeselect={false}
          />
        )}
      </Group>
      <ChartView
        chart={chart}
        warmth={warmth}
        height={heightOf(chart, 'min(70vh, 640px)')}
        label={`Picture of the automation: ${countOf(inside, 'run')} in it now`}
        onChoose={(state) => onChoose(stepOfState(state))}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {ended.length === 0
          ? 'Nobody’s run has ended yet.'
          : `Ended: ${ended.map(([reason, count]) => `${count.toLocaleString('en')} ${endLook(reason).label.toLowerCase()}`).join(', ')}.`}
      </Text>
    </Box>
  );
}
