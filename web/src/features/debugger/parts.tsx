/** Small components that the debugger's pages share. */
import { Alert, Badge, Stack, Text, Title } from '@mantine/core';
import { use } from 'react';
import { useWorkspace } from '../../base/session.ts';
import { TONE_COLORS } from '../../base/parts/look.ts';
import { ToneSign } from '../../base/parts/look-badge.tsx';
import type { Actor, By, Json, Trouble } from './shapes.ts';
import { AccountNames } from './account-names.ts';
import { plainValue } from './plain-values.ts';
import { stateText } from './state-words.ts';
import { toneOf } from './timeline.ts';
import { t } from '../../base/language/text.ts';

/** A state of parallel regions is longer than a phone is wide: it is wrapped, and never cut off. */
const WRAPPED = { root: { height: 'auto' }, label: { whiteSpace: 'normal', overflow: 'visible' } } as const;

export function StateBadge({ actor }: { actor: Pick<Actor, 'state' | 'status'> }) {
  const { state, status } = actor;
  const tone = toneOf({ status, state, trouble: null });
  return (
    <Badge
      color={TONE_COLORS[tone]}
      variant="light"
      leftSection={tone !== 'neutral' && <ToneSign tone={tone} size={12} />}
      styles={WRAPPED}
      tt="none"
      title={state}
    >
      {status === 'needs_attention' ? t('parked in {state}', { state: stateText(state) }) : stateText(state)}
    </Badge>
  );
}

const TROUBLE_LABELS: { [code in Trouble['code']]: string } = {
  set_aside: t('Parked'),
  newer_version: t('Written by a newer version'),
  overdue: t('Overdue'),
  slow_effect: t('No result for a long time'),
  nothing_pending: t('Nothing is under way'),
  waits_for_person: t('Waits for a person'),
};

export function TroubleNote({ trouble }: { trouble: Trouble }) {
  const { code, message } = trouble;
  return (
    <Alert
      color={code === 'waits_for_person' ? 'orange' : 'red'}
      variant="light"
      title={TROUBLE_LABELS[code]}
      mb="md"
    >
      {message.charAt(0).toUpperCase() + message.slice(1)}.
    </Alert>
  );
}

/**
 * Whether the list shows it as stuck: it makes no progress by itself, and reconnecting its account is not what it waits
 * for.
 */
export const isStuck = (trouble: Trouble | null): boolean =>
  trouble !== null && trouble.code !== 'waits_for_person';

export const troubleLabel = ({ code }: Trouble): string => TROUBLE_LABELS[code];

/** Such as `Rosa`, or `Rosa, by the key “n8n”`. */
export function byWhom({ name, key }: By): string {
  const person = name ?? t('a deleted user');
  if (key === null) return person;
  return key.name === null
    ? t('{person}, by a key that was revoked', { person })
    : t('{person}, by the key “{name}”', { person, name: key.name });
}

/** A value as readable JSON, with times, spans and accounts in words. @param props.field the name of the field that has it */
export function JsonText({ value, field = '' }: { value: Json | undefined; field?: string }) {
  const { timezone } = useWorkspace();
  const accounts = use(AccountNames);
  return (
    <pre className="debugger-json">
      {value === undefined ? '–' : JSON.stringify(plainValue(field, value, { timezone, accounts }), null, 2)}
    </pre>
  );
}

export function Quiet({ children }: { children: React.ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

/** A titled part of a panel. */
export function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack gap={4} component="section" aria-label={title}>
      <Title order={3} size="h6">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
