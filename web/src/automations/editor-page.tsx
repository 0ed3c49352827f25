/** The editor of a new automation, or of one that is changed. */
import './automations.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { messageOf } from '../api.ts';
import { Empty, Fault, PageTitle, Waiting } from '../parts/states.tsx';
import { useAccounts } from '../posts/queries.ts';
import { emptyFlow, newStepId } from './blocks.ts';
import { Editor } from './editor.tsx';
import { NoAccount } from './list-page.tsx';
import { hasAutomations } from './network.ts';
import { copies } from './outline.ts';
import { useAutomations, useTemplates } from './queries.ts';
import type { Automation, Flow, Step } from './shapes.ts';

export default function EditorPage() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <NewAutomation /> : <EditAutomation key={id} id={id} />;
}

function NewAutomation() {
  const [search] = useSearchParams();
  const wanted = search.get('template');
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
        <PageTitle>New automation</PageTitle>
        <NoAccount />
      </>
    );
  const template = templates.data?.find((one) => one.id === wanted);
  const empty = emptyFlow(able[0]!.id);
  const given = template?.automation;
  const start: Flow = given
    ? { ...empty, ...given, name: template.name, steps: copies(given.steps as Step[], makeId) }
    : empty;
  return (
    <Editor
      key={wanted}
      automation={null}
      name={template ? `automation-${template.id}` : 'automation'}
      accounts={able}
      start={start}
    />
  );
}

function EditAutomation({ id }: { id: string }) {
  const automations = useAutomations();
  const accounts = useAccounts();
  // what is edited stays as it was read, also when the list is read again
  const [opened, setOpened] = useState<Automation | null>(null);
  if (automations.isPending || accounts.isPending) return <Waiting />;
  const failed = automations.data === undefined ? automations : accounts.data === undefined ? accounts : null;
  if (failed !== null)
    return <Fault message={messageOf(failed.error)} onRetry={() => void failed.refetch()} />;
  const current = automations.data?.find((one) => one.id === id);
  if (current === undefined) return <NoSuchAutomation />;
  if (opened === null) setOpened(current);
  const automation = opened ?? current;
  return (
    <Editor
      key={automation.version}
      automation={automation}
      name={id}
      accounts={accounts.data?.filter((one) => one.id === automation.accountId) ?? []}
      start={flowOf(automation)}
      onReload={() => setOpened(current)}
    />
  );
}

/** What the editor changes of an automation. */
const flowOf = ({ name, accountId, trigger, steps, reentry, cooldownHours }: Automation): Flow => ({
  name,
  accountId,
  trigger,
  steps,
  reentry,
  cooldownHours,
});

export function NoSuchAutomation() {
  return (
    <Empty
      isPage
      title="This automation is not here"
      action={
        <Button component={Link} href="/automations" mt="sm">
          To the automations
        </Button>
      }
    >
      It was deleted, or it belongs to another workspace.
    </Empty>
  );
}
