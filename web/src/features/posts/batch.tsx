/** Changing many posts at once, with the way back. */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Input, type Reply } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { newIdempotencyKey } from '../../base/parts/idempotency-key.ts';
import { useWorkspace } from '../../base/session.ts';
import { t } from '../../base/language/text.ts';

export type Batch = Omit<Input<'batchPosts'>, 'workspace'>;
type Answer = Reply<'batchPosts'>;

/** How long a toast with the way back stays, ms: as long as a removal can be taken back. */
const UNDO_MS = 10_000;

/** What became of a batch, all its requests together. */
interface Outcome {
  done: number;
  /** Why posts stayed as they were. */
  errors: string[];
  undos: Batch[];
}

/**
 * Changes many posts and says what became of them, with a button that undoes it.
 * @param words what was done, such as `moved`
 */
export function useBatch() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const send = async (batch: Batch): Promise<Outcome> => {
    const outcome: Outcome = { done: 0, errors: [], undos: [] };
    let before: string | null = null;
    do {
      const filter = batch.filter && { ...batch.filter, ...(before !== null && { before }) };
      const body = { ...batch, ...(filter && { filter }), workspace: slug };
      const answer: Answer = await call('batchPosts', body, { idempotencyKey: newIdempotencyKey() });
      for (const { ok, error } of answer.results) {
        if (ok) outcome.done += 1;
        else outcome.errors.push(error ?? '');
      }
      if (answer.undo !== null) outcome.undos.push(answer.undo);
      before = answer.next;
    } while (before !== null);
    return outcome;
  };
  const readAgain = () => queries.invalidateQueries({ queryKey: ['posts', slug] });
  const undo = async (undos: readonly Batch[]) => {
    try {
      const back = await Promise.all(undos.map(send));
      const errors = back.flatMap((one) => one.errors);
      const count = back.reduce((sum, { done }) => sum + done, 0);
      notifications.show({
        message: [
          t('{count, plural, one {Undone for # post.} other {Undone for # posts.}}', { count }),
          ...reasonsOf(errors),
        ].join(' '),
      });
    } catch (error) {
      showFailure(error as Error);
    }
    await readAgain();
  };
  return useMutation({
    mutationFn: ({ batch }: { batch: Batch; words: (posts: number) => string }) => send(batch),
    onSuccess: ({ done, errors, undos }, { words }) => {
      const message = [...(done === 0 ? [] : [words(done)]), ...reasonsOf(errors)].join(' ');
      showUndo(message, undos.length > 0 ? () => undo(undos) : null);
    },
    onError: showFailure,
    onSettled: readAgain,
  });
}

function reasonsOf(errors: readonly string[]): string[] {
  if (errors.length === 0) return [];
  const reasons = [...new Set(errors)].slice(0, 2).join('; ');
  return [
    t('{count, plural, one {# post stayed as it was} other {# posts stayed as they were}}: {reasons}.', {
      reasons,
      count: errors.length,
    }),
  ];
}

/** Says what was done, with a button that undoes it. @param undo null where it cannot be undone */
export function showUndo(message: string, undo: (() => Promise<void>) | null): void {
  if (undo === null) {
    notifications.show({ message });
    return;
  }
  const id = `undo-${Date.now()}`;
  const press = () => {
    notifications.hide(id);
    void undo();
  };
  notifications.show({
    id,
    autoClose: UNDO_MS,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="light" onClick={press}>
          {t('Undo')}
        </Button>
      </Group>
    ),
  });
}
