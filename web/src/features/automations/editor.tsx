/** The editor: the outline of the steps, with the picture of them and a talk to try them beside it. */
import { LIMITS } from '../../base/limits.ts';
import '../../base/parts/compose.css';
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
import { type ClipboardEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type Account, ApiError, messageOf } from '../../base/api.ts';
import { ChartView } from '../debugger/index.ts';
import { AccountLabel, networkName } from '../../base/parts/network.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Fault, PageTitle } from '../../base/parts/states.tsx';
import { fromNow } from '../../base/parts/times.ts';
import { changedSteps } from './compare.ts';
import { CompareTerms } from './compare-view.tsx';
import { countsOf, warmthOf } from './counts.ts';
import { type Finding, findingOf } from './finding.ts';
import { useFindings } from './findings.ts';
import { litPath, litStep, pictureOf, stepOfState } from './picture.ts';
import { useSaveFlow, useStats } from './queries.ts';
import { useTests } from './saved-tests.ts';
import type { Automation, AutomationPlatform, Draft, DraftReply, Flow, Step, Verdict } from './shapes.ts';
import { actsOf } from './step-acts.ts';
import { FindingLine } from './step-card.tsx';
import { StepList } from './step-list.tsx';
import { countSteps } from './outline.ts';
import { Diff, TestList } from './test-list.tsx';
import { TriggerCard } from './trigger-card.tsx';
import { TryIt } from './try-it.tsx';
import { emptyTrial, trialOf } from './try-talk.ts';
import { type ServerDraft, termsOfDraft, useServerDraft } from './use-server-draft.ts';
import { useTrial } from './use-trial.ts';
import { type Editing, type Note, START, useEditing } from './use-editing.ts';
import { countOf, titleOf, verdictText } from './words.ts';

interface EditorProps {
  /** The automation that is changed; null: a new one. */
  automation: Automation | null;
  /** Names what is kept in the browser until it is saved. */
  name: string;
  /** Those to choose from. */
  accounts: Account[];
  start: Flow;
  /** The draft as it was read; null: a new automation, which has none. */
  opened: DraftReply | null;
  /** Opens the newest version instead. */
  onReload?: () => Promise<void>;
}

type Side = 'steps' | 'picture' | 'try';

export function Editor({ automation, name, accounts, start, opened, onReload }: EditorProps) {
  const [, go] = useLocation();
  const [drafted] = useState(() => (opened?.draft ? termsOfDraft(opened.draft) : null));
  const editing = useEditing(name, start, automation === null ? null : (drafted ?? start));
  const { flow } = editing;
  const draft = useServerDraft(automation, opened, flow);
  const tests = useTests(automation?.id ?? null, editing);
  const platform = (accounts.find(({ id }) => id === flow.accountId)?.platform ??
    automation?.platform ??
    'instagram') as AutomationPlatform;
  const { findings: found, verdicts, isChecked } = useFindings(flow, { platform, tests: tests.list });
  const { data: stats } = useStats(automation?.id ?? '', automation !== null);
  const counts = useMemo(() => countsOf(stats?.versions ?? [], 'all'), [stats]);
  const warmth = useMemo(() => warmthOf(flow.steps, counts), [flow.steps, counts]);
  const save = useSaveFlow();
  const acts = actsOf(editing);
  const [adding, setAdding] = useState<string | null>(null);
  const [side, setSide] = useState<Side>('steps');
  const [trial, setTrial] = useState(emptyTrial);
  const talk = useTrial(trial, flow, platform);
  const [isHelp, help] = useDisclosure(false);
  const [isComparing, comparing] = useDisclosure(false);
  const [isAsked, asking] = useDisclosure(false);

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
  const hasCounts = counts.size > 0;
  const chart = useMemo(() => pictureOf(flow, hasCounts ? counts : null), [flow, counts, hasCounts]);
  const { open } = editing;
  // without a trial the picture shows the step that is open
  const lit = useMemo(
    () => (trial.acts.length === 0 ? litStep(open ?? START) : litPath(path, isOver)),
    [trial, path, isOver, open],
  );

  const publish = async (version: number | null) => {
    asking.close();
    await draft.settle();
    save.mutate(
      { id: automation?.id ?? null, flow, version },
      {
        onSuccess: ({ automation: saved }) => {
          editing.forget();
          void draft.end();
          go(`/automations/${saved.id}`);
        },
        onError: (error) => {
          draft.goOn();
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
  };
  const failing = tests.list.flatMap(({ name: test }) => {
    const verdict = verdicts.get(test);
    return verdict?.passes === false ? [verdict] : [];
  });
  const decide = () => {
    const first = findings.find(({ blocks }) => blocks);
    if (first === undefined && failing.length > 0) return asking.open();
    if (first === undefined) return void publish(automation === null ? null : draft.version);
    const id = first.stepId ?? START;
    setSide('steps');
    editing.setOpen(id);
    return editing.focus(id);
  };
  // what was typed last is checked first
  const [isPressed, setPressed] = useState(false);
  const decideLast = useRef(decide);
  useEffect(() => {
    decideLast.current = decide;
  });
  useEffect(() => {
    if (!isPressed || !isChecked) return;
    setPressed(false);
    decideLast.current();
  }, [isPressed, isChecked]);
  const press = () => (flow.steps.length === 0 ? editing.say('Add a step first.') : setPressed(true));
  const isOutdated = save.error instanceof ApiError && save.error.code === 'version_outdated';
  const outline = { editing, acts, platform, findings, been, active, counts, adding, setAdding };
  const isBlocked = found.some(({ blocks }) => blocks) || flow.steps.length === 0;
  const changes = automation === null ? 0 : changedSteps(start.steps, flow.steps);
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
            {opened?.draft && (
              <DraftNote draft={opened.draft} isShown={drafted !== null} version={automation!.version} />
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
              {...(trial.acts.length === 0 && hasCounts && { warmth })}
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
              tests={tests}
            />
            <Box mt="md">
              <TestList
                tests={tests}
                steps={flow.steps}
                verdicts={verdicts}
                isBlocked={isBlocked}
                requireTests={flow.requireTests}
                onRequire={(requireTests) => editing.change((before) => ({ ...before, requireTests }))}
                onTry={(test) => setTrial(trialOf(test))}
              />
            </Box>
          </Box>
        </div>
      </div>
      <div className="compose-bar">
        <Button onClick={press} loading={save.isPending || isPressed}>
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
          {countSteps(flow.steps)} of {LIMITS.automationSteps} steps
          {changes > 0 && `, ${changes} of them changed`}
          {automation !== null && <Inside automation={automation} />}
        </Text>
        {automation !== null && editing.isTouched && (
          <Button variant="subtle" onClick={comparing.open}>
            Show the changes
          </Button>
        )}
        <DraftStatus draft={draft} />
        {draft.status === 'taken' && !isOutdated ? (
          <Taken
            draft={draft}
            written={flow}
            onTheirs={() => {
              editing.forget();
              void onReload?.();
            }}
          />
        ) : isOutdated ? (
          <Alert color="orange" variant="light" p="xs" role="alert">
            Somebody else has changed this automation meanwhile.{' '}
            <Group gap="xs" mt={6}>
              <Button size="xs" variant="default" onClick={() => void publish(null)}>
                Publish mine instead
              </Button>
              {onReload && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    editing.forget();
                    void onReload();
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
      {automation !== null && (
        <CompareTerms
          title={`From version ${automation.version} to what is written`}
          first={start}
          second={flow}
          opened={isComparing}
          onClose={comparing.close}
        />
      )}
      <FailingTests
        failing={failing}
        steps={flow.steps}
        isRequired={flow.requireTests}
        opened={isAsked}
        onClose={asking.close}
        onPublish={() => void publish(automation === null ? null : draft.version)}
      />
    </>
  );
}

/** That a draft goes on, and whose it is. */
function DraftNote({ draft, isShown, version }: { draft: Draft; isShown: boolean; version: number }) {
  const now = useNow(15_000);
  const who = draft.by?.name ? `${draft.by.name} saved it` : 'It was saved';
  return (
    <Text size="sm" c="dimmed" role="status">
      {isShown
        ? `You go on with a draft that is not published. ${who} ${fromNow(draft.savedAt, now)}.`
        : 'There is a draft that this page cannot show: what you write replaces it.'}
      {isShown &&
        draft.version < version &&
        ` It was made from version ${draft.version}; version ${version} was published since.`}
    </Text>
  );
}

const STATUS: { [status in ServerDraft['status']]: string } = {
  off: '',
  writing: 'Saving the draft…',
  saved: 'The draft is saved. People get it once it is published.',
  failed: 'The draft is not saved',
  taken: '',
};

function DraftStatus({ draft: { status, problem } }: { draft: ServerDraft }) {
  return (
    <Text size="sm" c={status === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
      {STATUS[status]}
      {status === 'failed' && `: ${problem ?? ''} It is tried again.`}
    </Text>
  );
}

/** Somebody else was faster: what they did, and what becomes of what is written. */
function Taken({
  draft: { theirs, keepMine },
  written,
  onTheirs,
}: {
  draft: ServerDraft;
  written: Flow;
  onTheirs: () => void;
}) {
  const [isComparing, comparing] = useDisclosure(false);
  const who = theirs?.by ?? 'Somebody else';
  return (
    <Alert color="orange" variant="light" p="xs" role="alert">
      {theirs?.isPublished === false
        ? `${who} has saved a draft of this automation meanwhile.`
        : `${who} has published a version of this automation meanwhile.`}{' '}
      Nothing of yours is saved until you choose.
      <Group gap="xs" mt={6}>
        {theirs !== null && (
          <Button size="xs" variant="default" onClick={comparing.open}>
            Compare them
          </Button>
        )}
        <Button size="xs" variant="default" onClick={keepMine}>
          Go on with mine
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          Open theirs
        </Button>
      </Group>
      {theirs !== null && (
        <CompareTerms
          title="From theirs to yours"
          first={theirs.terms}
          second={written}
          opened={isComparing}
          onClose={comparing.close}
        />
      )}
    </Alert>
  );
}

/** Asks before something is published with which tests fail. */
function FailingTests({
  failing,
  steps,
  isRequired,
  opened,
  onClose,
  onPublish,
}: {
  failing: readonly Verdict[];
  steps: readonly Step[];
  isRequired: boolean;
  opened: boolean;
  onClose: () => void;
  onPublish: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={failing.length === 1 ? 'A test fails' : `${failing.length} tests fail`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        {failing.map(({ name, message, diff }) => (
          <section key={name} aria-label={name}>
            <Text size="sm" fw={650} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {verdictText(message ?? '', steps)}
            </Text>
            {diff.length > 0 && <Diff lines={diff} />}
          </section>
        ))}
        <Group justify="flex-end">
          {isRequired && (
            <Text size="sm" style={{ flex: 1 }}>
              It is published only when every test passes.
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            Go back to the steps
          </Button>
          <Button color="red" disabled={isRequired} onClick={onPublish}>
            Publish all the same
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** How many people end on the version that they began with. */
function Inside({ automation }: { automation: Automation }) {
  const { data } = useStats(automation.id);
  return (data?.versions ?? [])
    .map(({ version, steps }) => {
      const inside = steps.reduce((sum, { waiting }) => sum + waiting, 0);
      if (inside === 0) return '';
      return `. ${inside.toLocaleString('en')} ${inside === 1 ? 'person finishes' : 'people finish'} on version ${version}`;
    })
    .join('');
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
        maxLength={LIMITS.automationName}
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
function Said({ editing: { note, change, say } }: { editing: Editing }) {
  const act = (action: NonNullable<Note['action']>) => {
    if ('change' in action) return change(action.change);
    action.run();
    return say('It is back.');
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
