/** Words that people wrote and that are close to a keyword: one click makes a keyword of each. */
import { Button, Card, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useAddKeyword, useNearMisses } from './queries.ts';
import { LIMITS } from '../../base/limits.ts';
import { IfCan } from '../../base/can.tsx';
import type { Rule } from './shapes.ts';
import { rich, t } from '../../base/language/text.ts';

export function NearMisses({ rule }: { rule: Rule }) {
  const { data } = useNearMisses(rule.id);
  const add = useAddKeyword(rule.id);
  if (data === undefined || data.nearMisses.length === 0) return null;
  const isFull = rule.keywords.length >= LIMITS.keywords;
  return (
    <Card withBorder component="section" aria-labelledby="rule-near">
      <Title order={2} size="h4" id="rule-near">
        {t('Nearly a keyword')}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {isFull
          ? t('These comments got nothing. A rule takes {limit} keywords: remove one to add another.', {
              limit: LIMITS.keywords,
            })
          : t('These comments got nothing.')}
      </Text>
      {data.nearMisses.map(({ word, keyword, people }) => (
        <div key={word} className="rule-near">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <NearMiss word={word} keyword={keyword} people={people} />
          </Text>
          <IfCan call="addCommentRuleKeyword">
            <Button
              size="compact-sm"
              variant="default"
              disabled={isFull}
              loading={add.isPending && add.variables === word}
              aria-label={t('Add “{word}” as a keyword', { word })}
              onClick={() =>
                add.mutate(word, {
                  onSuccess: () =>
                    notifications.show({
                      message: t('“{word}” is a keyword now, for comments that come from now on.', { word }),
                    }),
                })
              }
            >
              {t('Add')}
            </Button>
          </IfCan>
        </div>
      ))}
      {data.more > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('and {more, number} other words', { more: data.more })}
        </Text>
      )}
    </Card>
  );
}

function NearMiss(props: { word: string; keyword: string; people: number }) {
  return rich(
    '{people, plural, one {# person} other {# people}} wrote “{word}”<span> (near “{keyword}”)</span>',
    {
      ...props,
      span: (words) => (
        <Text span size="xs" c="dimmed">
          {words}
        </Text>
      ),
    },
  );
}
