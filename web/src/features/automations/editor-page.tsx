/** The editor of a new automation, or of one that is changed. */
import './automations.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { useAccounts } from '../accounts/index.ts';
import { emptyFlow, newStepId } from './blocks.ts';
import { Editor } from './editor.tsx';
import { NoAccount } from './list-page.tsx';
import { hasAutomations } from '../../base/parts/network.tsx';
import { copies } from './outline.ts';
import { useAutomations, useDraft, useTemplates } from './queries.ts';
import type { Automation, DraftReply, Flow, Step } from './shapes.ts';
import { t } from '../../base/language/text.ts';

export default function EditorPage() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <NewAutomation /> : <EditAutomation key={id} id={id} />;
}

function NewAutomation() {
  const [search] = useSearchParams();
  const templateId = search.get('template');
  const accounts = useAccounts();
  const templates = useTemplates();
  const [makeId] = useState(() => newStepId);
  if (accounts.isPending || templates.isPending) return <Waiting />;
  const failed = accounts.data === undefined ? accounts : templates.data === undefined ? templates : null;
  if (failed !== null || accounts.data === undefined)
    return <Fault message={messageOf(failed?.error)} onRetry={() => void failed?.refetch()} />;
  const able = accounts.data.filter(({ platform }) => hasAutomations(platform));
  if (able.length === 0)
    return (
      <>
        <PageTitle>{t('New automation')}</PageTitle>
        <NoAccount />
      </>
    );
  const template = templates.data?.find((one) => one.id === templateId);
  const empty = emptyFlow(able[0]!.id);
  const fromTemplate = template?.automation;
  const start: Flow = fromTemplate
    ? { ...empty, ...fromTemplate, name: template.name, steps: copies(fromTemplate.steps as Step[], makeId) }
    : empty;
  return (
    <Editor
      key={templateId}
      automation={null}
      opened={null}
      name={template ? `automation-${template.id}` : 'automation'}
      accounts={able}
      start={start}
    />
  );
}

function EditAutomation({ id }: { id: string }) {
  const automations = useAutomations();
  const accounts = useAccounts();
  const draft = useDraft(id);
  // what is edited stays as it was read, also when the list is read again
  const [opened, setOpened] = useState<Opened | null>(null);
  if (automations.isPending || accounts.isPending || draft.isPending) return <Waiting />;
  const failed = [automations, accounts, draft].find(({ data }) => data === undefined) ?? null;
  if (failed !== null)
    return <Fault message={messageOf(failed.error)} onRetry={() => void failed.refetch()} />;
  const current = automations.data?.find((one) => one.id === id);
  if (current === undefined) return <NoSuchAutomation />;
  const now = opened ?? { automation: current, draft: draft.data!, count: 0 };
  if (opened === null) setOpened(now);
  const { automation } = now;
  // the list may not have the newest version yet
  const reload = async () => {
    const [list, newest] = await Promise.all([automations.refetch(), draft.refetch()]);
    const found = list.data?.find((one) => one.id === id);
    if (found && newest.data) setOpened({ automation: found, draft: newest.data, count: now.count + 1 });
  };
  return (
    <Editor
      key={now.count}
      automation={automation}
      opened={now.draft}
      name={id}
      accounts={accounts.data?.filter((one) => one.id === automation.accountId) ?? []}
      start={flowOf(automation)}
      onReload={reload}
    />
  );
}

/** What is edited, as it was read. */
interface Opened {
  automation: Automation;
  draft: DraftReply;
  /** How often it was read. */
  count: number;
}

/** What the editor changes of an automation. Its tests are kept apart. */
const flowOf = (automation: Automation): Flow => {
  const { name, accountId, trigger, steps, reentry, cooldownHours, requireTests } = automation;
  return { name, accountId, trigger, steps, reentry, cooldownHours, requireTests, tests: [] };
};

export function NoSuchAutomation() {
  return (
    <Empty
      isPage
      title={t('This automation is not here')}
      action={
        <Button component={Link} href="/automations" mt="sm">
          {t('To the automations')}
        </Button>
      }
    >
      {t('It was deleted, or it belongs to another workspace.')}
    </Empty>
  );
}
