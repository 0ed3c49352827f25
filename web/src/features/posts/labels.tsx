/** Labels of posts: the field, the filter of a list, and the dialog for many posts. */
import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { lazy, memo, Suspense, useState } from 'react';
import type { Post } from '../../base/api.ts';
import { useCan } from '../../base/can.tsx';
import { showFailure } from '../../base/failure.ts';
import { LabelBadges } from '../../base/parts/label-badges.tsx';
import type { Draft } from './draft.ts';
import { useChangePost, usePostLabels } from './queries.ts';
import { t } from '../../base/language/text.ts';

const LabelsInput = lazy(() => import('../../base/parts/labels-input.tsx'));

interface FieldProps {
  label: string;
  value: readonly string[];
  onChange: (labels: string[]) => void;
  autoFocus?: boolean;
}

/** A field that offers the labels which posts have already. */
function LabelsField(props: FieldProps) {
  const { data = [] } = usePostLabels();
  return (
    <Suspense fallback={null}>
      <LabelsInput {...props} known={data.map(({ label }) => label)} />
    </Suspense>
  );
}

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
          <Button size="compact-xs" variant="subtle" onClick={() => setOpened(true)}>
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

/** What many posts get and lose. */
export interface LabelChange {
  addLabels: string[];
  removeLabels: string[];
}

interface LabelDialogProps {
  /** How many posts; null means all of a filter, which were not counted. */
  count: number | null;
  isPending: boolean;
  onClose: () => void;
  onConfirm: (change: LabelChange) => void;
}

/** Asks which labels posts get and lose. */
export function LabelDialog({ count, isPending, onClose, onConfirm }: LabelDialogProps) {
  const [addLabels, setAdd] = useState<string[]>([]);
  const [removeLabels, setRemove] = useState<string[]>([]);
  return (
    <Modal opened onClose={onClose} title={t('Labels')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack gap="sm">
        <Text size="sm">
          {count === null
            ? t('All posts are selected.')
            : t('{count, plural, one {# post is selected.} other {# posts are selected.}}', { count })}
        </Text>
        <LabelsField label={t('Add')} value={addLabels} onChange={setAdd} autoFocus />
        <LabelsField label={t('Take away')} value={removeLabels} onChange={setRemove} />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          loading={isPending}
          disabled={addLabels.length + removeLabels.length === 0}
          onClick={() => onConfirm({ addLabels, removeLabels })}
        >
          {t('Change labels')}
        </Button>
      </Group>
    </Modal>
  );
}
