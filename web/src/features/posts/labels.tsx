/** Labels of posts: those of one that is written or shown, and the filter of a list. */
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { memo, useState } from 'react';
import type { Post } from '../../base/api.ts';
import { useCan } from '../../base/can.tsx';
import { showFailure } from '../../base/failure.ts';
import { LabelBadges } from '../../base/parts/label-badges.tsx';
import type { Draft } from './draft.ts';
import { LabelsField } from './labels-field.tsx';
import { useChangePost, usePostLabels } from './queries.ts';
import { t } from '../../base/language/text.ts';

interface ComposerLabelsProps {
  value: Draft['labels'];
  setDraft: (change: (draft: Draft) => Draft) => void;
}

/** The labels of a post that is being written. The field is loaded when it is wanted. */
export const ComposerLabels = memo(function ComposerLabels({ value, setDraft }: ComposerLabelsProps) {
  const [isOpened, setOpened] = useState(false);
  if (value.length === 0 && !isOpened)
    return (
      <Group>
        <Button size="compact-sm" variant="subtle" onClick={() => setOpened(true)}>
          {t('+ Labels')}
        </Button>
      </Group>
    );
  return (
    <LabelsField
      label={t('Labels')}
      value={value}
      onChange={(labels) => setDraft((before) => ({ ...before, labels }))}
      autoFocus={isOpened}
    />
  );
});

/** The labels on the page of a post, which take changes whatever its status. */
export function PostLabels({ post: { id, labels, limited } }: { post: Post }) {
  const can = useCan();
  const change = useChangePost();
  const [isOpened, setOpened] = useState(false);
  const canChange = can('updatePost') && limited !== true;
  if (labels.length === 0 && !canChange) return null;
  if (!isOpened)
    return (
      <Group gap="xs" mb="md" role="group" aria-label={t('Labels')}>
        <LabelBadges labels={labels} />
        {canChange && (
          <Button
            size="compact-xs"
            variant="subtle"
            // its words stand below those of the line above
            ms={labels.length === 0 ? -7 : 0}
            onClick={() => setOpened(true)}
          >
            {labels.length === 0 ? t('+ Labels') : t('Change labels')}
          </Button>
        )}
      </Group>
    );
  return (
    <Stack gap="xs" mb="md" maw={480}>
      <LabelsField
        label={t('Labels')}
        // what is being saved is shown already
        value={change.isPending ? (change.variables.change.labels ?? labels) : labels}
        onChange={(chosen) => change.mutate({ id, change: { labels: chosen } }, { onError: showFailure })}
        autoFocus
      />
    </Stack>
  );
}

interface ChoiceProps {
  /** null means with any label or none. */
  value: string | null;
  onChange: (label: string | null) => void;
}

/** Posts with which label a list shows. Nothing where no post has a label. */
export function LabelChoice({ value, onChange }: ChoiceProps) {
  const { data = [] } = usePostLabels();
  const labels = data.map(({ label }) => label);
  // one that no post has any more is still what the list is filtered by
  if (value !== null && !labels.includes(value)) labels.push(value);
  if (labels.length === 0) return null;
  return (
    <NativeSelect
      label={t('Label')}
      data={[{ value: '', label: t('Every label') }, ...labels]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      className="post-filter"
    />
  );
}
