/** The people who went through an automation, each with every step and how it ended. */
import { Anchor, Button, Card, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { InSandbox } from '../../base/parts/in-sandbox.tsx';
import { useNow } from '../../base/parts/now.ts';
import { sentence } from '../../base/finding.ts';
import { Empty, Fault, Waiting } from '../../base/parts/states.tsx';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { fromNow } from '../../base/parts/times.ts';
import { IfCan } from '../../base/can.tsx';
import { placeOf } from './outline.ts';
import { useRuns, useStopRun, useVersion } from './queries.ts';
import type { Automation, Run, Step } from './shapes.ts';
import { branchName, personOf, runLook, stepText, stepTitle } from './words.ts';
import { t } from '../../base/language/text.ts';

interface ListProps {
  automation: Automation;
  /** Only runs whose last step this is; null means all. */
  lastStep: string | null;
}

export function RunList({ automation, lastStep }: ListProps) {
  const read = useRuns(automation.id, lastStep);
  const now = useNow(15_000);
  if (read.isPending) return <Waiting />;
  if (read.data === undefined)
    return <Fault message={messageOf(read.error)} onRetry={() => void read.refetch()} />;
  const runs = read.data.pages.flatMap((page) => page.runs);
  if (runs.length === 0 && lastStep !== null)
    return (
      <Text size="sm" c="dimmed">
        {t('Nobody, of the runs that are kept.')}
      </Text>
    );
  if (runs.length === 0)
    return (
      <Empty title={t('Nobody yet')}>
        {automation.active
          ? t('Each person who starts the automation is shown here at once, with every step.')
          : t('The automation is paused, so nobody starts it.')}
        {automation.active && (
          <InSandbox
            act={
              automation.trigger.keywords?.[0]
                ? t('write “{keywords}”', { keywords: automation.trigger.keywords[0] })
                : t('write a message')
            }
          />
        )}
      </Empty>
    );
  return (
    <>
      <ul className="flow-runs" aria-label={t('Runs')}>
        {runs.map((run) => (
          <li key={run.id}>
            <RunCard run={run} automation={automation} now={now} />
          </li>
        ))}
      </ul>
      {read.hasNextPage && (
        <Button variant="default" onClick={() => void read.fetchNextPage()} loading={read.isFetchingNextPage}>
          {t('Show older ones')}
        </Button>
      )}
    </>
  );
}

/** What the person went through. @param steps of the run's version */
function RunSteps({ run, steps }: { run: Run; steps: readonly Step[] }) {
  return (
    <ol className="flow-log">
      {run.steps.map((entry) => {
        const step = placeOf(steps, entry.stepId)?.step;
        return (
          <li key={entry.stepId}>
            <Text component="span" size="sm" fw={600}>
              {step ? stepTitle(step) : entry.type}
            </Text>{' '}
            <Text component="span" size="sm" c="dimmed" dir="auto">
              {step && stepText(step)}
            </Text>
            {entry.detail !== null && (
              <Text component="span" size="sm">
                {' '}
                → {step ? branchName(step, entry.detail) : entry.detail}
              </Text>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function RunCard({ run, automation, now }: { run: Run; automation: Automation; now: number }) {
  const { id, status, version, explanation } = run;
  const stop = useStopRun();
  // its own version says what the person got
  const steps = useVersion(automation, version)?.steps ?? [];
  const [isAsked, { open: ask, close }] = useDisclosure(false);
  return (
    <Card
      withBorder
      padding="sm"
      component="article"
      aria-label={t('Run of {person}', { person: personOf(run) })}
    >
      <RunHead run={run} now={now} />
      <RunSteps run={run} steps={steps} />
      <Text size="sm" c="dimmed">
        {sentence(explanation.replaceAll(/ at \/steps[/\w]*/g, ''))}
        {version !== automation.version && ` ${t('Version {version}.', { version })}`}
      </Text>
      <Group gap="xs" mt={6}>
        <IfCan call="getActor">
          <Button component={Link} href={`/debugger/${id}`} size="compact-sm" variant="default">
            {t('What happened, step by step')}
          </Button>
        </IfCan>
        {status === 'active' && (
          <IfCan call="stopDmRun">
            <Button size="compact-sm" variant="default" onClick={ask}>
              {t('Stop')}
            </Button>
          </IfCan>
        )}
      </Group>
      <Confirm
        opened={isAsked}
        title={t('Stop the run of {person}?', { person: personOf(run) })}
        label={t('Stop')}
        loading={stop.isPending}
        onConfirm={() => stop.mutate(id, { onSettled: close })}
        onClose={close}
      >
        {t('The automation sends this person nothing more. Other automations may start with them.')}
      </Confirm>
    </Card>
  );
}

function RunHead({ run, now }: { run: Run; now: number }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
      <Group gap={8} style={{ minWidth: 0 }}>
        <Anchor
          component={Link}
          href={`/inbox?conversation=${run.conversationId}`}
          fw={650}
          c="inherit"
          underline="hover"
        >
          {personOf(run)}
        </Anchor>
        <LookBadge look={runLook(run)} />
      </Group>
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {fromNow(run.startedAt, now)}
      </Text>
    </Group>
  );
}
