/** What is done with several comments at once. */
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { SelectionBar } from '../../base/parts/selection.tsx';
import { useActOnAll } from './queries.ts';
import { type Comment, keyOf } from './tree.ts';
import { t } from '../../base/language/text.ts';

interface SelectedProps {
  /** Every comment that can be selected. */
  comments: readonly Comment[];
  selected: ReadonlySet<string>;
  select: (keys: ReadonlySet<string>) => void;
}

export function SelectedComments({ comments, selected, select }: SelectedProps) {
  const { mutate, isPending, variables } = useActOnAll();
  if (selected.size === 0) return null;
  const chosen = comments.filter((one) => selected.has(keyOf(one)));
  const hideable = chosen.filter(({ can, hidden }) => can.hide && !hidden);
  const act = (which: readonly Comment[], action: 'hide' | 'done') =>
    mutate(
      { comments: which, action },
      {
        onSuccess: (count) => {
          const rest = chosen.length - count;
          const some = rest === 0 ? [] : [t('{rest} cannot be hidden, or are hidden already.', { rest })];
          notifications.show({ message: [DONE_TEXTS[action](count), ...some].join(' ') });
        },
        onSettled: () => select(new Set()),
      },
    );
  const isHiding = variables?.action === 'hide';
  return (
    <div className="comment-bar">
      <SelectionBar
        label={t('Selected comments')}
        ids={comments.map(keyOf)}
        selected={selected}
        select={select}
      >
        <Button
          size="xs"
          variant="default"
          loading={isPending && isHiding}
          disabled={isPending || hideable.length === 0}
          onClick={() => act(hideable, 'hide')}
        >
          {t('Hide')}
        </Button>
        <Button
          size="xs"
          loading={isPending && !isHiding}
          disabled={isPending}
          onClick={() => act(chosen, 'done')}
        >
          {t('Done')}
        </Button>
      </SelectionBar>
    </div>
  );
}

const DONE_TEXTS = {
  hide: (count: number) =>
    t('{count, plural, one {# comment is hidden.} other {# comments are hidden.}}', { count }),
  done: (count: number) =>
    t('{count, plural, one {# comment is done.} other {# comments are done.}}', { count }),
};
