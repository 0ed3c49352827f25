/** What can be done with a comment. What cannot be done says why. */
import { Button, Group, Tooltip } from '@mantine/core';
import { DoneIcon } from '../../base/parts/icons.tsx';
import { hasRules } from '../../base/parts/network.tsx';
import { useCan } from '../../base/can.tsx';
import type { Way } from './answer.tsx';
import type { Action } from './queries.ts';
import type { Comment } from './tree.ts';
import { t } from '../../base/language/text.ts';

interface ActionsProps {
  comment: Comment;
  /** Something is being done with it. */
  isPending: boolean;
  onAnswer: (way: Way) => void;
  onAct: (action: Action) => void;
  /** Asks what the rules did with it. */
  onExplain?: () => void;
}

export function Actions(props: ActionsProps) {
  const { comment, onExplain } = props;
  if (useCan()('markCommentDone')) return <Acts {...props} />;
  if (onExplain === undefined || comment.isOwn || !hasRules(comment.platform)) return null;
  return (
    <Group gap={4} role="group" aria-label={t('Actions')} className="comment-acts">
      <Act label={t('Rules')} reason={undefined} onClick={onExplain} />
    </Group>
  );
}

function Acts({ comment, isPending, onAnswer, onAct, onExplain }: ActionsProps) {
  const { can, hidden, done, isOwn, rating } = comment;
  const { reasons } = can;
  const remove = (
    <Act label={t('Delete')} reason={reasons.delete} isPending={isPending} onClick={() => onAct('delete')} />
  );
  if (isOwn)
    return (
      <Group gap={4} className="comment-acts">
        {remove}
      </Group>
    );
  return (
    <Group gap={4} role="group" aria-label={t('Actions')} className="comment-acts">
      <Act label={t('Reply')} reason={reasons.reply} onClick={() => onAnswer('public')} />
      {rating === null && (
        <>
          <Act
            label={t('Answer privately')}
            reason={reasons.privateReply}
            onClick={() => onAnswer('private')}
          />
          <Act
            label={hidden ? t('Show again') : t('Hide')}
            reason={reasons.hide}
            isPending={isPending}
            onClick={() => onAct(hidden ? 'unhide' : 'hide')}
          />
          {remove}
          {onExplain && hasRules(comment.platform) && (
            <Act label={t('Rules')} reason={undefined} onClick={onExplain} />
          )}
        </>
      )}
      <Button
        size="compact-sm"
        variant={done ? 'default' : 'light'}
        ms="auto"
        leftSection={done ? undefined : <DoneIcon size={14} />}
        onClick={() => onAct(done ? 'reopen' : 'done')}
      >
        {done ? t('Open again') : t('Done')}
      </Button>
    </Group>
  );
}

interface ActProps {
  label: string;
  /** Why it cannot be done; absent means it can. */
  reason: string | undefined;
  isPending?: boolean;
  onClick: () => void;
}

function Act({ label, reason, isPending = false, onClick }: ActProps) {
  const isOff = reason !== undefined;
  return (
    <Tooltip
      label={reason}
      disabled={!isOff}
      multiline
      maw={260}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className="comment-act"
        loading={isPending}
        // it can be reached, so that its reason can be read
        {...(isOff ? { 'data-disabled': true, 'aria-disabled': true } : { onClick })}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
