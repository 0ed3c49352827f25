/** What is posted below the comment after the message was sent. */
import { Button, CloseButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { LIMITS } from '../../base/limits.ts';
import type { FieldErrors } from './rule-draft.ts';

interface PublicRepliesProps {
  value: string[];
  errors: FieldErrors;
  onChange: (replies: string[]) => void;
}

/** People who do not follow the account find the message in their requests, where few look. */
const SUGGESTED = [
  'Sent! Look into your messages, or into Requests if you do not follow us.',
  'It is in your messages now 📩 (see Requests too)',
  'Done! Check your message requests.',
];

export function PublicRepliesField({ value, errors, onChange }: PublicRepliesProps) {
  return (
    <Stack gap="xs" role="group" aria-labelledby="rule-public-replies">
      <div>
        <Text size="sm" fw={600} id="rule-public-replies">
          Public replies
        </Text>
        <Text size="xs" c="dimmed">
          One of them is posted below the comment after the message. With several, each has its turn before
          one comes again: the same text again and again looks like spam to the network.
        </Text>
      </div>
      {value.map((reply, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place is what tells them apart
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <Textarea
            aria-label={`Public reply ${index + 1}`}
            autosize
            minRows={1}
            maxRows={5}
            dir="auto"
            maxLength={LIMITS.publicReply}
            style={{ flex: 1 }}
            value={reply}
            error={errors[`publicReply-${index}`]}
            onChange={({ currentTarget }) => onChange(value.with(index, currentTarget.value))}
          />
          <CloseButton
            mt={3}
            aria-label={`Remove public reply ${index + 1}`}
            onClick={() => onChange(value.toSpliced(index, 1))}
          />
        </Group>
      ))}
      <Group gap="xs">
        {value.length < LIMITS.publicReplies && (
          <Button size="xs" variant="default" onClick={() => onChange([...value, ''])}>
            Add a public reply
          </Button>
        )}
        {value.length === 0 && (
          <Button size="xs" variant="subtle" onClick={() => onChange(SUGGESTED)}>
            Suggest some
          </Button>
        )}
      </Group>
    </Stack>
  );
}
