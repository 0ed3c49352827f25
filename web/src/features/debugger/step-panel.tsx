import { Alert, Code, Stack, Text } from '@mantine/core';
import { use } from 'react';
import { exactInZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { RequestExchanges, AttemptList, attemptsIn, useAttempts } from './exchanges.tsx';
import { AccountNames } from './account-names.ts';
import { plainPath, plainValue } from './plain-values.ts';
import { byWhom, JsonText, Part, Quiet } from './parts.tsx';
import type { Step, WholeActor } from './shapes.ts';
import { attemptsRequestedAt, changesAt, contextAt, eventName } from './travel.ts';
import { rich, t } from '../../base/language/text.ts';

interface StepPanelProps {
  whole: WholeActor;
  steps: Step[];
  /** Index in `steps` of the step that is shown. */
  index: number;
}

/**
 * One step of the journal: its event, the network's response, the change of the context, and the effects it requested.
 */
export function StepPanel({ whole, steps, index }: StepPanelProps) {
  const step = steps[index]!;
  const query = useAttempts(whole.actor.id, whole.actor.seq);
  const answered = attemptsIn(query).filter(({ seq }) => seq === step.seq);
  const { type, ...fields } = step.event;
  return (
    <Stack gap="md">
      <Notes step={step} />
      <Part title={t('Event')}>
        <Code>{eventName(type)}</Code>
        {Object.keys(fields).length > 0 && <JsonText value={fields} />}
      </Part>
      {answered.length > 0 && (
        <Part title={t('Response of the network')}>
          <AttemptList attempts={answered} />
        </Part>
      )}
      <Changes steps={steps} index={index} />
      {step.effects.length > 0 && <Requests whole={whole} steps={steps} index={index} query={query} />}
      {(step.timers.length > 0 || step.cancels.length > 0) && <Timers step={step} />}
      {step.changed !== null && (
        <details>
          <summary>{t('The whole context at this step')}</summary>
          <JsonText value={contextAt(steps, index) ?? undefined} />
        </details>
      )}
    </Stack>
  );
}

function Notes({ step }: { step: Step }) {
  return (
    <>
      {step.hand && (
        <Alert color="accent" variant="light" title={t('Manual action')}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {step.hand.reason}
          </Text>
          {step.by && <Quiet>{byWhom(step.by)}</Quiet>}
        </Alert>
      )}
      {step.fault !== null && (
        <Alert color="red" variant="light" title={t('Parked here')}>
          {step.fault}
        </Alert>
      )}
      {step.differences.length > 0 && (
        <Alert color="yellow" variant="light" title={t('Today’s machine behaves differently')}>
          {step.differences.join('; ')}
        </Alert>
      )}
    </>
  );
}

function Changes({ steps, index }: { steps: Step[]; index: number }) {
  const changes = changesAt(steps, index);
  const { timezone } = useWorkspace();
  const accounts = use(AccountNames);
  return (
    <Part title={index === 0 ? t('Context at the start') : t('What changed')}>
      {changes === null ? (
        <Quiet>{t('Not known.')}</Quiet>
      ) : changes.length === 0 ? (
        <Quiet>{t('Nothing in its context.')}</Quiet>
      ) : (
        changes.map(({ field, before, after }) => (
          <div key={field}>
            <Text size="xs" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {plainPath(field, accounts)}
            </Text>
            {index > 0 && before !== undefined && before !== null && (
              <pre className="debugger-json debugger-old">
                {JSON.stringify(plainValue(field, before, { timezone, accounts }), null, 2)}
              </pre>
            )}
            <JsonText value={after} field={field} />
          </div>
        ))
      )}
    </Part>
  );
}

/** The effects that the step requested, with the calls to the network that each one made. */
function Requests({
  whole,
  steps,
  index,
  query,
}: StepPanelProps & { query: ReturnType<typeof useAttempts> }) {
  const step = steps[index]!;
  const attempts = attemptsIn(query);
  /** Whether the newest step that requested it still waits. */
  const isPending = (type: string) =>
    whole.pendingEffects.some((one) => one.type === type) &&
    !steps.slice(index + 1).some(({ effects }) => effects.some((one) => one.type === type));
  return (
    <Part title={t('Effects it requested')}>
      {step.effects.map((effect, place) => (
        <div key={`${effect.type} ${place}`}>
          <Code>{effect.type}</Code>
          {effect.params !== null && <JsonText value={effect.params} />}
          <RequestExchanges
            query={query}
            type={effect.type}
            attempts={attemptsRequestedAt(steps, index, effect.type, attempts)}
            isPending={isPending(effect.type)}
          />
        </div>
      ))}
    </Part>
  );
}

function Timers({ step }: { step: Step }) {
  const { timezone } = useWorkspace();
  return (
    <Part title={t('Timers')}>
      {step.timers.map(({ id, dueAt }) => (
        <Text size="sm" key={id}>
          {rich('<code></code> due {time}', {
            code: () => <Code>{eventName(id)}</Code>,
            time: exactInZone(dueAt, timezone),
          })}
        </Text>
      ))}
      {step.cancels.map((id) => (
        <Text size="sm" key={id}>
          {rich('<code></code> cancelled', { code: () => <Code>{eventName(id)}</Code> })}
        </Text>
      ))}
    </Part>
  );
}
