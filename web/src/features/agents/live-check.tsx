/** What the client did last, as soon as it does something. */
import { Alert, Anchor, Group, Loader, Text } from '@mantine/core';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { useNow } from '../../base/parts/now.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { fromNow } from '../../base/parts/times.ts';
import { type ToolCall, useLatestCalls } from './queries.ts';
import { didText, isApp } from './words.ts';
import { t } from '../../base/language/text.ts';

/** @param props.keyId of the key that was made here; null means any key of this person counts */
export function LiveCheck({ keyId }: { keyId: string | null }) {
  const latest = useLatestCalls();
  const now = useNow(5_000);
  if (latest.isPending) return <Waiting rows={1} />;
  if (latest.data === undefined)
    return <Fault message={messageOf(latest.error)} onRetry={() => void latest.refetch()} />;
  const last = latest.data.find((one) => keyId === null || one.keyId === keyId);
  if (last === undefined)
    return (
      <Group gap="xs" role="status" wrap="nowrap">
        <Loader size="xs" aria-hidden="true" />
        <Text size="sm" c="dimmed">
          {keyId === null
            ? t(
                'Nothing has come with any of your keys or apps yet. Once the client connects, this says so by itself.',
              )
            : t('Nothing has come with this key yet. Once the client connects, this says so by itself.')}
        </Text>
      </Group>
    );
  const { client, keyName, at, code } = last;
  const isAsked = code === 'confirmation_required';
  const { color, title } = stateOf(last);
  return (
    <Alert color={color} variant="light" role="status" title={title}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {client ?? t('A program')} {isApp(last.keyId) ? t('as the app') : t('with the key')} “{keyName}”{' '}
        {didText(last)} {fromNow(at, now)}
        {code !== null && !isAsked && `; ${t('the error was {code}', { code })}`}.
      </Text>
      <Anchor component={Link} href="/agents" size="sm" c="inherit" underline="always">
        {isAsked ? t('See what it asks for') : t('Everything that agents did')}
      </Anchor>
    </Alert>
  );
}

function stateOf({ outcome, code }: Pick<ToolCall, 'outcome' | 'code'>): { color: string; title: string } {
  if (outcome === 'done') return { color: 'green', title: t('It works') };
  if (code === 'confirmation_required')
    return { color: 'green', title: t('It works, and asks before it acts') };
  return { color: 'orange', title: t('It is connected; its last call was refused') };
}
