import { Anchor, Text } from '@mantine/core';
import { howMany, LongListBox } from '../../base/parts/long-list.tsx';
import { exactInZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { byWhom, Quiet } from './parts.tsx';
import type { Step } from './shapes.ts';
import { stateText } from './state-words.ts';
import { eventName } from './travel.ts';
import { t } from '../../base/language/text.ts';
import { stepsText } from '../../base/language/counts.ts';

interface StepListProps {
  steps: Step[];
  index: number;
  go: (to: number) => void;
  /** Titles of the accounts that events name, by their ids. */
  accounts: ReadonlyMap<string, string>;
}

/** The journal as a list. A click shows the actor as it was after that step. */
export function StepList({ steps, index, go, accounts }: StepListProps) {
  const { timezone } = useWorkspace();
  if (steps.length === 0) return <Quiet>{t('Its journal was deleted by age.')}</Quiet>;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {howMany(steps.length, null, stepsText, false)}
      </Text>
      <LongListBox
        label={t('Steps')}
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
            {step.seq}. {eventText(step, accounts)} → {stateText(step.state)}
            {step.by && ` · ${t('manual action, {byWhom}', { byWhom: byWhom(step.by) })}`}
            {step.fault !== null && ` · ${t('parked')}`}
            <Text size="xs" c="dimmed" span display="block" fw={400}>
              {exactInZone(step.at, timezone)}
            </Text>
          </Anchor>
        )}
      />
    </>
  );
}

/** The event, and the account that it is about: a post has one end of a delivery for each. */
function eventText({ event }: Step, accounts: ReadonlyMap<string, string>): string {
  const { accountId } = event;
  const account = typeof accountId === 'string' ? accounts.get(accountId) : undefined;
  return account === undefined ? eventName(event.type) : `${eventName(event.type)} · ${account}`;
}
