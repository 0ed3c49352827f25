/** One automation in the list: what starts it, whether it is active, and what it did. */
import { Anchor, Card, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { AccountLabel } from '../../base/parts/network.tsx';
import { ActiveSwitch, AutomationMenu } from './automation-actions.tsx';
import { FlowFigures } from './figures.tsx';
import { countSteps, everyPlace } from './outline.ts';
import type { Automation } from './shapes.ts';
import { titleOf, triggerText } from './words.ts';
import { t } from '../../base/language/text.ts';

interface CardProps {
  automation: Automation;
  /** Name of its account; undefined: not read yet, or disconnected. */
  account: string | undefined;
}

export function AutomationCard({ automation, account }: CardProps) {
  const { id, platform, trigger, steps } = automation;
  const hasPerson = everyPlace(steps).some(({ step }) => step.type === 'handoff');
  return (
    <Card
      withBorder
      padding="md"
      component="article"
      aria-label={t('Automation: {title}', { title: titleOf(automation) })}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <Anchor
          component={Link}
          href={`/automations/${id}`}
          fw={650}
          c="inherit"
          underline="hover"
          style={{ overflowWrap: 'anywhere' }}
        >
          {titleOf(automation)}
        </Anchor>
        <Group gap={8} wrap="nowrap">
          <ActiveSwitch automation={automation} />
          <AutomationMenu automation={automation} />
        </Group>
      </Group>
      <div className="flow-card-body">
        <div className="flow-card-what">
          <Text size="sm">{triggerText(trigger)}</Text>
          <Text size="sm" c="dimmed">
            {t('{count, plural, one {# step} other {# steps}}', { count: countSteps(steps) })}
            {!hasPerson && `, ${t('none of which hands over to a person')}`}
          </Text>
          <AccountLabel platform={platform} account={account} />
        </div>
        <FlowFigures stats={automation.stats} />
      </div>
    </Card>
  );
}
