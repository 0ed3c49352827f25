/** A phone on which you are the person: what the automation would say, at any time, without sending anything. */
import {
  Button,
  Code,
  Group,
  Menu,
  Modal,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { LIMITS } from '../../base/limits.ts';
import { type Account, messageOf } from '../../base/api.ts';
import { download } from '../../base/download.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { CopyButton } from '../../base/parts/copy.tsx';
import { sentence } from '../../base/finding.ts';
import { Fault } from '../../base/parts/states.tsx';
import { type Tests, useRecorded } from './saved-tests.ts';
import type { AutomationPlatform, Flow, Talk, TalkTest } from './shapes.ts';
import {
  acted,
  type ActWords,
  actText,
  at,
  emptyTrial,
  isSpoken,
  later,
  type Line,
  linesOf,
  offsetMs,
  testFiles,
  testOf,
  type Trial,
  withoutLast,
} from './try-talk.ts';
import type { TrialTalk } from './use-trial.ts';
import { endLook, spanText } from './words.ts';
import { rich, t } from '../../base/language/text.ts';

const HOUR_MS = 3_600_000;

interface TryProps {
  trial: Trial;
  setTrial: (trial: Trial) => void;
  talk: TrialTalk;
  flow: Flow;
  platform: AutomationPlatform;
  /** undefined: disconnected. */
  account: Account | undefined;
  tests: Tests;
}

export function TryIt({ trial, setTrial, talk, flow, platform, account, tests }: TryProps) {
  const [isSaving, saving] = useDisclosure(false);
  const { data, error } = talk;
  const act = (what: ActWords) => setTrial(acted(trial, what));
  const name = account?.username || account?.displayName || 'you';
  return (
    <Stack component="section" gap="xs" aria-labelledby="flow-try">
      <TryHead trial={trial} setTrial={setTrial} act={act} />
      <div className="flow-phone">
        <div className="flow-phone-bar">{name}</div>
        <Thread trial={trial} data={data} name={name} act={act} />
        <SayForm isStoryReply={flow.trigger.type === 'story_reply' && trial.acts.length === 0} act={act} />
      </div>
      {error !== null && <Fault message={messageOf(error)} />}
      <Group gap={6}>
        <Starts flow={flow} trial={trial} act={act} />
        {data !== null && (
          <TalkActs trial={trial} setTrial={setTrial} data={data} act={act} onSave={saving.open} />
        )}
      </Group>
      {data !== null && (
        <SaveTest
          opened={isSaving}
          onClose={saving.close}
          trial={trial}
          talk={data}
          flow={flow}
          platform={platform}
          tests={tests}
        />
      )}
    </Stack>
  );
}

interface Acting {
  act: (what: ActWords) => void;
}

function TryHead({ trial, setTrial, act }: Pick<TryProps, 'trial' | 'setTrial'> & Acting) {
  return (
    <Group justify="space-between" gap="xs">
      <Title order={2} size="h4" id="flow-try">
        {t('Try it')}
      </Title>
      <SegmentedControl
        size="xs"
        aria-label={t('Does the person follow you')}
        data={[
          { value: 'no', label: t('Does not follow') },
          { value: 'yes', label: t('Follows') },
        ]}
        value={follows(trial)}
        onChange={(value) =>
          trial.acts.length === 0
            ? setTrial({ ...trial, contact: { ...trial.contact, follows: value as 'yes' | 'no' } })
            : act(value === 'yes' ? { follow: true } : { unfollow: true })
        }
      />
    </Group>
  );
}

/** Whether the person is in the automation still. */
const isOpen = ({ end, path }: Talk): boolean => end === null && path.length > 0;

interface ThreadProps extends Acting {
  trial: Trial;
  data: Talk | null;
  /** Of the account. */
  name: string;
}

/** The messages so far, with the choices that can be tapped now. */
function Thread({ trial, data, name, act }: ThreadProps) {
  const thread = useRef<HTMLDivElement>(null);
  const lines = linesOf(trial, data);
  const last = lines.findLast((line) => line.by === 'flow');
  const isTapped = data !== null && isOpen(data) && data.waiting?.for === 'tap';
  const choices = isTapped && last?.by === 'flow' ? last.message.choices : [];
  useEffect(() => {
    thread.current?.scrollTo({ top: thread.current.scrollHeight });
  }, [lines.length, data]);
  return (
    <div
      className="flow-thread"
      ref={thread}
      role="log"
      aria-label={t('The talk')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls it
      tabIndex={0}
    >
      {lines.length === 0 && (
        <Text size="sm" c="dimmed" ta="center" my="md">
          {t('You are the person now. Write something, and see what {name} answers.', { name })}
        </Text>
      )}
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no id
        <TalkLine key={index} line={line} before={lines[index - 1]} onClick={() => act({ click: true })} />
      ))}
      {choices.length > 0 && (
        <div className="flow-choices">
          {choices.map((label) => (
            <Button key={label} size="xs" radius="xl" variant="default" onClick={() => act({ tap: label })}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {data !== null && <State talk={data} nowMs={trial.nowMs} />}
    </div>
  );
}

function SayForm({ isStoryReply, act }: Acting & { isStoryReply: boolean }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    act(isStoryReply ? { replyStory: text } : { say: text });
    setText('');
  };
  return (
    <form onSubmit={submit} className="flow-say" aria-label={t('Write as the person')}>
      <TextInput
        aria-label={t('Your message')}
        placeholder={t('Your message')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        style={{ flex: 1 }}
      />
      <Button type="submit">{t('Send')}</Button>
    </form>
  );
}

interface TalkActsProps extends Acting {
  trial: Trial;
  setTrial: (trial: Trial) => void;
  data: Talk;
  onSave: () => void;
}

/** Time that passes, and what else can be done once a talk has started. */
function TalkActs({ trial, setTrial, data: talk, act, onSave }: TalkActsProps) {
  const { waiting } = talk;
  const acts: { label: string; run: () => void }[] = [
    { label: t('+{hours} h', { hours: 1 }), run: () => setTrial(later(trial, HOUR_MS)) },
    { label: t('+{hours} h', { hours: 24 }), run: () => setTrial(later(trial, 24 * HOUR_MS)) },
    ...(waiting === null
      ? []
      : [{ label: t('Until it goes on'), run: () => setTrial(at(trial, waiting.until)) }]),
    ...(isOpen(talk) ? [{ label: t('The team answers'), run: () => act({ human: true }) }] : []),
  ];
  const ends = [
    { label: t('Take back'), run: () => setTrial(withoutLast(trial)) },
    { label: t('From the start'), run: () => setTrial({ ...emptyTrial, contact: trial.contact }) },
    { label: t('Save as test'), run: onSave },
  ];
  const button = ({ label, run }: (typeof acts)[number]) => (
    <Button key={label} size="compact-sm" variant="default" onClick={run}>
      {label}
    </Button>
  );
  return (
    <>
      {acts.map(button)}
      <MoreActs act={act} />
      {ends.map(button)}
    </>
  );
}

/** What else may happen in a talk. */
function MoreActs({ act }: { act: (what: ActWords) => void }) {
  const acts: [string, ActWords][] = [
    [t('Send a photo'), { send: 'photo' }],
    [t('Send a voice message'), { send: 'voice' }],
    [t('React to the message'), { react: true }],
    [t('The person blocks you'), { refuse: 'blocked' }],
    [t('The network fails for a moment'), { refuse: 'transient' }],
  ];
  return (
    <Menu position="bottom-start" width={250}>
      <Menu.Target>
        <Button size="compact-sm" variant="default">
          {t('More')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(([label, what]) => (
          <Menu.Item key={label} onClick={() => act(what)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whether the person follows now: by what they did last, else as they began. */
function follows({ acts, contact }: Trial): string {
  const last = acts.findLast(({ what }) => 'follow' in what || 'unfollow' in what);
  return last === undefined ? contact.follows : 'follow' in last.what ? 'yes' : 'no';
}

/** What starts an automation without words. */
function Starts({
  flow: { trigger },
  trial,
  act,
}: Pick<TryProps, 'flow' | 'trial'> & { act: (what: ActWords) => void }) {
  if (trial.acts.length > 0) return null;
  const [keyword] = trigger.keywords ?? [];
  if (trigger.type === 'ref')
    return (
      <Button size="compact-sm" variant="default" onClick={() => act({ openRef: true })}>
        {t('Open the link')}
      </Button>
    );
  if (trigger.type === 'story_mention')
    return (
      <Button size="compact-sm" variant="default" onClick={() => act({ mentionStory: true })}>
        {t('Mention you in a story')}
      </Button>
    );
  if (keyword === undefined) return null;
  const what = trigger.type === 'story_reply' ? { replyStory: keyword } : { say: keyword };
  return (
    <Button size="compact-sm" variant="default" onClick={() => act(what)}>
      {t('Write “{keyword}”', { keyword })}
    </Button>
  );
}

/** Not the person's. */
const isOfOthers = (what: ActWords): boolean => 'human' in what || 'refuse' in what;

/** Longer pauses are named between the messages. */
const APART_MS = 10 * 60_000;

function TalkLine({ line, before, onClick }: { line: Line; before: Line | undefined; onClick: () => void }) {
  const passed = line.atMs - (before?.atMs ?? 0);
  return (
    <>
      {passed >= APART_MS && (
        <p className="flow-time">{t('{span} later', { span: spanText(Math.round(passed / 60_000)) })}</p>
      )}
      {line.by === 'person' && !isSpoken(line.what) ? (
        <p className="flow-time">
          {sentence(isOfOthers(line.what) ? actText(line.what) : t('You {act}', { act: actText(line.what) }))}
        </p>
      ) : (
        <div className="flow-bubble" data-by={line.by} dir="auto">
          {line.by === 'person' ? actText(line.what) : line.message.text}
          {line.by === 'flow' && line.message.button && (
            <Button fullWidth size="xs" variant="white" mt={6} onClick={onClick}>
              {line.message.button.title}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** What it waits for, or how it ended. */
function State({ talk, nowMs }: { talk: Talk; nowMs: number }) {
  const { end, waiting, path } = talk;
  const text =
    path.length === 0
      ? t('Nothing of this starts the automation.')
      : end !== null
        ? `${endLook(end.reason).label}.${end.detail === null ? '' : ` ${sentence(end.detail)}`}`
        : waiting === null
          ? ''
          : t('{state} for {span} more.', {
              state: WAITS[waiting.for],
              span: spanText(Math.max(1, Math.round((offsetMs(waiting.until) - nowMs) / 60_000))),
            });
  return (
    <p className="flow-time" role="status" data-end={end !== null || undefined}>
      {text}
    </p>
  );
}

const WAITS = {
  reply: t('Waits for an answer'),
  tap: t('Waits for a choice'),
  click: t('Waits for the link to be opened'),
  time: t('Waits'),
} as const;

interface SaveProps {
  opened: boolean;
  onClose: () => void;
  trial: Trial;
  talk: Talk;
  flow: Flow;
  platform: AutomationPlatform;
  tests: Tests;
}

/** The talk as a test of the automation, or as files for `troupe flows test`. */
function SaveTest({ opened, onClose, ...props }: SaveProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('Save as test')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {opened && <SaveForm {...props} onClose={onClose} />}
    </Modal>
  );
}

function SaveForm({ onClose, trial, talk, flow, platform, tests }: Omit<SaveProps, 'opened'>) {
  const { data: recorded, error } = useRecorded(testOf(trial, talk, 'talk'), flow, platform);
  const form = useApiForm({
    name: 'automation-test',
    initialValues: { name: firstName(tests, talk) },
    send: async (written) => {
      if (recorded !== undefined) await tests.save({ ...recorded, name: written.name.trim() });
    },
    onSent: onClose,
  });
  const name = form.values.name.trim();
  const isThere = tests.list.some((one) => one.name === name);
  const isFull = !isThere && tests.list.length >= LIMITS.automationTests;
  return (
    <Form of={form}>
      <Stack gap="sm">
        <Text size="sm">
          {t(
            'The talk is played with every change of the steps. When the automation says something else, the test fails.',
          )}
        </Text>
        <TextInput
          label={t('What the test is called')}
          maxLength={LIMITS.testName}
          data-autofocus
          {...form.field('name')}
          {...(isFull && {
            error: t('An automation has {limit} tests at most: remove one first.', {
              limit: LIMITS.automationTests,
            }),
          })}
        />
        {error !== null && <Fault message={messageOf(error)} />}
        <FormFault of={form} />
        <Group justify="space-between">
          <Text size="sm" c="dimmed" role="status">
            {isThere ? t('A test has this name: it is replaced.') : ''}
          </Text>
          <Submit of={form} disabled={recorded === undefined || name === '' || isFull}>
            {t('Save the test')}
          </Submit>
        </Group>
        {recorded && (
          <Files test={{ ...recorded, name: name || t('a talk') }} flow={flow} platform={platform} />
        )}
      </Stack>
    </Form>
  );
}

/** A name that no test has yet. */
function firstName({ list }: Tests, { end }: Talk): string {
  const base = end === null ? t('A talk') : endLook(end.reason).label;
  const names = Array.from({ length: LIMITS.automationTests + 1 }, (_, index) =>
    index === 0 ? base : `${base} ${index + 1}`,
  );
  return names.find((name) => list.every((one) => one.name !== name)) ?? base;
}

function Files({ test, flow, platform }: { test: TalkTest; flow: Flow; platform: AutomationPlatform }) {
  const file =
    flow.name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'automation';
  const made = testFiles({ test, flow }, { file, platform });
  return (
    <>
      <Text size="sm">
        {rich('As files: put both into a folder, and <code>troupe flows test</code> plays the talk there.', {
          code: (words) => <Code>{words}</Code>,
        })}
      </Text>
      {(
        [
          [`${file}.test.yaml`, made.test],
          [`${file}.flow.yaml`, made.flow],
        ] as const
      ).map(([title, text]) => (
        <section key={title} aria-label={title}>
          <Group justify="space-between" mb={4}>
            <Text size="sm" fw={650} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Text>
            <Group gap="xs">
              <CopyButton text={text} label={t('Copy {title}', { title })} />
              <Button size="xs" variant="default" onClick={() => download(text, title)}>
                {t('Download')}
              </Button>
            </Group>
          </Group>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls it */}
          <Code block mah={220} tabIndex={0} style={{ overflow: 'auto' }}>
            {text}
          </Code>
        </section>
      ))}
    </>
  );
}
