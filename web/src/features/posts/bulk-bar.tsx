/** What is done with the selected posts, or with all that fit the filter: what will happen is said before it does. */
import { Alert, Button, Group, Menu, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { Post } from '../../base/api.ts';
import { LIMITS } from '../../base/limits.ts';
import { SelectionBar } from '../../base/parts/selection.tsx';
import { useAsks } from './asks.ts';
import { type Batch, useBatch } from './batch.tsx';
import type { PostFilter } from './pages.ts';

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

const WORDS: { [act in Act]: { title: string; label: string; done: string; isUndone: boolean } } = {
  day: { title: 'Move them by a day?', label: 'Move', done: 'moved by a day', isUndone: true },
  week: { title: 'Move them by a week?', label: 'Move', done: 'moved by a week', isUndone: true },
  slots: { title: 'Move them to the next free slots?', label: 'Move', done: 'moved', isUndone: true },
  draft: {
    title: 'Move them back to drafts?',
    label: 'Back to drafts',
    done: 'moved back to drafts',
    isUndone: true,
  },
  publish: { title: 'Publish them now?', label: 'Publish now', done: 'sent off', isUndone: false },
  delete: { title: 'Remove them?', label: 'Remove', done: 'removed', isUndone: true },
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
  const confirm = (act: Act) =>
    batch.mutate(
      {
        batch: { ...BODIES[act], ...(isAll ? { filter: filterOf(filter) } : { ids: idsOf(chosen, act) }) },
        words: act === 'publish' && asks ? 'waiting for approval' : WORDS[act].done,
      },
      { onSettled: () => setAsked(null), onSuccess: () => choose(new Set()) },
    );
  const canWiden = chosen.length === posts.length && hasMore;
  const button = { size: 'xs', variant: 'default', disabled: batch.isPending } as const;
  return (
    <div className="bulk-bar">
      <SelectionBar
        label="Selected posts"
        ids={posts.map(({ id }) => id)}
        selected={new Set(chosen.map(({ id }) => id))}
        select={choose}
      >
        <Menu position="bottom-end">
          <Menu.Target>
            <Button {...button}>Move</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setAsked('day')}>By a day</Menu.Item>
            <Menu.Item onClick={() => setAsked('week')}>By a week</Menu.Item>
            <Menu.Item onClick={() => setAsked('slots')}>To the next free slots</Menu.Item>
            <Menu.Item onClick={() => setAsked('draft')}>Back to drafts</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button {...button} onClick={() => setAsked('publish')}>
          {asks ? 'Ask for approval' : 'Publish now'}
        </Button>
        <Button {...button} onClick={() => setAsked('delete')}>
          Remove
        </Button>
      </SelectionBar>
      {canWiden && <Widen isAll={isAll} setAll={setAll} shown={posts.length} total={total} />}
      <AskFirst
        act={asked}
        onClose={() => setAsked(null)}
        onConfirm={confirm}
        isPending={batch.isPending}
        happens={{ posts: isAll ? null : chosen, count: isAll ? (total ?? 'All') : chosen.length, asks }}
      />
    </div>
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
  const all = total === null ? 'all posts' : `all ${total.toLocaleString('en')} posts`;
  return (
    <Text size="sm" px={10} pb={6}>
      {isAll ? `Selected are ${all} of this filter.` : `Selected are the ${shown} that were read.`}{' '}
      <Button size="compact-xs" variant="subtle" onClick={() => setAll(!isAll)}>
        {isAll ? 'Only those that were read' : `Select ${all} of this filter`}
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
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {act !== null && (
        <>
          <Happens act={act} {...happens} />
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose}>
              Cancel
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
const idsOf = (posts: readonly Post[], act: Act): string[] =>
  (act === 'slots' ? posts.toSorted(byTime) : posts).slice(0, MAX_AT_ONCE).map(({ id }) => id);
const byTime = (a: Post, b: Post) => timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1);
const timeOf = ({ scheduledAt }: Post) => (scheduledAt === null ? Infinity : Date.parse(scheduledAt));

interface HappensProps {
  act: Act;
  /** null if all of the filter are selected, which were not all read. */
  posts: readonly Post[] | null;
  count: number | string;
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
    `${count} ${count === 1 ? 'post is' : 'posts are'} selected.`,
    ...(act === 'delete'
      ? ['They are cancelled where they are still to go out. What is live on the networks stays there.']
      : []),
    ...(act === 'slots' && drafts > 0
      ? [`${drafts} of them ${drafts === 1 ? 'is a draft that is' : 'are drafts that are'} scheduled by it.`]
      : []),
    ...(act !== 'delete' && out > 0
      ? [
          `${out} of them ${out === 1 ? 'is' : 'are'} out or on the way, and ${out === 1 ? 'stays' : 'stay'} as ${out === 1 ? 'it is' : 'they are'}.`,
        ]
      : []),
    ...(act !== 'delete' && act !== 'draft' && asks && approved > 0
      ? [`${approved} approved ${approved === 1 ? 'post has' : 'posts have'} to be approved again.`]
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
  if (act === 'delete') return 'You can undo it for 10 seconds.';
  if (WORDS[act].isUndone) return 'You can undo it.';
  return asks ? 'They go out once somebody approves them.' : 'What is published cannot be undone.';
}

function filterOf({
  status,
  accountId,
  groupId,
  platform,
  from,
  to,
}: PostFilter): NonNullable<Batch['filter']> {
  return {
    status,
    ...(accountId !== null && { accountId }),
    ...(groupId !== null && { groupId }),
    ...(platform !== null && { platform: platform as never }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
}
