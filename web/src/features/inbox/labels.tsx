/** Labels of a conversation: words of the team, by which it is found again. */
import { Badge, Group, Stack, TagsInput, Text } from '@mantine/core';
import type { Conversation } from '../../base/api.ts';
import { useCan } from '../../base/can.tsx';
import { LIMITS } from '../../base/limits.ts';
import { useLabels, useUpdate } from './queries.ts';
import { t } from '../../base/language/text.ts';

export function Labels({ conversation: { id, labels } }: { conversation: Conversation }) {
  const can = useCan();
  const { data: known = [] } = useLabels();
  const update = useUpdate();
  if (!can('updateConversation'))
    return (
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {t('Labels')}
        </Text>
        {labels.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('None')}
          </Text>
        ) : (
          <LabelBadges labels={labels} />
        )}
      </Stack>
    );
  return (
    <TagsInput
      label={t('Labels')}
      size="sm"
      placeholder={labels.length === 0 ? t('Add a label') : ''}
      data={known.map(({ label }) => label)}
      // what is being saved is shown already
      value={update.isPending ? (update.variables.labels ?? labels) : labels}
      onChange={(chosen) => update.mutate({ id, labels: chosen })}
      maxTags={LIMITS.conversationLabels}
      maxLength={LIMITS.conversationLabel}
      splitChars={[',']}
      acceptValueOnBlur
    />
  );
}

export function LabelBadges({ labels }: { labels: readonly string[] }) {
  return (
    <Group gap={4} wrap="wrap">
      {labels.map((label) => (
        <Badge key={label} size="sm" variant="outline" color="gray" tt="none" fw={500} maw={160}>
          <bdi>{label}</bdi>
        </Badge>
      ))}
    </Group>
  );
}
