/** One comment with its post, what the account answered, and what can be done with it. */
import { Checkbox, Group, Text } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { PersonPicture } from '../../base/parts/person-picture.tsx';
import { ShortTime } from '../../base/parts/short-time.tsx';
import { waitText } from '../../base/parts/waiting-time.ts';
import { IfCan } from '../../base/can.tsx';
import { Actions } from './actions.tsx';
import { Answer, type Way } from './answer.tsx';
import { Attached } from './attached.tsx';
import { waitsForAnswer } from './filter.ts';
import { CommentedPost } from './commented-post.tsx';
import { writerName } from './names.ts';
import type { Action } from './queries.ts';
import { Stars } from './stars.tsx';
import { type Comment, keyOf, type Row } from './tree.ts';
import { t } from '../../base/language/text.ts';

interface CardProps {
  row: Row;
  /** The comment it answers, where that was read. */
  parent: Comment | undefined;
  /** The page shows the comments of one post: the post is not repeated, and each reply has a row. */
  isOfPost: boolean;
  isCurrent: boolean;
  isSelected: boolean;
  hasDraft: boolean;
  /** Name of the account; undefined: not read yet, or disconnected. */
  account: string | undefined;
  now: number;
  isPending: boolean;
  /** The answer that is being written; null means none. */
  way: Way | null;
  /** Key of the comment that the keyboard leads to: its card takes the focus once. */
  focusNext: RefObject<string | null>;
  onCurrent: () => void;
  onSelect: () => void;
  onAnswer: (way: Way | null) => void;
  /** What was being written is sent. */
  onSent: () => void;
  onAct: (action: Action, comment: Comment) => void;
  onExplain: (comment: Comment) => void;
}

/** A comment that a key led to takes the focus, and an answer that is started comes into sight. */
function useInSight(
  card: RefObject<HTMLElement | null>,
  { row, isCurrent, focusNext, way }: CardProps,
): void {
  const key = keyOf(row.comment);
  useEffect(() => {
    if (!isCurrent || focusNext.current !== key) return;
    focusNext.current = null;
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [card, isCurrent, key, focusNext]);
  useEffect(() => {
    if (way !== null) card.current?.querySelector('.composer')?.scrollIntoView({ block: 'nearest' });
  }, [card, way]);
}

export function CommentCard(props: CardProps) {
  const { row, isOfPost, isCurrent, isSelected, isPending, way } = props;
  const { onCurrent, onSelect, onAnswer, onSent, onAct } = props;
  const { comment, depth } = row;
  const card = useRef<HTMLElement>(null);
  useInSight(card, props);
  const writer = writerName(comment);
  /** The field goes away: the focus stays with its comment. */
  const leave = (close: () => void) => {
    if (card.current?.contains(document.activeElement)) card.current.focus({ preventScroll: true });
    close();
  };
  return (
    <article
      ref={card}
      tabIndex={-1}
      className="comment"
      style={{ marginInlineStart: Math.min(depth, 3) * 24 }}
      aria-label={labelOf(comment)}
      aria-current={isCurrent ? 'true' : undefined}
      data-own={comment.isOwn || undefined}
      data-hidden={comment.hidden || undefined}
      onFocus={onCurrent}
    >
      <div className="comment-side">
        <PersonPicture name={writer} avatarUrl={null} platform={comment.platform} size={34} />
        {!comment.isOwn && (
          <IfCan call="markCommentDone">
            <Selector isSelected={isSelected} onSelect={onSelect} writer={writer} />
          </IfCan>
        )}
      </div>
      <div className="comment-words">
        <Head {...props} writer={writer} />
        <Words comment={comment} />
        <Attached comment={comment} />
        {!isOfPost &&
          comment.replies.map((reply) => (
            <OwnReply key={keyOf(reply)} reply={reply} now={props.now} isPending={isPending} onAct={onAct} />
          ))}
        {!isOfPost && <CommentedPost comment={comment} />}
        <Actions
          comment={comment}
          isPending={isPending}
          onAnswer={(next) => onAnswer(next)}
          onAct={(action) => onAct(action, comment)}
          onExplain={() => props.onExplain(comment)}
        />
        {way !== null && (
          <Answer
            comment={comment}
            way={way}
            onSent={() => leave(onSent)}
            onLeave={() => leave(() => onAnswer(null))}
          />
        )}
      </div>
    </article>
  );
}

function labelOf(comment: Comment): string {
  const writer = writerName(comment);
  if (comment.rating !== null) return t('Review by {writer}', { writer });
  return comment.isOwn ? t('Comment by you') : t('Comment by {writer}', { writer });
}

type SelectorProps = Pick<CardProps, 'isSelected' | 'onSelect'> & { writer: string };

const Selector = ({ isSelected, onSelect, writer }: SelectorProps) => (
  <Checkbox
    size="xs"
    checked={isSelected}
    onChange={onSelect}
    aria-label={t('Select {writer}', { writer })}
  />
);

function Head({ row: { comment }, parent, account, hasDraft, now, writer }: CardProps & { writer: string }) {
  const { platform, rating, hidden, done, isOwn, answeredPrivatelyAt, createdAt } = comment;
  const waits = waitsForAnswer(comment) ? waitText(createdAt, now) : null;
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="start">
        <Group gap={6}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {isOwn ? (account ?? writer) : writer}
          </Text>
          {rating !== null && <Stars rating={rating} />}
          {hidden && <Mark text={t('Hidden')} />}
          {hasDraft && <Mark text={t('Draft')} />}
          {answeredPrivatelyAt !== null && <Mark text={t('Answered privately')} />}
          {done && !isOwn && <Mark text={t('Done')} />}
          {waits !== null && <Mark text={waits} />}
        </Group>
        <ShortTime at={createdAt} now={now} />
      </Group>
      <Text size="xs" c="dimmed" lineClamp={1}>
        {isOwn
          ? t('You, on {network}', { network: networkName(platform) })
          : t('to {account}, {network}', {
              account: account ?? t('a disconnected account'),
              network: networkName(platform),
            })}
        {comment.parentId !== null && !isOwn && ` · ${answersWhat(parent)}`}
      </Text>
    </>
  );
}

const Mark = ({ text }: { text: string }) => <LookBadge size="sm" look={{ label: text, tone: 'neutral' }} />;

function answersWhat(parent: Comment | undefined): string {
  if (parent === undefined) return t('answers another comment');
  const words = parent.text.trim();
  const whom = parent.isOwn ? t('answers you') : t('answers {writer}', { writer: writerName(parent) });
  return words === '' ? whom : t('{whom}: “{words}”', { whom, words });
}

function Words({ comment: { text, rating, attachments } }: { comment: Comment }) {
  if (text.trim() === '' && attachments.length > 0) return null;
  if (text.trim() === '')
    return (
      <Text size="sm" c="dimmed" fs="italic">
        {rating === null ? t('A picture or a sticker, without text') : t('Stars alone, without text')}
      </Text>
    );
  return (
    <Text size="sm" className="post-text comment-text" dir="auto">
      {text}
    </Text>
  );
}

/** What the account answered. */
function OwnReply({
  reply,
  now,
  isPending,
  onAct,
}: {
  reply: Comment;
  now: number;
  isPending: boolean;
  onAct: CardProps['onAct'];
}) {
  return (
    <div className="comment-reply" role="group" aria-label={t('Your answer')}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" c="dimmed">
          {t('You answered')}
        </Text>
        <ShortTime at={reply.createdAt} now={now} />
      </Group>
      <Words comment={reply} />
      <Attached comment={reply} />
      <Actions
        comment={reply}
        isPending={isPending}
        onAnswer={() => undefined}
        onAct={(action) => onAct(action, reply)}
      />
    </div>
  );
}
