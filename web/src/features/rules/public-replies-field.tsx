/** What is posted below the comment after the message was sent. */
import { Button, CloseButton, Group, Input, Stack, Text, Textarea } from '@mantine/core';
import { LIMITS } from '../../base/limits.ts';
import type { Field, FieldProps } from '../../base/form/index.ts';
import { t } from '../../base/language/text.ts';

interface PublicRepliesProps extends Field<string[]> {
  /** The field of one of them. */
  fieldOf: (index: number) => FieldProps;
}

/** People who do not follow the account find the message in their requests, where few look. */
const SUGGESTED = [
  t('Sent! Look into your messages, or into Requests if you do not follow us.'),
  t('It is in your messages now 📩 (see Requests too)'),
  t('Done! Check your message requests.'),
];

export function PublicRepliesField({ value = [], onChange, error, fieldOf, ...field }: PublicRepliesProps) {
  return (
    <Stack {...field} gap="xs" role="group" aria-labelledby="rule-public-replies">
      <div>
        <Text size="sm" fw={600} id="rule-public-replies">
          {t('Public replies')}
        </Text>
        <Text size="xs" c="dimmed">
          {t(
            'One of them is posted below the comment after the message. With several, each has its turn before one comes again: the same text again and again looks like spam to the network.',
          )}
        </Text>
      </div>
      {value.map((_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place is what tells them apart
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <Textarea
            aria-label={t('Public reply {count}', { count: index + 1 })}
            autosize
            minRows={1}
            maxRows={5}
            dir="auto"
            maxLength={LIMITS.publicReply}
            style={{ flex: 1 }}
            {...fieldOf(index)}
          />
          <CloseButton
            mt={3}
            aria-label={t('Remove public reply {count}', { count: index + 1 })}
            onClick={() => onChange(value.toSpliced(index, 1))}
          />
        </Group>
      ))}
      {error !== undefined && <Input.Error>{error}</Input.Error>}
      <Group gap="xs">
        {value.length < LIMITS.publicReplies && (
          <Button size="xs" variant="default" onClick={() => onChange([...value, ''])}>
            {t('Add a public reply')}
          </Button>
        )}
        {value.length === 0 && (
          <Button size="xs" variant="subtle" onClick={() => onChange(SUGGESTED)}>
            {t('Suggest some')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
