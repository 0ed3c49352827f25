/** The editor: the outline of the steps, with the picture of them and a talk to try them beside it. */
import '../../base/parts/compose.css';
import { Box, Button, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Account } from '../../base/api.ts';
import { PageTitle } from '../../base/parts/states.tsx';
import { EditorBar } from './editor-bar.tsx';
import { KeysModal } from './editor-keys.tsx';
import { EditorPicture } from './editor-picture.tsx';
import { EditorSteps } from './editor-steps.tsx';
import { FailingTests } from './failing-tests.tsx';
import { TestList } from './test-list.tsx';
import { TryIt } from './try-it.tsx';
import { trialOf } from './try-talk.ts';
import { type Edited, type EditorProps, useEditor } from './use-editor.ts';
import { usePublishing } from './use-publishing.ts';
import { type Trying, useTrying } from './use-trial.ts';
import { titleOf } from './words.ts';
import { t } from '../../base/language/text.ts';

type Side = 'steps' | 'picture' | 'try';

export function Editor(props: EditorProps) {
  const { accounts, start, opened, onReload } = props;
  const edited = useEditor(props);
  const { editing } = edited;
  const { flow } = editing;
  const trying = useTrying(flow, edited.platform);
  const [side, setSide] = useState<Side>('steps');
  const [isHelp, help] = useDisclosure(false);
  const [isAsked, asking] = useDisclosure(false);
  const show = (id: string) => {
    setSide('steps');
    editing.setOpen(id);
  };
  const publishing = usePublishing(edited, { show, ask: asking.open });
  const choose = (id: string) => {
    show(id);
    editing.focus(id);
  };
  const steps = { edited, trying, accounts, opened, findings: publishing.findings, openHelp: help.open };
  const publishAnyway = () => {
    asking.close();
    void publishing.publishIt();
  };
  return (
    <>
      <Head edited={edited} onHelp={help.open} />
      <SideChoice side={side} onChange={setSide} />
      <div className="flow-columns">
        <Box {...(side === 'steps' ? {} : { visibleFrom: 'md' })} style={{ minWidth: 0 }}>
          <EditorSteps {...steps} />
        </Box>
        <div className="flow-side">
          <EditorPicture edited={edited} trying={trying} isLarge={side === 'picture'} onChoose={choose} />
          <Box {...(side === 'try' ? {} : { visibleFrom: 'md' })}>
            <TryColumn edited={edited} trying={trying} accounts={accounts} />
          </Box>
        </div>
      </div>
      <EditorBar edited={edited} publishing={publishing} start={start} onReload={onReload} />
      <KeysModal opened={isHelp} onClose={help.close} />
      <FailingTests
        failing={publishing.failing}
        steps={flow.steps}
        isRequired={flow.requireTests}
        opened={isAsked}
        onClose={asking.close}
        onPublish={publishAnyway}
      />
    </>
  );
}

function Head({ edited: { automation, editing }, onHelp }: { edited: Edited; onHelp: () => void }) {
  return (
    <PageTitle
      actions={
        <>
          <Button variant="default" onClick={editing.undo} disabled={!editing.canUndo}>
            {t('Undo')}
          </Button>
          <Button variant="default" onClick={editing.redo} disabled={!editing.canRedo}>
            {t('Redo')}
          </Button>
          <Button variant="default" onClick={onHelp}>
            {t('Keys')}
          </Button>
        </>
      }
    >
      {automation === null ? t('New automation') : t('Edit {title}', { title: titleOf(automation) })}
    </PageTitle>
  );
}

/** What a narrow page shows. */
function SideChoice({ side, onChange }: { side: Side; onChange: (side: Side) => void }) {
  return (
    <SegmentedControl
      hiddenFrom="md"
      fullWidth
      mb="md"
      aria-label={t('What is shown')}
      data={[
        { value: 'steps', label: t('Steps') },
        { value: 'picture', label: t('Picture') },
        { value: 'try', label: t('Try it') },
      ]}
      value={side}
      onChange={onChange}
    />
  );
}

interface TryColumnProps {
  edited: Edited;
  trying: Trying;
  accounts: Account[];
}

function TryColumn({ edited, trying: { trial, setTrial, talk }, accounts }: TryColumnProps) {
  const { editing, platform, tests, checked } = edited;
  const { flow } = editing;
  const isBlocked = checked.findings.some(({ blocks }) => blocks) || flow.steps.length === 0;
  return (
    <>
      <TryIt
        trial={trial}
        setTrial={setTrial}
        talk={talk}
        flow={flow}
        platform={platform}
        account={accounts.find(({ id }) => id === flow.accountId)}
        tests={tests}
      />
      <Box mt="md">
        <TestList
          tests={tests}
          steps={flow.steps}
          verdicts={checked.verdicts}
          isBlocked={isBlocked}
          requireTests={flow.requireTests}
          onRequire={(requireTests) => editing.change((before) => ({ ...before, requireTests }))}
          onTry={(test) => setTrial(trialOf(test))}
        />
      </Box>
    </>
  );
}
