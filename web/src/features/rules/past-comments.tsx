/** "Answer the last days too": first a count, then the action. */
import { Button, Card, Group, Select, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { LIMITS } from '../../base/limits.ts';
import { messageOf } from '../../base/api.ts';
import { Fault } from '../../base/parts/states.tsx';
import { ifCan } from '../../base/can.tsx';
import { useAnswerPast, usePastCount } from './queries.ts';
import type { Rule } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** Networks take private answers for so many days. */
const DAYS = Array.from({ length: LIMITS.pastDays }, (_, index) => index + 1);

export const PastComments = ifCan('answerPastComments', AnswerPast);

function AnswerPast({ rule }: { rule: Rule }) {
  const [days, setDays] = useState(3);
  const count = usePastCount(rule.id);
  const answer = useAnswerPast(rule.id);
  const choose = (next: number) => {
    setDays(next);
    count.reset();
  };
  const send = () =>
    answer.mutate(days, {
      onSuccess: () => {
        count.reset();
        notifications.show({ message: t('They are answered within the next minutes, in their order.') });
      },
    });
  return (
    <Card withBorder component="section" aria-labelledby="rule-past" style={{ flexShrink: 0 }}>
      <Title order={2} size="h4" id="rule-past">
        {t('Answer the last days too')}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {t(
          'Comments that were there before the rule get nothing by themselves. Count them first: nothing is sent by that.',
        )}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Select
          aria-label={t('How many days back')}
          data={DAYS.map((one) => ({
            value: String(one),
            label: t('{one, plural, one {the last day} other {the last # days}}', { one }),
          }))}
          value={String(days)}
          onChange={(value) => choose(Number(value ?? days))}
          allowDeselect={false}
          style={{ flex: 1, minWidth: 0 }}
        />
        <Button variant="default" loading={count.isPending} onClick={() => count.mutate(days)}>
          {t('Count')}
        </Button>
      </Group>
      {count.isError && (
        <div style={{ marginTop: 8 }}>
          <Fault message={messageOf(count.error)} />
        </div>
      )}
      {count.data !== undefined && (
        <div role="status" style={{ marginTop: 8 }}>
          <Text size="sm">{countedWords(count.data)}</Text>
          {count.data.messages > 0 && (
            <Button mt="xs" loading={answer.isPending} onClick={send}>
              {t('Send {count, plural, one {# message} other {# messages}}', { count: count.data.messages })}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function countedWords(counted: NonNullable<ReturnType<typeof usePastCount>['data']>): string {
  const { comments, matching, messages, skipped, incomplete } = counted;
  const left = [
    skipped.duplicate > 0 &&
      t('{duplicate, number} of people who get or had one', { duplicate: skipped.duplicate }),
    skipped.answered > 0 && t('{answered, number} answered privately before', { answered: skipped.answered }),
  ].filter((one) => one !== false);
  const more = incomplete ? ` ${t('There may be more: not everything could be read.')}` : '';
  if (matching === 0)
    return `${t('{comments, plural, one {# comment} other {# comments}}, and none to answer.', { comments })}${more}`;
  const without = left.length === 0 ? '' : ` ${t('Without: {left}.', { left: left.join(', ') })}`;
  const sent = t(
    '{comments, plural, one {# comment} other {# comments}}, {matching, plural, one {# matches} other {# match}}: {messages, plural, one {# message} other {# messages}} would be sent.',
    { comments, matching, messages },
  );
  return `${sent}${without}${more}`;
}
