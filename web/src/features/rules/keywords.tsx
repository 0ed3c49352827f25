import { Badge, Group, Text } from '@mantine/core';
import type { Rule } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** The keywords of a rule, as chips. @param props.most more than these are counted */
export function Keywords({ rule: { keywords, match }, most = Infinity }: { rule: Rule; most?: number }) {
  if (keywords.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('every comment')}
      </Text>
    );
  const rest = keywords.length - most;
  return (
    <Group gap={6} role="list" aria-label={t('Keywords')}>
      {keywords.slice(0, most).map((word) => (
        <Badge
          key={word}
          role="listitem"
          variant="light"
          tt="none"
          size="lg"
          radius="sm"
          className="rule-keyword"
        >
          {word}
        </Badge>
      ))}
      {rest > 0 && (
        <Text size="sm" c="dimmed" role="listitem">
          {t('and {rest} more', { rest })}
        </Text>
      )}
      {match === 'exact' && (
        <Text size="sm" c="dimmed" role="listitem">
          {t('alone')}
        </Text>
      )}
    </Group>
  );
}
