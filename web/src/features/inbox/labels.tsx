/** Labels of a conversation: words of the team, by which it is found again. */
import { Stack, Text } from '@mantine/core';
import type { Conversation } from '../../base/api.ts';
import { useCan } from '../../base/can.tsx';
import { LabelBadges } from '../../base/parts/label-badges.tsx';
import LabelsInput from '../../base/parts/labels-input.tsx';
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
    <LabelsInput
      label={t('Labels')}
      known={known.map(({ label }) => label)}
      // what is being saved is shown already
      value={update.isPending ? (update.variables.labels ?? labels) : labels}
      onChange={(chosen) => update.mutate({ id, labels: chosen })}
    />
  );
}
