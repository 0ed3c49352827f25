/** One call of a tool: which one, by whom, and its result. */
import { Anchor, Card, Code, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { fromNow, inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import type { ToolCall } from './queries.ts';
import { addressOf, argumentTexts, callerOf, connectingText, lookOf } from './words.ts';
import { rich, t } from '../../base/language/text.ts';

interface CallProps {
  call: ToolCall;
  /** Epoch ms. */
  now: number;
  /** Names of accounts, by their ids. */
  names: ReadonlyMap<string, string>;
}

export function CallCard({ call, now, names }: CallProps) {
  const { timezone } = useWorkspace();
  const { tool, at, client, code, outcome, resourceId, confirmedBy } = call;
  const look = lookOf(call);
  const connecting = connectingText(tool);
  const address = outcome === 'done' ? addressOf(resourceId) : null;
  const texts = argumentTexts(call.arguments, names);
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} component="div" style={{ overflowWrap: 'anywhere' }}>
            {connecting ?? <Code fz="sm">{tool}</Code>}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {callerOf(call)}
            {client !== null && ` · ${client}`} · <span title={inZone(at, timezone)}>{fromNow(at, now)}</span>
          </Text>
        </div>
        {connecting === null && <LookBadge look={look} />}
      </Group>
      {texts.length > 0 && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {texts.join(' · ')}
        </Text>
      )}
      {code !== null && code !== 'confirmation_required' && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {rich('The error was <code></code>.', { code: () => <Code>{code}</Code> })}
        </Text>
      )}
      {confirmedBy !== null && (
        <Text size="sm">
          {confirmedBy === 'call'
            ? t('It was asked for first, and called again.')
            : t('Allowed by {confirmedBy}.', { confirmedBy })}
        </Text>
      )}
      {address !== null && (
        <Anchor component={Link} href={address} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {resourceId}
        </Anchor>
      )}
    </Card>
  );
}
