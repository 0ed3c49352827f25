/** What was looked at, and what is wrong with it. */
import { Card, Group, Stack, Text } from '@mantine/core';
import type { Reply } from '../../base/api.ts';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import type { Look } from '../../base/parts/look.ts';
import { t } from '../../base/language/text.ts';

type Check = Reply<'checkNetworkApp'>['checks'][number];

const STATES: { [state in Check['state']]: Look } = {
  ok: { label: t('In order'), tone: 'live' },
  wrong: { label: t('Wrong'), tone: 'failed' },
  unknown: { label: t('Not known'), tone: 'neutral' },
};

export const Checks = ({ label, checks }: { label: string; checks: Check[] }) => (
  <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={label} role="list">
    {checks.map(({ name, state, message }) => (
      <Card key={name} component="li" withBorder padding="sm">
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <LookBadge look={STATES[state]} size="sm" />
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
      </Card>
    ))}
  </Stack>
);
