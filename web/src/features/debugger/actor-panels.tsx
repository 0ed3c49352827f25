import { Badge, Tabs } from '@mantine/core';
import { use, useState } from 'react';
import { ManualActionPanel } from './manual-action-panel.tsx';
import { AccountNames } from './account-names.ts';
import { JsonText, Quiet } from './parts.tsx';
import { PendingPanel } from './pending-panel.tsx';
import type { Step, WholeActor } from './shapes.ts';
import { StepList } from './step-list.tsx';
import { StepPanel } from './step-panel.tsx';
import { t } from '../../base/language/text.ts';

interface ActorPanelsProps {
  whole: WholeActor;
  steps: Step[];
  index: number;
  go: (to: number) => void;
}

/** Beside the chart: the step, the journal, what is pending, and the manual actions. */
export function ActorPanels({ whole, steps, index, go }: ActorPanelsProps) {
  const [tab, setTab] = useState<string | null>('step');
  const accounts = use(AccountNames);
  const pending = whole.mailbox.length + whole.pendingEffects.length;
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List mb="md" aria-label={t('Of this actor')}>
        <Tabs.Tab value="step">{t('Step')}</Tabs.Tab>
        <Tabs.Tab value="steps">{t('Journal')}</Tabs.Tab>
        <Tabs.Tab value="pending" rightSection={pending > 0 && <Badge size="sm">{pending}</Badge>}>
          {t('Pending')}
        </Tabs.Tab>
        <Tabs.Tab value="hand">{t('Manual actions')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="step">
        {steps[index] ? (
          <StepPanel whole={whole} steps={steps} index={index} />
        ) : steps.length > 0 ? (
          <Quiet>{t('It had not started at this moment.')}</Quiet>
        ) : (
          <JsonText value={whole.context} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="steps">
        <StepList steps={steps} index={index} go={go} accounts={accounts} />
      </Tabs.Panel>
      <Tabs.Panel value="pending">
        <PendingPanel mailbox={whole.mailbox} effects={whole.pendingEffects} />
      </Tabs.Panel>
      <Tabs.Panel value="hand">
        <ManualActionPanel actorId={whole.actor.id} choices={whole.choices} />
      </Tabs.Panel>
    </Tabs>
  );
}
