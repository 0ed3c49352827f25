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
import type { Automation, Step } from './shapes.ts';
import { VersionList } from './version-list.tsx';
import { endLook, stepText, stepTitle, titleOf, triggerText } from './words.ts';
import { language } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';

export default function AutomationPage() {
  const { id } = useParams<{ id: string }>();
  const automations = useAutomations();
  if (automations.isPending) return <Waiting />;
  if (automations.data === undefined)
    return <Fault message={messageOf(automations.error)} onRetry={() => void automations.refetch()} />;
  const automation = automations.data.find((one) => one.id === id);
  return automation === undefined ? (
    <NoSuchAutomation />
  ) : (
    <AutomationView key={id} automation={automation} />
  );
}

function AutomationView({ automation }: { automation: Automation }) {
  const [, go] = useLocation();
  const names = useAccountNames();
  const { id, steps } = automation;
  const [chosen, setChosen] = useState<string | null>(null);
  const place = chosen === null ? null : placeOf(steps, chosen);
  return (
    <>
      <PageTitle
        tab={t('Automation: {title}', { title: titleOf(automation) })}
        actions={
          <>
            <ActiveSwitch automation={automation} />
            <IfCan call="updateDmAutomation">
              <Button component={Link} href={`/automations/${id}/edit`}>
                {t('Edit')}
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
            {t('People')}
          </Title>
          {place !== null && <ChosenStep step={place.step} onShowAll={() => setChosen(null)} />}
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
  return (
    <Box
      component="section"
      aria-labelledby="flow-numbers"
      style={{ minWidth: 0, containerType: 'inline-size' }}
    >
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} size="h4" id="flow-numbers">
          {t('In each step now')}
        </Title>
        {data.versions.length > 1 && (
          <VersionChoice versions={data.versions} value={version} onChange={setVersion} />
        )}
      </Group>
      <ChartView
        chart={chart}
        warmth={warmth}
        height={heightOf(chart, 'min(70vh, 640px)')}
        label={t('Picture of the automation: {count, plural, one {# run} other {# runs}} in it now', {
          count: inside,
        })}
        onChoose={(state) => onChoose(stepOfState(state))}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {endedText(data.ended)}
      </Text>
    </Box>
  );
}

function ChosenStep({ step, onShowAll }: { step: Step; onShowAll: () => void }) {
  return (
    <Group gap="xs" role="status">
      <Text size="sm">
        {t('Those whose last step is “{title}: {text}”', { title: stepTitle(step), text: stepText(step) })}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onShowAll}>
        {t('Show all')}
      </Button>
    </Group>
  );
}

/** How many runs ended, and how. */
function endedText(counts: { [reason: string]: number }): string {
  const ended = Object.entries(counts).filter(([, count]) => count > 0);
  if (ended.length === 0) return t('Nobody’s run has ended yet.');
  const each = ended.map(
    ([reason, count]) => `${count.toLocaleString(language.locale)} ${endLook(reason).label.toLowerCase()}`,
  );
  return t('Ended: {ended}.', { ended: each.join(', ') });
}

interface VersionChoiceProps {
  versions: readonly { version: number }[];
  value: string;
  onChange: (version: string) => void;
}

function VersionChoice({ versions, value, onChange }: VersionChoiceProps) {
  return (
    <Select
      size="xs"
      w={150}
      aria-label={t('Version')}
      data={[
        { value: 'all', label: t('All versions') },
        ...versions.map(({ version }) => ({
          value: `${version}`,
          label: t('Version {version}', { version }),
        })),
      ]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? 'all')}
      allowDeselect={false}
    />
  );
}
