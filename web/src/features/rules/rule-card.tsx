/** One rule in the list: what it answers, where, with what, and how often it did. */
import { Anchor, Card, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { AccountLabel } from '../../base/parts/network.tsx';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { Figures } from './figures.tsx';
import { ActiveSwitch, RuleMenu } from './rule-actions.tsx';
import type { Rule } from './shapes.ts';
import { WatchedPost } from './watched-post.tsx';
import { answersWhat, ruleLook, ruleTitle } from './words.ts';
import { t } from '../../base/language/text.ts';

interface CardProps {
  rule: Rule;
  /** Name of its account; undefined: not read yet, or disconnected. */
  account: string | undefined;
}

export function RuleCard({ rule, account }: CardProps) {
  const { id, platform, dmText, stats } = rule;
  return (
    <Card
      withBorder
      padding="md"
      component="article"
      aria-label={t('Rule: {rule}', { rule: ruleTitle(rule) })}
      className="rule-card"
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <Group gap={8} style={{ minWidth: 0 }}>
          <Anchor
            component={Link}
            href={`/rules/${id}`}
            fw={650}
            c="inherit"
            underline="hover"
            className="rule-title"
          >
            {ruleTitle(rule)}
          </Anchor>
          <LookBadge look={ruleLook(rule)} />
        </Group>
        <Group gap={4} wrap="nowrap">
          <ActiveSwitch rule={rule} />
          <RuleMenu rule={rule} />
        </Group>
      </Group>
      <div className="rule-card-body">
        <div className="rule-card-what">
          <Text size="sm" c="dimmed">
            {answersWhat(rule)}
          </Text>
          <WatchedPost rule={rule} />
          <AccountLabel platform={platform} account={account} />
        </div>
        <Text size="sm" lineClamp={4} className="rule-message" dir="auto">
          {dmText}
        </Text>
        <Figures stats={stats} />
      </div>
    </Card>
  );
}
