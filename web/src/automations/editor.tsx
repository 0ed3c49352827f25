/** The editor: the outline of the steps, with the picture of them and a talk to try them beside it. */
import '../posts/compose.css';
import {
  Alert,
  Box,
  Button,
  Group,
  Kbd,
  Modal,
  SegmentedControl,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ClipboardEvent, type KeyboardEvent, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type Account, ApiError, messageOf } from '../api.ts';
import { ChartView } from '../debugger/chart-view.tsx';
import { AccountLabel, networkName } from '../parts/network.tsx';
import { Fault, PageTitle } from '../parts/states.tsx';
import { type Finding, findingOf } from './finding.ts';
import { useFindings } from './findings.ts';
import { litPath, litStep, pictureOf, stepOfState } from './picture.ts';
import { useSaveFlow } from './queries.ts';
import type { Automation, Flow } from './shapes.ts';
import { actsOf } from './step-acts.ts';
import { FindingLine } from './step-card.tsx';
import { StepList } from './step-list.tsx';
import { countSteps, MAX_STEPS } from './outline.ts';
import { TriggerCard } from './trigger-card.tsx';
import { TryIt } from './try-it.tsx';
import { emptyTrial } from './try-talk.ts';
import { useTrial } from './use-trial.ts';
import { type Editing, START, useEditing } from './use-editing.ts';
import { countOf, insideNow, titleOf } from './words.ts';
import { useStats } from './queries.ts';

interface EditorProps {
  /** The automation that is changed; null: a new one. */
  automation: Automation | null;
  /** Names what is kept in the browser until it is saved. */
  name: string;
  /** Those to choose from. */
  accounts: Account[];
  start: Flow;
  /** Opens the newest version instead. */
  onReload?: () => void;
}

type Side = 'steps' | 'picture' | 'try';

export function Editor({ automation, name, accounts, start, onReload }: EditorProps) {
  const [, go] = useLocation();
  const editing = useEditing(name, start);
  const { flow } = editing;
  const platform =
    accounts.find(({ id }) => id === flow.accountId)?.platform ?? automation?.platform ?? 'instagram';
  const { findings: found } = useFindings(flow, platform);
  const save = useSaveFlow();
  const acts = actsOf(editing);
  const [adding, setAdding] = useState<string | null>(null);
  const [side, setSide] = useState<Side>('steps');
  const [trial, setTrial] = useState(emptyTrial);
  const talk = useTrial(trial, flow, platform);
  const [isHelp, help] = useDisclosure(false);

  const refused = save.error instanceof ApiError && save.error.param !== '' ? save.error : null;
  const findings: Finding[] =
    refused === null || found.some(({ blocks }) => blocks)
      ? found
      : [
          ...found,
          findingOf(
            { code: refused.code, path: refused.param, message: refused.message, blocks: true },
            flow.steps,
          ),
        ];
  const path = talk.data?.path ?? [];
  const isOver = talk.data?.end !== null;
  const been = useMemo(() => new Set(path), [path]);
  const active = !isOver ? (path.at(-1) ?? null) : null;
  const chart = useMemo(() => pictureOf(flow), [flow]);
  const { open } = editing;
  // without a trial the picture shows the step that is open
  const lit = useMemo(
    () => (trial.acts.length === 0 ? litStep(open ?? START) : litPath(path, isOver)),
    [trial, path, isOver, open],
  );

  const publish = (version: number | null) =>
    save.mutate(
      { id: automation?.id ?? null, flow, version },
      {
        onSuccess: ({ automation: saved }) => {
          editing.forget();
          go(`/automations/${saved.id}`);
        },
        onError: (error) => {
          const at =
            error instanceof ApiError
              ? findingOf({ code: '', path: error.param, message: '', blocks: true }, flow.steps)
              : null;
          const id = at?.stepId ?? (at?.path.startsWith('/trigger') ? START : null);
          if (id === null) return;
          setSide('steps');
          editing.setOpen(id);
        },
      },
    );
  const press = () => {
    const first = findings.find(({ blocks }) => blocks);
    if (flow.steps.length === 0) return editing.say('Add a step first.');
    if (first === undefined) return publish(automation?.version ?? null);
    const id = first.stepId ?? START;
    setSide('steps');
    editing.setOpen(id);
    return editing.focus(id);
  };
  const isOutdated = save.error instanceof ApiError && save.error.code === 'version_outdated';
  const outline = { editing, acts, platform, findings, been, active, adding, setAdding };
  return (
    <>
      <PageTitle
        actions={
          <>
            <Button variant="default" onClick={editing.undo} disabled={!editing.canUndo}>
              Undo
            </Button>
            <Button variant="default" onClick={editing.redo} disabled={!editing.canRedo}>
              Redo
            </Button>
            <Button variant="default" onClick={help.open}>
              Keys
            </Button>
          </>
        }
      >
        {automation === null ? 'New automation' : `Edit ${titleOf(automation)}`}
      </PageTitle>
      <SegmentedControl
        hiddenFrom="md"
        fullWidth
        mb="md"
        aria-label="What is shown"
        data={[
          { value: 'steps', label: 'Steps' },
          { value: 'picture', label: 'Picture' },
          { value: 'try', label: 'Try it' },
        ]}
        value={side}
        onChange={setSide}
      />
      <div className="flow-columns">
        <Box {...(side === 'steps' ? {} : { visibleFrom: 'md' })} style={{ minWidth: 0 }}>
          <Stack gap="md">
            {editing.isBack && editing.isTouched && (
              <Text size="sm" c="dimmed" role="status">
                What you had written was restored.
              </Text>
            )}
            <Terms editing={editing} automation={automation} accounts={accounts} />
            <Problems findings={findings} editing={editing} />
            <section
              aria-label="Steps"
              onKeyDown={(event) => shortcuts(event, editing, help.open)}
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
              <TriggerCard
                editing={editing}
                findings={findings}
                platform={platform}
                link={automation?.link}
              />
              <StepList {...outline} at={null} label="The steps" />
            </section>
            <Said editing={editing} />
          </Stack>
        </Box>
        <div className="flow-side">
          <Box
            component="section"
            aria-labelledby="flow-picture"
            {...(side === 'picture' ? {} : { visibleFrom: 'md' })}
          >
            <Title order={2} size="h4" id="flow-picture" mb="xs">
              Picture
            </Title>
            <ChartView
              key={`${side === 'picture'}`}
              chart={chart}
              lit={lit}
              label={`Picture of the automation: ${countOf(countSteps(flow.steps), 'step')}`}
              height={side === 'picture' ? 'min(70vh, 640px)' : 'min(36vh, 380px)'}
              onChoose={(state) => {
                const id = stepOfState(state) ?? START;
                setSide('steps');
                editing.setOpen(id);
                editing.focus(id);
              }}
            />
          </Box>
          <Box {...(side === 'try' ? {} : { visibleFrom: 'md' })}>
            <TryIt
              trial={trial}
              setTrial={setTrial}
              talk={talk}
              flow={flow}
              platform={platform}
              account={accounts.find(({ id }) => id === flow.accountId)}
            />
          </Box>
        </div>
      </div>
      <div className="compose-bar">
        <Button onClick={press} loading={save.isPending}>
          {automation === null ? 'Publish' : 'Publish the changes'}
        </Button>
        <Button
          component={Link}
          href={automation === null ? '/automations' : `/automations/${automation.id}`}
          variant="default"
        >
          Cancel
        </Button>
        {editing.isTouched && (
          <Button
            variant="subtle"
            onClick={() =>
              editing.change(() => start, {
                note: { text: 'What was written is discarded; Undo brings it back.' },
              })
            }
          >
            Discard what is written
          </Button>
        )}
        <Text size="sm" c="dimmed">
          {countSteps(flow.steps)} of {MAX_STEPS} steps
          {automation !== null && <Inside automation={automation} />}
        </Text>
        {isOutdated ? (
          <Alert color="orange" variant="light" p="xs" role="alert">
            Somebody else has changed this automation meanwhile.{' '}
            <Group gap="xs" mt={6}>
              <Button size="xs" variant="default" onClick={() => publish(null)}>
                Publish mine instead
              </Button>
              {onReload && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    editing.forget();
                    onReload();
                  }}
                >
                  Open theirs
                </Button>
              )}
            </Group>
          </Alert>
        ) : (
          save.isError && refused === null && <Fault message={messageOf(save.error)} />
        )}
      </div>
      <KeysModal opened={isHelp} onClose={help.close} />
    </>
  );
}

/** How many people end on the version that they began with. */
function Inside({ automation }: { automation: Automation }) {
  const { data } = useStats(automation.id);
  const inside = data === undefined ? 0 : insideNow(data.ended, automation.stats.started);
  return inside === 0
    ? null
    : `. ${inside.toLocaleString('en')} ${inside === 1 ? 'person finishes' : 'people finish'} on version ${automation.version}`;
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
        label="Name"
        placeholder="Made of the trigger when it is empty"
        maxLength={100}
        value={flow.name}
        onChange={(event) =>
          change((before) => ({ ...before, name: event.currentTarget.value }), { field: 'name' })
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
          label="Account"
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

/** What stands in the way of publishing, and what is probably not meant. Those of a step are beside its card too. */
function Problems({ findings, editing }: { findings: readonly Finding[]; editing: Editing }) {
  if (findings.length === 0) return null;
  const isBlocked = findings.some(({ blocks }) => blocks);
  return (
    <Alert
      color={isBlocked ? 'red' : 'yellow'}
      variant="light"
      p="xs"
      title={isBlocked ? 'Not ready to be published' : 'To look at'}
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
function Said({ editing: { note, change } }: { editing: Editing }) {
  return (
    <div role="status" className="flow-said" data-shown={note !== null || undefined}>
      {note !== null && (
        <>
          <Text size="sm">{note.text}</Text>
          {note.action && (
            <Button size="compact-sm" variant="default" onClick={() => change(note.action!.change)}>
              {note.action.label}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Keys of the outline as a whole, never while a field has the focus. */
function shortcuts(event: KeyboardEvent, editing: Editing, openHelp: () => void): void {
  const { key, ctrlKey, metaKey, shiftKey } = event;
  const isCommand = ctrlKey || metaKey;
  const isUndo = isCommand && key.toLowerCase() === 'z';
  if (event.defaultPrevented) return;
  // typing is undone by the editor too: the browser does not know what it made of a field
  if (isUndo && !shiftKey && editing.canUndo) editing.undo();
  else if ((isUndo && shiftKey) || (isCommand && key.toLowerCase() === 'y')) editing.redo();
  else if (!isField(event.target) && key === '?') openHelp();
  else return;
  event.preventDefault();
}

/** The step whose head has the focus; null: the event is about something else. */
function headIn(event: ClipboardEvent): string | null {
  const head = document.activeElement;
  if (!(head instanceof HTMLElement) || isField(event.target)) return null;
  return head.dataset['head'] ?? null;
}

function clip(event: ClipboardEvent, act: (id: string) => string | null): void {
  const id = headIn(event);
  const selected = getSelection()?.toString() ?? '';
  if (id === null || id === START || selected !== '') return;
  const text = act(id);
  if (text === null) return;
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
}

const KEYS = [
  ['↓ ↑', 'next step, step before'],
  ['Enter', 'open or close the step'],
  ['Esc', 'leave its fields'],
  ['/ or a', 'add a step after it'],
  ['Alt + ↑ ↓', 'move it up or down'],
  ['Alt + →', 'move it into the branch below'],
  ['Alt + ←', 'move it out of its branch'],
  ['Ctrl or ⌘ + C, X, V', 'copy, cut, paste it as JSON'],
  ['Ctrl or ⌘ + D', 'duplicate it'],
  ['Delete', 'remove it'],
  ['Ctrl or ⌘ + Z', 'undo; with Shift: redo'],
] as const;

function KeysModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keys of the editor"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {KEYS.map(([key, what]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" w={190}>
                <Kbd>{key}</Kbd>
              </Table.Th>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt="sm">
        They work while the head of a step has the focus.
      </Text>
    </Modal>
  );
}
