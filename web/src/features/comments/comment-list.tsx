/** The list of comments, with the keys to go through it. */
import { notifications } from '@mantine/notifications';
import { useMutationState } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
import { Confirm } from '../../base/parts/confirm.tsx';
import { useCachedResponses } from '../../base/parts/kept-answers.ts';
import { useKeys, useKeysPreference } from '../../base/parts/use-keys.ts';
import { LongList, type More } from '../../base/parts/long-list.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { useNow } from '../../base/parts/now.ts';
import { OnDemand } from '../../base/parts/on-demand.tsx';
import { neighbours } from '../../base/parts/order.ts';
import { toggled } from '../../base/parts/selection.tsx';
import { useCan } from '../../base/can.tsx';
import { useAccountNames } from '../accounts/index.ts';
import { ExplainedComment } from '../rules/index.ts';
import { answerId, type Way } from './answer.tsx';
import { CommentCard } from './comment-card.tsx';
import { writerName } from './names.ts';
import { type Action, useAct } from './queries.ts';
import { SelectedComments } from './selected.tsx';
import { type Comment, find, keyOf, type Row } from './tree.ts';
import { t } from '../../base/language/text.ts';
import { commentsText } from '../../base/language/counts.ts';

interface ListProps {
  rows: readonly Row[];
  /** Everything that was read: what a reply answers is looked for here. */
  comments: readonly Comment[];
  isOfPost: boolean;
  more?: More;
  /** The comment that the keys act on; null means none yet. */
  current: string | null;
  setCurrent: (key: string | null) => void;
}

export function CommentList({ rows, comments, isOfPost, more, current, setCurrent }: ListProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [writing, setWriting] = useState<Writing | null>(null);
  const [removing, setRemoving] = useState<Comment | null>(null);
  const [explained, setExplained] = useState<Comment | null>(null);
  const moving = useMoving(rows, current, setCurrent);
  const change = useAct();
  const people = rows.map(({ comment }) => comment).filter(({ isOwn }) => !isOwn);
  // what is no longer listed is no longer selected
  const ticked = new Set(people.map(keyOf).filter((key) => selected.has(key)));
  const act = (action: Action, comment: Comment) => {
    if (action === 'delete') {
      setRemoving(comment);
      return;
    }
    if (action === 'done' && !isOfPost) {
      const { next, previous } = moving.around(keyOf(comment));
      moving.goTo(next ?? previous);
    }
    change.mutate({ comment, action });
  };
  const write = (comment: Comment, way: Way | null) =>
    setWriting(way === null ? null : { key: keyOf(comment), way });
  const select = (comment: Comment) => setSelected((before) => toggled(before, keyOf(comment)));
  useCommentKeys({
    comment: rows.find(({ comment }) => keyOf(comment) === current)?.comment,
    step: moving.step,
    write,
    act,
    select,
  });
  const cards = { comments, isOfPost, current, setCurrent, ticked, writing, setWriting, write, act, select };
  return (
    <>
      <SelectedComments comments={people} selected={ticked} select={setSelected} />
      <Cards {...cards} rows={rows} more={more} moving={moving} onExplain={setExplained} />
      <WhyNoAnswer comment={explained} onClose={() => setExplained(null)} />
      <RemoveConfirm
        comment={removing}
        isPending={change.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={(comment) =>
          change.mutate({ comment, action: 'delete' }, { onSettled: () => setRemoving(null) })
        }
      />
    </>
  );
}

/** The answer that is being written. */
interface Writing {
  key: string;
  way: Way;
}

/** What the rules did with a comment; null if nothing is asked. */
function WhyNoAnswer({ comment, onClose }: { comment: Comment | null; onClose: () => void }) {
  const about = comment && { accountId: comment.accountId, commentId: comment.id };
  return (
    <OnDemand isWanted={about !== null}>
      <ExplainedComment about={about} onClose={onClose} />
    </OnDemand>
  );
}

/** Leads from one comment to the next. */
function useMoving(rows: readonly Row[], current: string | null, setCurrent: (key: string | null) => void) {
  const focusNext = useRef<string | null>(null);
  /** The comment that a link or a key led to: it is brought into sight. What a pointer chooses is in sight already. */
  const [reached, setReached] = useState(current);
  const keys = rows.map(({ comment }) => keyOf(comment));
  const goTo = (key: string | undefined) => {
    focusNext.current = key ?? null;
    setCurrent(key ?? null);
    setReached(key ?? null);
  };
  const around = (key: string) =>
    neighbours(
      keys.map((id) => ({ id })),
      key,
    );
  const step = (way: 'next' | 'previous') => {
    const to = current === null ? keys[0] : around(current)[way];
    if (to !== undefined) goTo(to);
  };
  const reachedIndex = reached === null ? -1 : keys.indexOf(reached);
  return { focusNext, goTo, around, step, shown: reachedIndex };
}

interface CardsProps {
  rows: readonly Row[];
  comments: readonly Comment[];
  isOfPost: boolean;
  more: More | undefined;
  current: string | null;
  setCurrent: (key: string | null) => void;
  moving: ReturnType<typeof useMoving>;
  ticked: ReadonlySet<string>;
  writing: Writing | null;
  setWriting: Dispatch<SetStateAction<Writing | null>>;
  write: (comment: Comment, way: Way | null) => void;
  act: (action: Action, comment: Comment) => void;
  select: (comment: Comment) => void;
  onExplain: (comment: Comment) => void;
}

/** The rows in sight. */
function Cards({ rows, comments, isOfPost, more, moving, ...list }: CardsProps) {
  const { current, setCurrent, ticked, writing, setWriting, write, act, select, onExplain } = list;
  const drafts = useCachedResponses();
  const names = useAccountNames();
  const now = useNow(30_000);
  const pending = usePending();
  const render = (row: Row) => {
    const { comment } = row;
    const key = keyOf(comment);
    return (
      <CommentCard
        row={row}
        parent={parentOf(comment, comments)}
        isOfPost={isOfPost}
        isCurrent={current === key}
        isSelected={ticked.has(key)}
        hasDraft={drafts.has(answerId(comment, 'public')) || drafts.has(answerId(comment, 'private'))}
        account={names.get(comment.accountId)}
        now={now}
        isPending={pending.has(key)}
        way={writing?.key === key ? writing.way : null}
        focusNext={moving.focusNext}
        onCurrent={() => setCurrent(key)}
        onSelect={() => select(comment)}
        onAnswer={(way) => write(comment, way)}
        onSent={() => setWriting((before) => (before?.key === key ? null : before))}
        onAct={act}
        onExplain={onExplain}
      />
    );
  };
  return (
    <LongList
      label={t('Comments')}
      items={rows}
      keyOf={({ comment }) => keyOf(comment)}
      estimate={210}
      gap={10}
      {...(moving.shown === -1 ? {} : { visibleCount: moving.shown })}
      {...(more ? { more: { ...more, what: commentsText } } : {})}
      render={render}
    />
  );
}

const parentOf = ({ accountId, parentId }: Comment, comments: readonly Comment[]) =>
  parentId === null ? undefined : find(comments, keyOf({ accountId, id: parentId }));

/** Keys of the comments that something is being done with. */
function usePending(): ReadonlySet<string> {
  const acts = useMutationState({
    filters: { mutationKey: ['act on comment'], status: 'pending' },
    select: ({ state }) => (state.variables as { comment: Comment }).comment,
  });
  return new Set(acts.map(keyOf));
}

interface Keyed {
  /** What the keys act on. */
  comment: Comment | undefined;
  step: (way: 'next' | 'previous') => void;
  write: (comment: Comment, way: Way) => void;
  act: (action: Action, comment: Comment) => void;
  select: (comment: Comment) => void;
}

/** The keys of the list. What cannot be done says why. */
function useCommentKeys({ comment, step, write, act, select }: Keyed): void {
  const [isOn] = useKeysPreference();
  const can = useCan();
  const onPerson = (run: (comment: Comment) => void) => () => {
    if (comment && !comment.isOwn && can('markCommentDone')) run(comment);
  };
  const ifAllowed = (action: 'reply' | 'hide' | 'privateReply', run: (comment: Comment) => void) =>
    onPerson((one) => {
      const reason = one.can.reasons[action];
      if (reason === undefined) run(one);
      else notifications.show({ message: reason });
    });
  useKeys(
    {
      j: () => step('next'),
      k: () => step('previous'),
      r: ifAllowed('reply', (one) => write(one, 'public')),
      p: ifAllowed('privateReply', (one) => write(one, 'private')),
      h: ifAllowed('hide', (one) => act(one.hidden ? 'unhide' : 'hide', one)),
      e: onPerson((one) => act(one.done ? 'reopen' : 'done', one)),
      x: onPerson(select),
    },
    isOn,
  );
}

interface RemoveProps {
  comment: Comment | null;
  isPending: boolean;
  onClose: () => void;
  onConfirm: (comment: Comment) => void;
}

function RemoveConfirm({ comment, isPending, onClose, onConfirm }: RemoveProps) {
  const network = networkName(comment?.platform ?? '');
  return (
    <Confirm
      opened={comment !== null}
      title={comment?.isOwn === true ? t('Delete your answer?') : t('Delete this comment?')}
      label={t('Delete')}
      loading={isPending}
      onConfirm={() => comment && onConfirm(comment)}
      onClose={onClose}
    >
      {comment?.isOwn === true
        ? t('It is deleted on {network}, for everybody.', { network })
        : t(
            'The comment of {value} is deleted on {network}, with the answers below it. This cannot be undone; hiding can.',
            { value: comment === null ? '' : writerName(comment), network },
          )}
    </Confirm>
  );
}
