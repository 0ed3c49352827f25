/** The field to answer a comment: for everybody below it, or privately to its writer. */
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../base/api.ts';
import { Composer } from '../../base/parts/composer.tsx';
import { latestAfter } from '../../base/parts/latest-after.ts';
import { messageLimits, networkName } from '../../base/parts/network.tsx';
import { useSend } from '../../base/parts/send.ts';
import { inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import type { CommentPlatform } from './filter.ts';
import { writerName } from './names.ts';
import { place } from './queries.ts';
import { type Comment, keyOf } from './tree.ts';
import { t } from '../../base/language/text.ts';

export type Way = 'public' | 'private';

/** What names an answer in the browser: each comment has one for everybody, and a private one. */
export const answerId = (comment: Comment, way: Way): string =>
  `${way === 'public' ? 'comment' : 'private'}/${keyOf(comment)}`;

/** Networks take a private answer for seven days (docs/api.md, Comments). */
const PRIVATE_FOR_MS = 7 * 24 * 3_600_000;

interface AnswerProps {
  comment: Comment;
  way: Way;
  onSent: () => void;
  onLeave: () => void;
}

export function Answer({ comment, way, onSent, onLeave }: AnswerProps) {
  const { platform, createdAt, rating } = comment;
  const { slug, timezone } = useWorkspace();
  const queries = useQueryClient();
  const id = answerId(comment, way);
  const isAnyway = useRef(false);
  const request = async (message: string, idempotencyKey: string) => {
    const newest = isAnyway.current ? undefined : newestAnswer(comment);
    isAnyway.current = false;
    const words = { message, workspace: slug, ...latestAfter(idempotencyKey, newest) };
    const changed = await send(comment, way, { ...words, idempotencyKey });
    if (changed !== null) place(queries, slug, [{ comment: changed, isGone: false }]);
    onSent();
  };
  const sending = useSend(id, { request, isListed: false });
  const network = networkName(platform);
  const writer = writerName(comment);
  const isPrivate = way === 'private';
  const until = new Date(Date.parse(createdAt) + PRIVATE_FOR_MS).toISOString();
  return (
    <Composer
      key={id}
      fieldId="comment-answer"
      answerId={id}
      sending={sending}
      label={isPrivate ? t('Private answer to {writer}', { writer }) : t('Answer to {writer}', { writer })}
      placeholder={isPrivate ? t('Message to {writer} …', { writer }) : t('Answer {writer} …', { writer })}
      network={network}
      limits={isPrivate ? messageLimits(platform) : null}
      unknownText={t(
        '{network} has not responded in time. The answer appears here if it was made. Press Send to ask again: it is not sent twice.',
        { network },
      )}
      answered={{
        text: t('Somebody has answered meanwhile: the answer is shown with the comment. Yours was not sent.'),
        sendAnyway: (message) => {
          isAnyway.current = true;
          sending.send(message);
        },
      }}
      autoFocus
      onLeave={onLeave}
    >
      <Text size="xs" c="dimmed" mb={6}>
        {isPrivate
          ? t(
              'A direct message, which only {writer} sees. {network} takes one for each comment, until {time}.',
              { writer, network, time: inZone(until, timezone) },
            )
          : rating === null
            ? t('Everybody sees this answer below the comment.')
            : t('Everybody sees this answer below the review. A new one replaces the one before.')}
      </Text>
    </Composer>
  );
}

/** The id of the account's newest answer below a comment that the page shows; null if there is none. */
const newestAnswer = ({ replies }: Comment): string | null =>
  replies.filter(({ isOwn }) => isOwn).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]?.id ??
  null;

/** @returns the comment that it changed or made; null if it is not known here */
async function send(
  { id, accountId, platform }: Comment,
  way: Way,
  {
    idempotencyKey,
    ...words
  }: { message: string; workspace: string; after?: string | null; idempotencyKey: string },
): Promise<Comment | null> {
  if (way === 'private') {
    const body = { ...words, accountId };
    const reply = await call('answerCommentPrivately', { commentId: id, ...body }, { idempotencyKey });
    return reply.comment as Comment | null;
  }
  const body = { ...words, accountId, platform: platform as CommentPlatform, commentId: id };
  const reply = await call('replyToComment', body, { idempotencyKey });
  return reply.comment as Comment;
}
