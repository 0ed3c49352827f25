/** What is done with several comments at once. */
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { SelectionBar } from '../../base/parts/selection.tsx';
import { type Action, useActOnAll } from './queries.ts';
import { type Comment, keyOf } from './tree.ts';

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
  const act = (which: readonly Comment[], action: Action, words: string) =>
    mutate(
      { comments: which, action },
      {
        onSuccess: (count) => {
          const rest = chosen.length - count;
          const some = rest === 0 ? '' : ` ${rest} cannot be hidden, or are hidden already.`;
          notifications.show({ message: `${countOf(count)} ${words}.${some}` });
        },
        onSettled: () => select(new Set()),
      },
    );
  const isHiding = variables?.action === 'hide';
  return (
    <div className="comment-bar">
      <SelectionBar label="Selected comments" ids={comments.map(keyOf)} selected={selected} select={select}>
        <Button
          size="xs"
          variant="default"
          loading={isPending && isHiding}
          disabled={isPending || hideable.length === 0}
          onClick={() => act(hideable, 'hide', hideable.length === 1 ? 'is hidden' : 'are hidden')}
        >
          Hide
        </Button>
        <Button
          size="xs"
          loading={isPending && !isHiding}
          disabled={isPending}
          onClick={() => act(chosen, 'done', chosen.length === 1 ? 'is done' : 'are done')}
        >
          Done
        </Button>
      </SelectionBar>
    </div>
  );
}

const countOf = (count: number) => (count === 1 ? '1 comment' : `${count} comments`);
