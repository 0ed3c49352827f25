/** The bar below the editor: publishing, the draft, and what others did meanwhile. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { LIMITS } from '../../base/limits.ts';
import { Fault } from '../../base/parts/states.tsx';
import { changedSteps } from './compare.ts';
import { CompareTerms } from './compare-view.tsx';
import { countSteps } from './outline.ts';
import { useStats } from './queries.ts';
import type { Automation, Flow } from './shapes.ts';
import type { Edited } from './use-editor.ts';
import type { Publishing } from './use-publishing.ts';
import type { ServerDraft } from './use-server-draft.ts';
import { t } from '../../base/language/text.ts';

interface BarProps {
  edited: Edited;
  publishing: Publishing;
  /** As it was before anything was written. */
  start: Flow;
  onReload: (() => Promise<void>) | undefined;
}

export function EditorBar({ edited, publishing, start, onReload }: BarProps) {
  const { automation, editing, draft } = edited;
  const [isComparing, comparing] = useDisclosure(false);
  return (
    <div className="compose-bar">
      <Button onClick={publishing.press} loading={publishing.isPending}>
        {automation === null ? t('Publish') : t('Publish the changes')}
      </Button>
      <Button
        component={Link}
        href={automation === null ? '/automations' : `/automations/${automation.id}`}
        variant="default"
      >
        {t('Cancel')}
      </Button>
      {editing.isTouched && (
        <Button
          variant="subtle"
          onClick={() =>
            editing.change(() => start, {
              note: { text: t('What was written is discarded; Undo brings it back.') },
            })
          }
        >
          {t('Discard what is written')}
        </Button>
      )}
      <StepCount automation={automation} start={start} written={editing.flow} />
      {automation !== null && editing.isTouched && (
        <Button variant="subtle" onClick={comparing.open}>
          {t('Show the changes')}
        </Button>
      )}
      <DraftStatus draft={draft} />
      <Meanwhile edited={edited} publishing={publishing} onReload={onReload} />
      {automation !== null && (
        <CompareTerms
          title={t('From version {version} to what is written', { version: automation.version })}
          first={start}
          second={editing.flow}
          opened={isComparing}
          onClose={comparing.close}
        />
      )}
    </div>
  );
}

interface CountProps {
  automation: Automation | null;
  start: Flow;
  written: Flow;
}

function StepCount({ automation, start, written }: CountProps) {
  const changes = automation === null ? 0 : changedSteps(start.steps, written.steps);
  return (
    <Text size="sm" c="dimmed">
      {changes > 0
        ? t('{steps} of {limit} steps, {changes} of them changed', {
            steps: countSteps(written.steps),
            limit: LIMITS.automationSteps,
            changes,
          })
        : t('{steps} of {limit} steps', {
            steps: countSteps(written.steps),
            limit: LIMITS.automationSteps,
          })}
      {automation !== null && <Inside automation={automation} />}
    </Text>
  );
}

/** What somebody else has done, or why nothing was published. */
function Meanwhile({ edited, publishing, onReload }: Omit<BarProps, 'start'>) {
  const { editing, draft } = edited;
  const { isOutdated, failure } = publishing;
  const openTheirs = () => {
    editing.forget();
    void onReload?.();
  };
  if (isOutdated)
    return (
      <Outdated
        onMine={() => void publishing.publish(null)}
        onTheirs={onReload === undefined ? undefined : openTheirs}
      />
    );
  if (draft.status === 'taken')
    return <EditedElsewhere draft={draft} written={editing.flow} onTheirs={openTheirs} />;
  return failure === null ? null : <Fault message={messageOf(failure)} />;
}

/** Somebody else has published a version since. */
function Outdated({ onMine, onTheirs }: { onMine: () => void; onTheirs: (() => void) | undefined }) {
  return (
    <Alert color="orange" variant="light" p="xs" role="alert">
      {t('Somebody else has changed this automation meanwhile.')}{' '}
      <Group gap="xs" mt={6}>
        <Button size="xs" variant="default" onClick={onMine}>
          {t('Publish mine instead')}
        </Button>
        {onTheirs && (
          <Button size="xs" variant="default" onClick={onTheirs}>
            {t('Open theirs')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

const STATUS: { [status in ServerDraft['status']]: string } = {
  off: '',
  writing: t('Saving the draft…'),
  saved: t('The draft is saved. People get it once it is published.'),
  failed: t('The draft is not saved'),
  taken: '',
};

function DraftStatus({ draft: { status, problem } }: { draft: ServerDraft }) {
  return (
    <Text size="sm" c={status === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
      {STATUS[status]}
      {status === 'failed' && `: ${t('{problem} It is tried again.', { problem: problem ?? '' })}`}
    </Text>
  );
}

/** Somebody else was faster: what they did, and what becomes of what is written. */
function EditedElsewhere({
  draft: { theirs, keepMine },
  written,
  onTheirs,
}: {
  draft: ServerDraft;
  written: Flow;
  onTheirs: () => void;
}) {
  const [isComparing, comparing] = useDisclosure(false);
  const who = theirs?.by ?? t('Somebody else');
  return (
    <Alert color="orange" variant="light" p="xs" role="alert">
      {theirs?.isPublished === false
        ? t(
            '{who} has saved a draft of this automation meanwhile. Nothing of yours is saved until you choose.',
            { who },
          )
        : t(
            '{who} has published a version of this automation meanwhile. Nothing of yours is saved until you choose.',
            { who },
          )}
      <Group gap="xs" mt={6}>
        {theirs !== null && (
          <Button size="xs" variant="default" onClick={comparing.open}>
            {t('Compare them')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={keepMine}>
          {t('Go on with mine')}
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          {t('Open theirs')}
        </Button>
      </Group>
      {theirs !== null && (
        <CompareTerms
          title={t('From theirs to yours')}
          first={theirs.terms}
          second={written}
          opened={isComparing}
          onClose={comparing.close}
        />
      )}
    </Alert>
  );
}

/** How many people end on the version that they began with. */
function Inside({ automation }: { automation: Automation }) {
  const { data } = useStats(automation.id);
  return (data?.versions ?? [])
    .map(({ version, steps }) => {
      const inside = steps.reduce((sum, { waiting }) => sum + waiting, 0);
      if (inside === 0) return '';
      return `. ${t(
        '{inside, plural, one {# person finishes on version {version}} other {# people finish on version {version}}}',
        { version, inside },
      )}`;
    })
    .join('');
}
