/** What is done with the selected posts, or with all that fit the filter: what will happen is said before it does. */
import { Alert, Button, type ButtonProps, Group, Menu, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Post } from '../../base/api.ts';
import { LIMITS } from '../../base/limits.ts';
import { SelectionBar } from '../../base/parts/selection.tsx';
import { useAsks } from './asks.ts';
import { type Batch, useBatch } from './batch.tsx';
import { type LabelChange, LabelDialog } from './label-dialog.tsx';
import type { PostFilter } from './pages.ts';
import { t } from '../../base/language/text.ts';

interface BulkBarProps {
  /** Every post that was read. */
  posts: readonly Post[];
  filter: PostFilter;
  /** How many fit the filter; null means not counted. */
  total: number | null;
  /** More fit the filter than were read. */
  hasMore: boolean;
  selected: ReadonlySet<string>;
  select: (ids: ReadonlySet<string>) => void;
}

type Act = 'day' | 'week' | 'slots' | 'draft' | 'publish' | 'delete';
const DAY_MINUTES = 24 * 60;

const BODIES: { [act in Act]: Pick<Batch, 'action' | 'byMinutes' | 'useNextSlot'> } = {
  day: { action: 'move', byMinutes: DAY_MINUTES },
  week: { action: 'move', byMinutes: 7 * DAY_MINUTES },
  slots: { action: 'move', useNextSlot: true },
  draft: { action: 'draft' },
  publish: { action: 'publish' },
  delete: { action: 'delete' },
};

interface ActWords {
  title: string;
  label: string;
  /** What was done with so many posts. */
  done: (count: number) => string;
  isUndone: boolean;
}

const WORDS: { [act in Act]: ActWords } = {
  day: {
    title: t('Move them by a day?'),
    label: t('Move'),
    done: (count) =>
      t('{count, plural, one {# post moved by a day.} other {# posts moved by a day.}}', { count }),
    isUndone: true,
  },
  week: {
    title: t('Move them by a week?'),
    label: t('Move'),
    done: (count) =>
      t('{count, plural, one {# post moved by a week.} other {# posts moved by a week.}}', { count }),
    isUndone: true,
  },
  slots: {
    title: t('Move them to the next free slots?'),
    label: t('Move'),
    done: (count) => t('{count, plural, one {# post moved.} other {# posts moved.}}', { count }),
    isUndone: true,
  },
  draft: {
    title: t('Move them back to drafts?'),
    label: t('Back to drafts'),
    done: (count) =>
      t('{count, plural, one {# post moved back to drafts.} other {# posts moved back to drafts.}}', {
        count,
      }),
    isUndone: true,
  },
  publish: {
    title: t('Publish them now?'),
    label: t('Publish now'),
    done: (count) => t('{count, plural, one {# post sent off.} other {# posts sent off.}}', { count }),
    isUndone: false,
  },
  delete: {
    title: t('Remove them?'),
    label: t('Remove'),
    done: (count) => t('{count, plural, one {# post removed.} other {# posts removed.}}', { count }),
    isUndone: true,
  },
};

export default function BulkBar({ posts, filter, total, hasMore, selected, select }: BulkBarProps) {
  const [asked, setAsked] = useState<Act | null>(null);
  const [isAll, setAll] = useState(false);
  const batch = useBatch();
  const asks = useAsks();
  const chosen = posts.filter(({ id }) => selected.has(id));
  const choose = (ids: ReadonlySet<string>) => {
    setAll(false);
    select(ids);
  };
  const count = isAll ? total : chosen.length;
  const which = (act?: Act) => (isAll ? { filter: filterOf(filter) } : { ids: idsOf(chosen, act) });
  const confirm = (act: Act) =>
    batch.mutate(
      {
        batch: { ...BODIES[act], ...which(act) },
        words:
          act === 'publish' && asks
            ? (count: number) =>
                t(
                  '{count, plural, one {# post waiting for approval.} other {# posts waiting for approval.}}',
                  {
                    count,
                  },
                )
            : WORDS[act].done,
      },
      { onSettled: () => setAsked(null), onSuccess: () => choose(new Set()) },
    );
  const canWiden = chosen.length === posts.length && hasMore;
  const button = { size: 'xs', variant: 'default', disabled: batch.isPending } as const;
  return (
    <div className="bulk-bar">
      <SelectionBar
        label={t('Selected posts')}
        ids={posts.map(({ id }) => id)}
        selected={new Set(chosen.map(({ id }) => id))}
        select={choose}
      >
        <MoveMenu target={<Button {...button}>{t('Move')}</Button>} onChoose={setAsked} />
        <LabelButton {...{ batch, button, count }} which={which()} onDone={() => choose(new Set())} />
        <Button {...button} onClick={() => setAsked('publish')}>
          {asks ? t('Ask for approval') : t('Publish now')}
        </Button>
        <Button {...button} onClick={() => setAsked('delete')}>
          {t('Remove')}
        </Button>
      </SelectionBar>
      {canWiden && <Widen isAll={isAll} setAll={setAll} shown={posts.length} total={total} />}
      <AskFirst
        act={asked}
        onClose={() => setAsked(null)}
        onConfirm={confirm}
        isPending={batch.isPending}
        happens={{ posts: isAll ? null : chosen, count, asks }}
      />
    </div>
  );
}

interface LabelButtonProps {
  batch: ReturnType<typeof useBatch>;
  button: Pick<ButtonProps, 'size' | 'variant' | 'disabled'>;
  which: Pick<Batch, 'ids' | 'filter'>;
  /** null means all of a filter, which were not counted. */
  count: number | null;
  onDone: () => void;
}

/** Opens the dialog of labels. */
function LabelButton({ batch, button, which, count, onDone }: LabelButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const change = (labels: LabelChange) =>
    batch.mutate(
      {
        batch: { action: 'label', ...sent(labels), ...which },
        words: (done: number) =>
          t('{count, plural, one {Labels of # post changed.} other {Labels of # posts changed.}}', {
            count: done,
          }),
      },
      { onSettled: () => setOpen(false), onSuccess: onDone },
    );
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {t('Label')}
      </Button>
      {isOpen && (
        <LabelDialog
          count={count}
          isPending={batch.isPending}
          onClose={() => setOpen(false)}
          onConfirm={change}
        />
      )}
    </>
  );
}

function MoveMenu({ target, onChoose }: { target: ReactNode; onChoose: (act: Act) => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose('day')}>{t('By a day')}</Menu.Item>
        <Menu.Item onClick={() => onChoose('week')}>{t('By a week')}</Menu.Item>
        <Menu.Item onClick={() => onChoose('slots')}>{t('To the next free slots')}</Menu.Item>
        <Menu.Item onClick={() => onChoose('draft')}>{t('Back to drafts')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface WidenProps {
  isAll: boolean;
  setAll: (isAll: boolean) => void;
  shown: number;
  total: number | null;
}

/** Offers all posts of the filter where all that were read are selected. */
function Widen({ isAll, setAll, shown, total }: WidenProps) {
  return (
    <Text size="sm" px={10} pb={6}>
      {isAll
        ? total === null
          ? t('Selected are all posts of this filter.')
          : t('Selected are all {total, number} posts of this filter.', { total })
        : t('Selected are the {shown} that were read.', { shown })}{' '}
      <Button size="compact-xs" variant="subtle" onClick={() => setAll(!isAll)}>
        {isAll
          ? t('Only those that were read')
          : total === null
            ? t('Select all posts of this filter')
            : t('Select all {total, number} posts of this filter', { total })}
      </Button>
    </Text>
  );
}

interface AskFirstProps {
  /** null means that nothing is asked. */
  act: Act | null;
  happens: Omit<HappensProps, 'act'>;
  isPending: boolean;
  onClose: () => void;
  onConfirm: (act: Act) => void;
}

/** Says what will happen. */
function AskFirst({ act, happens, isPending, onClose, onConfirm }: AskFirstProps) {
  return (
    <Modal
      opened={act !== null}
      onClose={onClose}
      title={act === null ? '' : WORDS[act].title}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {act !== null && (
        <>
          <Happens act={act} {...happens} />
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button
              loading={isPending}
              onClick={() => onConfirm(act)}
              {...(act === 'delete' && { color: 'red' })}
            >
              {WORDS[act].label}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

/** As many as one request takes. */
const MAX_AT_ONCE = LIMITS.postBatch;

/** Slots are taken in the order of the ids: what goes out first now goes out first then. */
const idsOf = (posts: readonly Post[], act?: Act): string[] =>
  (act === 'slots' ? posts.toSorted(byTime) : posts).slice(0, MAX_AT_ONCE).map(({ id }) => id);
const byTime = (a: Post, b: Post) => timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1);
const timeOf = ({ scheduledAt }: Post) => (scheduledAt === null ? Infinity : Date.parse(scheduledAt));

interface HappensProps {
  act: Act;
  /** null if all of the filter are selected, which were not all read. */
  posts: readonly Post[] | null;
  /** null means all, which were not counted. */
  count: number | null;
  asks: boolean;
}

/** What will happen, by what the posts are now. */
function Happens({ act, posts, count, asks }: HappensProps) {
  const of = (...statuses: Post['status'][]) =>
    posts === null ? null : posts.filter(({ status }) => statuses.includes(status)).length;
  const out = of('published', 'publishing') ?? 0;
  const drafts = of('draft') ?? 0;
  const approved = posts?.filter(({ approval }) => approval === 'approved').length ?? 0;
  const lines = [
    count === null
      ? t('All posts are selected.')
      : t('{count, plural, one {# post is selected.} other {# posts are selected.}}', { count }),
    ...(act === 'delete'
      ? [t('They are cancelled where they are still to go out. What is live on the networks stays there.')]
      : []),
    ...(act === 'slots' && drafts > 0
      ? [
          t(
            '{drafts, plural, one {# of them is a draft that is scheduled by it.} other {# of them are drafts that are scheduled by it.}}',
            { drafts },
          ),
        ]
      : []),
    ...(act !== 'delete' && out > 0
      ? [
          t(
            '{out, plural, one {# of them is out or on the way, and stays as it is.} other {# of them are out or on the way, and stay as they are.}}',
            { out },
          ),
        ]
      : []),
    ...(act !== 'delete' && act !== 'draft' && asks && approved > 0
      ? [
          t(
            '{approved, plural, one {# approved post has to be approved again.} other {# approved posts have to be approved again.}}',
            { approved },
          ),
        ]
      : []),
  ];
  return (
    <>
      {lines.map((line) => (
        <Text size="sm" key={line} mb={4}>
          {line}
        </Text>
      ))}
      <Alert variant="light" color={WORDS[act].isUndone ? 'accent' : 'orange'} mt="sm" p="xs">
        {undoWords(act, asks)}
      </Alert>
    </>
  );
}

function undoWords(act: Act, asks: boolean): string {
  if (act === 'delete') return t('You can undo it for 10 seconds.');
  if (WORDS[act].isUndone) return t('You can undo it.');
  return asks ? t('They go out once somebody approves them.') : t('What is published cannot be undone.');
}

/** A list without a label is not sent. */
const sent = ({ addLabels, removeLabels }: LabelChange): Partial<LabelChange> => ({
  ...(addLabels.length > 0 && { addLabels }),
  ...(removeLabels.length > 0 && { removeLabels }),
});

function filterOf({
  status,
  accountId,
  groupId,
  platform,
  label,
  q,
  from,
  to,
}: PostFilter): NonNullable<Batch['filter']> {
  return {
    status,
    ...(accountId !== null && { accountId }),
    ...(groupId !== null && { groupId }),
    ...(platform !== null && { platform: platform as never }),
    ...(label !== null && { label }),
    ...(q !== null && { q }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
}
