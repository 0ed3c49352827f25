import {
  ActionIcon,
  Alert,
  Anchor,
  Badge,
  Box,
  Button,
  Card,
  Code,
  Grid,
  Group,
  Slider,
  Stack,
  Tabs,
  Text,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { ApiError, messageOf } from '../api.ts';
import { LeftIcon, RightIcon } from '../parts/icons.tsx';
import { howMany, LongListBox } from '../parts/long-list.tsx';
import { useNow } from '../parts/now.ts';
import { Empty, Fault, PageTitle, Waiting } from '../parts/states.tsx';
import { exactInZone, fromNow } from '../parts/times.ts';
import { tellFailure } from '../posts/queries.ts';
import { useWorkspace } from '../session.ts';
import { ChartView } from './chart-view.tsx';
import { AskedExchanges, AttemptList, attemptsIn, useAttempts } from './exchanges.tsx';
import { HandPanel } from './hand-panel.tsx';
import { OpenInInspector } from './inspector.tsx';
import { byWhom, JsonText, kindLabel, Quiet, StateBadge, TroubleNote } from './parts.tsx';
import { saveRun, useActor, useChart, useExplanation, useJournal, useMoves } from './queries.ts';
import { SequenceView } from './sequence.tsx';
import type { Effect, Mail, Step, Stop, WholeActor } from './shapes.ts';
import { activeStates, attemptsAskedAt, changesAt, contextAt, eventName, litAt } from './travel.ts';

/** One actor: its chart, how it got where it is, and what may be done about it. */
export default function ActorPage() {
  const { id } = useParams<{ id: string }>();
  useMoves();
  const actor = useActor(id);
  if (actor.isPending) return <Waiting />;
  if (actor.isError && actor.error instanceof ApiError && actor.error.status === 404)
    return (
      <Empty
        isPage
        title="There is no such actor"
        action={
          <Button component={Link} href="/debugger" mt="sm">
            To the debugger
          </Button>
        }
      >
        It ended long ago, or it belongs to another workspace.
      </Empty>
    );
  if (actor.isError) return <Fault message={messageOf(actor.error)} onRetry={() => void actor.refetch()} />;
  return <Shown key={id} whole={actor.data} />;
}

function Shown({ whole }: { whole: WholeActor }) {
  const { actor, relatives } = whole;
  const journal = useJournal(actor.id, actor.seq);
  const { slug } = useWorkspace();
  return (
    <>
      <PageTitle
        actions={
          <>
            {actor.postId !== null && (
              <Button component={Link} href={`/posts/${actor.postId}`} variant="default">
                The post
              </Button>
            )}
            <Button variant="default" onClick={() => void saveRun(slug, actor.id).catch(tellFailure)}>
              Download the run
            </Button>
            <OpenInInspector watched={{ family: actor.id }} what="this actor with its family as they move" />
          </>
        }
      >
        {kindLabel(actor.kind)}: {actor.title}
      </PageTitle>
      <Group gap="xs" mb="md" role="status" aria-label="State">
        <StateBadge actor={actor} />
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {actor.id}
        </Text>
      </Group>
      {actor.trouble && <TroubleNote trouble={actor.trouble} />}
      <Why whole={whole} />
      {relatives.length > 0 && <Relatives whole={whole} />}
      {journal.isPending ? (
        <Waiting label={`Replaying the journal, ${howMany(actor.seq, null, 'steps', false)}`} />
      ) : journal.isError ? (
        <Fault message={messageOf(journal.error)} onRetry={() => void journal.refetch()} />
      ) : (
        <Travel whole={whole} steps={journal.data.steps} stopped={journal.data.stopped} />
      )}
    </>
  );
}

function Why({ whole: { actor } }: { whole: WholeActor }) {
  const { data } = useExplanation(actor.postId);
  if (!data) return null;
  const own = data.deliveries.find(({ actorId }) => actorId === actor.id);
  return (
    <Card withBorder mb="md" component="section" aria-label="Why">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {own?.text ?? data.summary}
      </Text>
    </Card>
  );
}

function Relatives({ whole: { relatives } }: { whole: WholeActor }) {
  return (
    <Group component="nav" gap="xs" mb="md" aria-label="Actors it has to do with">
      {relatives.map((one) => (
        <Button
          key={one.id}
          component={Link}
          href={`/debugger/${one.id}`}
          variant="default"
          size="compact-sm"
          maw="100%"
          rightSection={<StateBadge actor={one} />}
          styles={{ section: { flexShrink: 0 } }}
        >
          <Text span size="sm" truncate maw={260}>
            {kindLabel(one.kind)}: {one.title}
          </Text>
        </Button>
      ))}
    </Group>
  );
}

interface TravelProps {
  whole: WholeActor;
  steps: Step[];
  stopped: Stop | null;
}

function Travel({ whole, steps, stopped }: TravelProps) {
  const { actor } = whole;
  const chart = useChart(whole.chartHash === null ? undefined : actor.kind);
  /** null: at the newest step, wherever that is. */
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
          <Fault message="This program does not know the chart: a newer one wrote this actor." />
        ) : chart.isPending ? (
          <Waiting rows={6} label="Drawing the chart" />
        ) : chart.isError ? (
          <Fault message={messageOf(chart.error)} onRetry={() => void chart.refetch()} />
        ) : (
          <ChartView
            chart={chart.data}
            lit={lit}
            label={`Chart of ${kindLabel(actor.kind).toLowerCase()}, in the state ${step?.state ?? actor.state}`}
          />
        )}
        {stopped && <StopNote stopped={stopped} />}
        {step ? (
          <Scrubber steps={steps} index={index} isNewest={index === last} go={go} />
        ) : (
          <Quiet>Its journal was too old to be kept. Its present state is shown.</Quiet>
        )}
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Panels whole={whole} steps={steps} index={index} go={go} />
      </Grid.Col>
      <Grid.Col span={12}>
        <Title order={2} size="h4" mb="sm">
          Messages
        </Title>
        <SequenceView actorId={actor.id} seq={step?.seq} goToSeq={goToSeq} />
      </Grid.Col>
    </Grid>
  );
}

function StopNote({ stopped: { code, seq, reason } }: { stopped: Stop }) {
  const title =
    code === 'pruned'
      ? 'The beginning is gone'
      : code === 'differs'
        ? 'The machine goes elsewhere today'
        : 'The replay stops';
  return (
    <Alert color="yellow" variant="light" title={title} mt="md">
      {reason.charAt(0).toUpperCase() + reason.slice(1)}. From step {seq} on, steps are shown without what the
      actor remembered.
    </Alert>
  );
}

interface ScrubberProps {
  steps: Step[];
  index: number;
  isNewest: boolean;
  go: (to: number) => void;
}

function Scrubber({ steps, index, isNewest, go }: ScrubberProps) {
  const { timezone } = useWorkspace();
  const step = steps[index]!;
  const last = steps.length - 1;
  return (
    <Card withBorder mt="md" component="section" aria-label="Time travel" padding="sm">
      <Group gap="xs" wrap="nowrap" mb="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Step back"
          disabled={index === 0}
          onClick={() => go(index - 1)}
        >
          <LeftIcon />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Step on"
          disabled={index === last}
          onClick={() => go(index + 1)}
        >
          <RightIcon />
        </ActionIcon>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }} aria-live="polite">
          Step {step.seq} of {steps[last]!.seq}: <b>{eventName(step.event.type)}</b> → {step.state}
        </Text>
        <Button
          ml="auto"
          size="compact-sm"
          variant={isNewest ? 'light' : 'default'}
          onClick={() => go(last)}
          aria-pressed={isNewest}
          style={{ flexShrink: 0 }}
        >
          {isNewest ? 'Following' : 'To now'}
        </Button>
      </Group>
      <Box px="xs" pb={4}>
        <Slider
          min={0}
          max={Math.max(1, last)}
          value={index}
          onChange={go}
          disabled={last === 0}
          label={(at) => (steps[at] ? eventName(steps[at].event.type) : '')}
          thumbLabel="Step of the journal"
          thumbProps={{ 'aria-valuetext': `Step ${step.seq}: ${eventName(step.event.type)}` }}
        />
      </Box>
      <Text size="xs" c="dimmed" mt={6}>
        {exactInZone(step.at, timezone)} ({timezone})
      </Text>
    </Card>
  );
}

interface PanelsProps {
  whole: WholeActor;
  steps: Step[];
  index: number;
  go: (to: number) => void;
}

function Panels({ whole, steps, index, go }: PanelsProps) {
  const [tab, setTab] = useState<string | null>('step');
  const pending = whole.mailbox.length + whole.pendingEffects.length;
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List mb="md" aria-label="Of this actor">
        <Tabs.Tab value="step">Step</Tabs.Tab>
        <Tabs.Tab value="steps">Journal</Tabs.Tab>
        <Tabs.Tab value="pending" rightSection={pending > 0 && <Badge size="sm">{pending}</Badge>}>
          Pending
        </Tabs.Tab>
        <Tabs.Tab value="hand">By hand</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="step">
        {steps[index] ? (
          <StepPanel whole={whole} steps={steps} index={index} />
        ) : (
          <JsonText value={whole.context} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="steps">
        <StepList steps={steps} index={index} go={go} />
      </Tabs.Panel>
      <Tabs.Panel value="pending">
        <Pending mailbox={whole.mailbox} effects={whole.pendingEffects} />
      </Tabs.Panel>
      <Tabs.Panel value="hand">
        <HandPanel actorId={whole.actor.id} choices={whole.choices} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack gap={4} component="section" aria-label={title}>
      <Title order={3} size="h6">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function StepPanel({ whole, steps, index }: { whole: WholeActor; steps: Step[]; index: number }) {
  const { timezone } = useWorkspace();
  const step = steps[index]!;
  const query = useAttempts(whole.actor.id, whole.actor.seq);
  const attempts = attemptsIn(query);
  const answered = attempts.filter(({ seq }) => seq === step.seq);
  /** Whether the newest step that asked for it still waits. */
  const isPending = (type: string) =>
    whole.pendingEffects.some((one) => one.type === type) &&
    !steps.slice(index + 1).some(({ effects }) => effects.some((one) => one.type === type));
  const changes = changesAt(steps, index);
  const { type, ...fields } = step.event;
  return (
    <Stack gap="md">
      {step.hand && (
        <Alert color="blue" variant="light" title="By hand">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {step.hand.reason}
          </Text>
          {step.by && <Quiet>{byWhom(step.by)}</Quiet>}
        </Alert>
      )}
      {step.fault !== null && (
        <Alert color="red" variant="light" title="Set aside here">
          {step.fault}
        </Alert>
      )}
      {step.differences.length > 0 && (
        <Alert color="yellow" variant="light" title="Today’s machine does something else">
          {step.differences.join('; ')}
        </Alert>
      )}
      <Part title="Event">
        <Code>{eventName(type)}</Code>
        {Object.keys(fields).length > 0 && <JsonText value={fields} />}
      </Part>
      {answered.length > 0 && (
        <Part title="What the network answered">
          <AttemptList attempts={answered} />
        </Part>
      )}
      <Part title={index === 0 ? 'What it began with' : 'What changed'}>
        {changes === null ? (
          <Quiet>Not known.</Quiet>
        ) : changes.length === 0 ? (
          <Quiet>Nothing that it remembers.</Quiet>
        ) : (
          changes.map(({ field, before, after }) => (
            <div key={field}>
              <Text size="xs" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {field}
              </Text>
              {index > 0 && before !== undefined && before !== null && (
                <pre className="debugger-json debugger-old">{JSON.stringify(before, null, 2)}</pre>
              )}
              <JsonText value={after} />
            </div>
          ))
        )}
      </Part>
      {step.effects.length > 0 && (
        <Part title="What it asked for">
          {step.effects.map((effect, place) => (
            <div key={`${effect.type} ${place}`}>
              <Code>{effect.type}</Code>
              {effect.params !== null && <JsonText value={effect.params} />}
              <AskedExchanges
                query={query}
                type={effect.type}
                attempts={attemptsAskedAt(steps, index, effect.type, attempts)}
                isPending={isPending(effect.type)}
              />
            </div>
          ))}
        </Part>
      )}
      {(step.timers.length > 0 || step.cancels.length > 0) && (
        <Part title="Timers">
          {step.timers.map(({ id, dueAt }) => (
            <Text size="sm" key={id}>
              <Code>{eventName(id)}</Code> due {exactInZone(dueAt, timezone)}
            </Text>
          ))}
          {step.cancels.map((id) => (
            <Text size="sm" key={id}>
              <Code>{eventName(id)}</Code> cancelled
            </Text>
          ))}
        </Part>
      )}
      {changes !== null && (
        <details>
          <summary>Everything it remembers here</summary>
          <JsonText value={contextAt(steps, index) ?? undefined} />
        </details>
      )}
    </Stack>
  );
}

function StepList({ steps, index, go }: { steps: Step[]; index: number; go: (to: number) => void }) {
  const { timezone } = useWorkspace();
  if (steps.length === 0) return <Quiet>Its journal was too old to be kept.</Quiet>;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {howMany(steps.length, null, 'steps', false)}
      </Text>
      <LongListBox
        label="Steps"
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
            {step.by && ` · by hand, ${byWhom(step.by)}`}
            {step.fault !== null && ' · set aside'}
            <Text size="xs" c="dimmed" span display="block" fw={400}>
              {exactInZone(step.at, timezone)}
            </Text>
          </Anchor>
        )}
      />
    </>
  );
}

const LEASES: { [lease in Effect['lease']]: string } = {
  held: 'a node works on it',
  lapsed: 'its node is gone; another takes it over',
  free: 'nobody has it yet',
};

function Pending({ mailbox, effects }: { mailbox: Mail[]; effects: Effect[] }) {
  const now = useNow(1_000);
  return (
    <Stack gap="md">
      <Part title="Mailbox">
        {mailbox.length === 0 && <Quiet>Empty: it waits for nothing that is on its way.</Quiet>}
        {mailbox.map(({ id, timer, event, dueAt }) => (
          <Text size="sm" key={id}>
            <Code>{eventName(event.type)}</Code>{' '}
            {dueAt === null
              ? 'parked until a person lets it go on'
              : `${timer === null ? 'message, due' : 'timer, due'} ${fromNow(dueAt, now)}`}
          </Text>
        ))}
      </Part>
      <Part title="Asked for, not answered">
        {effects.length === 0 && <Quiet>Nothing.</Quiet>}
        {effects.map(({ id, type, params, tries, createdAt, startedAt, lease }) => (
          <div key={id}>
            <Text size="sm">
              <Code>{type}</Code> {fromNow(createdAt, now)}; {LEASES[lease]}
              {tries > 1 && `; taken up ${tries} times`}
              {startedAt !== null && `; its call left ${fromNow(startedAt, now)}`}
            </Text>
            <JsonText value={params} />
          </div>
        ))}
      </Part>
    </Stack>
  );
}
