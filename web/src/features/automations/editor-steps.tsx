/** The outline of the steps, with the trigger and the errors that prevent publishing. */
import { Alert, Box, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Account } from '../../base/api.ts';
import { LIMITS } from '../../base/limits.ts';
import { AccountLabel, networkName } from '../../base/parts/network.tsx';
import { useNow } from '../../base/parts/now.ts';
import { fromNow } from '../../base/parts/times.ts';
import { clip, headIn, shortcuts } from './editor-keys.tsx';
import type { Finding } from './finding.ts';
import type { Automation, Draft, DraftReply } from './shapes.ts';
import { actsOf } from './step-acts.ts';
import { FindingLine } from './step-card.tsx';
import { StepList } from './step-list.tsx';
import { TriggerCard } from './trigger-card.tsx';
import type { Edited } from './use-editor.ts';
import { type Editing, type Note, START } from './use-editing.ts';
import type { Trying } from './use-trial.ts';
import { t } from '../../base/language/text.ts';

interface StepsProps {
  edited: Edited;
  trying: Trying;
  findings: Finding[];
  accounts: Account[];
  opened: DraftReply | null;
  openHelp: () => void;
}

export function EditorSteps({ edited, trying, findings, accounts, opened, openHelp }: StepsProps) {
  const { automation, editing, platform, counts, isDraftShown } = edited;
  const acts = actsOf(editing);
  const [adding, setAdding] = useState<string | null>(null);
  const been = useMemo(() => new Set(trying.path), [trying.path]);
  const outline = {
    editing,
    acts,
    platform,
    findings,
    been,
    active: trying.active,
    counts,
    adding,
    setAdding,
  };
  return (
    <Stack gap="md">
      {editing.isBack && editing.isTouched && (
        <Text size="sm" c="dimmed" role="status">
          {t('What you had written was restored.')}
        </Text>
      )}
      {opened?.draft && (
        <DraftNote draft={opened.draft} isShown={isDraftShown} version={automation!.version} />
      )}
      <Terms editing={editing} automation={automation} accounts={accounts} />
      <Problems findings={findings} editing={editing} />
      <section
        aria-label={t('Steps')}
        onKeyDown={(event) => shortcuts(event, editing, openHelp)}
        onCopy={(event) => clip(event, (id) => acts.copy(id))}
        onCut={(event) => clip(event, (id) => acts.cut(id))}
        onPaste={(event) => {
          const id = headIn(event);
          if (id === null) return;
          event.preventDefault();
          const text = event.clipboardData.getData('text/plain');
          if (id === START) acts.pasteAt(null, 0, text);
          else acts.paste(id, text);
        }}
      >
        <TriggerCard editing={editing} findings={findings} platform={platform} link={automation?.link} />
        <StepList {...outline} at={null} label={t('The steps')} />
      </section>
      <Announcement editing={editing} />
    </Stack>
  );
}

/** The note that a draft exists, and who saved it. */
function DraftNote({ draft, isShown, version }: { draft: Draft; isShown: boolean; version: number }) {
  const now = useNow(15_000);
  const who = draft.by?.name ? t('{name} saved it', { name: draft.by.name }) : t('It was saved');
  return (
    <Text size="sm" c="dimmed" role="status">
      {isShown
        ? t('You go on with a draft that is not published. {who} {when}.', {
            who,
            when: fromNow(draft.savedAt, now),
          })
        : t('There is a draft that this page cannot show: what you write replaces it.')}
      {isShown &&
        draft.version < version &&
        ` ${t('It was made from version {version}; version {version2} was published since.', {
          version: draft.version,
          version2: version,
        })}`}
    </Text>
  );
}

interface TermsProps {
  editing: Editing;
  automation: Automation | null;
  accounts: Account[];
}

function Terms({ editing: { flow, change }, automation, accounts }: TermsProps) {
  const [only] = accounts;
  return (
    <Group gap="md" align="flex-end" className="flow-terms">
      <TextInput
        label={t('Name')}
        placeholder={t('Made of the trigger when it is empty')}
        maxLength={LIMITS.automationName}
        value={flow.name}
        onChange={({ currentTarget: { value } }) =>
          change((before) => ({ ...before, name: value }), { field: 'name' })
        }
        style={{ flex: '1 1 220px' }}
      />
      {automation !== null || accounts.length === 1 ? (
        <Box pb={6}>
          <AccountLabel
            platform={only?.platform ?? automation?.platform ?? ''}
            account={only && (only.displayName || only.username)}
          />
        </Box>
      ) : (
        <Select
          label={t('Account')}
          data={accounts.map(({ id, displayName, username, platform }) => ({
            value: id,
            label: `${displayName || username}, ${networkName(platform)}`,
          }))}
          value={flow.accountId}
          onChange={(accountId) => accountId !== null && change((before) => ({ ...before, accountId }))}
          allowDeselect={false}
          style={{ flex: '1 1 220px' }}
        />
      )}
    </Group>
  );
}

/** The errors that prevent publishing, and the warnings. Those of a step are beside its card too. */
function Problems({ findings, editing }: { findings: readonly Finding[]; editing: Editing }) {
  if (findings.length === 0) return null;
  const isBlocked = findings.some(({ blocks }) => blocks);
  return (
    <Alert
      color={isBlocked ? 'red' : 'yellow'}
      variant="light"
      p="xs"
      title={isBlocked ? t('Not ready to be published') : t('To look at')}
      className="flow-problems"
    >
      <ul className="flow-findings">
        {findings.map((finding) =>
          finding.stepId === null && !finding.path.startsWith('/trigger') ? (
            <FindingLine key={`${finding.code} ${finding.path}`} finding={finding} />
          ) : (
            <li key={`${finding.code} ${finding.path}`} data-blocks={finding.blocks || undefined}>
              <button
                type="button"
                className="flow-jump"
                onClick={() => {
                  editing.setOpen(finding.stepId ?? START);
                  editing.focus(finding.stepId ?? START);
                }}
              >
                {finding.message}
              </button>{' '}
              <span className="flow-code">{finding.code}</span>
            </li>
          ),
        )}
      </ul>
    </Alert>
  );
}

/** What the last change did; screen readers say it. */
function Announcement({ editing: { note, change, say } }: { editing: Editing }) {
  const act = (action: NonNullable<Note['action']>) => {
    if ('change' in action) return change(action.change);
    action.run();
    return say(t('It is back.'));
  };
  return (
    <div role="status" className="flow-said" data-shown={note !== null || undefined}>
      {note !== null && (
        <>
          <Text size="sm">{note.text}</Text>
          {note.action && (
            <Button size="compact-sm" variant="default" onClick={() => act(note.action!)}>
              {note.action.label}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
