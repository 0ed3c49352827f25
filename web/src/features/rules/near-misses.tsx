/** Words that people wrote and that are close to a keyword: one click makes a keyword of each. */
import { Button, Card, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useAddKeyword, useNearMisses } from './queries.ts';
import { LIMITS } from '../../base/limits.ts';
import { IfCan } from '../../base/can.tsx';
import type { Rule } from './shapes.ts';

export function NearMisses({ rule }: { rule: Rule }) {
  const { data } = useNearMisses(rule.id);
  const add = useAddKeyword(rule.id);
  if (data === undefined || data.nearMisses.length === 0) return null;
  const isFull = rule.keywords.length >= LIMITS.keywords;
  return (
    <Card withBorder component="section" aria-labelledby="rule-near">
      <Title order={2} size="h4" id="rule-near">
        Nearly a keyword
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        These comments got nothing.{' '}
        {isFull ? `A rule takes ${LIMITS.keywords} keywords: remove one to add another.` : ''}
      </Text>
      {data.nearMisses.map(({ word, keyword, people }) => (
        <div key={word} className="rule-near">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {people === 1 ? '1 person' : `${people.toLocaleString('en')} people`} wrote “{word}”
            <Text span size="xs" c="dimmed">
              {' '}
              (near “{keyword}”)
            </Text>
          </Text>
          <IfCan call="addCommentRuleKeyword">
            <Button
              size="compact-sm"
              variant="default"
              disabled={isFull}
              loading={add.isPending && add.variables === word}
              aria-label={`Add “${word}” as a keyword`}
              onClick={() =>
                add.mutate(word, {
                  onSuccess: () =>
                    notifications.show({
                      message: `“${word}” is a keyword now, for comments that come from now on.`,
                    }),
                })
              }
            >
              Add
            </Button>
          </IfCan>
        </div>
      ))}
      {data.more > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          and {data.more.toLocaleString('en')} other words
        </Text>
      )}
    </Card>
  );
}
