/** What became of the text: saved or not, and the choices after two tabs wrote it. */
import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useSelector } from '@xstate/store-react';
import type { Draft } from '../draft.ts';
import type { ComposerStore } from './chart.ts';
import type { Composer } from './shapes.ts';
import { t } from '../../../base/language/text.ts';

/** In one line, for the head of the page. */
function keepingText({ keeping, problem }: Composer): string {
  switch (keeping) {
    case 'empty':
      return '';
    case 'dirty':
    case 'saving':
      return t('Saving…');
    case 'saved':
      return problem === null ? t('Saved') : t('Saved. {problem}', { problem });
    case 'offline':
      return t('Not saved: kept in this browser until the service can be reached.');
    case 'conflict':
      return t('Not saved');
    case 'discarding':
      return t('Discarding…');
    default:
      return keeping satisfies never;
  }
}

/** Says whether the text is saved. */
export function KeepingState({ store }: { store: ComposerStore }) {
  const text = useSelector(store, ({ context }) => keepingText(context));
  return (
    <Text size="sm" c="dimmed" role="status">
      {text}
    </Text>
  );
}

/** Asks what to do where there are two. */
export function KeepingNotes({ store }: { store: ComposerStore }) {
  const now = useSelector(store, ({ context }) => context);
  return (
    <Stack gap="sm">
      {now.keeping === 'conflict' && <Conflict store={store} now={now} />}
      {now.sending.state === 'unknown' && <UnknownState now={now} />}
      {now.keeping !== 'conflict' && now.aside.length > 0 && <Aside store={store} now={now} />}
    </Stack>
  );
}

interface NoteProps {
  store: ComposerStore;
  now: Composer;
}

function Conflict({ store, now: { theirs, draft } }: NoteProps) {
  const other = theirs?.by ? t('The other text (saved by {by})', { by: theirs.by }) : t('The other text');
  return (
    <Alert color="orange" variant="light" title={t('This text was changed elsewhere')} role="alert">
      <Stack gap="sm">
        <Text size="sm">
          {theirs === null
            ? t(
                'In another tab or on another device it was sent or discarded. Nothing is saved here until you choose.',
              )
            : t(
                'Another tab, another device or somebody else has saved another text. Nothing is saved here until you choose; the text that you do not choose is set aside.',
              )}
        </Text>
        <Group align="stretch" gap="sm">
          <Version label={t('The text here')} draft={draft} />
          {theirs !== null && <Version label={other} draft={theirs.draft} />}
        </Group>
        <Group gap="sm">
          <Button size="xs" onClick={() => store.trigger.keepMine({})}>
            {theirs === null ? t('Go on with this text') : t('Keep the text here')}
          </Button>
          <Button size="xs" variant="default" onClick={() => store.trigger.takeTheirs({})}>
            {theirs === null ? t('Begin with an empty text') : t('Take the other text')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function Version({ label, draft }: { label: string; draft: Draft }) {
  return (
    <Card withBorder padding="xs" flex="1 1 220px" component="article" aria-label={label}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" dir="auto" lineClamp={8} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {draft.content || t('No text')}
      </Text>
      <Text size="xs" c="dimmed">
        {countText(draft)}
      </Text>
    </Card>
  );
}

const countText = ({ accountIds, media, overrides }: Draft): string =>
  [
    t('{count, plural, one {# account} other {# accounts}}', { count: accountIds.length }),
    t('{count} media', { count: media.length }),
    t('{count} texts of their own', { count: overrides.length }),
  ].join(' · ');

/** A text that was being sent when its page was closed, or whose response was lost. */
function UnknownState({ now: { text, sending } }: { now: Composer }) {
  const isSame = text === sending.text;
  return (
    <Alert color="yellow" variant="light" title={t('It is not known whether this was sent')}>
      {isSame
        ? t(
            'It was being sent, and there was no response. Send it again: if the post was made already, it is not made twice.',
          )
        : t(
            'An earlier text was being sent, and there was no response. Look at the list of posts before you send this one.',
          )}
    </Alert>
  );
}

function Aside({ store, now: { aside } }: NoteProps) {
  return (
    <Alert color="accent" variant="light" title={t('A text was set aside')}>
      <Stack gap="sm">
        {aside.map((draft, index) => (
          <Group key={index} gap="sm" align="center">
            <Version label={t('Set aside')} draft={draft} />
            <Button size="xs" variant="default" onClick={() => store.trigger.swapAside({ index })}>
              {t('Go on with this one')}
            </Button>
          </Group>
        ))}
        <Group>
          <Button size="xs" variant="subtle" onClick={() => store.trigger.dropAside({})}>
            {t('Discard what is set aside')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
